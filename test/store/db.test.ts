// Tests the builder's statements on D1: bound to values, in a batch or alone, in the binding or a session of it.
import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  build,
  connect,
  D1_LIMITS,
  findOne,
  isReading,
  openDatabase,
  run,
  runAll,
  statement,
  template,
  withLimits,
} from "../../src/store/base/db.ts";
import { alerts, companies, costCenters } from "../../src/store/base/schema.ts";

const db = openDatabase(env.DB);
const COMPANY = 770_000_001;
const detail = { documentId: 7, note: "Ñandú" };

const insertAlert = statement(["code", "detail", "companyId"], (value) =>
  build
    .insert(alerts)
    .values({ code: value.code, subject: "s", companyId: value.companyId, detail: value.detail, raisedAt: "t" })
    .returning(),
);
const renameCenters = template(
  ["companyId", "name"],
  (value) => sql`UPDATE ${costCenters} SET name = ${value.name} WHERE ${costCenters.companyId} = ${value.companyId}`,
);
const findCenter = statement(["companyId", "code"], (value) =>
  build
    .select({ id: costCenters.id, code: costCenters.code, alternativeCode: costCenters.alternativeCode })
    .from(costCenters)
    .where(and(eq(costCenters.companyId, value.companyId), eq(costCenters.code, value.code))),
);

describe("a statement on D1", () => {
  it("takes its values at each call, and gives rows as the schema types them", async () => {
    const first = insertAlert({ code: "db-1", companyId: COMPANY, detail });
    const second = insertAlert({ code: "db-2", companyId: null, detail: { count: null } });
    const [[one], [two]] = await db.batch([first, second]);
    expect(one).toEqual({ code: "db-1", subject: "s", companyId: COMPANY, detail, raisedAt: "t", deliveredAt: null });
    expect(two).toMatchObject({ code: "db-2", companyId: null, detail: { count: null } });
  });

  it("is the same alone, in a batch, and in a session of the binding", async () => {
    await run(db, build.insert(costCenters).values({ companyId: COMPANY, code: "A", name: "Ventas" }));
    const expected = { id: expect.any(Number), code: "A", alternativeCode: null };
    const find = findCenter({ companyId: COMPANY, code: "A" });
    const session = openDatabase(env.DB.withSession("first-primary"));
    expect(await run(db, find)).toEqual([expected]);
    expect(await db.batch([find, find])).toEqual([[expected], [expected]]);
    expect(await findOne(session, find)).toEqual(expected);
    expect(await findOne(session, findCenter({ companyId: COMPANY, code: "B" }))).toBeUndefined();
  });

  it("is one transaction with the others of its batch", async () => {
    const row = { companyId: COMPANY, code: "twice", name: "n" };
    const insert = build.insert(costCenters).values(row);
    await expect(db.batch([insert, insert])).rejects.toThrow("UNIQUE constraint failed");
    expect(await run(db, findCenter(row))).toEqual([]);
  });

  it("may be a template, beside others, in a list of any length", async () => {
    const companyId = COMPANY + 1;
    const add = build.insert(costCenters).values({ companyId, code: "A", name: "Ventas" });
    await runAll(db, [add, renameCenters({ companyId, name: "Compras" }), build.run(sql`SELECT 1`)]);
    await runAll(db, []);
    const rows = await run(
      db,
      build.select({ name: costCenters.name }).from(costCenters).where(eq(costCenters.companyId, companyId)),
    );
    expect(rows).toEqual([{ name: "Compras" }]);
  });

  it("fails without a word of its values", async () => {
    const insert = build.insert(companies).values({
      nit: null as unknown as string,
      name: "CANARY",
      environment: "produccion",
      profile: { email: "canary@example.com" } as never,
    });
    const error: unknown = await run(db, insert).catch((cause: unknown) => cause);
    expect(String(error)).toContain("NOT NULL constraint failed: companies.nit");
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/canary/i);
  });

  it("keeps null in a JSON column as NULL, not as the text null", async () => {
    const insert = run(db, insertAlert({ code: "db-3", companyId: null, detail: null }));
    await expect(insert).rejects.toThrow("NOT NULL constraint failed: alerts.detail");
  });
});

describe("a round trip", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const slow = (milliseconds: number) =>
    connect(
      withLimits(
        (queries) =>
          new Promise((resolve) => setTimeout(() => resolve(queries.map(() => [[1, "A", null]])), milliseconds)),
        D1_LIMITS,
      ),
    );
  const find = () => findCenter({ companyId: 1, code: "A" });
  const insert = () => build.insert(costCenters).values({ companyId: 1, code: "A", name: "n" });

  it.each([
    ["a read", "D1 read", D1_LIMITS.readMs, () => slow(D1_LIMITS.readMs + 1).batch([find()])],
    ["reads together", "D1 read batch", D1_LIMITS.readMs, () => slow(D1_LIMITS.readMs + 1).batch([find(), find()])],
    ["a write", "D1 write", D1_LIMITS.writeMs, () => slow(D1_LIMITS.writeMs + 1).batch([insert()])],
    [
      "a batch that writes",
      "D1 write batch",
      D1_LIMITS.writeMs,
      () => slow(D1_LIMITS.writeMs + 1).batch([find(), insert()]),
    ],
  ])("of %s that takes longer than its deadline is given up, and says so", async (_, what, limitMs, start) => {
    const failing = expect(start()).rejects.toThrow(`${what}: no answer within ${limitMs} ms`);
    await vi.advanceTimersByTimeAsync(limitMs);
    await failing;
  });

  it("that answers in time gives its rows", async () => {
    const reading = run(slow(D1_LIMITS.readMs - 1), find());
    await vi.advanceTimersByTimeAsync(D1_LIMITS.readMs - 1);
    expect(await reading).toEqual([{ id: 1, code: "A", alternativeCode: null }]);
  });
});

it.each([
  ["select 1", true],
  ["\n  SELECT 1", true],
  ["with a as (select 1) insert into t select * from a", false],
  ["insert into t select 1", false],
  ["update t set a = 1 returning a", false],
  ["delete from t", false],
])("%s: reads only is %s", (text, expected) => {
  expect(isReading({ sql: text, params: [] })).toBe(expected);
});
