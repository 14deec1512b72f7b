// Defines the rows of the table: what was measured, against which floor, and the goal that it is held to.
import { type Figure, summarize } from "./measure.ts";

/** One line of the table of ratios. */
export interface Row {
  readonly what: string;
  readonly against: string;
  readonly ratio: Figure;
  /** `ratio` should be at most, or at least, this; absent when the row only informs. */
  readonly goal?: { readonly most: number } | { readonly least: number };
  /** How the ratio reads: a factor unless said. */
  readonly unit?: "x" | "trips" | "documents" | "s" | "KB" | "MB" | "ms" | "count";
}

/** A row about one number that needs no rounds. */
export function exactly(value: number): Figure {
  return summarize([value]);
}

/** Whether the median meets the goal; undefined without one. */
export function isMet({ ratio, goal }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return "most" in goal ? ratio.median <= goal.most : ratio.median >= goal.least;
}

/** `<= 1.35` as the tables print it. */
export function printGoal({ goal, unit = "x" }: Row): string {
  if (goal === undefined) return "";
  return "most" in goal ? `≤ ${printValue(goal.most, unit)}` : `≥ ${printValue(goal.least, unit)}`;
}

export function printValue(value: number, unit: Row["unit"] = "x"): string {
  const isCount = unit === "trips" || unit === "documents" || unit === "count";
  const digits = isCount ? 0 : value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toFixed(digits);
  return unit === "x" ? `${text}×` : isCount ? text : `${text} ${unit}`;
}
