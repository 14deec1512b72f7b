// Empties the object of a document that came to rest long ago, once its row and its files were seen to say what its journal says.
import { isTerminal } from "../../domain/document/state.ts";
import { snapshotPath } from "../../store/archive/files.ts";
import { findSnapshotDifference } from "../../store/archive/snapshot.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { IssueRecord, LedgerRow, Ports } from "../contract/ports.ts";
import { RETIRE_AFTER_MS } from "../record/schedule.ts";
import { compareRecord } from "./compare-journal.ts";

type RetirePorts = Pick<Ports, "journal" | "ledger" | "archive" | "world">;

/**
 * Empties the journal of a name where row and archive agree with it; where they do not, it stays and operators hear of it.
 * One that is not at rest, or not for long enough, stays as well.
 * @throws Error when D1 or R2 fails: nothing was done.
 */
export async function retire({ journal, ledger, archive, world }: RetirePorts, name: string): Promise<void> {
  const record = journal.read();
  if (record === undefined || journal.countPendingFiles() > 0 || !isLongAtRest(record, world.nowMs())) return;
  const row = await ledger.findByName(name);
  const difference =
    findRowDifference(record, name, row) ?? (await findFileDifference({ archive, world }, record, row));
  // Another call changed the record meanwhile.
  if (journal.read() !== record) return;
  if (difference === undefined) return journal.forget();
  const { companyId, documentId } = record;
  world.alert("journal_not_retired", { companyId, documentId, difference });
}

function isLongAtRest({ state, wakeAt, changes, reservedAt }: IssueRecord, nowMs: number): boolean {
  const sinceMs = Date.parse(changes.at(-1)?.at ?? reservedAt);
  return isTerminal(state) && wakeAt === null && nowMs - sinceMs >= RETIRE_AFTER_MS;
}

function findRowDifference(record: IssueRecord, name: string, row: LedgerRow | undefined): string | undefined {
  if (row === undefined) return "D1 has no row under its name";
  const [difference] = compareRecord(record, name, row);
  const isShown = row.version === record.version || record.isAdopted;
  return difference ?? (isShown ? undefined : `version: D1 says ${row.version}, the journal ${record.version}`);
}

/** What the archive lacks or says otherwise; a document that has nothing there keeps its journal. */
async function findFileDifference(
  { archive, world }: Pick<Ports, "archive" | "world">,
  record: IssueRecord,
  row: LedgerRow | undefined,
): Promise<string | undefined> {
  const { xmlPath, xmlSha256, reservationId, fingerprint, state, fiscalId } = record;
  if (xmlPath === null) return "it has no signed file";
  const file = await archive.get(xmlPath);
  if (file === undefined) return "the archive lacks its signed file";
  if ((await world.sha256Hex(file)) !== xmlSha256) return "the archive has another signed file";
  const facts = await archive.get(snapshotPath(xmlPath));
  if (facts === undefined) return "the archive lacks its facts";
  const digest = row?.fileSha256 ?? null;
  if (digest !== null && (await world.sha256Hex(facts)) !== digest)
    return "the archive has other facts than its row left to them";
  try {
    const column = findSnapshotDifference(facts, { reservationId, fingerprint, state, fiscalId, xmlSha256 });
    return column === undefined ? undefined : `its facts in the archive: ${column}`;
  } catch (cause) {
    return `its facts in the archive: ${describeError(cause)}`;
  }
}
