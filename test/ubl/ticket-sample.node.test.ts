// Rebuilds the samples of POS tickets and of the notes on them from requests, byte for byte: where a sample differs from what the
// service writes, a table says in which bytes and why. Identifiers and security codes are those of the vectors.
import { expect, it } from "vitest";
import { z } from "zod";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import type { Company } from "../../src/domain/company.ts";
import { cudeSeed, type HashedDocument, qrUrl, securityCodeSeed } from "../../src/domain/document/fiscal-id.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { resolveNote } from "../../src/domain/note/note.ts";
import { buildDocumentXml, buildNoteXml } from "../../src/ubl/document.ts";
import { COMPANY as ISSUER } from "../support/company.ts";
import { describeShared } from "../support/describe-shared.ts";
import { targetOf } from "../support/note.ts";
import { readShared } from "../support/shared.ts";
import { readBody } from "../support/support-body.ts";
import { SOFTWARE as ANY_SOFTWARE, invoiceNumber } from "./fixture.ts";
import { canonicalize } from "./foreign-xml.ts";
import { sha384 } from "./note-xml.ts";

const FOLDER = "authority/samples/pos/";
const PIN = "24680";
const SOFTWARE = { ...ANY_SOFTWARE, id: "22222222-3333-4444-5555-666666666666" };
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const VECTORS = z.object({
  official: z.array(
    z.object({
      id: z.string(),
      seed: z.string(),
      uuid: z.string(),
      sscSeed: z.string().optional(),
      ssc: z.string().optional(),
    }),
  ),
  own: z.record(
    z.string(),
    z.object({
      seed: z.string(),
      uuid: z.string(),
      softwareSecurityCodeSeed: z.string(),
      softwareSecurityCode: z.string(),
    }),
  ),
});

const COMPANY: Company = {
  ...ISSUER,
  environment: "habilitacion",
  name: "PANADERIA EL TRIGAL S.A.S.",
  responsibilities: ["R-99-PN"],
  industryCode: null,
  email: "caja@trigal.example",
  phone: "6015550100",
  address: {
    ...ISSUER.address,
    line: "Calle 45 # 12-30",
    municipalityName: "Bogotá, D.C.",
    departmentName: "Bogotá, D.C.",
  },
};

const MAKER = { person: "Laura Gómez Ríos", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" };
const NOBODY = { code: null, name: null, points: null };

function ticketOf(saleCode: string, buyer: TicketDraft["buyer"] = NOBODY): TicketDraft {
  const till = { plate: "CAJA-01", place: "Salón principal", type: "Caja principal", cashier: "Pedro Ruiz", saleCode };
  return { till, buyer, maker: MAKER, limit: null };
}

/** A place where samples differ from what the service writes, with the reason. */
interface Difference {
  readonly sample: RegExp;
  readonly ours: string;
  readonly why: string;
}

const DIFFERENCES = {
  "day of payment": {
    sample: /<cbc:PaymentDueDate>[^<]*<\/cbc:PaymentDueDate>/g,
    ours: "<cbc:PaymentID>1</cbc:PaymentID>",
    why: "Only credit has a day of payment (FAN04); a means of payment without a number brings a remark (FAN05).",
  },
  "due date": {
    sample: /<cbc:DueDate>[^<]*<\/cbc:DueDate>/g,
    ours: "",
    why: "Only credit has one. No rule asks for it: the authority's own sample has a day before that of issue.",
  },
  "list of responsibilities": {
    sample: / listName="48"/g,
    ours: "",
    why: "No rule asks for the list, and accepted documents go without it.",
  },
  "own code": {
    sample: /(?=<cac:StandardItemIdentification><cbc:ID [^>]*>([^<]+)<)/g,
    ours: "<cac:SellersItemIdentification><cbc:ID>$1</cbc:ID></cac:SellersItemIdentification>",
    why: "The seller's own code stands there as on an invoice, beside the standard one of the same text.",
  },
  "digits of a unit": {
    sample: /(<cbc:BaseUnitMeasure unitCode="94">2\.00)(?=<)/g,
    ours: "$10000",
    why: "Quantities have six decimals wherever they stand.",
  },
  "legal entity": {
    sample:
      /(?<=<cac:AccountingCustomerParty>.*<cbc:RegistrationName>)([^<]*)(<\/cbc:RegistrationName>)(<cbc:CompanyID [^>]*schemeName="13">\d+<\/cbc:CompanyID>)(.*?<\/cac:PartyTaxScheme>)/g,
    ours: "$1$2$3$4<cac:PartyLegalEntity><cbc:RegistrationName>$1$2$3</cac:PartyLegalEntity>",
    why: "Persons are named there as companies are, as on an invoice.",
  },
  "contact of nobody": {
    sample:
      /(?<=<cac:AccountingCustomerParty>.*222222222222<\/cbc:CompanyID><\/cac:PartyLegalEntity>)(?=<\/cac:Party>)/g,
    ours: "<cac:Contact><cbc:Name>consumidor final</cbc:Name></cac:Contact>",
    why: "Whoever has no address of e-mail is named there, as on an invoice.",
  },
  "identification of a company": {
    sample:
      /<cac:PartyIdentification>(?:(?!<\/cac:PartyIdentification>).)*schemeName="31">.*?<\/cac:PartyIdentification>/g,
    ours: "",
    why: "Only persons must be identified there (FAK61 to FAK64); rules and hash read a NIT from the group of taxes.",
  },
  "name of a concept": {
    sample: /(?<=<cbc:Description>Anulación del documento equivalente)(?=<)/g,
    ours: " electrónico",
    why: "Two spellings are known of the authority's list; the service writes the longer one.",
  },
} as const satisfies Readonly<Record<string, Difference>>;

/** How often a difference is in a sample. */
type Differing = Readonly<Partial<Record<keyof typeof DIFFERENCES, number>>>;

interface Counterpart {
  readonly number: number;
  readonly nowMs: number;
  readonly ticket: TicketDraft;
  readonly body: Readonly<Record<string, unknown>>;
  readonly differing: Differing;
}

const cash = (means: string) => ({ payment: { form: "contado", means_code: means } });

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  "pos20-consumidor-final-iva-bolsa-excluido": {
    number: 101,
    nowMs: Date.parse("2026-11-20T14:15:30Z"),
    ticket: ticketOf("V-000101"),
    differing: {
      "day of payment": 1,
      "due date": 1,
      "list of responsibilities": 2,
      "own code": 3,
      "digits of a unit": 2,
      "legal entity": 1,
      "contact of nobody": 1,
    },
    body: {
      ...cash("10"),
      receptor: { numero_doc: "222222222222" },
      items: [
        { desc: "Camisa de algodón", cant: 1, unit: 50000, iva: 19, codigo: "CAM01" },
        {
          desc: "Bolsa plástica",
          cant: 2,
          unit: 100,
          codigo: "BOL01",
          iva: 0,
          tratamiento: "excluido",
          otros_impuestos: [{ codigo: "22", valor_unitario: 70 }],
        },
        { desc: "Arroz 1 kg", cant: 1, unit: 3000, iva: 0, codigo: "ARR01", tratamiento: "excluido" },
      ],
    },
  },
  "pos20-cedula-inc8-descuento-propina": {
    number: 102,
    nowMs: Date.parse("2026-11-20T18:40:05Z"),
    ticket: ticketOf("V-000102", { code: null, name: null, points: "120" }),
    differing: { "day of payment": 1, "due date": 1, "list of responsibilities": 2, "own code": 1, "legal entity": 1 },
    body: {
      ...cash("48"),
      receptor: {
        tipo_doc: "13",
        numero_doc: "1020304050",
        nombre: "ANA TORRES RUIZ",
        email: "ana.torres@correo.example",
      },
      items: [
        {
          desc: "Almuerzo del día",
          cant: 2,
          unit: 20000,
          codigo: "ALM01",
          iva: 8,
          descuento_porcentaje: 10,
          descuento_motivo: "Descuento de la casa",
        },
      ],
      cargos: [{ porcentaje: 10, motivo: "Propina", codigo: "03" }],
    },
  },
  "pos20-nit-dos-tarifas-iva": {
    number: 103,
    nowMs: Date.parse("2026-11-20T23:59:59Z"),
    ticket: ticketOf("V-000103"),
    differing: {
      "day of payment": 1,
      "due date": 1,
      "list of responsibilities": 2,
      "own code": 2,
      "identification of a company": 1,
    },
    body: {
      ...cash("49"),
      receptor: {
        tipo_doc: "31",
        numero_doc: "800134536",
        nombre: "FERRETERIA LA LLAVE LTDA",
        tributo: "01",
        email: "compras@lallave.example",
      },
      items: [
        { desc: "Taladro", cant: 1, unit: 84033.61, iva: 19, codigo: "TAL01" },
        { desc: "Chocolate", cant: 1, unit: 9523.81, iva: 5, codigo: "CHO01" },
      ],
    },
  },
};

function price({ body, nowMs, ticket }: Counterpart) {
  const { draft, typeErrors, unused } = readInvoice(readBody(body), "v2");
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  return priceInvoice({ ...draft, ticket }, COMPANY, nowMs);
}

/** What identifies a document, in its file and in the vectors. */
function identify(document: HashedDocument, number: string) {
  const seed = cudeSeed(document, { number, environment: "habilitacion" }, PIN);
  const codeSeed = securityCodeSeed(SOFTWARE.id, PIN, number);
  return { seed, uuid: sha384(seed), softwareSecurityCodeSeed: codeSeed, softwareSecurityCode: sha384(codeSeed) };
}

/** What both kinds of files are built with. */
function frameOf({ uuid, softwareSecurityCode }: ReturnType<typeof identify>) {
  const environment = "habilitacion" as const;
  const qr = qrUrl(uuid, environment);
  return {
    company: COMPANY,
    software: SOFTWARE,
    securityCode: softwareSecurityCode,
    fiscalId: uuid,
    qrUrl: qr,
    environment,
  };
}

function build(counterpart: Counterpart) {
  const document = price(counterpart);
  const identity = identify(document, `EPOS${counterpart.number}`);
  const numbering = { ...invoiceNumber(counterpart.number), prefix: "EPOS", from: 1, to: 1_000 };
  return { identity, xml: toUnsigned(buildDocumentXml({ ...frameOf(identity), document, numbering })) };
}

interface NoteCounterpart {
  readonly typeCode: "93" | "94";
  readonly ticket: string;
  readonly numbering: { readonly prefix: string; readonly number: number };
  readonly nowMs: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly differing: Differing;
}

const NOTES: Readonly<Record<string, NoteCounterpart>> = {
  "na94-anulacion-total": {
    typeCode: "94",
    ticket: "pos20-consumidor-final-iva-bolsa-excluido",
    numbering: { prefix: "NCP", number: 1 },
    nowMs: Date.parse("2026-11-21T13:00:00Z"),
    differing: {
      "day of payment": 1,
      "list of responsibilities": 2,
      "own code": 3,
      "digits of a unit": 2,
      "legal entity": 1,
      "contact of nobody": 1,
      "name of a concept": 1,
    },
    body: { documento_id: 812, motivo: "Se cobró dos veces" },
  },
  "na94-devolucion-parcial": {
    typeCode: "94",
    ticket: "pos20-cedula-inc8-descuento-propina",
    numbering: { prefix: "NCP", number: 2 },
    nowMs: Date.parse("2026-11-21T13:05:00Z"),
    // By its number, the line would carry what was paid for one, without the discount.
    differing: { "day of payment": 1, "list of responsibilities": 2, "own code": 1, "legal entity": 1 },
    body: {
      documento_id: 812,
      concepto: 1,
      items: [
        {
          desc: "Almuerzo del día",
          cant: 1,
          unit: 20000,
          codigo: "ALM01",
          iva: 8,
          descuento_porcentaje: 10,
          descuento_motivo: "Descuento de la casa",
        },
      ],
    },
  },
  "na93-cambio-del-valor": {
    typeCode: "93",
    ticket: "pos20-nit-dos-tarifas-iva",
    numbering: { prefix: "NDP", number: 1 },
    nowMs: Date.parse("2026-11-21T13:10:00Z"),
    differing: { "day of payment": 1, "list of responsibilities": 2, "own code": 1, "identification of a company": 1 },
    body: {
      documento_id: 812,
      concepto: 3,
      items: [{ desc: "Taladro, diferencia de precio", cant: 1, unit: 10000, iva: 19, codigo: "TAL01" }],
    },
  },
};

function getTicket(name: string): Counterpart {
  const found = COUNTERPARTS[name];
  if (found === undefined) throw new Error(`no ticket ${name}`);
  return found;
}

function buildNote({ typeCode, ticket, numbering, nowMs, body }: NoteCounterpart) {
  const { draft, typeErrors, unused } = readNote(readBody(body), typeCode);
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  const corrected = getTicket(ticket);
  const fiscalId = build(corrected).identity.uuid;
  const target = { ...targetOf(price(corrected)), number: `EPOS${corrected.number}`, fiscalId };
  const note = resolveNote(draft, { company: COMPANY, nowMs, target });
  const identity = identify(note, `${numbering.prefix}${numbering.number}`);
  return { identity, xml: toUnsigned(buildNoteXml({ ...frameOf(identity), note, numbering })) };
}

/** The XML without the place of the signature, as the samples are. */
function toUnsigned({ head, tail }: { readonly head: string; readonly tail: string }): string {
  const place = "<ext:UBLExtension><ext:ExtensionContent>";
  return head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
}

/** The sample as the service writes it, and how often each difference was in it. */
function rewrite(sample: string): { readonly xml: string; readonly differing: Differing } {
  const differing: Record<string, number> = {};
  let xml = sample;
  for (const [name, { sample: pattern, ours }] of Object.entries(DIFFERENCES)) {
    const count = [...xml.matchAll(pattern)].length;
    if (count > 0) differing[name] = count;
    xml = xml.replace(pattern, ours);
  }
  return { xml, differing };
}

const readSample = (name: string) => readShared(`${FOLDER}${name}.unsigned.xml`).slice(DECLARATION.length).trimEnd();
const readVectors = () => VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`)));

const REBUILT = [
  ...Object.entries(COUNTERPARTS).map(([name, one]) => [name, () => build(one), one.differing] as const),
  ...Object.entries(NOTES).map(([name, one]) => [name, () => buildNote(one), one.differing] as const),
];

describeShared("the samples of tickets and of notes on them, rebuilt from requests", () => {
  it.each(REBUILT)("%s is the same byte for byte, but for what the table says", (name, rebuild, expected) => {
    const sample = readSample(name);
    expect(canonicalize(sample)).toBe(sample);
    const { xml, differing } = rewrite(sample);
    expect(differing).toEqual(expected);
    expect(rebuild().xml).toBe(xml);
  });

  it.each(REBUILT)("%s has the CUDE and the security code of the vectors", (name, rebuild) => {
    expect(readVectors().own[name]).toEqual(rebuild().identity);
  });

  it("are all of the vectors", () => {
    expect(REBUILT.map(([name]) => name).sort()).toEqual(Object.keys(readVectors().own).sort());
  });

  it("differ only in what is in some sample", () => {
    const found = new Set(REBUILT.flatMap(([, , differing]) => Object.keys(differing)));
    expect([...found].sort()).toEqual(Object.keys(DIFFERENCES).sort());
  });
});

/** Of the authority's own samples, whose software has the PIN 12345. */
const OFFICIAL = [
  ["EPOS002", "2022-09-07", "16:31:02-05:00", "2022516216", "710d99d0-6d49-4e18-bb70-196d1b17785f"],
  ["EPOS001", "2024-03-01", "16:40:02-05:00", "2024022902", "e19ec220-eafb-4d7e-864f-9f7261264bf7"],
] as const;

describeShared("the authority's own samples", () => {
  it.each(OFFICIAL)("%s has the CUDE and the security code that it bears", (number, date, time, issuer, softwareId) => {
    const vector = readVectors().official.find(({ id }) => id.endsWith(number));
    const hashed = {
      issueDate: date,
      issueTime: time,
      totals: { subtotal: "100100.00", total: "119150.00" },
      taxes: [
        { code: "01", amount: "19000.00" },
        { code: "22", amount: "50.00" },
      ],
      issuer: { identificationNumber: issuer },
      counterpart: { identificationNumber: "222222222222" },
    };
    const seed = cudeSeed(hashed, { number, environment: "habilitacion" }, "12345");
    const code = securityCodeSeed(softwareId, "12345", number);
    expect([seed, sha384(seed)]).toEqual([vector?.seed, vector?.uuid]);
    expect([code, sha384(code)]).toEqual([vector?.sscSeed, vector?.ssc]);
  });

  it("its example of a note has the CUDE that the annex prints", () => {
    const hashed = {
      issueDate: "2019-01-12",
      issueTime: "07:00:00-05:00",
      totals: { subtotal: "5000.00", total: "5950.00" },
      taxes: [{ code: "01", amount: "950.00" }],
      issuer: { identificationNumber: "900373076" },
      counterpart: { identificationNumber: "8355990" },
    };
    const vector = readVectors().official.find(({ id }) => id.startsWith("annex-note"));
    const seed = cudeSeed(hashed, { number: "8110007871", environment: "produccion" }, "12301");
    expect([seed, sha384(seed)]).toEqual([vector?.seed, vector?.uuid]);
  });

  it("are all of the vectors", () => {
    expect(readVectors().official).toHaveLength(OFFICIAL.length + 1);
  });
});
