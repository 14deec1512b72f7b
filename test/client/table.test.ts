// Tests the client's retry table, row by row.
import { expect, it } from "vitest";
import { judge, pickDelay } from "../../client/src/creation.ts";
import { RETRY_TABLE } from "./retry-table.ts";

it.each(RETRY_TABLE)("$status $body -> $verdict.type", (row) => {
  const retryAfterSeconds = "after" in row ? row.after : 0;
  expect(judge({ status: row.status, body: row.body, retryAfterSeconds, isReplay: false })).toEqual(row.verdict);
});

it("takes silence for no proof at all: the same again", () => {
  expect(judge({ status: 0, cause: new Error("timeout") })).toEqual({ type: "again", waitMs: 0 });
});

it("waits 5, 15, 30, 60 s and 60 s from then on", () => {
  const delaysMs = [5_000, 15_000, 30_000, 60_000];
  expect([0, 1, 2, 3, 4, 9].map((tries) => pickDelay({ delaysMs }, tries))).toEqual([
    5_000, 15_000, 30_000, 60_000, 60_000, 60_000,
  ]);
});
