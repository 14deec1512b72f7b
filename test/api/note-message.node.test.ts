// Tests, word for word, the Spanish sentence that a client reads for each refusal of a note, and the figures beside it.
import { describe, expect, it } from "vitest";
import { describeRefusal } from "../../src/api/message/refusal.ts";
import { readNote } from "../../src/api/note/request.ts";
import { listNoteConcepts } from "../../src/domain/catalogue/catalogue.ts";
import type { NoteType } from "../../src/domain/kind.ts";
import type { Why } from "../../src/domain/refusal/problem.ts";
import { refuseNote } from "../../src/domain/refusal/refusal.ts";
import { readBody } from "../support/support-body.ts";

const CONCEPTS = listNoteConcepts("92");
const LISTED = '"1" Intereses; "2" Gastos por cobrar; "3" Cambio del valor; "4" Otros';
const TODAY = "2026-03-04";
const period = { start: "2026-03-01", end: "2026-02-28", today: TODAY };
const line = { reason: "exceeds-line", line: 3 } as const;

const ROWS: readonly (readonly [NoteType, Why, message: string, path: string])[] = [
  [
    "91",
    { reason: "reference-not-found", field: ["documentId"], value: 9999 },
    "El campo `factura_id` es 9999; no existe la factura con ese id en la empresa.",
    "factura_id",
  ],
  [
    "95",
    { reason: "reference-not-found", field: ["documentId"], value: 9999 },
    "El campo `documento_id` es 9999; no existe el documento soporte con ese id en la empresa.",
    "documento_id",
  ],
  [
    "91",
    { reason: "reference-required", field: ["documentId"] },
    "Falta decir qué corrige la nota: la factura en `factura_id` o `factura`, o el `periodo` donde se admite.",
    "factura_id",
  ],
  [
    "95",
    { reason: "reference-required", field: ["documentId"] },
    "Falta decir qué corrige la nota: el documento soporte en `documento_id` o `documento`.",
    "documento_id",
  ],
  [
    "91",
    { reason: "reference-ambiguous", field: [], given: ["documentId", "external", "period"] },
    "Se enviaron `factura_id` y `factura` y `periodo`; la nota corrige una sola cosa.",
    "",
  ],
  [
    "95",
    { reason: "not-correctable", field: ["documentId"], typeCode: "95", noteType: "95" },
    "El documento es de tipo 95 y una nota de ajuste solo corrige el documento soporte.",
    "documento_id",
  ],
  [
    "92",
    { reason: "reference-rejected", field: ["documentId"], number: "FEA7" },
    "La autoridad rechazó el documento FEA7: no necesita nota; corríjalo y emítalo de nuevo.",
    "factura_id",
  ],
  [
    "91",
    { reason: "reference-pending", field: ["documentId"], state: "enviado" },
    "El documento está en estado enviado: la nota se emite cuando la autoridad lo haya aceptado; repita entonces con la misma clave.",
    "factura_id",
  ],
  [
    "91",
    { reason: "reference-lost", field: ["documentId"], number: "FEA7" },
    "El servicio no tiene el archivo que se firmó del documento FEA7, y sin él no se puede corregir; quien lo opera debe reponerlo. Repita entonces con la misma clave.",
    "factura_id",
  ],
  [
    "92",
    { reason: "too-many-notes", field: ["documentId"], most: 500 },
    "El documento ya tiene todas las notas que se admiten: las rechazadas no cuentan. Reúna en menos notas lo que se corrige.",
    "factura_id",
  ],
  [
    "91",
    { reason: "reference-annulled", field: ["documentId"], because: "annulment" },
    "El documento está anulado por otra nota y no admite más.",
    "factura_id",
  ],
  [
    "91",
    { reason: "reference-annulled", field: ["documentId"], because: "annulment-pending" },
    "Otra nota anula el documento y aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
    "factura_id",
  ],
  [
    "95",
    { reason: "reference-annulled", field: ["documentId"], because: "nothing-left-pending" },
    "Otras notas toman todo lo que queda del documento y alguna aún no tiene un resultado final; si la autoridad la rechaza, repita con la misma clave.",
    "documento_id",
  ],
  [
    "91",
    { reason: "reference-annulled", field: ["documentId"], because: "nothing-left" },
    "Otras notas ya acreditaron todo el documento; no queda nada por acreditar.",
    "factura_id",
  ],
  [
    "92",
    { reason: "concept-required", field: ["concept"], concepts: CONCEPTS },
    `El campo \`concepto\` es obligatorio: ${LISTED}.`,
    "concepto",
  ],
  [
    "92",
    { reason: "concept-invalid", field: ["concept"], value: "5", concepts: CONCEPTS },
    `El campo \`concepto\` es "5"; se admite: ${LISTED}.`,
    "concepto",
  ],
  [
    "91",
    { reason: "concept-needs-reference", field: ["concept"] },
    'El concepto "2" anula un documento: no se admite con `periodo`.',
    "concepto",
  ],
  [
    "91",
    { reason: "concept-needs-whole", field: ["concept"], because: "lines" },
    'El concepto "2" anula el documento entero y los `items` no lo son; quítelos, o use otro concepto.',
    "concepto",
  ],
  [
    "91",
    { reason: "concept-needs-whole", field: ["concept"], because: "other-notes" },
    'El concepto "2" anula el documento entero y ya hay otras notas; acredite lo que queda con otro concepto.',
    "concepto",
  ],
  [
    "91",
    { reason: "line-unknown", field: ["lines", 1, "line"], line: 9, lines: [1, 2] },
    "El campo `items.1.linea` es 9 y sus líneas son 1, 2.",
    "items.1.linea",
  ],
  [
    "91",
    { reason: "line-unknown", field: ["lines", 1, "line"], line: 9, lines: [1] },
    "El campo `items.1.linea` es 9 y su única línea es la 1.",
    "items.1.linea",
  ],
  [
    "91",
    { reason: "line-unknown", field: ["lines", 0, "line"], line: 1, lines: [] },
    "El campo `items.0.linea` es 1 y no hay un documento guardado del que tomarla.",
    "items.0.linea",
  ],
  [
    "91",
    { ...line, field: ["lines", 1, "quantity"], figure: "quantity", available: "1", requested: "2" },
    "De la línea 3 queda 1 unidad y se piden 2.",
    "items.1.cant",
  ],
  [
    "91",
    { ...line, field: ["lines", 1, "quantity"], figure: "quantity", available: "0", requested: "2" },
    "De la línea 3 no quedan unidades y se piden 2.",
    "items.1.cant",
  ],
  [
    "91",
    { ...line, field: ["lines", 1, "quantity"], figure: "quantity", available: "0.5", requested: "1" },
    "De la línea 3 quedan 0.5 unidades y se pide 1.",
    "items.1.cant",
  ],
  [
    "91",
    { ...line, field: ["lines", 1, "quantity"], figure: "quantity", available: "2", requested: "5" },
    "De la línea 3 quedan 2 unidades y se piden 5.",
    "items.1.cant",
  ],
  [
    "91",
    { ...line, field: ["lines", 1, "paidPrice"], figure: "paidPrice", available: "100.00", requested: "100.01" },
    "Por una unidad de la línea 3 se pagaron 100.00 con sus impuestos y se pide devolver 100.01; una nota no puede pasar de lo pagado.",
    "items.1.unit_input",
  ],
  [
    "91",
    { reason: "nothing-to-credit", field: ["claimedTotal"], noteType: "91" },
    "La nota crédito sumaría 0.00 y no cambiaría nada: solo la anulación de un documento de 0.00 lo puede.",
    "total",
  ],
  [
    "91",
    { reason: "charge-unknown", field: ["charges", 0, "charge"], charge: 3, count: 2 },
    "El campo `cargos.0.cargo` es 3; los cargos del documento van de 1 a 2.",
    "cargos.0.cargo",
  ],
  [
    "91",
    { reason: "needs-lines", field: ["areDiscountsShared"] },
    "El campo `prorratear` va con `items`: sin ellos la nota es el documento entero, con sus descuentos y cargos.",
    "prorratear",
  ],
  [
    "95",
    { ...line, field: ["lines", 1, "unitPrice"], figure: "unitPrice", available: "10.00", requested: "11" },
    "El valor unitario de la línea 3 es 10.00 y se pide 11; una nota no puede pasar de él.",
    "items.1.precio_unitario",
  ],
  [
    "95",
    { ...line, field: ["lines", 1, "quantity"], figure: "amount", available: "10.00", requested: "11.00" },
    "De la línea 3 quedan 10.00 por acreditar y se piden 11.00.",
    "items.1.cantidad",
  ],
  [
    "91",
    {
      reason: "party-differs",
      field: ["receiver"],
      expected: { type: "31", number: "800134536" },
      given: { type: "13", number: "123" },
    },
    "El campo `receptor` es 13 123 y la factura es de 31 800134536; quítelo o envíe el mismo.",
    "receptor",
  ],
  [
    "91",
    { reason: "currency-differs", field: ["currency"], expected: "COP", value: "USD" },
    "La moneda, su tasa o la fecha de esta es USD y en la factura es COP; quítela o envíe la misma.",
    "currency",
  ],
  [
    "91",
    { reason: "note-not-today", field: ["issueDate"], value: "2026-03-03", today: TODAY },
    'El campo `fecha_emision` es "2026-03-03"; una nota se emite hoy en Bogotá (2026-03-04), cuando se firma.',
    "fecha_emision",
  ],
  [
    "91",
    { reason: "withholdings-of-note", field: ["withholdingCount"], count: 1 },
    "Una nota no lleva retenciones: su esquema no las tiene; quítelas.",
    "withholdings",
  ],
  [
    "91",
    { reason: "period-invalid", field: ["period"], ...period, because: "start-after-end" },
    "El periodo empieza el 2026-03-01, después de terminar el 2026-02-28.",
    "periodo",
  ],
  [
    "91",
    { reason: "period-invalid", field: ["period"], ...period, end: "2026-03-31", because: "after-today" },
    "El periodo termina el 2026-03-31, después de hoy en Bogotá (2026-03-04).",
    "periodo",
  ],
  [
    "91",
    { reason: "period-invalid", field: ["period"], ...period, because: "not-a-date" },
    'El periodo va de "2026-03-01" a "2026-02-28"; ambas deben ser fechas reales AAAA-MM-DD.',
    "periodo",
  ],
  [
    "92",
    { reason: "no-series", field: [], typeCode: "92" },
    "La empresa no tiene configurada la numeración de la nota débito (tipo 92); debe agregarla el operador.",
    "",
  ],
  ["92", { reason: "required-in-note", field: ["lines"] }, "El campo `items` es obligatorio en esta nota.", "items"],
  [
    "95",
    { reason: "required-in-note", field: ["supplier"] },
    "El campo `proveedor` es obligatorio en esta nota.",
    "proveedor",
  ],
  [
    "95",
    { reason: "not-positive", field: ["lines", 0, "quantity"], value: "0" },
    "El campo `items.0.cantidad` es 0; debe ser mayor que cero.",
    "items.0.cantidad",
  ],
  [
    "91",
    { reason: "too-many-decimals", field: ["lines", 0, "unitPrice"], value: "0.1234567", most: 6 },
    "El campo `items.0.unit` es 0.1234567; admite hasta 6 decimales.",
    "items.0.unit",
  ],
  [
    "95",
    { reason: "unit-unknown", field: ["lines", 2, "unitCode"], value: "XX" },
    'El campo `items.2.unidad_medida` debe ser una unidad de la lista oficial, como "EA" o "94"; se recibió "XX".',
    "items.2.unidad_medida",
  ],
  [
    "91",
    { reason: "line-without-value", field: ["lines", 0], base: "0.00" },
    "El campo `items.0` da un valor de línea de 0.00; debe ser mayor que cero.",
    "items.0",
  ],
  [
    "91",
    { reason: "reference-date", field: ["external", "issueDate"], value: "2026-03-05", today: TODAY },
    'El campo `factura.fecha` es "2026-03-05"; debe ser una fecha real AAAA-MM-DD no posterior a hoy en Bogotá (2026-03-04).',
    "factura.fecha",
  ],
  [
    "95",
    { reason: "currency-unknown", field: ["currency"], value: "XXY" },
    'El campo `moneda` debe ser una moneda ISO 4217, como "COP"; se recibió "XXY".',
    "moneda",
  ],
  [
    "95",
    { reason: "payment-means-unknown", field: ["paymentMeansCode"], value: "010" },
    'El campo `medio_pago_codigo` debe ser un medio de pago de la lista oficial, como "10" o "42"; se recibió "010".',
    "medio_pago_codigo",
  ],
  [
    "95",
    { reason: "due-date-on-credit", field: ["dueDate"], sent: null, issueDate: TODAY },
    "El campo `fecha_vencimiento` debe ser una fecha real AAAA-MM-DD igual o posterior a la de emisión (2026-03-04) a crédito; no se recibió.",
    "fecha_vencimiento",
  ],
  [
    "92",
    { reason: "total-too-large", field: ["claimedTotal"], total: "1000000000000000.00", most: "999999999999999" },
    "La nota sumaría 1000000000000000.00; se admite hasta 999999999999999.",
    "total",
  ],
  [
    "95",
    { reason: "series-stopped", field: [], typeCode: "95", number: "NA7" },
    "Está detenida la numeración de la nota de ajuste (tipo 95) en NA7: otro sistema usó un número de la serie; debe revisarla el operador.",
    "",
  ],
  [
    "91",
    { reason: "series-number-held", field: [], typeCode: "91", number: "NC7" },
    "Está detenida la numeración de la nota crédito (tipo 91) en NC7: ya lo tiene otra nota de la empresa; debe revisarla el operador.",
    "",
  ],
  [
    "91",
    { reason: "concept-needs-whole", field: ["concept"], because: "allowances" },
    'El concepto "2" anula el documento entero, con sus descuentos y cargos: no lleva otros; quítelos, o use otro concepto.',
    "concepto",
  ],
  [
    "91",
    {
      ...{ reason: "exceeds-balance", field: ["charges", 1, "amount"], charge: 3, requested: "8.01" },
      ...{ invoiced: "20.00", credited: "12.00", inProcess: "0.00", available: "8.00" },
    },
    "Del cargo 3 del documento quedan 8.00 por devolver y se piden 8.01.",
    "cargos.1.valor",
  ],
  [
    "91",
    {
      ...{ reason: "tax-sum-off", field: ["lines"], tax: "IVA", rate: "19.00" },
      ...{ amount: "19.00", computed: "16.00", tolerance: "2.00" },
    },
    "Las líneas de la nota suman 19.00 de IVA (19.00 %), y la base por la tarifa es 16.00; la autoridad admite una diferencia de 2.00: divida la nota en varias.",
    "items",
  ],
];

/** As a client reads it that used no other names. */
function describeNote(why: Why, typeCode: NoteType) {
  return describeRefusal(refuseNote(typeCode, why), readNote(readBody({}), typeCode).naming);
}

/** The same refusal, in which every figure is one (money with its cents) and every list of lines has one. */
function countOne(why: Why): Why {
  const entries = Object.entries(why).map(([name, value]) => {
    if (name === "lines") return [name, [1]];
    // Neither a place nor a code is a count, and how many decimals fit is fixed.
    if (["field", "typeCode", "noteType", "most"].includes(name)) return [name, value];
    if (typeof value === "number") return [name, 1];
    if (typeof value !== "string" || !/^[\d.]+$/.test(value)) return [name, value];
    return [name, /\.\d\d$/.test(value) ? "1.00" : "1"];
  });
  return Object.fromEntries(entries);
}

describe("a refused note says", () => {
  it.each(ROWS)("%s %j: %s", (typeCode, why, message, path) => {
    const described = describeNote(why, typeCode);
    expect(described.message).toBe(message);
    expect(described.details[0]).toMatchObject({ path, message });
  });

  it.each(ROWS)("nothing in the plural of one: %s %j", (typeCode, why) => {
    const { message } = describeNote(countOne(why), typeCode);
    expect(message).not.toMatch(
      /\b(?:quedan|piden|son|suman|sobran|faltan) 1(?![\d.,])|(?<![\d.,-])1 (?!es\b)\p{L}+s\b/u,
    );
  });

  it("what remains of the document, one detail for each figure", () => {
    const balance = { invoiced: "119000.00", credited: "50000.00", inProcess: "9000.00", available: "60000.00" };
    const { message, details } = describeNote({ reason: "exceeds-balance", ...balance, requested: "70000.00" }, "91");
    expect(message).toBe("La nota suma 70000.00 y del documento quedan 60000.00 por acreditar.");
    expect(details.map(({ path, value, rule }) => [path, value, rule])).toEqual([
      ["facturado", "119000.00", "VLR02"],
      ["acreditado", "50000.00", "VLR02"],
      ["en_proceso", "9000.00", "VLR02"],
      ["disponible", "60000.00", "VLR02"],
      ["solicitado", "70000.00", "VLR02"],
    ]);
  });

  it("what remains of the line, beside the field that asks for more", () => {
    const { details } = describeNote(
      { ...line, field: ["lines", 1, "quantity"], figure: "quantity", available: "1", requested: "2" },
      "91",
    );
    expect(details.map(({ path, value }) => [path, value])).toEqual([
      ["items.1.cant", undefined],
      ["disponible", "1"],
      ["solicitado", "2"],
    ]);
  });
});
