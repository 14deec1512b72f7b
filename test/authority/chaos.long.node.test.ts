// Plays a short run of the authority chaos (`npm run deep -- chaos` plays the whole): every behaviour ends as the outcome table
// says.
import { describe, expect, it } from "vitest";
import { PHASES } from "../chaos/behaviour.ts";
import { BEHAVIOURS, playProgramme } from "../chaos/programme.ts";

describe("an authority that misbehaves", () => {
  it("does so in many ways, each with a name of its own", () => {
    const names = BEHAVIOURS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(100);
  });

  it("gets the class and the end that the table says, and no verdict without evidence", async () => {
    const { trials, problems } = await playProgramme({ seeds: 1, firstSeed: 1, isShared: true, deadlineMs: 2_500 });
    expect(problems).toEqual([]);
    expect(trials).toBe(BEHAVIOURS.reduce((sum, { phases = PHASES }) => sum + phases.length, 0));
  });
});
