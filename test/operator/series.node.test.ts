// Series of notes: what a new company has, what may be changed, and how every number is accounted for.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../operator/access/sqlite.ts";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { allocateNote } from "../../src/store/number/note-allocation.ts";
import { stopRange } from "../../src/store/number/stopped-range.ts";
import { sampleReservation } from "../store/sample.ts";
import { ivaLine, makeInvoice, makeInvoiceNote } from "../ubl/fixture.ts";
import { conceptOf } from "../ubl/note-kinds.ts";
import { COMPANY, openWorkbench, RANGE, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(async () => {
  bench = openWorkbench();
  await bench.run("company add", COMPANY);
});
afterEach(() => bench.close());

const environment = () => String(bench.query("SELECT environment FROM companies")[0]?.environment);
const readSeries = (type = "91") =>
  bench.query(`SELECT prefix, first_number, next_number, stopped_by FROM series
    WHERE type_code = '${type}' AND environment = '${environment()}'`)[0];

/** Numbers a note without reference, and gives its id. */
async function number(typeCode: "91" | "92" = "91"): Promise<number> {
  const { db, close } = openSqlite(bench.databaseFile);
  const note = makeInvoiceNote([ivaLine(1, "1000.00", "19.00", "190.00")], {
    typeCode,
    operationType: typeCode === "91" ? "22" : "32",
    concept: conceptOf(typeCode, "3"),
    issueDate: "2026-11-20",
  });
  const reservation = { ...sampleReservation(1), module: "fe" as const, rangeKind: typeCode };
  const result = await allocateNote(db, reservation, note);
  await close();
  if (result.type !== "allocated") throw new Error(JSON.stringify(result));
  return result.documentId;
}

/** A document in a state, as its object would have projected it. */
function progressOf(
  { reservationId, name }: { reservationId: string; name: string },
  state: Progress["state"],
): Progress {
  const files = { fileName: null, xmlPath: null, xmlSha256: null, zipKey: null };
  const rest = { verdict: null, attempts: [], changes: [], lastError: null };
  const wakeAt = state === "en_proceso_http" ? "2026-11-20T15:30:00.000Z" : null;
  return { reservationId, name, version: 5, state, fiscalId: reservationId, wakeAt, ...files, ...rest };
}

it("a new company has a series of each type in each environment, from 1", () => {
  expect(
    bench.query("SELECT type_code, prefix, next_number, count(*) AS environments FROM series GROUP BY type_code"),
  ).toEqual([
    { type_code: "91", prefix: "NC", next_number: 1, environments: 2 },
    { type_code: "92", prefix: "ND", next_number: 1, environments: 2 },
    { type_code: "95", prefix: "NAS", next_number: 1, environments: 2 },
  ]);
});

it("a series goes on after the last number of other software, and the step is accounted for", async () => {
  expect(await bench.run("series edit", { company: 1, type: "91", next: 58 })).toMatchObject({ code: 0 });
  await number();
  expect(readSeries()).toMatchObject({ prefix: "NC", first_number: 1, next_number: 59 });
  expect(bench.query("SELECT action FROM events ORDER BY sequence DESC LIMIT 1")).toEqual([{ action: "series.edit" }]);
  const gaps = await bench.run("ledger gaps", {});
  expect(gaps).toMatchObject({ code: 0 });
  expect(gaps.out).toContain("57 skipped");
  bench.query("UPDATE series SET next_number = 61 WHERE type_code = '91'");
  expect((await bench.run("ledger gaps", {})).out).toContain("NC59");
});

it("a series takes another prefix, and numbers under the one before stay accounted for", async () => {
  await number();
  expect(await bench.run("series edit", { company: 1, type: "91", prefix: "NCR" })).toMatchObject({ code: 0 });
  await number();
  expect(readSeries()).toMatchObject({ prefix: "NCR", first_number: 1, next_number: 2 });
  expect(await bench.run("ledger gaps", {})).toMatchObject({ code: 0 });
  bench.query("DELETE FROM documents WHERE prefix = 'NC'");
  expect((await bench.run("ledger gaps", {})).out).toContain("NC1");
});

it("numbers only go forward, and none is given twice", async () => {
  await number();
  expect((await bench.run("series edit", { company: 1, type: "91", next: 1 })).err).toContain("forward");
  await bench.run("series edit", { company: 1, type: "91", prefix: "NCR" });
  expect((await bench.run("series edit", { company: 1, type: "91", prefix: "NC" })).err).toContain(
    "NC1 is given already",
  );
  expect((await bench.run("series edit", { company: 1, type: "91" })).err).toContain("nothing to change");
  expect((await bench.run("series add", { company: 1, type: "91", prefix: "NC" })).err).toContain("has the series");
});

it("a series that is missing can be added", async () => {
  bench.query("DELETE FROM series");
  expect((await bench.run("series edit", { company: 1, type: "92", next: 4 })).err).toContain("has no series");
  expect(await bench.run("series add", { company: 1, type: "92", prefix: "ND", next: 4 })).toMatchObject({ code: 0 });
  await number("92");
  expect(readSeries("92")).toMatchObject({ first_number: 4, next_number: 5 });
  expect((await bench.run("series list", { company: 1 })).out).toContain("ND");
});

it("a series that another system's number stopped goes on from the number given", async () => {
  const documentId = await number();
  const { db, close } = openSqlite(bench.databaseFile);
  await stopRange(db, { documentId, numbering: { rangeId: null, number: 1 } }, "elsewhere");
  await close();
  expect(readSeries()).toMatchObject({ stopped_by: documentId });
  await expect(number()).rejects.toThrow("stopped");
  expect((await bench.run("status", {})).out).toMatch(
    /warning {3}series_stopped {2}company 1 Compañía Ágil S\.A\.S\.: document \d+ has a number/,
  );
  expect(await bench.run("series edit", { company: 1, type: "91", next: 40 })).toMatchObject({ code: 0 });
  await number();
  expect(readSeries()).toMatchObject({ next_number: 41, stopped_by: null });
  expect((await bench.run("status", {})).out).not.toContain("series_stopped");
});

it("a note is explained with what it corrects", async () => {
  const documentId = await number();
  const { out } = await bench.run("document explain", { document: documentId });
  expect(out).toContain("note of concept 3");
});

describe("an invoice of 119000.00 with three notes: 11900.00 accepted, as much in process, as much rejected", () => {
  let invoiceId: number;
  beforeEach(async () => {
    await bench.run("range add", RANGE);
    const { db, close } = openSqlite(bench.databaseFile);
    const ledger = createLedger(db);
    const reservation = sampleReservation(1, { module: "fe", rangeKind: "fe" });
    const allocated = await ledger.allocate(
      reservation,
      makeInvoice([ivaLine(1, "100000.00", "19.00", "19000.00")], { issueDate: "2026-11-20" }),
    );
    if (allocated.type !== "allocated") throw new Error(JSON.stringify(allocated));
    invoiceId = allocated.documentId;
    await ledger.project(progressOf(reservation, "aceptado"));
    let live = "";
    for (const state of ["aceptado", "en_proceso_http", "rechazado"] as const) {
      const note = makeInvoiceNote([ivaLine(1, "10000.00", "19.00", "1900.00")], {
        typeCode: "91",
        operationType: "20",
        concept: conceptOf("91", "3"),
        issueDate: "2026-11-20",
      });
      const correction = { documentId: invoiceId, liveNotes: live };
      const own = { ...sampleReservation(1), module: "fe" as const, rangeKind: "91" as const, correction };
      const result = await allocateNote(db, own, note);
      if (result.type !== "allocated") throw new Error(JSON.stringify(result));
      await ledger.project(progressOf(own, state));
      live = live === "" ? String(result.documentId) : `${live},${result.documentId}`;
    }
    await close();
  });

  it("is explained with its notes and what they leave", async () => {
    const { out } = await bench.run("document explain", { document: invoiceId });
    expect(out).toContain("notes, with 95200.00 of 119000.00 left to credit:");
    expect(out).toMatch(/NC1 .*aceptado/);
    expect(out).toMatch(/NC3 .*rechazado/);
    expect(await bench.json("document explain", { document: invoiceId })).toMatchObject({
      notes: [{ number: "NC1" }, { number: "NC2" }, { number: "NC3" }],
      balance: { invoiced: "119000.00", credited: "11900.00", inProcess: "11900.00", available: "95200.00" },
    });
  });

  it("leaves one note pending, and what it waits for", async () => {
    const pending = await bench.json<readonly object[]>("pending");
    expect(pending).toMatchObject([{ number: "NC2", state: "en_proceso_http", waits_for: expect.any(String) }]);
  });

  it("has every number of its notes accounted for", async () => {
    expect(await bench.run("ledger gaps")).toMatchObject({
      code: 0,
      out: expect.stringContaining("1 aceptado, 1 en_proceso_http, 1 rechazado"),
    });
  });
});
