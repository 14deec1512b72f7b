// Opens a file of a document for who may read it, and says its type; what keeps it from being opened is logged.
import type { Company } from "../../domain/company.ts";
import { describeDrawing } from "../../domain/document/drawing.ts";
import type { Env } from "../../env.ts";
import { type ClientFile, openClientFile, RendererError } from "../../issuance/file/document-file.ts";
import { DamagedFileError, type OpenFile } from "../../store/archive/files.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { raiseWarning, writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";
import { findMaker } from "./representation.ts";

export const XML = "application/xml";
export const ZIP = "application/zip";

/**
 * @returns "lost", with an alert, where the archive has not what was signed; undefined while the file does not exist.
 * @throws ApiError `unavailable` when nothing draws.
 */
export async function openForReader(
  env: Env,
  company: Company,
  document: StoredDocument,
  file: ClientFile,
): Promise<OpenFile | "lost" | undefined> {
  const made = findMaker(env);
  const maker = made === null ? null : { name: made.nombre, nit: made.nit, software: made.software };
  try {
    return await openClientFile({ env, company, document, maker }, file);
  } catch (cause) {
    const companyId = company.id;
    if (cause instanceof DamagedFileError) {
      const alerting: Promise<unknown>[] = [];
      const about = { companyId, documentId: document.id, difference: cause.damage };
      raiseWarning(env, "file_lost", about, (work) => alerting.push(work));
      await Promise.all(alerting);
      return "lost";
    }
    if (!(cause instanceof RendererError)) throw cause;
    writeWarning("drawing_failed", { companyId, documentId: document.id, error: describeError(cause) });
    throw new ApiError("unavailable", TEXT.noRenderer);
  }
}

/** Media type of a file. */
export function typeOf(file: ClientFile): string {
  if (file === "container") return ZIP;
  return file === "xml" || file === "response" ? XML : describeDrawing(file).media;
}
