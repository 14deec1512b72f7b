// Finds lines whose price paid v2 cannot know: their tax is declared as included, but the tax-inclusive price was not sent.
import type { InvoiceLineDraft } from "../../domain/draft/draft.ts";
import type { Detail } from "../base/error.ts";
import { describeField, PHRASE } from "../message/field.ts";
import type { Naming } from "../message/naming.ts";

/** Two problems for each such line, which name both fields; what is no line of its own is passed over. */
export function findUnpaidPrices(lines: readonly (InvoiceLineDraft | undefined)[], naming: Naming): readonly Detail[] {
  return lines.flatMap((line, index) => {
    if (line === undefined || !line.taxIncluded || line.inputPrice !== null) return [];
    const included = naming.spell(["lines", index, "taxIncluded"]);
    const paid = naming.spell(["lines", index, "inputPrice"]);
    return [describeField(included, PHRASE.withoutPaid(paid)), describeField(paid, PHRASE.paidRequired(included))];
  });
}
