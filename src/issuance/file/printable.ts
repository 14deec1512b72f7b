// Reads the facts that are printed of a document: from the files that its object still holds, else from the archive.
import { readCarriedResponse } from "../../authority/outcome.ts";
import type { Printable } from "../../domain/document/signed-document.ts";
import type { State } from "../../domain/document/state.ts";
import type { Attempt } from "../../domain/document/timeline.ts";
import { listRoundings } from "../../domain/price/payment.ts";
import type { Env } from "../../env.ts";
import { completeDocument, type WholeDocument } from "../../store/archive/filed.ts";
import { answerPath, createArchive, DamagedFileError, digestFile, readSigned } from "../../store/archive/files.ts";
import { findAnswer, readAnswerBehind } from "../../store/archive/snapshot.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import { readSignedDocument, readValidation } from "../../ubl/read-document.ts";
import type { IssueRecord, Journal } from "../contract/ports.ts";
import { getIssuance } from "../contract/stub.ts";

/** The two files that everything printed is read from, and what neither of them has. */
interface PrintableFiles extends Pick<Printable, "resolutionDate" | "roundings"> {
  readonly xml: Uint8Array;
  /** The authority's answer that accepted the document; undefined before it did, or when it came without one. */
  readonly response: Uint8Array | undefined;
}

/** What identifies a document in the log. */
interface Ids {
  readonly companyId: number;
  readonly documentId: number;
}

/**
 * What is printed of a document, as far as its journal still holds the files: until they are archived for good.
 * @returns null before it is signed; undefined when the archive has to be read.
 */
export function readHeldPrintable(journal: Journal): Printable | null | undefined {
  const record = journal.read();
  if (record === undefined || record.xmlPath === null) return null;
  const xml = journal.readSignedBytes();
  if (xml === undefined || record.documentId === null) return undefined;
  const { companyId, documentId, numbering, summary } = record;
  const response = findHeldResponse(journal, record);
  if (response === undefined && record.state === "aceptado") return undefined;
  const kept = { resolutionDate: numbering?.resolutionDate ?? null, roundings: summary?.sale?.roundings ?? [] };
  return read({ xml, response, ...kept }, { companyId, documentId });
}

function findHeldResponse(journal: Journal, { state, xmlPath, attempts }: IssueRecord): Uint8Array | undefined {
  const accepting = findAccepting(state, attempts);
  if (xmlPath === null || accepting === undefined) return undefined;
  const path = answerPath(xmlPath, accepting.id);
  return readResponse(accepting, journal.listPendingFiles().find((file) => file.path === path)?.bytes);
}

/** The exchange that accepted a document; undefined before it is accepted. */
export function findAccepting<One extends Pick<Attempt, "outcome">>(
  state: State,
  attempts: readonly One[],
): One | undefined {
  return state === "aceptado" ? attempts.findLast(({ outcome }) => outcome === "accepted") : undefined;
}

function readResponse({ kind }: Attempt, answer: Uint8Array | undefined): Uint8Array | undefined {
  return (answer && readCarriedResponse(kind, answer)) ?? undefined;
}

/**
 * What is printed of a document that its row shows, out of the archive: both files at once.
 * @returns null before it is signed, and for one that this service has no file of.
 * @throws DamagedFileError when the archive has another signed file; Error when it does not answer.
 */
export async function loadPrintable(env: Env, document: StoredDocument | WholeDocument): Promise<Printable | null> {
  const { xmlPath, xmlSha256, resolutionDate, id, companyId } = document;
  if (xmlPath === null) return null;
  const [xml, { response, roundings }] = await Promise.all([
    readSigned(env.FILES, { xmlPath, xmlSha256 }),
    loadUnsigned(env, document),
  ]);
  if (xml === undefined) return null;
  return read({ xml, response, resolutionDate, roundings }, { companyId, documentId: id });
}

/** What the signed file does not say. Where it is gone, the document is printed without it. */
async function loadUnsigned(
  env: Env,
  document: StoredDocument | WholeDocument,
): Promise<Pick<PrintableFiles, "response" | "roundings">> {
  let roundings: Printable["roundings"] = [];
  try {
    const whole = await completeDocument(createArchive(env.FILES).get, document);
    roundings = listRoundings(whole.detail.payments);
    return { response: await loadResponse(env, whole), roundings };
  } catch (cause) {
    if (cause instanceof DamagedFileError && cause.damage === "missing-file") return { response: undefined, roundings };
    throw cause;
  }
}

/**
 * The authority's answer that accepted a document. For a moment after its verdict only the object has it.
 * @returns undefined before it is accepted, or when the authority sent none.
 * @throws DamagedFileError when it is gone, or not the one that came.
 */
export async function loadResponse(
  env: Env,
  document: StoredDocument | WholeDocument,
): Promise<Uint8Array | undefined> {
  const archive = createArchive(env.FILES);
  const { state, xmlPath, timeline, issuanceName, file } = await completeDocument(archive.get, document);
  const accepting = findAccepting(state, timeline?.attempts ?? []);
  if (accepting === undefined || xmlPath === null) return undefined;
  const path = answerPath(xmlPath, accepting.id);
  const find = async () =>
    (file && readAnswerBehind(file, path)) ?? (await findAnswer(archive.get, xmlPath, accepting.id));
  let answer = await find();
  if (answer === undefined && issuanceName !== null) {
    const held = await getIssuance(env, issuanceName).readPending(path);
    // It may have gone from one to the other between the two questions.
    answer = held ?? (await find());
  }
  const { answerSha256 } = accepting;
  if (answerSha256 !== null) {
    if (answer === undefined) throw new DamagedFileError("missing-file");
    if ((await digestFile(answer)) !== answerSha256) throw new DamagedFileError("changed-file");
  }
  return readResponse(accepting, answer);
}

/** A file that cannot be read costs the printed facts, never the answer about the document. */
function read({ xml, response, ...kept }: PrintableFiles, ids: Ids): Printable | null {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  try {
    const document = readSignedDocument(decode(xml));
    const validated = response === undefined ? null : readValidation(decode(response), document.fiscalId);
    return { document, validated, ...kept };
  } catch (cause) {
    writeWarning("printable_unreadable", { ...ids, error: describeError(cause) });
    return null;
  }
}
