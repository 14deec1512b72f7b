// The present state of an issuance into its row, never backwards.
import { isTerminal } from "../domain/state.ts";
import { type Database, write } from "./database.ts";
import type { Progress } from "./record.ts";

const PROJECT = `
UPDATE documents SET version = ?1 ->> '$.version', state = ?1 ->> '$.state', fiscal_id = ?1 ->> '$.fiscalId',
  file_name = ?1 ->> '$.fileName', xml_path = ?1 ->> '$.xmlPath', xml_sha256 = ?1 ->> '$.xmlSha256',
  zip_key = ?1 ->> '$.zipKey', track_id = ?1 ->> '$.trackId', last_status_error = ?1 ->> '$.lastError',
  verdict = ?2, timeline = ?3, due_at = ?1 ->> '$.dueAt', updated_at = strftime('%Y-%m-%d %H:%M:%S', 'now')
WHERE reservation_id = ?1 ->> '$.reservationId' AND version < ?1 ->> '$.version'`;

/** States in which nothing has left for the authority yet. */
const UNSENT: readonly string[] = ["creating", "firmado"];

/**
 * Writes an issuance's present state, guarded by its version: a late writer changes nothing (reliability.md 2.3).
 * `due_at` is when the object means to wake, null once terminal. Safe to repeat.
 */
export async function projectProgress(db: Database, progress: Progress): Promise<void> {
  const { verdict, attempts, changes, state, ...columns } = progress;
  const wasSent = !UNSENT.includes(state);
  const input = JSON.stringify({
    ...columns,
    state,
    // The authority is asked by ZipKey in a batch, by CUFE or CUDS otherwise.
    trackId: wasSent ? (progress.zipKey ?? progress.fiscalId) : null,
    dueAt: isTerminal(state) ? null : progress.wakeAt,
  });
  const said = verdict === null ? null : JSON.stringify(verdict);
  await write(db.prepare(PROJECT).bind(input, said, JSON.stringify({ changes, attempts })));
}
