// Compares the totals that a client sent with those of the lines.

import type { Totals } from "../document/document.ts";
import type { InvoiceDraft } from "../draft/draft.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { CENT, decimal, isWithin } from "../value/decimal.ts";

/** What is absent or null was not sent. */
type Claims = Partial<Pick<InvoiceDraft, "claimedSubtotal" | "claimedTaxes" | "claimedTotal">>;

/** Totals that a client sends must be those of the lines; one cent per line is forgiven, at least one. */
export function checkClaims(
  draft: Claims,
  totals: Pick<Totals, "subtotal" | "taxes" | "total">,
  lineCount: number,
  problems: ProblemList,
): void {
  const tolerance = CENT.times(Math.max(1, lineCount));
  const { claimedSubtotal = null, claimedTaxes = null, claimedTotal = null } = draft;
  const claims = [
    { field: "claimedSubtotal", claimed: claimedSubtotal, computed: totals.subtotal },
    { field: "claimedTaxes", claimed: claimedTaxes, computed: totals.taxes },
    { field: "claimedTotal", claimed: claimedTotal, computed: totals.total },
  ] as const;
  for (const { field, claimed, computed } of claims) {
    if (claimed === null || isWithin(decimal(claimed), decimal(computed), tolerance)) continue;
    const facts = { value: claimed, computed, tolerance: tolerance.toFixed(2) };
    problems.add({ field: [field], reason: "total-differs", ...facts, rule: "2.1" });
  }
}
