// Flags, files and answers of a person into the input of a command; SQL with parameters into the same SQL as text alone.
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDatabase, isReading, renderSql } from "../../operator/access/database.ts";
import { describeCall, remoteExecuteCall } from "../../operator/access/wrangler.ts";
import { createInput } from "../../operator/input.ts";
import { readDate, readInteger, readNit } from "../../operator/reader.ts";
import { cases } from "../support/cases.ts";

const flags = (given: Record<string, string[]>) => new Map(Object.entries(given));

describe("the input of a command", () => {
  it("asks again, with the complaint, until the answer is right", async () => {
    const answers = ["900373115-9", "900373115-3"];
    const complaints: (string | undefined)[] = [];
    const input = createInput({
      flags: flags({}),
      operands: [],
      meanings: { nit: "NIT" },
      ask: async (_question, complaint) => {
        complaints.push(complaint);
        return answers.shift() ?? "";
      },
    });
    expect(await input.get("nit", readNit)).toEqual({ nit: "900373115", checkDigit: "3" });
    expect(complaints).toEqual([undefined, "the check digit of 900373115 is 3, not 9"]);
  });

  it("prefers the flag to the file, and the file to a question", async () => {
    const file = { year: 2026, day: "2026-11-20", scopes: ["a", "b,c"] };
    const input = createInput({ flags: flags({ year: ["2027"] }), operands: [], file });
    expect(await input.get("year", readInteger(2000, 2100))).toBe(2027);
    expect(input.find("day", readDate)).toBe("2026-11-20");
    expect(input.list("scopes", (text) => text)).toEqual(["a", "b", "c"]);
    await expect(input.get("other", readDate)).rejects.toThrow("--other is missing");
    expect(() => input.operand("FILE")).toThrow("FILE is missing");
  });
});

describe("SQL for ways that take text alone", () => {
  it("means the same as SQL with parameters, whatever the values", () => {
    const connection = new DatabaseSync(":memory:");
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("'", "''", "?1", "--", ";", '"', "\n", null),
      fc.integer(),
    );
    fc.assert(
      fc.property(value, value, (first, second) => {
        fc.pre(![first, second].some((one) => typeof one === "string" && (one.includes("\0") || !one.isWellFormed())));
        const statement = { sql: "SELECT ?1 AS a, 'it''s ?2' AS b, ?2 AS c -- ?9\n", parameters: [first, second] };
        expect({ ...connection.prepare(renderSql(statement)).get() }).toEqual({ a: first, b: "it's ?2", c: second });
      }),
      { numRuns: cases(100) },
    );
    connection.close();
  });

  it("refuses a NUL and a missing parameter", () => {
    expect(() => renderSql({ sql: "SELECT ?1", parameters: ["a\0b"] })).toThrow(/NUL/);
    expect(() => renderSql({ sql: "SELECT ?2", parameters: ["a"] })).toThrow(/lacks parameter \?2/);
  });

  it("goes to wrangler as one command, quoted for a shell", () => {
    const call = remoteExecuteCall([{ sql: "SELECT ?1", parameters: ["it's"] }]);
    expect(describeCall(call)).toBe(
      "wrangler d1 execute factura-edge --remote --json --yes --command 'SELECT '\\''it'\\'''\\''s'\\'';'",
    );
  });

  it("knows what only reads", () => {
    expect(isReading({ sql: "\n SELECT 1", parameters: [] })).toBe(true);
    expect(isReading({ sql: "INSERT INTO t SELECT 1", parameters: [] })).toBe(false);
  });

  it("binds only what SQLite can hold", () => {
    const db = createDatabase(async () => []);
    expect(() => db.prepare("SELECT ?1").bind({})).toThrow(/cannot take a object/);
  });
});
