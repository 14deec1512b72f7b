// Writes what the answers to a creation say of a ticket, and of a note on one.
import type { Ticket } from "../../domain/document/document.ts";
import { compare, decimal } from "../../domain/value/decimal.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import type { Call } from "../app/route.ts";
import type { Tells } from "../base/disclosure.ts";
import { DOCUMENT } from "../message/document.ts";
import { toConcept } from "../note/reply.ts";
import { pickType } from "../record/listed-type.ts";
import { toWireShares } from "../record/note-relation.ts";
import { writeTicket } from "../record/representation.ts";
import { toTicketCore } from "../record/ticket.ts";
import { toSaleFields } from "../record/whole.ts";
import { findLimit } from "./limit.ts";

/** The members of an answer that describe a ticket. */
export function describeTicket(document: DocumentView) {
  const { sale } = document;
  const documento = {
    ...toTicketCore(document),
    tipo_authority: pickType(document.typeCode, ["20"]),
    ...writePointOfSale(sale?.ticket, `${document.prefix}${document.number}`),
    ...toSaleFields(sale, document.total),
  };
  return { documento };
}

/**
 * Till and buyer as they are signed; both null in a ticket of which only a file was left.
 * @param fullNumber the code of a sale that was sent without one; null before there is a number.
 */
export function writePointOfSale(ticket: Pick<Ticket, "till" | "buyer"> | undefined, fullNumber: string | null) {
  if (ticket === undefined) return { caja: null, comprador: null };
  const { caja, comprador } = writeTicket(ticket);
  return { caja: { ...caja, codigo_venta: caja.codigo_venta ?? fullNumber }, comprador };
}

/** The members of an answer that describe a note on a ticket. */
export function toTicketNote(document: DocumentView, balance: string | null, tells: Tells) {
  const { note } = document;
  return {
    ...toTicketCore(document),
    tipo_authority: pickType(document.typeCode, ["93", "94"]),
    ...toConcept(document),
    descuentos_repartidos: tells("allowances") ? toWireShares(note?.shares) : null,
    tiquete: note?.corrected
      ? {
          id: note.correctedId,
          numero: note.corrected.number,
          cude: note.corrected.fiscalId,
          fecha: note.corrected.issueDate,
        }
      : null,
    saldo_acreditable: balance,
  };
}

/** Remarks on a sale by ticket above five tax units: its buyer may ask for an invoice. @param subtotal pesos before taxes. */
export function remarkLimit(call: Pick<Call, "env" | "notice">, subtotal: string): void {
  const limit = findLimit(call.env, Date.now());
  if (limit === null || compare(decimal(subtotal), decimal(limit)) <= 0) return;
  call.notice([{ path: "", message: DOCUMENT.overTaxUnits(subtotal, limit), rule: "ticket_over_5_uvt" }]);
}
