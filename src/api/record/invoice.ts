// Writes the record of an invoice from its row: with lines when read by id, without in a list.

import { nameUnit } from "../../domain/catalogue/unit.ts";
import type { AllowanceCharge, DocumentLine, TaxSubtotal } from "../../domain/document/document.ts";
import { treatmentOf } from "../../domain/invoice/invoice-line.ts";
import { addAmounts } from "../../domain/value/decimal.ts";
import type { WholeDocument } from "../../store/archive/filed.ts";
import type { ListedDocument, Listing } from "../../store/document/document-list.ts";
import type { PageWish } from "../../store/document/invoice-list.ts";
import type { StoredThirdParty } from "../../store/document/third-parties.ts";
import type { ReplyOf } from "../app/reply.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import type { invoiceListSchema, invoiceReadSchema } from "./invoice-schema.ts";
import { LISTED_TYPES, LISTED_TYPES_OF_V2, pickType } from "./listed-type.ts";
import { toVerdict } from "./verdict.ts";
import { toSaleFields, toWholeFields } from "./whole.ts";

/** One invoice with its lines, and the verdict beside it. */
export function toInvoiceDetailReply(document: WholeDocument): ReplyOf<200, typeof invoiceReadSchema> {
  const doc = { ...toRecord(document, LISTED_TYPES), items: document.detail.lines.map(toItem) };
  return { status: 200, body: { ok: true, doc, ...toVerdict(document.verdict) } };
}

/** The same of an invoice or a note, as v2 reads it. @param detail what relates it to others. */
export function toDocumentDetail<Relations extends object>(document: WholeDocument, detail: Relations) {
  const doc = { ...toSummary(document), ...detail, ...toSaleDetail(document) };
  return { ok: true as const, doc, ...toVerdict(document.verdict) };
}

/** What v2 says of a sale, or of a note on one: its items with every tax, and all that stands beside them. */
export function toSaleDetail({ detail, total }: WholeDocument) {
  const { lines, allowances } = detail;
  const items = lines.map((line) => ({
    ...toItem(line),
    ...toItemFacts(line),
    otros_impuestos: line.taxes.slice(1).map(toWireTax),
  }));
  return {
    items,
    ...toWireAllowances(allowances),
    ...toSaleFields(detail.sale, total),
    ...toWholeFields(detail),
  };
}

/** One page of invoices. */
export function toInvoiceListReply(
  listing: Listing<ListedDocument>,
  { page, perPage }: PageWish,
): ReplyOf<200, typeof invoiceListSchema> {
  const body = {
    ok: true as const,
    docs: listing.rows.map((row) => toRecord(row, LISTED_TYPES)),
    page,
    per_page: perPage,
    total: listing.total,
    pages: Math.ceil(listing.total / perPage),
  };
  return { status: 200, body };
}

/** The record of a third party; blanks instead of missing values, as its types require. */
export function toThirdParty(party: StoredThirdParty) {
  return { ...toReceiver(party), direccion: party.address ?? "" };
}

/** The same without its address, beside a document. */
export function toReceiver(party: StoredThirdParty) {
  return {
    id: party.id,
    nombre: party.name,
    tipo_documento: party.identificationType,
    numero_documento: party.identificationNumber,
    email: party.email ?? "",
  };
}

/** An invoice or a note, as v2 lists it. */
export function toSummary(document: ListedDocument) {
  const record = toRecord(document, LISTED_TYPES_OF_V2);
  const { idempotencyKey: draft_key, metadata: metadatos } = document;
  return { ...record, draft_key, metadatos, ...toPointOfSale(document) };
}

/** @param types those that the called version knows. */
function toRecord<Type extends string>(document: ListedDocument, types: readonly Type[]) {
  return {
    id: document.id,
    company_id: document.companyId,
    tipo_authority: pickType(document.typeCode, types),
    prefijo: document.prefix,
    consecutivo: document.number,
    estado_authority: document.state,
    cufe: document.fiscalId ?? "",
    es_habilitacion: document.environment === "habilitacion",
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    total_retenciones: document.withheld,
    moneda: document.currency,
    fecha_emision: `${document.issueDate}T${document.issueTime.slice(0, 8)}`,
    fecha_vencimiento: document.dueDate,
    xml_path: document.xmlPath ?? "",
    track_id: document.trackId,
    ...(document.zipKey === null ? {} : { zip_key: document.zipKey }),
    tercero: document.thirdParty === null ? null : toReceiver(document.thirdParty),
  };
}

function toItem(line: DocumentLine) {
  const [tax] = line.taxes;
  return {
    id: line.number,
    descripcion: line.description,
    cantidad: line.quantity,
    valor_unitario: line.unitPrice,
    descuento: sumDiscounts(line),
    base_imponible: line.base,
    impuesto: tax?.amount ?? "0.00",
    tarifa: tax?.rate ?? "0.00",
    ...toTaxNames(tax),
  };
}

/** What v2 adds of the good itself; null where the item did not say it. */
export function toItemFacts(line: DocumentLine) {
  const { sellerCode = null, product, unitCode, brand = null, model = null, note, gift, referencePrice } = line;
  const { scheme: esquema, code: codigo } = product;
  return {
    codigo: sellerCode,
    codigo_estandar: esquema === "999" ? null : { esquema, codigo },
    unidad_medida: unitCode,
    unidad: nameUnit(unitCode),
    marca: brand,
    modelo: model,
    nota: note,
    tratamiento: treatmentOf(line),
    obsequio: gift === undefined ? null : { valor_referencia: referencePrice?.amount ?? "0.00", asume_iva: gift },
  };
}

/** What is taken off a line before its taxes. */
export function sumDiscounts({ allowances = [] }: DocumentLine): string {
  return addAmounts(allowances.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount));
}

/** A line without tax is excluded: the authority has no code for it. */
function toTaxNames(tax: TaxSubtotal | undefined) {
  return { tipo_impuesto: tax?.name ?? "Excluido", codigo_impuesto: tax?.code ?? "" };
}

/** A tax with all that v2 says of it. */
export function toWireTax({ code, name, rate, base, amount, perUnit }: TaxSubtotal) {
  const tax = { codigo: code, nombre: name, porcentaje: rate, base, valor: amount };
  return perUnit === undefined ? tax : { ...tax, valor_unitario: perUnit.amount, unidades: perUnit.units };
}

/** Discounts and charges of the whole document. */
export function toWireAllowances(allowances: readonly AllowanceCharge[] = []) {
  return {
    descuentos: allowances.filter(({ isCharge }) => !isCharge).map(toWireAllowance),
    cargos: allowances.filter(({ isCharge }) => isCharge).map(toWireAllowance),
  };
}

function toWireAllowance({ reasonCode, reason, percent, base, amount }: AllowanceCharge) {
  return { codigo: reasonCode, motivo: reason, porcentaje: percent, base, valor: amount };
}
