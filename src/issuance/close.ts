// Carries out two people's order to close a document that can never be sent, because another document has its number.
import { fullNumber } from "../domain/company.ts";
import { closedPathOf, isFileOf } from "../store/files.ts";
import { writeLabel } from "../store/snapshot.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { change, readInstant } from "./change.ts";
import type { CloseRefusal, CloseResult, OrderCommand } from "./command.ts";
import type { IssueRecord, Ports } from "./ports.ts";
import { closeRecord } from "./transition.ts";

/**
 * Closes a document whose place in the archive holds another document's file. Nothing is sent before it is archived, so
 * such a document never left, even if its journal says otherwise; nothing else proves it.
 */
export async function closeDocument(ports: Ports, order: OrderCommand): Promise<CloseResult> {
  const record = ports.journal.read();
  if (record === undefined) return { type: "not-closed", reason: "no-document", state: null };
  // Its answer was lost on the way to the cron.
  if (record.changes.some(({ orderId }) => orderId === order.orderId)) return { type: "closed", state: record.state };
  const refuse = (reason: CloseRefusal): CloseResult => ({ type: "not-closed", reason, state: record.state });
  if (order.actor === order.approver) return refuse("same-person");
  if (!isClosable(record)) return refuse("not-waiting");
  let ownPath: string | null;
  try {
    if (!(await isNumberTaken(ports, record))) return refuse("number-not-taken");
    ownPath = await keepFile(ports, record);
  } catch (cause) {
    ports.world.alert("close_failed", { companyId: record.companyId, error: describeError(cause) });
    return refuse("world-unreachable");
  }
  const closed = change(ports, (one) =>
    isClosable(one) && one.reservationId === record.reservationId
      ? closeRecord(one, order, ownPath, readInstant(ports))
      : undefined,
  );
  return closed === undefined ? refuse("not-waiting") : { type: "closed", state: closed.state };
}

/** Waiting for the archive, or, after its journal was lost, for an authority that cannot know it. */
function isClosable({ state, attempts, documentId, xmlPath, fiscalId }: IssueRecord): boolean {
  const isWaiting = state === "firmado" || state === "send_unknown";
  const wasSent = attempts.some(({ kind }) => kind === "send");
  return isWaiting && !wasSent && documentId !== null && xmlPath !== null && fiscalId !== null;
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
