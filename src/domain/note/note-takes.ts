// Adds up what notes take of one document, as if they were one note: the next one then need not read each of them.

import type { Amount, TaxSubtotal } from "../document/document.ts";
import { addAmounts, decimal, print, QUANTITY_DECIMALS, sum } from "../value/decimal.ts";
import { type NoteTakes, unitsOf, withUnits } from "./note-balance.ts";

/** What notes that were accepted took, all together. */
export interface SettledNotes extends NoteTakes {
  /** Their ids, ascending: `12,15`. */
  readonly ids: string;
}

/** One line for each line of the document, and one discount or charge for each of its own; what is a note's own is left out. */
export function sumTakes(notes: readonly NoteTakes[]): NoteTakes {
  const lines = notes.flatMap((note) => note.lines).filter(({ corrects }) => corrects !== null);
  const allowances = notes
    .flatMap((note) => note.allowances)
    .flatMap(({ isCharge, corrects, amount }) => (corrects === undefined ? [] : [{ isCharge, corrects, amount }]));
  const means = sumGroups(
    notes.flatMap((note) => note.means ?? []),
    ({ meansCode }) => meansCode,
    ({ meansCode }, same) => ({ meansCode, amount: sumOf(same, "amount") }),
  );
  return {
    ...(means.length === 0 ? {} : { means }),
    lines: sumGroups(lines, ({ corrects }) => corrects?.line, sumLines),
    allowances: sumGroups(
      allowances,
      ({ isCharge, corrects }) => `${isCharge} ${corrects}`,
      (one, same) => ({ ...one, amount: sumOf(same, "amount") }),
    ),
  };
}

type Line = NoteTakes["lines"][number];

function sumLines({ corrects, gift }: Line, same: readonly Line[]): Line {
  const quantity = sum(same.map((line) => decimal(line.corrects?.quantity ?? "0")));
  return {
    corrects: corrects && { line: corrects.line, quantity: print(quantity, QUANTITY_DECIMALS) },
    base: sumOf(same, "base"),
    taxes: sumGroups(
      same.flatMap(({ taxes }) => taxes),
      ({ code, rate, perUnit }) => `${code} ${rate} ${perUnit?.amount}`,
      sumTax,
    ),
    ...(gift === undefined ? {} : { gift }),
  };
}

function sumTax(tax: TaxSubtotal, same: readonly TaxSubtotal[]): TaxSubtotal {
  const units = withUnits(tax, sum(same.map(unitsOf)));
  return { ...tax, base: sumOf(same, "base"), amount: sumOf(same, "amount"), ...units };
}

function sumOf<Key extends "base" | "amount">(parts: readonly Readonly<Record<Key, Amount>>[], key: Key): Amount {
  return addAmounts(parts.map((part) => part[key]));
}

/** One for each group, in the order of their first members. */
function sumGroups<Part>(
  parts: readonly Part[],
  groupOf: (part: Part) => unknown,
  add: (first: Part, same: readonly Part[]) => Part,
): readonly Part[] {
  return [...Map.groupBy(parts, groupOf).values()].flatMap((same) => same.slice(0, 1).map((first) => add(first, same)));
}
