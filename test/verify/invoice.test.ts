// Issues every kind of invoice over HTTP: accepted without a remark, with what makes it that kind in its XML, and kept for the
// verifiers.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { get } from "../support/api.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Fields, issueInvoice } from "./evidence.ts";

const DAY_MS = 86_400_000;
const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - DAY_MS);
const IN_A_MONTH = dateInBogota(Date.now() + 30 * DAY_MS);
const ITEM: Fields = { desc: "Servicio de soporte", cant: 1, unit: 100000, iva: 19 };
const AIU: Fields = {
  enabled: true,
  contract_base: 5000000,
  administracion_percent: 6,
  imprevistos_percent: 2,
  utilidad_percent: 2,
  tax_rate: 19,
  iva_base_mode: "AIU_TOTAL",
};

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

/** The sample without its own totals, changed. */
function bodyOf(changes: Fields): Fields {
  return sampleInvoice({ subtotal: undefined, impuestos: undefined, total: undefined, ...changes });
}

/** The authority misses an e-mail that the client does not give. */
const NOTICES: Readonly<Record<string, readonly string[]>> = {
  "fe-final-consumer": ["FAK55"],
  "fe-natural-person": ["FAK55"],
};

type Kind = readonly [name: string, changes: Fields, pieces: readonly string[]];

const TAXES: readonly Kind[] = [
  ["fe-iva-19", { items: [ITEM] }, ["<cbc:Percent>19.00</cbc:Percent>", "<cbc:InvoiceTypeCode>01<", "CUFE-SHA384"]],
  ["fe-iva-5", { items: [{ ...ITEM, iva: 5 }] }, ["<cbc:Percent>5.00</cbc:Percent>"]],
  ["fe-excluded", { items: [{ ...ITEM, iva: 0 }] }, ['<cbc:TaxExclusiveAmount currencyID="COP">0.00<']],
  [
    "fe-exempt",
    { items: [{ ...ITEM, iva: 0, codigo_impuesto: "01" }] },
    ["<cbc:Percent>0.00</cbc:Percent>", '<cbc:TaxExclusiveAmount currencyID="COP">100000.00<'],
  ],
  ["fe-inc-8", { items: [{ ...ITEM, iva: 8 }] }, ["<cbc:ID>04</cbc:ID><cbc:Name>INC</cbc:Name>"]],
  [
    "fe-mixed",
    {
      items: [
        ITEM,
        { ...ITEM, iva: 5, cant: 1.5 },
        { ...ITEM, iva: 8 },
        { ...ITEM, iva: 0, unit: 999.99, cant: 3 },
        { ...ITEM, iva: 0, tax_code: "01" },
        { ...ITEM, iva: 16 },
      ],
      observaciones: "Entrega en bodega.\nHorario: 8 a. m. a 5 p. m.",
    },
    ["<cbc:LineCountNumeric>6<", "<cbc:Percent>16.00<", "<cbc:Note>Entrega en bodega.\nHorario"],
  ],
  [
    "fe-tax-included",
    {
      items: [
        { ...ITEM, unit: undefined, unit_input: 11900, iva_incluido: true, cant: 3 },
        { ...ITEM, unit: undefined, unit_input: 9999.99, iva_incluido: true, cant: 7 },
        { ...ITEM, unit: undefined, unit_input: 10800, iva_incluido: true, iva: 8 },
      ],
    },
    ['<cbc:PriceAmount currencyID="COP">8403.352941<'],
  ],
];

const PARTIES: readonly Kind[] = [
  [
    "fe-final-consumer",
    { receptor: { numero_doc: "222222222222" }, items: [ITEM] },
    ["consumidor final", ">222222222222<"],
  ],
  [
    "fe-natural-person",
    { receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "María Pérez" }, items: [ITEM] },
    ["<cac:PartyIdentification>", ">1020304050<"],
  ],
  [
    "fe-foreign-customer",
    { receptor: { tipo_doc: "42", numero_doc: "EIN-12/3456", nombre: "Foreign Buyer Inc", email: "a@b.example.com" } },
    ['schemeName="42">EIN12/3456<'],
  ],
];

const TERMS: readonly Kind[] = [
  [
    "fe-credit",
    { items: [ITEM], payment: { form: "credito", means_code: 42, due_date: IN_A_MONTH } },
    [`<cbc:PaymentDueDate>${IN_A_MONTH}<`, `<cbc:DueDate>${IN_A_MONTH}<`],
  ],
  [
    "fe-aiu-total",
    { items: [{ ...ITEM, unit: 5000000, iva: 0 }], aiu: AIU },
    [
      "<cbc:CustomizationID>09<",
      "<cbc:Note>Contrato de servicios AIU por concepto de: Servicio de soporte<",
      '<cbc:TaxExclusiveAmount currencyID="COP">500000.00<',
    ],
  ],
  [
    "fe-aiu-profit",
    { items: [{ ...ITEM, unit: 5000000, iva: 0 }], aiu: { ...AIU, iva_base_mode: "UTILIDAD" } },
    ['<cbc:TaxExclusiveAmount currencyID="COP">100000.00<'],
  ],
  [
    "fe-withholdings",
    {
      items: [ITEM, { ...ITEM, unit: 33333.33, cant: 3 }],
      withholdings: [
        { type: "RETEIVA", base_mode: "impuestos", percent: 15 },
        { type: "RETEFUENTE", base_mode: "subtotal", percent: 11 },
        { type: "RETEICA", base_mode: "subtotal", percent: 0.966 },
      ],
    },
    ["<cbc:Name>ReteIVA<", "<cbc:Name>ReteRenta<", "<cbc:Name>ReteICA<", "<cbc:Percent>0.966<"],
  ],
  [
    "fe-usd",
    {
      items: [{ ...ITEM, unit: 1000 }],
      currency: { commercial_currency: "USD", applied_rate: 3850.5, official_trm: 3900, rate_date: TODAY },
    },
    ['currencyID="USD"', "<cbc:CalculationRate>3850.50<"],
  ],
  [
    "fe-contingency",
    { items: [ITEM], es_contingencia: true, fecha_emision: YESTERDAY },
    ["<cbc:InvoiceTypeCode>03<", "CUDE-SHA384", `<cbc:IssueDate>${YESTERDAY}<`, "<sts:Prefix>CONT<"],
  ],
  [
    "fe-500-lines",
    {
      items: Array.from({ length: 500 }, (_, index) => ({
        ...ITEM,
        desc: `Producto de catálogo número ${index + 1}`,
        cant: index + 1,
        unit: 1234.56,
      })),
    },
    ["<cbc:LineCountNumeric>500<"],
  ],
];

describe("invoices over HTTP", () => {
  it.each([...TAXES, ...PARTIES, ...TERMS])("%s", async (name, changes, pieces) => {
    const { xml } = await issueInvoice(tenant, `http-${name}`, bodyOf(changes), NOTICES[name]);
    for (const piece of pieces) expect(xml).toContain(piece);
  });

  it("of a company in its test set go there, and come back with their verdict", async () => {
    const tester = await createTenant({ environment: "habilitacion" });
    for (const [name, changes] of [
      ["fe-test-set", { items: [ITEM] }],
      ["fe-test-set-contingency", { items: [ITEM], es_contingencia: true }],
    ] as const) {
      const { xml, answer } = await issueInvoice(tester, `http-${name}`, bodyOf(changes));
      expect(xml).toContain("<cbc:ProfileExecutionID>2<");
      expect(xml).toContain("catalogo-vpfe-hab");
      const read = await get(tester, `/fe/docs/${answer.body.factura_id}`);
      expect(read.body.doc.zip_key).toEqual(expect.any(String));
    }
  });
});
