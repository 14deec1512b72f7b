// Tests when a record is looked at again: every branch of the schedule.
import { describe, expect, it } from "vitest";
import { STATES, type State } from "../../src/domain/document/state.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { isAbsenceExhausted, isAsking, planWake, pollDelayMs } from "../../src/issuance/record/schedule.ts";
import { at, NOW_MS, sampleRecord } from "../support/record.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

describe("the schedule of questions", () => {
  it("is 5, 15, 30, 60 s, 2, 5, 10, 15, 30 min, then hourly for 72 h, then daily", () => {
    const delays = Array.from({ length: 84 }, (_, index) => pollDelayMs(index, 0.5, 1));
    const first = [5, 15, 30, 60, 120, 300, 600, 900, 1_800].map((seconds) => seconds * SECOND_MS);
    expect(delays).toEqual([...first, ...Array(72).fill(HOUR_MS), DAY_MS, DAY_MS, DAY_MS]);
  });

  it.each([
    [0, 1, 4_000],
    [0.999_999, 1, 6_000],
    [0.5, 0.01, 50],
    [0, 0.01, 40],
  ])("with chance %d and scale %d first waits %i ms", (random, pollScale, delayMs) => {
    expect(pollDelayMs(0, random, pollScale)).toBe(delayMs);
  });
});

describe("the next wake", () => {
  const plan = (changes: Partial<IssueRecord>, pollScale = 1) =>
    Date.parse(planWake(sampleRecord({ wakeAt: null, ...changes }), NOW_MS, 0.5, pollScale)) - NOW_MS;

  it.each<[string, number, Partial<IssueRecord>]>([
    ["a step in hand", 30 * SECOND_MS, { state: "creating" }],
    ["a sending in hand", 30 * SECOND_MS, { state: "sending" }],
    ["a step that failed once", 5 * SECOND_MS, { state: "firmado", pollCount: 1 }],
    ["a step that failed three times", 30 * SECOND_MS, { state: "creating", pollCount: 3 }],
    ["the first question", 5 * SECOND_MS, { state: "enviado" }],
    ["the third question", 30 * SECOND_MS, { state: "en_proceso_http", pollCount: 2 }],
    ["the first question about an unknown outcome", HOUR_MS, { state: "send_unknown" }],
    ["a late question about an unknown outcome", DAY_MS, { state: "send_unknown", pollCount: 81 }],
    ["a record whose wake is past", 30 * SECOND_MS, { state: "creating", wakeAt: at(-1) }],
    ["a record that wakes too soon", 30 * SECOND_MS, { state: "creating", wakeAt: at(15 * SECOND_MS) }],
    ["a record that wakes soon enough", 15 * SECOND_MS + 1, { state: "creating", wakeAt: at(15 * SECOND_MS + 1) }],
    ["a record that wakes in time", 30 * SECOND_MS, { state: "firmado", wakeAt: at(30 * SECOND_MS) }],
    ["a record that wakes too late", 30 * SECOND_MS, { state: "firmado", wakeAt: at(30 * SECOND_MS + 1) }],
    ["a failed step that wakes in time", 5 * SECOND_MS, { state: "firmado", pollCount: 1, wakeAt: at(20 * SECOND_MS) }],
    ["a question that would wake in time", 5 * SECOND_MS, { state: "enviado", wakeAt: at(20 * SECOND_MS) }],
  ])("of %s is %i ms", (_, delayMs, changes) => {
    expect(plan(changes)).toBe(delayMs);
  });

  it("is scaled, and so is what counts as soon enough", () => {
    expect(plan({ state: "creating" }, 0.1)).toBe(3 * SECOND_MS);
    expect(plan({ state: "creating", wakeAt: at(2 * SECOND_MS) }, 0.1)).toBe(2 * SECOND_MS);
    expect(plan({ state: "creating", wakeAt: at(4 * SECOND_MS) }, 0.1)).toBe(3 * SECOND_MS);
    expect(plan({ state: "enviado" }, 0.1)).toBe(500);
    expect(plan({ state: "send_unknown" }, 0.1)).toBe(6 * MINUTE_MS);
    expect(plan({ state: "creating", pollCount: 1 }, 0.1)).toBe(500);
  });
});

describe("absence", () => {
  it.each([
    [4, 30 * MINUTE_MS, 1, true],
    [3, 60 * MINUTE_MS, 1, false],
    [4, 30 * MINUTE_MS - 1, 1, false],
    [4, 3 * MINUTE_MS, 0.1, true],
    [4, 3 * MINUTE_MS - 1, 0.1, false],
  ])("said %i times over %i ms at scale %d is enough: %s", (absenceCount, spanMs, pollScale, isEnough) => {
    const record = sampleRecord({ absenceCount, firstAbsentAt: at(-spanMs) });
    expect(isAbsenceExhausted(record, NOW_MS, pollScale)).toBe(isEnough);
  });

  it("never said is not enough", () => {
    expect(isAbsenceExhausted(sampleRecord({ absenceCount: 9, firstAbsentAt: null }), NOW_MS, 1)).toBe(false);
  });
});

describe("asking", () => {
  it("is a question in four states", () => {
    const asking: readonly State[] = ["enviado", "en_proceso", "en_proceso_http", "send_unknown"];
    expect(STATES.filter(isAsking)).toEqual(STATES.filter((state) => asking.includes(state)));
  });
});
