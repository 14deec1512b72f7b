// Lists every sample of a note in the reference, as a note of ours with its number.
import { findNoteConcept } from "../../src/domain/catalogue/catalogue.ts";
import type { CorrectedDocument, Note } from "../../src/domain/document/document.ts";
import type { NoteType } from "../../src/domain/kind.ts";
import {
  FOREIGN_VENDOR,
  GLOBAL_ALLOWANCES,
  ivaLine,
  makeAdjustmentNote,
  makeInvoiceNote,
  makeLine,
} from "./fixture.ts";

export interface NoteKind {
  readonly note: Note;
  readonly numbering: { readonly prefix: string; readonly number: number };
}

export function conceptOf(typeCode: NoteType, code: string) {
  const concept = findNoteConcept(typeCode, code);
  if (concept === undefined) throw new Error(`no concept ${code} of ${typeCode}`);
  return concept;
}

function corrected(
  number: string,
  fiscalId: string,
  fiscalIdKind: CorrectedDocument["fiscalIdKind"] = "CUFE",
): CorrectedDocument {
  return { number, fiscalId, fiscalIdKind, issueDate: "2024-05-17" };
}

const INVOICE = corrected(
  "SETP990000101",
  "3c248b1af7f8a4a45fbda1dcb638d5eb5edbf0d2420fd42991d7242a131d2e56ed1e4123e53f455e59378918f36b00b7",
);
const DOLLARS = { currency: "USD", exchangeRate: { rate: "3850.50", date: "2024-05-17" } };
const UNSPSC = { code: "81112200", scheme: "001" } as const;

/** An element of the file's name each, and the note that it holds. */
export const NOTE_KINDS: Readonly<Record<string, NoteKind>> = {
  "nc91-20-anulacion-total": {
    numbering: { prefix: "NC", number: 1 },
    note: makeInvoiceNote(
      [
        ivaLine(1, "100000.00", "19.00", "19000.00", {
          description: "Servicio gravado 19%",
          quantity: "2.000000",
          unitPrice: "50000.00",
          product: UNSPSC,
        }),
        ivaLine(2, "20000.00", "5.00", "1000.00", { description: "Bien gravado 5%" }),
        makeLine(3, { description: "Bien excluido", quantity: "3.000000", unitPrice: "1000.00", base: "3000.00" }),
      ],
      {
        typeCode: "91",
        operationType: "20",
        concept: conceptOf("91", "2"),
        corrected: INVOICE,
        notes: ["Factura emitida por error"],
      },
    ),
  },
  "nc91-20-devolucion-parcial": {
    numbering: { prefix: "NC", number: 2 },
    note: makeInvoiceNote(
      [ivaLine(1, "50000.00", "19.00", "9500.00", { description: "Servicio gravado 19%", product: UNSPSC })],
      {
        typeCode: "91",
        operationType: "20",
        concept: conceptOf("91", "1"),
        corrected: INVOICE,
        notes: ["Devuelve 1 de 2 unidades"],
      },
    ),
  },
  "nc91-20-anulacion-descuento-y-cargo-global": {
    numbering: { prefix: "NC", number: 3 },
    note: makeInvoiceNote(
      [
        ivaLine(1, "9999.99", "19.00", "1900.00", {
          description: "Producto",
          quantity: "3.000000",
          unitPrice: "3333.33",
        }),
        ivaLine(2, "20000.00", "5.00", "1000.00", { description: "Producto dos" }),
      ],
      {
        typeCode: "91",
        operationType: "20",
        concept: conceptOf("91", "2"),
        corrected: corrected(
          "SETP990000109",
          "da94898d63c138e8a530b9ddf41f0f807b7662f1e53c329837e695c3478bb91bb29a10fef7a134df12f0d413da48b602",
        ),
        notes: ["Anula factura con descuento y cargo globales"],
        ...GLOBAL_ALLOWANCES,
      },
    ),
  },
  "nc91-20-usd": {
    numbering: { prefix: "NC", number: 4 },
    note: makeInvoiceNote(
      [
        ivaLine(1, "100.00", "19.00", "19.00", {
          description: "Consulting",
          quantity: "10.000000",
          unitPrice: "10.00",
        }),
      ],
      {
        typeCode: "91",
        operationType: "20",
        concept: conceptOf("91", "4"),
        corrected: corrected(
          "SETP990000106",
          "19617a42b75572f885e12787dec3f212cdf76e085828828d348bd011c8a018dd2dcf2cf096fd7531a677b79d1e5bcb87",
        ),
        notes: ["Ajuste de precio de 100 a 90 USD por hora"],
        ...DOLLARS,
      },
    ),
  },
  "nc91-20-sobre-contingencia-03": {
    numbering: { prefix: "NC", number: 5 },
    note: makeInvoiceNote([ivaLine(1, "10000.00", "19.00", "1900.00")], {
      typeCode: "91",
      operationType: "20",
      concept: conceptOf("91", "1"),
      corrected: corrected(
        "CONT7",
        "2d66d1bc85d60d87540e359bd366ab9b886cc275f4829401267d6cbf7220cf6de1b096ff8523b643c97ebd63dd038bc1",
        "CUDE",
      ),
    }),
  },
  "nc91-22-sin-referencia": {
    numbering: { prefix: "NC", number: 6 },
    note: makeInvoiceNote(
      [
        ivaLine(1, "10000.00", "19.00", "1900.00", {
          description: "Rebaja del periodo",
          product: { code: "AJUSTE", scheme: "999" },
        }),
      ],
      {
        typeCode: "91",
        operationType: "22",
        concept: conceptOf("91", "3"),
        period: { start: "2024-04-01", end: "2024-04-30" },
        notes: ["Rebaja sobre ventas de abril"],
      },
    ),
  },
  "nd92-30-cambio-valor": {
    numbering: { prefix: "ND", number: 1 },
    note: makeInvoiceNote(
      [ivaLine(1, "5000.00", "19.00", "950.00", { description: "Mayor valor del servicio", product: UNSPSC })],
      {
        typeCode: "92",
        operationType: "30",
        concept: conceptOf("92", "3"),
        corrected: INVOICE,
        notes: ["Precio facturado por debajo del pactado"],
      },
    ),
  },
  "nd92-30-intereses": {
    numbering: { prefix: "ND", number: 2 },
    note: makeInvoiceNote(
      [
        makeLine(1, {
          base: "1234.56",
          description: "Intereses de mora mayo",
          product: { code: "INTERES", scheme: "999" },
        }),
      ],
      { typeCode: "92", operationType: "30", concept: conceptOf("92", "1"), corrected: INVOICE },
    ),
  },
  "nd92-32-sin-referencia": {
    numbering: { prefix: "ND", number: 3 },
    note: makeInvoiceNote(
      [
        ivaLine(1, "8000.00", "19.00", "1520.00", {
          description: "Otros cargos del periodo",
          product: { code: "CARGO", scheme: "999" },
        }),
      ],
      {
        typeCode: "92",
        operationType: "32",
        concept: conceptOf("92", "4"),
        period: { start: "2024-04-01", end: "2024-04-30" },
      },
    ),
  },
  "nas95-10-anulacion": {
    numbering: { prefix: "NAS", number: 1 },
    note: makeAdjustmentNote(
      [
        makeLine(1, {
          description: "Compra de café pergamino",
          quantity: "100.000000",
          unitCode: "KGM",
          unitPrice: "12000.00",
          base: "1200000.00",
        }),
      ],
      {
        concept: conceptOf("95", "2"),
        corrected: corrected(
          "SEDS984000001",
          "c3b31863103c7f37683630e319fd0e151c51b6a7f7452171d12e490303f733342ccb8fa7872af465b3e96e4f86bfc10e",
          "CUDS",
        ),
        notes: ["Compra anulada de común acuerdo"],
      },
    ),
  },
  "nas95-11-no-residente-parcial": {
    numbering: { prefix: "NAS", number: 2 },
    note: makeAdjustmentNote([ivaLine(1, "200000.00", "19.00", "38000.00", { description: "Licencia de software" })], {
      operationType: "11",
      counterpart: FOREIGN_VENDOR,
      concept: conceptOf("95", "3"),
      corrected: corrected(
        "SEDS984000003",
        "1a902d424d754cc0ea2c65c0aba1d5520cd0cbb4d6b0d3e11cdbc18fb798b032a7b8a5fbdf844de8e79b0d215df678db",
        "CUDS",
      ),
    }),
  },
};
