// Writes what v2 says of an invoice as a whole: its payments, what they leave, its gifts, what it names beside the sale.
import { findPaymentMeans } from "../../domain/catalogue/catalogue.ts";
import type { Delivery, DocumentCommon, Invoice, PaymentPart } from "../../domain/document/document.ts";
import type { References } from "../../domain/draft/draft.ts";
import type { SaleSummary } from "../../domain/price/payment.ts";
import { addAmounts } from "../../domain/value/decimal.ts";

/** What is still to be paid, how cash was rounded, and what was given. */
export function toSaleFields({ balance, gifts, roundings }: SaleSummary = {}, total: string) {
  return {
    saldo_por_pagar: balance ?? total,
    ...(roundings === undefined ? {} : { redondeo: addAmounts(roundings.map(({ amount }) => amount)) }),
    obsequios: gifts === undefined ? null : { valor: gifts.worth, iva_asumido: gifts.assumed },
  };
}

type Whole = Pick<DocumentCommon, "payment" | "payments" | "instalments" | "prepayments" | "references"> &
  Pick<Invoice, "invoicedPeriod" | "delivery">;

/** Payments, instalments, prepayments, references, delivery; lists are empty and the others null where it has none. */
export function toWholeFields(document: Whole) {
  const { instalments = [], prepayments = [], invoicedPeriod: period, delivery } = document;
  return {
    ...toPaidFields(document),
    cuotas: instalments.map(({ amount: valor, dueDate: due_date }) => ({ valor, due_date })),
    anticipos: prepayments.map(({ amount: valor, date: fecha, reference: referencia }) => ({
      valor,
      fecha,
      referencia,
    })),
    periodo_facturado: period === undefined ? null : { fecha_inicio: period.start, fecha_fin: period.end },
    entrega: delivery === undefined ? null : toDelivery(delivery),
  };
}

/** The payments of a document, and the documents that it names. */
export function toPaidFields(document: Pick<Whole, "payment" | "payments" | "references">) {
  const { payment, payments = [{ ...payment, amount: null, reference: null }], references } = document;
  return {
    pagos: payments.map(toPayment),
    referencias: references === undefined ? null : toReferences(references),
  };
}

function toPayment({ form, meansCode, dueDate, amount, reference, rounding }: PaymentPart) {
  return {
    form: FORMS[form],
    means_code: meansCode,
    medio: findPaymentMeans(meansCode)?.name ?? meansCode,
    valor: amount,
    referencia: reference,
    due_date: form === "2" ? dueDate : null,
    redondeo: rounding ?? null,
  };
}

const FORMS = { "1": "contado", "2": "credito" } as const;

function toReferences({ purchaseOrder, despatches = [], receipts = [], contract }: References) {
  const toDocument = ({ number: numero, date: fecha }: { readonly number: string; readonly date: string | null }) => ({
    numero,
    fecha,
  });
  return {
    orden_compra: purchaseOrder === undefined ? null : toDocument(purchaseOrder),
    remisiones: despatches.map(toDocument),
    entradas: receipts.map(toDocument),
    contrato: contract === undefined ? null : { numero: contract.number },
  };
}

function toDelivery({ address, date, incoterm, trackingId, carrier }: Delivery) {
  return {
    direccion: address?.line ?? null,
    codigo_municipio: address?.municipalityCode ?? null,
    ciudad: address?.municipalityName ?? null,
    pais: address?.countryCode ?? null,
    fecha: date,
    incoterm: incoterm?.code ?? null,
    guia: trackingId,
    transportador: carrier ?? null,
  };
}
