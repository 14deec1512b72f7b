// Writes what v2 adds to every answer about one document: its idempotency key, under both names, what the
// client keeps with it, and the facts to print.
import type { Module } from "../../domain/company.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { Printable } from "../../domain/document/signed-document.ts";
import type { IssueResult, PointOfSale } from "../../issuance/contract/command.ts";
import { loadPrintable } from "../../issuance/file/printable.ts";
import { findDocument, type StoredDocument } from "../../store/document/documents.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Call } from "../app/route.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import { findMaker, toRepresentation } from "./representation.ts";
import type { Representation } from "./representation-schema.ts";

/** The values of those fields. */
interface DocumentFacts {
  readonly draft_key: string | null;
  readonly idempotency_key: string | null;
  readonly metadatos: Metadata | null;
  readonly establecimiento: string | null;
  readonly caja: string | null;
  readonly representacion: Representation | null;
}

/** What v2 adds to the answer to a creation. @param created the key, null where none came, and what became of it. */
export async function describeIssued(
  call: Call,
  module: Module,
  { key, result }: { readonly key: string | null; readonly result: IssueResult },
): Promise<DocumentFacts> {
  return toFacts(call, { key, ...findKept(result) }, await loadIssued(call, module, result));
}

/** What is kept with the document of a creation and not signed: of a replay that of then. */
export function findKept(result: IssueResult): Kept {
  return result.type === "issued" ? { metadata: result.metadata, ...result.pointOfSale } : NOTHING_KEPT;
}

/** What is kept with a document beside what is signed. */
interface Kept extends PointOfSale {
  readonly metadata: Metadata | null;
}

const NOTHING_KEPT: Kept = { metadata: null, establishment: null, till: null };

/** What is printed of the document of a creation; null before it is signed, and where its files are out of reach. */
export async function loadIssued(call: Call, module: Module, result: IssueResult): Promise<Printable | null> {
  if (result.type !== "issued" || result.document === null) return null;
  if (result.printable !== undefined) return result.printable;
  const { id } = result.document;
  return loadOrWarn(call, id, async () => {
    const document = await findDocument(call.db, call.caller.company.id, module, id);
    return document === undefined ? null : loadPrintable(call.env, document);
  });
}

/** What v2 adds to the answer to a read by id. */
export async function describeStored(call: Call, document: StoredDocument): Promise<DocumentFacts> {
  const printable = await loadOrWarn(call, document.id, () => loadPrintable(call.env, document));
  return toFacts(call, { ...document, key: document.idempotencyKey }, printable);
}

/** The outcome matters more: when the files are out of reach, the answer goes out without the facts to print. */
async function loadOrWarn(
  call: Call,
  documentId: number,
  load: () => Promise<Printable | null>,
): Promise<Printable | null> {
  try {
    return await load();
  } catch (cause) {
    const companyId = call.caller.company.id;
    writeWarning("printable_unavailable", { companyId, documentId, error: describeError(cause) });
    return null;
  }
}

/** The facts of a document of which this is printed. */
export function toFacts(
  { env }: Call,
  { key, metadata, ...pointOfSale }: Kept & { readonly key: string | null },
  printable: Printable | null,
): DocumentFacts {
  const representacion = printable === null ? null : toRepresentation(printable, findMaker(env));
  const where = toPointOfSale(pointOfSale);
  return { draft_key: key, idempotency_key: key, metadatos: metadata, ...where, representacion };
}
