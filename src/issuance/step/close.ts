// Carries out two people's order to close a document that will never be accepted: because another one has its number, because
// the authority denies it and never says why, or because it refuses each sending before it keeps anything.
import { fullNumber } from "../../domain/company.ts";
import { isDenial } from "../../domain/document/timeline.ts";
import { closedPathOf, isFileOf } from "../../store/archive/files.ts";
import { writeLabel } from "../../store/archive/snapshot.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { CloseRefusal, CloseResult, OrderCommand } from "../contract/command.ts";
import type { IssueRecord, Ports } from "../contract/ports.ts";
import { change, readInstant } from "../record/journal.ts";
import { HOURLY_SPAN_MS } from "../record/schedule.ts";
import { closeRecord, closeSentRecord } from "../record/transition.ts";
import { closeAttempt, listSendingsWithout } from "./settle.ts";
import { askAside, askOnce } from "./transmit.ts";

/**
 * Closes a document whose place in the archive holds another document's file. Nothing is sent before it is archived, so
 * such a document never left, even if its journal says otherwise. One that left is closed when the authority, asked once
 * more, denies it; so is one whose every sending was refused before processing.
 */
export async function closeDocument(ports: Ports, order: OrderCommand): Promise<CloseResult> {
  const record = ports.journal.read();
  if (record === undefined) return { type: "not-closed", reason: "no-document", state: null };
  // Its answer was lost on the way to the cron.
  if (record.changes.some(({ orderId }) => orderId === order.orderId)) return { type: "closed", state: record.state };
  const refuse = (reason: CloseRefusal): CloseResult => {
    return { type: "not-closed", reason, state: ports.journal.read()?.state ?? record.state };
  };
  if (order.actor === order.approver) return refuse("same-person");
  if (!isWaiting(record)) return refuse("not-waiting");
  try {
    const closed = await closeByItsSendings(ports, order, record);
    return typeof closed === "string" ? refuse(closed) : { type: "closed", state: closed.state };
  } catch (cause) {
    ports.world.alert("close_failed", { companyId: record.companyId, error: describeError(cause) });
    return refuse("world-unreachable");
  }
}

async function closeByItsSendings(
  ports: Ports,
  order: OrderCommand,
  record: IssueRecord,
): Promise<IssueRecord | CloseRefusal> {
  if (record.state === "firmado" && wasSent(record)) return closeRefused(ports, order, record);
  const closed = wasSent(record) ? "number-not-taken" : await closeUnsent(ports, order, record);
  // The lost journal of an adopted document may have sent it.
  const mayHaveLeft = closed === "number-not-taken" && record.state === "send_unknown";
  return mayHaveLeft ? closeSent(ports, order, record) : closed;
}

/** Waiting for the archive, or for an authority that does not say what became of it. */
function isWaiting({ state, documentId, xmlPath, fiscalId }: IssueRecord): boolean {
  return (
    (state === "firmado" || state === "send_unknown") && documentId !== null && xmlPath !== null && fiscalId !== null
  );
}

function wasSent({ attempts }: IssueRecord): boolean {
  return attempts.some(({ kind }) => kind === "send");
}

async function closeUnsent(
  ports: Ports,
  order: OrderCommand,
  record: IssueRecord,
): Promise<IssueRecord | CloseRefusal> {
  if (!(await isNumberTaken(ports, record))) return "number-not-taken";
  const ownPath = await keepFile(ports, record);
  const closed = change(ports, (one) =>
    isWaiting(one) && !wasSent(one) && one.reservationId === record.reservationId
      ? closeRecord(one, order, ownPath, readInstant(ports))
      : undefined,
  );
  return closed ?? "not-waiting";
}

/** Asks once more, and closes what is denied again; the answer is the evidence, and is kept with the others. */
async function closeSent(ports: Ports, order: OrderCommand, record: IssueRecord): Promise<IssueRecord | CloseRefusal> {
  if (record.attempts.some(({ outcome }) => outcome === "duplicate")) return "not-denied";
  if (mayArrive(record, readInstant(ports))) return "may-be-on-its-way";
  const { outcome } = await askOnce(ports, record);
  if (ports.journal.read()?.state !== "send_unknown") return "not-waiting";
  if (!isDenial(outcome.type) || !("verdict" in outcome)) return "not-denied";
  const { verdict } = outcome;
  const closed = change(ports, (one) =>
    one.state === "send_unknown" ? closeSentRecord(one, order, verdict, readInstant(ports)) : undefined,
  );
  return closed ?? "not-waiting";
}

/**
 * Nothing of it was ever kept, and it would be sent for ever: closed when the authority does not know it either. Any other
 * answer leaves it as it is: the next sending shows what the authority has.
 */
async function closeRefused(
  ports: Ports,
  order: OrderCommand,
  record: IssueRecord,
): Promise<IssueRecord | CloseRefusal> {
  if (record.isAdopted || listSendingsWithout(record, ["not-processed"]).length > 0) return "may-be-on-its-way";
  let refusal: CloseRefusal = "not-denied";
  const closed = await askAside(ports, record, (one, exchange) => {
    const { outcome } = exchange.transmission;
    if (outcome.type !== "absent") return undefined;
    refusal = "not-waiting";
    const instant = readInstant(ports);
    const attempts = closeAttempt(one.attempts, exchange, instant);
    // In `firmado` every sending was refused, one that went out meanwhile as well.
    if (one.state !== "firmado" || attempts === undefined) return undefined;
    return closeSentRecord({ ...one, attempts }, order, outcome.verdict, instant);
  });
  return closed ?? refusal;
}

/** Not every sending was refused in its own answer, and the document has been unknown for less time than it is asked about hourly. */
function mayArrive(record: IssueRecord, { nowMs, pollScale }: ReturnType<typeof readInstant>): boolean {
  if (!record.isAdopted && listSendingsWithout(record, ["not-processed", "refused-unnamed"]).length === 0) return false;
  const unknown = record.changes.findLast(({ from, to }) => to === "send_unknown" && from !== to);
  return unknown === undefined || nowMs - Date.parse(unknown.at) < HOURLY_SPAN_MS * pollScale;
}

async function isNumberTaken({ archive }: Ports, { xmlPath, numbering, fiscalId }: IssueRecord): Promise<boolean> {
  if (xmlPath === null || numbering === null || fiscalId === null) return false;
  const stored = await archive.get(xmlPath);
  return stored !== undefined && !isFileOf(stored, { fullNumber: fullNumber(numbering), fiscalId });
}

/** What was signed stays readable, beside the file of the document that has the number. @returns its path; null without bytes. */
async function keepFile({ journal, archive }: Ports, record: IssueRecord): Promise<string | null> {
  const { xmlPath, xmlSha256, documentId } = record;
  const bytes = journal.readSignedBytes();
  if (bytes === undefined || xmlPath === null || xmlSha256 === null || documentId === null) return null;
  const path = closedPathOf(xmlPath, documentId);
  const put = await archive.putOnce(path, bytes, xmlSha256, writeLabel({ ...record, xmlPath: path }));
  if (put === "other-bytes") throw new Error(`other bytes at ${path}`);
  return path;
}
