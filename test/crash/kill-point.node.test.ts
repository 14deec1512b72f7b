// Tests when a cycle of the crash programme is killed: after as much work on a slow machine as on a fast one.
import { describe, expect, it } from "vitest";
import { createRandom } from "../support/random.ts";
import { awaitKillPoint, drawKillPoint, type KillPoint } from "./kill-point.ts";

/** A machine that answers one request in so many milliseconds. */
function runMachine(answerMs: number, stopsAfter = Number.POSITIVE_INFINITY) {
  let passedMs = 0;
  const read = () => {
    const answers = Math.min(Math.floor(passedMs / answerMs), stopsAfter);
    return { keys: answers + 8, answers, calls: 0 };
  };
  const wait = async (milliseconds: number) => {
    passedMs += milliseconds;
  };
  return { read, pace: { nowMs: () => passedMs, wait } };
}

const POINT: KillPoint = { count: "answers", more: 20 };

describe("the point of a kill", () => {
  it.each([1, 25, 1_000, 20_000])("comes after the same work when an answer takes %i ms", async (answerMs) => {
    const { read, pace } = runMachine(answerMs);
    await awaitKillPoint(read, POINT, () => 0.5, pace);
    const slack = Math.ceil(10 / answerMs);
    expect(read().answers).toBeGreaterThanOrEqual(POINT.more);
    expect(read().answers).toBeLessThanOrEqual(POINT.more + slack);
  });

  it("is not waited for when nothing moves any more", async () => {
    const { read, pace } = runMachine(50, 7);
    await expect(awaitKillPoint(read, POINT, () => 0.5, pace)).rejects.toThrow("7 of 20 answers");
  });

  it("is now and then while the service is cold, mostly in full work, and always after some work", () => {
    const random = createRandom(1);
    const points = Array.from({ length: 1_000 }, () => drawKillPoint(random, 16));
    const cold = points.filter(({ count }) => count === "keys");
    expect(cold.length).toBeGreaterThan(100);
    expect(cold.length).toBeLessThan(300);
    expect(points.every(({ more }) => more >= 1)).toBe(true);
    expect(cold.every(({ more }) => more <= 16)).toBe(true);
  });
});
