// The present state of an issuance into its row, never backwards.
import { type Database, write } from "./database.ts";
import type { Progress, Restorable } from "./record.ts";
import { restoreDocument } from "./restore.ts";
import { buildSnapshot, isWhole, STUB_VERSION, toProgressColumns, toProgressTexts } from "./snapshot.ts";

const PROJECT = `
UPDATE documents SET version = ?1 ->> '$.version', state = ?1 ->> '$.state', fiscal_id = ?1 ->> '$.fiscalId',
  file_name = ?1 ->> '$.fileName', xml_path = ?1 ->> '$.xmlPath', xml_sha256 = ?1 ->> '$.xmlSha256',
  zip_key = ?1 ->> '$.zipKey', track_id = ?1 ->> '$.trackId', last_status_error = ?1 ->> '$.lastError',
  verdict = ?2, timeline = ?3, due_at = ?1 ->> '$.dueAt', updated_at = strftime('%Y-%m-%d %H:%M:%S', 'now')
WHERE reservation_id = ?1 ->> '$.reservationId' AND version < ?1 ->> '$.version' AND version >= ?4`;

/**
 * Writes an issuance's present state, guarded by its version: a late writer changes nothing.
 * `due_at` is when the object means to wake, null once terminal. Safe to repeat.
 * A row that is missing, or a stub that `ledger rebuild` left, is written again whole if the issuance still knows how.
 */
export async function projectProgress(db: Database, progress: Progress | Restorable): Promise<void> {
  const input = JSON.stringify(toProgressColumns(progress));
  const { verdict, timeline } = toProgressTexts(progress);
  const leastVersion = isWhole(progress) ? STUB_VERSION + 1 : STUB_VERSION;
  const changed = await write(db.prepare(PROJECT).bind(input, verdict, timeline, leastVersion));
  const snapshot = changed === 0 ? buildSnapshot(progress) : undefined;
  if (snapshot !== undefined) await restoreDocument(db, snapshot);
}
