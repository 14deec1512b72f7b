// Prices a command by the rules of its module, and chooses the kind of range that numbers it.
import type { RangeKind } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { priceInvoice } from "../domain/invoice.ts";
import { priceSupportDocument } from "../domain/support-document.ts";
import type { IssueCommand } from "./command.ts";
import { checkXmlSize } from "./size.ts";

/**
 * Prices a draft against the company's configuration and the date of `nowMs` (epoch milliseconds) in Bogotá.
 * @throws Refusal naming every broken rule.
 */
export function priceCommand(
  { draft, figures, company }: Pick<IssueCommand, "draft" | "figures" | "company">,
  nowMs: number,
): { readonly document: Document; readonly rangeKind: RangeKind } {
  const priced =
    draft.kind === "support-document"
      ? { document: priceSupportDocument(draft, company, nowMs, figures), rangeKind: "dse" as const }
      : priceInvoice(draft, company, nowMs);
  checkXmlSize(priced.document, company);
  return priced;
}
