// Makes signed documents of the product from random texts, amounts and kinds.
import fc from "fast-check";
import { ApiError } from "../../src/api/base/error.ts";
import { INVOICE_KEY } from "../../src/api/creation/create.ts";
import { readInvoice } from "../../src/api/invoice/request.ts";
import type { Company, Numbering } from "../../src/domain/company.ts";
import type { Document } from "../../src/domain/document/document.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { KINDS as TYPES } from "../../src/domain/kind.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { buildSignedFile } from "../../src/issuance/file/signed-file.ts";
import type { CompanySecrets } from "../../src/issuance/secret/secrets.ts";
import { importSigner } from "../../src/signature/xmldsig.ts";
import { makeCertificate } from "../support/certificate.ts";
import { NOW_MS, COMPANY as PRICING_COMPANY } from "../support/company.ts";
import { resolve, targetOf } from "../support/note.ts";
import { anyNote } from "../support/note-random.ts";
import { ITEM, priceBody, readBody, SUPPLIER } from "../support/support-body.ts";
import { anyWholeInvoice, anyWholeNote } from "../support/whole.ts";
import { contingencyNumber, invoiceNumber, SOFTWARE, supportNumber } from "../ubl/fixture.ts";
import { KINDS } from "../ubl/kinds.ts";

/** What a draw gives: a priced document with its company and number; undefined when the service refuses what was drawn. */
export interface Drawn {
  readonly company: Company;
  readonly document: Document;
  readonly numbering: Numbering;
}

/** Draws a document; it throws where a client would be refused. */
export type Draw = () => Drawn | undefined;

const MODULES = { fe: SOFTWARE, dse: SOFTWARE };
const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";

/** What people type at a till: accents, marks, emoji, quotes, angle brackets, blanks. */
const anyText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }) },
      fc.constantFrom("<b>", "&amp;", "]]>", '"', "'", "Ñandú & Cía. S.A.S.", "№ 7", "\u{1F9FE}", "\u00a0", "\u2028"),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `x${parts.join(" ")}x`);
const anyAmount = fc.integer({ min: 1, max: 999_999_999 }).map((cents) => cents / 100);
const anyQuantity = fc.integer({ min: 1, max: 99_999 }).map((units) => units / 100);

/** What a till sends of some items. */
const anyTillFields = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.record({ descuento_porcentaje: fc.constantFrom(5, 12.5, 33.3333, 100), descuento_motivo: anyText }),
  fc.record({
    otros_impuestos: fc.uniqueArray(
      fc.constantFrom(
        { codigo: "22", valor_unitario: 70 },
        { codigo: "35", tarifa: 20 },
        { codigo: "34", valor_unitario: 65.5, mililitros: 350 },
      ),
      { minLength: 1, selector: ({ codigo }) => codigo },
    ),
  }),
);

const anyInvoice = fc
  .record({
    name: anyText,
    address: anyText,
    note: anyText,
    lines: fc.array(
      fc
        .tuple(
          fc.record({ desc: anyText, cant: anyQuantity, unit: anyAmount, iva: fc.constantFrom(0, 5, 19) }),
          anyTillFields,
        )
        .map(([line, till]) => ({ ...line, ...till })),
      { minLength: 1, maxLength: 20 },
    ),
    allowances: fc.constantFrom(
      {},
      { cargos: [{ porcentaje: 10, motivo: "Propina" }] },
      { descuentos: [{ porcentaje: 5 }] },
    ),
    number: fc.integer({ min: 1, max: 4_999_999 }),
  })
  .map(({ name, address, note, lines, allowances, number }) => () => {
    const receptor = {
      tipo_doc: "31",
      numero_doc: "800134536",
      nombre: name,
      email: "a@example.org",
      direccion: address,
    };
    const body = { receptor, items: lines, observaciones: note, ...allowances, [INVOICE_KEY]: "k" };
    const { draft, typeErrors } = readInvoice(readBody(body), "v2");
    if (draft === undefined || typeErrors.length > 0) return undefined;
    const company = { ...PRICING_COMPANY, software: MODULES };
    const document = priceInvoice(draft, company, NOW_MS);
    return { company, document, numbering: invoiceNumber(990_000_000 + number) };
  });

const anySupportDocument = fc
  .record({
    name: anyText,
    address: anyText,
    lines: fc.array(
      fc.record({
        descripcion: anyText,
        cantidad: anyQuantity,
        precio_unitario: anyAmount,
        porcentaje_iva: fc.constantFrom(0, 5, 19),
      }),
      { minLength: 1, maxLength: 20 },
    ),
    number: fc.integer({ min: 1, max: 999_999 }),
  })
  .map(({ name, address, lines, number }) => () => {
    const proveedor = { ...SUPPLIER, nombre: name, direccion: address };
    const items = lines.map((line) => ({ ...ITEM, ...line }));
    const company = { ...PRICING_COMPANY, software: MODULES };
    return {
      company,
      document: priceBody({ proveedor, items }, company),
      numbering: supportNumber(984_000_000 + number),
    };
  });

/** Every kind that the service issues, with other words in it. */
const anyKind = fc.record({
  kind: fc.constantFrom(...Object.values(KINDS)),
  words: fc.array(anyText, { minLength: 4, maxLength: 4 }),
});
const anyRewritten = anyKind.map(
  ({ kind, words: [name = "x", tradeName = "x", description = "x", city = "x"] }) =>
    () => {
      const { document } = kind;
      const lines = document.lines.map((line) => ({ ...line, description }));
      const { address } = document.counterpart;
      const counterpart = {
        ...document.counterpart,
        ...{ name, tradeName, address: address === null ? null : { ...address, municipalityName: city } },
      };
      return { ...kind, document: { ...document, lines, counterpart } as Document };
    },
);

const anyWhole = fc
  .record({ whole: anyWholeInvoice, number: fc.integer({ min: 1, max: 900 }) })
  .map(({ whole: { invoice: document }, number }) => () => {
    const numbering = document.typeCode === "03" ? contingencyNumber(number) : invoiceNumber(990_000_000 + number);
    return { company: { ...PRICING_COMPANY, software: MODULES }, document, numbering };
  });

export const anyDocument: fc.Arbitrary<Draw> = fc.oneof(anyInvoice, anyWhole, anySupportDocument, anyRewritten);

const NOTE_PREFIXES = { "91": "NC", "92": "ND", "93": "NDP", "94": "NCP", "95": "NAS" } as const;

/** Notes of every kind on random documents, with other words in them. */
export const anyNoteDocument: fc.Arbitrary<Draw> = fc
  .record({
    asked: fc.oneof(anyNote, anyWholeNote),
    words: fc.tuple(anyText, anyText, anyText),
    number: fc.integer({ min: 1, max: 999_999 }),
  })
  .map(({ asked: { draft, document }, words: [motive, name, description], number }) => () => {
    const note = resolve({ ...draft, motive }, document === null ? null : targetOf(document));
    return {
      company: { ...PRICING_COMPANY, software: MODULES },
      document: {
        ...note,
        counterpart: { ...note.counterpart, name },
        lines: note.lines.map((line) => ({ ...line, description })),
      } as Document,
      numbering: { ...invoiceNumber(number), prefix: NOTE_PREFIXES[note.typeCode] },
    };
  });

/** The official schema of a document, by its root. */
export function schemaOf({ typeCode }: Document): "Invoice" | "CreditNote" | "DebitNote" {
  return TYPES[typeCode].root;
}

/** The document of a draw; undefined when it is refused, as it would be for a client. */
export function drawDocument(draw: Draw): Drawn | undefined {
  try {
    return draw();
  } catch (cause) {
    if (cause instanceof Refusal || cause instanceof ApiError) return undefined;
    throw cause;
  }
}

/** Signs as the product does, with a throw-away certificate. */
export async function createSigning(): Promise<(drawn: Drawn) => Promise<Uint8Array>> {
  const { certificate, pemBundle } = await makeCertificate(PRICING_COMPANY.nit);
  const signer = await importSigner({ privateKey: pemBundle, certificate });
  const secrets = {
    getPin: async () => "75315",
    getSigner: async () => signer,
    getTechnicalKey: async () => TECHNICAL_KEY,
  } as unknown as CompanySecrets;
  return async ({ company, document, numbering }) => {
    const certificates = [{ location: "vault", ...certificate } as const];
    const reservedAt = new Date(NOW_MS).toISOString();
    const file = await buildSignedFile({
      company: { ...company, certificates },
      document,
      numbering,
      reservedAt,
      secrets,
    });
    return file.bytes;
  };
}
