// Tests the feed of changes: one for each state that clients hear of, in the order of commits, and none for anything else.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Environment } from "../../src/domain/company.ts";
import { STATES, type State } from "../../src/domain/document/state.ts";
import type { Progress } from "../../src/store/archive/snapshot.ts";
import { connect, openDatabase } from "../../src/store/base/db.ts";
import { allocateNumber } from "../../src/store/number/allocation.ts";
import { projectProgress } from "../../src/store/projection.ts";
import {
  CHANGE_OF_STATE,
  dropOldChanges,
  findLastChange,
  listChanges,
  nameChange,
  typeOfChange,
} from "../../src/store/watch/changes.ts";
import { sampleInvoice, sampleReservation, sampleSupportDocument, seedCompany } from "./sample.ts";

const BOTH = ["fe", "dse"] as const;
const DAY_MS = 86_400_000;

const db = openDatabase(env.DB);

async function allocateOne(companyId: number, environment: Environment = "produccion") {
  const reservation = sampleReservation(companyId, { environment });
  const result = await allocateNumber(db, reservation, sampleSupportDocument());
  if (result.type !== "allocated") throw new Error("the sample must be allocated");
  return { reservation, document: sampleSupportDocument(), documentId: result.documentId };
}

type Allocated = Awaited<ReturnType<typeof allocateOne>>;

function progressOf({ reservation }: Allocated, version: number, state: State): Progress {
  const { reservationId, name } = reservation;
  return {
    ...{ reservationId, name, version, state, fiscalId: `cuds-${reservationId}`, fileName: "ds1.xml" },
    ...{ xmlPath: "companies/1/ds1.xml", xmlSha256: "ab", zipKey: null, verdict: null, attempts: [], changes: [] },
    ...{ wakeAt: "2026-11-20T15:05:00.000Z", lastError: null },
  };
}

async function readFeed(companyId: number, after = 0) {
  return listChanges(db, { companyId, modules: BOTH, after, limit: 500 });
}

async function listTypes(companyId: number) {
  return (await readFeed(companyId)).map(({ state }) => typeOfChange(state));
}

/** Rows that a company's feed is given by hand, one for each millisecond from `from` on. */
async function fill(companyId: number, documentId: number, count: number, from: number, module = "dse") {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
     INSERT INTO changes (company_id, module, sequence, document_id, state) SELECT ?2, ?3, ?4 + i, ?5, 'aceptado' FROM n`,
  )
    .bind(count, companyId, module, from, documentId)
    .run();
}

describe("each state that clients hear of is one change", () => {
  const LIVES: readonly { readonly life: readonly State[]; readonly changes: readonly string[] }[] = [
    { life: [], changes: ["documento.creado"] },
    { life: ["aceptado"], changes: ["documento.creado", "documento.aceptado"] },
    { life: ["firmado", "sending", "rechazado"], changes: ["documento.creado", "documento.rechazado"] },
    { life: ["sending", "en_proceso", "aceptado"], changes: ["documento.creado", "documento.aceptado"] },
    {
      life: ["en_proceso_http", "en_proceso_http", "send_unknown", "aceptado"],
      changes: ["documento.creado", "documento.incierto", "documento.desconocido", "documento.aceptado"],
    },
    {
      life: ["en_proceso_http", "send_unknown", "sending", "en_proceso_http", "rechazado"],
      changes: [
        ...["documento.creado", "documento.incierto", "documento.desconocido"],
        ...["documento.incierto", "documento.rechazado"],
      ],
    },
  ];

  it.each(STATES)("D1 reports that a document came to %s exactly where clients hear of it", async (state) => {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    await env.DB.prepare("UPDATE documents SET state = ?1 WHERE id = ?2").bind(state, documentId).run();
    const heard = CHANGE_OF_STATE[state] === undefined ? [] : [state];
    expect((await readFeed(companyId)).map((change) => change.state)).toEqual(["creating", ...heard]);
  });

  it.each(LIVES)("$life", async ({ life, changes }) => {
    const companyId = await seedCompany(env.DB);
    const one = await allocateOne(companyId);
    for (const [index, state] of life.entries()) {
      const progress = progressOf(one, index + 2, state);
      await projectProgress(db, progress);
      await projectProgress(db, progress);
    }
    // A projection of an older version arrives after all of them.
    if (life.length > 0) await projectProgress(db, progressOf(one, 1, "send_unknown"));
    expect(await listTypes(companyId)).toEqual(changes);
  });

  it("a repeated allocation adds none", async () => {
    const companyId = await seedCompany(env.DB);
    const reservation = sampleReservation(companyId);
    await allocateNumber(db, reservation, sampleSupportDocument());
    await allocateNumber(db, reservation, sampleSupportDocument());
    expect(await listTypes(companyId)).toEqual(["documento.creado"]);
  });

  it("a refused allocation adds none", async () => {
    const companyId = await seedCompany(env.DB, { allowance: 0 });
    await allocateNumber(db, sampleReservation(companyId), sampleSupportDocument());
    expect(await listTypes(companyId)).toEqual([]);
  });

  it("documents of the test set have none", async () => {
    const companyId = await seedCompany(env.DB, { environment: "habilitacion" });
    const one = await allocateOne(companyId, "habilitacion");
    await projectProgress(db, progressOf(one, 2, "aceptado"));
    expect(await listTypes(companyId)).toEqual([]);
  });

  it("a change shows its document, and the state that it came to", async () => {
    const companyId = await seedCompany(env.DB, { prefix: "DS" });
    const one = await allocateOne(companyId);
    await projectProgress(db, progressOf(one, 2, "en_proceso_http"));
    await projectProgress(db, progressOf(one, 3, "aceptado"));
    const feed = await readFeed(companyId);
    expect(feed.map(({ state }) => state)).toEqual(["creating", "en_proceso_http", "aceptado"]);
    expect(feed[1]).toMatchObject({
      ...{ companyId, module: "dse", documentId: one.documentId, typeCode: "05", prefix: "DS", number: 1 },
      fiscalId: `cuds-${one.reservation.reservationId}`,
    });
    expect(new Set(feed.map(nameChange)).size).toBe(3);
  });
});

describe("the order of the feed", () => {
  it("grows with every commit, in both modules, however many come in one millisecond", async () => {
    const companyId = await seedCompany(env.DB, { modules: ["dse", "fe"], to: 10_000, allowance: 1_000 });
    await Promise.all(Array.from({ length: 40 }, () => allocateOne(companyId)));
    const feed = await readFeed(companyId);
    const sequences = feed.map(({ sequence }) => sequence);
    expect(sequences).toHaveLength(40);
    expect(new Set(sequences).size).toBe(40);
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
    expect(feed.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it("nothing is added behind what was read, even where the clock stands before the last change", async () => {
    const companyId = await seedCompany(env.DB);
    const first = await allocateOne(companyId);
    const ahead = Date.now() + DAY_MS;
    await fill(companyId, first.documentId, 1, ahead, "fe");
    await allocateOne(companyId);
    expect((await readFeed(companyId)).at(-1)?.sequence).toBe(ahead + 1);
    expect(await findLastChange(db, companyId)).toBe(ahead + 1);
  });

  it("a page begins after its cursor, and holds only the modules asked for", async () => {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    const [created] = await readFeed(companyId);
    const from = (created?.sequence ?? 0) + 10;
    await fill(companyId, documentId, 5, from, "fe");
    await fill(companyId, documentId, 5, from + 5, "dse");
    const read = (modules: readonly ("fe" | "dse")[], after: number, limit: number) =>
      listChanges(db, { companyId, modules, after, limit }).then((page) => page.map(({ sequence }) => sequence - from));
    expect(await read(BOTH, from, 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await read(["fe"], from, 500)).toEqual([1, 2, 3, 4]);
    expect(await read(["dse"], from, 2)).toEqual([5, 6]);
  });
});

describe("what the feed costs", () => {
  /** Rows that D1 writes for a statement which changes nothing but a state, with the triggers and without. */
  async function countWritten(state: State): Promise<number> {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    const update = env.DB.prepare("UPDATE documents SET state = ?1 WHERE id = ?2").bind(state, documentId);
    return (await update.run()).meta.rows_written;
  }

  it.each(["aceptado", "rechazado", "en_proceso_http", "send_unknown"] as const)(
    "a change to %s is one more written row than a change to a state without a type",
    async (state) => {
      expect((await countWritten(state)) - (await countWritten("en_proceso"))).toBe(1);
    },
  );

  it("a new document is one more written row", async () => {
    const insert = async () =>
      env.DB.prepare(
        `INSERT INTO documents (company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at,
           prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld)
         VALUES (?1, 'dse', '05', 'produccion', 1, ?2, '1:aa', '2026-01-01', 'DS', 1, 'DS1', 'creating', 1, '2026-01-01', '10:00',
           'COP', '1', '0', '1', '0')`,
      ).bind(await seedCompany(env.DB), crypto.randomUUID());
    const name = "documents_change_added";
    const trigger = await env.DB.prepare("SELECT sql FROM sqlite_master WHERE name = ?1")
      .bind(name)
      .first<string>("sql");
    const whole = await (await insert()).run();
    // One transaction: nothing else sees the database without the trigger.
    const bare = [env.DB.prepare(`DROP TRIGGER ${name}`), await insert(), env.DB.prepare(trigger ?? "")];
    const [, plain] = await env.DB.batch(bare);
    expect(whole.meta.rows_written - (plain?.meta.rows_written ?? 0)).toBe(1);
  });

  it("a page reads as many rows behind a hundred thousand changes as behind none", async () => {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    const from = Date.now() + DAY_MS;
    await fill(companyId, documentId, 100_000, from);
    await fill(companyId, documentId, 20, from + 100_000, "fe");
    const rows: number[] = [];
    const counted = connect((queries) =>
      Promise.all(
        queries.map(async ({ sql, params }) => {
          const { results, meta } = await env.DB.prepare(sql)
            .bind(...params)
            .run<Record<string, unknown>>();
          rows.push(meta.rows_read);
          return results.map((row) => Object.values(row));
        }),
      ),
    );
    for (const after of [0, from + 50_000, from + 99_990]) {
      const page = await listChanges(counted, { companyId, modules: BOTH, after, limit: 20 });
      expect(page).toHaveLength(20);
    }
    expect(await listChanges(counted, { companyId, modules: ["fe"], after: 0, limit: 20 })).toHaveLength(20);
    // Two walks of a page, the page itself, and a document for each.
    for (const read of rows) expect(read).toBeLessThanOrEqual(20 * 8);
  });
});

describe("changes are kept for 401 days", () => {
  const MINUTE_MS = 60_000;

  /** A minute in which the company's turn comes. */
  function turnOf(companyId: number, nowMs: number): number {
    const minute = Math.floor(nowMs / MINUTE_MS);
    return (minute - (minute % 60) + (companyId % 60)) * MINUTE_MS;
  }

  it("older ones are dropped in small steps, in the turn of their company", async () => {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    const nowMs = turnOf(companyId, Date.now());
    await fill(companyId, documentId, 5, nowMs - 401 * DAY_MS - 5);
    await fill(companyId, documentId, 5, nowMs - 401 * DAY_MS, "fe");
    expect(await dropOldChanges(db, nowMs + MINUTE_MS)).toBe(0);
    expect(await readFeed(companyId)).toHaveLength(11);
    expect(await dropOldChanges(db, nowMs, 3)).toBe(5);
    expect(await dropOldChanges(db, nowMs, 3)).toBe(0);
    expect((await readFeed(companyId)).map(({ module }) => module)).toEqual([...Array(5).fill("fe"), "dse"]);
  });

  it("the turns of a day drop more than a company of 200,000 documents adds, and each of them ends", async () => {
    const companyId = await seedCompany(env.DB);
    const { documentId } = await allocateOne(companyId);
    const nowMs = turnOf(companyId, Date.now());
    await fill(companyId, documentId, 30_000, nowMs - 402 * DAY_MS);
    const dropped = await dropOldChanges(db, nowMs);
    expect(dropped * 24).toBeGreaterThan(2 * 200_000);
    expect(dropped).toBeLessThan(30_000);
  });
});

it("an invoice has its own module", async () => {
  const companyId = await seedCompany(env.DB, { modules: ["fe"], kind: "fe", prefix: "FE" });
  const reservation = sampleReservation(companyId, { module: "fe", rangeKind: "fe" });
  await allocateNumber(db, reservation, sampleInvoice());
  expect(await readFeed(companyId)).toMatchObject([{ module: "fe", typeCode: "01", prefix: "FE" }]);
});
