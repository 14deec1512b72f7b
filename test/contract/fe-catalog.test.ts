// Tests receivers, payment methods, and what the authority knows of an acquirer.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import { call, get, postInvoice } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
  for (const [index, nombre] of ["Zoila Núñez", "Ana Gómez", "Beatriz Peña"].entries()) {
    const receptor = { tipo_doc: "13", numero_doc: String(30_000_000 + index), nombre, email: "a@example.org" };
    await postInvoice(tenant, sampleInvoice({ receptor }));
  }
});

describe("receivers (4.3)", () => {
  it("are all there by default, kept from the invoices", async () => {
    const { status, body } = await get(tenant, "/fe/terceros");
    expect(status).toBe(200);
    expect(body.ok).toBe(true);
    expect(body.terceros).toMatchObject([
      { nombre: "Ana Gómez" },
      { nombre: "Beatriz Peña" },
      { nombre: "Zoila Núñez" },
    ]);
  });

  it("are never twice there: the same identification is the same receiver, with its newest data", async () => {
    const own = await createTenant();
    const receptor = { tipo_doc: "31", numero_doc: "800134536", nombre: "Antes SA", email: "uno@example.org" };
    await postInvoice(own, sampleInvoice({ receptor }));
    await postInvoice(
      own,
      sampleInvoice({ receptor: { ...receptor, numero_doc: "800.134.536-3", nombre: "Después SA", email: "" } }),
    );
    const { terceros } = (await get(own, "/fe/terceros")).body;
    expect(terceros).toMatchObject([{ nombre: "Después SA", numero_documento: "800134536", email: "uno@example.org" }]);
  });

  it("may change, and the invoices that were issued to them say what was signed", async () => {
    const own = await createTenant();
    const receptor = { tipo_doc: "31", numero_doc: "800134536", email: "uno@example.org" };
    const issue = async (nombre: string, email = receptor.email) => {
      const { body } = await postInvoice(own, sampleInvoice({ receptor: { ...receptor, nombre, email } }));
      return body.factura_id as number;
    };
    const [before, after] = [await issue("Antes SA"), await issue("Después SA", "dos@example.org")];
    const read = async (id: number) => (await get(own, `/fe/docs/${id}`)).body.doc.tercero;
    const [first, second] = [await read(before), await read(after)];
    expect(first).toMatchObject({ nombre: "Antes SA", email: "uno@example.org" });
    expect(second).toMatchObject({ id: first.id, nombre: "Después SA", email: "dos@example.org" });
    const { docs } = (await get(own, "/fe/docs")).body;
    expect(docs.map((doc: { tercero: unknown }) => doc.tercero)).toEqual([second, first]);
  });

  it.each([
    ["q=pena", ["Beatriz Peña"], 1],
    ["q=30000001", ["Ana Gómez"], 1],
    ["q=z", ["Ana Gómez", "Beatriz Peña", "Zoila Núñez"], 3],
    ["q=nadie", [], 0],
    ["page=2&per_page=2", ["Zoila Núñez"], 3],
  ])("%s gives one page and its total", async (query, names, total) => {
    const { body } = await get(tenant, `/fe/terceros?${query}`);
    expect(body.terceros.map((one: { nombre: string }) => one.nombre)).toEqual(names);
    expect(body).toMatchObject({ total });
  });

  it("beyond 5,000 are counted, and read page by page from where the first answer ends", async () => {
    const own = await createTenant();
    const add = (from: number, to: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         INSERT INTO third_parties (company_id, module, identification_type, identification_number, name, folded_name)
         SELECT ?1, 'fe', '13', 40000000 + i, printf('Ana %05d', i), printf('ana %05d', i) FROM n`,
      )
        .bind(own.companyId, from, to)
        .run();
    await add(1, 5_000);
    const whole = (await get(own, "/fe/terceros")).body;
    expect(Object.keys(whole)).toEqual(["ok", "terceros"]);
    expect(whole.terceros).toHaveLength(5_000);
    await add(5_001, 5_007);
    const { terceros, ...paging } = (await get(own, "/fe/terceros")).body;
    expect(terceros).toEqual(whole.terceros);
    expect(paging).toEqual({ ok: true, page: 1, per_page: 5_000, total: 5_007, pages: 2 });
    const rest = (await get(own, "/fe/terceros?page=51&per_page=100")).body;
    expect(rest.terceros.map((one: { nombre: string }) => one.nombre)).toEqual(
      Array.from({ length: 7 }, (_, index) => `Ana 0500${index + 1}`),
    );
  });

  it("of another company are not there", async () => {
    expect((await get(await createTenant(), "/fe/terceros")).body.terceros).toEqual([]);
  });
});

describe("payment methods (4.4)", () => {
  it("are the company's, inactive ones included, and reading them creates nothing", async () => {
    const { status, body } = await get(tenant, "/fe/payment-methods");
    expect(status).toBe(200);
    expect(body.payment_methods).toMatchObject([
      { payment_form: "contado", payment_means_code: "10", is_active: true, is_default: true },
      { payment_form: "credito", payment_means_code: "42", is_active: true, is_default: false },
      { payment_form: "contado", payment_means_code: "20", is_active: false, is_default: false },
    ]);
  });

  it("may be the active ones only", async () => {
    const { body } = await get(tenant, "/fe/payment-methods?active=true");
    expect(body.payment_methods).toHaveLength(2);
    expect((await get(tenant, "/fe/payment-methods?active=si")).status).toBe(400);
  });
});

describe("GetAcquirer (4.5)", () => {
  const ask = (body: unknown, owner = tenant) =>
    call("POST", `/companies/${owner.companyId}/authority/get-acquirer`, body, { token: owner.token });

  it.each([
    [{ identification_type: "13", identification_number: "1399991" }],
    [{ tipo_doc: "13", numero_doc: "1399991" }],
    [{ tipo_documento: "13", numero_documento: "1399991" }],
  ])("knows the acquirer under every name of its fields: %j", async (question) => {
    const { status, body } = await ask(question);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      acquirer: {
        identification_type: "13",
        identification_number: "1399991",
        name: expect.any(String),
        email: expect.any(String),
      },
      cached: expect.any(Boolean),
      fetched_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
  });

  it("keeps the answer for a day, per company, and asks again when forced or when the day is over", async () => {
    const own = await createTenant();
    const question = { identification_type: "13", identification_number: "1399992" };
    const cached = async (extra: object = {}) => (await ask({ ...question, ...extra }, own)).body.cached;
    expect(await cached()).toBe(false);
    expect(await cached()).toBe(true);
    expect(await cached({ force_refresh: false })).toBe(true);
    expect(await cached({ force_refresh: true })).toBe(false);
    const yesterday = new Date(Date.now() - 86_401_000).toISOString();
    await env.DB.prepare("UPDATE acquirers SET fetched_at = ?1 WHERE company_id = ?2")
      .bind(yesterday, own.companyId)
      .run();
    expect(await cached()).toBe(false);
    expect((await ask(question, await createTenant())).body.cached).toBe(false);
  });

  it("answers also when its answer cannot be kept", async () => {
    const own = await createTenant();
    await env.DB.prepare(
      `CREATE TRIGGER acquirers_full_${own.companyId} BEFORE INSERT ON acquirers WHEN new.company_id = ${own.companyId}
        BEGIN SELECT RAISE(ABORT, 'full'); END`,
    ).run();
    const question = { identification_type: "13", identification_number: "1399993" };
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await ask(question, own);
      expect(status).toBe(200);
      expect(body).toMatchObject({ cached: false, acquirer: { identification_number: "1399993" } });
    }
  });

  it("answers 502 with its own code when the authority does not know the acquirer, and keeps nothing", async () => {
    const question = { identification_type: "13", identification_number: "55555555" };
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await ask(question);
      expect(status).toBe(502);
      expect(body).toMatchObject({ ok: false, code: "acquirer_not_found", error: expect.any(String) });
    }
  });

  it.each([
    ["a fault", "999000500", "authority_fault"],
    ["a page instead of an answer", "999000503", "authority_unreachable"],
    ["a dropped connection", "999000504", "authority_unreachable"],
  ])("answers 502 with its own code to %s", async (_, number, code) => {
    const { status, body } = await ask({ identification_type: "13", identification_number: number });
    expect(status).toBe(502);
    expect(body).toMatchObject({ ok: false, code, error: expect.any(String) });
  });

  it("takes a NIT with its check digit for the same NIT", async () => {
    const plain = await ask({ identification_type: "31", identification_number: "3199995" });
    const dashed = await ask({
      identification_type: "31",
      identification_number: `3199995-${findCheckDigit("3199995")}`,
    });
    expect(plain.status).toBe(200);
    expect(dashed.body).toMatchObject({ cached: true, acquirer: plain.body.acquirer });
  });

  it("says which NIT ten digits look like, and takes them beside their own check digit", async () => {
    const typed = await ask({ tipo_doc: "31", numero_doc: "8001345363" });
    expect(typed.body.error).toBe(
      'El campo `numero_doc` termina en el dígito de verificación del NIT 800134536: envíe "800134536", o "8001345363-0" si el NIT tiene diez dígitos; se recibió "8001345363".',
    );
    expect(await ask({ tipo_doc: "31", numero_doc: "8001345363-0" })).toMatchObject({ status: 502 });
  });

  it.each([
    ["a wrong check digit", { tipo_doc: "31", numero_doc: "800134536-9" }, "numero_doc"],
    ["a NIT with its check digit run on", { tipo_doc: "31", numero_doc: "8001345363" }, "numero_doc"],
    ["a NIT with its check digit twice", { tipo_doc: "31", numero_doc: "8001345363-3" }, "numero_doc"],
    ["no type", { identification_number: "1" }, "identification_type"],
    ["no number", { identification_type: "13" }, "identification_number"],
    ["an unknown type", { tipo_doc: "99", numero_doc: "1" }, "tipo_doc"],
    ["names that contradict each other", { tipo_doc: "13", tipo_documento: "31", numero_doc: "1" }, "tipo_documento"],
    ["force_refresh as a text", { tipo_doc: "13", numero_doc: "1", force_refresh: "si" }, "force_refresh"],
  ])("answers 400 to %s", async (_, question, path) => {
    const { status, body } = await ask(question);
    expect(status).toBe(400);
    expect(body.details[0].path).toBe(path);
  });
});
