// Writes the record of an invoice from its row: with its lines by id, without them in a list.
import type { DocumentLine, TaxSubtotal } from "../../domain/document.ts";
import type { StoredDocument } from "../../store/documents.ts";
import type { ListedDocument, Listing, PageWish } from "../../store/listing.ts";
import type { StoredThirdParty } from "../../store/third-parties.ts";
import { toVerdict } from "../creation-reply.ts";
import type { ReplyOf } from "../reply.ts";
import { type invoiceListSchema, type invoiceReadSchema, LISTED_TYPES } from "./reply-schema.ts";

/** One invoice with its lines, and the verdict beside it. */
export function toInvoiceDetailReply(document: StoredDocument): ReplyOf<200, typeof invoiceReadSchema> {
  const doc = { ...toRecord(document), items: document.detail.lines.map(toItem) };
  return { status: 200, body: { ok: true, doc, ...toVerdict(document.verdict) } };
}

/** One page of invoices. */
export function toInvoiceListReply(
  listing: Listing<ListedDocument>,
  { page, perPage }: PageWish,
): ReplyOf<200, typeof invoiceListSchema> {
  const body = {
    ok: true as const,
    docs: listing.rows.map(toRecord),
    page,
    per_page: perPage,
    total: listing.total,
    pages: Math.ceil(listing.total / perPage),
  };
  return { status: 200, body };
}

/** The record of a third party; blanks instead of absences, as its types ask. */
export function toThirdParty(party: StoredThirdParty) {
  return { ...toReceiver(party), direccion: party.address ?? "" };
}

function toReceiver(party: StoredThirdParty) {
  return {
    id: party.id,
    nombre: party.name,
    tipo_documento: party.identificationType,
    numero_documento: party.identificationNumber,
    email: party.email ?? "",
  };
}

function toRecord(document: ListedDocument) {
  return {
    id: document.id,
    company_id: document.companyId,
    tipo_authority: getListedType(document.typeCode),
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
    descuento: "0.00",
    base_imponible: line.base,
    impuesto: tax?.amount ?? "0.00",
    tarifa: tax?.rate ?? "0.00",
    ...toTaxNames(tax),
  };
}

function getListedType(typeCode: string): (typeof LISTED_TYPES)[number] {
  const found = LISTED_TYPES.find((one) => one === typeCode);
  if (found === undefined) throw new Error(`a document of type ${typeCode} among the invoices`);
  return found;
}

/** A line without tax is excluded: the authority has no code for it. */
function toTaxNames(tax: TaxSubtotal | undefined) {
  return { tipo_impuesto: tax?.name ?? "Excluido", codigo_impuesto: tax?.code ?? "" };
}
