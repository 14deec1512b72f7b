// Sends a signed document behind the `sending` barrier, and asks the authority about it: the steps `transmit` and `ask`.

import type { UnknownReason } from "../../authority/outcome.ts";
import type { Company } from "../../domain/company.ts";
import { LOOK_EVERY_MS, type Passage, type Sent } from "../../domain/document/brake.ts";
import { isTerminal } from "../../domain/document/state.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import { answerPath } from "../../store/archive/files.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { OrderCommand, ResendResult } from "../contract/command.ts";
import type { IssueRecord, PendingFile, Ports, Transmission } from "../contract/ports.ts";
import { change, getCompany, type Knowledge, type Learned, readInstant } from "../record/journal.ts";
import { giveUpWaiting, holdRecord, presumeSent, raiseBarrier } from "../record/transition.ts";
import { isOvertaken } from "../repair/adoption.ts";
import { type AttemptExchange, settle } from "./settle.ts";

/** Questions by ZipKey alone, before those by CUFE or CUDS take turns with them. */
const ZIP_KEY_FRESH_POLLS = 4;

/**
 * The step `transmit`: the attempt is durable before the request may leave (the output gate holds it), and settled by its answer.
 * Only `firmado` passes, and only once: a second call finds `sending`.
 */
export async function transmit(ports: Ports, record: IssueRecord, known: Knowledge): Promise<Learned> {
  const passage = await judge(ports, record);
  if (passage.type === "wait") return hold(ports, passage.untilMs);
  let company: Company;
  try {
    company = await getCompany(ports, record, known);
    // Only a drive that did not take the number itself has to ask.
    if (!known.isConfirmed && (await isOvertaken(ports, record))) return { failure: {} };
  } catch (cause) {
    return { failure: { cause } };
  }
  if (passage.type === "ask") {
    const untilMs = await probe(ports, company, record);
    if (untilMs !== undefined) return { company, ...hold(ports, untilMs) };
  }
  const bytes = ports.journal.readSignedBytes();
  if (bytes === undefined) throw new Error("an archived record without its bytes");
  const attemptId = ports.world.newUuid();
  const sending = change(ports, (one) =>
    one.state === "firmado" && one.isArchived && !one.isAdopted
      ? raiseBarrier(one, attemptId, readInstant(ports))
      : undefined,
  );
  if (sending !== undefined) await send(ports, company, sending, bytes, attemptId);
  return { company, isConfirmed: true };
}

function judge({ brake, world }: Ports, { environment, companyId, reservedAt }: IssueRecord): Promise<Passage> {
  return brake.judge(environment, { companyId, reservedMs: Date.parse(reservedAt) }, world.nowMs());
}

function hold(ports: Ports, untilMs: number): Learned {
  change(ports, (one) => (one.state === "firmado" ? holdRecord(one, untilMs) : undefined));
  return { failure: {} };
}

/**
 * In doubt, and once each half minute while nothing is answered: a question about a document that waits puts nothing at risk, and shows
 * whether anything is answered. What it says of the document is of no use.
 * @returns until when the document waits (epoch milliseconds); undefined: it may leave now.
 */
async function probe(ports: Ports, company: Company, record: IssueRecord): Promise<number | undefined> {
  const { answered, isNoted } = await exchange(ports, company, record, null);
  reportExchange(ports, record, record.state, answered);
  // The other isolates know it too: in an outage this document may be the one that is tried.
  await isNoted;
  const passage = await judge(ports, record);
  if (passage.type === "go") return undefined;
  return passage.type === "wait" ? passage.untilMs : ports.world.nowMs() + LOOK_EVERY_MS * ports.pollScale;
}

async function send(
  ports: Ports,
  company: Company,
  sending: IssueRecord,
  bytes: Uint8Array,
  attemptId: string,
): Promise<void> {
  const sent = begin(ports, sending, true);
  const transmission = await ports.authority.send(company, sending, bytes);
  noteReach(ports, sending, sent, transmission);
  await settleAnswer(ports, { attemptId, kind: "send", startedMs: sent.startedMs, transmission });
}

/** The step `presume-sent`: an adopted document moves on without a request, because the lost journal may have sent it. */
export function presume(ports: Ports): Learned {
  change(ports, (one) => (one.state === "firmado" && one.isAdopted ? presumeSent(one, readInstant(ports)) : undefined));
  return {};
}

/** The step `give-up-waiting`: the instance that sent it is gone, so its attempt ends without an answer. */
export function giveUp(ports: Ports): Learned {
  change(ports, (one) => (one.state === "sending" ? giveUpWaiting(one, readInstant(ports)) : undefined));
  return {};
}

/** The step `ask`: by ZipKey while it is fresh, else in turn with the CUFE or CUDS; nothing is ever sent here. */
export async function ask(ports: Ports, record: IssueRecord, known: Knowledge): Promise<Learned> {
  let company: Company;
  try {
    company = await getCompany(ports, record, known);
    // The authority never says that two people closed it: where storage was set back behind that, D1 alone knows.
    if (record.state === "send_unknown" && (await isOvertaken(ports, record))) return { failure: {} };
  } catch (cause) {
    return { failure: { cause } };
  }
  const { zipKey, pollCount } = record;
  // Rule 90 under a ZipKey says nothing more: only the CUFE or CUDS shows whose document it is.
  const isDuplicate = ["duplicate", "number-taken"].includes(record.attempts.at(-1)?.outcome ?? "");
  const isByZip = zipKey !== null && !isDuplicate && (pollCount < ZIP_KEY_FRESH_POLLS || pollCount % 2 === 0);
  await question(ports, company, record, isByZip ? zipKey : null);
  return { company };
}

/**
 * Asks by CUFE or CUDS out of turn; the answer settles the document as any other.
 * @throws Error when D1 fails: then nothing was asked.
 */
export async function askOnce(ports: Ports, record: IssueRecord): Promise<Transmission> {
  return question(ports, await getCompany(ports, record), record, null);
}

/**
 * Asks by CUFE or CUDS about a document that waits to be sent: the answer settles nothing, and is kept with what `make` makes of it.
 * @returns the record as it then stands; undefined when `make` wanted no change.
 * @throws Error when D1 fails: then nothing was asked.
 */
export async function askAside(
  ports: Ports,
  record: IssueRecord,
  make: (one: IssueRecord, exchange: AttemptExchange) => IssueRecord | undefined,
): Promise<IssueRecord | undefined> {
  const { answered } = await exchange(ports, await getCompany(ports, record), record, null);
  reportExchange(ports, record, record.state, answered);
  const { answerSha256, answer } = await toEvidence(ports, answered);
  return change(ports, (one) => make(one, { ...answered, answerSha256 }), answer && { answer });
}

async function question(
  ports: Ports,
  company: Company,
  record: IssueRecord,
  zipKey: string | null,
): Promise<Transmission> {
  const { answered } = await exchange(ports, company, record, zipKey);
  await settleAnswer(ports, answered);
  return answered.transmission;
}

async function exchange(
  ports: Ports,
  company: Company,
  record: IssueRecord,
  zipKey: string | null,
): Promise<{ readonly answered: Answered; readonly isNoted: Promise<void> }> {
  const attemptId = ports.world.newUuid();
  const sent = begin(ports, record, false);
  const kind = zipKey === null ? "status" : "status-zip";
  const transmission =
    zipKey === null
      ? await ports.authority.askStatus(company, record)
      : await ports.authority.askStatusZip(company, record, zipKey);
  const isNoted = noteReach(ports, record, sent, transmission);
  return { answered: { attemptId, kind, startedMs: sent.startedMs, transmission }, isNoted };
}

/** Tells the brake that a request leaves. */
function begin({ brake, world }: Ports, { environment, companyId }: IssueRecord, isSending: boolean): Sent {
  const sent = { companyId, isSending, startedMs: world.nowMs() };
  brake.begin(environment, sent);
  return sent;
}

/** Tells the brake what an exchange says of the way to the authority: nothing, where no request was made. */
function noteReach(
  { brake, world }: Ports,
  { environment }: IssueRecord,
  sent: Sent,
  transmission: Transmission,
): Promise<void> {
  const isNoted = brake.note(environment, sent, isReached(transmission), world.nowMs());
  world.keepRunning(isNoted);
  return isNoted;
}

/**
 * Whether the authority itself answered; undefined when no request was made. A gateway that speaks for it (HTTP 502, 503, 521 …) does
 * not count. The runtime tells a refused connection, a name that does not resolve and a failed TLS handshake apart from an answer that was
 * lost in no way, so none of them proves that the document did not leave (`test/authority/connection-failure.node.test.ts`).
 */
export function isReached({ outcome, httpStatus }: Transmission): boolean | undefined {
  if (outcome.type !== "unknown") return httpStatus === null ? undefined : true;
  if (outcome.reason === "no-request") return undefined;
  const isGateway = httpStatus !== null && httpStatus >= 500 && outcome.reason !== "fault";
  return !(isGateway || outcome.reason === "timeout" || outcome.reason === "network");
}

type Answered = Omit<AttemptExchange, "answerSha256">;

/** The verdict and the raw answer it rests on become durable together; the archive gets the answer later. */
async function settleAnswer(ports: Ports, answered: Answered): Promise<void> {
  const { transmission } = answered;
  const { answerSha256, answer } = await toEvidence(ports, answered);
  const before = ports.journal.read()?.state;
  const settled = change(
    ports,
    (one) => settle(one, { ...answered, answerSha256 }, readInstant(ports)),
    answer && { answer },
  );
  const record = settled ?? ports.journal.read();
  if (record !== undefined) reportExchange(ports, record, before, answered);
  if (settled !== undefined) alertOperator(ports, settled, before, transmission);
}

/** The raw answer as a file of the archive; without one nothing was received. */
async function toEvidence(
  { journal, world }: Ports,
  { attemptId, transmission: { raw } }: Answered,
): Promise<{ readonly answerSha256: string | null; readonly answer?: PendingFile }> {
  const xmlPath = journal.read()?.xmlPath;
  if (xmlPath === null || xmlPath === undefined) throw new Error("an answer about a document without a file");
  if (raw === null) return { answerSha256: null };
  const sha256 = await world.sha256Hex(raw);
  return { answerSha256: sha256, answer: { path: answerPath(xmlPath, attemptId), sha256, bytes: raw } };
}

function reportExchange(
  { world }: Ports,
  record: IssueRecord,
  before: IssueRecord["state"] | undefined,
  { attemptId, kind, startedMs, transmission }: Answered,
): void {
  const { companyId, documentId, module, state } = record;
  const { outcome, httpStatus } = transmission;
  const nowMs = world.nowMs();
  const reason = outcome.type === "unknown" ? outcome.reason : null;
  const isSettled = state !== before && (isTerminal(state) || state === "send_unknown");
  world.report?.({
    event: "attempt",
    companyId,
    documentId,
    module,
    attemptId,
    kind,
    outcome: outcome.type,
    reason,
    httpStatus,
    state,
    durationMs: nowMs - startedMs,
    ageMs: isSettled ? nowMs - Date.parse(record.reservedAt) : null,
  });
}

/** Answers that cannot be what the authority meant, and their warnings. */
const SUSPECT_ANSWERS: Readonly<Partial<Record<UnknownReason, string>>> = {
  "other-document": "key_mismatch",
  contradiction: "answer_contradicts_itself",
};

function alertOperator(
  { world }: Ports,
  record: IssueRecord,
  before: IssueRecord["state"] | undefined,
  { outcome }: Transmission,
): void {
  const ids = { companyId: record.companyId, documentId: record.documentId };
  if (record.state === "send_unknown" && before !== "send_unknown") {
    world.alert("send_unknown", { ...ids, sendings: record.attempts.filter(({ kind }) => kind === "send").length });
  }
  const suspicion = outcome.type === "unknown" ? SUSPECT_ANSWERS[outcome.reason] : undefined;
  if (suspicion !== undefined) world.alert(suspicion, ids);
  if (outcome.type === "duplicate") world.alert("duplicate_reported", ids);
  if (outcome.type === "number-taken") {
    const { rangeId = null, prefix = "", number = null } = record.numbering ?? {};
    world.alert("number_taken", { ...ids, rangeId, number: number === null ? null : `${prefix}${number}` });
  }
  if (outcome.type === "not-processed") {
    world.alert("refused_unprocessed", { ...ids, detail: outcome.detail });
    const { statement } = outcome;
    // It holds for every document of the company, so it is reported once a day and not once for each.
    if (statement !== null) {
      const day = dateInBogota(world.nowMs());
      world.alert("sending_refused", { companyId: ids.companyId, module: record.module, day, statement });
    }
  }
}

/**
 * Two people's order: the same bytes once more, only from `send_unknown`, and once for each order.
 * @param onBarrier called as soon as it is decided, before the answer of the authority.
 */
export async function resend(
  ports: Ports,
  order: OrderCommand,
  onBarrier: (result: ResendResult) => void,
): Promise<void> {
  const record = ports.journal.read();
  if (record === undefined) return onBarrier({ type: "not-resent", reason: "no-document", state: null });
  const { state } = record;
  // Its answer was lost on the way to the cron.
  if (record.changes.some(({ orderId }) => orderId === order.orderId)) return onBarrier({ type: "resent", state });
  if (order.actor === order.approver) return onBarrier({ type: "not-resent", reason: "same-person", state });
  if (state !== "send_unknown") return onBarrier({ type: "not-resent", reason: "not-send-unknown", state });
  let company: Company;
  let bytes: Uint8Array | undefined;
  try {
    company = await getCompany(ports, record);
    bytes = await findSignedBytes(ports, record);
  } catch (cause) {
    ports.world.alert("resend_failed", { companyId: record.companyId, error: describeError(cause) });
    return onBarrier({ type: "not-resent", reason: "world-unreachable", state });
  }
  if (bytes === undefined) return onBarrier({ type: "not-resent", reason: "bytes-missing", state });
  const attemptId = ports.world.newUuid();
  const sending = change(ports, (one) =>
    one.state === "send_unknown" ? raiseBarrier(one, attemptId, readInstant(ports), order) : undefined,
  );
  if (sending === undefined) return onBarrier({ type: "not-resent", reason: "not-send-unknown", state });
  onBarrier({ type: "resent", state: sending.state });
  await send(ports, company, sending, bytes, attemptId);
}

/** The bytes that were signed, and only those: checked against their digest, archived before they leave. */
async function findSignedBytes(ports: Ports, record: IssueRecord): Promise<Uint8Array | undefined> {
  const { xmlPath, xmlSha256 } = record;
  if (xmlPath === null || xmlSha256 === null) return undefined;
  const bytes = ports.journal.readSignedBytes() ?? (await ports.archive.get(xmlPath));
  if (bytes === undefined || (await ports.world.sha256Hex(bytes)) !== xmlSha256) return undefined;
  // What an adopted record knows of the archive is a guess, and a file may have been lost or altered since.
  const put = await ports.archive.putOnce(xmlPath, bytes, xmlSha256);
  return put === "other-bytes" ? undefined : bytes;
}
