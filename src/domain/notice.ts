// A priced document into the notices that the authority is known to give with such a document, which it accepts all the same.
import { findTax } from "./catalogue.ts";
import type { Document, TaxSubtotal } from "./document.ts";
import type { Draft } from "./draft.ts";
import type { Problem } from "./refusal.ts";

/**
 * What the authority will remark on, as far as the document alone shows it: only what its own answers showed as notices.
 * @param draft what the document was priced from; the paths are its.
 * @returns `rule` is the authority's code: of a line, and of the header's sum of the same tax at its first line.
 */
export function foreseeNotices(document: Document, draft: Draft): readonly Problem[] {
  const notices: Problem[] = [];
  if (document.kind === "invoice" && document.counterpart.email === null) {
    const message =
      "Sin correo del adquirente la autoridad acepta la factura con una notificación; envíelo si lo conoce.";
    notices.push({ path: "receptor.email", message, rule: "FAK55" });
  }
  // The lines of an AIU contract come before the items.
  const added = document.lines.length - draft.lines.length;
  const { line: lineRule, header: headerRule } = RATE_RULES[document.kind];
  const summed = new Set<string>();
  for (const [index, line] of document.lines.entries()) {
    const path = index < added ? "aiu.tax_rate" : `items.${index - added}.${RATE_FIELDS[document.kind]}`;
    const isTold = notices.some((notice) => notice.path === path && notice.rule === lineRule);
    for (const tax of line.taxes) {
      const sum = `${tax.code} ${tax.rate}`;
      if (!summed.has(sum)) notices.push(...foreseeRate(tax, path, headerRule));
      summed.add(sum);
      if (!isTold) notices.push(...foreseeRate(tax, path, lineRule));
    }
  }
  return notices;
}

const RATE_FIELDS: Readonly<Record<Document["kind"], string>> = {
  invoice: "iva",
  "support-document": "porcentaje_iva",
};
const RATE_RULES: Readonly<Record<Document["kind"], { readonly line: string; readonly header: string }>> = {
  invoice: { line: "FAX14", header: "FAS14" },
  "support-document": { line: "DSAX14", header: "DSAS14" },
};

function foreseeRate({ code, name, rate }: TaxSubtotal, path: string, rule: string): readonly Problem[] {
  const rates = findTax(code)?.rates ?? [];
  if (rates.length === 0 || rates.includes(rate)) return [];
  const listed = rates.join(", ");
  const message = `La tarifa ${rate} no está entre las publicadas de ${name} (${listed}); la autoridad acepta el documento con una notificación.`;
  return [{ path, message, rule }];
}
