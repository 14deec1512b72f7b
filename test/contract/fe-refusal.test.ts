// Tests what an invoice may not be: each is a 400 that names the field as the client spelled it.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { postInvoice } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - 86_400_000);
const UNCLAIMED = { subtotal: undefined, impuestos: undefined, total: undefined };
const AIU = {
  ...{ enabled: true, contract_base: 5000000, administracion_percent: 6, imprevistos_percent: 2, utilidad_percent: 2 },
  ...{ tax_rate: 19, iva_base_mode: "AIU_TOTAL" },
};
const DOLLARS = { commercial_currency: "USD", applied_rate: 3850.5, official_trm: null, rate_date: TODAY };

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

function item(changes: Fields = {}): Fields {
  return { desc: "Servicio", cant: 1, unit: 100000, iva: 19, ...changes };
}

describe("400, naming the field as the client spelled it", () => {
  it.each<[string, Fields, string]>([
    ["no receiver", { receptor: undefined }, "receptor"],
    ["no items", { items: [] }, "items"],
    ["an item without a description", { items: [item({ desc: " " })] }, "items.0.desc"],
    ["a quantity in quotes", { items: [item({ cant: "1" })] }, "items.0.cant"],
    ["a quantity of zero", { items: [item({ cant: 0 })] }, "items.0.cant"],
    ["no price", { items: [item({ unit: undefined })] }, "items.0.unit"],
    ["no rate", { items: [item({ iva: undefined })] }, "items.0.iva"],
    ["a negative rate", { items: [item({ iva: -1 })] }, "items.0.iva"],
    ["a tax that is on no list", { items: [item({ tax_code: "99" })] }, "items.0.tax_code"],
    [
      "two names of one field that differ",
      { items: [item({ codigo_impuesto: "01", tax_code: "04" })] },
      "items.0.tax_code",
    ],
    ["prices that contradict each other", { items: [item({ unit_input: 100, iva_incluido: true })] }, "items.0.unit"],
    ["a subtotal that is off", { items: [item()], subtotal: 1 }, "subtotal"],
    ["taxes that are off", { items: [item()], impuestos: 1 }, "impuestos"],
    ["a total that is off", { items: [item()], total: 1 }, "total"],
    ["another day", { fecha_emision: YESTERDAY }, "fecha_emision"],
    ["a day that does not exist", { fecha_emision: "2026-02-30" }, "fecha_emision"],
    ["es_contingencia as a text", { es_contingencia: "false" }, "es_contingencia"],
    ["credit without a due date", { payment: { form: "credito", due_date: "" } }, "payment.due_date"],
    ["credit due yesterday", { payment: { form: "credito", due_date: YESTERDAY } }, "payment.due_date"],
    ["another form of payment", { payment: { form: "fiado" } }, "payment.form"],
    ["an unknown method", { payment: { method_id: 999999 } }, "payment.method_id"],
    ["means that are on no list", { payment: { means_code: "999" } }, "payment.means_code"],
    ["AIU without its base", { aiu: { ...AIU, contract_base: undefined } }, "aiu.contract_base"],
    ["AIU on another base", { aiu: { ...AIU, iva_base_mode: "OTRA" } }, "aiu.iva_base_mode"],
    [
      "a withholding that is not configured",
      { withholdings: [{ type: "X", base_mode: "subtotal", percent: 1 }] },
      "withholdings.0.type",
    ],
    [
      "a base that is not configured",
      { withholdings: [{ type: "RETEIVA", base_mode: "total", percent: 1 }] },
      "withholdings.0.base_mode",
    ],
    ["another currency", { currency: { ...DOLLARS, commercial_currency: "EUR" } }, "currency.commercial_currency"],
    ["dollars without a rate", { currency: { ...DOLLARS, applied_rate: null } }, "currency.applied_rate"],
    ["dollars without a date", { currency: { ...DOLLARS, rate_date: null } }, "currency.rate_date"],
    ["notes of 4001 characters", { observaciones: "x".repeat(4001) }, "observaciones"],
    ["a token of an attachment", { attachment_tokens: ["abc"] }, "attachment_tokens.0"],
    [
      "an unknown type of identification",
      { receptor: { tipo_doc: "99", numero_doc: "1020", nombre: "A" } },
      "receptor.tipo_doc",
    ],
    [
      "a wrong check digit",
      { receptor: { tipo_doc: "31", numero_doc: "800134536-9", nombre: "A" } },
      "receptor.numero_doc",
    ],
    ["no name", { receptor: { tipo_doc: "13", numero_doc: "10203040" } }, "receptor.nombre"],
    [
      "what is no e-mail",
      { receptor: { tipo_doc: "13", numero_doc: "10203040", nombre: "A", email: "a b" } },
      "receptor.email",
    ],
    ["a control character", { observaciones: "a\u0001b" }, "observaciones"],
  ])("%s", async (_, changes, path) => {
    const { status, body } = await postInvoice(tenant, sampleInvoice({ ...UNCLAIMED, ...changes }));
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ ok: false, code: expect.any(String), request_id: expect.any(String) });
    expect(body.details.map((problem: Fields) => problem.path)).toContain(path);
    expect(body.error).toContain(path);
  });

  it("quotes what came as it came, signs that a replacement would take for its own included", async () => {
    const type = "US$$ y $& y $`";
    const withholdings = [{ type, base_mode: "subtotal", percent: 1 }];
    const { body } = await postInvoice(tenant, sampleInvoice({ ...UNCLAIMED, withholdings }));
    expect(body.error).toContain(`"${type}"`);
    expect(body.error).toContain(body.details[0].message);
  });
});
