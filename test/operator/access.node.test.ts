// The operator's database, however it is reached: values arrive unchanged, a batch is one transaction, a rehearsal writes nothing.
import { count, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reached, reach, renderSql, reportWrites } from "../../operator/access/database.ts";
import { openSqlite } from "../../operator/access/sqlite.ts";
import { describeCall, remoteExecuteCall } from "../../operator/access/wrangler.ts";
import { build, run, type SqlQuery } from "../../src/store/db.ts";
import { costCenters } from "../../src/store/schema.ts";
import { cases } from "../support/cases.ts";
import { CREATION, describeTexts, keepTexts, readTexts, TEXTS } from "./cost-center-values.ts";

const { name, code } = costCenters;

/** A database in memory with the table. */
async function open() {
  const opened = openSqlite(":memory:");
  await opened.execute(CREATION.map((text) => ({ sql: text, params: [] })));
  return opened;
}

/** The same, which takes no values beside the text of a statement. */
function throughText({ execute }: Reached): Reached {
  return reach((queries) => execute(queries.map((query) => ({ sql: renderSql(query), params: [] }))));
}

const WAYS: readonly (readonly [string, (opened: Reached) => Reached])[] = [
  ["a file", (opened) => opened],
  ["text alone", throughText],
];

describe.each(WAYS)("a database that is reached through %s", (_way, through) => {
  it("keeps and gives every value unchanged, and finds it", async () => {
    const opened = await open();
    const { db } = through(opened);
    await keepTexts(db, TEXTS);
    expect(await readTexts(db)).toEqual(describeTexts(TEXTS));
    for (const text of TEXTS) {
      expect(await run(db, build.select({ n: count() }).from(costCenters).where(eq(name, text)))).toEqual([{ n: 1 }]);
    }
    await opened.close();
  });

  it("keeps any text at all", async () => {
    const opened = await open();
    const { db } = through(opened);
    const anyText = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        await run(db, build.delete(costCenters));
        await keepTexts(db, [text]);
        expect(await readTexts(db)).toEqual(describeTexts([text]));
      }),
      { numRuns: cases(50) },
    );
    await opened.close();
  });

  it("keeps all of a batch, or nothing of it", async () => {
    const opened = await open();
    const { db } = through(opened);
    const insert = build.insert(costCenters).values({ companyId: 1, code: "A", name: "Ventas" });
    await expect(db.batch([insert, insert])).rejects.toThrow("UNIQUE constraint failed");
    expect(await readTexts(db)).toEqual([]);
    await opened.close();
  });
});

describe("a statement as text", () => {
  it("is refused when it has a question mark that stands for no value, or a number that is none", () => {
    expect(() => renderSql({ sql: "select '?', ?", params: [1] })).toThrow(/one question mark for each value/);
    expect(() => renderSql({ sql: "select ?", params: [Number.NaN] })).toThrow(/not finite/);
  });

  it("goes to wrangler as one command, quoted for a shell", () => {
    const call = remoteExecuteCall([{ sql: "SELECT ?", params: ["it's"] }]);
    expect(describeCall(call)).toBe(
      "wrangler d1 execute factura-edge --remote --json --yes --command 'SELECT '\\''it'\\'''\\''s'\\'';'",
    );
  });
});

describe("a database whose writes are reported", () => {
  it("answers every reading of a batch, and does none of its writing", async () => {
    const opened = await open();
    await keepTexts(opened.db, ["one", "two"]);
    const reported: SqlQuery[] = [];
    const { db } = reach(reportWrites(opened.execute, (writes) => reported.push(...writes)));
    const results = await db.batch([
      build.select({ name }).from(costCenters).orderBy(code).limit(1),
      build.delete(costCenters).where(eq(name, "it's")).returning({ name }),
      build.select({ last: sql<string>`max(${name})` }).from(costCenters),
    ]);
    expect(results).toEqual([[{ name: "one" }], [], [{ last: "two" }]]);
    expect(reported.map(renderSql)).toEqual([
      `delete from "cost_centers" where "cost_centers"."name" = 'it''s' returning "name"`,
    ]);
    expect(await readTexts(opened.db)).toHaveLength(2);
    await opened.close();
  });
});
