// Finds lines of which v2 cannot know what was paid: their tax is said to be included in a price that did not come.
import type { InvoiceLineDraft } from "../../domain/draft.ts";
import type { Detail } from "../error.ts";
import { describeField, type Naming, PHRASE } from "../message.ts";

/** Two problems for each such line, which name both fields; what is no line of its own is passed over. */
export function findUnpaidPrices(lines: readonly (InvoiceLineDraft | undefined)[], naming: Naming): readonly Detail[] {
  return lines.flatMap((line, index) => {
    if (line === undefined || !line.taxIncluded || line.inputPrice !== null) return [];
    const included = naming.spell(["lines", index, "taxIncluded"]);
    const paid = naming.spell(["lines", index, "inputPrice"]);
    return [describeField(included, PHRASE.withoutPaid(paid)), describeField(paid, PHRASE.paidRequired(included))];
  });
}
