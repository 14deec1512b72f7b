// A stopped range into one that goes on: what the operator sees, what is refused, and what is written down.
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { stopRange } from "../../src/store/number/stopped-range.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
  await bench.run("range add", RANGE);
});
afterEach(() => bench.close());

async function stop(number: number): Promise<void> {
  const { db, close } = openSqlite(bench.databaseFile);
  await stopRange(db, { documentId: 7, numbering: { rangeId: 1, number } }, "elsewhere");
  await close();
}

const readRange = () => bench.query("SELECT next_number, stopped_by, stops_from FROM ranges")[0];

it("a stopped range is shown, goes on from the number given, and its audit entry is written", async () => {
  const next = Number(readRange()?.next_number);
  await stop(next);
  expect((await bench.run("range list", {})).out).toContain("stopped_by");
  expect(await bench.run("range resume", { range: 1, next: next + 40 })).toMatchObject({ code: 0 });
  expect(readRange()).toEqual({ next_number: next + 40, stopped_by: null, stops_from: next + 40 });
  expect(bench.query("SELECT action FROM events ORDER BY sequence DESC LIMIT 1")).toEqual([{ action: "range.resume" }]);
  await stop(next + 39);
  expect(readRange()).toMatchObject({ stopped_by: null });
  await stop(next + 40);
  expect(await bench.run("range resume", { range: 1 })).toMatchObject({ code: 0 });
  expect(readRange()).toMatchObject({ next_number: next + 40, stopped_by: null });
});

it("a range that is not stopped, an unknown one and a number behind are refused", async () => {
  expect((await bench.run("range resume", { range: 1 })).err).toContain("is not stopped");
  expect((await bench.run("range resume", { range: 9 })).err).toContain("there is no range 9");
  const next = Number(readRange()?.next_number);
  await stop(next);
  expect((await bench.run("range resume", { range: 1, next: next - 1 })).code).not.toBe(0);
  expect(readRange()).toMatchObject({ next_number: next, stopped_by: 7 });
});

it("a range that another operator let go on meanwhile keeps the numbers that it gave since", async () => {
  const next = Number(readRange()?.next_number);
  await stop(next);
  bench.deployed.beforeOnce(/update "ranges"/, () => {
    bench.query("UPDATE ranges SET stopped_by = NULL, next_number = next_number + 5");
  });
  expect((await bench.run("range resume", { range: 1, remote: true })).err).toContain("is not stopped");
  expect(readRange()).toMatchObject({ next_number: next + 5, stopped_by: null });
});
