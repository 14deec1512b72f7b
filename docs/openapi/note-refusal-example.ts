// Lists the examples that each kind of note has like the credit note, whose own stand with the uses of notes: repetitions, verdicts
// and refusals, in the names of its fields.
import type { ExampleRequest, Given } from "./example.ts";
import { SMALL_INVOICE, tagInvoice } from "./invoice-body.ts";
import { ELSEWHERE, OWN_LINE } from "./note-example.ts";
import { nameOfExample, refuseCreation } from "./refusal-example.ts";
import { SMALL_SUPPORT_DOCUMENT, tagSupportDocument } from "./support-document-body.ts";
import { SMALL_TICKET, tagTicket } from "./ticket-body.ts";

const versions = ["v2"] as const;

type Corrects = Extract<Given, { readonly type: "corrects" }>;

/** A kind of note, in the names of its fields. */
interface NoteKind {
  readonly operationId: string;
  /** Whether it lowers its document: then it is held to what is left of it. */
  readonly lowers: boolean;
  readonly id: "factura_id" | "documento_id";
  /** The document that it corrects, and the same with a tag of the pretend authority. */
  readonly sold: object;
  readonly tag: (tag: string) => object;
  /** One that was issued with another system. */
  readonly elsewhere: object;
  /** A line of its own, at this price. */
  readonly line: (price: number) => object;
  /** A line that is worth nothing. */
  readonly gift: object;
  readonly quantity: "cant" | "cantidad";
  readonly misspelt: object;
  readonly otherParty: object;
  /** Undefined: the note names no currency. */
  readonly otherCurrency?: object;
  readonly withholdings: object;
  /** Undefined: the note corrects no period. */
  readonly period?: object;
  /** The note that annuls what it corrects. */
  readonly annulledBy: string;
}

const saleLine = (unit: number) => ({ ...OWN_LINE, unit });
const OF_SALES = {
  line: saleLine,
  gift: { ...OWN_LINE, descuento_porcentaje: 100 },
  quantity: "cant",
  misspelt: { ...OWN_LINE, descuento_porcentage: 10 },
  withholdings: { withholdings: [{ type: "RETEFUENTE", base_mode: "subtotal", percent: 2.5 }] },
} as const;
const { cufe, ...ELSEWHERE_AT_ALL } = ELSEWHERE;
const OF_TICKETS = {
  ...OF_SALES,
  id: "documento_id",
  sold: SMALL_TICKET,
  tag: tagTicket,
  elsewhere: { documento: { ...ELSEWHERE_AT_ALL, cude: cufe } },
  otherParty: { receptor: { tipo_doc: "13", numero_doc: "1023456789", nombre: "Ana Mora" } },
  annulledBy: "createTicketCreditNote",
} as const;
const buying = (precio_unitario: number) => ({
  codigo: "50201706",
  descripcion: "Descuento por pronto pago",
  cantidad: 1,
  precio_unitario,
  porcentaje_iva: 19,
});

const KINDS: readonly NoteKind[] = [
  {
    ...OF_SALES,
    operationId: "createDebitNote",
    lowers: false,
    id: "factura_id",
    sold: SMALL_INVOICE,
    tag: tagInvoice,
    elsewhere: { factura: ELSEWHERE },
    otherParty: { receptor: { ...SMALL_INVOICE.receptor, tipo_doc: "13", numero_doc: "1023456789" } },
    otherCurrency: { currency: { commercial_currency: "USD", applied_rate: 4100, rate_date: "2026-03-02" } },
    period: { periodo: { fecha_inicio: "2026-02-28", fecha_fin: "2026-02-01" }, receptor: SMALL_INVOICE.receptor },
    annulledBy: "createCreditNote",
  },
  {
    operationId: "createAdjustmentNote",
    lowers: true,
    id: "documento_id",
    sold: SMALL_SUPPORT_DOCUMENT,
    tag: tagSupportDocument,
    elsewhere: { documento: { ...ELSEWHERE_AT_ALL, cuds: cufe } },
    line: buying,
    gift: buying(0),
    quantity: "cantidad",
    misspelt: { ...buying(5000), precio_unitari: 5000 },
    otherParty: { proveedor: { ...SMALL_SUPPORT_DOCUMENT.proveedor, nit: "1023456789" } },
    otherCurrency: { moneda: "USD", tasa_cambio: 4100, fecha_tasa_cambio: "2026-03-02" },
    withholdings: { retenciones: [{ authority_tax_code: "06", base_mode: "subtotal", percent: 2.5 }] },
    annulledBy: "createAdjustmentNote",
  },
  { ...OF_TICKETS, operationId: "createTicketCreditNote", lowers: true },
  { ...OF_TICKETS, operationId: "createTicketDebitNote", lowers: false },
];

/** Each example: its name, what it shows, the body, and what was before it unless that is a document that was accepted. */
type Row = readonly [
  what: string,
  summary: string,
  body: object,
  before?: Partial<Corrects> | null,
  more?: Partial<ExampleRequest>,
];

/** What a note corrects, and how much of it. */
function listReferences(kind: NoteKind): readonly Row[] {
  const { id, line, elsewhere, tag, annulledBy, operationId } = kind;
  const named = { [id]: 1042, concepto: "3", items: [line(5000)] };
  return [
    ["sin-referencia", "No dice qué corrige", { concepto: "3", items: [line(5000)] }, null],
    ["ambigua", "Dice dos cosas que corregir", { ...named, ...elsewhere }],
    ["desconocida", "Un documento que la empresa no tiene", { ...named, [id]: 999_999_999 }, null],
    ["de-nota", "El id es de una nota", named, { after: { concepto: "3", items: [line(5000)] }, isOfNote: true }],
    ["rechazada", "El documento fue rechazado", named, { body: tag("#rechazo") }],
    ["pendiente", "El documento aún no tiene resultado", named, { body: tag("#perdido") }],
    [
      "anulada",
      "El documento ya está anulado",
      named,
      { after: {}, ...(annulledBy === operationId ? {} : { afterBy: annulledBy }) },
    ],
  ];
}

/** What the note says of it. */
function listTerms({ id, line, gift, otherParty, otherCurrency, withholdings, period }: NoteKind): readonly Row[] {
  const named = { [id]: 1042, concepto: "3", items: [line(5000)] };
  return [
    ["sin-concepto", "Trae líneas y no dice el concepto", { [id]: 1042, items: [line(5000)] }],
    ["concepto-malo", "Un concepto que no existe", { ...named, concepto: "9" }],
    ["nada", "Sumaría 0.00", { ...named, items: [gift] }],
    ["otra-parte", "Otra parte que la del documento", { ...named, ...otherParty }],
    ...(otherCurrency ? [["otra-moneda", "Otra moneda", { ...named, ...otherCurrency }] as const] : []),
    ["otro-dia", "Otra fecha que la de hoy", { ...named, fecha_emision: "2026-03-01" }],
    ["retenciones", "Con retenciones", { ...named, ...withholdings }],
    ...(period
      ? [["periodo-malo", "Un periodo al revés", { ...period, concepto: "3", items: [line(5000)] }, null] as const]
      : []),
    ["sin-serie", "La empresa no tiene numeración de estas notas", named, { hasSeries: false }],
  ];
}

/** What it takes of the document's lines. */
function listLines({ id, line, lowers, quantity }: NoteKind): readonly Row[] {
  const take = (linea: number, count: number) => ({ [id]: 1042, concepto: "1", items: [{ linea, [quantity]: count }] });
  const unknown: Row = ["linea", "Una línea que el documento no tiene", take(9, 1)];
  if (!lowers) return [unknown];
  return [
    unknown,
    ["linea-excedida", "Más unidades de las que quedan", take(1, 50)],
    ["anulacion-parcial", "Una anulación con parte de las líneas", { ...take(1, 0.5), concepto: "2" }],
    ["excede", "Más de lo que queda", { [id]: 1042, concepto: "3", items: [line(9_000_000)] }],
  ];
}

/** What comes of it when nothing is wrong with the request. */
function listOutcomes({ id, line }: NoteKind): readonly Row[] {
  const named = { [id]: 1042, concepto: "3", items: [line(5000)] };
  return [
    ["ensayo", "Ensayo: nada se emite", named, {}, { query: "?dry_run=true", key: null }],
    ["repeticion", "Repetición: la misma nota", named, { isRepeated: true }],
    [
      "en-curso",
      "Repetición mientras la primera solicitud sigue en curso",
      { ...named, motivo: "#lento" },
      { isInFlight: true },
    ],
    ["rechazo", "Rechazada por la autoridad (prueba con #rechazo en `motivo`)", { ...named, motivo: "#rechazo" }],
    [
      "incierta",
      "La respuesta de la autoridad se perdió (prueba con #perdido en `motivo`)",
      { ...named, motivo: "#perdido" },
    ],
  ];
}

function listAll(kind: NoteKind): readonly ExampleRequest[] {
  const { operationId, sold, id, line, quantity, misspelt } = kind;
  const given: Corrects = { type: "corrects", body: sold };
  const named = { [id]: 1042, concepto: "3", items: [line(5000)] };
  const rows = [...listOutcomes(kind), ...listReferences(kind), ...listTerms(kind), ...listLines(kind)];
  return [
    ...rows.map(
      ([what, summary, body, before, more]): ExampleRequest => ({
        versions,
        operationId,
        name: nameOfExample(operationId, what),
        summary,
        body,
        ...(before === null ? {} : { given: { ...given, ...before } }),
        ...more,
      }),
    ),
    ...refuseCreation({
      versions,
      operationId,
      body: named,
      given,
      malformed: { ...named, items: [{ ...line(5000), [quantity]: 0 }] },
      misspelt: { ...named, items: [misspelt] },
      mismatched: { ...named, total: 6000 },
      otherwise: { ...named, observaciones: "otra" },
    }),
  ];
}

const CREDIT = { factura_id: 1042, concepto: "3", items: [OWN_LINE] };

export const noteRefusalExamples: readonly ExampleRequest[] = [
  ...KINDS.flatMap(listAll),
  ...refuseCreation({
    versions,
    operationId: "createCreditNote",
    body: CREDIT,
    given: { type: "corrects", body: SMALL_INVOICE },
    malformed: { ...CREDIT, items: [{ ...OWN_LINE, cant: 0 }] },
    misspelt: { ...CREDIT, items: [OF_SALES.misspelt] },
    mismatched: { ...CREDIT, total: 6000 },
    otherwise: { ...CREDIT, observaciones: "otra" },
  }),
  {
    versions,
    operationId: "createCreditNote",
    name: "nc-en-curso",
    summary: "Repetición mientras la primera solicitud sigue en curso",
    given: { type: "corrects", body: SMALL_INVOICE, isInFlight: true },
    body: { ...CREDIT, motivo: "#lento" },
  },
];
