// Finishes a settled document: writes its row to D1 and its answers to the archive, and drops its payload from the journal.
import { isTerminal } from "../../domain/document/state.ts";
import { snapshotPath } from "../../store/archive/files.ts";
import { buildSnapshot, isWhole, writeSnapshot } from "../../store/archive/snapshot.ts";
import type { IssueRecord, PendingFile, Ports } from "../contract/ports.ts";
import { change, type Learned } from "../record/journal.ts";
import { dropPayload, markFiled, markProjected, markRangeStopped } from "../record/transition.ts";

/**
 * The step `project`: writes the record's present state to D1. It is guarded there by the version, so that a repeat, or a write
 * that comes late, does no harm. A settled document is filed first, so that the row need not have what the file has.
 */
export async function project(ports: Ports, record: IssueRecord): Promise<Learned> {
  const fileSha256 = await fileInTime(ports, record);
  try {
    await ports.ledger.project({ ...record, ...fileSha256 });
  } catch (cause) {
    return { failure: { cause } };
  }
  change(ports, (one) => {
    // A failure that was noted meanwhile keeps the version, and D1 does not show it yet.
    const hasFailed = one.version === record.version && one.wakeAt !== record.wakeAt;
    if (one.reservationId !== record.reservationId || hasFailed) return undefined;
    const shown = markProjected(one, record.version);
    return shown && one.version === record.version ? { ...shown, ...fileSha256 } : shown;
  });
  return {};
}

/** Where the archive does not answer the row says everything itself, until the step `file` tries again, and says why. */
async function fileInTime(ports: Ports, record: IssueRecord): Promise<Pick<IssueRecord, "fileSha256">> {
  if (!isUnfiled(record)) return {};
  try {
    return { fileSha256: await fileWhole(ports, record) };
  } catch {
    return {};
  }
}

/** Whether a settled document is still to be filed. */
export function isUnfiled(record: IssueRecord): boolean {
  return isBundled(record) && record.fileSha256 === undefined;
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

/** The step `file`: where the archive did not answer before D1 showed the verdict. */
export async function file(ports: Ports, record: IssueRecord): Promise<Learned> {
  try {
    const fileSha256 = await fileWhole(ports, record);
    change(ports, (one) => (isUnfiled(one) && one.version === record.version ? markFiled(one, fileSha256) : undefined));
  } catch (cause) {
    return { failure: { cause } };
  }
  return {};
}

/** The step `drop`: payload and bytes leave the object once they are in R2, from which D1 could be rebuilt. */
export function drop(ports: Ports): Learned {
  change(ports, (one) => (isTerminal(one.state) ? dropPayload(one) : undefined), { isEmptied: true });
  return {};
}

/**
 * Files a settled document whole, with the last answer of the authority.
 * @returns the digest of the file; null where another file has its place, and then the answer lies by itself.
 */
async function fileWhole(ports: Ports, record: IssueRecord): Promise<string | null> {
  const snapshot = buildSnapshot(record);
  if (snapshot === undefined || record.xmlPath === null) return null;
  const path = snapshotPath(record.xmlPath);
  const answer = ports.journal.listPendingFiles().at(-1);
  const bytes = writeSnapshot(snapshot, answer);
  const sha256 = await ports.world.sha256Hex(bytes);
  if ((await ports.archive.putOnce(path, bytes, sha256)) !== "other-bytes") return sha256;
  // The document is settled even if another file lies there; its row keeps everything.
  ports.world.alert("snapshot_differs", { companyId: record.companyId, documentId: record.documentId });
  if (answer !== undefined) await putAnswer(ports, record, answer);
  return null;
}
