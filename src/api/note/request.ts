// Reads the body of a note into a draft, or reports every problem with its shape. The object of its key loads what it corrects.
import * as z from "zod";
import { FINAL_CONSUMER } from "../../domain/catalogue/catalogue.ts";
import {
  findInvoiceDoubts,
  findNotePrintDoubts,
  findPaymentDoubts,
  findSupportDoubts,
} from "../../domain/doubt/doubt.ts";
import type { InvoiceLineDraft, SupportLineDraft } from "../../domain/draft/draft.ts";
import type {
  AdjustmentNoteDraft,
  InvoiceNoteDraft,
  LineCorrectionDraft,
  NoteChargeDraft,
  NoteDraft,
  NoteLineDraft,
} from "../../domain/draft/note-draft.ts";
import { KINDS, type NoteType, type SalesNoteType } from "../../domain/kind.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../domain/value/json.ts";
import { noticeOrRefuse, refuseDoubts, throwIfWrong } from "../app/body.ts";
import type { Call } from "../app/route.ts";
import { disclose } from "../base/disclosure.ts";
import type { Detail } from "../base/error.ts";
import { type ReadRequest, type ReadSound, toSound } from "../creation/create.ts";
import { readDecimalTexts } from "../field/decimal-text.ts";
import { listField, listItems, readFields } from "../field/field.ts";
import { toHandOverWish } from "../field/mail.ts";
import {
  type AliasTable,
  createNaming,
  findMeant,
  findUnknownMembers,
  type KnownNames,
  listNames,
  OWN_NAMES,
  type ResolvedBody,
  resolveAliases,
} from "../field/name.ts";
import { findUnpaidPrices } from "../invoice/included-price.ts";
import {
  INVOICE_ALIASES,
  INVOICE_NAMES,
  toAllowance,
  toCurrency,
  toLine as toInvoiceLine,
  toPayment,
  toReceiver,
} from "../invoice/request.ts";
import { tillLineSchema } from "../invoice/request-schema.ts";
import { describeField, describeUnused, PHRASE, UNUSED } from "../message/field.ts";
import { DetailList } from "../message/refusal.ts";
import {
  isRefusedName,
  isTaxMoney,
  refuseTaxMoney,
  SUPPORT_DOCUMENT_ALIASES,
  SUPPORT_DOCUMENT_NAMES,
  toSupplier,
  toLine as toSupportLine,
} from "../support-document/request.ts";
import { lineSchema } from "../support-document/request-schema.ts";
import {
  adjustmentCorrectionSchema,
  adjustmentNoteHeaderSchema,
  adjustmentNoteSchema,
  creditNoteHeaderSchema,
  creditNoteSchema,
  debitNoteHeaderSchema,
  debitNoteSchema,
  invoiceCorrectionSchema,
  ticketCreditHeaderSchema,
  ticketCreditNoteSchema,
  ticketDebitHeaderSchema,
  ticketDebitNoteSchema,
} from "./request-schema.ts";

const { items: invoiceItemAliases } = INVOICE_ALIASES.nested ?? {};
const { items: supportItemAliases, proveedor: supplierAliases } = SUPPORT_DOCUMENT_ALIASES.nested ?? {};

/** Other names of the fields of credit and debit notes. */
export const INVOICE_NOTE_ALIASES: AliasTable = {
  names: { retenciones: "withholdings" },
  nested: { ...(invoiceItemAliases === undefined ? {} : { items: invoiceItemAliases }), metadatos: OWN_NAMES },
};

/** Other names of the fields of adjustment notes, as support documents have them. */
export const ADJUSTMENT_NOTE_ALIASES: AliasTable = {
  names: {
    payment_type: "forma_pago",
    payment_means_code: "medio_pago_codigo",
    payment_due_date: "fecha_vencimiento",
    withholdings: "retenciones",
  },
  nested: {
    ...(supportItemAliases === undefined ? {} : { items: supportItemAliases }),
    ...(supplierAliases === undefined ? {} : { proveedor: supplierAliases }),
    metadatos: OWN_NAMES,
  },
};

/** What a note says beyond what the document says that it corrects. */
const NOTE_NAMES = {
  period: "periodo",
  concept: "concepto",
  motive: "motivo",
  notes: "observaciones",
  issueDate: "fecha_emision",
} as const;
/** The client's names of the members of a credit or debit note. */
const INVOICE_NOTE_WIRE = {
  ...INVOICE_NAMES,
  ...NOTE_NAMES,
  documentId: "factura_id",
  external: { name: "factura", members: { issueDate: "fecha" } },
  lines: { name: "items", members: { ...INVOICE_NAMES.lines.members, line: "linea", paidPrice: "unit_input" } },
  charges: { name: "cargos", members: { ...INVOICE_NAMES.charges.members, charge: "cargo" } },
  areDiscountsShared: "prorratear",
  withholdingCount: "withholdings",
};
/** Those of a note on a ticket. */
const TICKET_NOTE_WIRE = {
  ...INVOICE_NOTE_WIRE,
  documentId: "documento_id",
  external: { name: "documento", members: { fiscalId: "cude", issueDate: "fecha" } },
};
/** Those of an adjustment note. */
const ADJUSTMENT_NOTE_WIRE = {
  ...SUPPORT_DOCUMENT_NAMES,
  ...NOTE_NAMES,
  documentId: "documento_id",
  external: { name: "documento", members: { issueDate: "fecha" } },
  lines: { name: "items", members: { ...SUPPORT_DOCUMENT_NAMES.lines.members, line: "linea" } },
  withholdingCount: "retenciones",
};

/** Reads a body; what depends on the company, the clock or the corrected document is left to the object. */
export function readNote(body: JsonObject, typeCode: NoteType): ReadRequest<NoteDraft> {
  return typeCode === "95" ? readAdjustmentNote(body) : readInvoiceNote(body, typeCode);
}

const INVOICE_NOTE_NAMES = {
  "91": listNames(creditNoteSchema, INVOICE_NOTE_ALIASES),
  "92": listNames(debitNoteSchema, INVOICE_NOTE_ALIASES),
  "93": listNames(ticketDebitNoteSchema, INVOICE_NOTE_ALIASES),
  "94": listNames(ticketCreditNoteSchema, INVOICE_NOTE_ALIASES),
} as const;
const ADJUSTMENT_NOTE_NAMES = listNames(adjustmentNoteSchema, ADJUSTMENT_NOTE_ALIASES);

function readInvoiceNote(sent: JsonObject, typeCode: SalesNoteType): ReadRequest<NoteDraft> {
  const names = INVOICE_NOTE_NAMES[typeCode];
  const { body, remarks } = readDecimalTexts(sent, names);
  const resolved = resolveAliases(body, INVOICE_NOTE_ALIASES, { refusesUnderscore: true });
  const { value, spell } = resolved;
  const header = readHeader(typeCode, value, spell);
  const items = readItems(value, { own: tillLineSchema, correction: invoiceCorrectionSchema }, names, spell);
  const lines = items.lines?.map((line): NoteLineDraft<InvoiceLineDraft> => {
    if (line.type === "own") return { type: "own", item: toInvoiceLine(line.wire) };
    const { linea, cant, unit, unit_input: input } = line.wire;
    return toCorrection(linea, cant, { unitPrice: unit ?? null, paidPrice: input ?? null });
  });
  const isTicket = KINDS[typeCode].module === "dee";
  const wire = isTicket ? TICKET_NOTE_WIRE : INVOICE_NOTE_WIRE;
  const naming = createNaming({ kind: "invoice", isStrict: true, isNote: true, isTicket }, wire, spell);
  const own = items.readable.map((line) => (line?.type === "own" ? toInvoiceLine(line.wire) : undefined));
  return {
    draft:
      header.value === undefined || items.isUnreadable
        ? undefined
        : toInvoiceNote(typeCode, header.value, lines ?? null),
    metadata: header.value?.metadatos ?? null,
    handOver: toHandOverWish(header.value?.envio),
    typeErrors: [
      ...resolved.problems,
      ...header.problems,
      ...items.problems,
      ...findUnpaidPrices(own, naming),
      ...findPriceFaults(value, spell),
      ...findChargeFaults(header.value?.cargos ?? [], spell),
      ...refuseDoubts("v2", findInvoiceDoubts({ lines: own }), naming),
    ],
    unused: [
      ...findUnknownMembers(body, names, "v2", isRefusedName),
      ...findSpared(value, names, ["linea", "cant", "unit", "unit_input", "iva_incluido"], spell),
    ],
    remarks,
    canonical: value,
    naming,
  };
}

function readAdjustmentNote(sent: JsonObject): ReadRequest<NoteDraft> {
  const { body, remarks } = readDecimalTexts(sent, ADJUSTMENT_NOTE_NAMES);
  const resolved = resolveAliases(body, ADJUSTMENT_NOTE_ALIASES, { refusesUnderscore: true });
  const { value, spell } = resolved;
  const header = readFields(adjustmentNoteHeaderSchema, value, spell, true);
  const schemas = { own: lineSchema, correction: adjustmentCorrectionSchema };
  const items = readItems(value, schemas, ADJUSTMENT_NOTE_NAMES, spell);
  const lines = items.lines?.map((line): NoteLineDraft<SupportLineDraft> => {
    if (line.type === "own") return { type: "own", item: toSupportLine(line.wire) };
    const { linea, cantidad, precio_unitario: unitPrice = null } = line.wire;
    return toCorrection(linea, cantidad, { unitPrice, paidPrice: null });
  });
  const naming = createNaming({ kind: "support-document", isStrict: true, isNote: true }, ADJUSTMENT_NOTE_WIRE, spell);
  const own = items.readable.map((line) => (line?.type === "own" ? toSupportLine(line.wire) : undefined));
  return {
    draft: header.value === undefined || items.isUnreadable ? undefined : toAdjustmentNote(header.value, lines ?? null),
    metadata: header.value?.metadatos ?? null,
    handOver: null,
    typeErrors: [
      ...[...resolved.problems, ...header.problems, ...items.problems, ...refuseTaxMoney(body)],
      ...refuseDoubts("v2", findSupportDoubts({ lines: own }), naming),
    ],
    unused: [
      ...findUnknownMembers(body, ADJUSTMENT_NOTE_NAMES, "v2", (path) => isRefusedName(path) || isTaxMoney(path)),
      ...findSpared(value, ADJUSTMENT_NOTE_NAMES, ["linea", "cantidad", "precio_unitario"], spell),
    ],
    remarks,
    canonical: value,
    naming,
  };
}

/** The fields of an element that come from the line of the corrected document beside which they stand: they are not used. */
function findSpared(
  value: JsonValue,
  known: KnownNames,
  own: readonly string[],
  spell: ResolvedBody["spell"],
): readonly Detail[] {
  const fields = known.get("items")?.inner;
  const spared = new DetailList();
  for (const [index, item] of listItems(value).entries()) {
    if (!isCorrection(item)) continue;
    for (const name of Object.keys(item)) {
      if (own.includes(name) || item[name] === null || fields?.has(name) !== true) continue;
      spared.add(describeUnused("campo", spell(["items", index, name]), UNUSED.besideLine, NOTE_RULE));
    }
  }
  return spared.all;
}

/** Section of the API's contract about the requests of notes. */
const NOTE_RULE = "1.1";

function isCorrection(item: JsonValue): item is JsonObject {
  return isJsonObject(item) && item.linea !== undefined && item.linea !== null;
}

/** Reads each element by its own schema: with `linea` it is a correction, without it a line of its own. */
const itemsSchema = z.object({
  items: listField(
    z.custom<JsonValue>(() => true),
    { description: "", min: 1 },
  ).nullish(),
});

interface ItemSchemas<Own extends z.ZodType, Correction extends z.ZodType> {
  readonly own: Own;
  readonly correction: Correction;
}

type ReadItem<Own extends z.ZodType, Correction extends z.ZodType> =
  | { readonly type: "own"; readonly wire: z.output<Own> }
  | { readonly type: "correction"; readonly wire: z.output<Correction> };

/**
 * @returns lines: undefined when none were sent, or when not all can be read, which `isUnreadable` tells apart; readable: those that
 *   can, each in its place.
 */
function readItems<Own extends z.ZodType, Correction extends z.ZodType>(
  value: JsonValue,
  schemas: ItemSchemas<Own, Correction>,
  known: KnownNames,
  spell: ResolvedBody["spell"],
): {
  readonly isUnreadable: boolean;
  readonly lines: readonly ReadItem<Own, Correction>[] | undefined;
  readonly readable: readonly (ReadItem<Own, Correction> | undefined)[];
  readonly problems: readonly Detail[];
} {
  const list = readFields(itemsSchema, value, spell);
  const items = list.value?.items ?? undefined;
  if (items === undefined) {
    return { isUnreadable: list.problems.length > 0, lines: undefined, readable: [], problems: list.problems };
  }
  const fields = known.get("items")?.inner;
  const readable: (ReadItem<Own, Correction> | undefined)[] = [];
  const problems: Detail[] = [];
  for (const [index, item] of items.entries()) {
    const read = readItem(item, schemas, fields, (path) => spell(["items", index, ...path]));
    readable.push("wire" in read ? read : undefined);
    if ("problems" in read) problems.push(...read.problems);
  }
  const lines = readable.filter((line) => line !== undefined);
  const isUnreadable = lines.length < items.length;
  return { isUnreadable, lines: isUnreadable ? undefined : lines, readable, problems };
}

function readItem<Own extends z.ZodType, Correction extends z.ZodType>(
  item: JsonValue,
  { own, correction }: ItemSchemas<Own, Correction>,
  fields: KnownNames | undefined,
  spell: ResolvedBody["spell"],
): ReadItem<Own, Correction> | { readonly problems: readonly Detail[] } {
  if (isCorrection(item)) {
    const { value, problems } = readFields(correction, item, spell, true);
    return value === undefined ? { problems } : { type: "correction", wire: value };
  }
  const misnamed = findMisnamedLine(item, fields);
  if (misnamed !== undefined) {
    const { name, meant } = misnamed;
    const spellMeant: typeof spell = ([first = "", ...rest]) => spell([first === LINE ? name : first, ...rest]);
    return { problems: readFields(correction, meant, spellMeant, true).problems };
  }
  const { value, problems } = readFields(own, item, spell, true);
  return value === undefined ? { problems } : { type: "own", wire: value };
}

/** What an element says by `linea` under a name that no element has: it is refused for that, and not for what a line of its own lacks. */
function findMisnamedLine(
  item: JsonValue,
  fields: KnownNames | undefined,
): { readonly name: string; readonly meant: JsonObject } | undefined {
  if (!isJsonObject(item) || fields === undefined) return undefined;
  const free = [...fields.keys()].filter((one) => !Object.hasOwn(item, one));
  const name = Object.keys(item).find((one) => !fields.has(one) && findMeant(one, free) === LINE);
  return name === undefined ? undefined : { name, meant: { ...item, [LINE]: item[name] ?? null } };
}

const LINE = "linea";

function toCorrection(
  line: number,
  quantity: string,
  prices: Pick<LineCorrectionDraft, "unitPrice" | "paidPrice">,
): LineCorrectionDraft {
  return { type: "correction", line, quantity, ...prices };
}

/** A lower price of a line comes without tax in `unit`, or with it in `unit_input` beside `iva_incluido: true`. */
function findPriceFaults(value: JsonValue, spell: ResolvedBody["spell"]): readonly Detail[] {
  return listItems(value).flatMap((item, index) => {
    if (!isCorrection(item)) return [];
    const has = (name: string) => item[name] !== undefined && item[name] !== null;
    const at = (name: string) => spell(["items", index, name]);
    if (has("unit") && has("unit_input")) return [describeField(at("unit_input"), PHRASE.notWith(at("unit")))];
    if (has("unit_input") && item.iva_incluido !== true) {
      return [describeField(at("unit_input"), PHRASE.onlyIncluded(at("iva_incluido"), at("unit")))];
    }
    if (item.iva_incluido !== true || has("unit_input")) return [];
    const paid = at("unit_input");
    return [
      describeField(at("iva_incluido"), PHRASE.withoutPaid(paid)),
      describeField(paid, PHRASE.paidRequired(at("iva_incluido"))),
    ];
  });
}

/** A charge of the invoice is given back by its number and an amount, and by nothing else. */
function findChargeFaults(charges: readonly ChargeWire[], spell: ResolvedBody["spell"]): readonly Detail[] {
  return charges.flatMap((charge, index) => {
    const number = spell(["cargos", index, "cargo"]);
    if (!charge.cargo) return [];
    const others = (["porcentaje", "motivo", "codigo"] as const).filter((name) => !!charge[name]);
    const faults = others.map((name) => describeField(spell(["cargos", index, name]), PHRASE.notWith(number)));
    if (charge.valor) return faults;
    return [...faults, describeField(spell(["cargos", index, "valor"]), PHRASE.requiredWith(number))];
  });
}

type CreditHeader = z.output<typeof creditNoteHeaderSchema>;
type ChargeWire = NonNullable<CreditHeader["cargos"]>[number];

/** A debit note gives no charge back, and shares no discount; a note on a ticket names it as a document. */
function readHeader(
  typeCode: SalesNoteType,
  value: JsonValue,
  spell: ResolvedBody["spell"],
): { readonly value: CreditHeader | undefined; readonly problems: readonly Detail[] } {
  const isLowering = KINDS[typeCode].effect === "lowers";
  if (KINDS[typeCode].module === "fe") {
    return readFields(isLowering ? creditNoteHeaderSchema : debitNoteHeaderSchema, value, spell, true);
  }
  const schema = isLowering ? ticketCreditHeaderSchema : ticketDebitHeaderSchema;
  const { value: read, problems }: { readonly value: TicketHeader | undefined; readonly problems: readonly Detail[] } =
    readFields(schema, value, spell, true);
  return { value: read && toInvoiceHeader(read), problems };
}

type TicketHeader = z.output<typeof ticketCreditHeaderSchema>;

/** What a note on a ticket says, as a note on an invoice says it; without a buyer it is a final consumer's. */
function toInvoiceHeader({ documento_id: id, documento, receptor, ...header }: TicketHeader): CreditHeader {
  const isUnknown = documento !== undefined && documento !== null;
  return {
    ...header,
    factura_id: id,
    factura: isUnknown ? { numero: documento.numero, cufe: documento.cude, fecha: documento.fecha } : null,
    receptor: receptor ?? (isUnknown ? { numero_doc: FINAL_CONSUMER.number } : null),
  };
}

function toCharge(wire: ChargeWire): NoteChargeDraft {
  if (wire.cargo && wire.valor) return { type: "returned", charge: wire.cargo, amount: wire.valor };
  return { type: "own", allowance: toAllowance(wire) };
}

function toInvoiceNote(
  typeCode: SalesNoteType,
  wire: CreditHeader,
  lines: InvoiceNoteDraft["lines"],
): InvoiceNoteDraft {
  const { factura, periodo } = wire;
  return {
    kind: "note",
    typeCode,
    documentId: wire.factura_id ?? null,
    external: factura
      ? {
          number: factura.numero,
          fiscalId: factura.cufe.toLowerCase(),
          issueDate: factura.fecha,
          typeCode: KINDS[typeCode].module === "dee" ? "20" : (factura.tipo ?? "01"),
        }
      : null,
    ...(wire.caja ? { till: wire.caja } : {}),
    period: periodo ? { start: periodo.fecha_inicio, end: periodo.fecha_fin } : null,
    concept: wire.concepto ?? null,
    motive: wire.motivo ?? null,
    notes: wire.observaciones ?? null,
    issueDate: wire.fecha_emision ?? null,
    withholdingCount: wire.withholdings?.length ?? 0,
    receiver: wire.receptor ? toReceiver(wire.receptor) : null,
    lines,
    discounts: (wire.descuentos ?? []).map(toAllowance),
    charges: (wire.cargos ?? []).map(toCharge),
    areDiscountsShared: wire.prorratear ?? true,
    payment: toPayment(wire.payment),
    currency: toCurrency(wire.currency, "v2"),
    claimedSubtotal: wire.subtotal ?? null,
    claimedTaxes: wire.impuestos ?? null,
    claimedTotal: wire.total ?? null,
  };
}

function toAdjustmentNote(
  wire: z.output<typeof adjustmentNoteHeaderSchema>,
  lines: AdjustmentNoteDraft["lines"],
): AdjustmentNoteDraft {
  const { documento } = wire;
  return {
    kind: "note",
    typeCode: "95",
    documentId: wire.documento_id ?? null,
    external: documento
      ? {
          number: documento.numero,
          fiscalId: documento.cuds.toLowerCase(),
          issueDate: documento.fecha,
          typeCode: "05",
        }
      : null,
    period: null,
    concept: wire.concepto ?? null,
    motive: wire.motivo ?? null,
    notes: wire.observaciones ?? null,
    issueDate: wire.fecha_emision ?? null,
    withholdingCount: wire.retenciones?.length ?? 0,
    supplier: wire.proveedor ? toSupplier(wire.proveedor) : null,
    lines,
    payment: {
      form: wire.forma_pago ?? null,
      meansCode: wire.medio_pago_codigo ?? null,
      dueDate: wire.fecha_vencimiento ?? null,
    },
    currency: wire.moneda?.toUpperCase() ?? null,
    exchangeRate: wire.tasa_cambio ?? null,
    exchangeRateDate: wire.fecha_tasa_cambio ?? null,
    claimedSubtotal: wire.subtotal ?? null,
    claimedTaxes: wire.impuestos ?? null,
    claimedTotal: wire.total ?? null,
  };
}

/** @throws ApiError `invalid_payload` with every problem of shape. */
export function checkNote(call: Call, body: JsonObject, typeCode: NoteType): ReadSound<NoteDraft> {
  const request = readNote(body, typeCode);
  const { draft, naming } = request;
  call.notice(request.remarks);
  const methods = call.caller.company.paymentMethods;
  const doubts = draft === undefined || draft.typeCode === "95" ? [] : findPaymentDoubts(draft.payment, methods);
  const problems = [...request.typeErrors, ...refuseDoubts(call.version, doubts, naming)];
  throwIfWrong("invalid_payload", noticeOrRefuse(call, request.unused), problems);
  const tells = disclose(call.caller.scopes, KINDS[typeCode].module);
  return toSound({ ...request, naming: { ...naming, tells } }, findNotePrintDoubts);
}
