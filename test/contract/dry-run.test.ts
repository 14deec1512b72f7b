// Tests the dry run of a creation: the answer of the real one up to its number, and nothing left behind.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { call, postInvoice, postSupportDocument } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

function rehearse(tenant: Tenant, body: unknown, query = "?dry_run=true") {
  return call("POST", `/companies/${tenant.companyId}/dse/documentos${query}`, body, { token: tenant.token });
}

/** Everything that issuing would change: documents, third parties, numbers, allowances. */
async function readTraces(companyId: number): Promise<unknown> {
  const query = `SELECT (SELECT count(*) FROM documents WHERE company_id = ?1) AS documents,
    (SELECT count(*) FROM third_parties WHERE company_id = ?1) AS parties,
    (SELECT sum(next_number) FROM ranges WHERE company_id = ?1) AS numbers,
    (SELECT sum(used) FROM plans WHERE company_id = ?1) AS used`;
  return env.DB.prepare(query).bind(companyId).first();
}

describe("a dry run of a support document", () => {
  it("prices, needs no key, and leaves no trace", async () => {
    const tenant = await createTenant();
    const before = await readTraces(tenant.companyId);
    const body = sampleSupportDocument({ retenciones: [{ codigo_authority: "06", nombre: "Renta", percent: 2.5 }] });
    const answer = await rehearse(tenant, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ok: true,
      dry_run: true,
      numbering: { available: true },
      documento: {
        tipo_authority: "05",
        subtotal: "120000.00",
        impuestos: "22800.00",
        total: "142800.00",
        total_retenciones: "3000.00",
        neto_pagar: "139800.00",
        items: [{ cantidad: "10.000000", valor_unitario: "12000.00", base_imponible: "120000.00" }],
        impuestos_detalle: [{ codigo: "01", porcentaje: "19.00", base: "120000.00", valor: "22800.00" }],
        retenciones: [{ codigo: "06", nombre: "Renta", valor: "3000.00" }],
      },
    });
    expect(answer.body.documento).not.toHaveProperty("id");
    expect(await readTraces(tenant.companyId)).toEqual(before);
    expect(await listSendings(tenant.nit)).toEqual([]);
  });

  it("shows which advised fields were not sent", async () => {
    const tenant = await createTenant();
    const proveedor = { nit: "1098765432", nombre: "Finca El Carmen" };
    const { body } = await rehearse(tenant, sampleSupportDocument({ proveedor }));
    const fields = body.rules.map((rule: { field: string }) => rule.field);
    expect(fields).toEqual([
      "forma_pago",
      "medio_pago_codigo",
      "proveedor.tipo_documento",
      "proveedor.regimen",
      "proveedor.authority_tax_scheme_code",
      "proveedor.direccion",
      "proveedor.codigo_municipio",
      "proveedor.codigo_postal",
    ]);
  });

  it.each<[string, object, readonly string[]]>([
    ["nothing", {}, ["forma_pago", "medio_pago_codigo"]],
    ["a form", { payment_type: "1" }, ["medio_pago_codigo"]],
    ["both", { forma_pago: "1", medio_pago_codigo: "47" }, []],
    ["a list without means", { pagos: [{ form: "contado" }] }, ["pagos.0.means_code"]],
  ])("says of %s how it will be paid on paper", async (_, paid, told) => {
    const tenant = await createTenant();
    const { forma_pago, medio_pago_codigo, ...rest } = sampleSupportDocument();
    const path = `/companies/${tenant.companyId}/dse/documentos?dry_run=true`;
    const { body } = await call("POST", path, { ...rest, ...paid }, { token: tenant.token, version: "v2" });
    const fields = body.rules.map((rule: { field: string }) => rule.field);
    expect(fields.filter((field: string) => /pago/.test(field))).toEqual(told);
  });

  it("ignores a key that already has a document", async () => {
    const tenant = await createTenant();
    const path = `/companies/${tenant.companyId}/dse/documentos`;
    const options = { token: tenant.token, headers: { "idempotency-key": "k-1" } };
    const first = await call("POST", path, sampleSupportDocument(), options);
    expect(first.status).toBe(201);
    const other = sampleSupportDocument({ moneda: "COP", forma_pago: "1" });
    expect((await call("POST", `${path}?dry_run=true`, other, options)).status).toBe(200);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it.each([
    ["dse/documentos", "request_key", "k".repeat(121), sampleSupportDocument],
    ["dse/documentos", "draft_key", 5, sampleSupportDocument],
    ["fe/facturas", "draft_key", "k".repeat(81), sampleInvoice],
    ["fe/facturas", "draft_key", "  ", sampleInvoice],
  ])("refuses a key that the real request would refuse: %s, %s %j", async (route, name, key, sample) => {
    const tenant = await createTenant();
    const path = `/companies/${tenant.companyId}/${route}`;
    for (const query of ["?dry_run=true", ""]) {
      const { status, body } = await call("POST", path + query, sample({ [name]: key }), { token: tenant.token });
      expect([query, status, body.code]).toEqual([query, 400, "invalid_idempotency_key"]);
    }
  });

  it("refuses what the real request refuses, in the client's own names", async () => {
    const tenant = await createTenant();
    const { fecha_documento: _, ...rest } = sampleSupportDocument();
    const answer = await rehearse(tenant, { ...rest, fecha: "2020-01-01" });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, code: "business_rule", details: [{ path: "fecha", rule: "2.12" }] });
    expect(answer.body.error).toContain("`fecha`");
  });

  it.each([
    { name: "an empty plan", options: { allowance: 50, used: 50 }, code: "plan_exhausted" },
    { name: "an empty range", options: { numbersLeft: 0 }, code: "range_exhausted" },
    { name: "no range", options: { hasRanges: false }, code: "range_missing" },
    { name: "an old range", options: { rangeValidTo: "2020-01-01" }, code: "range_expired" },
  ])("predicts $name", async ({ options, code }) => {
    const tenant = await createTenant(options);
    const answer = await rehearse(tenant, sampleSupportDocument());
    expect(answer.status).toBe(200);
    expect(answer.body.numbering).toMatchObject({ available: false, code });
    const real = await call("POST", `/companies/${tenant.companyId}/dse/documentos`, sampleSupportDocument(), {
      token: tenant.token,
      headers: { "idempotency-key": "k-1" },
    });
    expect(real.body).toMatchObject({ code, error: answer.body.numbering.message });
  });

  it.each(["?dry_run=1", "?dry_run=", "?dry_run=True", "?dry_run=true&dry_run=false"])(
    "never takes %s for a real request",
    async (query) => {
      const tenant = await createTenant();
      const answer = await rehearse(tenant, sampleSupportDocument(), query);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: "invalid_parameter", details: [{ path: "dry_run" }] });
    },
  );

  it("with dry_run=false is the real request", async () => {
    const answer = await rehearse(await createTenant(), sampleSupportDocument(), "?dry_run=false");
    expect(answer.body.code).toBe("missing_idempotency_key");
  });
});

describe("a dry run of an invoice", () => {
  const bare = {
    draft_key: "venta-1",
    subtotal: undefined,
    impuestos: undefined,
    total: undefined,
    payment: undefined,
  };
  const payment = { form: "contado", means_code: "10" };

  it.each<[string, object, readonly string[]]>([
    ["no totals, date or payment: what is used instead, once", {}, ["total", "payment"]],
    ["a total, which is checked: nothing", { total: 119_000, payment }, []],
    ["a subtotal alone: that the total is not checked", { subtotal: 100_000, payment }, ["total"]],
    [
      "prices as typed: of each that causes a tax, that it is added",
      {
        items: [
          { desc: "a", cant: 1, unit_input: 100, iva: 19 },
          { desc: "b", cant: 1, unit_input: 100, iva: 0 },
          { desc: "c", cant: 1, unit_input: 100, iva: 19, iva_incluido: false },
        ],
        total: 338,
        payment,
      },
      ["items.0.iva_incluido"],
    ],
  ])("says of %s", async (_, fields, told) => {
    const tenant = await createTenant();
    const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true`;
    const { status, body } = await call("POST", path, sampleInvoice({ ...bare, ...fields }), { token: tenant.token });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.rules.map((rule: { field: string }) => rule.field)).toEqual(told);
    expect(body.documento.document_date).toBe(dateInBogota(Date.now()));
  });
});

describe("the rules of a dry run", () => {
  const customer = { tipo_doc: "13", numero_doc: "52123456", nombre: "Ana Torres" };
  const withheld = { withholdings: [{ type: "RETEFUENTE", base_mode: "subtotal", percent: 11 }] };
  const unclaimed = { subtotal: undefined, impuestos: undefined, total: undefined };
  const plan = { enabled: true, contract_base: 100000, administracion_percent: 6, imprevistos_percent: 2 };

  /** Codes of the authority; section numbers are the service's own advice. */
  const codesOf = (rules: readonly { code: string }[]) =>
    [...new Set(rules.map(({ code }) => code).filter((code) => /^[A-Z]/.test(code)))].sort();
  const taxed = (fields: object) => ({ ...unclaimed, items: [{ desc: "Servicio", cant: 1, unit: 50000, ...fields }] });

  it.each<[string, object, readonly string[]]>([
    ["an invoice with everything", {}, []],
    ["an invoice to a person without e-mail", { receptor: customer }, ["FAK55"]],
    ["an invoice to an empty e-mail", { receptor: { ...customer, email: "" } }, ["FAK55"]],
    ["an invoice with withholdings", withheld, []],
    [
      "an AIU contract",
      { ...unclaimed, aiu: { ...plan, utilidad_percent: 2, tax_rate: 19, iva_base_mode: "AIU_TOTAL" } },
      [],
    ],
    [
      "an AIU contract at a rate of no list",
      { ...unclaimed, aiu: { ...plan, utilidad_percent: 2, tax_rate: 7, iva_base_mode: "AIU_TOTAL" } },
      ["FAS14", "FAX14"],
    ],
    ["a rate of no list", taxed({ iva: 7 }), ["FAS14", "FAX14"]],
    ["a rate off the list of its explicit code", taxed({ iva: 8, codigo_impuesto: "01" }), ["FAS14", "FAX14"]],
  ])("predict what the authority will remark on %s", async (_, changes, codes) => {
    const tenant = await createTenant();
    const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true`;
    const rehearsed = await call("POST", path, sampleInvoice({ ...changes }), { token: tenant.token });
    expect(rehearsed.status, JSON.stringify(rehearsed.body)).toBe(200);
    const real = await postInvoice(tenant, sampleInvoice({ ...changes }));
    expect(real.status).toBe(201);
    expect(codesOf(rehearsed.body.rules)).toEqual(codes);
    expect(codesOf(real.body.authority.rules)).toEqual(codes);
  });

  const supplier = { nit: "1098765432", nombre: "Finca El Carmen" };
  const line = { codigo: "50201706", cantidad: 1, precio_unitario: 12000 };
  it.each<[string, object, readonly string[], readonly string[]]>([
    ["a bare supplier", { proveedor: supplier }, [], []],
    [
      "a rate of no list",
      { items: [line, { ...line, porcentaje_iva: 7 }] },
      ["DSAS14", "DSAX14"],
      ["items.1.porcentaje_iva"],
    ],
    [
      "a rate that the amount gives",
      { items: [{ ...line, impuesto: 1000 }] },
      ["DSAS14", "DSAX14"],
      ["items.0.porcentaje_iva"],
    ],
  ])("predict what the authority will remark on a support document with %s", async (_, changes, codes, fields) => {
    const tenant = await createTenant();
    const rehearsed = await rehearse(tenant, sampleSupportDocument({ ...changes }));
    const real = await postSupportDocument(tenant, "real", sampleSupportDocument({ ...changes }));
    expect([codesOf(rehearsed.body.rules), codesOf(real.body.authority.rules)]).toEqual([codes, codes]);
    const predicted = rehearsed.body.rules.filter((rule: { code: string }) => /^[A-Z]/.test(rule.code));
    expect([...new Set(predicted.map((rule: { field: string }) => rule.field))]).toEqual(fields);
  });
});
