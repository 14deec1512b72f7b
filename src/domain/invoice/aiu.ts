// Turns an AIU contract into invoice lines (administration, contingencies, profit) and taxes the part that is its base.

import { UNIT_CODE } from "../catalogue/unit.ts";
import type { DocumentLine } from "../document/document.ts";
import type { AiuDraft } from "../draft/draft.ts";
import { lineProduct } from "../line/line.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { chargeTax, findPercentageFault, IVA, taxClass } from "../tax/tax.ts";
import type { Decimal } from "../value/decimal.ts";
import { decimal, percentOf, print } from "../value/decimal.ts";

interface AiuPart {
  readonly field: "administrationPercent" | "contingencyPercent" | "profitPercent";
  readonly description: string;
  readonly percent: string;
  readonly isProfit: boolean;
}

/** The note of an AIU invoice must begin with this text. */
const NOTE_START = "Contrato de servicios AIU por concepto de:";
const MOST_NOTE_CHARACTERS = 5000;

/**
 * The lines that an AIU contract adds before the items: the items are its direct cost and keep their own tax;
 * administration, contingencies and profit are the given percentages of `contract_base`, each to the cent. The tax
 * (IVA at `tax_rate`) falls on the three of them (`AIU_TOTAL`) or on the profit alone (`UTILIDAD`). A part of 0 % has no line.
 * @param subjects descriptions of the items, which the note on the first line lists as the subject of the contract.
 */
export function buildAiuLines(
  draft: AiuDraft,
  subjects: readonly string[],
  problems: ProblemList,
): readonly DocumentLine[] {
  const parts = listParts(draft);
  const known = problems.count;
  checkContract(draft, parts, problems);
  if (problems.count > known) return [];
  const base = decimal(draft.contractBase);
  const charged = parts.filter((part) => decimal(part.percent).gt(0));
  return charged.map((part, index) => {
    const isTaxed = part.isProfit || draft.taxBaseMode === "AIU_TOTAL";
    const note = index === 0 ? buildNote(subjects) : null;
    return buildPartLine(part, base, isTaxed ? decimal(draft.taxRate) : null, index + 1, note);
  });
}

function listParts(draft: AiuDraft): readonly AiuPart[] {
  return [
    {
      field: "administrationPercent",
      description: "Administración",
      percent: draft.administrationPercent,
      isProfit: false,
    },
    { field: "contingencyPercent", description: "Imprevistos", percent: draft.contingencyPercent, isProfit: false },
    { field: "profitPercent", description: "Utilidad", percent: draft.profitPercent, isProfit: true },
  ];
}

function checkContract(draft: AiuDraft, parts: readonly AiuPart[], problems: ProblemList): void {
  const known = problems.count;
  const report = (field: keyof AiuDraft, reason: Reason) =>
    problems.add({ field: ["aiu", field], ...reason, rule: "2.5" });
  const base = decimal(draft.contractBase);
  if (base.lte(0)) report("contractBase", { reason: "not-positive", value: draft.contractBase });
  const fields = [...parts, { field: "taxRate", percent: draft.taxRate }] as const;
  for (const { field, percent } of fields) {
    const fault = findPercentageFault(decimal(percent));
    if (fault !== undefined) report(field, { reason: "percentage", value: percent, fault });
  }
  if (problems.count > known) return;
  for (const part of parts) {
    const percent = decimal(part.percent);
    if (percent.gt(0) && decimal(print(percentOf(base, percent))).eq(0)) {
      const { contractBase } = draft;
      report(part.field, { reason: "part-without-value", value: part.percent, contractBase });
    }
  }
  if (parts.every((part) => decimal(part.percent).eq(0))) {
    report("administrationPercent", { reason: "all-parts-zero" });
  } else if (draft.taxBaseMode === "UTILIDAD" && decimal(draft.profitPercent).eq(0) && decimal(draft.taxRate).gt(0)) {
    report("profitPercent", { reason: "profit-zero-but-taxed", than: ["aiu", "taxBaseMode"] });
  }
}

function buildPartLine(
  part: AiuPart,
  contractBase: Decimal,
  taxPercent: Decimal | null,
  number: number,
  note: string | null,
): DocumentLine {
  const base = print(percentOf(contractBase, decimal(part.percent)));
  return {
    number,
    note,
    description: part.description,
    quantity: "1.000000",
    unitCode: UNIT_CODE,
    unitPrice: base,
    base,
    taxes: taxPercent === null || taxPercent.eq(0) ? [] : [chargeTax(taxClass(IVA, taxPercent), base)],
    withholdings: [],
    product: lineProduct(number),
    purchaseDate: null,
    costCenterId: null,
  };
}

function buildNote(subjects: readonly string[]): string {
  const text = `${NOTE_START} ${subjects.join("; ")}`;
  return [...text].slice(0, MOST_NOTE_CHARACTERS).join("").trim();
}
