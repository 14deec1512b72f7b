// Makes every change of a document's state: each function takes a record and returns the next one; pure.

import { planHandOver } from "../../domain/company/choice.ts";
import type { Document } from "../../domain/document/document.ts";
import { type Event, nextState } from "../../domain/document/state.ts";
import type { Attempt, LastError, StateChange, Verdict } from "../../domain/document/timeline.ts";
import { listShares } from "../../domain/note/note-allowance.ts";
import { summarizeSale } from "../../domain/price/payment.ts";
import type { Correction } from "../../store/document/corrected.ts";
import { readDuplicate, readNoteFacts, readSale } from "../../store/document/documents.ts";
import type { DocumentSummary, IssueCommand, OrderCommand } from "../contract/command.ts";
import type { Allocated, IssueRecord, LedgerRow, Priced, SignedFile, WholeRow } from "../contract/ports.ts";
import { DAILY_POLL_COUNT, isAsking, planWake, pollDelayMs } from "./schedule.ts";

/** The instant of a change, and what its next wake depends on. */
export interface Instant {
  readonly nowMs: number;
  readonly random: number;
  readonly pollScale: number;
}

/** What a record looks like before its wake is planned. */
export type Patch = Partial<Omit<IssueRecord, "version" | "wakeAt" | "projectedVersion">>;

/** More than any instance could have counted: an adopted record outranks everything that the lost journal still projects. */
const ADOPTION_LEAP = 1_000;
/** Five minutes: D1 is back, or it is worth another look. */
const POSTPONED_INDEX_MAX = 5;
/** Status questions kept in the time line; every sending is kept. */
const QUESTIONS_KEPT = 40;

/** The first record of a key: its fingerprint, its document, its instant. */
export function reserveRecord(
  command: IssueCommand,
  priced: Priced,
  reservationId: string,
  instant: Instant,
): IssueRecord {
  const at = toIso(instant.nowMs);
  const { environment } = command.company;
  const { branch, till, counterpart } = priced.document;
  const sold = { module: command.module, environment, counterpart };
  const handOver = planHandOver(command.company.mail ?? null, command.handOver ?? null, sold);
  const record: IssueRecord = {
    version: 1,
    name: command.name,
    module: command.module,
    companyId: command.companyId,
    clientId: command.clientId,
    key: command.key,
    environment,
    testSetId: environment === "habilitacion" ? (command.company.software[command.module]?.testSetId ?? null) : null,
    fingerprint: command.fingerprint,
    reservationId,
    reservedAt: at,
    state: "creating",
    document: priced.document,
    summary: summarize(priced.document, priced.correction),
    rangeKind: priced.rangeKind,
    ...(priced.correction && { correction: priced.correction }),
    ...(command.metadata && { metadata: command.metadata }),
    ...(handOver && { handOver }),
    ...(branch && { establishment: branch.code }),
    ...(till && { till }),
    documentId: null,
    numbering: null,
    fiscalId: null,
    fileName: null,
    xmlPath: null,
    xmlSha256: null,
    isArchived: false,
    zipKey: null,
    verdict: null,
    attempts: [],
    changes: [{ at, from: null, to: "creating", event: "reserved" }],
    absenceCount: 0,
    firstAbsentAt: null,
    pollCount: 0,
    wakeAt: null,
    projectedVersion: 0,
    lastError: null,
    isAdopted: false,
  };
  return { ...record, wakeAt: planWake(record, instant.nowMs, instant.random, instant.pollScale) };
}

/** The record with its number; D1 shows it from now on. */
export function allocateRecord(record: IssueRecord, allocated: Allocated, instant: Instant): IssueRecord {
  const { documentId, environment, numbering, thirdPartyId, planSequence } = allocated;
  const patch: Patch = {
    documentId,
    environment,
    numbering,
    thirdPartyId,
    planSequence,
    pollCount: 0,
    lastError: null,
  };
  return advance(record, patch, instant);
}

/** The record with its signed file; an adopted one may find the file in the archive already. */
export function signRecord(
  record: IssueRecord,
  file: Omit<SignedFile, "bytes">,
  place: { readonly xmlPath: string; readonly isArchived: boolean },
  instant: Instant,
): IssueRecord {
  const { fiscalId, fileName, sha256 } = file;
  const patch = { fiscalId, fileName, xmlSha256: sha256, ...place, pollCount: 0, lastError: null };
  return move(record, "signed", patch, instant);
}

/** The record whose signed file the archive holds. */
export function archiveRecord(record: IssueRecord, instant: Instant): IssueRecord {
  return advance(record, { isArchived: true, pollCount: 0, lastError: null }, instant);
}

/** The barrier: from here on the document may have left. Written before the request, never after. */
export function raiseBarrier(
  record: IssueRecord,
  attemptId: string,
  instant: Instant,
  order?: OrderCommand,
): IssueRecord {
  const attempt: Attempt = {
    id: attemptId,
    kind: "send",
    startedAt: toIso(instant.nowMs),
    endedAt: null,
    outcome: null,
    httpStatus: null,
    detail: null,
    answerSha256: null,
  };
  const attempts = [...record.attempts, attempt];
  const patch: Patch = { attempts, absenceCount: 0, firstAbsentAt: null, pollCount: 0, isArchived: true };
  if (order === undefined) return move(record, "sending", patch, instant);
  const { orderId, reason } = order;
  const actor = `${order.actor} + ${order.approver}`;
  return move(record, "operator-resend", patch, instant, { actor, reason, orderId });
}

/**
 * The record of a document that two people closed, because another one has its number.
 * @param ownPath where its signed file is kept; null when there is none.
 */
export function closeRecord(
  record: IssueRecord,
  { orderId, actor, approver, reason }: OrderCommand,
  ownPath: string | null,
  instant: Instant,
): IssueRecord {
  const detail = "another document has its number; it was never sent";
  const lastError: LastError = { step: null, reason: "closed", detail };
  const patch: Patch = { xmlPath: ownPath, isArchived: ownPath !== null, pollCount: 0, lastError };
  return move(record, "operator-close", patch, instant, { actor: `${actor} + ${approver}`, reason, orderId });
}

/**
 * The record of a document that left, that the authority denies, and that two people closed. Its number and its CUFE or CUDS
 * stay, and with them all that could show that the authority has it after all.
 * @param said the authority's last words.
 */
export function closeSentRecord(
  record: IssueRecord,
  { orderId, actor, approver, reason }: OrderCommand,
  said: Verdict,
  instant: Instant,
): IssueRecord {
  const sendings = record.attempts.filter(({ kind }) => kind === "send").length;
  const detail = `sent ${sendings} times; asked once more, the authority did not know it or refused it without a verdict`;
  const patch: Patch = {
    verdict: { ...said, isClosing: true },
    pollCount: 0,
    lastError: { step: null, reason: "closed-sent", detail },
  };
  return move(record, "operator-close", patch, instant, { actor: `${actor} + ${approver}`, reason, orderId });
}

/** An adopted document whose lost journal may have sent it: asked about, never sent. */
export function presumeSent(record: IssueRecord, instant: Instant): IssueRecord {
  const sending = move(record, "sending", {}, instant);
  return move(sending, "uncertain", { pollCount: 0, lastError: loseJournal("perhaps sent") }, instant);
}

/** The instance that held the request died with it: its attempt ends without an answer, and the authority is asked. */
export function giveUpWaiting(record: IssueRecord, instant: Instant): IssueRecord {
  const at = toIso(instant.nowMs);
  const detail = "the instance that sent it ended before the answer";
  const attempts = record.attempts.map((attempt) =>
    attempt.endedAt === null ? { ...attempt, endedAt: at, outcome: "unknown", detail } : attempt,
  );
  const lastError: LastError = { step: null, reason: "instance-ended", detail };
  const next = move(record, "uncertain", { attempts, pollCount: 0, lastError }, instant);
  return { ...next, wakeAt: at };
}

/**
 * A step failed: it is tried again after the next delay of the schedule, and D1 is shown the error. The version stays:
 * nothing of the document changed, and in a journal that was set back, failures would carry it past the version that D1
 * knows, and that version alone says that the document may have been sent.
 */
export function failRecord(record: IssueRecord, error: LastError, instant: Instant, pollCount?: number): IssueRecord {
  const next = {
    ...record,
    pollCount: pollCount ?? record.pollCount + 1,
    lastError: error,
    projectedVersion: Math.min(record.projectedVersion, record.version - 1),
  };
  return { ...next, wakeAt: planWake(next, instant.nowMs, instant.random, instant.pollScale) };
}

/** Looks of a held document between two times that D1 is shown of it. */
const LOOKS_UNSHOWN = 30;

/**
 * The authority is down, or it is not the document's turn yet: it stays as it is until `untilMs` (epoch milliseconds). D1 is shown that
 * once, and now and then again: thousands look each minute.
 */
export function holdRecord(record: IssueRecord, untilMs: number): IssueRecord {
  const looks = record.lastError?.reason === "held" ? record.pollCount : 0;
  const isShown = looks % LOOKS_UNSHOWN === 0;
  return {
    ...record,
    pollCount: looks + 1,
    lastError: { step: null, reason: "held", detail: "the authority is down, or was and others go first" },
    projectedVersion: isShown ? Math.min(record.projectedVersion, record.version - 1) : record.projectedVersion,
    wakeAt: toIso(untilMs),
  };
}

/**
 * What waits is due now, and D1 is shown when it waits again: its row says "at once" until then.
 * @returns undefined where nothing waits.
 */
export function hurryRecord(record: IssueRecord, nowMs: number): IssueRecord | undefined {
  const { state, wakeAt, version } = record;
  const isWaiting = isAsking(state) || state === "firmado";
  if (!isWaiting || wakeAt === null || Date.parse(wakeAt) <= nowMs) return undefined;
  return { ...record, wakeAt: toIso(nowMs), projectedVersion: Math.min(record.projectedVersion, version - 1) };
}

/** A question could not even be asked: its place in the schedule stays, and its turn comes again soon. */
export function postponeQuestion(record: IssueRecord, error: LastError, instant: Instant): IssueRecord {
  const { nowMs, random, pollScale } = instant;
  const delayMs = pollDelayMs(Math.min(record.pollCount, POSTPONED_INDEX_MAX), random, pollScale);
  return { ...advance(record, { lastError: error }, instant), wakeAt: toIso(nowMs + delayMs) };
}

/** An adopted document without its payload: all that is left is a daily warning to the operator. */
export function awaitPayload(record: IssueRecord, instant: Instant): IssueRecord {
  return failRecord(record, loseJournal("waiting for the client's payload"), instant, DAILY_POLL_COUNT);
}

/** Bookkeeping of a settled record failed (projection, archive of an answer): later again; D1 need not know. */
export function delayRecord(record: IssueRecord, instant: Instant): IssueRecord {
  const next = { ...record, pollCount: record.pollCount + 1 };
  return { ...next, wakeAt: planWake(next, instant.nowMs, instant.random, instant.pollScale) };
}

/** The record whose version D1 is known to show. */
export function markProjected(record: IssueRecord, version: number): IssueRecord | undefined {
  return record.projectedVersion >= version ? undefined : { ...record, projectedVersion: version };
}

/** The settled record that is in its file: its row is to leave to it what it still has. @param fileSha256 null where none can have it. */
export function markFiled(record: IssueRecord, fileSha256: string | null): IssueRecord {
  const { projectedVersion, version } = record;
  const isFat = fileSha256 !== null && projectedVersion >= version;
  return { ...record, fileSha256, projectedVersion: isFat ? version - 1 : projectedVersion };
}

/** The record whose range D1 is known to have stopped. */
export function markRangeStopped(record: IssueRecord): IssueRecord | undefined {
  const { numberTaken = null } = record;
  return numberTaken === null ? undefined : { ...record, numberTaken: { ...numberTaken, isRangeStopped: true } };
}

/** The record whose row in D1 turned out to be behind, or gone. */
export function forgetProjection(record: IssueRecord, version: number): IssueRecord {
  return { ...record, projectedVersion: version };
}

/** The settled record whose row shows an open state that the journal does not know: this one outranks it. */
export function outrankRow(record: IssueRecord, rowVersion: number): IssueRecord {
  return { ...record, version: rowVersion + ADOPTION_LEAP, projectedVersion: rowVersion };
}

/** The record without its payload, at rest for good. */
export function dropPayload(record: IssueRecord): IssueRecord {
  return { ...record, document: null, ...(record.handOver && { handOver: null }), wakeAt: null };
}

/** Makes a record out of a whole row of D1 when the journal is lost; it never sends by itself. */
export function adoptRow(row: WholeRow, name: string, instant: Instant): IssueRecord {
  const { documentId, numbering, typeCode, issueDate, currency, subtotal, taxes, total, withheld, ...others } = row;
  const { correctedId, note: _, duplicate: __, fileSha256, ...known } = others;
  const { liveNotes = "", settled } = readNoteFacts(row) ?? {};
  const live = settled === undefined ? { liveNotes } : { liveNotes, settled };
  const correction: Correction | null = correctedId === null ? null : { documentId: correctedId, ...live };
  const figures = { typeCode, issueDate, currency, subtotal, taxes, total, withheld, withholdings: [] };
  const isAtRest = known.state === "aceptado" || known.state === "rechazado";
  // That the authority has the document already is never forgotten: such a one is not closed by people.
  const duplicate = isAtRest ? null : readDuplicate(row);
  const record: IssueRecord = {
    ...known,
    name,
    testSetId: null,
    documentId,
    numbering,
    version: row.version + ADOPTION_LEAP,
    projectedVersion: isAtRest ? row.version + ADOPTION_LEAP : row.version,
    document: null,
    summary: { ...figures, ...summarizeRow(row) },
    ...(correction && { correction }),
    ...(fileSha256 !== null && { fileSha256 }),
    isArchived: row.xmlSha256 !== null,
    attempts: duplicate === null ? [] : [duplicate],
    changes: [{ at: toIso(instant.nowMs), from: null, to: row.state, event: "adopted" }],
    absenceCount: 0,
    firstAbsentAt: null,
    pollCount: 0,
    wakeAt: null,
    lastError: loseJournal("adopted from D1"),
    isAdopted: true,
  };
  if (isAtRest) return record;
  return { ...record, wakeAt: planWake(record, instant.nowMs, instant.random, instant.pollScale) };
}

function summarizeRow(row: LedgerRow): Pick<DocumentSummary, "note" | "sale"> {
  const facts = readNoteFacts(row);
  const sale = readSale(row);
  const said = sale === undefined ? {} : { sale };
  if (facts === null) return said;
  const { concept, corrected, shares } = facts;
  return { ...said, note: { concept, corrected, shares, correctedId: row.correctedId } };
}

/** An adopted document whose payload the client brought again. */
export function completeAdoption(record: IssueRecord, document: Document, instant: Instant): IssueRecord {
  const summary = summarize(document, record.correction);
  return advance(record, { document, summary, pollCount: 0 }, instant);
}

function loseJournal(detail: string): LastError {
  return { step: null, reason: "journal-lost", detail };
}

/** The figures of a document that stay when it is dropped. */
function summarize(document: Document, correction?: Correction | null): DocumentSummary {
  const { typeCode, issueDate, currency, totals, withholdings } = document;
  const { subtotal, taxes, total, withheld } = totals;
  const figures = { typeCode, issueDate, currency, subtotal, taxes, total, withheld, withholdings };
  const sale = summarizeSale(document);
  const summary = sale === undefined ? figures : { ...figures, sale };
  if (document.kind !== "note") return summary;
  const { concept, corrected } = document;
  const shares = listShares(document);
  return { ...summary, note: { concept, corrected, shares, correctedId: correction?.documentId ?? null } };
}

/** Changes the record without changing its state. */
function advance(record: IssueRecord, patch: Patch, instant: Instant): IssueRecord {
  const next = { ...record, ...patch, version: record.version + 1 };
  return { ...next, wakeAt: planWake(next, instant.nowMs, instant.random, instant.pollScale) };
}

/**
 * Changes the state by one event of the table.
 * @throws Error on a cell that the table does not have: a bug of ours.
 */
export function move(
  record: IssueRecord,
  event: Event,
  patch: Patch,
  instant: Instant,
  by?: Required<Pick<StateChange, "actor" | "reason" | "orderId">>,
): IssueRecord {
  const to = nextState(record.state, event);
  const change: StateChange = { at: toIso(instant.nowMs), from: record.state, to, event, ...by };
  return advance(record, { ...patch, state: to, changes: appendChange(record.changes, change) }, instant);
}

/** A state that confirms itself again and again keeps one entry, the latest. */
function appendChange(changes: readonly StateChange[], change: StateChange): readonly StateChange[] {
  const last = changes.at(-1);
  const isRepeated =
    change.from === change.to && last?.from === change.from && last.to === change.to && last.event === change.event;
  return isRepeated ? [...changes.slice(0, -1), change] : [...changes, change];
}

/** The time line with one more attempt; the oldest questions give way, sendings and the last "duplicate" never. */
export function appendAttempt(attempts: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const all = [...attempts, attempt];
  const questions = all.filter((one) => one.kind !== "send");
  const surplus = questions.length - QUESTIONS_KEPT;
  if (surplus <= 0) return all;
  const duplicate = questions.findLast(({ outcome }) => outcome === "duplicate");
  const dropped = new Set(questions.filter((one) => one !== duplicate).slice(0, surplus));
  return all.filter((one) => !dropped.has(one));
}

/** ISO instant of epoch milliseconds. */
export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
