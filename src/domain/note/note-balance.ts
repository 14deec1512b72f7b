// Computes what can still be credited, of a document and of each line, after the notes already issued on it.

import type { Amount, DocumentLine, NoteAllowance, NoteLine, TaxSubtotal } from "../document/document.ts";
import type { State } from "../document/state.ts";
import { KINDS, type NoteType } from "../kind.ts";
import type { Balance } from "../refusal/note-reason.ts";
import { UNIT_DECIMALS } from "../tax/tax.ts";
import { addAmounts, compare, type Decimal, decimal, print, sum, ZERO } from "../value/decimal.ts";

/** Concept of an annulment, of credit notes and adjustment notes. */
export const ANNULMENT = "2";

/** What a note takes of the lines, discounts and charges of its document. */
export interface NoteTakes {
  readonly lines: readonly Pick<NoteLine, "corrects" | "base" | "taxes" | "gift">[];
  readonly allowances: readonly Pick<NoteAllowance, "isCharge" | "corrects" | "amount">[];
  /** What it gives back by each means of payment; absent where it does not say. */
  readonly means?: readonly { readonly meansCode: string; readonly amount: Amount }[];
}

/** A note on the same document that was issued before. */
export interface EarlierNote extends NoteTakes {
  readonly typeCode: NoteType;
  readonly state: State;
  readonly conceptCode: string;
  readonly total: Amount;
}

/** A rejected note does not exist; a debit note raises the amount, so it does not count either. */
export function isLowering({ typeCode, state }: Pick<EarlierNote, "typeCode" | "state">): boolean {
  return KINDS[typeCode].effect === "lowers" && state !== "rechazado";
}

/** The live note that annuls the document; the authority may not have accepted it yet. */
export function findAnnulment(notes: readonly EarlierNote[]): EarlierNote | undefined {
  return notes.find((note) => isLowering(note) && note.conceptCode === ANNULMENT);
}

/** What may still be credited: pending notes count as accepted ones do. */
export function findBalance(total: Amount, notes: readonly EarlierNote[]): Balance {
  const live = notes.filter(isLowering);
  const credited = addAmounts(live.filter(({ state }) => state === "aceptado").map((note) => note.total));
  const inProcess = addAmounts(live.filter(({ state }) => state !== "aceptado").map((note) => note.total));
  const available = print(decimal(total).minus(decimal(credited)).minus(decimal(inProcess)));
  return { invoiced: total, credited, inProcess, available };
}

/** What is left of a line. */
export interface LineRest {
  readonly quantity: Decimal;
  readonly base: Amount;
  /** Base and amount of each of the line's taxes. */
  readonly taxes: readonly TaxSubtotal[];
  /** Whether nothing has been taken from it. */
  readonly isWhole: boolean;
}

/** What a note takes from a line: a corrected price takes no quantity. */
interface LineTake {
  readonly quantity: string;
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
}

/** What the live notes left of each line, by the line's number. */
export function findLineRests(
  lines: readonly DocumentLine[],
  notes: readonly EarlierNote[],
): ReadonlyMap<number, LineRest> {
  const takes = notes.filter(isLowering).flatMap((note) => note.lines);
  return new Map(
    lines.map((line) => {
      const ofLine = takes.filter(({ corrects }) => corrects?.line === line.number);
      const rest = ofLine.reduce(
        (left, { corrects, base, taxes }) => takeFrom(left, { quantity: corrects?.quantity ?? "0", base, taxes }),
        wholeOf(line),
      );
      return [line.number, rest];
    }),
  );
}

function wholeOf(line: DocumentLine): LineRest {
  return { quantity: decimal(line.quantity), base: line.base, taxes: line.taxes, isWhole: true };
}

/** What is left after one more take. */
export function takeFrom(rest: LineRest, take: LineTake): LineRest {
  const taxes = rest.taxes.map((tax) => {
    const taken = take.taxes.filter(({ code, rate }) => code === tax.code && rate === tax.rate);
    const left = { base: subtract(tax.base, taken, "base"), amount: subtract(tax.amount, taken, "amount") };
    return { ...tax, ...left, ...withUnits(tax, unitsOf(tax).minus(sum(taken.map(unitsOf)))) };
  });
  const base = print(decimal(rest.base).minus(decimal(take.base)));
  return { quantity: rest.quantity.minus(decimal(take.quantity)), base, taxes, isWhole: false };
}

/** Units of a tax that is money for each of them; zero of any other. */
export function unitsOf(tax: TaxSubtotal | undefined): Decimal {
  return decimal(tax?.perUnit?.units ?? "0");
}

/** The units that a tax is charged for, never below zero; nothing for a tax that is a percentage. */
export function withUnits({ perUnit }: TaxSubtotal, units: Decimal): Pick<TaxSubtotal, "perUnit"> {
  if (perUnit === undefined) return {};
  return { perUnit: { ...perUnit, units: print(compare(units, ZERO) < 0 ? ZERO : units, UNIT_DECIMALS) } };
}

function subtract(from: Amount, taken: readonly TaxSubtotal[], key: "base" | "amount"): Amount {
  const left = decimal(from).minus(sum(taken.map((tax) => decimal(tax[key]))));
  return compare(left, ZERO) < 0 ? "0.00" : print(left);
}
