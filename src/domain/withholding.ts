// Withholdings of a support document as asked for into base, percentage and value, by the nine rules of contract 2.15.
import { getTaxName } from "./catalogue.ts";
import { CENT, type Decimal, decimal, isWithin, percentOf, print, printBetween, round, sum } from "./decimal.ts";
import type { Totals, Withholding } from "./document.ts";
import type { SupportWithholdingDraft } from "./draft.ts";
import type { ProblemList } from "./problem-list.ts";
import { deriveRate, MOST_DERIVED_DECIMALS } from "./tax.ts";
import { pickBaseMode } from "./withholding-share.ts";

/** What a base may be taken from. */
type DocumentFigures = Pick<Totals, "subtotal" | "taxes" | "total">;

/** Rule 3: keys are compared without case, as names are. */
export function checkKeys(drafts: readonly SupportWithholdingDraft[], problems: ProblemList): void {
  const seen = new Map<string, number>();
  for (const draft of drafts) {
    const key = draft.key.toLowerCase();
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, draft.index);
    else {
      const phrase = `repite la clave "${draft.key}" de \`retenciones.${earlier}\`; cada retención lleva una clave distinta`;
      problems.add(`retenciones.${draft.index}.retention_key`, phrase, "2.15.3");
    }
  }
}

/** Rules 5 to 9, with the document's totals at hand; elements with a problem are left out of the result. */
export function settleWithholdings(
  drafts: readonly SupportWithholdingDraft[],
  figures: DocumentFigures,
  problems: ProblemList,
): readonly Withholding[] {
  const settled: Withholding[] = [];
  for (const draft of drafts) {
    const withholding = settle(draft, figures, problems);
    if (withholding !== undefined) settled.push(withholding);
  }
  const withheld = sum(settled.map(({ amount }) => decimal(amount)));
  if (withheld.gt(decimal(figures.total))) {
    problems.add(
      "retenciones",
      `suma ${print(withheld)} y no puede pasar del total del documento (${figures.total})`,
      "2.15.9",
    );
  }
  return settled;
}

function settle(
  draft: SupportWithholdingDraft,
  figures: DocumentFigures,
  problems: ProblemList,
): Withholding | undefined {
  const path = `retenciones.${draft.index}`;
  const base = findBase(draft, figures);
  const basePath = draft.base === null ? `${path}.base_mode` : `${path}.base_amount`;
  if (base.lte(0) || base.gt(decimal(figures.total))) {
    const phrase = `da la base ${print(base)}; debe ser mayor que cero y no pasar del total del documento (${figures.total})`;
    problems.add(basePath, phrase, "2.15.5");
    return undefined;
  }
  const value = findValue(draft, base, path, problems);
  if (value === undefined) return undefined;
  const { taxCode, key } = draft;
  return { key, code: taxCode, name: getTaxName(taxCode), label: draft.name, base: print(base), ...value };
}

function findBase(draft: SupportWithholdingDraft, figures: DocumentFigures): Decimal {
  if (draft.base !== null) return round(decimal(draft.base));
  const figure = { subtotal: figures.subtotal, impuestos: figures.taxes, total: figures.total }[pickBaseMode(draft)];
  return decimal(figure);
}

/** Rules 6 to 8: the percentage, the value, or both in agreement within one cent. */
function findValue(
  draft: SupportWithholdingDraft,
  base: Decimal,
  path: string,
  problems: ProblemList,
): { readonly rate: string; readonly amount: string } | undefined {
  const amount = draft.amount === null ? null : decimal(draft.amount);
  if (draft.percent === null) {
    if (amount !== null) return findRate(base, amount, path, problems);
    problems.add(`${path}.percent`, `es obligatorio, o bien \`${path}.amount\` para derivarlo`, "2.15.8");
    return undefined;
  }
  const percent = decimal(draft.percent);
  const exact = percentOf(base, percent);
  const rate = printBetween(percent, 2, MOST_DERIVED_DECIMALS);
  if (amount === null) return { rate, amount: print(exact) };
  // What is printed must be within the cent as well: a value of more than two decimals may round away from it.
  if (isWithin(amount, exact, CENT))
    return { rate, amount: print(isWithin(round(amount), exact, CENT) ? amount : exact) };
  const product = `base x percent (${print(base)} x ${percent.toFixed()} % = ${printBetween(exact, 2, 6)})`;
  problems.add(
    `${path}.amount`,
    `debe ser ${product} con un centavo de tolerancia; se recibió ${draft.amount}`,
    "2.15.7",
  );
  return undefined;
}

/** Rule 8: the percentage that the value is of its base. */
function findRate(
  base: Decimal,
  amount: Decimal,
  path: string,
  problems: ProblemList,
): { readonly rate: string; readonly amount: string } | undefined {
  if (amount.gt(base)) {
    problems.add(
      `${path}.amount`,
      `no puede pasar de su base (${print(base)}); se recibió ${amount.toFixed()}`,
      "2.15.8",
    );
    return undefined;
  }
  return { rate: deriveRate(base, amount), amount: print(amount) };
}
