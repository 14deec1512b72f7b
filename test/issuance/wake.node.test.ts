// What a record does next, and when it is looked at again: every branch of the schedule and of the order of steps.
import { describe, expect, it } from "vitest";
import { STATES, type State } from "../../src/domain/state.ts";
import type { IssueRecord } from "../../src/issuance/ports.ts";
import { chooseStep, isAbsenceExhausted, isAsking, planWake, pollDelayMs, type Step } from "../../src/issuance/wake.ts";
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

  it.each<[string, Partial<IssueRecord>, number]>([
    ["a step in hand", { state: "creating" }, 30 * SECOND_MS],
    ["a sending in hand", { state: "sending" }, 30 * SECOND_MS],
    ["a step that failed once", { state: "firmado", pollCount: 1 }, 5 * SECOND_MS],
    ["a step that failed three times", { state: "creating", pollCount: 3 }, 30 * SECOND_MS],
    ["the first question", { state: "enviado" }, 5 * SECOND_MS],
    ["the third question", { state: "en_proceso_http", pollCount: 2 }, 30 * SECOND_MS],
    ["the first question about what nobody knows", { state: "send_unknown" }, HOUR_MS],
    ["a late question about what nobody knows", { state: "send_unknown", pollCount: 81 }, DAY_MS],
    ["a record whose wake is past", { state: "creating", wakeAt: at(-1) }, 30 * SECOND_MS],
    ["a record that wakes too soon", { state: "creating", wakeAt: at(15 * SECOND_MS) }, 30 * SECOND_MS],
    ["a record that wakes soon enough", { state: "creating", wakeAt: at(15 * SECOND_MS + 1) }, 15 * SECOND_MS + 1],
    ["a record that wakes in time", { state: "firmado", wakeAt: at(30 * SECOND_MS) }, 30 * SECOND_MS],
    ["a record that wakes too late", { state: "firmado", wakeAt: at(30 * SECOND_MS + 1) }, 30 * SECOND_MS],
    ["a failed step that wakes in time", { state: "firmado", pollCount: 1, wakeAt: at(20 * SECOND_MS) }, 5 * SECOND_MS],
    ["a question that would wake in time", { state: "enviado", wakeAt: at(20 * SECOND_MS) }, 5 * SECOND_MS],
  ])("of %s is %#", (_, changes, delayMs) => {
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
  ])("told %i times over %i ms at scale %d is enough: %s", (absenceCount, spanMs, pollScale, isEnough) => {
    const record = sampleRecord({ absenceCount, firstAbsentAt: at(-spanMs) });
    expect(isAbsenceExhausted(record, NOW_MS, pollScale)).toBe(isEnough);
  });

  it("never told is not enough", () => {
    expect(isAbsenceExhausted(sampleRecord({ absenceCount: 9, firstAbsentAt: null }), NOW_MS, 1)).toBe(false);
  });
});

describe("the next step", () => {
  const PAST = { wakeAt: at(0) };
  const LATER = { wakeAt: at(1) };
  const NUMBERED = { documentId: 9, projectedVersion: 1 };
  const CASES: readonly (readonly [string, Partial<IssueRecord>, Step])[] = [
    ["a reservation", { state: "creating" }, "allocate"],
    ["a reservation that failed, before its time", { state: "creating", pollCount: 1, ...LATER }, "rest"],
    ["a reservation that failed, at its time", { state: "creating", pollCount: 1, ...PAST }, "allocate"],
    ["a number", { state: "creating", ...NUMBERED }, "sign"],
    ["signed bytes", { state: "firmado", ...NUMBERED }, "archive"],
    ["signed bytes that failed", { state: "firmado", ...NUMBERED, pollCount: 1, ...LATER }, "rest"],
    ["signed bytes that failed, at their time", { state: "firmado", ...NUMBERED, pollCount: 1, ...PAST }, "archive"],
    ["an archived file", { state: "firmado", ...NUMBERED, isArchived: true }, "transmit"],
    ["an adopted file", { state: "firmado", ...NUMBERED, isArchived: true, isAdopted: true }, "presume-sent"],
    ["a request in hand", { state: "sending", ...NUMBERED, ...LATER }, "rest"],
    ["a request whose instance died", { state: "sending", ...NUMBERED, ...PAST }, "give-up-waiting"],
    ["a question, before its time", { state: "enviado", ...NUMBERED, ...LATER }, "rest"],
    ["a question, at its time", { state: "en_proceso", ...NUMBERED, ...PAST }, "ask"],
    ["a question without a time", { state: "en_proceso", ...NUMBERED, wakeAt: null }, "rest"],
    ["a verdict that D1 does not show", { state: "aceptado", ...NUMBERED, projectedVersion: 0 }, "project"],
    ["a verdict that D1 shows", { state: "rechazado", ...NUMBERED, ...LATER }, "drop"],
    ["a verdict at rest", { state: "aceptado", ...NUMBERED, wakeAt: null }, "rest"],
    ["a question that D1 does not show", { state: "enviado", ...NUMBERED, projectedVersion: 0, ...LATER }, "project"],
    ["a verdict without a number", { state: "aceptado", documentId: null, ...LATER }, "drop"],
  ];

  it.each(CASES)("of %s is %#", (_, changes, step) => {
    const nothing = { nowMs: NOW_MS, hasPendingFiles: false, failed: new Set<Step>() };
    expect(chooseStep(sampleRecord(changes), nothing)).toBe(step);
  });

  it.each<[string, Partial<IssueRecord>, boolean, readonly Step[], Step]>([
    ["answers wait for the archive", { state: "aceptado" }, true, [], "archive-answers"],
    ["answers could not be archived", { state: "aceptado" }, true, ["archive-answers"], "rest"],
    ["D1 could not be told", { state: "aceptado", projectedVersion: 0 }, false, ["project"], "rest"],
    [
      "D1 could not be told and answers wait",
      { state: "aceptado", projectedVersion: 0 },
      true,
      ["project"],
      "archive-answers",
    ],
    ["the payload could not be dropped", { state: "aceptado" }, false, ["drop"], "rest"],
    ["signing failed", { state: "creating" }, false, ["sign"], "rest"],
    ["signing failed and D1 is behind", { state: "creating", projectedVersion: 0 }, false, ["sign"], "project"],
    ["another step failed", { state: "creating" }, false, ["allocate"], "sign"],
  ])("when %s is another (%#)", (_, changes, hasPendingFiles, failed, step) => {
    const record = sampleRecord({ ...NUMBERED, ...LATER, ...changes });
    expect(chooseStep(record, { nowMs: NOW_MS, hasPendingFiles, failed: new Set(failed) })).toBe(step);
  });

  it("is a question in four states", () => {
    const asking: readonly State[] = ["enviado", "en_proceso", "en_proceso_http", "send_unknown"];
    expect(STATES.filter(isAsking)).toEqual(STATES.filter((state) => asking.includes(state)));
  });
});
