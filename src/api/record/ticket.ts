// Writes the record of a ticket or of a note on one, as a list shows it and the reading by id.
import { isPending } from "../../domain/document/state.ts";
import { listCodes } from "../../domain/kind.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import type { WholeDocument } from "../../store/archive/filed.ts";
import { parseLastError } from "../../store/base/stored-form.ts";
import type { ListedDocument } from "../../store/document/document-list.ts";
import { toPointOfSale } from "../field/point-of-sale.ts";
import { describeLastError } from "../message/document.ts";
import { toReceiver, toSaleDetail } from "./invoice.ts";
import { pickType } from "./listed-type.ts";
import type { Representation } from "./representation-schema.ts";
import { toVerdict } from "./verdict.ts";

export const TICKET_TYPES = listCodes({ module: "dee" });

/** What every answer says of a ticket or of a note on one. */
export function toTicketCore(document: DocumentView | ListedDocument) {
  const isTest: 0 | 1 = document.environment === "habilitacion" ? 1 : 0;
  return {
    id: document.id,
    company_id: document.companyId,
    tipo_authority: pickType(document.typeCode, TICKET_TYPES),
    prefijo: document.prefix,
    consecutivo: document.number,
    document_date: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    estado_authority: document.state,
    cude: document.fiscalId,
    es_habilitacion: isTest,
    zip_key: document.zipKey,
  };
}

/** A ticket or a note on one, as a list shows it. */
export function toTicketSummary(document: ListedDocument) {
  return {
    ...toTicketCore(document),
    idempotency_key: document.idempotencyKey,
    metadatos: document.metadata,
    ...toPointOfSale(document),
    tercero: document.thirdParty === null ? null : toReceiver(document.thirdParty),
  };
}

/** What its file says of the till and of the buyer's loyalty; both null before it is signed, and of a note. */
function toTicketFacts(printed: Representation | null) {
  const { caja = null, comprador = null } = printed?.tiquete ?? {};
  return { caja, comprador };
}

/** A ticket or a note on one, read by id. @param detail what relates it to others. @param printed what its file says. */
export function toTicketDetail<Relations extends object>(
  document: WholeDocument,
  detail: Relations,
  printed: Representation | null,
) {
  const documento = {
    ...toTicketCore(document),
    ...detail,
    ...toTicketFacts(printed),
    tercero: document.thirdParty === null ? null : toReceiver(document.thirdParty),
    ...toSaleDetail(document),
    idempotency_key: document.idempotencyKey,
    last_status_error: describeLastError(parseLastError(document.lastStatusError)),
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
  return { ok: true as const, pending: isPending(document.state), documento, ...toVerdict(document.verdict) };
}
