// The totals that a client computed, compared with those of the lines.
import { CENT, decimal, isWithin } from "./decimal.ts";
import type { Totals } from "./document.ts";
import type { InvoiceDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";

/** Contract 2.1: whoever sends subtotal, taxes and total keeps them consistent; one cent per line is forgiven, at least one. */
export function checkClaims(
  draft: Pick<InvoiceDraft, "claimedSubtotal" | "claimedTaxes" | "claimedTotal">,
  totals: Totals,
  lineCount: number,
  problems: ProblemList,
): void {
  const tolerance = CENT.times(Math.max(1, lineCount));
  const claims = [
    { path: "subtotal", claimed: draft.claimedSubtotal, computed: totals.subtotal },
    { path: "impuestos", claimed: draft.claimedTaxes, computed: totals.taxes },
    { path: "total", claimed: draft.claimedTotal, computed: totals.total },
  ];
  for (const { path, claimed, computed } of claims) {
    if (claimed === null || isWithin(decimal(claimed), decimal(computed), tolerance)) continue;
    const phrase = `es ${claimed} y las líneas suman ${computed}; la diferencia admitida es ${tolerance.toFixed(2)}`;
    problems.add(path, phrase, "2.1");
  }
}
