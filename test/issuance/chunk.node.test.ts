// Tests that bytes of every awkward length come back from rows of SQLite.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, it } from "vitest";
import {
  CHUNK_TABLE,
  dropChunks,
  type RunStatement,
  readChunks,
  type SqlValue,
  writeChunks,
} from "../../src/issuance/journal.ts";

const MOST = 1_900_000;

function openQuery(): RunStatement {
  const database = new DatabaseSync(":memory:");
  database.exec(CHUNK_TABLE);
  const toInput = (value: SqlValue): SQLInputValue => (value instanceof ArrayBuffer ? new Uint8Array(value) : value);
  return (text, ...bindings) => database.prepare(text).all(...bindings.map(toInput)) as Record<string, SqlValue>[];
}

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31) % 251);

it.each([
  [0, 1],
  [1, 1],
  [MOST - 1, 1],
  [MOST, 1],
  [MOST + 1, 2],
  [2 * MOST, 2],
  [2 * MOST + 7, 3],
])("%i bytes are %i rows, and come back", (length, rows) => {
  const query = openQuery();
  const bytes = bytesOf(length);
  writeChunks(query, "a", bytes);
  expect(query("SELECT part FROM chunk").map(({ part }) => part)).toEqual(
    Array.from({ length: rows }, (_, part) => part),
  );
  expect(Buffer.compare(readChunks(query, "a") ?? Buffer.from("none"), bytes)).toBe(0);
});

it("a name has its own bytes: written again in their place, dropped alone", () => {
  const query = openQuery();
  writeChunks(query, "a", bytesOf(MOST + 1));
  writeChunks(query, "b", bytesOf(2));
  writeChunks(query, "a", bytesOf(1));
  expect([...(readChunks(query, "a") ?? [])]).toEqual([0]);
  dropChunks(query, "a");
  expect(readChunks(query, "a")).toBeUndefined();
  expect([...(readChunks(query, "b") ?? [])]).toEqual([0, 31]);
});
