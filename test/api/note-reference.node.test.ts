// Sends notes under several names and reads which names their refusals give back.
import { expect, it } from "vitest";
import { describeRefusal } from "../../src/api/message/refusal.ts";
import { readNote } from "../../src/api/note/request.ts";
import type { Why } from "../../src/domain/refusal/problem.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
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
  const { naming } = readNote(readBody({ concepto: "1", ...body }), typeCode);
  const refusal = new Refusal({ reason: "reference-ambiguous", field: [], given: ["documentId", "external"] });
  expect(describeRefusal(refusal, naming).message).toContain(`Se enviaron ${names};`);
});

it.each([
  [{ payment_means_code: "010" }, { reason: "payment-means-unknown", field: ["paymentMeansCode"], value: "010" }],
  [
    { payment_due_date: "2026-03-01" },
    { reason: "due-date-on-credit", field: ["dueDate"], sent: "2026-03-01", issueDate: "2026-03-04" },
  ],
  [{ withholdings: [{ type: "k" }] }, { reason: "withholdings-of-note", field: ["withholdingCount"], count: 1 }],
] as const satisfies readonly (readonly [object, Why])[])("a 95 with %j is told that name", (sent, why) => {
  const [name] = Object.keys(sent);
  const { naming } = readNote(readBody({ documento_id: 3, ...sent }), "95");
  expect(describeRefusal(new Refusal(why), naming).details[0]?.path).toBe(name);
});

it.each([
  ["91", { line: 1, cant: 1 }, ["items.0.line"], []],
  ["94", { Lineas: 1, cant: 1, unit: 50 }, ["items.0.Lineas"], []],
  ["95", { line: 1, cantidad: 1 }, ["items.0.line"], []],
  ["95", { line: "uno" }, ["items.0.line"], ["items.0.line", "items.0.cantidad"]],
  ["91", { linee: 1, cant: 0 }, ["items.0.linee"], ["items.0.cant"]],
] as const)("a %s with the item %j is told of `linea`, and of nothing that a line of its own needs", (...row) => {
  const [typeCode, item, misnamed, wrong] = row;
  const read = readNote(readBody({ concepto: "1", factura_id: 3, documento_id: 3, items: [item] }), typeCode);
  const inItems = (details: readonly { readonly path: string }[]) =>
    details.map(({ path }) => path).filter((path) => path.startsWith("items"));
  expect([inItems(read.unused), inItems(read.typeErrors)]).toEqual([misnamed, wrong]);
  for (const { message, path } of read.unused) {
    if (path.startsWith("items")) expect(message).toContain("¿quiso decir `linea`?");
  }
  expect(read.draft).toBeUndefined();
});
