// Lists every example of the routes of notes: what each kind is used for, and each of its refusals.
import type { ExampleRequest } from "./example.ts";
import { SMALL_INVOICE, tagInvoice } from "./invoice-body.ts";
import { SMALL_SUPPORT_DOCUMENT } from "./support-document-body.ts";

const CREDIT = "createCreditNote";
const DEBIT = "createDebitNote";
const ADJUSTMENT = "createAdjustmentNote";

const versions = ["v2"] as const;
/** The document that the note corrects is issued first; 1042 is its id. */
const invoiced = { type: "corrects", body: SMALL_INVOICE } as const;
const supported = { type: "corrects", body: SMALL_SUPPORT_DOCUMENT } as const;

export const ELSEWHERE = {
  numero: "FV1207",
  cufe: "c2f0d8e11d3d4f9a9a6b7c5e4f3d2a1b".repeat(3),
  fecha: "2026-02-27",
};
export const OWN_LINE = { desc: "Descuento por pronto pago", cant: 1, unit: 5000, iva: 19 };
const COUPON_INVOICE = {
  ...SMALL_INVOICE,
  items: [
    { desc: "Zapatos", cant: 1, unit_input: 43200, iva_incluido: true, iva: 19 },
    { desc: "Botas", cant: 1, unit_input: 56800, iva_incluido: true, iva: 19 },
  ],
  descuentos: [{ valor: 10000, motivo: "Cupón" }],
  subtotal: null,
  impuestos: null,
  total: 90000,
};
const FREE_INVOICE = {
  ...SMALL_INVOICE,
  items: [{ desc: "Muestra", cant: 2, unit: 5000, iva: 19, descuento_porcentaje: 100 }],
  subtotal: 0,
  impuestos: 0,
  total: 0,
};
const PERIOD = { fecha_inicio: "2026-02-01", fecha_fin: "2026-02-28" };
const RECEIVER = SMALL_INVOICE.receptor;

const uses: readonly ExampleRequest[] = [
  {
    versions,
    operationId: CREDIT,
    name: "nc-anulacion",
    summary: "Anular una factura: basta su id",
    given: invoiced,
    body: { factura_id: 1042, motivo: "El cliente desistió de la compra" },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-devolucion",
    summary: "Devolver parte de una línea",
    given: invoiced,
    body: {
      factura_id: 1042,
      concepto: "1",
      items: [{ linea: 1, cant: 0.5 }],
      motivo: "Devolución de la mitad",
    },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-cupon",
    summary: "Devolver una línea de una venta con cupón",
    given: { type: "corrects", body: COUPON_INVOICE },
    body: { factura_id: 1042, concepto: "1", items: [{ linea: 1, cant: 1 }], motivo: "No era la talla" },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-precio",
    summary: "Devolver parte del precio, con su impuesto",
    given: { type: "corrects", body: COUPON_INVOICE },
    body: {
      factura_id: 1042,
      concepto: "4",
      items: [{ linea: 1, cant: 1, unit_input: 5000, iva_incluido: true }],
      prorratear: false,
    },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-rebaja",
    summary: "Rebajar el valor facturado, con una línea propia",
    given: invoiced,
    body: { factura_id: 1042, concepto: "3", items: [OWN_LINE] },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-externa",
    summary: "Acreditar una factura expedida con otro sistema, que la autoridad validó",
    given: { type: "issued-elsewhere", body: SMALL_INVOICE },
    body: { factura: ELSEWHERE, receptor: RECEIVER, concepto: "3", items: [OWN_LINE] },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-externa-desconocida",
    summary: "Rechazada: la autoridad no conoce la factura que se acredita",
    body: { factura: ELSEWHERE, receptor: RECEIVER, concepto: "3", items: [OWN_LINE] },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-periodo",
    summary: "Descuento de un periodo, sin factura",
    body: { periodo: PERIOD, receptor: RECEIVER, concepto: "3", items: [OWN_LINE] },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-ensayo",
    summary: "Ensayo: nada se emite",
    given: invoiced,
    query: "?dry_run=true",
    key: null,
    body: { factura_id: 1042 },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-repeticion",
    summary: "Repetición: la misma nota, aunque ya no quede saldo",
    given: { ...invoiced, isRepeated: true },
    body: { factura_id: 1042 },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-rechazo",
    summary: "Rechazada por la autoridad (prueba con #rechazo en `motivo`)",
    given: invoiced,
    body: { factura_id: 1042, motivo: "#rechazo" },
  },
  {
    versions,
    operationId: CREDIT,
    name: "nc-incierta",
    summary: "La respuesta de la autoridad se perdió (prueba con #perdido en `motivo`)",
    given: invoiced,
    body: { factura_id: 1042, motivo: "#perdido" },
  },
  {
    versions,
    operationId: DEBIT,
    name: "nd-intereses",
    summary: "Cobrar intereses sobre una factura",
    given: invoiced,
    body: {
      factura_id: 1042,
      concepto: "1",
      items: [{ desc: "Intereses de mora de febrero", cant: 1, unit: 3500, iva: 0 }],
    },
  },
  {
    versions,
    operationId: ADJUSTMENT,
    name: "nas-anulacion",
    summary: "Anular un documento soporte: basta su id",
    given: supported,
    body: { documento_id: 1042 },
  },
  {
    versions,
    operationId: ADJUSTMENT,
    name: "nas-devolucion",
    summary: "Devolver parte de una compra",
    given: supported,
    body: { documento_id: 1042, concepto: "1", items: [{ linea: 1, cantidad: 2 }], motivo: "Dos unidades dañadas" },
  },
];

/** Each refusal: its name, what it shows, the note, and what it corrects unless that is a small invoice. */
const REFUSALS: readonly (readonly [string, string, object, ExampleRequest["given"]?])[] = [
  ["nc-sin-referencia", "No dice qué corrige", { concepto: "1", items: [OWN_LINE] }],
  ["nc-ambigua", "Dice dos cosas que corregir", { factura_id: 1042, periodo: PERIOD }],
  ["nc-desconocida", "Una factura que la empresa no tiene", { factura_id: 999_999_999 }],
  [
    "nc-de-nota",
    "El id es de una nota",
    { factura_id: 1042 },
    { ...invoiced, after: { concepto: "3", items: [OWN_LINE] }, isOfNote: true },
  ],
  [
    "nc-rechazada",
    "La factura fue rechazada",
    { factura_id: 1042 },
    { type: "corrects", body: tagInvoice("#rechazo") },
  ],
  [
    "nc-pendiente",
    "La factura aún no tiene resultado",
    { factura_id: 1042 },
    { type: "corrects", body: tagInvoice("#perdido") },
  ],
  [
    "nc-anulada",
    "La factura ya está anulada",
    { factura_id: 1042, concepto: "3", items: [OWN_LINE] },
    { ...invoiced, after: {} },
  ],
  ["nc-sin-concepto", "Trae líneas y no dice el concepto", { factura_id: 1042, items: [OWN_LINE] }],
  ["nc-concepto-malo", "Un concepto que no existe", { factura_id: 1042, concepto: "9" }],
  [
    "nc-periodo-anulado",
    "Un periodo no se anula",
    { periodo: PERIOD, receptor: RECEIVER, concepto: "2", items: [OWN_LINE] },
  ],
  [
    "nc-anulacion-parcial",
    "Una anulación con parte de las líneas",
    { factura_id: 1042, concepto: "2", items: [{ linea: 1, cant: 0.5 }] },
  ],
  [
    "nc-nada",
    "Sumaría 0.00",
    { factura_id: 1042, concepto: "1", items: [{ linea: 1, cant: 1 }] },
    { type: "corrects", body: FREE_INVOICE },
  ],
  [
    "nc-excede",
    "Más de lo que queda de la factura",
    { factura_id: 1042, concepto: "3", items: [{ ...OWN_LINE, unit: 9_000_000 }] },
  ],
  [
    "nc-linea",
    "Una línea que la factura no tiene",
    { factura_id: 1042, concepto: "1", items: [{ linea: 9, cant: 1 }] },
  ],
  [
    "nc-linea-excedida",
    "Más unidades de las que quedan",
    { factura_id: 1042, concepto: "1", items: [{ linea: 1, cant: 50 }] },
  ],
  [
    "nc-otro-adquirente",
    "Otro adquirente que el de la factura",
    { factura_id: 1042, receptor: { ...RECEIVER, tipo_doc: "13", numero_doc: "1023456789" } },
  ],
  [
    "nc-otra-moneda",
    "Otra moneda que la de la factura",
    { factura_id: 1042, currency: { commercial_currency: "USD", applied_rate: 4100, rate_date: "2026-03-02" } },
  ],
  ["nc-otro-dia", "Otra fecha que la de hoy", { factura_id: 1042, fecha_emision: "2026-03-01" }],
  [
    "nc-retenciones",
    "Con retenciones",
    { factura_id: 1042, withholdings: [{ type: "RETEFUENTE", base_mode: "subtotal", percent: 2.5 }] },
  ],
  [
    "nc-periodo-malo",
    "Un periodo que termina antes de empezar",
    {
      periodo: { fecha_inicio: "2026-02-28", fecha_fin: "2026-02-01" },
      receptor: RECEIVER,
      concepto: "3",
      items: [OWN_LINE],
    },
  ],
  [
    "nc-sin-serie",
    "La empresa no tiene numeración de notas crédito",
    { factura_id: 1042 },
    { ...invoiced, hasSeries: false },
  ],
];

const refusals = REFUSALS.map(
  ([name, summary, body, given = "factura_id" in body ? invoiced : undefined]): ExampleRequest => ({
    versions,
    operationId: CREDIT,
    name,
    summary,
    ...(given === undefined ? {} : { given }),
    body,
  }),
);

const readings: readonly ExampleRequest[] = [
  {
    versions,
    operationId: "getInvoice",
    name: "nc-consulta",
    summary: "Nota crédito, con la factura que corrige",
    given: { type: "issued", body: SMALL_INVOICE, note: { motivo: "El cliente desistió de la compra" } },
  },
  {
    versions,
    operationId: "getSupportDocument",
    name: "nas-consulta",
    summary: "Nota de ajuste, con el documento soporte que corrige",
    given: { type: "issued", body: SMALL_SUPPORT_DOCUMENT, note: {} },
  },
];

export const noteExamples: readonly ExampleRequest[] = [...uses, ...refusals, ...readings];
