// Tests that a company is read and changed in the database where it lives, and nowhere else.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { build, openDatabase, run } from "../../src/store/base/db.ts";
import { HOME, MovedError, openHome } from "../../src/store/base/home.ts";
import { findTokenWithCompany } from "../../src/store/company/clients.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { listOverdue } from "../../src/store/document/documents.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

/** Two databases, and a company in the first that the directory knows. */
async function openTwo() {
  const env = { DB: createD1(), DB1: createD1() };
  const companyId = await seedCompany(env.DB, { modules: ["dse"] });
  const set = async (db: D1Database, home: number) => {
    await db.prepare("UPDATE companies SET home = ?1 WHERE id = ?2").bind(home, companyId).all();
  };
  /** The same rows in the other database, as a mover leaves them. */
  const copy = async (home: number) => {
    expect(await seedCompany(env.DB1, { modules: ["dse"] })).toBe(companyId);
    await set(env.DB1, home);
  };
  const point = (shard: number) => env.DB.prepare("UPDATE companies SET shard = ?1").bind(shard).all();
  return { env, companyId, set, copy, point };
}

const count = async (db: D1Database) =>
  (await db.prepare("SELECT count(*) AS n FROM documents").all<{ n: number }>()).results[0]?.n;

describe("a company", () => {
  it("with one database is in that one, and no statement more is run", async () => {
    const { env } = await openTwo();
    expect(openHome({ DB: env.DB }, 1)).toBe(openDatabase(env.DB));
  });

  it("that moved is found at the first call after the move, whatever was remembered of it", async () => {
    const { env, companyId, set, copy, point } = await openTwo();
    const ledger = createLedger(openHome(env, companyId));
    expect(await ledger.loadCompany(companyId)).toMatchObject({ id: companyId });
    await copy(HOME.here);
    await set(env.DB, HOME.unread);
    await point(1);
    expect(await ledger.loadCompany(companyId)).toMatchObject({ id: companyId });
    const reservation = sampleReservation(companyId);
    expect(await ledger.allocate(reservation, sampleSupportDocument())).toMatchObject({ type: "allocated" });
    expect([await count(env.DB), await count(env.DB1)]).toEqual([0, 1]);
  });

  it("that is closed is read and not changed: nothing of a batch is written", async () => {
    const { env, companyId, set } = await openTwo();
    await set(env.DB, HOME.closed);
    const home = openHome(env, companyId);
    expect(await loadCompany(home, companyId)).toMatchObject({ id: companyId });
    await expect(run(home, build.run(sql`UPDATE companies SET name = 'other'`))).rejects.toThrow(MovedError);
    expect(await loadCompany(home, companyId)).not.toMatchObject({ name: "other" });
  });

  it("that left gets no number and no row where it was, also from a deployment that knows of one database alone", async () => {
    const { env, companyId, set } = await openTwo();
    await set(env.DB, HOME.unread);
    const ledger = createLedger(openHome({ DB: env.DB }, companyId));
    await expect(ledger.allocate(sampleReservation(companyId), sampleSupportDocument())).rejects.toThrow();
    await expect(ledger.loadCompany(companyId)).rejects.toThrow(MovedError);
    expect(await count(env.DB)).toBe(0);
  });

  it("that left or is on its way has no overdue documents there", async () => {
    const { env, companyId, set } = await openTwo();
    const ledger = createLedger(openHome(env, companyId));
    await ledger.allocate(
      sampleReservation(companyId, { wakeAt: "2026-01-01T00:00:00.000Z" }),
      sampleSupportDocument(),
    );
    const list = () => listOverdue(openDatabase(env.DB), "2027-01-01T00:00:00.000Z", 9);
    expect(await list()).toHaveLength(1);
    for (const home of [HOME.closed, HOME.unread]) {
      await set(env.DB, home);
      expect(await list()).toEqual([]);
    }
  });
});

describe("a token", () => {
  const add = async (db: D1Database, companyId: number) => {
    await db
      .prepare("INSERT INTO api_clients (id, company_id, name, scopes) VALUES (7, ?1, 'ERP', '[]')")
      .bind(companyId)
      .all();
    await db.prepare("INSERT INTO tokens (id, client_id, digest, pepper_version) VALUES ('t', 7, 'd', 1)").all();
  };

  it("of a company of another database is known to be that company's", async () => {
    const { env, companyId, point, set, copy } = await openTwo();
    await copy(HOME.here);
    await set(env.DB, HOME.unread);
    await point(1);
    await add(env.DB1, companyId);
    const other = await seedCompany(env.DB, { modules: ["dse"] });
    const { token, company } = await findTokenWithCompany(env, "t", other);
    expect([token?.companyId, company?.id]).toEqual([companyId, other]);
    expect((await findTokenWithCompany(env, "t", companyId)).company?.id).toBe(companyId);
  });

  it("that a company left behind is none", async () => {
    const { env, companyId, point, set, copy } = await openTwo();
    await add(env.DB, companyId);
    await copy(HOME.here);
    await set(env.DB, HOME.unread);
    await point(1);
    expect((await findTokenWithCompany(env, "t", companyId)).token).toBeUndefined();
  });

  it("for a company that there is not is known all the same", async () => {
    const { env, companyId } = await openTwo();
    await add(env.DB, companyId);
    expect(await findTokenWithCompany(env, "t", 999)).toMatchObject({ token: { companyId }, company: undefined });
  });
});
