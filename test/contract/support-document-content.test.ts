// Tests that every support document within the rules is accepted by the authority, with what was asked for in its XML.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { postSupportDocument } from "../support/api.ts";
import { fetchReceived } from "../support/ledger.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const TODAY = dateInBogota(Date.now());
const WEEK_AGO = dateInBogota(Date.now() - 6 * 86_400_000);
const TOMORROW = dateInBogota(Date.now() + 86_400_000);
const ITEM = { codigo: "50201706", cantidad: 10, precio_unitario: 12000, porcentaje_iva: 19 };
const SUPPLIER = { tipo_documento: "13", nit: "1098765432", nombre: "Finca El Carmen" };

let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  tenant = await createTenant();
});

/** Issues a document that must be accepted, and reads the XML that the authority received. */
async function issue(changes: Fields): Promise<{ readonly xml: string; readonly documento: Fields }> {
  keys += 1;
  const { status, body } = await postSupportDocument(tenant, `c-${keys}`, sampleSupportDocument(changes));
  expect(status, JSON.stringify(body)).toBe(201);
  return { xml: await fetchReceived(body.documento.cuds), documento: body.documento };
}

describe("accepted, with this in the XML", () => {
  it.each<[string, Fields, readonly string[]]>([
    [
      "one operation",
      {},
      [
        "<cbc:DescriptionCode>1</cbc:DescriptionCode>",
        `<cbc:StartDate>${TODAY}</cbc:StartDate>`,
        "<cbc:CustomizationID>10</cbc:CustomizationID>",
      ],
    ],
    [
      "a week",
      { forma_generacion: "2", fecha_inicio_periodo: WEEK_AGO, fecha_fin_periodo: TODAY },
      ["<cbc:DescriptionCode>2</cbc:DescriptionCode>", `<cbc:StartDate>${WEEK_AGO}</cbc:StartDate>`],
    ],
    ["an hour of its own", { hora: "00:00:09" }, ["<cbc:IssueTime>00:00:09-05:00</cbc:IssueTime>"]],
    [
      "credit",
      { forma_pago: "2", fecha_vencimiento: TOMORROW, medio_pago_codigo: "47" },
      ["<cbc:PaymentMeansCode>47</cbc:PaymentMeansCode>", `<cbc:PaymentDueDate>${TOMORROW}</cbc:PaymentDueDate>`],
    ],
    [
      "iva, which is money and not a percentage",
      { items: [{ ...ITEM, porcentaje_iva: undefined, iva: 19 }] },
      ['<cbc:TaxAmount currencyID="COP">19.00</cbc:TaxAmount>'],
    ],
    [
      "money of no published rate over a base of billions",
      {
        items: [
          { ...ITEM, cantidad: 1, precio_unitario: 900000000000, porcentaje_iva: undefined, iva: 12345678901.91 },
        ],
      },
      ['<cbc:TaxAmount currencyID="COP">12345678901.91</cbc:TaxAmount>', "<cbc:Percent>1.371742100212</cbc:Percent>"],
    ],
    [
      "a withholding whose percentage comes from its value, over billions",
      {
        items: [{ ...ITEM, cantidad: 1, precio_unitario: 90000000000 }],
        retenciones: [{ authority_tax_code: "06", tax_name: "Renta", base_mode: "subtotal", amount: 1234567890.19 }],
      },
      ['<cbc:TaxAmount currencyID="COP">1234567890.19</cbc:TaxAmount>'],
    ],
    [
      "a rate off the published list",
      { items: [{ ...ITEM, porcentaje_iva: 10 }] },
      ['<cbc:TaxAmount currencyID="COP">12000.00</cbc:TaxAmount>', "<cbc:Percent>10.00</cbc:Percent>"],
    ],
    [
      "a price and a tax as doubles print them",
      { items: [{ ...ITEM, cantidad: 3, precio_unitario: 10 / 1.19, impuesto: 0.19 * ((3 * 10) / 1.19) }] },
      ['<cbc:PriceAmount currencyID="COP">8.403361</cbc:PriceAmount>', ">25.21<", ">4.79<"],
    ],
    [
      "only a name and a number",
      { proveedor: { nit: "1098765432", nombre: "Finca" } },
      ['schemeName="31">1098765432<', "<cbc:TaxLevelCode>O-49</cbc:TaxLevelCode>"],
    ],
    [
      "a company as supplier",
      { proveedor: { ...SUPPLIER, tipo_documento: "31", nit: "900373115", dv: "3", regimen: "O-13;O-15" } },
      ['schemeID="3" schemeName="31">900373115<', "O-13;O-15"],
    ],
    [
      "a supplier abroad",
      {
        proveedor: {
          tipo_documento: "42",
          nit: "EIN-12-3456789",
          nombre: "Foreign Vendor & Sons <Inc>",
          pais: "US",
          direccion: "1 Main St",
        },
      },
      [
        "<cbc:CustomizationID>11</cbc:CustomizationID>",
        'schemeName="42">EIN123456789<',
        "Foreign Vendor &amp; Sons &lt;Inc&gt;",
      ],
    ],
    [
      "dollars",
      { moneda: "USD", tasa_cambio: 4123.45 },
      ['currencyID="USD"', "<cbc:CalculationRate>4123.45</cbc:CalculationRate>"],
    ],
    [
      "no tax at all",
      { items: [{ ...ITEM, porcentaje_iva: 0 }] },
      ['<cbc:TaxExclusiveAmount currencyID="COP">0.00</cbc:TaxExclusiveAmount>'],
    ],
    [
      "three rates, with and without tax",
      {
        items: [
          ITEM,
          { ...ITEM, porcentaje_iva: 5 },
          { ...ITEM, porcentaje_iva: 16 },
          { ...ITEM, porcentaje_iva: undefined },
        ],
      },
      [
        '<cbc:LineExtensionAmount currencyID="COP">480000.00</cbc:LineExtensionAmount>',
        "<cbc:Percent>16.00</cbc:Percent>",
      ],
    ],
    [
      "prices of six decimals",
      { items: [{ ...ITEM, cantidad: 3.333333, precio_unitario: 0.123457 }] },
      ["0.123457</cbc:PriceAmount>"],
    ],
    [
      "a price from its base",
      { items: [{ codigo: "50201706", cantidad: 7, base: 100 }] },
      ["14.285714</cbc:PriceAmount>", ">100.00</cbc:LineExtensionAmount>"],
    ],
    ["a free item", { items: [{ ...ITEM, precio_unitario: 0 }, ITEM] }, [">0.00</cbc:LineExtensionAmount>"]],
    ["a unit of the list", { items: [{ ...ITEM, unidad_medida: "KGM" }] }, ['unitCode="KGM"']],
    ["NIU", { items: [{ ...ITEM, unidad_medida: "NIU" }] }, ['unitCode="EA"']],
    [
      "letters of every kind",
      { proveedor: { ...SUPPLIER, nombre: 'Ñandú «& <b> "x" \u{1F600} \u00e9' } },
      ['Ñandú «&amp; &lt;b&gt; "x" \u{1F600} é'],
    ],
    [
      "fifty lines",
      { items: Array.from({ length: 50 }, (_, i) => ({ ...ITEM, cantidad: i + 1 })) },
      ["<cbc:LineCountNumeric>50</cbc:LineCountNumeric>"],
    ],
  ])("%s", async (_name, changes, pieces) => {
    const { xml } = await issue(changes);
    for (const piece of pieces) expect(xml).toContain(piece);
  });

  it("ReteIVA and ReteRenta, not ReteICA; none is subtracted", async () => {
    const retenciones = [
      { authority_tax_code: "05", tax_name: "Mi ReteIVA", percent: 15 },
      { authority_tax_code: "06", tax_name: "Mi retefuente", amount: 3000 },
      { authority_tax_code: "06", tax_name: "Otra", base_amount: 50000, percent: 2.5 },
      { authority_tax_code: "07", tax_name: "Mi ICA", percent: 0.966 },
    ];
    const { xml, documento } = await issue({ retenciones });
    // One group per code, in the line as in the document (FAT01).
    expect(xml.match(/<cac:WithholdingTaxTotal>/g)).toHaveLength(4);
    expect(xml).toContain("<cbc:Name>ReteIVA</cbc:Name>");
    expect(xml).not.toContain("ReteICA");
    expect(xml).toContain('<cbc:PayableAmount currencyID="COP">142800.00</cbc:PayableAmount>');
    expect(documento).toMatchObject({ total: "142800.00", total_retenciones: "8829.20", neto_pagar: "133970.80" });
  });
});

it("a document of five days ago is signed by the certificate of that day, and accepted", async () => {
  const fecha = dateInBogota(Date.now() - 5 * 86_400_000);
  const { xml, documento } = await issue({
    ...{ fecha_documento: fecha, hora: "08:09:10", forma_generacion: "2" },
    ...{ fecha_inicio_periodo: fecha, fecha_fin_periodo: fecha },
  });
  expect(documento.document_date).toBe(fecha);
  expect(xml).toContain(`<xades:SigningTime>${fecha}T08:09:10-05:00</xades:SigningTime>`);
});

describe("refused before anything is consumed", () => {
  it("a document dated before the certificate of its company", async () => {
    const dayMs = 86_400_000;
    const certificateValidity = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) };
    const young = await createTenant({ certificateValidity });
    const fecha = dateInBogota(Date.now() - 3 * dayMs);
    const period = { forma_generacion: "2", fecha_inicio_periodo: fecha, fecha_fin_periodo: fecha };
    const { fecha_documento: _date, ...others } = sampleSupportDocument({ ...period, fecha });
    const answer = await postSupportDocument(young, "k", others);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: "business_rule", details: [{ path: "fecha", rule: "ZD02" }] });
    expect(answer.body.error).toMatch(/^El campo `fecha` pone la firma en /);
    expect((await postSupportDocument(young, "k", sampleSupportDocument())).body.documento.consecutivo).toBe(1);
  });

  it("an hour that is still to come", async () => {
    const leftMs = Date.parse(`${TODAY}T23:59:59-05:00`) - Date.now();
    const { status, body } = await postSupportDocument(tenant, "soon", sampleSupportDocument({ hora: "23:59:59" }));
    // In the last minutes of a day its last hour is no further ahead than two clocks may differ.
    expect(status).toBe(leftMs > 5 * 60_000 ? 400 : 201);
    if (status === 400) expect(body).toMatchObject({ details: [{ path: "hora", rule: "DSAD09e" }] });
  });

  it("a cost center of another company", async () => {
    const other = await createTenant();
    const items = [{ ...ITEM, cost_center_id: other.costCenterId }];
    const { status, body } = await postSupportDocument(tenant, "cc", sampleSupportDocument({ items }));
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "business_rule", details: [{ path: "items.0.cost_center_id" }] });
  });

  it("the sentence of a refusal by the object names the field as the client spelled it", async () => {
    const { fecha_documento: _date, ...others } = sampleSupportDocument();
    const { body } = await postSupportDocument(tenant, "day", { ...others, fecha: "2020-01-01" });
    expect(body).toMatchObject({ code: "business_rule", details: [{ path: "fecha" }] });
    expect(body.error).toMatch(/^El campo `fecha` debe ser la fecha de hoy en Colombia/);
  });
});
