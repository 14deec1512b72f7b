// Writes the answer to a dry run: the document's figures, its notices, and whether a number is available.
import type {
  CorrectableDocument,
  DocumentCommon,
  DocumentLine,
  TaxSubtotal,
  Withholding,
} from "../../domain/document.ts";
import type { JsonValue } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { Metadata } from "../../domain/metadata.ts";
import type { ReplyOf } from "../app/reply.ts";
import type { Detail, ErrorFacts } from "../base/error.ts";
import { TEXT } from "../message/request.ts";
import type { dryRunSchema } from "./dry-run-schema.ts";

/** A remark that refuses nothing but that the client should read. */
export interface Notice {
  /** Section of the contract that advises it, or rule of the authority that will remark on it. */
  readonly code: string;
  readonly severity: "notificacion";
  /** As the wire spells it. */
  readonly field: string;
  readonly text: string;
}

/** A field that may be absent but should be sent, and what is used instead. */
export interface Advice {
  /** Path of canonical names; `*` stands for every element of a list. */
  readonly field: string;
  readonly code: string;
  /** Completes "No se envió: …". */
  readonly instead: string;
}

/**
 * Writes the answer of a dry run; `shortage` is the refusal that numbering would give now, `metadata` what would be kept with the
 * document.
 */
export type WriteDryRun<Written> = (
  document: CorrectableDocument,
  notices: readonly Notice[],
  shortage: ErrorFacts | undefined,
  metadata: Metadata | null,
) => Written;

/** Which advised fields a body lacks. */
export function listNotices(body: JsonValue, advice: readonly Advice[]): readonly Notice[] {
  return advice.flatMap(({ field, code, instead }) =>
    findMissing(body, field.split("."), []).map((path) => ({
      code,
      severity: "notificacion" as const,
      field: path,
      text: TEXT.notSent(instead),
    })),
  );
}

/** An expected notice of the authority, as the client reads it. */
export function toNotice({ path, message, rule = "" }: Detail): Notice {
  return { code: rule, severity: "notificacion", field: path, text: message };
}

function findMissing(value: JsonValue | undefined, path: readonly string[], walked: readonly string[]): string[] {
  const [name, ...rest] = path;
  if (name === undefined) {
    const isThere = value !== undefined && value !== null && value !== "";
    return isThere ? [] : [walked.join(".")];
  }
  if (name === "*") {
    return Array.isArray(value) ? value.flatMap((one, i) => findMissing(one, rest, [...walked, String(i)])) : [];
  }
  return findMissing(isJsonObject(value) ? value[name] : undefined, rest, [...walked, name]);
}

/** 200 of `?dry_run=true`; `shortage` is the refusal that numbering would give now. */
export function toDryRunReply(
  document: CorrectableDocument,
  notices: readonly Notice[],
  shortage: ErrorFacts | undefined,
): ReplyOf<200, typeof dryRunSchema> {
  const documento = { tipo_authority: document.typeCode, ...toPricedFields(document) };
  const numbering =
    shortage === undefined ? { available: true } : { available: false, code: shortage.code, message: shortage.message };
  return { status: 200, body: { ok: true, dry_run: true, documento, rules: notices, numbering } };
}

/** The same with what v2 adds to it. */
export function toDryRunReplyOfV2(...[document, notices, shortage, metadata]: Parameters<WriteDryRun<unknown>>) {
  const { status, body } = toDryRunReply(document, notices, shortage);
  return { status, body: { ...body, metadatos: metadata } };
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

function toWireLine(line: DocumentLine) {
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
