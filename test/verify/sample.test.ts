// Asks for the reference's synthetic documents over the API: every element, attribute and value of the signed XML is the
// sample's, or one line says why not.
// (What belongs to a company, a day or a number is only compared for being there: issuer, range, software, dates, hashes, the
// issuer's own item codes.)
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { compareOutlines, outline } from "../ubl/outline.ts";
import { type Fields, issueInvoice, issueSupportDocument } from "./evidence.ts";

const DAY_MS = 86_400_000;
const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - DAY_MS);
const DAYS_AGO = dateInBogota(Date.now() - 4 * DAY_MS);
const IN_A_MONTH = dateInBogota(Date.now() + 30 * DAY_MS);

interface Counterpart {
  readonly body: Fields;
  /** Why the sample is not met to the letter: the beginnings of the paths concerned, under `/Invoice/`. */
  readonly differences?: Readonly<Record<string, readonly string[]>>;
}

const RECEIVER = {
  tipo_doc: "31",
  numero_doc: "800134536",
  nombre: "CLIENTE DE PRUEBA SA",
  email: "compras@example.org",
  direccion: "CARRERA 4 # 5-06",
};
const CUSTOMER = "AccountingCustomerParty/Party";
const NO_PROFILE = {
  "a receiver of the API has a street, but neither municipality nor tax profile": [
    `${CUSTOMER}/PhysicalLocation/Address/`,
    `${CUSTOMER}/PartyTaxScheme/TaxLevelCode`,
    `${CUSTOMER}/PartyTaxScheme/TaxScheme/`,
    `${CUSTOMER}/PartyTaxScheme/RegistrationAddress`,
  ],
};

const INVOICES: Readonly<Record<string, Counterpart>> = {
  "fe01-estandar-iva19-iva5-excluido": {
    body: {
      receptor: RECEIVER,
      items: [
        { desc: "Servicio gravado 19%", cant: 2, unit: 50000, iva: 19 },
        { desc: "Bien gravado 5%", cant: 1, unit: 20000, iva: 5 },
        { desc: "Bien excluido", cant: 3, unit: 1000, iva: 0 },
      ],
    },
    differences: {
      ...NO_PROFILE,
      "items of the API carry no product code, so all have the issuer's own": [
        "InvoiceLine/Item/StandardItemIdentification/ID",
      ],
    },
  },
  "fe01-exento-0": {
    body: {
      receptor: RECEIVER,
      items: [{ desc: "Bien exento (tarifa 0)", cant: 1, unit: 100000, iva: 0, codigo_impuesto: "01" }],
    },
    differences: NO_PROFILE,
  },
  "fe01-inc8": {
    body: { receptor: RECEIVER, items: [{ desc: "Menú del día", cant: 4, unit: 25000, iva: 8 }] },
    differences: NO_PROFILE,
  },
  "fe01-consumidor-final-credito": {
    body: {
      receptor: { numero_doc: "222222222222", email: "sin-correo@example.com" },
      items: [{ desc: "Producto", cant: 1, unit: 10000, iva: 19 }],
      payment: { form: "credito", means_code: "1", due_date: IN_A_MONTH },
    },
    differences: {
      "the API has no discounts, so the price is the net one": [
        "InvoiceLine/AllowanceCharge",
        "InvoiceLine/Price/PriceAmount",
      ],
      "credit also carries DueDate, as the official samples do": ["DueDate"],
    },
  },
  "fe01-retenciones": {
    body: {
      receptor: RECEIVER,
      items: [{ desc: "Honorarios", cant: 1, unit: 1000000, iva: 19 }],
      withholdings: [
        { type: "RETEIVA", base_mode: "impuestos", percent: 15 },
        { type: "RETEFUENTE", base_mode: "subtotal", percent: 11 },
        { type: "RETEICA", base_mode: "subtotal", percent: 0.966 },
      ],
    },
    differences: NO_PROFILE,
  },
  "fe01-usd": {
    body: {
      receptor: RECEIVER,
      items: [{ desc: "Consulting", cant: 10, unit: 100, iva: 19 }],
      currency: { commercial_currency: "USD", applied_rate: 3850.5, official_trm: null, rate_date: TODAY },
    },
    differences: NO_PROFILE,
  },
  "fe01-aiu-09": {
    body: {
      receptor: RECEIVER,
      items: [{ desc: "Costo directo", cant: 1, unit: 5000000, iva: 0 }],
      aiu: {
        enabled: true,
        contract_base: 5000000,
        administracion_percent: 6,
        imprevistos_percent: 2,
        utilidad_percent: 2,
        tax_rate: 19,
        iva_base_mode: "UTILIDAD",
      },
    },
    differences: {
      ...NO_PROFILE,
      "the note says what the contract is about: the description of its items": ["InvoiceLine/Note"],
    },
  },
  "fe01-descuento-y-cargo-global": {
    body: {
      receptor: RECEIVER,
      items: [
        { desc: "Producto", cant: 3, unit: 3333.33, iva: 19 },
        { desc: "Producto dos", cant: 1, unit: 20000, iva: 5 },
      ],
    },
    differences: {
      ...NO_PROFILE,
      "the API has no discounts nor charges": ["AllowanceCharge", "LegalMonetaryTotal/"],
    },
  },
  "fe03-contingencia-facturador": {
    body: {
      receptor: RECEIVER,
      items: [{ desc: "Venta en talonario", cant: 1, unit: 100000, iva: 19 }],
      es_contingencia: true,
      fecha_emision: YESTERDAY,
    },
    differences: {
      ...NO_PROFILE,
      "the API has no number for the paper, so the invoice names itself": ["AdditionalDocumentReference/ID"],
    },
  },
  "fe04-contingencia-dian": {
    body: { receptor: RECEIVER, items: [{ desc: "Venta", cant: 1, unit: 100000, iva: 19 }] },
    differences: {
      ...NO_PROFILE,
      "type 04 is not among the documents that the API issues; the same invoice goes as 01": ["InvoiceTypeCode"],
    },
  },
};

const SUPPLIER = {
  tipo_documento: "13",
  nit: "1098765432",
  nombre: "VENDEDOR NO OBLIGADO",
  regimen: "R-99-PN",
  direccion: "VEREDA EL CARMEN",
  codigo_municipio: "25053",
  codigo_postal: "252007",
};
const PRODUCT_CODE = {
  "items of the API carry a UNSPSC code": ["InvoiceLine/Item/StandardItemIdentification/ID"],
};
const LINE = { codigo: "50201706", unidad_medida: "94", cantidad: 1 };

const SUPPORT_DOCUMENTS: Readonly<Record<string, Counterpart>> = {
  "ds05-residente-por-operacion": {
    differences: PRODUCT_CODE,
    body: {
      fecha_documento: TODAY,
      proveedor: SUPPLIER,
      items: [
        {
          ...LINE,
          descripcion: "Compra de café pergamino",
          cantidad: 100,
          unidad_medida: "KGM",
          precio_unitario: 12000,
        },
      ],
      retenciones: [{ authority_tax_code: "06", tax_name: "Compras", percent: 1.5 }],
    },
  },
  "ds05-residente-acumulado-semanal": {
    differences: PRODUCT_CODE,
    body: {
      fecha_documento: TODAY,
      forma_generacion: "2",
      fecha_inicio_periodo: DAYS_AGO,
      fecha_fin_periodo: TODAY,
      proveedor: SUPPLIER,
      items: [
        { ...LINE, descripcion: "Compra lunes", precio_unitario: 100000 },
        { ...LINE, descripcion: "Compra miércoles", precio_unitario: 150000 },
      ],
    },
  },
  "ds05-no-residente-iva-asumido": {
    differences: {
      ...PRODUCT_CODE,
      "the API does not say what kind of person a vendor abroad is; only NIT types are companies": [
        "AccountingSupplierParty/AdditionalAccountID",
      ],
    },
    body: {
      fecha_documento: TODAY,
      proveedor: {
        tipo_documento: "42",
        nit: "EIN123456789",
        nombre: "FOREIGN VENDOR INC",
        pais: "US",
        regimen: "R-99-PN",
      },
      items: [{ ...LINE, descripcion: "Licencia de software", precio_unitario: 1000000, porcentaje_iva: 19 }],
      retenciones: [{ authority_tax_code: "05", tax_name: "IVA asumido", percent: 100, base_mode: "iva" }],
    },
  },
  "ds05-residente-usd-dos-tarifas": {
    differences: PRODUCT_CODE,
    body: {
      fecha_documento: TODAY,
      moneda: "USD",
      tasa_cambio: 3850.5,
      proveedor: SUPPLIER,
      items: [
        { ...LINE, descripcion: "Bien uno", cantidad: 2, precio_unitario: 500, porcentaje_iva: 19 },
        { ...LINE, descripcion: "Bien dos", precio_unitario: 200, porcentaje_iva: 5 },
      ],
      retenciones: [
        { authority_tax_code: "05", tax_name: "ReteIVA", percent: 15, base: 190 },
        { authority_tax_code: "06", tax_name: "Honorarios", percent: 11, base: 200 },
      ],
    },
  },
};

const CHANGING = [
  ...["InvoiceAuthorization", "StartDate", "EndDate", "From", "To", "ProviderID", "SoftwareID", "SoftwareSecurityCode"],
  ...["QRCode", "UUID", "IssueDate", "IssueTime", "DueDate", "PaymentDueDate", "PaymentExchangeRate/Date"],
  ...["/Invoice/ID", "StandardItemIdentification/ID"],
].map((ending) => (ending.startsWith("/") ? ending : `/${ending}`));

/** The extension that holds the signature, which the samples here do not have yet. */
const SIGNATURE = /<ext:UBLExtension><ext:ExtensionContent><ds:Signature .*<\/ds:Signature>.*?<\/ext:UBLExtension>/s;

/** The outline of a document, with the values left out that belong to a company, a day or a number. */
function outlineOf(xml: string): readonly string[] {
  const issuer = xml.includes(">05</cbc:InvoiceTypeCode>") ? "AccountingCustomerParty" : "AccountingSupplierParty";
  return outline(xml.replace(SIGNATURE, "")).map((line) => {
    const [path = ""] = line.split(/\[| = /);
    const isIssuers = path.includes(`/${issuer}/`);
    if (!isIssuers && !CHANGING.some((ending) => path.endsWith(ending))) return line;
    return line.replace(/ = .*$/s, " = *").replace(/\[schemeID=\d\]/, "[schemeID=*]");
  });
}

function expectSample(name: string, { differences = {} }: Counterpart, xml: string): void {
  const { missing, added } = compareOutlines(outlineOf(xml), outlineOf(env.TEST_SAMPLES[name] ?? ""));
  const explained = Object.values(differences).flat();
  const isExplained = (line: string) => explained.some((start) => line.startsWith(`/Invoice/${start}`));
  const lines = [...missing.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
  expect(lines.filter((line) => !isExplained(line.slice(2)))).toEqual([]);
  const isNeeded = (start: string) => lines.some((line) => line.slice(2).startsWith(`/Invoice/${start}`));
  expect(explained.filter((start) => !isNeeded(start))).toEqual([]);
}

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant({ environment: "habilitacion" });
});

describe.skipIf(Object.keys(env.TEST_SAMPLES).length === 0)("the synthetic samples, asked for over the API", () => {
  it("have each a counterpart", () => {
    const names = [...Object.keys(INVOICES), ...Object.keys(SUPPORT_DOCUMENTS)];
    expect(names.sort()).toEqual(Object.keys(env.TEST_SAMPLES).sort());
  });

  it.each(Object.entries(INVOICES))("%s", async (name, counterpart) => {
    expectSample(name, counterpart, (await issueInvoice(tenant, `sample-${name}`, counterpart.body)).xml);
  });

  it.each(Object.entries(SUPPORT_DOCUMENTS))("%s", async (name, counterpart) => {
    expectSample(name, counterpart, (await issueSupportDocument(tenant, `sample-${name}`, counterpart.body)).xml);
  });
});
