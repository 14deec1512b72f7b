// Tests that a suspended or archived company begins no document and takes nothing, while all that it has issued is answered as before.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { get, postInvoice, postNote, postTicket } from "../support/api.ts";
import { loseJournal } from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { sampleTicket } from "../support/ticket.ts";

type State = "draft" | "active" | "suspended" | "archived";

const SUSPENDED = {
  status: 403,
  body: { ok: false, code: "company_suspended", error: expect.stringMatching(/suspendida/) },
};

async function put({ companyId }: Tenant, state: State): Promise<void> {
  await env.DB.prepare("UPDATE companies SET state = ?2 WHERE id = ?1").bind(companyId, state).run();
}

/** All that a document takes. */
async function readTaken({ companyId, nit }: Tenant) {
  const ask = (query: string) => env.DB.prepare(query).bind(companyId).all();
  const [ranges, plans, documents, series] = await Promise.all([
    ask("SELECT next_number FROM ranges WHERE company_id = ?1 ORDER BY id"),
    ask("SELECT used FROM plans WHERE company_id = ?1 ORDER BY module, year"),
    ask("SELECT count(*) AS total FROM documents WHERE company_id = ?1"),
    ask("SELECT next_number FROM series WHERE company_id = ?1 ORDER BY type_code, environment"),
  ]);
  return { rows: [ranges, plans, documents, series].map(({ results }) => results), sent: await listSendings(nit) };
}

describe.each(ALL_KINDS)("a $title of a company", (kind) => {
  it.each(["suspended", "archived"] as const)(
    "that is %s is refused, takes nothing and leaves its key free",
    async (state) => {
      const tenant = await createTenant(EVERY_MODULE);
      await put(tenant, state);
      const before = await readTaken(tenant);
      expect(await kind.post(tenant, "k", kind.sample())).toMatchObject(SUSPENDED);
      expect(await kind.post(tenant, "k", kind.sample())).toMatchObject(SUSPENDED);
      expect(await readTaken(tenant)).toEqual(before);
      await put(tenant, "active");
      expect((await kind.post(tenant, "k", kind.sample())).status).toBe(201);
    },
  );

  it("that is suspended is answered for by its key and by its id as before", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const created = await kind.post(tenant, "k", kind.sample());
    const { id = 0 } = kind.factsOf(created);
    const read = await kind.read(tenant, id);
    await put(tenant, "suspended");
    const replay = await kind.post(tenant, "k", kind.sample());
    expect(replay.status).toBe(200);
    expect(kind.factsOf(replay)).toEqual(kind.factsOf(created));
    expect((await kind.post(tenant, "k", kind.tagged("#aviso"))).body.code).toBe("idempotency_conflict");
    expect((await kind.read(tenant, id)).body).toEqual(read.body);
  });

  it("that was begun before the suspension runs on to its verdict", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const { id = 0 } = kind.factsOf(await kind.post(tenant, "k", kind.tagged("#tarde")));
    await put(tenant, "suspended");
    const state = async () => kind.factsOfRead(await kind.read(tenant, id)).state;
    await expect.poll(state, { interval: 50, timeout: 20_000 }).toBe("aceptado");
    expect(await kind.post(tenant, "k", kind.tagged("#tarde"))).toMatchObject({ status: 200 });
  });

  it("whose journal is lost is answered for although its company is suspended", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const created = await kind.post(tenant, "k", kind.sample());
    await loseJournal(kind.nameOf(tenant, "k"));
    await put(tenant, "suspended");
    const replay = await kind.post(tenant, "k", kind.sample());
    expect([replay.status, kind.factsOf(replay).id]).toEqual([200, kind.factsOf(created).id]);
  });

  it("that is a draft is issued", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    await put(tenant, "draft");
    expect((await kind.post(tenant, "k", kind.sample())).status).toBe(201);
  });
});

describe("a suspended company", () => {
  it("gets no note, and no rehearsal that the real request would not keep to", async () => {
    const tenant = await createTenant(EVERY_MODULE);
    const created = await postInvoice(tenant, sampleInvoice());
    const note = { factura_id: created.body.factura_id, concepto: "2" };
    const rehearse = { query: "?dry_run=true" };
    expect((await postNote(tenant, "91", null, note, rehearse)).status).toBe(200);
    await put(tenant, "suspended");
    const before = await readTaken(tenant);
    expect(await postNote(tenant, "91", "n", note)).toMatchObject(SUSPENDED);
    expect(await postNote(tenant, "91", null, note, rehearse)).toMatchObject(SUSPENDED);
    expect(await postTicket(tenant, null, sampleTicket(), rehearse)).toMatchObject(SUSPENDED);
    expect(await postInvoice(tenant, sampleInvoice())).toMatchObject(SUSPENDED);
    expect(await readTaken(tenant)).toEqual(before);
  });

  it("reads lists, the feed, and its own state", async () => {
    const tenant = await createTenant();
    await put(tenant, "suspended");
    for (const path of ["/fe/docs", "/dse/documentos", "/cambios", "/empresa"]) {
      expect([path, (await get(tenant, path, { version: "v2" })).status]).toEqual([path, 200]);
    }
    expect((await get(tenant, "/empresa", { version: "v2" })).body.empresa.estado).toBe("suspendida");
  });
});
