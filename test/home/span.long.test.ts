// Tests the API for a company that goes on in a second database, while the first one keeps its older documents.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { auditJournals } from "../../src/cron/journal-audit.ts";
import { retireJournals } from "../../src/cron/retire-journals.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { Env } from "../../src/env.ts";
import { insertAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { createLedger } from "../../src/store/ledger.ts";
import { get, getSupportDocument, postInvoice, postNote, postSupportDocument } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { addUpList, addUpTaxes, listDays } from "../support/closing.ts";
import { listSendingsOf } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { extendToSecond } from "../support/second-database.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const v2 = { version: "v2" } as const;
const SECOND = env.DB1 ?? env.DB;

interface Issued {
  readonly id: number;
  readonly cufe: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
}

/** The company, and its invoices in the order of their numbers: which stay, which go along, which come later. */
interface Story {
  readonly tenant: Tenant;
  readonly kept: readonly Issued[];
  readonly open: Issued;
  readonly taken: Issued;
  readonly later: readonly Issued[];
  /** Of the feed, as it was read before. */
  readonly cursor: string;
  readonly before: readonly string[];
}

async function issue(tenant: Tenant, body: Record<string, unknown>): Promise<Issued> {
  const answer = await postInvoice(tenant, body);
  return { id: answer.body.factura_id, cufe: answer.body.cufe, key: String(body.draft_key), body };
}

const key = (name: string) => ({ draft_key: name });
const issueAll = async (tenant: Tenant, names: readonly string[]) => {
  const issued: Issued[] = [];
  for (const name of names) issued.push(await issue(tenant, sampleInvoice(key(name))));
  return issued;
};

async function readFeed(tenant: Tenant, after: string | null, limit: number) {
  const ids: string[] = [];
  for (let cursor = after; ; ) {
    const query = `/cambios?limit=${limit}${cursor === null ? "" : `&after=${cursor}`}`;
    const { body } = await get(tenant, query, v2);
    for (const { id, documento } of body.cambios) ids.push(`${id} ${documento.id} ${documento.estado_authority}`);
    cursor = body.cursor;
    if (body.cambios.length === 0) return { ids, cursor: String(cursor) };
  }
}

async function live(): Promise<Story> {
  const tenant = await createTenant();
  const kept = await issueAll(tenant, ["k1", "k2", "k3", "k4"]);
  await postInvoice(tenant, taggedInvoice("#rechazo", key("k5")));
  const { ids: before, cursor } = await readFeed(tenant, null, 3);
  // The authority is not asked about the open one before it has gone along.
  const letClockRun = stopClock();
  const open = await issue(tenant, taggedInvoice("#silencio", key("abierta")));
  const [taken] = await issueAll(tenant, ["tras ella"]);
  if (taken === undefined) throw new Error("nothing was issued");
  await extendToSecond(tenant.companyId);
  letClockRun();
  const later = await issueAll(tenant, ["n1", "n2", "n3"]);
  return { tenant, kept, open, taken, later, cursor, before };
}

let story: Story;
beforeAll(async () => {
  story = await live();
});

const count = async (db: D1Database, sql: string) =>
  (await db.prepare(sql).bind(story.tenant.companyId).first<{ n: number }>())?.n;

describe("a company that spans two databases", () => {
  it("keeps what was settled where it was, takes along what was open and what came after, and goes on with the next number", async () => {
    const rows = "SELECT count(*) AS n FROM documents WHERE company_id = ?1";
    expect(await count(env.DB, rows)).toBe(story.kept.length + 1);
    expect(await count(SECOND, rows)).toBe(2 + story.later.length);
    expect(story.later.every(({ id }) => id > 100_000_000)).toBe(true);
    expect(story.open.id).toBeLessThan(100_000_000);
    const numbers = "SELECT max(number) - min(number) + 1 AS n FROM documents WHERE company_id = ?1";
    expect(await count(SECOND, numbers)).toBe(2 + story.later.length);
    await expect.poll(async () => (await postInvoice(story.tenant, story.open.body)).body.estado).toBe("aceptado");
    expect(await listSendingsOf(story.open.cufe)).toHaveLength(1);
  });

  it("answers every key as before: the same document, or a conflict", async () => {
    for (const { id, cufe, body } of [...story.kept, story.open, story.taken, ...story.later]) {
      const again = await postInvoice(story.tenant, body);
      expect(again).toMatchObject({ status: 200, body: { factura_id: id, cufe, idempotent: true } });
      expect((await postInvoice(story.tenant, { ...body, observaciones: "otra" })).status).toBe(409);
    }
  });

  it("shows each by id, with its files", async () => {
    for (const { id, cufe } of [...story.kept, story.open, story.taken, ...story.later]) {
      expect(await get(story.tenant, `/fe/docs/${id}`, v2)).toMatchObject({ status: 200, body: { doc: { id, cufe } } });
    }
    expect((await get(story.tenant, "/fe/docs/99999999")).status).toBe(404);
    const other = await createTenant();
    expect((await get(other, `/fe/docs/${story.kept[0]?.id}`)).status).toBe(404);
  });

  it("lists all of them in v1, the newest first, by pages of any size with one total", async () => {
    await expect.poll(async () => (await postInvoice(story.tenant, story.open.body)).body.estado).toBe("aceptado");
    const whole = (await get(story.tenant, "/fe/docs?per_page=100")).body;
    const ids = whole.docs.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((one: number, other: number) => other - one));
    expect(ids).toHaveLength(whole.total);
    for (const { id } of [...story.kept, story.open, story.taken, ...story.later]) expect(ids).toContain(id);
    for (const size of [1, 2, 3, 4, 7]) {
      const paged: number[] = [];
      for (let page = 1; page <= Math.ceil(ids.length / size) + 1; page += 1) {
        const { docs, total } = (await get(story.tenant, `/fe/docs?per_page=${size}&page=${page}`)).body;
        expect(total).toBe(ids.length);
        paged.push(...docs.map(({ id }: { id: number }) => id));
      }
      expect(paged).toEqual(ids);
    }
    const rejected = (await get(story.tenant, "/fe/docs?estado=rechazado")).body;
    expect([rejected.total, rejected.docs.length]).toEqual([1, 1]);
    const found = (await get(story.tenant, `/fe/docs?q=${story.kept[1]?.cufe}`)).body;
    expect(found.docs).toMatchObject([{ id: story.kept[1]?.id }]);
  });

  it.each(["-id", "id"])("lists all of them in v2 after cursors, in the order %s", async (order) => {
    const whole = (await get(story.tenant, `/fe/docs?per_page=100&orden=${order}`, v2)).body;
    const ids = whole.docs.map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(whole.total);
    for (const size of [1, 2, 3, 5]) {
      const walked: number[] = [];
      for (let after = ""; ; ) {
        const query = `/fe/docs?per_page=${size}&orden=${order}${after === "" ? "" : `&after=${after}`}`;
        const { docs, cursor, hay_mas, total } = (await get(story.tenant, query, v2)).body;
        expect(total).toBe(ids.length);
        walked.push(...docs.map(({ id }: { id: number }) => id));
        if (!hay_mas) break;
        after = cursor;
      }
      expect(walked).toEqual(ids);
    }
    const search = (await get(story.tenant, "/fe/docs?q=cliente de prueba&per_page=2", v2)).body;
    expect([search.docs.length, search.total]).toEqual([2, ids.length]);
  });

  it("closes its days over both, to the cent", async () => {
    await expect.poll(async () => (await postInvoice(story.tenant, story.open.body)).body.estado).toBe("aceptado");
    const today = dateInBogota(Date.now());
    const docs = await listDays(story.tenant, "fe", today, today);
    const { total } = (await get(story.tenant, `/fe/resumen?desde=${today}&hasta=${today}`, v2)).body;
    expect(total).toMatchObject(addUpList(docs));
    expect(total.impuestos).toMatchObject(await addUpTaxes(story.tenant, "fe", docs));
    expect(total.numeros[0].cantidad).toBe(story.kept.length + story.later.length + 3);
  });

  it("reports each change once over the extension, also behind a cursor from before it", async () => {
    await expect.poll(async () => (await postInvoice(story.tenant, story.open.body)).body.estado).toBe("aceptado");
    const whole = await readFeed(story.tenant, null, 500);
    expect(new Set(whole.ids).size).toBe(whole.ids.length);
    expect(whole.ids.slice(0, story.before.length)).toEqual(story.before);
    for (const limit of [1, 2, 3, 7]) {
      expect((await readFeed(story.tenant, null, limit)).ids).toEqual(whole.ids);
      const rest = await readFeed(story.tenant, story.cursor, limit);
      expect([...story.before, ...rest.ids]).toEqual(whole.ids);
    }
    for (const { id } of [...story.kept, story.open, story.taken, ...story.later]) {
      expect(whole.ids.filter((text) => text.includes(` ${id} aceptado`))).toHaveLength(1);
    }
  });
});

describe("notes on a document that an older database keeps", () => {
  it("lower it once, whichever database has the earlier ones", async () => {
    const tenant = await createTenant();
    const [sale] = await issueAll(tenant, ["venta"]);
    const factura_id = sale?.id;
    const part = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], motivo: "Una dañada" };
    const early = await postNote(tenant, "91", "antes", part);
    await extendToSecond(tenant.companyId);
    const more = { ...part, items: [{ linea: 1, cant: 2 }] };
    expect((await postNote(tenant, "91", "de mas", more)).body.code).toMatch(/^exceeds_/);
    const late = await postNote(tenant, "91", "despues", part);
    expect(late).toMatchObject({ status: 201, body: { factura_id, saldo_acreditable: "0.00" } });
    expect((await postNote(tenant, "91", "anular", { factura_id })).status).toBe(400);
    const again = await postNote(tenant, "91", "antes", part);
    expect(again.body).toMatchObject({ nota_id: early.body.nota_id, idempotent: true });
    const { doc } = (await get(tenant, `/fe/docs/${factura_id}`, v2)).body;
    expect(doc.notas.map(({ id }: { id: number }) => id)).toEqual([early.body.nota_id, late.body.nota_id]);
    expect(doc).toMatchObject({ saldo_acreditable: "0.00" });
    expect((await get(tenant, `/fe/docs?factura_id=${factura_id}`, v2)).body.total).toBe(2);
    const parties = await SECOND.prepare("SELECT count(*) AS n FROM third_parties WHERE company_id = ?1")
      .bind(tenant.companyId)
      .first<{ n: number }>();
    expect(parties?.n).toBe(1);
  });

  it("annul it once, of many that are asked for at once", async () => {
    const tenant = await createTenant();
    const [sale] = await issueAll(tenant, ["venta"]);
    await extendToSecond(tenant.companyId);
    const asked = ["a", "b", "c"].map((name) => postNote(tenant, "91", name, { factura_id: sale?.id }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect((await get(tenant, `/fe/docs/${sale?.id}`, v2)).body.doc.anulada).toBe(true);
  });
});

it("support documents stay and go on alike", async () => {
  const tenant = await createTenant();
  const before = await postSupportDocument(tenant, "uno", sampleSupportDocument());
  await extendToSecond(tenant.companyId);
  const after = await postSupportDocument(tenant, "dos", sampleSupportDocument());
  const ids = [after, before].map(({ body }) => body.documento.id);
  expect((await get(tenant, "/dse/documentos", v2)).body.docs.map(({ id }: { id: number }) => id)).toEqual(ids);
  for (const id of ids) expect((await getSupportDocument(tenant, id)).status).toBe(200);
  const again = await postSupportDocument(tenant, "uno", sampleSupportDocument());
  expect(again.body.documento.id).toBe(ids[1]);
  const note = { documento_id: ids[1] };
  expect((await postNote(tenant, "95", "ajuste", note)).status).toBe(201);
});

it("a key keeps its document after its journal retired, and gives no second one", async () => {
  const tenant = await createTenant();
  const [sale] = await issueAll(tenant, ["vieja"]);
  if (sale === undefined) throw new Error("nothing was issued");
  await extendToSecond(tenant.companyId);
  const object = env.ISSUANCE.getByName(`fe:${tenant.companyId}:vieja`);
  const reservedAt = new Date(Date.now() - 37 * 86_400_000).toISOString();
  await runInDurableObject(object, (_, { storage }) => age(storage.sql, reservedAt));
  await env.DB.prepare("UPDATE documents SET reserved_at = ?2 WHERE company_id = ?1")
    .bind(tenant.companyId, reservedAt)
    .run();
  await env.DB.prepare("INSERT INTO walks VALUES ('retire', ?1) ON CONFLICT DO UPDATE SET last_id = excluded.last_id")
    .bind(sale.id - 1)
    .run();
  expect(await retireJournals(env as unknown as Env, Date.now())).toBeGreaterThan(0);
  const tables = await runInDurableObject(object, (_, { storage }) =>
    storage.sql
      .exec("SELECT name FROM sqlite_master")
      .toArray()
      .map(({ name }) => name),
  );
  expect(tables).not.toContain("journal");
  expect(await postInvoice(tenant, sale.body)).toMatchObject({
    status: 200,
    body: { factura_id: sale.id, cufe: sale.cufe, idempotent: true },
  });
  expect((await postInvoice(tenant, { ...sale.body, observaciones: "otra" })).status).toBe(409);
  expect(await SECOND.prepare("SELECT id FROM documents WHERE company_id = ?1").bind(tenant.companyId).all()).toEqual(
    expect.objectContaining({ results: [] }),
  );
});

function age(sql: SqlStorage, reservedAt: string): void {
  const [row] = sql.exec("SELECT body FROM journal WHERE id = 1").toArray();
  const record = JSON.parse(String(row?.body));
  const changes = record.changes.map((change: object) => ({ ...change, at: reservedAt }));
  const body = JSON.stringify({ ...record, reservedAt, changes });
  sql.exec("UPDATE journal SET body = ?, revision = revision + 1 WHERE id = 1", body);
}

it("journals of both databases are compared with their rows, once each", async () => {
  const tenant = await createTenant();
  await issueAll(tenant, ["a", "b"]);
  await extendToSecond(tenant.companyId);
  await issueAll(tenant, ["c"]);
  await openDatabase(SECOND).batch([insertAudits({ companyId: tenant.companyId, state: "" })]);
  const read = () =>
    SECOND.prepare("SELECT asked, closed_at IS NOT NULL AS isClosed FROM journal_audits WHERE company_id = ?1")
      .bind(tenant.companyId)
      .first();
  for (let minute = 0; minute < 4; minute += 1) await auditJournals(env as unknown as Env, Date.now());
  expect(await read()).toEqual({ asked: 3, isClosed: 1 });
  const findings =
    "SELECT f.* FROM journal_findings f JOIN journal_audits a ON a.id = f.audit_id WHERE a.company_id = ?1";
  expect((await SECOND.prepare(findings).bind(tenant.companyId).all()).results).toEqual([]);
});

it("a row that was lost where it is kept is written there again, and no other is numbered there", async () => {
  const tenant = await createTenant();
  const [sale] = await issueAll(tenant, ["perdida"]);
  await extendToSecond(tenant.companyId);
  const columns = "SELECT * FROM documents WHERE company_id = ?1";
  const row = await env.DB.prepare(columns).bind(tenant.companyId).first();
  const copy = "INSERT INTO documents SELECT * FROM lost_documents";
  await env.DB.batch([
    env.DB.prepare("CREATE TABLE lost_documents AS SELECT * FROM documents WHERE company_id = ?1").bind(
      tenant.companyId,
    ),
    env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(tenant.companyId),
  ]);
  await env.DB.prepare(copy).run();
  expect(await env.DB.prepare(columns).bind(tenant.companyId).first()).toEqual(row);
  await env.DB.prepare("UPDATE lost_documents SET id = NULL, state = 'creating', number = number + 1").run();
  await expect(env.DB.prepare(copy).run()).rejects.toThrow("lives in another database");
  await env.DB.prepare("DROP TABLE lost_documents").run();
  expect(await createLedger(openDatabase(env.DB)).findByName(`fe:${tenant.companyId}:perdida`)).toMatchObject({
    documentId: sale?.id,
  });
});
