// Takes over what D1 knows of a document whose journal was lost or set back: such a document is asked about, and never sent.
import type { Document } from "../../domain/document/document.ts";
import { isTerminal } from "../../domain/document/state.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { completeEntry } from "../../store/archive/filed.ts";
import { DamagedFileError } from "../../store/archive/files.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { IssueCommand } from "../contract/command.ts";
import type { Corrected, IssueRecord, LedgerRow, Ports, WholeRow } from "../contract/ports.ts";
import { loadCorrected } from "../price/load-corrected.ts";
import { change, type Learned, readInstant } from "../record/journal.ts";
import { mayBeRetired } from "../record/schedule.ts";
import {
  adoptRow,
  completeAdoption,
  failRecord,
  forgetProjection,
  outrankRow,
  awaitPayload as postpone,
} from "../record/transition.ts";

/**
 * The journal was lost: its record is made anew out of the row, and never sends. Where it may have retired, the record is only
 * for the answer.
 */
export function beginAdopted(ports: Ports, name: string, row: WholeRow): IssueRecord {
  const instant = readInstant(ports);
  const record = adoptRow(row, name, instant);
  if (mayBeRetired(row, instant.nowMs)) return record;
  if (!ports.journal.reserve(record)) throw new Error("the journal changed within one turn");
  ports.world.alert("journal_lost", { companyId: row.companyId, documentId: row.documentId });
  return record;
}

/**
 * The row with what it left to its file.
 * @throws DamagedFileError, with an alert, when the file is gone or not the one that was written; Error when R2 does not answer.
 */
export async function completeRow({ archive, world }: Ports, row: LedgerRow): Promise<WholeRow> {
  try {
    return await completeEntry(archive.get, row);
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    const { companyId, documentId } = row;
    world.alert("file_lost", { companyId, documentId, difference: cause.damage });
    throw cause;
  }
}

/** Finds the row of a name, whole. @throws as `completeRow`; Error when D1 fails. */
export async function findWholeRow(ports: Ports, name: string): Promise<WholeRow | undefined> {
  const row = await ports.ledger.findByName(name);
  return row && completeRow(ports, row);
}

/** The record that answers for the row of another reservation whose journal retired; undefined when it did not. */
export function findRetired(ports: Ports, row: WholeRow): IssueRecord | undefined {
  const present = ports.journal.read();
  const instant = readInstant(ports);
  const isOther = present !== undefined && present.reservationId !== row.reservationId;
  return isOther && mayBeRetired(row, instant.nowMs) ? adoptRow(row, present.name, instant) : undefined;
}

/** D1 knows more than the record in the journal, which was lost or set back: the row takes its place, and never sends. */
export function replaceByRow(ports: Ports, row: WholeRow): void {
  const isSetBack = ports.journal.read()?.reservationId === row.reservationId;
  const adopted = change(ports, (one) => adoptRow(row, one.name, readInstant(ports)));
  if (adopted === undefined) return;
  // At rest for good: no later step would drop what the journal still holds.
  if (adopted.wakeAt === null) ports.journal.dropSignedBytes();
  const { companyId, documentId } = row;
  ports.world.alert(isSetBack ? "journal_stale" : "journal_lost", { companyId, documentId });
}

/**
 * Asks D1 whether it knows a later state of a document that is open: then storage was set back, and the document may have left. Where the
 * file is lost that has the rest of what D1 knew, the document waits for it, and its caller is told nothing.
 * @throws Error when D1 or R2 fails.
 */
export async function isOvertaken(ports: Ports, record: IssueRecord): Promise<boolean> {
  const row = await ports.ledger.findByName(record.name);
  if (row === undefined || (row.version <= record.version && !isTerminal(row.state))) return false;
  try {
    replaceByRow(ports, await completeRow(ports, row));
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    const lastError = { step: null, reason: "file-lost", detail: cause.damage } as const;
    change(ports, (one) => failRecord(one, lastError, readInstant(ports)));
  }
  return true;
}

/** The cron wakes an object because of a row: finds out which of row and journal is behind, and brings it up to date. */
export async function compareWithRow(ports: Ports, name: string): Promise<void> {
  let row: WholeRow | undefined;
  try {
    row = await findWholeRow(ports, name);
  } catch (cause) {
    return ports.world.alert("ledger_unreachable", { error: describeError(cause) });
  }
  const record = ports.journal.read();
  if (record === undefined) {
    if (row !== undefined) beginAdopted(ports, name, row);
  } else if (row === undefined || row.version < record.projectedVersion) {
    // D1 was restored to an earlier state, or its row written from a file: the journal shows itself again. A settled row
    // needs nothing; what was adopted from it knows less.
    const isSettledRow = row !== undefined && isTerminal(row.state);
    if (record.documentId !== null && !isSettledRow) change(ports, (one) => forgetProjection(one, row?.version ?? 0));
  } else if (row.version > record.version || (row.version === record.version && row.state !== record.state)) {
    // The journal was set back. Settled again meanwhile, it has the authority's word, which D1 lacks.
    const isSettledAgain = isTerminal(record.state) && !isTerminal(row.state);
    if (isSettledAgain) change(ports, (one) => outrankRow(one, row.version));
    else replaceByRow(ports, row);
  }
}

/** An adopted document that cannot be signed or asked about until its client sends the payload again. */
function lacksPayload({ isAdopted, state, document }: IssueRecord): boolean {
  return isAdopted && state === "creating" && document === null;
}

/**
 * What a note refers to whose journal is lost and whose payload the client brings again: as it was before the note.
 * @returns undefined where nothing is lost, or D1 or R2 does not say.
 */
export async function findLostTarget(ports: Ports, { draft, company }: IssueCommand): Promise<Corrected | undefined> {
  const known = ports.journal.read();
  if (draft.kind !== "note" || known === undefined || !lacksPayload(known)) return undefined;
  const asOf = known.correction ?? undefined;
  if (asOf === undefined) return { target: null, correction: null };
  try {
    return await loadCorrected(ports, draft, company, { asOf });
  } catch (cause) {
    // Whoever operates was told of a file that is lost.
    if (cause instanceof Refusal) return undefined;
    ports.world.alert("ledger_unreachable", { companyId: known.companyId, error: describeError(cause) });
    return undefined;
  }
}

/**
 * Gives an adopted document the payload that its client sent again, if it prices to the same total and date.
 * @returns undefined when nothing changed.
 */
export function bringPayload(
  ports: Ports,
  command: IssueCommand,
  record: IssueRecord,
  corrected: Corrected | undefined,
): IssueRecord | undefined {
  if (!lacksPayload(record) || (command.draft.kind === "note" && corrected === undefined)) return undefined;
  const ids = { companyId: record.companyId, documentId: record.documentId };
  let document: Document;
  try {
    document = ports.price(command, Date.parse(record.reservedAt), corrected).document;
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    ports.world.alert("adoption_refused", { ...ids, refusal: cause.code });
    return undefined;
  }
  if (document.totals.total !== record.summary?.total || document.issueDate !== record.summary.issueDate) {
    ports.world.alert("adoption_differs", ids);
    return undefined;
  }
  return change(ports, (one) => completeAdoption(one, document, readInstant(ports)));
}

/** The step `await-payload`: only the client's next request, or a person, moves an adopted document without its payload. */
export function awaitPayload(ports: Ports): Learned {
  const record = change(ports, (one) => postpone(one, readInstant(ports)));
  const { companyId = null, documentId = null } = record ?? {};
  ports.world.alert("adopted_without_payload", { companyId, documentId });
  return {};
}
