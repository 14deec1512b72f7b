// Builds the UBL groups of what an invoice names beside its sale: period, orders, despatches, contract, delivery.
import type { Delivery, Invoice } from "../domain/document/document.ts";
import type { Reference, References } from "../domain/draft/draft.ts";
import { group, text } from "../xml/element.ts";
import { buildDeliveryAddress, isPlaced, optional } from "./party.ts";

/** There is one delivery; FAM names no number for its terms. */
const TERMS_ID = "1";

export function buildInvoicedPeriod(period: Invoice["invoicedPeriod"]): string {
  if (period === undefined) return "";
  return group("cac:InvoicePeriod", [text("cbc:StartDate", period.start), text("cbc:EndDate", period.end)]);
}

/** In the order of the schema of invoices: order, despatches, receipts, contract. */
export function buildReferences(references: References | undefined): string {
  if (references === undefined) return "";
  const { despatches = [], receipts = [], contract } = references;
  return (
    buildOrderReference(references) +
    despatches.map((one) => buildReference("cac:DespatchDocumentReference", one)).join("") +
    receipts.map((one) => buildReference("cac:ReceiptDocumentReference", one)).join("") +
    (contract === undefined ? "" : buildReference("cac:ContractDocumentReference", { ...contract, date: null }))
  );
}

/** The only one that notes repeat. */
export function buildOrderReference(references: References | undefined): string {
  const order = references?.purchaseOrder;
  return order === undefined ? "" : buildReference("cac:OrderReference", order);
}

function buildReference(name: string, { number, date }: Reference): string {
  return group(name, [text("cbc:ID", number), optional("cbc:IssueDate", date)]);
}

/** Address and date of the delivery (FAM05 to FAM12), then its terms. */
export function buildDelivery(delivery: Delivery | undefined): string {
  if (delivery === undefined) return "";
  const { address, date, trackingId, incoterm } = delivery;
  const isSaid = address !== null || date !== null || trackingId !== null;
  return (
    (isSaid
      ? group("cac:Delivery", [
          optional("cbc:ActualDeliveryDate", date),
          optional("cbc:TrackingID", trackingId),
          isPlaced(address) ? buildDeliveryAddress(address) : undefined,
        ])
      : "") +
    (incoterm === null
      ? ""
      : group("cac:DeliveryTerms", [
          text("cbc:ID", TERMS_ID),
          text("cbc:LossRiskResponsibilityCode", incoterm.code),
          text("cbc:LossRisk", incoterm.name),
        ]))
  );
}
