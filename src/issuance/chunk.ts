// Bytes of any length into rows that the storage takes, and back.

export type SqlValue = string | number | ArrayBuffer | null;
/** Runs one statement and returns its rows. */
export type Query = (text: string, ...bindings: SqlValue[]) => Record<string, SqlValue>[];

/** A row holds at most 2 MB, and local storage does not enforce it. */
const CHUNK_BYTES = 1_900_000;

export const CHUNK_TABLE =
  "CREATE TABLE chunk (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part)) STRICT";

/** Writes the bytes of a name in place of whatever it had; no bytes at all are one empty chunk. */
export function writeChunks(query: Query, name: string, bytes: Uint8Array): void {
  dropChunks(query, name);
  for (let part = 0; part === 0 || part * CHUNK_BYTES < bytes.length; part += 1) {
    const piece = bytes.slice(part * CHUNK_BYTES, (part + 1) * CHUNK_BYTES);
    query("INSERT INTO chunk (name, part, bytes) VALUES (?, ?, ?)", name, part, piece.buffer);
  }
}

/** The bytes of a name; undefined when it has none. */
export function readChunks(query: Query, name: string): Uint8Array | undefined {
  const rows = query("SELECT bytes FROM chunk WHERE name = ? ORDER BY part", name);
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
export function dropChunks(query: Query, name: string): void {
  query("DELETE FROM chunk WHERE name = ?", name);
}
