// Finishes a settled document: writes its row to D1 and its answers to the archive, and drops its payload from the journal.
import { isTerminal } from "../../domain/document/state.ts";
import { snapshotPath } from "../../store/archive/files.ts";
import { buildSnapshot, isWhole, type Snapshot, writeSnapshot } from "../../store/archive/snapshot.ts";
import type { IssueRecord, PendingFile, Ports } from "../contract/ports.ts";
import { change, type Learned } from "../record/change.ts";
import { dropPayload, markProjected, markRangeStopped } from "../record/transition.ts";

/**
 * The step `project`: writes the record's present state to D1. It is guarded there by the version, so that a repeat, or a write
 * that comes late, does no harm.
 */
export async function project(ports: Ports, record: IssueRecord): Promise<Learned> {
  try {
    await ports.ledger.project(record);
  } catch (cause) {
    return { failure: { cause } };
  }
  change(ports, (one) => {
    // A failure that was noted meanwhile keeps the version, and D1 does not show it yet.
    const hasFailed = one.version === record.version && one.wakeAt !== record.wakeAt;
    return one.reservationId !== record.reservationId || hasFailed ? undefined : markProjected(one, record.version);
  });
  return {};
}

/** Whether a document will be filed whole, and its last answer with it. */
export function isBundled(record: IssueRecord): boolean {
  return isTerminal(record.state) && record.wakeAt !== null && record.xmlPath !== null && isWhole(record);
}

/**
 * The step `archive-answers`: moves the authority's answers to the archive, write-once, one path per attempt, from the journal,
 * where they became durable with what they made of the document. The row is not due any more by then, so if this fails and
 * the alarm is lost as well, they wait in the journal for the key's next call: that costs nothing, a second D1 write for every
 * document would.
 */
export async function archiveAnswers(ports: Ports, record: IssueRecord): Promise<Learned> {
  const files = ports.journal.listPendingFiles();
  for (const file of isBundled(record) ? files.slice(0, -1) : files) {
    try {
      await putAnswer(ports, record, file);
    } catch (cause) {
      return { failure: { cause } };
    }
    ports.journal.dropPendingFile(file.path);
  }
  return {};
}

async function putAnswer(
  { archive, world }: Ports,
  { companyId, documentId }: IssueRecord,
  { path, bytes, sha256 }: PendingFile,
): Promise<void> {
  const put = await archive.putOnce(path, bytes, sha256);
  if (put === "other-bytes") world.alert("archive_conflict", { companyId, documentId, path });
}

/**
 * The step `stop-range`: stops the range of a number that another system used, because each further number could be that
 * system's as well.
 */
export async function stopRange(ports: Ports, record: IssueRecord): Promise<Learned> {
  try {
    await ports.ledger.stopRange(record, "elsewhere");
  } catch (cause) {
    return { failure: { cause } };
  }
  change(ports, (one) => markRangeStopped(one));
  return {};
}

/** The step `drop`: payload and bytes leave the object once they are in R2, from which D1 could be rebuilt. */
export async function drop(ports: Ports, record: IssueRecord): Promise<Learned> {
  const { xmlPath } = record;
  const snapshot = buildSnapshot(record);
  if (snapshot !== undefined && xmlPath !== null) {
    try {
      await putBundle(ports, record, xmlPath, snapshot);
    } catch (cause) {
      return { failure: { cause } };
    }
  }
  change(ports, (one) => (isTerminal(one.state) ? dropPayload(one) : undefined), { isEmptied: true });
  return {};
}

async function putBundle(ports: Ports, record: IssueRecord, xmlPath: string, snapshot: Snapshot): Promise<void> {
  const answer = ports.journal.listPendingFiles().at(-1);
  const bytes = writeSnapshot(snapshot, answer);
  const sha256 = await ports.world.sha256Hex(bytes);
  if ((await ports.archive.putOnce(snapshotPath(xmlPath), bytes, sha256)) !== "other-bytes") return;
  // The document is settled even if another file lies there: of the facts, `ledger rebuild` alone reads it.
  ports.world.alert("snapshot_differs", { companyId: record.companyId, documentId: record.documentId });
  if (answer !== undefined) await putAnswer(ports, record, answer);
}
