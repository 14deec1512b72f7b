// Rebuilds the samples of POS tickets and of the notes on them from requests: extensions, lines, taxes and totals are the same, and identifiers and security
// codes are those of the vectors.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { readInvoice } from "../../src/api/invoice/request.ts";
import { readNote } from "../../src/api/note/request.ts";
import type { Company } from "../../src/domain/company.ts";
import { cudeSeed, securityCodeSeed } from "../../src/domain/document/fiscal-id.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { resolveNote } from "../../src/domain/note/note.ts";
import { buildDocumentXml, buildNoteXml } from "../../src/ubl/document.ts";
import { COMPANY as ISSUER } from "../support/company.ts";
import { describeShared } from "../support/describe-shared.ts";
import { targetOf } from "../support/note.ts";
import { readShared } from "../support/shared.ts";
import { readBody } from "../support/support-body.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { outline } from "./outline.ts";

const FOLDER = "authority/samples/pos/";
const PIN = "24680";

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
  address: { ...ISSUER.address, line: "Calle 45 # 12-30" },
};

const MAKER = { person: "Laura Gómez Ríos", company: "CAJAS DEL SUR S.A.S.", product: "Caja Sur 5" };
const NOBODY = { code: null, name: null, points: null };

function ticketOf(saleCode: string, buyer: TicketDraft["buyer"] = NOBODY): TicketDraft {
  const till = { plate: "CAJA-01", place: "Salón principal", type: "Caja principal", cashier: "Pedro Ruiz", saleCode };
  return { till, buyer, maker: MAKER, limit: null };
}

interface Counterpart {
  readonly number: number;
  readonly nowMs: number;
  readonly ticket: TicketDraft;
  readonly body: Readonly<Record<string, unknown>>;
}

const cash = (means: string) => ({ payment: { form: "contado", means_code: means } });

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  "pos20-consumidor-final-iva-bolsa-excluido": {
    number: 101,
    nowMs: Date.parse("2026-11-20T14:15:30Z"),
    ticket: ticketOf("V-000101"),
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
    body: {
      ...cash("49"),
      receptor: {
        tipo_doc: "31",
        numero_doc: "800134536",
        nombre: "FERRETERIA LA LLAVE LTDA",
        email: "compras@lallave.example",
      },
      items: [
        { desc: "Taladro", cant: 1, unit: 84033.61, iva: 19, codigo: "TAL01" },
        { desc: "Chocolate", cant: 1, unit: 9523.81, iva: 5, codigo: "CHO01" },
      ],
    },
  },
};

const sha384 = (text: string) => createHash("sha384").update(text, "utf8").digest("hex");

function price({ body, nowMs, ticket }: Counterpart) {
  const { draft, typeErrors, unused } = readInvoice(readBody(body), "v2");
  expect([typeErrors, unused]).toEqual([[], []]);
  if (draft === undefined) throw new Error("no draft");
  return priceInvoice({ ...draft, ticket }, COMPANY, nowMs);
}

function build(counterpart: Counterpart) {
  const document = price(counterpart);
  const seed = cudeSeed(document, { number: `EPOS${counterpart.number}`, environment: "habilitacion" }, PIN);
  const { head, tail } = buildDocumentXml({
    document,
    company: COMPANY,
    numbering: {
      ...invoiceNumber(counterpart.number),
      prefix: "EPOS",
      from: 1,
      to: 1_000,
    },
    software: SOFTWARE,
    securityCode: "0",
    fiscalId: "0",
    qrUrl: "0",
    environment: "habilitacion",
  });
  return { seed, xml: toUnsigned({ head, tail }) };
}

interface NoteCounterpart {
  readonly typeCode: "93" | "94";
  readonly ticket: string;
  readonly numbering: { readonly prefix: string; readonly number: number };
  readonly nowMs: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const NOTES: Readonly<Record<string, NoteCounterpart>> = {
  "na94-anulacion-total": {
    typeCode: "94",
    ticket: "pos20-consumidor-final-iva-bolsa-excluido",
    numbering: { prefix: "NCP", number: 1 },
    nowMs: Date.parse("2026-11-21T13:00:00Z"),
    body: { documento_id: 812, motivo: "Se cobró dos veces" },
  },
  "na94-devolucion-parcial": {
    typeCode: "94",
    ticket: "pos20-cedula-inc8-descuento-propina",
    numbering: { prefix: "NCP", number: 2 },
    nowMs: Date.parse("2026-11-21T13:05:00Z"),
    // By its number, the line would carry what was paid for one, without the discount.
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
  const fiscalId = sha384(build(corrected).seed);
  const target = { ...targetOf(price(corrected)), number: `EPOS${corrected.number}`, fiscalId };
  const note = resolveNote(draft, { company: COMPANY, nowMs, target });
  const number = `${numbering.prefix}${numbering.number}`;
  const { head, tail } = buildNoteXml({
    note,
    company: COMPANY,
    numbering,
    software: SOFTWARE,
    environment: "habilitacion",
    securityCode: "0",
    fiscalId: "0",
    qrUrl: "0",
  });
  return {
    number,
    seed: cudeSeed(note, { number, environment: "habilitacion" }, PIN),
    xml: toUnsigned({ head, tail }),
  };
}

/** The XML without the place of the signature, as the samples are. */
function toUnsigned({ head, tail }: { readonly head: string; readonly tail: string }): string {
  const place = "<ext:UBLExtension><ext:ExtensionContent>";
  return head.slice(0, -place.length) + tail.replace("</ext:ExtensionContent></ext:UBLExtension>", "");
}

/** The sample's name of a concept is the shorter of two that are known. */
const shortenConcept = (line: string) => line.replace("documento equivalente electrónico", "documento equivalente");

/**
 * What tickets write as invoices do, where the samples differ: a day of payment beside cash, lists that no rule asks for, the buyer's
 * name in more places. The authority's extension and the CUDE are held by the vectors.
 */
const AS_INVOICES =
  /\/(?:DianExtensions|DueDate|PaymentDueDate|PaymentID|TaxLevelCode|SellersItemIdentification|BaseUnitMeasure|CountrySubentity|PartyLegalEntity|PartyIdentification|Contact)\b|^\/(?:Invoice|CreditNote|DebitNote)\/UUID|\/Country\/Name|AccountingCustomerParty\/Party\/PartyTaxScheme\/TaxScheme/;

function readOutline(xml: string): readonly string[] {
  return outline(xml)
    .slice(1)
    .filter((line) => !AS_INVOICES.test(line))
    .map((line) => (line.includes("/CityName =") ? line.toLowerCase() : line));
}

describeShared("the samples of tickets", () => {
  it.each(Object.entries(COUNTERPARTS))("%s has the same extensions, lines, taxes and totals", (name, counterpart) => {
    const { xml } = build(counterpart);
    const sample = readOutline(readShared(`${FOLDER}${name}.unsigned.xml`));
    expect(sample.length).toBeGreaterThan(60);
    expect(readOutline(xml)).toEqual(sample);
  });

  it.each(Object.entries(COUNTERPARTS))("%s has the CUDE and the security code of the vectors", (name, counterpart) => {
    const vector = VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`))).own[name];
    const { seed } = build(counterpart);
    const code = securityCodeSeed("22222222-3333-4444-5555-666666666666", PIN, `EPOS${counterpart.number}`);
    expect([seed, sha384(seed)]).toEqual([vector?.seed, vector?.uuid]);
    expect([code, sha384(code)]).toEqual([vector?.softwareSecurityCodeSeed, vector?.softwareSecurityCode]);
  });

  it.each(Object.entries(NOTES))("%s has the same reference, concept, lines, taxes and totals", (name, counterpart) => {
    const sample = readOutline(readShared(`${FOLDER}${name}.unsigned.xml`));
    expect(sample.length).toBeGreaterThan(40);
    const ours = readOutline(buildNote(counterpart).xml);
    expect(ours.map(shortenConcept)).toEqual(sample.map(shortenConcept));
  });

  it.each(Object.entries(NOTES))("%s has the CUDE and the security code of the vectors", (name, counterpart) => {
    const vector = VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`))).own[name];
    const { seed, number } = buildNote(counterpart);
    const code = securityCodeSeed("22222222-3333-4444-5555-666666666666", PIN, number);
    expect([seed, sha384(seed)]).toEqual([vector?.seed, vector?.uuid]);
    expect([code, sha384(code)]).toEqual([vector?.softwareSecurityCodeSeed, vector?.softwareSecurityCode]);
  });

  it("are all of the vectors", () => {
    const { own } = VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`)));
    expect(Object.keys({ ...COUNTERPARTS, ...NOTES }).sort()).toEqual(Object.keys(own).sort());
  });
});

/** Of the authority's own samples, whose software has the PIN 12345. */
const OFFICIAL = [
  ["EPOS002", "2022-09-07", "16:31:02-05:00", "2022516216", "710d99d0-6d49-4e18-bb70-196d1b17785f"],
  ["EPOS001", "2024-03-01", "16:40:02-05:00", "2024022902", "e19ec220-eafb-4d7e-864f-9f7261264bf7"],
] as const;

describeShared("the authority's own samples", () => {
  it.each(OFFICIAL)("%s has the CUDE and the security code that it bears", (number, date, time, issuer, softwareId) => {
    const { official } = VECTORS.parse(JSON.parse(readShared(`${FOLDER}vectors.json`)));
    const vector = official.find(({ id }) => id.endsWith(number));
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
});
