// Computes the withholdings that a client asks for, within the company's configuration: informative amounts per line and document.
import type { WithholdingType } from "../company.ts";
import type { Amount, DocumentLine, TaxSubtotal, Withholding } from "../document/document.ts";
import type { InvoiceWithholdingDraft } from "../draft/draft.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { findPercentageFault, IVA, RETEIVA, sumAmounts, taxClass } from "../tax/tax.ts";
import type { Decimal } from "../value/decimal.ts";
import { decimal, percentOf, print, ZERO } from "../value/decimal.ts";

/** What a withholding is taken from: the net value, its taxes (for ReteIVA, the IVA: FAY05), or both. */
type BaseKind = "subtotal" | "impuestos" | "total";

/** Spellings of the base modes that configurations use. */
const BASE_KINDS: Readonly<Record<string, BaseKind>> = {
  subtotal: "subtotal",
  base: "subtotal",
  impuestos: "impuestos",
  iva: "impuestos",
  total: "total",
  bruto: "total",
};

/** The same lines with their share of each withholding, and the document's withholdings, which are their sums (FAT01, FAT02). */
interface WithheldLines {
  readonly lines: readonly DocumentLine[];
  readonly withholdings: readonly Withholding[];
}

/**
 * `type` and `baseMode` must be configured for the company. Each document amount is base x percent to the
 * cent; lines get what the running total adds, so that they sum to it exactly (FAT07, FAY07 within one cent).
 */
export function withhold(
  drafts: readonly InvoiceWithholdingDraft[],
  lines: readonly DocumentLine[],
  configured: readonly WithholdingType[],
  problems: ProblemList,
): WithheldLines {
  if (drafts.length === 0) return { lines, withholdings: [] };
  const perLine: TaxSubtotal[][] = lines.map(() => []);
  const withholdings: Withholding[] = [];
  const seen = new Set<string>();
  drafts.forEach((draft, index) => {
    const rule = readRule(draft, index, configured, seen, problems);
    if (rule === undefined) return;
    const shares = shareOut(rule, lines);
    const charged = shares.filter((share) => share !== undefined);
    if (charged.length === 0) {
      const field = ["withholdings", index, "baseMode"] as const;
      problems.add({ field, reason: "base-mode-without-value", value: draft.baseMode, rule: "FAT05" });
      return;
    }
    shares.forEach((share, line) => {
      if (share !== undefined) perLine[line]?.push(share);
    });
    const [first] = charged;
    if (first === undefined) return;
    const base = sumAmounts(charged, "base");
    withholdings.push({ ...first, key: rule.type.type, base, amount: sumAmounts(charged, "amount") });
  });
  return {
    lines: lines.map((line, index) => ({ ...line, withholdings: perLine[index] ?? [] })),
    withholdings,
  };
}

/** What is wrong with withholdings by themselves, before their bases are known. */
export function checkWithholdings(
  drafts: readonly InvoiceWithholdingDraft[],
  configured: readonly WithholdingType[],
  problems: ProblemList,
): void {
  const seen = new Set<string>();
  for (const [index, draft] of drafts.entries()) readRule(draft, index, configured, seen, problems);
}

interface WithholdingRule {
  readonly type: WithholdingType;
  readonly kind: BaseKind;
  readonly percent: Decimal;
}

function readRule(
  draft: InvoiceWithholdingDraft,
  index: number,
  configured: readonly WithholdingType[],
  seen: Set<string>,
  problems: ProblemList,
): WithholdingRule | undefined {
  const report = (field: keyof InvoiceWithholdingDraft, reason: Reason, rule: string) => {
    problems.add({ field: ["withholdings", index, field], ...reason, rule });
  };
  const known = problems.count;
  const type = configured.find((candidate) => candidate.type === draft.type);
  if (type === undefined) {
    const types = configured.map((candidate) => candidate.type);
    report("type", { reason: "withholding-not-configured", value: draft.type, configured: types }, "2.6");
  } else if (seen.has(type.type)) {
    report("type", { reason: "withholding-repeated", value: draft.type }, "FAT01");
  }
  seen.add(draft.type);
  const kind = BASE_KINDS[draft.baseMode.toLowerCase()];
  if (type !== undefined && (!type.baseModes.includes(draft.baseMode) || kind === undefined)) {
    const facts = { value: draft.baseMode, type: type.type, configured: type.baseModes };
    report("baseMode", { reason: "base-mode-not-configured", ...facts }, "2.6");
  }
  const percent = decimal(draft.percent);
  const fault = percent.eq(0) ? "zero" : findPercentageFault(percent);
  if (fault !== undefined) report("percent", { reason: "percentage", value: draft.percent, fault }, "VLR01");
  return problems.count > known || type === undefined || kind === undefined ? undefined : { type, kind, percent };
}

/** One share per line, undefined where the line has nothing to withhold from. */
function shareOut(
  { type, kind, percent }: WithholdingRule,
  lines: readonly DocumentLine[],
): (TaxSubtotal | undefined)[] {
  const { code, rate } = taxClass(type.taxCode, percent);
  let runningBase = ZERO;
  let runningAmount = ZERO;
  return lines.map((line) => {
    const base = baseOf(line, kind, type.taxCode === RETEIVA);
    if (base.lte(0)) return undefined;
    runningBase = runningBase.plus(base);
    const reached = decimal(print(percentOf(runningBase, percent)));
    const amount: Amount = print(reached.minus(runningAmount));
    runningAmount = reached;
    return { code, name: type.name, rate, base: print(base), amount };
  });
}

function baseOf(line: DocumentLine, kind: BaseKind, isReteIva: boolean): Decimal {
  const taxes = line.taxes.filter((tax) => !isReteIva || kind === "total" || tax.code === IVA);
  const taxAmount = decimal(sumAmounts(taxes, "amount"));
  if (kind === "impuestos") return taxAmount;
  return kind === "subtotal" ? decimal(line.base) : decimal(line.base).plus(taxAmount);
}
