// Says what is printed of an invoice or of a ticket, and of the notes on them, in one form.
import type { InvoiceDetail, InvoiceRead, Representation, TicketRead } from "../../client/src/client-v2.ts";

/** What both have, under the same names. */
type Sale = Pick<
  InvoiceDetail,
  | "id"
  | "estado_authority"
  | "tercero"
  | "items"
  | "subtotal"
  | "descuentos"
  | "cargos"
  | "total"
  | "anticipos"
  | "pagos"
  | "saldo_por_pagar"
>;

/** A document as the till keeps and prints it. */
export interface Paper extends Sale {
  /** Whether it takes back what another one sold. */
  readonly isReturn: boolean;
  /** Of a note: what it corrects. */
  readonly corrected: string | null;
  readonly shown: Representation | null;
}

export function paperOfInvoice({ doc, representacion }: InvoiceRead): Paper {
  const { factura } = doc;
  const corrected = factura ? `De la factura ${factura.numero} de ${factura.fecha}` : null;
  return { ...pick(doc), isReturn: doc.tipo_authority === "91", corrected, shown: representacion };
}

export function paperOfTicket({ documento, representacion }: TicketRead): Paper {
  const { tiquete } = documento;
  const corrected = tiquete ? `Del tiquete ${tiquete.numero} de ${tiquete.fecha}` : null;
  return { ...pick(documento), isReturn: documento.tipo_authority === "94", corrected, shown: representacion };
}

function pick(document: Sale): Sale {
  const { id, estado_authority, tercero, items, subtotal, descuentos, cargos, total } = document;
  const { anticipos, pagos, saldo_por_pagar } = document;
  return {
    id,
    estado_authority,
    tercero,
    items,
    subtotal,
    descuentos,
    cargos,
    total,
    anticipos,
    pagos,
    saldo_por_pagar,
  };
}
