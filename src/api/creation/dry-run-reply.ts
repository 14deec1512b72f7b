// Writes the answer to a dry run: the document's figures, its notices, and whether a number is available.
import type {
  CorrectableDocument,
  DocumentCommon,
  DocumentLine,
  TaxSubtotal,
  Withholding,
} from "../../domain/document/document.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { Detail, ErrorFacts } from "../base/error.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import { pickType } from "../record/listed-type.ts";

/** A remark that refuses nothing but that the client should read. */
export interface Notice {
  /** Section of the contract that advises it, or rule of the authority that will remark on it. */
  readonly code: string;
  readonly severity: "notificacion";
  /** As the wire spells it. */
  readonly field: string;
  readonly text: string;
}

/** What a dry run found. */
export interface Rehearsal<Document> {
  readonly document: Document;
  readonly rules: readonly Notice[];
  /** The refusal that numbering would give now. */
  readonly shortage: Pick<ErrorFacts, "code" | "message"> | undefined;
}

/** An expected notice of the authority, as the client reads it. */
export function toNotice({ path, message, rule = "" }: Detail): Notice {
  return { code: rule, severity: "notificacion", field: path, text: message };
}

/** 200 of `?dry_run=true`. @param documento what it says of the document. */
export function toDryRunReply<Priced extends object>(
  documento: Priced,
  { rules, shortage }: Omit<Rehearsal<unknown>, "document">,
) {
  const numbering =
    shortage === undefined ? { available: true } : { available: false, code: shortage.code, message: shortage.message };
  return { status: 200 as const, body: { ok: true as const, dry_run: true as const, documento, rules, numbering } };
}

/** The same with what v2 adds to it. @param metadatos what would be kept with the document. */
export function toDryRunReplyOfV2<Priced extends object>(
  documento: Priced,
  rehearsal: Omit<Rehearsal<unknown>, "document">,
  metadatos: Metadata | null,
  { branch, till }: Pick<DocumentCommon, "branch" | "till">,
) {
  const { status, body } = toDryRunReply(documento, rehearsal);
  return {
    status,
    body: { ...body, metadatos, ...toPointOfSale({ establishment: branch?.code ?? null, till: till ?? null }) },
  };
}

/** An invoice or a support document, as a dry run shows it. */
export function toPricedDocument(document: CorrectableDocument) {
  return { tipo_authority: pickType(document.typeCode, ["01", "03", "05"]), ...toPricedFields(document) };
}

/** The figures of a document, as a dry run shows them. */
export function toPricedFields(document: DocumentCommon) {
  const { totals } = document;
  return {
    document_date: document.issueDate,
    fecha_vencimiento: document.dueDate,
    moneda: document.currency,
    subtotal: totals.subtotal,
    impuestos: totals.taxes,
    total: totals.total,
    total_retenciones: totals.withheld,
    neto_pagar: totals.netPayable,
    items: document.lines.map(toWireLine),
    impuestos_detalle: document.taxes.map(toWireTax),
    retenciones: document.withholdings.map(toWireWithholding),
  };
}

/** A line, as a dry run shows it. */
export function toWireLine(line: DocumentLine) {
  return {
    descripcion: line.description,
    cantidad: line.quantity,
    unidad_medida: line.unitCode,
    valor_unitario: line.unitPrice,
    base_imponible: line.base,
    impuestos: line.taxes.map(toWireTax),
  };
}

function toWireTax(tax: TaxSubtotal) {
  return { codigo: tax.code, nombre: tax.name, porcentaje: tax.rate, base: tax.base, valor: tax.amount };
}

function toWireWithholding(withholding: Withholding) {
  return {
    codigo: withholding.code,
    nombre: withholding.label ?? withholding.name,
    porcentaje: withholding.rate,
    base: withholding.base,
    valor: withholding.amount,
  };
}
