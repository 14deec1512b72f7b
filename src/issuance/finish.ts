// Finishes a settled document: writes its row to D1 and its answers to the archive, and drops its payload from the journal.
import { isTerminal } from "../domain/state.ts";
import { snapshotPath } from "../store/files.ts";
import { buildSnapshot, writeSnapshot } from "../store/snapshot.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { change, type Run, readInstant, remember } from "./change.ts";
import type { IssueRecord, Ports } from "./ports.ts";
import { delayRecord, dropPayload, markProjected, markRangeStopped } from "./transition.ts";

/** Writes the record's present state to D1; guarded there by the version, so safe to repeat and to come late. */
export async function project(ports: Ports, run: Run, record: IssueRecord): Promise<void> {
  try {
    await ports.ledger.project(record);
  } catch (cause) {
    return delay(ports, run, cause);
  }
  const mark = (one: IssueRecord) => {
    // A failure that was noted meanwhile keeps the version, and D1 does not show it yet.
    const hasFailed = one.version === record.version && one.wakeAt !== record.wakeAt;
    return one.reservationId !== record.reservationId || hasFailed ? undefined : markProjected(one, record.version);
  };
  // What ends writes once more; an open document would be shown again at each of its wakes.
  const isEnding = isTerminal(record.state) && record.wakeAt !== null;
  (isEnding ? remember : change)(ports, mark);
}

/**
 * Moves the authority's answers from the journal, where they became durable with the verdict, to the archive: write-once,
 * one path per attempt. The row is not due any more by then, so if this fails and the alarm is lost as well, they wait in
 * the journal for the key's next call: that costs nothing, a second D1 write for every document would.
 */
export async function archiveAnswers(ports: Ports, run: Run, record: IssueRecord): Promise<void> {
  const { companyId, documentId } = record;
  for (const { path, bytes, sha256 } of ports.journal.listPendingFiles()) {
    try {
      const put = await ports.archive.putOnce(path, bytes, sha256);
      if (put === "other-bytes") ports.world.alert("archive_conflict", { companyId, documentId, path });
    } catch (cause) {
      return delay(ports, run, cause);
    }
    ports.journal.dropPendingFile(path);
  }
}

/** Stops the range of a number that another system used: each further number could be the other system's as well. */
export async function stopRange(ports: Ports, run: Run, record: IssueRecord): Promise<void> {
  try {
    await ports.ledger.stopRange(record);
  } catch (cause) {
    return delay(ports, run, cause);
  }
  change(ports, (one) => markRangeStopped(one));
}

/** Payload and bytes leave the object once they live elsewhere, where D1 could be rebuilt from them. */
export async function drop(ports: Ports, run: Run, record: IssueRecord): Promise<void> {
  const snapshot = buildSnapshot(record);
  if (snapshot !== undefined && record.xmlPath !== null) {
    try {
      const bytes = writeSnapshot(snapshot);
      const put = await ports.archive.putOnce(snapshotPath(record.xmlPath), bytes, await ports.world.sha256Hex(bytes));
      // The document is settled even if another file lies there: `ledger rebuild` alone reads it.
      if (put === "other-bytes") {
        ports.world.alert("snapshot_differs", { companyId: record.companyId, documentId: record.documentId });
      }
    } catch (cause) {
      return delay(ports, run, cause);
    }
  }
  const dropped = change(ports, (one) => (isTerminal(one.state) ? dropPayload(one) : undefined));
  if (dropped !== undefined) ports.journal.dropSignedBytes();
}

/** A document that still asks wakes anyway; a settled one wakes for what it owes. */
function delay(ports: Ports, run: Run, cause: unknown): void {
  const { step } = run;
  run.failed.add(step);
  const record = change(ports, (one) => (isTerminal(one.state) ? delayRecord(one, readInstant(ports)) : undefined));
  ports.world.alert("issuance_step_failed", {
    step,
    error: describeError(cause),
    companyId: record?.companyId ?? null,
    documentId: record?.documentId ?? null,
  });
}
