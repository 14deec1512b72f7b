// Gives random sales back in random parts: what was paid is what was paid back, and no document breaks a published tolerance.
import { expect, it } from "vitest";
import { cases } from "../support/cases.ts";
import { liveSale } from "./returns.ts";

it("random sales come back to the cent, note by note, until nothing is left", () => {
  const lives = Array.from({ length: cases(500) }, (_, seed) => ({ seed, ...liveSale(seed) }));
  expect(lives.filter(({ faults }) => faults.length > 0).map(({ seed, faults }) => ({ seed, faults }))).toEqual([]);
  expect(lives.filter(({ isRefused }) => isRefused).length).toBeLessThan(lives.length / 4);
});
