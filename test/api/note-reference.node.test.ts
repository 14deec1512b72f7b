// Sends more than one reference in each note and reads which names the refusal gives back.
import { expect, it } from "vitest";
import { describeNoteRefusal } from "../../src/api/message/note.ts";
import { readNote } from "../../src/api/note/request.ts";
import { ITEM, readBody, SUPPLIER } from "../support/support-body.ts";

const SALE = { desc: "Café", cant: 1, unit: 100, iva: 19 };
const INVOICE = { numero: "FV1", cufe: "ab".repeat(48), fecha: "2026-03-01" };
const SUPPORT_DOCUMENT = { numero: "DS1", cuds: "ab".repeat(48), fecha: "2026-03-01" };

it.each([
  ["91", { factura_id: 3, factura: INVOICE, items: [SALE] }, "`factura_id` y `factura`"],
  ["92", { factura_id: 3, factura: INVOICE, items: [SALE] }, "`factura_id` y `factura`"],
  [
    "95",
    { documento_id: 3, documento: SUPPORT_DOCUMENT, proveedor: SUPPLIER, items: [ITEM] },
    "`documento_id` y `documento`",
  ],
] as const)("a %s that names its document twice is told both names", (typeCode, body, names) => {
  const { noteWords } = readNote(readBody({ concepto: "1", ...body }), typeCode).naming;
  const facts = { code: "reference_ambiguous", given: ["documentId", "external"] } as const;
  expect(describeNoteRefusal(facts, typeCode, noteWords).message).toContain(`Se enviaron ${names};`);
});
