// Predicts the notices that the authority is known to attach to a document that it accepts.
import { findTax } from "../catalogue/catalogue.ts";
import type { CorrectableDocument, TaxSubtotal } from "../document/document.ts";
import type { Draft } from "../draft/draft.ts";
import type { FieldPath, Problem } from "../refusal/problem.ts";

/**
 * The expected notices, as far as the document alone shows them. Only rules that its answers were seen to report as notices.
 * @param draft what the document was priced from; the fields are its.
 * @returns `rule` is the authority's code, for the line and, at the first line of a tax, for the header's sum of that tax.
 */
export function foreseeNotices(document: CorrectableDocument, draft: Draft): readonly Problem[] {
  // What it remarks on tickets is not known.
  if (document.kind === "invoice" && document.ticket !== undefined) return [];
  const notices: Problem[] = [];
  if (document.kind === "invoice" && document.counterpart.email === null) {
    notices.push({ field: ["receiver", "email"], reason: "no-email", rule: "FAK55" });
  }
  // The lines of an AIU contract come before the items.
  const added = document.lines.length - draft.lines.length;
  const { line: lineRule, header: headerRule } = RATE_RULES[document.kind];
  const summed = new Set<string>();
  for (const [index, line] of document.lines.entries()) {
    const isOfContract = index < added;
    const field: FieldPath = isOfContract ? ["aiu", "taxRate"] : ["lines", index - added, "taxRate"];
    const isReported = isOfContract && notices.some((notice) => notice.field[0] === "aiu" && notice.rule === lineRule);
    for (const tax of line.taxes) {
      if (tax.perUnit !== undefined) continue;
      const sum = `${tax.code} ${tax.rate}`;
      const place = isOfContract ? field : rateField(draft, index - added, tax.code);
      if (!summed.has(sum)) notices.push(...foreseeRate(tax, place, headerRule));
      summed.add(sum);
      if (!isReported) notices.push(...foreseeRate(tax, place, lineRule));
    }
  }
  return notices;
}

/** Where the rate of a tax of a line was asked for. */
function rateField(draft: Draft, index: number, code: string): FieldPath {
  const others = draft.kind === "invoice" ? draft.lines[index]?.otherTaxes : undefined;
  const place = others?.findIndex((one) => one.code === code) ?? -1;
  return place < 0 ? ["lines", index, "taxRate"] : ["lines", index, "otherTaxes", place, "rate"];
}

const RATE_RULES: Readonly<Record<CorrectableDocument["kind"], { readonly line: string; readonly header: string }>> = {
  invoice: { line: "FAX14", header: "FAS14" },
  "support-document": { line: "DSAX14", header: "DSAS14" },
};

function foreseeRate({ code, name, rate }: TaxSubtotal, field: FieldPath, rule: string): readonly Problem[] {
  const published = findTax(code)?.rates ?? [];
  if (published.length === 0 || published.includes(rate)) return [];
  return [{ field, reason: "rate-not-published", rate, tax: name, published, rule }];
}
