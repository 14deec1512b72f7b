// Tests that a company goes from one database to another whole: killed at every call, given up, and with clients at every call.
import { createHash } from "node:crypto";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { seedIds } from "../../operator/move/ids.ts";
import { abortMove, beginMove, goOn, KEPT_MS, readPlace } from "../../operator/move/mover.ts";
import { MOVED } from "../../operator/move/table.ts";
import { type Execute, isReading, openDatabase, reachDatabase, runAll } from "../../src/store/base/db.ts";
import { openHome } from "../../src/store/base/home.ts";
import * as schema from "../../src/store/base/schema.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { step } from "../support/cases.ts";
import { createD1ToReset } from "../support/sqlite-d1.ts";
import { all, countCallsOf, isNumbered, Killed, killAtCall, PROGRESS, watchMover } from "./mover-world.ts";

const DOCUMENTS = 6;

const DATABASES = { DB: createD1ToReset(), DB1: createD1ToReset() };

/** A company with its documents in the first of two databases; the world opened before it is gone. */
async function openWorld() {
  for (const { reset } of Object.values(DATABASES)) reset();
  const env = { DB: DATABASES.DB.db, DB1: DATABASES.DB1.db };
  await runAll(openDatabase(env.DB1), seedIds(1));
  const companyId = await seedCompany(env.DB, { allowance: 1_000 });
  const other = await seedCompany(env.DB, {});
  const issue = async (company = companyId) => {
    const ledger = createLedger(openHome(env, company));
    return ledger.allocate(sampleReservation(company), sampleSupportDocument());
  };
  for (let number = 1; number < DOCUMENTS; number += 1) {
    const reservation = sampleReservation(companyId);
    const ledger = createLedger(openHome(env, companyId));
    await ledger.allocate(reservation, sampleSupportDocument());
    if (number % 2 === 0) await ledger.project({ ...PROGRESS, ...pick(reservation), state: "aceptado", wakeAt: null });
  }
  await issue(other);
  // The newest third party is that of the company that goes.
  const counterpart = { ...sampleSupportDocument().counterpart, identificationNumber: "2" };
  const document = sampleSupportDocument({ counterpart });
  await createLedger(openHome(env, companyId)).allocate(sampleReservation(companyId), document);
  return { ...{ env, companyId, other, issue }, ...watchMover(companyId, [env.DB, env.DB1]) };
}
type World = Awaited<ReturnType<typeof openWorld>>;

const pick = ({ reservationId, name }: { readonly reservationId: string; readonly name: string }) => ({
  reservationId,
  name,
});
const TABLES =
  "software certificates api_clients ranges series plans file_sequences payment_methods cost_centers".split(" ");
const LATER = "third_parties signed_names documents events resend_orders journal_audits webhooks changes".split(" ");

/** The digest of everything that a database holds of a company; nothing of it is left out but what says where it lives. */
async function digest(db: D1Database, companyId: number): Promise<string> {
  const rows = [];
  for (const table of [...TABLES, ...LATER, "document_days"]) {
    rows.push(await all(db, `SELECT * FROM ${table} WHERE company_id = ${companyId} ORDER BY 1, 2, 3`));
  }
  rows.push(await all(db, `SELECT id, nit, name, environment, profile, accent FROM companies WHERE id = ${companyId}`));
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

async function readHomes({ env, companyId }: World): Promise<unknown[]> {
  const homes = [env.DB, env.DB1].map((db) => all(db, `SELECT home FROM companies WHERE id = ${companyId}`));
  return (await Promise.all(homes)).flatMap(([row]) => (row === undefined ? [] : [row.home]));
}

/** At most one home at any moment; numbers without hole or twin where the company lives. */
async function check(world: World): Promise<void> {
  const { env, companyId } = world;
  expect((await readHomes(world)).filter((home) => home === 1).length).toBeLessThanOrEqual(1);
  const { shard } = await readPlace(openDatabase(env.DB), companyId);
  const db = shard === 0 ? env.DB : env.DB1;
  const numbers = await all(db, `SELECT number FROM documents WHERE company_id = ${companyId} ORDER BY number`);
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  const [range] = await all(
    db,
    `SELECT next_number, used FROM ranges JOIN plans USING (company_id) WHERE company_id = ${companyId}`,
  );
  expect(range).toEqual({ next_number: numbers.length + 1, used: numbers.length });
}

/** Kills the mover at its first call in a state. */
async function killInState(world: World, state: string): Promise<void> {
  world.watch(async () => {
    if ((await readPlace(openDatabase(world.env.DB), world.companyId)).move?.state === state) throw new Killed();
  });
  await expect(goOn(world.world)).rejects.toThrow(Killed);
  world.watch(() => undefined);
}

describe("a company that moves", () => {
  it("is in the other database as it was, row by row, and goes on there without a hole", async () => {
    const world = await openWorld();
    const { env, companyId, other } = world;
    const before = await digest(env.DB, companyId);
    await all(env.DB1, "INSERT INTO walks (name, last_id) VALUES ('retire', 100000005)");
    await beginMove(world.world, 1);
    expect((await goOn(world.world)).move?.state).toBe("cleaning");
    expect(await digest(env.DB1, companyId)).toBe(before);
    expect(await readHomes(world)).toEqual([-1, 1]);
    expect(await all(env.DB1, "SELECT last_id FROM walks")).toEqual([{ last_id: 0 }]);
    const issued = await world.issue();
    expect(issued).toMatchObject({ numbering: { number: DOCUMENTS + 1 } });
    expect(issued.type === "allocated" && issued.documentId).toBeGreaterThan(100_000_000);
    expect(await world.issue(other)).toMatchObject({ type: "allocated", numbering: { number: 2 } });
    await check(world);
  });

  it("leaves nothing behind after a week, but the directory's line, and no id is given a second time", async () => {
    const world = await openWorld();
    const { env, companyId, other } = world;
    await beginMove(world.world, 1);
    await goOn(world.world);
    const [greatest] = await all(env.DB, "SELECT max(id) AS id FROM third_parties");
    const [gone] = await all(env.DB, "SELECT max(id) AS id FROM documents");
    world.pass(KEPT_MS);
    expect(await goOn(world.world)).toEqual({ shard: 1, move: null });
    for (const table of [...TABLES, ...LATER]) {
      expect(await all(env.DB, `SELECT * FROM ${table} WHERE company_id = ${companyId}`)).toEqual([]);
    }
    expect(await all(env.DB, "SELECT id, home, shard FROM companies ORDER BY id")).toMatchObject([
      { id: companyId, home: -1, shard: 1 },
      { id: other, home: 1, shard: 0 },
    ]);
    const party = { ...sampleSupportDocument().counterpart, identificationNumber: "1" };
    const issued = await createLedger(openHome(env, other)).allocate(
      sampleReservation(other),
      sampleSupportDocument({ counterpart: party }),
    );
    expect(issued.type === "allocated" && issued.documentId).toBeGreaterThan(Number(gone?.id));
    const [next] = await all(env.DB, `SELECT max(id) AS id FROM third_parties WHERE company_id = ${other}`);
    expect(Number(next?.id)).toBeGreaterThan(Number(greatest?.id));
    await check(world);
  });

  it("killed before or after a call goes on to the same end", async () => {
    const whole = await openWorld();
    await beginMove(whole.world, 1);
    const calls = await countCallsOf(whole);
    expect(calls).toBeGreaterThan(60);
    // The simulation kills it before and after each (`npm run deep -- simulate --exhaustive`): here before or after each third.
    for (let at = 0; at < calls; at += step(3)) {
      const fault = at % 2 === 0 ? "before" : "after";
      const world = await openWorld();
      await beginMove(world.world, 1);
      await killAtCall(world, at, fault);
      await check(world);
      // A client comes meanwhile: a number is given or refused, and counts wherever the company is in the end.
      const isIssued = await isNumbered(world.issue);
      await goOn(world.world);
      await check(world);
      const [counted] = await all(
        world.env.DB1,
        `SELECT count(*) AS n FROM documents WHERE company_id = ${world.companyId}`,
      );
      expect(counted?.n, `call ${at}, ${fault}`).toBe(DOCUMENTS + (isIssued ? 1 : 0));
    }
  });

  it("gives numbers while it is copied, none while it is closed, and all of them once, with a client at every call", async () => {
    const world = await openWorld();
    await beginMove(world.world, 1);
    let issued = 0;
    let refused = 0;
    world.watch(async (call) => {
      if (call > 160) return;
      if (await isNumbered(world.issue)) issued += 1;
      else refused += 1;
      expect((await readHomes(world)).filter((home) => home === 1).length).toBeLessThanOrEqual(1);
    });
    await goOn(world.world).catch(() => undefined);
    world.watch(() => undefined);
    await goOn(world.world);
    await check(world);
    expect(issued).toBeGreaterThan(0);
    const [counted] = await all(
      world.env.DB1,
      `SELECT count(*) AS n FROM documents WHERE company_id = ${world.companyId}`,
    );
    expect(counted?.n).toBe(DOCUMENTS + issued);
    expect(refused).toBeGreaterThan(0);
  });

  it("given up after any call is where it was, and the other database has nothing of it", async () => {
    const whole = await openWorld();
    await beginMove(whole.world, 1);
    const calls = await countCallsOf(whole);
    let aborted = 0;
    for (let at = 0; at < calls; at += step(3)) {
      const world = await openWorld();
      const before = await digest(world.env.DB, world.companyId);
      await beginMove(world.world, 1);
      await killAtCall(world, at, "after");
      const place = await readPlace(openDatabase(world.env.DB), world.companyId);
      if (place.shard === 1 || place.move === null) {
        await expect(abortMove(world.world)).rejects.toThrow("lives in database 1 already");
        continue;
      }
      aborted += 1;
      await abortMove(world.world);
      expect(await readPlace(openDatabase(world.env.DB), world.companyId)).toEqual({ shard: 0, move: null });
      expect(await readHomes(world)).toEqual([1]);
      expect(await digest(world.env.DB, world.companyId)).toBe(before);
      expect(await all(world.env.DB1, "SELECT count(*) AS n FROM documents")).toEqual([{ n: 0 }]);
      expect(await world.issue()).toMatchObject({ type: "allocated", numbering: { number: DOCUMENTS + 1 } });
    }
    expect(aborted * step(3)).toBeGreaterThan(30);
  });

  it("given up, and that killed at any call, is whole after the next try of either kind", async () => {
    const interrupt = async (at: number) => {
      const world = await openWorld();
      await beginMove(world.world, 1);
      // As far as it goes before the other database is the company's.
      await killInState(world, "verified");
      world.watch((call, when) => {
        if (call === at && when === "after") throw new Killed();
      });
      const isKilled = await abortMove(world.world).then(
        () => false,
        () => true,
      );
      world.watch(() => undefined);
      await check(world);
      return { world, isKilled };
    };
    let at = 0;
    for (; ; at += step(1)) {
      const { world, isKilled } = await interrupt(at);
      if (!isKilled) break;
      const place = await readPlace(openDatabase(world.env.DB), world.companyId);
      await isNumbered(world.issue);
      if (place.move !== null) await (at % 2 === 0 ? goOn(world.world) : abortMove(world.world));
      await check(world);
      expect(await world.issue()).toMatchObject({ type: "allocated" });
    }
    expect(at).toBeGreaterThan(20);
  });

  it("gets no number in the first database from a release that knows nothing of `home`, once it may have gone", async () => {
    const world = await openWorld();
    const { env, companyId, other } = world;
    const columns =
      "company_id, module, type_code, environment, client_id, fingerprint, reserved_at, prefix, state, version";
    const rest = "issue_date, issue_time, currency, subtotal, taxes, total, withheld, due_at";
    let written = 100;
    const insert = async (company: number) => {
      written += 1;
      await all(
        env.DB,
        `INSERT INTO documents (${columns}, ${rest}, issuance_name, reservation_id, number, full_number)
         SELECT ${columns}, ${rest}, 'dse:${written}', 'r${written}', ${written}, 'P${company}${written}'
         FROM documents WHERE company_id = ${company} LIMIT 1`,
      );
    };
    const REFUSED = "the company lives in another database";
    await beginMove(world.world, 1);
    world.watch(async (_call, when) => {
      const [place] = await all(env.DB, `SELECT home FROM companies WHERE id = ${companyId}`);
      if (when === "after" && place?.home === 0) await expect(insert(companyId)).rejects.toThrow(REFUSED);
    });
    await goOn(world.world);
    world.watch(() => undefined);
    await expect(insert(companyId)).rejects.toThrow(REFUSED);
    await insert(other);
    world.pass(KEPT_MS);
    await goOn(world.world);
    await check(world);
  });

  it("is not written over by a mover that was left behind", async () => {
    const world = await openWorld();
    const { env, companyId } = world;
    await beginMove(world.world, 1);
    let isFirst = true;
    world.watch(async (call, when) => {
      // The first mover stands still before it writes its first documents; a second one finishes, and a client issues.
      if (!isFirst || call < 30 || when === "after") return;
      isFirst = false;
      await goOn({ ...world.world, shards: [env.DB, env.DB1].map((db) => reachDatabase(db)) });
      await world.issue();
    });
    await goOn(world.world).catch(() => undefined);
    await check(world);
    const [counted] = await all(env.DB1, `SELECT count(*) AS n FROM documents WHERE company_id = ${companyId}`);
    expect(counted?.n).toBe(DOCUMENTS + 1);
  });

  it("is whole when what a dead mover sent arrives late, while another one is further on", async () => {
    const landings = ["verified", "switched"] as const;
    for (const landing of landings) {
      for (let at = 0; ; at += step(1)) {
        const world = await openWorld();
        const { env, companyId } = world;
        const before = await digest(env.DB, companyId);
        await beginMove(world.world, 1);
        await killInState(world, "verified");
        // It gives up, and dies when one of its writes has left.
        let late: (() => Promise<unknown>) | undefined;
        let writes = 0;
        const shards = [env.DB, env.DB1]
          .map((db) => reachDatabase(db))
          .map(
            (execute): Execute =>
              (queries) => {
                if (late !== undefined) throw new Killed();
                if (queries.every(isReading) || writes++ < at) return execute(queries);
                late = () => execute(queries).catch(() => undefined);
                throw new Killed();
              },
          );
        await abortMove({ ...world.world, shards }).catch(() => undefined);
        if (late === undefined) break;
        const arrive: () => Promise<unknown> = late;
        if ((await readPlace(openDatabase(env.DB), companyId)).move === null) await beginMove(world.world, 1);
        await killInState(world, landing);
        await arrive();
        await goOn(world.world).catch(() => undefined);
        const place = await readPlace(openDatabase(env.DB), companyId);
        if (place.move?.state !== "cleaning") {
          await abortMove(world.world);
          await beginMove(world.world, 1);
          await goOn(world.world);
        }
        expect(await readHomes(world), `write ${at}, ${landing}`).toEqual([-1, 1]);
        expect(await digest(env.DB1, companyId), `write ${at}, ${landing}`).toBe(before);
        expect(await world.issue()).toMatchObject({ type: "allocated", numbering: { number: DOCUMENTS + 1 } });
      }
    }
  });

  it("ends whole when a mover that stood still goes on while another one is further on", async () => {
    for (const landing of ["verified", "switched"] as const) {
      for (let at = 0, isReached = true; isReached; at += step(7)) {
        const world = await openWorld();
        const { env, companyId } = world;
        const before = await digest(env.DB, companyId);
        await beginMove(world.world, 1);
        const reach = (db: D1Database): Execute => {
          const execute = reachDatabase(db);
          return async (queries) => {
            const place = await readPlace(openDatabase(env.DB), companyId);
            if (place.move?.state === landing) throw new Killed();
            return execute(queries);
          };
        };
        isReached = false;
        world.watch(async (call, when) => {
          if (call !== at || when === "after") return;
          isReached = true;
          const other = { ...world.world, shards: [env.DB, env.DB1].map(reach) };
          await goOn(other).catch(() => undefined);
        });
        await goOn(world.world).catch(() => undefined);
        world.watch(() => undefined);
        await goOn(world.world);
        expect(await readHomes(world), `call ${at}, ${landing}`).toEqual([-1, 1]);
        expect(await digest(env.DB1, companyId), `call ${at}, ${landing}`).toBe(before);
      }
    }
  });

  it("takes its open documents along: what is projected or restored later goes to the new database alone", async () => {
    const world = await openWorld();
    const { env, companyId } = world;
    const ledger = createLedger(openHome(env, companyId));
    const [open, lost] = [sampleReservation(companyId), sampleReservation(companyId)];
    await ledger.allocate(open, sampleSupportDocument());
    const given = await ledger.allocate(lost, sampleSupportDocument());
    if (given.type !== "allocated") throw new Error("no number");
    await beginMove(world.world, 1);
    await goOn(world.world);
    const left = await digest(env.DB, companyId);
    await ledger.project({ ...PROGRESS, ...pick(open), state: "aceptado", wakeAt: null });
    await all(env.DB1, `DELETE FROM documents WHERE issuance_name = '${lost.name}'`);
    const { documentId, numbering } = given;
    const document = sampleSupportDocument();
    const whole = { ...lost, ...PROGRESS, documentId, numbering, document, state: "send_unknown" as const };
    await ledger.project(whole);
    const states = await all(env.DB1, "SELECT state FROM documents ORDER BY number DESC LIMIT 2");
    expect(states).toEqual([{ state: "send_unknown" }, { state: "aceptado" }]);
    expect(await digest(env.DB, companyId)).toBe(left);
    await check(world);
  });

  it("takes every table of the schema that names a company along, but for what is kept for a day or is the directory's", () => {
    const tables = Object.values(schema).flatMap((one) => (is(one, SQLiteTable) ? [one] : []));
    const owned = tables.filter((table) => "companyId" in getTableColumns(table));
    const ofCompanies = owned.map((table): string => getTableName(table));
    const moved = MOVED.map(({ table }): string => getTableName(table));
    expect(ofCompanies.filter((name) => !moved.includes(name))).toEqual(["acquirers", "alerts"]);
    expect(moved.filter((name) => !ofCompanies.includes(name))).toEqual(["tokens", "journal_findings"]);
  });

  it("goes only to a database with a higher number, and one move at a time", async () => {
    const { world } = await openWorld();
    await expect(beginMove(world, 0)).rejects.toThrow("cannot go to 0");
    await expect(beginMove(world, 2)).rejects.toThrow("cannot go to 2");
    await beginMove(world, 1);
    await expect(beginMove(world, 1)).rejects.toThrow("is moving to database 1");
  });
});
