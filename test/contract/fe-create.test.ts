// Tests every answer of the creation of an invoice, the rules of `draft_key`, and that a refused request leaves nothing behind.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { get, postInvoice } from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { awaitState } from "../support/issuance-object.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  tenant = await createTenant();
});

function newKey(): string {
  keys += 1;
  return `venta-${keys}`;
}

const NEW = {
  ok: true,
  pending: false,
  idempotent: false,
  factura_id: expect.any(Number),
  cufe: expect.stringMatching(/^[0-9a-f]{96}$/),
  estado: "aceptado",
  enviado: true,
  prefijo: "SETP",
  consecutivo: expect.any(Number),
  subtotal: "100000.00",
  impuestos: "19000.00",
  total: "119000.00",
};

describe("the answers of a creation ", () => {
  it("201: a new invoice, accepted", async () => {
    const { status, body, headers } = await postInvoice(tenant, sampleInvoice());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...NEW,
      notices: expect.any(Array),
      authority: { is_valid: true, status_code: "00" },
    });
    expect(headers.get("idempotent-replayed")).toBeNull();
  });

  it("201: accepted with notices, apart from rejections", async () => {
    const { status, body } = await postInvoice(tenant, taggedInvoice("#aviso"));
    expect(status).toBe(201);
    expect(body.notices[0]).toMatchObject({
      rule: expect.any(String),
      severity: "notificacion",
      message: expect.any(String),
    });
    expect(body.details).toBeUndefined();
  });

  it("200: the same draft_key and payload, the same invoice", async () => {
    const body = sampleInvoice({ draft_key: newKey() });
    const first = await postInvoice(tenant, body);
    const again = await postInvoice(tenant, body);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      ...NEW,
      idempotent: true,
      factura_id: first.body.factura_id,
      cufe: first.body.cufe,
    });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  it("422: rejected, with the rules that rejected; and again on replay", async () => {
    const body = taggedInvoice("#rechazo", { draft_key: newKey() });
    const first = await postInvoice(tenant, body);
    expect(first.status).toBe(422);
    expect(first.body).toMatchObject({
      ok: false,
      pending: false,
      estado: "rechazado",
      enviado: true,
      error: expect.stringContaining("rechazó"),
      details: [{ rule: expect.any(String), severity: "rechazo", message: expect.any(String) }],
    });
    const again = await postInvoice(tenant, body);
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ idempotent: true, factura_id: first.body.factura_id, estado: "rechazado" });
  });

  it("202: a replay while the first is still being sent", async () => {
    const key = newKey();
    const body = taggedInvoice("#lento", { draft_key: key });
    const first = postInvoice(tenant, body);
    await awaitState(`fe:${tenant.companyId}:${key}`, "sending");
    const again = await postInvoice(tenant, body);
    expect(again.status).toBe(202);
    expect(again.body).toMatchObject({ ok: true, idempotent: true, pending: true, message: expect.any(String) });
    expect(again.headers.get("retry-after")).toBe("5");
    const { factura_id: id, cufe } = again.body;
    expect((await get(tenant, `/fe/docs/${id}`)).body.doc).toMatchObject({ id, cufe, estado_authority: "sending" });
    expect(cufe).toMatch(/^[0-9a-f]{96}$/);
    expect((await first).status).toBe(201);
  });

  it("409: the same draft_key with another payload", async () => {
    const key = newKey();
    await postInvoice(tenant, sampleInvoice({ draft_key: key }));
    const { status, body } = await postInvoice(tenant, sampleInvoice({ draft_key: key, observaciones: "otra venta" }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ ok: false, code: "idempotency_conflict", error: expect.any(String) });
  });

  it("502: uncertain, with everything needed to ask again, and settled without a second sending", async () => {
    const own = await createTenant();
    const sale = taggedInvoice("#silencio", { draft_key: "venta-incierta" });
    // An uncertain result is shown before the first question is due.
    const goOn = stopClock();
    const { status, body } = await postInvoice(own, sale);
    goOn();
    expect(status).toBe(502);
    expect(body).toMatchObject({
      ...{ ok: false, pending: true, idempotent: false, estado: "en_proceso_http", enviado: true },
      factura_id: expect.any(Number),
      cufe: NEW.cufe,
      error: expect.any(String),
    });
    await expect
      .poll(async () => (await postInvoice(own, sale)).body, { timeout: 15_000 })
      .toMatchObject({
        ...{ ok: true, idempotent: true, pending: false, estado: "aceptado", factura_id: body.factura_id },
      });
    expect(await listSendings(own.nit)).toHaveLength(1);
  });
});

describe("draft_key (2.1, 8)", () => {
  it("is optional: without it each POST is a new sale", async () => {
    const [one, two] = [await postInvoice(tenant, sampleInvoice()), await postInvoice(tenant, sampleInvoice())];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.factura_id).not.toBe(one.body.factura_id);
  });

  it("is absent when it is blank, as any optional text", async () => {
    const [one, two] = [
      await postInvoice(tenant, sampleInvoice({ draft_key: "" })),
      await postInvoice(tenant, sampleInvoice({ draft_key: "" })),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.factura_id).not.toBe(one.body.factura_id);
  });

  it("may come as the Idempotency-Key header, which is the same key", async () => {
    const key = newKey();
    const first = await postInvoice(tenant, sampleInvoice(), { headers: { "idempotency-key": key } });
    const again = await postInvoice(tenant, sampleInvoice({ draft_key: key }));
    expect(again.body).toMatchObject({ idempotent: true, factura_id: first.body.factura_id });
  });

  it.each([
    ["of each attempt", () => crypto.randomUUID()],
    ["longer than any key", () => "x".repeat(500)],
    ["that is blank", () => " "],
  ])("decides alone beside a header that a gateway adds %s", async (_, drawHeader) => {
    const sale = sampleInvoice({ draft_key: newKey() });
    const post = () => postInvoice(tenant, sale, { headers: { "idempotency-key": drawHeader() } });
    const first = await post();
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect((await post()).body).toMatchObject({ idempotent: true, factura_id: first.body.factura_id });
    const bare = await postInvoice(tenant, sale);
    expect(bare.body).toMatchObject({ idempotent: true, factura_id: first.body.factura_id });
  });

  it("leaves the key to the header when it is empty, and the header must then be sound", async () => {
    const blank = sampleInvoice({ draft_key: "" });
    const headers = { "idempotency-key": newKey() };
    const first = await postInvoice(tenant, blank, { headers });
    expect((await postInvoice(tenant, blank, { headers })).body).toMatchObject({
      idempotent: true,
      factura_id: first.body.factura_id,
    });
    const { status, body } = await postInvoice(tenant, blank, { headers: { "idempotency-key": "x".repeat(81) } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_idempotency_key", details: [{ path: "Idempotency-Key" }] });
  });

  it("holds 80 characters and not 81", async () => {
    expect((await postInvoice(tenant, sampleInvoice({ draft_key: "ñ".repeat(80) }))).status).toBe(201);
    const { status, body } = await postInvoice(tenant, sampleInvoice({ draft_key: "x".repeat(81) }));
    expect(status).toBe(400);
    expect(body.error).toContain("draft_key");
  });

  it("is unique per company: another company's same key is another sale", async () => {
    const other = await createTenant();
    const body = sampleInvoice({ draft_key: "compartida" });
    const [mine, theirs] = [await postInvoice(tenant, body), await postInvoice(other, body)];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.body.factura_id).not.toBe(mine.body.factura_id);
  });

  it.each<[string, (sale: Record<string, unknown>) => Record<string, unknown>]>([
    ["members in another order", (sale) => Object.fromEntries(Object.entries(sale).reverse())],
    [
      "the alias of a field",
      (sale) => ({ ...sale, items: [{ desc: "A", cant: 1, unit: 100, iva: 19, tax_code: "01" }] }),
    ],
  ])("finds the same payload in another spelling: %s", async (_, rewrite) => {
    const sale = {
      ...sampleInvoice({
        draft_key: newKey(),
        items: [{ desc: "A", cant: 1, unit: 100, iva: 19, codigo_impuesto: "01" }],
      }),
      ...{ subtotal: 100, impuestos: 19, total: 119 },
    };
    const first = await postInvoice(tenant, sale);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const again = await postInvoice(tenant, rewrite(sale));
    expect(again.status).toBe(200);
  });

  it("finds the same payload in numbers written otherwise", async () => {
    const text = JSON.stringify(sampleInvoice({ draft_key: newKey() }));
    const first = await postInvoice(tenant, text);
    expect(first.status).toBe(201);
    const again = await postInvoice(
      tenant,
      text.replace('"unit":50000', '"unit":5.0e4').replace('"cant":2', '"cant":2.0'),
    );
    expect(again.body).toMatchObject({ idempotent: true, factura_id: first.body.factura_id });
  });

  it("finds its invoice also when a new one could no longer be issued", async () => {
    const own = await createTenant();
    const sale = sampleInvoice({ draft_key: "k", fecha_emision: dateInBogota(Date.now()) });
    const first = await postInvoice(own, sale);
    expect(first.status).toBe(201);
    await env.DB.prepare("UPDATE ranges SET valid_to = '2020-01-01' WHERE company_id = ?1").bind(own.companyId).run();
    expect((await postInvoice(own, { ...sale, draft_key: "k2" })).body.code).toBe("range_expired");
    expect((await postInvoice(own, sale)).body.factura_id).toBe(first.body.factura_id);
  });
});

describe("a refused request", () => {
  it("consumes no number, keeps no third party and leaves its key free", async () => {
    const own = await createTenant();
    const refused = await postInvoice(own, sampleInvoice({ draft_key: "k", total: 1 }));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ ok: false, code: "business_rule", details: [{ path: "total", rule: "2.1" }] });
    expect((await get(own, "/fe/terceros")).body.terceros).toEqual([]);
    const accepted = await postInvoice(own, sampleInvoice({ draft_key: "k" }));
    expect(accepted.body).toMatchObject({ ok: true, idempotent: false, consecutivo: 1 });
    expect(await listSendings(own.nit)).toHaveLength(1);
  });
});
