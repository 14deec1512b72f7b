// Runs the engine in a few seconds of simulated worlds, in slices: a planted mutant fails at the first slice that shows it.
import { describe, expect, it } from "vitest";
import { SeedRunner } from "../simulation/run-seed.ts";
import { loadSystem } from "../simulation/system.ts";

/** First and last seed of each slice: short ones first, because most mutants fall at once. */
const SLICES: readonly (readonly [number, number])[] = [
  [1, 5],
  [6, 30],
];

const runner = new SeedRunner(await loadSystem());

describe("the engine in simulated worlds", () => {
  it.each(SLICES)("keeps every invariant in seeds %i to %i", async (first, last) => {
    for (let seed = first; seed <= last; seed += 1) {
      const { violations } = await runner.run(seed);
      expect(violations, `seed ${seed}`).toEqual([]);
    }
  });
});
