// Tests that every invoice within the rules is accepted by the authority, with what was asked for in its XML and its record.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { get, postInvoice } from "../support/api.ts";
import { fetchReceived } from "../support/ledger.ts";
import { sampleInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - 86_400_000);
const IN_A_MONTH = dateInBogota(Date.now() + 30 * 86_400_000);
const UNCLAIMED = { subtotal: undefined, impuestos: undefined, total: undefined };

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

function item(changes: Fields = {}): Fields {
  return { desc: "Servicio", cant: 1, unit: 100000, iva: 19, ...changes };
}

/** Issues an invoice that must be accepted; the XML as the authority received it, and the record as read. */
async function issue(changes: Fields) {
  const { status, body } = await postInvoice(tenant, sampleInvoice({ ...UNCLAIMED, ...changes }));
  expect(status, JSON.stringify(body)).toBe(201);
  const { doc } = (await get(tenant, `/fe/docs/${body.factura_id}`)).body;
  return { body, doc, xml: await fetchReceived(body.cufe) };
}

const AIU = {
  ...{ enabled: true, contract_base: 5000000, administracion_percent: 6, imprevistos_percent: 2, utilidad_percent: 2 },
  ...{ tax_rate: 19, iva_base_mode: "AIU_TOTAL" },
};
const DOLLARS = { commercial_currency: "USD", applied_rate: 3850.5, official_trm: null, rate_date: TODAY };
const ABROAD = {
  nombre: "Foreign Buyer Inc",
  email: "a@b.example.com",
  direccion: "1 Main St",
  numero_doc: "EIN-1234",
};
const COST = [item({ desc: "Aseo y cafetería", unit: 5000000, iva: 0 })];

describe("accepted, with these totals and this in the XML", () => {
  it.each<[string, Fields, readonly [string, string, string], readonly string[]]>([
    [
      "IVA 19",
      { items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      ["<cbc:Percent>19.00</cbc:Percent>", "CUFE-SHA384"],
    ],
    [
      "IVA 5",
      { items: [item({ iva: 5 })] },
      ["100000.00", "5000.00", "105000.00"],
      ["<cbc:Percent>5.00</cbc:Percent>"],
    ],
    [
      "INC for exactly 8",
      { items: [item({ iva: 8 })] },
      ["100000.00", "8000.00", "108000.00"],
      ["<cbc:ID>04</cbc:ID><cbc:Name>INC</cbc:Name>"],
    ],
    [
      "exempt: an explicit 01 with 0",
      { items: [item({ iva: 0, codigo_impuesto: "01" })] },
      ["100000.00", "0.00", "100000.00"],
      ["<cbc:Percent>0.00</cbc:Percent>"],
    ],
    [
      "excluded: 0",
      { items: [item({ iva: 0 })] },
      ["100000.00", "0.00", "100000.00"],
      [">0.00</cbc:TaxExclusiveAmount>"],
    ],
    [
      "mixed rates",
      { items: [item(), item({ iva: 5 }), item({ iva: 8 }), item({ iva: 0 })] },
      ["400000.00", "32000.00", "432000.00"],
      ["<cbc:LineCountNumeric>4</cbc:LineCountNumeric>"],
    ],
    [
      "an explicit tax by its other name",
      { items: [item({ iva: 16, tax_code: "04" })] },
      ["100000.00", "16000.00", "116000.00"],
      ["<cbc:Name>INC</cbc:Name>"],
    ],
    [
      "tax included in unit_input",
      { items: [item({ unit: undefined, unit_input: 119000, iva_incluido: true })] },
      ["100000.00", "19000.00", "119000.00"],
      [">100000.00</cbc:PriceAmount>"],
    ],
    [
      "unit and unit_input that agree",
      { items: [item({ unit: 84033.61, unit_input: 100000, iva_incluido: true })] },
      ["84033.61", "15966.39", "100000.00"],
      [],
    ],
    [
      "a price of six decimals",
      { items: [item({ cant: 3, unit: 0.333333 })] },
      ["1.00", "0.19", "1.19"],
      [">0.333333</cbc:PriceAmount>"],
    ],
    [
      "credit",
      { payment: { form: "credito", means_code: 42, due_date: IN_A_MONTH }, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      [`<cbc:PaymentDueDate>${IN_A_MONTH}</cbc:PaymentDueDate>`, "<cbc:PaymentMeansCode>42</cbc:PaymentMeansCode>"],
    ],
    [
      "no payment: the company's default",
      { payment: undefined, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      ["<cbc:PaymentMeansCode>10</cbc:PaymentMeansCode>"],
    ],
    [
      "AIU on the total",
      { aiu: AIU, items: COST },
      ["5500000.00", "95000.00", "5595000.00"],
      [
        "<cbc:CustomizationID>09</cbc:CustomizationID>",
        "<cbc:Note>Contrato de servicios AIU por concepto de: Aseo y cafetería</cbc:Note>",
      ],
    ],
    [
      "AIU on the profit",
      { aiu: { ...AIU, iva_base_mode: "UTILIDAD" }, items: COST },
      ["5500000.00", "19000.00", "5519000.00"],
      [">100000.00</cbc:TaxExclusiveAmount>"],
    ],
    [
      "an AIU object that is switched off",
      { aiu: { enabled: false, contract_base: null, tax_rate: "?" }, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      ["<cbc:CustomizationID>10</cbc:CustomizationID>"],
    ],
    [
      "dollars",
      { currency: DOLLARS, items: [item({ unit: 1000 })] },
      ["1000.00", "190.00", "1190.00"],
      ['currencyID="USD"', "<cbc:CalculationRate>3850.50</cbc:CalculationRate>"],
    ],
    [
      "pesos said aloud",
      {
        currency: { commercial_currency: "COP", applied_rate: null, official_trm: null, rate_date: "" },
        items: [item()],
      },
      ["100000.00", "19000.00", "119000.00"],
      ['currencyID="COP"'],
    ],
    [
      "notes of 4000 characters",
      { observaciones: "ñ".repeat(4000), items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      [`<cbc:Note>${"ñ".repeat(4000)}</cbc:Note>`],
    ],
    [
      "empty lists and nulls for what does not apply",
      {
        withholdings: [],
        attachment_tokens: [],
        aiu: null,
        currency: null,
        observaciones: null,
        fecha_emision: null,
        es_contingencia: false,
        items: [item()],
      },
      ["100000.00", "19000.00", "119000.00"],
      ["<cbc:InvoiceTypeCode>01</cbc:InvoiceTypeCode>"],
    ],
    [
      "today as the issue date",
      { fecha_emision: TODAY, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      [`<cbc:IssueDate>${TODAY}</cbc:IssueDate>`],
    ],
    [
      "the final consumer without a name",
      { receptor: { numero_doc: "222222222222" }, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      [">222222222222</cbc:CompanyID>", "<cbc:RegistrationName>consumidor final</cbc:RegistrationName>"],
    ],
    [
      "a NIT with dots and check digit",
      { receptor: { tipo_doc: "31", numero_doc: "800.134.536-3", nombre: "Cliente SA" }, items: [item()] },
      ["100000.00", "19000.00", "119000.00"],
      ['schemeID="3" schemeName="31">800134536</cbc:CompanyID>'],
    ],
    [
      "text that looks like markup",
      { items: [item({ desc: `<b>&"'ñ 😀 ]]></b>` })], observaciones: "a < b & c" },
      ["100000.00", "19000.00", "119000.00"],
      ["<cbc:Note>a &lt; b &amp; c</cbc:Note>"],
    ],
  ])("%s", async (_, changes, [subtotal, impuestos, total], pieces) => {
    const { body, doc, xml } = await issue(changes);
    for (const record of [body, doc]) expect(record).toMatchObject({ subtotal, impuestos, total });
    for (const piece of pieces) expect(xml).toContain(piece);
    expect(xml).toContain(`>${total}</cbc:PayableAmount>`);
    const sum = (field: string) =>
      doc.items.reduce((all: number, line: Record<string, string>) => all + Math.round(Number(line[field]) * 100), 0);
    expect(sum("base_imponible")).toBe(Math.round(Number(subtotal) * 100));
    expect(sum("impuesto")).toBe(Math.round(Number(impuestos) * 100));
  });

  it("contingency: type 03 from its own range, a CUDE, and the paper it transcribes", async () => {
    const { body, doc, xml } = await issue({ es_contingencia: true, fecha_emision: YESTERDAY });
    expect(doc).toMatchObject({ tipo_authority: "03", prefijo: "CONT", consecutivo: 1 });
    expect(xml).toContain('schemeName="CUDE-SHA384"');
    const reference = `<cac:AdditionalDocumentReference><cbc:ID>CONT1</cbc:ID><cbc:IssueDate>${YESTERDAY}</cbc:IssueDate>`;
    expect(xml).toContain(reference);
    expect(xml).toContain(`<cbc:IssueDate>${TODAY}</cbc:IssueDate>`);
    expect(body.cufe).toMatch(/^[0-9a-f]{96}$/);
  });

  it("withholdings of the company: in the XML, informative, not subtracted", async () => {
    const withholdings = [
      { type: "RETEIVA", base_mode: "impuestos", percent: 15 },
      { type: "RETEFUENTE", base_mode: "subtotal", percent: 11 },
      { type: "RETEICA", base_mode: "subtotal", percent: 0.966 },
    ];
    const { doc, xml } = await issue({ withholdings, items: [item({ unit: 1000000 })] });
    expect(doc).toMatchObject({ total: "1190000.00", total_retenciones: "148160.00" });
    for (const name of ["ReteIVA", "ReteRenta", "ReteICA"]) expect(xml).toContain(`<cbc:Name>${name}</cbc:Name>`);
    expect(xml).toContain(">1190000.00</cbc:PayableAmount>");
  });

  it("500 lines, once, within the authority's 500 KB", async () => {
    const lines = Array.from({ length: 500 }, (_, index) =>
      item({ desc: `Artículo ${index + 1}`, cant: 1.5, unit: 19.99 }),
    );
    const { doc, xml } = await issue({ items: lines });
    expect(doc.items).toHaveLength(500);
    expect(doc).toMatchObject({ subtotal: "14990.00", impuestos: "2850.00" });
    expect(new TextEncoder().encode(xml).length).toBeLessThan(500 * 1024);
  });

  it("hostile text in every field, to the letter", async () => {
    const text = `&<>"' 😀 é ñ ] ]> ]]> %00 שלום `.trim();
    const receptor = {
      tipo_doc: "13",
      numero_doc: "10203040",
      nombre: `N ${text}`,
      email: "o'hara+x@example.org",
      direccion: `D ${text}`,
    };
    const { doc, xml } = await issue({
      receptor,
      items: [item({ desc: `Í ${text}\n segunda línea` })],
      observaciones: `O ${text}`,
    });
    expect(doc).toMatchObject({
      tercero: { nombre: receptor.nombre, email: receptor.email },
      items: [{ descripcion: `Í ${text}\n segunda línea` }],
    });
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    for (const start of ["N", "D", "Í", "O"]) expect(xml).toContain(`>${start} ${escaped}`);
    const [found] = (await get(tenant, `/fe/docs?q=${encodeURIComponent(`N ${text}`)}`)).body.docs;
    expect(found.id).toBe(doc.id);
  });

  it("a method of the company, by id, as a number or as a text", async () => {
    const [cash = 0, credit = 0] = tenant.paymentMethodIds;
    const paid = await issue({ payment: { method_id: cash } });
    expect(paid.xml).toContain("<cbc:PaymentMeansCode>10</cbc:PaymentMeansCode>");
    const owed = await issue({ payment: { form: "credito", method_id: String(credit), due_date: TODAY } });
    expect(owed.xml).toContain("<cbc:PaymentMeansCode>42</cbc:PaymentMeansCode>");
    expect(owed.doc.fecha_vencimiento).toBe(TODAY);
  });

  it("an enablement company: its test set, a zip key, es_habilitacion, and no place in the list", async () => {
    const own = await createTenant({ environment: "habilitacion" });
    const { status, body } = await postInvoice(own, sampleInvoice());
    expect([201, 202], JSON.stringify(body)).toContain(status);
    const { doc } = (await get(own, `/fe/docs/${body.factura_id}`)).body;
    expect(doc).toMatchObject({ es_habilitacion: true, zip_key: expect.any(String) });
    expect((await get(own, "/fe/docs")).body).toMatchObject({ docs: [], total: 0 });
  });
});

describe("the country of a receiver (2.2 knows none)", () => {
  const countriesOf = (xml: string) => {
    const [customer = ""] = /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/s.exec(xml) ?? [];
    return [...customer.matchAll(/<cbc:IdentificationCode>(\w+)</g)].map(([, code]) => code);
  };

  it.each([
    ["a NIT", { tipo_doc: "31", numero_doc: "800134536" }, ["CO"]],
    ["a passport", { tipo_doc: "41" }, []],
    ["a foreign document", { tipo_doc: "42" }, []],
    ["a foreign NIT", { tipo_doc: "50" }, []],
    ["a foreign NIT and its country", { tipo_doc: "50", pais: "us" }, ["US", "US"]],
    ["a NIT and another country", { tipo_doc: "31", numero_doc: "800134536", pais: "PA" }, ["PA", "PA"]],
    ["a NIT and what is no code of a country", { tipo_doc: "31", numero_doc: "800134536", pais: "Colombia" }, ["CO"]],
    ["a NIT and a number for a country", { tipo_doc: "31", numero_doc: "800134536", pais: 57 }, ["CO"]],
  ])("with %s is not invented", async (_, receiver, countries) => {
    const { doc, xml } = await issue({ receptor: { ...ABROAD, ...receiver } });
    expect(countriesOf(xml)).toEqual(countries);
    const { terceros } = (await get(tenant, "/fe/terceros")).body;
    expect(terceros).toContainEqual(expect.objectContaining({ id: doc.tercero.id, direccion: "1 Main St" }));
  });
});
