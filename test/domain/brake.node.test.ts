// Tests when documents are held before they are sent, and when they leave again.
import { describe, expect, it } from "vitest";
import {
  type BrakeState,
  describeCondition,
  describeSendings,
  judgePassage,
  listLate,
  noteAnswer,
  noteFailure,
  noteSilence,
  RELEASED,
} from "../../src/domain/document/brake.ts";

const START = Date.parse("2026-11-26T08:00:00Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** F: a failure, A: an answer, each at so many seconds; f and a: of a sending. */
function play(story: string, from: BrakeState = RELEASED): BrakeState {
  return [...story.matchAll(/([FA])(\d+)/gi)].reduce((state, [, kind = "", at]) => {
    const nowMs = START + Number(at) * SECOND;
    const isSending = kind === kind.toLowerCase();
    return (kind.toUpperCase() === "F" ? noteFailure : noteAnswer)(state, nowMs - 1, nowMs, isSending);
  }, from);
}

const passageAt = (state: BrakeState, reserved: number, at: number) =>
  judgePassage(state, START + reserved * SECOND, START + at * SECOND).passage;

describe("what holds documents", () => {
  it.each([
    ["nothing that failed", "", 1, "go"],
    ["answers", "A1 A2 A3", 4, "go"],
    ["one failure: the next document asks before it is sent", "F1", 2, "ask"],
    ["four failures: the same", "F1 F2 F3 F4", 5, "ask"],
    ["a failure a minute ago: forgotten", "F1", 61, "go"],
    ["a failure and an answer after it", "F1 A2", 3, "go"],
    ["five failures in a minute", "F1 F2 F3 F4 F5", 6, "wait"],
    ["five failures over more than a minute", "F1 F20 F40 F60 F80", 81, "ask"],
    ["five failures with an answer between", "F1 F2 F3 A4 F5 F6", 7, "ask"],
    ["more failures in an outage change nothing", "F1 F2 F3 F4 F5 F6 F7", 8, "wait"],
  ] as const)("%s", (_, story, at, expected) => {
    expect(passageAt(play(story), at, at).type).toBe(expected);
  });

  it("is down since the first failure of the row, and is back when anything is answered", () => {
    const down = play("F1 F2 F3 F4 F5");
    expect(describeCondition(down, START + 6 * SECOND)).toEqual({ state: "caida", sinceMs: START + SECOND });
    const back = play("A100", down);
    expect(describeCondition(back, START + 101 * SECOND)).toEqual({ state: "lenta", sinceMs: START + 100 * SECOND });
    expect(describeCondition(back, START + 300 * SECOND)).toEqual({ state: "normal", sinceMs: null });
    expect(describeCondition(RELEASED, START)).toEqual({ state: "normal", sinceMs: null });
  });
});

describe("an outage of which people know", () => {
  it.each([
    ["begins with it", "F1 F2 F3 F4 F5", 1],
    ["goes on while questions alone are answered", "F1 F2 F3 F4 F5 A40 A60", 1],
    ["is over when a sending is answered", "F1 F2 F3 F4 F5 A40 a140", null],
    ["is over when the sending that was answered ended it", "F1 F2 F3 F4 F5 a40", null],
    ["is over when all that was held has left", "F1 F2 F3 F4 F5 A40 A500", null],
    ["is not over then, when a sending failed after it", "F1 F2 F3 F4 F5 A40 f140 A500 A900", 1],
    ["is the same one when it fails again", "F1 F2 F3 F4 F5 A40 f141 f142 f143 f144 f145 A200", 1],
    ["is another one after a sending was answered", "F1 F2 F3 F4 F5 A40 a140 F201 F202 F203 F204 F205", 201],
  ] as const)("%s", (_, story, since) => {
    expect(play(story).toldSince).toBe(since === null ? null : START + since * SECOND);
  });
});

describe("an authority that answers questions and fails sendings", () => {
  it.each([
    ["is not known while nothing is answered", "F1 F2 F3 F4 F5", null, null],
    [
      "is not known before a sending fails: none was answered yet, since it is back",
      "F1 F2 F3 F4 F5 A40 A130",
      "none",
      40,
    ],
    ["is known since the outage began, once a sending failed", "F1 F2 F3 F4 F5 A40 f140 A150", "failing", 1],
    ["is known long after all that was held has left", "F1 F2 F3 F4 F5 A40 f140 A500 A9000", "failing", 1],
    ["is over when a sending is answered", "F1 F2 F3 F4 F5 A40 f140 A150 a160", null, null],
    ["never was, where a sending ended the outage", "F1 F2 F3 F4 F5 a40", null, null],
    ["never was, where all that was held has left", "F1 F2 F3 F4 F5 A40 A500", null, null],
  ] as const)("%s", (_, story, state, since) => {
    expect(describeSendings(play(story))).toEqual(state === null ? null : { state, sinceMs: START + since * SECOND });
  });

  it.each([
    ["before the first sending fails", "F1 F2 F3 F4 F5 A40 A130", 131, "lenta"],
    ["while sendings fail", "F1 F2 F3 F4 F5 A40 f140 A150", 151, "lenta"],
    ["long after all that was held has left", "F1 F2 F3 F4 F5 A40 f140 A500 A9000", 9001, "lenta"],
    ["once a sending is answered, and all has left", "F1 F2 F3 F4 F5 A40 f140 A150 a160", 500, "normal"],
  ] as const)("is told to clients as slow, and not as normal: %s", (_, story, at, state) => {
    const sinceMs = state === "normal" ? null : START + 40 * SECOND;
    expect(describeCondition(play(story), START + at * SECOND)).toEqual({ state, sinceMs });
  });
});

describe("silence", () => {
  const late = (waiting: readonly number[], heard: number, at: number) =>
    listLate(
      waiting.map((began) => START + began * SECOND),
      START + heard * SECOND,
      START + at * SECOND,
    ).map((began) => (began - START) / SECOND);

  it.each([
    ["nothing is under way", [], 0, 20, []],
    ["a request waits less than fifteen seconds", [6], 0, 20, []],
    ["it waits fifteen", [5], 0, 20, [5]],
    ["others were answered meanwhile", [5], 6, 20, []],
    ["the oldest come first", [4, 1, 3], 0, 20, [1, 3, 4]],
    ["a request that ended with its object is forgotten after three minutes", [1, 100], 0, 190, [100]],
  ] as const)("%s", (_, waiting, heard, at, expected) => {
    expect(late(waiting, heard, at)).toEqual(expected);
  });

  const hear = (state: BrakeState, began: readonly number[], at: number) =>
    noteSilence(
      state,
      began.map((one) => START + one * SECOND),
      START + at * SECOND,
    );

  it("counts as an outage when five requests are late, since the first of them began", () => {
    expect(hear(RELEASED, [1, 2, 3, 4], 20)).toBe(RELEASED);
    const down = hear(RELEASED, [1, 2, 3, 4, 5], 20);
    expect(describeCondition(down, START + 20 * SECOND)).toEqual({ state: "caida", sinceMs: START + SECOND });
    expect(passageAt(down, 20, 20).type).toBe("wait");
    // The authority was only slow: the answer to the second of them ends it.
    expect(noteAnswer(down, START + 2 * SECOND, START + 22 * SECOND).downSince).toBeNull();
  });

  it("says nothing of the time after an outage when its requests began before", () => {
    const back = play("F1 F2 F3 F4 F5 A100");
    expect(hear(back, [90, 91, 92, 93, 94, 101], 120)).toBe(back);
  });

  it("changes nothing in an outage", () => {
    const down = play("F1 F2 F3 F4 F5");
    expect(hear(down, [6, 7, 8, 9, 10], 30)).toBe(down);
  });
});

describe("an outage", () => {
  const down = play("F1 F2 F3 F4 F5");

  it("is not ended by the answer to a request from before it", () => {
    expect(noteAnswer(down, START, START + 9 * SECOND)).toBe(down);
    expect(noteAnswer(down, START + 6 * SECOND, START + 9 * SECOND).downSince).toBeNull();
  });

  it("that is over is not begun again by requests that began in it", () => {
    const back = play("A100", down);
    expect(noteFailure(back, START + 50 * SECOND, START + 140 * SECOND)).toBe(back);
    expect(noteFailure(back, START + 110 * SECOND, START + 140 * SECOND).failures).toHaveLength(1);
  });

  it("lets one document in each half minute ask, however many want to", () => {
    let state = play("F1 F2 F3 F4 F5");
    const asked: number[] = [];
    for (let at = 5 * SECOND; at < 10 * MINUTE; at += 100) {
      const judged = judgePassage(state, START, START + at);
      expect(judged.passage.type).not.toBe("go");
      if (judged.passage.type === "ask") asked.push(at);
      state = noteFailure(judged.state, START + at, START + at + 50);
    }
    expect(asked).toHaveLength(19);
    for (const [index, at] of asked.entries())
      expect(at - (asked[index - 1] ?? at - 30_000)).toBeGreaterThanOrEqual(30_000);
  });
});

describe("after an outage", () => {
  const back = play("F1 F2 F3 F4 F5 A3601");

  it("the oldest go first, twice as fast as they came, and none before each of them has looked", () => {
    const turns = [0, 1, 2, 600, 1800, 3600].map((reserved) => passageAt(back, reserved, 3601));
    expect(turns).toEqual(
      [0, 0, 0.5, 299.5, 899.5, 1799.5].map((after) => ({ type: "wait", untilMs: START + (3691 + after) * SECOND })),
    );
    expect(passageAt(back, 600, 3991)).toEqual({ type: "go" });
  });

  it("what comes later waits for nobody", () => {
    expect(passageAt(back, 3602, 3602)).toEqual({ type: "go" });
  });

  it("that begins again, those that have not left keep their places", () => {
    const again = play("F3991 F3992 F3993 F3994 F3995 A4595", back);
    // At 3995 those reserved until 609 had had their turn.
    expect(passageAt(again, 609, 4595)).toEqual({ type: "wait", untilMs: START + 4685 * SECOND });
    expect(passageAt(again, 1209, 4595)).toEqual({ type: "wait", untilMs: START + 4985 * SECOND });
  });

  it("nothing is left of it once the last one has left", () => {
    expect(noteAnswer(back, START + 5999 * SECOND, START + 6000 * SECOND)).toBe(RELEASED);
  });
});
