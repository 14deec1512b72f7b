// Lists the answers of the routes of files, as the reference shows them.
import * as z from "zod";

/** @param media types that the file can have. */
export function listAnswers(media: readonly string[]) {
  return [
    { status: 200, description: "El archivo, con su nombre en `Content-Disposition`.", schema: z.object({}), media },
    { status: 304, description: "El archivo es el que nombra `If-None-Match`.", schema: z.object({}), media: [] },
  ] as const;
}
