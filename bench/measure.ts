// Summarises repeated measurements: a median with its spread, and ratios taken round by round against their floor.

/** One quantity over several rounds. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The median of the values, with the least and the greatest. */
export function summarize(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: pickPercentile(sorted, 50), low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN };
}

/** The quotient of each round: what disturbs a round disturbs both sides of it. */
export function divide(values: readonly number[], floors: readonly number[]): Figure {
  return summarize(values.map((value, round) => value / (floors[round] ?? Number.NaN)));
}

/** A percentile of values in ascending order. */
function pickPercentile(sorted: readonly number[], percent: number): number {
  const index = Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100));
  return sorted[index] ?? Number.NaN;
}

/** A percentile of values in any order. */
export function percentile(values: readonly number[], percent: number): number {
  return pickPercentile(
    values.toSorted((a, b) => a - b),
    percent,
  );
}

/** How far apart the rounds are, as a share of the median. */
export function spreadOf({ median, low, high }: Figure): number {
  return (high - low) / median;
}
