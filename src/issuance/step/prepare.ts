// Numbers, signs and archives a reserved document: the steps `allocate`, `sign` and `archive`.

import { fullNumber } from "../../domain/company.ts";
import type { Document } from "../../domain/document/document.ts";
import type { LastError } from "../../domain/document/timeline.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { DamagedFileError, isFileOf, xmlPathOf } from "../../store/archive/files.ts";
import { writeLabel } from "../../store/archive/snapshot.ts";
import { BusyError } from "../../store/base/gate.ts";
import type { AllocateResult, IssueRecord, Ports, SignedFile, WholeRow } from "../contract/ports.ts";
import { areSecretsOpen, change, getCompany, type Knowledge, type Learned, readInstant } from "../record/journal.ts";
import { DAILY_POLL_COUNT } from "../record/schedule.ts";
import { allocateRecord, archiveRecord, failRecord, signRecord } from "../record/transition.ts";
import { completeRow, findRetired, isOvertaken, replaceByRow } from "../repair/adoption.ts";

/** D1's transient errors are answered by the same batch once more, at once. */
const ALLOCATE_TRIES = 2;
const OTHER_BYTES: LastError = { step: "archive", reason: "other-bytes", detail: "other bytes at the path" };

/** The step `allocate`: one batch, idempotent by the reservation; refused, the journal forgets and nothing was consumed. */
export async function allocate(ports: Ports, record: IssueRecord, known: Knowledge): Promise<Learned> {
  const { document, reservationId } = record;
  if (document === null) throw new Error("a reservation without its document");
  let opened: Opened;
  let result: Answered;
  try {
    opened = await openSecrets(ports, record, document, known);
    result = await completeTaken(ports, await allocateTwice(ports, record, document));
  } catch (cause) {
    return { failure: { cause } };
  }
  // Other calls came in while D1 worked: only the same reservation, still without a number, takes the result.
  const present = ports.journal.read();
  const isOurs = present?.reservationId === reservationId && present.documentId === null;
  return { ...opened, ...(isOurs && applyAllocation(ports, present, result)) };
}

/** The name has a document whose row alone is left: what it left to its file is lost until a person puts the file back. */
interface LeftToRow {
  readonly type: "left-to-row";
}

/** What D1 answered; the row of another document is whole. */
type Answered =
  | Exclude<AllocateResult, { readonly type: "taken" }>
  | { readonly type: "taken"; readonly row: WholeRow }
  | LeftToRow;

/** Another document's row answers for it: whole. @throws Error when R2 does not answer. */
async function completeTaken(ports: Ports, result: AllocateResult): Promise<Answered> {
  if (result.type !== "taken") return result;
  try {
    return { ...result, row: await completeRow(ports, result.row) };
  } catch (cause) {
    if (cause instanceof DamagedFileError) return { type: "left-to-row" };
    throw cause;
  }
}

/** Applies D1's answer to a reservation: it gets its number, or the journal forgets it. */
function applyAllocation(ports: Ports, reserved: IssueRecord, result: Answered): Learned {
  switch (result.type) {
    case "allocated":
      change(ports, (one) => allocateRecord(one, result, readInstant(ports)));
      return { isConfirmed: true };
    case "moved":
      // Nothing was consumed: the next request is of the environment that the company is in.
      ports.journal.forget();
      return {};
    case "stale":
      ports.journal.forget();
      return { ending: { type: "stale" } };
    case "left-to-row":
      // The key is that document's, so that nothing is begun: each request looks again.
      ports.journal.forget();
      return { ending: { type: "unavailable" } };
    case "refused": {
      const { heldNumber, ...refusal } = result;
      ports.journal.forget();
      if (heldNumber !== null) reportHeldNumber(ports, reserved.companyId, heldNumber);
      return { ending: refusal };
    }
    case "taken": {
      const record = findRetired(ports, result.row);
      if (record === undefined) {
        replaceByRow(ports, result.row);
        return {};
      }
      ports.journal.forget();
      return { ending: { type: "retired", record } };
    }
  }
}

/** Reports a next number that another document holds, once a day: it stops every document of the range alike. */
function reportHeldNumber({ world }: Ports, companyId: number, number: string): void {
  world.alert("next_number_held", { companyId, number, day: dateInBogota(world.nowMs()) });
}

/** The issuer of a document whose secrets opened. */
type Opened = Required<Pick<Knowledge, "company" | "hasSecrets">>;

/**
 * Opens what signing takes, once in a drive: a number whose document cannot be signed is a gap in the range.
 * @throws Error when a secret does not open, or D1 fails.
 */
async function openSecrets(ports: Ports, record: IssueRecord, document: Document, known: Knowledge): Promise<Opened> {
  const { reservedAt, numbering } = record;
  const company = await getCompany(ports, record, known);
  const isOpen = known.hasSecrets || (await areSecretsOpen(ports, { company, document, reservedAt, numbering }));
  if (!isOpen) throw new Error("a secret of the company does not open");
  return { company, hasSecrets: true };
}

async function allocateTwice(ports: Ports, record: IssueRecord, document: Document): Promise<AllocateResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ports.ledger.allocate(record, document);
    } catch (cause) {
      // A batch that waited for its whole time before it was sent would wait behind those that wait now.
      if (tries === ALLOCATE_TRIES || cause instanceof BusyError) throw cause;
    }
  }
}

/** The step `sign`: the same inputs give the same bytes, so a repeat after a crash makes the same file. */
export async function sign(ports: Ports, record: IssueRecord, known: Knowledge): Promise<Learned> {
  let signed: Signed;
  try {
    signed = await makeSignedFile(ports, record, known);
  } catch (cause) {
    return { failure: { cause } };
  }
  const { file, place, opened } = signed;
  change(ports, (one) => (one.state === "creating" ? signRecord(one, file, place, readInstant(ports)) : undefined), {
    signedBytes: file.bytes,
  });
  return opened;
}

/** A signed file and where it lies, or will. */
interface Signed {
  readonly file: SignedFile;
  readonly place: { readonly xmlPath: string; readonly isArchived: boolean };
  readonly opened: Opened;
}

/** @throws Error when a secret does not open, or D1 or the archive fails. */
async function makeSignedFile(ports: Ports, record: IssueRecord, known: Knowledge): Promise<Signed> {
  const { document, numbering } = record;
  if (document === null || numbering === null) throw new Error("a document without payload or number cannot be signed");
  const opened = await openSecrets(ports, record, document, known);
  const { company } = opened;
  const file = await ports.signer.sign(company, document, numbering, record.reservedAt);
  const xmlPath = xmlPathOf(company, document.typeCode, numbering);
  const stored = record.isAdopted ? await ports.archive.get(xmlPath) : undefined;
  // Another document's file lies at our path and must not be sent: the step `archive` will find it and stop.
  const names = { fullNumber: fullNumber(numbering), fiscalId: file.fiscalId };
  if (stored === undefined || !isFileOf(stored, names)) return { file, place: { xmlPath, isArchived: false }, opened };
  // The lost journal may have sent the file that the archive holds: that file is the document, not the one just signed.
  const sha256 = await ports.world.sha256Hex(stored);
  return { file: { ...file, bytes: stored, sha256 }, place: { xmlPath, isArchived: true }, opened };
}

/**
 * The step `archive`: write-once. Other bytes already there: stop the range, alert, never send; looked at again daily. They may be this
 * very document's, signed by an earlier certificate, when its journal was set back: then D1 shows a later state.
 */
export async function archive(ports: Ports, record: IssueRecord): Promise<Learned> {
  const { xmlPath, xmlSha256 } = record;
  const bytes = ports.journal.readSignedBytes();
  if (xmlPath === null || xmlSha256 === null || bytes === undefined)
    throw new Error("a signed record without its file");
  let isOurs: boolean;
  try {
    isOurs = (await ports.archive.putOnce(xmlPath, bytes, xmlSha256, writeLabel(record))) !== "other-bytes";
    if (!isOurs && (await isOvertaken(ports, record))) return { failure: {} };
    // D1 was set back, and gives numbers again that it gave before: each further one could be such a number.
    if (!isOurs) await ports.ledger.stopRange(record, "before-restore");
  } catch (cause) {
    return { failure: { cause } };
  }
  if (isOurs) {
    change(ports, (one) => (one.state === "firmado" ? archiveRecord(one, readInstant(ports)) : undefined));
    return {};
  }
  change(ports, (one) =>
    one.state === "firmado" ? failRecord(one, OTHER_BYTES, readInstant(ports), DAILY_POLL_COUNT) : undefined,
  );
  ports.world.alert("archive_conflict", { companyId: record.companyId, documentId: record.documentId });
  return { failure: {} };
}
