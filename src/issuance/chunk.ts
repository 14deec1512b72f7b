// Stores bytes of any length in the object's SQLite as rows of a size that it takes, and reads them back.

export type SqlValue = string | number | ArrayBuffer | null;
/** Runs one statement and returns its rows. */
export type RunStatement = (text: string, ...bindings: SqlValue[]) => Record<string, SqlValue>[];

/** A row holds at most 2 MB, and local storage does not enforce it. */
const CHUNK_BYTES = 1_900_000;

export const CHUNK_TABLE =
  "CREATE TABLE chunk (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part)) STRICT";

/** Writes the bytes of a name in place of those that it had; no bytes at all are one empty chunk. */
export function writeChunks(run: RunStatement, name: string, bytes: Uint8Array): void {
  dropChunks(run, name);
  for (let part = 0; part === 0 || part * CHUNK_BYTES < bytes.length; part += 1) {
    const piece = bytes.slice(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES);
    run("INSERT INTO chunk (name, part, bytes) VALUES (?, ?, ?)", name, part, piece.buffer);
  }
}

/** The bytes of a name; undefined when it has none. */
export function readChunks(run: RunStatement, name: string): Uint8Array | undefined {
  const rows = run("SELECT bytes FROM chunk WHERE name = ? ORDER BY part", name);
  const parts = rows.map((row) => new Uint8Array(row.bytes as ArrayBuffer));
  const [only] = parts;
  if (parts.length < 2) return only;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Drops the bytes of a name. */
export function dropChunks(run: RunStatement, name: string): void {
  run("DELETE FROM chunk WHERE name = ?", name);
}
