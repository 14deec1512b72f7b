// Tests that a company goes on in another database while its settled documents stay: killed at every call, given up, and with
// clients at every call.
import { describe, expect, it } from "vitest";
import { seedIds } from "../../operator/move/ids.ts";
import { abortMove, beginExtension, beginMove, goOn, KEPT_MS, readPlace } from "../../operator/move/mover.ts";
import { openDatabase, reachDatabase, runAll } from "../../src/store/base/db.ts";
import { HOME, MovedError, openHome } from "../../src/store/base/home.ts";
import { listDocuments } from "../../src/store/document/document-list.ts";
import { createMovingLedger } from "../../src/store/ledger.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { step } from "../support/cases.ts";
import { createD1ToReset } from "../support/sqlite-d1.ts";
import { all, countCallsOf, isNumbered, killAtCall, PROGRESS, watchMover } from "./mover-world.ts";

const DATABASES = { DB: createD1ToReset(), DB1: createD1ToReset(), DB2: createD1ToReset() };
/** A company with three settled documents, an open one, and a settled one behind it; the world opened before it is gone. */
async function openWorld() {
  for (const { reset } of Object.values(DATABASES)) reset();
  const env = { DB: DATABASES.DB.db, DB1: DATABASES.DB1.db, DB2: DATABASES.DB2.db };
  for (const [index, db] of [env.DB1, env.DB2].entries()) await runAll(openDatabase(db), seedIds(index + 1));
  const companyId = await seedCompany(env.DB, { allowance: 1_000 });
  const ledger = createMovingLedger(env, () => undefined);
  const issue = async (reservation = sampleReservation(companyId)) => ({
    reservation,
    result: await ledger.allocate(reservation, sampleSupportDocument()),
  });
  const settle = async ({ reservation, result }: Awaited<ReturnType<typeof issue>>, version = 7) => {
    const { reservationId, name } = reservation;
    const documentId = result.type === "allocated" ? result.documentId : null;
    const owned = { companyId, documentId, reservationId, name };
    await ledger.project({ ...PROGRESS, ...owned, version, state: "aceptado", wakeAt: null });
  };
  const kept = [];
  for (let number = 1; number <= 3; number += 1) {
    kept.push(await issue());
    await settle(kept.at(-1) ?? (await issue()));
  }
  const open = await issue();
  await settle(await issue());
  return {
    ...{ env, companyId, ledger, issue, settle, kept, open },
    ...watchMover(companyId, [env.DB, env.DB1, env.DB2]),
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

const filter = (companyId: number) =>
  ({
    companyId,
    module: "dse",
    typeCodes: [],
    status: null,
    search: null,
    from: null,
    to: null,
    correctedId: null,
    establishment: null,
    till: null,
  }) as const;

/** Numbers of the company's documents, the newest first, as a client lists them. */
async function list({ env, companyId }: World): Promise<number[]> {
  const slice = { order: "DESC", limit: 1_000, offset: 0, after: null } as const;
  const listed = await listDocuments(openHome(env, companyId), filter(companyId), slice);
  expect(listed.total).toBe(listed.rows.length);
  return listed.rows.map(({ number }) => number);
}

const downTo = (last: number) => Array.from({ length: last }, (_, index) => last - index);

/** Issues one; 0 while the company stands still. */
async function tryIssue({ issue }: World): Promise<number> {
  return Number(await isNumbered(async () => (await issue()).result));
}

async function countHomes({ env, companyId }: World): Promise<number> {
  const homes = [env.DB, env.DB1, env.DB2].map((db) => all(db, `SELECT home FROM companies WHERE id = ${companyId}`));
  return (await Promise.all(homes)).filter(([row]) => row?.home === 1).length;
}

/** The end of every story: all documents once, late verdicts where they belong, keys with one document each, the next number next. */
async function expectWhole(world: World, documents: number): Promise<void> {
  const { env, companyId, kept, open, ledger, settle, issue } = world;
  expect(await countHomes(world)).toBe(1);
  expect(await list(world)).toEqual(downTo(documents));
  await settle(open);
  expect(await ledger.findByName(open.reservation.name)).toMatchObject({ state: "aceptado" });
  for (const { reservation, result } of kept) {
    const found = await ledger.findByName(reservation.name);
    expect(found?.documentId).toBe(result.type === "allocated" ? result.documentId : 0);
    const other = { ...reservation, reservationId: crypto.randomUUID() };
    expect((await issue(other)).result).toMatchObject({ type: "taken", row: { documentId: found?.documentId } });
  }
  const next = await issue();
  expect(next.result).toMatchObject({ type: "allocated", numbering: { number: documents + 1 } });
  expect(await list(world)).toEqual(downTo(documents + 1));
  const [feed] = await all(env.DB, `SELECT shard FROM companies WHERE id = ${companyId}`);
  expect(feed).toBeDefined();
}

const DOCUMENTS = 5;

describe("a company that goes on in another database", () => {
  it("leaves what was settled, and after a week only that, where it was", async () => {
    const world = await openWorld();
    const { env, companyId } = world;
    const newest = await all(env.DB, "SELECT max(id) AS id FROM documents");
    await beginExtension(world.world, 1);
    expect((await goOn(world.world)).move?.state).toBe("cleaning");
    expect(await all(env.DB, "SELECT id FROM given_ids")).toEqual(newest);
    const below = world.open.result.type === "allocated" ? world.open.result.documentId : 0;
    const place = { shard: 1, kept: [{ shard: 0, below }] };
    expect(await readPlace(openDatabase(env.DB), companyId)).toMatchObject(place);
    await expectWhole(world, DOCUMENTS);
    world.pass(KEPT_MS);
    expect(await goOn(world.world)).toEqual({ ...place, move: null });
    const numbers = (db: D1Database) => all(db, `SELECT number FROM documents ORDER BY number`);
    expect(await numbers(env.DB)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect(await numbers(env.DB1)).toEqual([{ number: 4 }, { number: 5 }, { number: 6 }]);
    for (const table of ["software", "certificates", "series", "plans", "events"]) {
      expect(await all(env.DB, `SELECT * FROM ${table} WHERE company_id = ${companyId}`)).toEqual([]);
    }
    expect(await list(world)).toEqual(downTo(DOCUMENTS + 1));
  });

  it("goes on again in a third one, and is not moved", async () => {
    const world = await openWorld();
    await beginExtension(world.world, 1);
    await goOn(world.world);
    world.pass(KEPT_MS);
    await goOn(world.world);
    await expect(beginMove(world.world, 2)).rejects.toThrow("spans several databases");
    await world.settle(await world.issue());
    await world.settle(world.open);
    await beginExtension(world.world, 2);
    await goOn(world.world);
    await expectWhole(world, DOCUMENTS + 1);
    const counts = [world.env.DB, world.env.DB1, world.env.DB2].map((db) =>
      all(db, "SELECT count(*) AS n FROM documents"),
    );
    expect(await Promise.all(counts)).toEqual([[{ n: 3 }], [{ n: 3 }], [{ n: 1 }]]);
  });

  it("is not begun where an open document would take too many along", async () => {
    const world = await openWorld();
    const below = world.open.result.type === "allocated" ? world.open.result.documentId : 0;
    const columns = "company_id, module, type_code, environment, client_id, fingerprint, reserved_at, prefix, version";
    const rest = "issue_date, issue_time, currency, subtotal, taxes, total, withheld";
    await all(
      world.env.DB,
      `INSERT INTO documents (${columns}, ${rest}, state, reservation_id, number, full_number)
       WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20100)
       SELECT ${columns}, ${rest}, 'aceptado', 'r' || i, i, 'X' || i FROM n, documents WHERE id = ${below}`,
    );
    await expect(beginExtension(world.world, 1)).rejects.toThrow(`document ${below} is creating`);
    expect(await readPlace(openDatabase(world.env.DB), world.companyId)).toEqual({ shard: 0, move: null });
  });

  it.each(["copying", "catching-up"])(
    "leaves what stays where it was, although rows of an earlier mover arrive while it is %s",
    async (state) => {
      const world = await openWorld();
      const { env, companyId } = world;
      await beginExtension(world.world, 1);
      let late = 0;
      world.watch(async () => {
        const [copy] = await all(env.DB1, `SELECT home FROM companies WHERE id = ${companyId}`);
        if (late > 0 || copy?.home !== HOME.unread) return;
        if ((await readPlace(openDatabase(env.DB), companyId)).move?.state !== state) return;
        late += 1;
        await all(
          env.DB1,
          `INSERT INTO documents (id, company_id, module, type_code, environment, client_id, issuance_name, reservation_id, fingerprint,
            reserved_at, prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at)
          VALUES (1, ${companyId}, 'dse', '05', 'produccion', 1, 'dse:late', 'r1', '', '2026-11-20T15:00:00Z', 'SEDS', 1, 'SEDS1', 'firmado', 3,
            '2026-11-20', '', 'COP', '1.00', '0.00', '1.00', '0.00', '2026-11-20T15:00:00Z')`,
        );
      });
      await goOn(world.world).catch(() => undefined);
      world.watch(() => undefined);
      await goOn(world.world);
      expect(late).toBe(1);
      await expectWhole(world, DOCUMENTS);
      expect(await all(env.DB1, "SELECT id FROM documents WHERE id < 100000000 ORDER BY id")).toEqual([
        { id: 4 },
        { id: 5 },
      ]);
      const ofIt = "SELECT count(*) AS n FROM changes WHERE document_id = 1";
      expect(await all(env.DB1, ofIt)).toEqual([{ n: 0 }]);
    },
  );

  it("killed before or after a call goes on to the same end, with a client in between", async () => {
    const whole = await openWorld();
    await beginExtension(whole.world, 1);
    const calls = await countCallsOf(whole);
    expect(calls).toBeGreaterThan(60);
    // The simulation kills it before and after each (`npm run deep -- simulate --exhaustive`): here before or after each third.
    for (let at = 0; at < calls; at += step(3)) {
      const fault = at % 2 === 0 ? "before" : "after";
      const world = await openWorld();
      await beginExtension(world.world, 1);
      await killAtCall(world, at, fault);
      expect(await countHomes(world)).toBeLessThanOrEqual(1);
      const issued = await tryIssue(world);
      await goOn(world.world);
      await expectWhole(world, DOCUMENTS + issued);
    }
  });

  it("gives numbers until it is closed, and all of them once, with a client and a reader at every call", async () => {
    const world = await openWorld();
    await beginExtension(world.world, 1);
    let issued = 0;
    let refused = 0;
    let unread = 0;
    world.watch(async (call) => {
      if (call < 120) issued += await tryIssue(world);
      expect(await countHomes(world)).toBeLessThanOrEqual(1);
      try {
        expect(await list(world)).toEqual(downTo(DOCUMENTS + issued));
      } catch (cause) {
        if (!(cause instanceof MovedError)) throw cause;
        unread += 1;
      }
      refused += (await countHomes(world)) === 0 ? 1 : 0;
    });
    await goOn(world.world).catch(() => undefined);
    world.watch(() => undefined);
    await goOn(world.world);
    await expectWhole(world, DOCUMENTS + issued);
    expect(issued).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    // Only between the directory's new line and the end of what is taken out of the old database.
    expect(unread).toBeLessThan(30);
  });

  it("given up after any call is where it was, and the other database has nothing of it", async () => {
    const whole = await openWorld();
    await beginExtension(whole.world, 1);
    const calls = await countCallsOf(whole);
    let aborted = 0;
    for (let at = 0; at < calls; at += step(3)) {
      const world = await openWorld();
      await beginExtension(world.world, 1);
      await killAtCall(world, at, "after");
      if ((await readPlace(openDatabase(world.env.DB), world.companyId)).shard === 1) {
        await expect(abortMove(world.world)).rejects.toThrow("lives in database 1 already");
        await goOn(world.world);
      } else {
        aborted += 1;
        await abortMove(world.world);
        expect(await readPlace(openDatabase(world.env.DB), world.companyId)).toEqual({ shard: 0, move: null });
        expect(await all(world.env.DB1, "SELECT count(*) AS n FROM documents")).toEqual([{ n: 0 }]);
      }
      await expectWhole(world, DOCUMENTS);
    }
    expect(aborted).toBeGreaterThan(10);
  });

  it("ends whole when a mover that stood still at any call goes on after another one is done", async () => {
    const whole = await openWorld();
    await beginExtension(whole.world, 1);
    const calls = await countCallsOf(whole);
    for (let at = 0; at < calls; at += step(5)) {
      const world = await openWorld();
      await beginExtension(world.world, 1);
      let hasStood = false;
      world.watch(async (call, when) => {
        if (hasStood || call !== at || when !== "before") return;
        hasStood = true;
        await goOn({
          ...world.world,
          shards: [world.env.DB, world.env.DB1, world.env.DB2].map((db) => reachDatabase(db)),
        });
      });
      await goOn(world.world).catch(() => undefined);
      world.watch(() => undefined);
      await goOn(world.world);
      await expectWhole(world, DOCUMENTS);
    }
  });
});
