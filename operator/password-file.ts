// Reads passwords of key files: never from the command line, which shells keep and other users see.
import type { Context } from "./command.ts";
import { readInputFile } from "./input-file.ts";

/** The password of a key file: a file of its own, else the environment. */
export async function readPassword({ input, environment }: Pick<Context, "input" | "environment">): Promise<string> {
  const path = input.find("password-file", (text) => text);
  if (path !== undefined) return readPasswordText(readInputFile(path)).replace(/\r?\n$/, "");
  return environment.CERTIFICATE_PASSWORD ?? "";
}

/** An editor may have saved the file as UTF-8, with or without its mark, or in the code page of Windows. */
export function readPasswordText(bytes: Uint8Array): string {
  const isUtf8 = Buffer.from(Buffer.from(bytes).toString("utf8")).equals(Buffer.from(bytes));
  return new TextDecoder(isUtf8 ? "utf-8" : "windows-1252").decode(bytes).normalize("NFC");
}
