// Rebuilds the samples of whole invoices from requests of v2: every element, attribute and value is the same, or the table says
// why not; the CUFE is that of the vectors.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { cufeSeed } from "../../src/domain/document/fiscal-id.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { COMPANY as ISSUER } from "../support/company.ts";
import { describeShared } from "../support/describe-shared.ts";
import { creditDraft, resolve, targetOf, units } from "../support/note.ts";
import { readShared } from "../support/shared.ts";
import { readBody } from "../support/support-body.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { buildUnsigned } from "./note-xml.ts";
import { compareOutlines, outline } from "./outline.ts";

const FOLDER = "authority/samples/invoice/";
const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
/** The samples are of 2026-11-25 at 10:11:12 in Bogotá. */
const NOW_MS = Date.parse("2026-11-25T15:11:12Z");

const COMPANY = {
  ...ISSUER,
  environment: "habilitacion",
  name: "EMPRESA DE PRUEBA S.A.S.",
  tradeName: "Almacén de Prueba",
  industryCode: null,
  email: "facturas@example.org",
  phone: "6010000000",
  address: { ...ISSUER.address, line: "Carrera 7 # 32-16", postalCode: "110221" },
  branches: [
    {
      code: "POB",
      name: "Almacén de Prueba - Sede El Poblado",
      address: {
        ...ISSUER.address,
        line: "Calle 10 # 43-20, local 3",
        municipalityCode: "05001",
        municipalityName: "Medellín",
        departmentCode: "05",
        departmentName: "Antioquia",
        postalCode: "050021",
      },
      prefix: null,
      phone: "6040000000",
      registration: "21000555",
    },
  ],
} as const;

const BUYER = {
  tipo_doc: "31",
  numero_doc: "800134536",
  nombre: "COMERCIAL ANDINA S.A.S.",
  nombre_comercial: "Ferretería El Tornillo",
  responsabilidades: ["O-23", "O-47"],
  tributo: "01",
  direccion: "Avenida 6 Norte # 20-10",
  codigo_municipio: "76001",
  codigo_postal: "760044",
  contacto: "Área de compras",
  telefono: "6020000000",
  email: "compras@example.org",
};
const FINAL_CONSUMER = { numero_doc: "222222222222" };
const IVA = { iva: 19 };

interface Counterpart {
  readonly number: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Elements of the sample that no request of v2 asks for. */
  readonly missing?: readonly string[];
  /** Elements of ours that it lacks. */
  readonly added?: readonly string[];
}

const LINE = "/Invoice/InvoiceLine";
const ISSUER_NAME = "/Invoice/AccountingSupplierParty/Party/Contact/Name = EMPRESA DE PRUEBA S.A.S.";
const own = (code: string) =>
  `${LINE}/Item/StandardItemIdentification/ID[schemeID=999][schemeName=Estándar de adopción del contribuyente] = ${code}`;
const position = (line: number) => own(`ITEM${line}`);

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  "01-items-codigos-unidades": {
    number: 990000501,
    body: {
      receptor: BUYER,
      items: [
        {
          desc: "Taladro percutor 1/2 pulgada",
          cant: 2,
          unit: 189900,
          ...IVA,
          codigo: "TAL-500",
          codigo_estandar: { esquema: "010", codigo: "7701234567897" },
          marca: "Marca X",
          modelo: "TP-500",
          nota: "Garantía de 12 meses; serie 00123 y 00124",
        },
        {
          desc: "Cable de cobre calibre 12",
          cant: 37.5,
          unit: 2310.504202,
          ...IVA,
          codigo: "CAB-12",
          codigo_estandar: { esquema: "001", codigo: "26121600" },
          unidad_medida: "MTR",
        },
        { desc: "Queso campesino", cant: 1.25, unit: 21000, iva: 5, codigo: "QUE-01", unidad_medida: "KGM" },
        { desc: "Soporte técnico", cant: 1, unit: 400000, ...IVA, codigo: "SOP-MES", unidad_medida: "MON" },
      ],
    },
    missing: [
      `${LINE}/Item/PackSizeNumeric = 1`,
      `${LINE}/InvoicePeriod`,
      `${LINE}/InvoicePeriod/StartDate = 2026-11-01`,
      `${LINE}/InvoicePeriod/EndDate = 2026-11-30`,
    ],
  },
  "02-comprador-completo-y-sede": {
    number: 990000502,
    body: {
      establecimiento: "POB",
      receptor: {
        tipo_doc: "13",
        numero_doc: "1020304050",
        nombre: "PERSONA NATURAL DE PRUEBA",
        nombre_comercial: "Papelería La Esquina",
        tributo: "01",
        direccion: "Avenida 6 Norte # 20-10",
        municipio: "Cali",
        codigo_postal: "760044",
        contacto: "Persona de prueba",
        telefono: "3000000000",
        email: "persona@example.org",
      },
      items: [{ desc: "Silla de oficina", cant: 1, unit: 350000, ...IVA, codigo: "SIL-1" }],
    },
  },
  "03-dos-medios-de-pago": {
    number: 990000503,
    body: {
      receptor: FINAL_CONSUMER,
      items: [{ desc: "Mercado", cant: 1, unit: 100000, ...IVA }],
      pagos: [
        { form: "contado", means_code: "10", valor: 50000 },
        { form: "contado", means_code: "49", valor: 69000 },
      ],
    },
    missing: [own("M1")],
    added: [position(1)],
  },
  "04-credito-en-cuotas": {
    number: 990000504,
    body: {
      receptor: BUYER,
      items: [{ desc: "Nevera", cant: 1, unit: 1000000, ...IVA }],
      payment: { form: "credito", means_code: "30" },
      cuotas: [
        { valor: 396666.67, due_date: "2026-12-25" },
        { valor: 396666.67, due_date: "2027-01-25" },
        { valor: 396666.66, due_date: "2027-02-25" },
      ],
    },
    missing: [own("NEV")],
    added: [position(1)],
  },
  "05-obsequio-iva-asumido": {
    number: 990000505,
    body: {
      receptor: BUYER,
      items: [
        { desc: "Cafetera", cant: 1, unit: 200000, ...IVA },
        { desc: "Vaso térmico (obsequio)", cant: 2, ...IVA, obsequio: { valor_referencia: 15000 } },
      ],
    },
    missing: [own("CAF"), own("VAS")],
    added: [position(1), position(2)],
  },
  "06-bolsa-gratis-inc-bolsas": {
    number: 990000506,
    body: {
      receptor: FINAL_CONSUMER,
      items: [
        { desc: "Arroz 1 kg", cant: 3, unit: 5000, iva: 0 },
        {
          desc: "Bolsa plástica",
          cant: 2,
          iva: 0,
          obsequio: { valor_referencia: 50 },
          otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
        },
      ],
    },
    missing: [own("ARR"), own("BOL")],
    added: [position(1), position(2)],
  },
  "07-exportacion-02-usd": {
    number: 990000507,
    body: {
      tipo: "02",
      receptor: {
        tipo_doc: "50",
        numero_doc: "841234567",
        nombre: "Andes Coffee LLC",
        direccion: "100 Biscayne Blvd",
        municipio: "Miami",
        departamento: "Florida",
        codigo_postal: "33101",
        pais: "US",
        contacto: "Andes Coffee LLC",
        email: "ap@example.com",
      },
      items: [
        {
          desc: "Café tostado en grano, bolsa de 340 g",
          cant: 500,
          unit: 6.25,
          iva: 0,
          tratamiento: "exento",
          codigo: "CAFE-340",
          codigo_estandar: { esquema: "020", codigo: "0901211000" },
          marca: "Marca X",
          modelo: "Origen Huila",
        },
      ],
      currency: { commercial_currency: "USD", applied_rate: 4105.32, rate_date: "2026-11-25" },
      payment: { form: "credito", means_code: "30", due_date: "2027-01-24" },
      entrega: { direccion: "Port of Miami", ciudad: "Miami", pais: "US", fecha: "2026-11-30", incoterm: "FOB" },
    },
    missing: [
      // The identification is printed in its one form, without the hyphen.
      ...["PartyTaxScheme", "PartyLegalEntity"].map(
        (group) => `/Invoice/AccountingCustomerParty/Party/${group}/CompanyID = 84-1234567`,
      ),
      "/Invoice/Delivery/DeliveryAddress/CountrySubentity = Florida",
      "/Invoice/DeliveryTerms/SpecialTerms = Cartagena",
      `${LINE}/Item/OriginCountry`,
      `${LINE}/Item/OriginCountry/IdentificationCode = CO`,
    ],
    added: ["PartyTaxScheme", "PartyLegalEntity"].map(
      (group) => `/Invoice/AccountingCustomerParty/Party/${group}/CompanyID = 841234567`,
    ),
  },
  "08-orden-despacho-entrega-anticipo": {
    number: 990000508,
    body: {
      receptor: BUYER,
      items: [{ desc: "Estante metálico", cant: 4, unit: 250000, ...IVA, codigo: "EST" }],
      referencias: {
        orden_compra: { numero: "OC-4471", fecha: "2026-11-10" },
        remisiones: [{ numero: "REM-0099", fecha: "2026-11-24" }],
        entradas: [{ numero: "ENT-12", fecha: "2026-11-24" }],
        contrato: { numero: "CTO-2026-7" },
      },
      periodo_facturado: { fecha_inicio: "2026-11-01", fecha_fin: "2026-11-30" },
      entrega: { direccion: "Calle 10 # 43-20, local 3", codigo_municipio: "05001", fecha: "2026-11-24" },
      anticipos: [
        { valor: 300000, fecha: "2026-11-12", referencia: "RC-100" },
        { valor: 90000, fecha: "2026-11-20", referencia: "RC-107" },
      ],
    },
    missing: [
      "/Invoice/AdditionalDocumentReference",
      "/Invoice/AdditionalDocumentReference/ID = PED-881",
      "/Invoice/AdditionalDocumentReference/IssueDate = 2026-11-10",
      "/Invoice/Delivery/DeliveryAddress/PostalZone = 050021",
    ],
  },
};

/**
 * What is compared: all but the root, the authority's extension and the CUFE, which have tests of their own, and the names of
 * countries; places in one spelling.
 */
function readOutline(xml: string): readonly string[] {
  return outline(xml)
    .slice(1)
    .filter((line) => !/\/DianExtensions|^\/Invoice\/UUID|\/Country\/Name/.test(line))
    .map(spellPlaces)
    .map((line) =>
      line.replace(/\[schemeAgencyID=195\]\[schemeAgencyName=[^\]]*\](?:\[schemeID=\d\])?\[schemeName=\d\d\]/, ""),
    );
}

function spellPlaces(line: string): string {
  return /\/(?:CityName|CountrySubentity) =/.test(line) ? line.toLowerCase() : line;
}

function price(body: Counterpart["body"]) {
  const { draft, typeErrors, unused } = readInvoice(readBody({ ...payInCash(body), ...body }), "v2");
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  return priceInvoice(draft, COMPANY, NOW_MS);
}

function build({ number, body }: Counterpart) {
  const document = price(body);
  const numbering = invoiceNumber(number);
  const seed = cufeSeed(document, { number: `SETP${number}`, environment: "habilitacion" }, TECHNICAL_KEY);
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering,
    software: SOFTWARE,
    securityCode: "0",
    fiscalId: "0",
    qrUrl: "0",
    environment: "habilitacion",
  });
  const place = "<ext:UBLExtension><ext:ExtensionContent>";
  const xml = head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
  return { seed, xml };
}

/** Cash, unless the body says how it is paid. */
function payInCash({ pagos }: Counterpart["body"]) {
  return pagos === undefined ? { payment: { form: "contado", means_code: "10" } } : {};
}

describeShared("the samples of whole invoices, rebuilt from requests", () => {
  it.each(Object.entries(COUNTERPARTS))("%s has the same elements, attributes and values", (name, counterpart) => {
    const { xml } = build(counterpart);
    const difference = compareOutlines(readOutline(xml), readOutline(readShared(`${FOLDER}${name}.unsigned.xml`)));
    const { missing = [], added = [] } = counterpart;
    expect([...difference.missing].sort()).toEqual([ISSUER_NAME, ...missing].map(spellPlaces).sort());
    expect(difference.added).toEqual(added);
  });

  it.each(Object.entries(COUNTERPARTS).filter(([name]) => !name.startsWith("07")))(
    "%s has the hash text of the vectors",
    (name, counterpart) => {
      const vectors = JSON.parse(readShared(`${FOLDER}vectors.json`)) as Record<string, { seed: string; uuid: string }>;
      const { seed } = build(counterpart);
      expect(seed).toBe(vectors[name]?.seed);
      expect(createHash("sha384").update(seed, "utf8").digest("hex")).toBe(vectors[name]?.uuid);
    },
  );
});

describeShared("the sample of a note that returns half of an invoice with a coupon and a gift", () => {
  const money =
    /\/(?:TaxTotal|LegalMonetaryTotal|PricingReference|Price|CreditNoteLine\/(?:CreditedQuantity|LineExtensionAmount|FreeOfChargeIndicator))|\/AllowanceCharge\/(?:ID|Amount|BaseAmount|MultiplierFactorNumeric|ChargeIndicator)/;

  it("has the same money in every element", () => {
    const items = [
      { desc: "Cafetera", cant: 2, unit: 200000, ...IVA },
      { desc: "Vaso térmico (obsequio)", cant: 2, ...IVA, obsequio: { valor_referencia: 15000 } },
    ];
    const invoice = price({ receptor: FINAL_CONSUMER, items, descuentos: [{ valor: 20000, motivo: "Cupón" }] });
    const draft = creditDraft({ concept: "1", lines: [units(1, "1"), units(2, "1")] });
    const xml = buildUnsigned({ note: resolve(draft, targetOf(invoice)), numbering: { prefix: "NC", number: 501 } });
    const pick = (text: string) => outline(text).filter((line) => money.test(line));
    const sample = readShared(`${FOLDER}09-nc91-devolucion-con-descuento-global.unsigned.xml`);
    expect(pick(xml)).toEqual(pick(sample));
  });
});
