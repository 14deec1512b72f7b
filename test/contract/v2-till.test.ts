// Tests what a till adds to an invoice in v2, through HTTP: what is accepted, shown, refused, replayed, and what v1 makes of it.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, call, get, postInvoice } from "../support/api.ts";
import { fetchReceived } from "../support/ledger.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const V2 = { version: "v2" } as const;
const YESTERDAY = dateInBogota(Date.now() - 86_400_000);
const UNCLAIMED = { subtotal: undefined, impuestos: undefined, total: undefined };

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

function item(changes: Fields = {}): Fields {
  return { desc: "Servicio", cant: 1, unit: 100000, iva: 19, ...changes };
}

function post(changes: Fields): Promise<Answer> {
  return postInvoice(tenant, sampleInvoice({ ...UNCLAIMED, ...changes }), V2);
}

/** Issues an invoice that must be accepted; the XML as the authority received it, and the record as read. */
async function issue(changes: Fields) {
  const { status, body } = await post(changes);
  expect(status, JSON.stringify(body)).toBe(201);
  const { doc } = (await get(tenant, `/fe/docs/${body.factura_id}`, V2)).body;
  return { body, doc, xml: await fetchReceived(body.cufe) };
}

/** Answers a dry run, which must foresee what is issued. */
async function rehearse(changes: Fields): Promise<Answer> {
  const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true`;
  const { draft_key: _, ...body } = sampleInvoice({ ...UNCLAIMED, ...changes }) as Record<string, unknown>;
  return call("POST", path, body, { token: tenant.token, ...V2 });
}

const DRINK = item({
  ...{ desc: "Gaseosa", cant: 2, unit: undefined, unit_input: 5950, iva_incluido: true, descuento: 1000 },
  otros_impuestos: [{ codigo: "34", valor_unitario: 65, mililitros: 1500 }],
});
const BAG = item({ desc: "Bolsa", cant: 3, unit: 100, iva: 0, otros_impuestos: [{ codigo: 22, valor_unitario: 70 }] });
const TIP = { porcentaje: 10, motivo: "Propina" };

describe("accepted, with these totals and this in the XML", () => {
  it.each<[string, Fields, readonly [string, string, string], readonly string[]]>([
    [
      "a discount of a line in money",
      { items: [item({ descuento: 10000, descuento_motivo: "Feria" })] },
      ["90000.00", "17100.00", "107100.00"],
      ["<cbc:AllowanceChargeReason>Feria<", "<cbc:ChargeIndicator>false<", ">10000.00</cbc:Amount>"],
    ],
    [
      "a discount as a percentage of what is paid",
      { items: [item({ unit: undefined, unit_input: 119000, iva_incluido: true, descuento_porcentaje: 10 })] },
      ["90000.00", "17100.00", "107100.00"],
      ["<cbc:MultiplierFactorNumeric>10.00<", ">100000.00</cbc:BaseAmount>"],
    ],
    [
      "a line that is a gift",
      { items: [item(), item({ descuento_porcentaje: 100 })] },
      ["100000.00", "19000.00", "119000.00"],
      [">0.00</cbc:LineExtensionAmount>"],
    ],
    [
      "taxes for each unit, in what is paid and on top",
      { items: [DRINK, BAG] },
      ["7821.01", "3588.99", "11410.00"],
      ['<cbc:BaseUnitMeasure unitCode="MLT">3000.000000<', ">70.00</cbc:PerUnitAmount>"],
    ],
    [
      "one more percentage",
      { items: [item({ otros_impuestos: [{ codigo: "35", tarifa: 20 }] })] },
      ["100000.00", "39000.00", "139000.00"],
      ["<cbc:Name>ICUI</cbc:Name>"],
    ],
    [
      "a discount and a tip on the whole",
      { descuentos: [{ valor: 5000, motivo: "Cupón", codigo: "01" }], cargos: [TIP], items: [item()] },
      ["100000.00", "19000.00", "124000.00"],
      [">5000.00</cbc:AllowanceTotalAmount>", ">10000.00</cbc:ChargeTotalAmount>"],
    ],
    [
      "the number of a paper",
      { items: [item()], es_contingencia: true, fecha_emision: YESTERDAY, numero_contingencia: "CT45" },
      ["100000.00", "19000.00", "119000.00"],
      ["<cac:AdditionalDocumentReference><cbc:ID>CT45</cbc:ID>"],
    ],
  ])("%s", async (_, changes, [subtotal, impuestos, total], parts) => {
    const figures = { subtotal, impuestos, total };
    const foreseen = await rehearse(changes);
    expect(foreseen.body.documento, JSON.stringify(foreseen.body)).toMatchObject(figures);
    const { body, doc, xml } = await issue({ ...changes, ...figuresOf(figures) });
    expect(body).toMatchObject(figures);
    expect(doc).toMatchObject(figures);
    for (const part of parts) expect(xml).toContain(part);
  });

  /** The totals as a client claims them. */
  function figuresOf(figures: Readonly<Record<string, string>>): Fields {
    return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)]));
  }

  it("is shown with its discounts, charges and every tax", async () => {
    const changes = { items: [DRINK, BAG], cargos: [TIP], descuentos: [{ porcentaje: 5 }] };
    const { doc } = await issue(changes);
    const { documento } = (await rehearse(changes)).body;
    const bag = { codigo: "22", nombre: "INC Bolsas", porcentaje: "0.00", base: "300.00", valor: "210.00" };
    const units = { valor_unitario: "70.00", unidades: "3.000000" };
    const [drink] = doc.items;
    expect(drink).toMatchObject({
      descuento: "840.33",
      base_imponible: "7521.01",
      impuesto: "1428.99",
      tarifa: "19.00",
    });
    expect(drink.otros_impuestos).toMatchObject([{ codigo: "34", valor: "1950.00", unidades: "3000.000000" }]);
    expect(doc.items[1]).toMatchObject({ impuesto: "210.00", codigo_impuesto: "22", otros_impuestos: [] });
    expect(documento.items[1].impuestos).toEqual([{ ...bag, ...units }]);
    expect(documento.items[0].descuento).toBe("840.33");
    const tip = { codigo: null, motivo: "Propina", porcentaje: "10.00", base: "7821.01", valor: "782.10" };
    for (const shown of [doc, documento]) {
      expect(shown.cargos).toEqual([tip]);
      expect(shown.descuentos).toMatchObject([{ motivo: "Descuento", valor: "391.05" }]);
    }
  });
});

describe("refused, at the field as it was sent", () => {
  it.each<[string, Fields, readonly string[]]>([
    ["two discounts of a line", { items: [item({ descuento: 1, descuento_porcentaje: 1 })] }, ["items.0.descuento"]],
    ["a discount of zero", { items: [item({ descuento: 0 })] }, ["items.0.descuento"]],
    ["more than the line", { items: [item({ descuento: 100000.01 })] }, ["items.0.descuento"]],
    ["more than a hundred percent", { items: [item({ descuento_porcentaje: 101 })] }, ["items.0.descuento_porcentaje"]],
    [
      "a tax without a published rule",
      { items: [item({ otros_impuestos: [{ codigo: "21", tarifa: 1 }] })] },
      ["items.0.otros_impuestos.0.codigo"],
    ],
    [
      "a drink without its volume",
      { items: [item({ otros_impuestos: [{ codigo: "34", valor_unitario: 65 }] })] },
      ["items.0.otros_impuestos.0.mililitros"],
    ],
    [
      "eleven taxes",
      { items: [item({ otros_impuestos: Array.from({ length: 11 }, () => ({ codigo: "22", valor_unitario: 1 })) })] },
      ["items.0.otros_impuestos"],
    ],
    ["twenty-one charges", { items: [item()], cargos: Array.from({ length: 21 }, () => TIP) }, ["cargos"]],
    ["a charge of neither", { items: [item()], cargos: [{ motivo: "Propina" }] }, ["cargos.0.valor"]],
    [
      "a code of the other list",
      { items: [item()], descuentos: [{ valor: 1, codigo: "02" }] },
      ["descuentos.0.codigo"],
    ],
    ["discounts above the value", { items: [item()], descuentos: [{ valor: 119000.01 }] }, ["descuentos"]],
    ["the number of no paper", { items: [item()], numero_contingencia: "CT45" }, ["numero_contingencia"]],
    ["a total without the tip", { items: [item()], cargos: [TIP], total: 119000 }, ["total"]],
    [
      "all at once, those of shape and those of meaning",
      {
        items: [item({ descuento: "uno" }), item({ descuento: 1, descuento_porcentaje: 1 })],
        cargos: [{ motivo: "x" }],
      },
      ["items.0.descuento", "items.1.descuento", "cargos.0.valor"],
    ],
  ])("%s", async (_, changes, paths) => {
    const { status, body } = await post(changes);
    expect(status).toBe(400);
    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual(paths);
  });
});

describe("a code that is on no list", () => {
  const TYPES = "11 (Registro civil), 12 (Tarjeta de identidad), 13 (Cédula de ciudadanía)";

  it.each<[string, Fields, string]>([
    ["of an identification", { receptor: { tipo_doc: "99", numero_doc: "1", nombre: "x" } }, TYPES],
    ["of a tax", { items: [item({ codigo_impuesto: "99" })] }, "22 (INC Bolsas), 23 (INCarbono)"],
  ])("%s is answered with those that are, in v2 alone", async (_, changes, listed) => {
    const sent = sampleInvoice({ ...UNCLAIMED, ...changes });
    const [now, before] = [await postInvoice(tenant, sent, V2), await postInvoice(tenant, sent, { version: "v1" })];
    expect([now.status, before.status]).toEqual([400, 400]);
    expect(JSON.stringify(now.body.details)).toContain(listed);
    expect(JSON.stringify(before.body.details)).not.toContain(listed);
  });

  it("of an acquirer too", async () => {
    const body = { identification_type: "99", identification_number: "1" };
    const path = `/companies/${tenant.companyId}/authority/get-acquirer`;
    const now = await call("POST", path, body, { token: tenant.token, ...V2 });
    expect([now.status, now.body.details[0].message]).toEqual([400, expect.stringContaining(TYPES)]);
  });
});

describe("a retry", () => {
  it("with the same discounts is a replay, with others a conflict", async () => {
    const body = sampleInvoice({ ...UNCLAIMED, draft_key: "caja-1", items: [item({ descuento: 10 })], cargos: [TIP] });
    const first = await postInvoice(tenant, body, V2);
    expect(first.status).toBe(201);
    const again = await postInvoice(tenant, body, V2);
    expect([again.status, again.body.factura_id, again.body.total]).toEqual([
      200,
      first.body.factura_id,
      first.body.total,
    ]);
    const other = await postInvoice(tenant, { ...body, cargos: [{ ...TIP, porcentaje: 11 }] }, V2);
    expect(other.status).toBe(409);
  });

  it("of an invoice that v1 issued without them answers with its totals; with a total of the client v1 had issued none", async () => {
    const till = { draft_key: "caja-2", items: [item({ descuento: 10000 })], cargos: [TIP] };
    const body = sampleInvoice({ ...UNCLAIMED, ...till });
    const paid = { subtotal: 90000, impuestos: 17100, total: 116100 };
    const refused = await postInvoice(tenant, { ...body, ...paid }, { version: "v1" });
    expect([refused.status, refused.body.factura_id]).toEqual([400, undefined]);
    const first = await postInvoice(tenant, body, { version: "v1" });
    expect([first.status, first.body.total]).toEqual([201, "119000.00"]);
    const again = await postInvoice(tenant, body, V2);
    expect([again.status, again.body]).toMatchObject([
      200,
      { idempotent: true, factura_id: first.body.factura_id, total: "119000.00" },
    ]);
    expect(again.body.representacion.impuestos).toMatchObject([{ base: "100000.00", valor: "19000.00" }]);
    expect((await postInvoice(tenant, { ...body, ...paid }, V2)).status).toBe(409);
  });
});

describe("a credit note", () => {
  it("annuls an invoice of a till to the cent, with its discounts, charges and taxes for each unit", async () => {
    const { body: invoice, doc } = await issue({ items: [DRINK, BAG], cargos: [TIP], descuentos: [{ valor: 500 }] });
    const { status, body } = await postNote({ factura_id: invoice.factura_id, draft_key: "anula-1" });
    expect(status, JSON.stringify(body)).toBe(201);
    const { subtotal, impuestos, total } = doc;
    expect(body).toMatchObject({ subtotal, impuestos, total, saldo_acreditable: "0.00" });
    const xml = await fetchReceived(body.cude);
    for (const part of [">500.00</cbc:AllowanceTotalAmount>", ">65.00</cbc:PerUnitAmount>"])
      expect(xml).toContain(part);
  });

  it("returns units with what each is taxed, and the rest with the rest", async () => {
    const { body: invoice } = await issue({ items: [DRINK, BAG] });
    const part = {
      factura_id: invoice.factura_id,
      concepto: "1",
      items: [
        { linea: 2, cant: 1 },
        { linea: 1, cant: 1 },
      ],
    };
    const first = await postNote({ ...part, draft_key: "devuelve-1" });
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    expect(await fetchReceived(first.body.cude)).toContain('unitCode="94">1.000000</cbc:BaseUnitMeasure>');
    const rest = [
      { linea: 1, cant: 1 },
      { linea: 2, cant: 2 },
    ];
    const last = await postNote({ ...part, items: rest, draft_key: "devuelve-2" });
    expect(last.status, JSON.stringify(last.body)).toBe(201);
    expect(Number(first.body.total) + Number(last.body.total)).toBeCloseTo(Number(invoice.total), 2);
    expect(last.body.saldo_acreditable).toBe("0.00");
  });

  function postNote(body: Fields): Promise<Answer> {
    return call("POST", `/companies/${tenant.companyId}/fe/notas-credito`, body, { token: tenant.token, ...V2 });
  }
});

describe("v1", () => {
  it("uses none of it, and names each", async () => {
    const till = { descuentos: [{ valor: 1 }], cargos: [TIP], numero_contingencia: "CT45" };
    const line = { descuento: 1, descuento_porcentaje: 1, descuento_motivo: "x", otros_impuestos: [{ codigo: "22" }] };
    const sent = sampleInvoice({ ...UNCLAIMED, ...till, items: [item(line)] });
    const { status, body } = await postInvoice(tenant, sent, { version: "v1" });
    expect([status, body.total]).toEqual([201, "119000.00"]);
    const paths = body.notices.map((notice: { path?: string }) => notice.path);
    const names = Object.keys(line).map((name) => `items.0.${name}`);
    expect(paths).toEqual(expect.arrayContaining([...Object.keys(till), ...names]));
  });

  it("reads an invoice of v2 with its discount and its first tax", async () => {
    const { body } = await issue({ items: [DRINK] });
    const { doc } = (await get(tenant, `/fe/docs/${body.factura_id}`, { version: "v1" })).body;
    expect(doc).not.toHaveProperty("cargos");
    expect(doc.items[0]).toMatchObject({ descuento: "840.33", impuesto: "1428.99", codigo_impuesto: "01" });
    expect(doc.items[0]).not.toHaveProperty("otros_impuestos");
  });
});
