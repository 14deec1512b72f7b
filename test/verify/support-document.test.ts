// Issues every kind of support document over HTTP: accepted without a remark, with what makes it that kind in its XML, and kept
// for the verifiers.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { getSupportDocument } from "../support/api.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Fields, issueSupportDocument } from "./evidence.ts";

const DAY_MS = 86_400_000;
const TODAY = dateInBogota(Date.now());
const WEEK_AGO = dateInBogota(Date.now() - 6 * DAY_MS);
const IN_A_MONTH = dateInBogota(Date.now() + 30 * DAY_MS);
const ITEM: Fields = { codigo: "50201706", descripcion: "Café pergamino", cantidad: 10, precio_unitario: 12000 };
const ABROAD: Fields = { tipo_documento: "42", nit: "EIN-12-3456789", nombre: "Foreign Vendor Inc", pais: "US" };

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

type Kind = readonly [name: string, changes: Fields, pieces: readonly string[]];

const KINDS: readonly Kind[] = [
  ["ds-one-line", { items: [ITEM] }, ["<cbc:InvoiceTypeCode>05<", "CUDS-SHA384", "<cbc:DescriptionCode>1<"]],
  ["ds-iva-19", { items: [{ ...ITEM, porcentaje_iva: 19 }] }, ["<cbc:Percent>19.00<", "<cbc:LineCountNumeric>1<"]],
  [
    "ds-many-rates",
    { items: [19, 5, 16, 0, undefined].map((porcentaje_iva) => ({ ...ITEM, porcentaje_iva, cantidad: 1.333333 })) },
    ["<cbc:LineCountNumeric>5<", "<cbc:Percent>16.00<"],
  ],
  [
    "ds-200-lines",
    { items: Array.from({ length: 200 }, (_, index) => ({ ...ITEM, cantidad: index + 1, porcentaje_iva: 5 })) },
    ["<cbc:LineCountNumeric>200<"],
  ],
  [
    "ds-money-tax",
    { items: [{ ...ITEM, iva: 22800 }] },
    ["<cbc:Percent>19.00<", '<cbc:TaxAmount currencyID="COP">22800.00<'],
  ],
  [
    "ds-weekly",
    {
      forma_generacion: "2",
      fecha_inicio_periodo: WEEK_AGO,
      fecha_fin_periodo: TODAY,
      items: [ITEM, { ...ITEM, porcentaje_iva: 5 }],
    },
    ["<cbc:DescriptionCode>2<", "<cbc:Description>Acumulado semanal<", `<cbc:StartDate>${WEEK_AGO}<`],
  ],
  [
    "ds-credit",
    { items: [ITEM], forma_pago: "2", fecha_vencimiento: IN_A_MONTH, medio_pago_codigo: "42" },
    [`<cbc:PaymentDueDate>${IN_A_MONTH}<`],
  ],
  [
    "ds-withholdings",
    {
      items: [
        { ...ITEM, porcentaje_iva: 19 },
        { ...ITEM, precio_unitario: 3333.33, cantidad: 3 },
      ],
      retenciones: [
        { authority_tax_code: "05", tax_name: "ReteIVA", percent: 15, base_mode: "iva" },
        { authority_tax_code: "06", tax_name: "Honorarios", percent: 11 },
        { authority_tax_code: "06", tax_name: "Compras", amount: 2500 },
        { authority_tax_code: "07", tax_name: "ReteICA", percent: 0.966 },
      ],
    },
    ["<cbc:Name>ReteIVA<", "<cbc:Name>ReteRenta<", "<cbc:Percent>11.00<"],
  ],
  [
    "ds-non-resident",
    { proveedor: { ...ABROAD, direccion: "1 Main St" }, items: [{ ...ITEM, porcentaje_iva: 19 }] },
    ["<cbc:CustomizationID>11<", 'schemeName="42">EIN123456789<'],
  ],
  [
    "ds-non-resident-dollars",
    {
      proveedor: ABROAD,
      moneda: "USD",
      tasa_cambio: 4123.45,
      items: [
        { ...ITEM, porcentaje_iva: 19, precio_unitario: 99.99 },
        { ...ITEM, porcentaje_iva: 5 },
      ],
      retenciones: [{ authority_tax_code: "05", tax_name: "ReteIVA", percent: 100, base_mode: "iva" }],
    },
    ['currencyID="USD"', "<cbc:CalculationRate>4123.45<"],
  ],
  [
    "ds-dollars",
    { moneda: "USD", tasa_cambio: 4123.45, fecha_tasa_cambio: WEEK_AGO, items: [{ ...ITEM, porcentaje_iva: 19 }] },
    ["<cbc:CalculationRate>4123.45<", `<cbc:Date>${WEEK_AGO}<`],
  ],
  [
    "ds-company",
    {
      proveedor: { tipo_documento: "31", nit: "900373115", dv: "3", nombre: "Ferretería SAS", regimen: "O-13;O-15" },
      items: [ITEM],
    },
    ['schemeID="3" schemeName="31">900373115<', "<cbc:TaxLevelCode>O-13;O-15<"],
  ],
];

describe("support documents over HTTP", () => {
  it.each(KINDS)("%s", async (name, changes, pieces) => {
    const { xml } = await issueSupportDocument(tenant, `http-${name}`, sampleSupportDocument(changes));
    for (const piece of pieces) expect(xml).toContain(piece);
  });

  it("of a company in its test set go there, and come back with their verdict", async () => {
    const tester = await createTenant({ environment: "habilitacion" });
    const { xml, answer } = await issueSupportDocument(tester, "http-ds-test-set", sampleSupportDocument());
    expect(xml).toContain("<cbc:ProfileExecutionID>2<");
    const read = await getSupportDocument(tester, answer.body.documento.id);
    expect(read.body.documento.zip_key).toEqual(expect.any(String));
  });
});
