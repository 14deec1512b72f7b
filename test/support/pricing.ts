// Prices a sound invoice draft with changes, or returns the problems that refuse it.
import type { Company } from "../../src/domain/company.ts";
import type { InvoiceDraft } from "../../src/domain/draft/draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import type { Problem } from "../../src/domain/refusal/problem.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { COMPANY, invoiceDraft, NOW_MS } from "./company.ts";

/** The priced document. */
export function price(changes: Partial<InvoiceDraft> = {}, company: Company = COMPANY) {
  return priceInvoice(invoiceDraft(changes), company, NOW_MS);
}

/** The problems of a refused draft; an accepted one gives none. */
export function problemsOf(changes: Partial<InvoiceDraft>, company: Company = COMPANY): readonly Problem[] {
  try {
    priceInvoice(invoiceDraft(changes), company, NOW_MS);
    return [];
  } catch (error) {
    if (error instanceof Refusal && error.code === "business_rule") return error.problems;
    throw error;
  }
}

/** The same, each as `field rule`. */
export function pathsOf(changes: Partial<InvoiceDraft>): readonly string[] {
  return problemsOf(changes).map((problem) => `${problem.field.join(".")} ${problem.rule ?? ""}`.trim());
}
