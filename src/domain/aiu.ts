// An AIU contract into its lines: administration, contingencies and profit, with the tax on the part that is its base.
import type { Decimal } from "./decimal.ts";
import { decimal, percentOf, print } from "./decimal.ts";
import type { DocumentLine } from "./document.ts";
import type { AiuDraft } from "./draft.ts";
import { lineProduct, UNIT_CODE } from "./invoice-line.ts";
import type { ProblemList } from "./problem-list.ts";
import { chargeTax, findRateProblem, IVA, taxClass } from "./tax.ts";

interface AiuPart {
  /** The field as the wire spells it. */
  readonly field: string;
  readonly description: string;
  readonly percent: string;
  readonly isProfit: boolean;
}

/** How the note of an AIU invoice must begin. */
const NOTE_START = "Contrato de servicios AIU por concepto de:";
const MOST_NOTE_CHARACTERS = 5000;

/**
 * The lines that an AIU contract adds before the items: the items are the contract's direct cost and keep their own tax;
 * administration, contingencies and profit are the given percentages of `contract_base`, each to the cent. The tax
 * (IVA at `tax_rate`) falls on the three of them (`AIU_TOTAL`) or on the profit alone (`UTILIDAD`). Parts of 0 % have no line.
 * @param subjects descriptions of the items: what the contract is about, for the note on the first line.
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
      field: "administracion_percent",
      description: "Administración",
      percent: draft.administrationPercent,
      isProfit: false,
    },
    { field: "imprevistos_percent", description: "Imprevistos", percent: draft.contingencyPercent, isProfit: false },
    { field: "utilidad_percent", description: "Utilidad", percent: draft.profitPercent, isProfit: true },
  ];
}

function checkContract(draft: AiuDraft, parts: readonly AiuPart[], problems: ProblemList): void {
  const known = problems.count;
  const report = (field: string, phrase: string) => problems.add(`aiu.${field}`, phrase, "2.5");
  const base = decimal(draft.contractBase);
  if (base.lte(0)) report("contract_base", `es ${draft.contractBase}; debe ser mayor que cero`);
  const fields = [...parts, { field: "tax_rate", percent: draft.taxRate }];
  for (const { field, percent } of fields) {
    const problem = findRateProblem(decimal(percent));
    if (problem !== undefined) report(field, `es ${percent}; un porcentaje ${problem}`);
  }
  if (problems.count > known) return;
  for (const part of parts) {
    const percent = decimal(part.percent);
    if (percent.gt(0) && decimal(print(percentOf(base, percent))).eq(0)) {
      report(part.field, `es ${part.percent} y sobre ${draft.contractBase} da 0.00; debe dar al menos un centavo`);
    }
  }
  if (parts.every((part) => decimal(part.percent).eq(0))) {
    report("administracion_percent", "es 0, como los de imprevistos y utilidad; al menos uno debe ser mayor que cero");
  } else if (draft.taxBaseMode === "UTILIDAD" && decimal(draft.profitPercent).eq(0) && decimal(draft.taxRate).gt(0)) {
    report("utilidad_percent", "es 0, pero `aiu.iva_base_mode` dice que el IVA se cobra sobre la utilidad");
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
