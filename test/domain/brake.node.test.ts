// Tests when documents are held before they are sent, and when they leave again.
import { describe, expect, it } from "vitest";
import {
  type BrakeState,
  describeCondition,
  describeOutage,
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

/** F: a failure, A: an answer, each at so many seconds; f and a: of a sending; g and b, and h: of a sending of two other companies. */
function play(story: string, from: BrakeState = RELEASED): BrakeState {
  return [...story.matchAll(/([FAfaghb])(\d+)/g)].reduce((state, [, kind = "", at]) => {
    const nowMs = START + Number(at) * SECOND;
    const sent = {
      companyId: kind === "h" ? 3 : "gb".includes(kind) ? 2 : 1,
      isSending: kind === kind.toLowerCase(),
      startedMs: nowMs - 1,
    };
    return ("Ffgh".includes(kind) ? noteFailure : noteAnswer)(state, sent, nowMs);
  }, from);
}

const question = (startedMs: number) => ({ companyId: 1, isSending: false, startedMs });
const judgeAt = (state: BrakeState, reserved: number, at: number, companyId = 1) =>
  judgePassage(state, { companyId, reservedMs: START + reserved * SECOND }, START + at * SECOND);
const passageAt = (state: BrakeState, reserved: number, at: number, companyId = 1) =>
  judgeAt(state, reserved, at, companyId).passage;

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

  it("is down since the first failure of the row, and is back when a sending is answered", () => {
    const down = play("F1 F2 F3 F4 F5");
    expect(describeCondition(down, START + 6 * SECOND)).toEqual({ state: "caida", sinceMs: START + SECOND });
    const back = play("a100", down);
    expect(describeCondition(back, START + 101 * SECOND)).toEqual({ state: "lenta", sinceMs: START + 100 * SECOND });
    expect(describeCondition(back, START + 300 * SECOND)).toEqual({ state: "normal", sinceMs: null });
    expect(describeCondition(RELEASED, START)).toEqual({ state: "normal", sinceMs: null });
  });
});

describe("an outage", () => {
  it.each([
    ["begins with it", "F1 F2 F3 F4 F5", 1],
    ["goes on while questions alone are answered", "F1 F2 F3 F4 F5 A40 A60", 1],
    ["is over when a sending is answered", "F1 F2 F3 F4 F5 A40 a140", null],
    ["is over when the sending that was answered ended it", "F1 F2 F3 F4 F5 a40", null],
    ["is over when nothing waited for ten minutes that could be tried", "F1 F2 F3 F4 F5 A40 A639 A640", null],
    ["is not over before", "F1 F2 F3 F4 F5 A40 A639", 1],
    ["is not over then, when a sending failed after it", "F1 F2 F3 F4 F5 A40 f140 A700 A9000", 1],
    ["is the same one when everything fails again", "F1 F2 F3 F4 F5 A40 f141 F142 F143 F144 F145 A200", 1],
    ["is another one after a sending was answered", "F1 F2 F3 F4 F5 A40 a140 F201 F202 F203 F204 F205", 201],
    [
      "begins with five sendings in a row, whatever questions are answered",
      "f1 A2 g31 A32 f61 A62 f91 A92 g121 A122",
      1,
    ],
    ["begins at once where three companies lose them", "f1 A2 g3 A4 h5 A6 f7 A8 g9 A10", 1],
    ["does not begin within a minute where two do", "f1 A2 g3 A4 f5 A6 g7 A8 f9 A10 g11 A12 f60", null],
    ["begins after a minute of them", "f1 A2 f3 A4 f5 A6 f7 A8 f9 A10 f11 A12 f61", 1],
    ["does not begin with four", "f1 A2 g31 A32 f61 A62 f91 A92", null],
    ["does not begin where one is answered between", "f1 A2 g31 A32 f61 A62 b91 f92 A93 f121 A122", null],
    ["does not begin with five in more than ten minutes", "f1 A2 g301 A302 f501 A502 f551 A552 g601 A602", null],
    ["of sendings is over when one is answered", "f1 A2 g31 A32 f61 A62 f91 A92 g121 A122 a300", null],
    ["of sendings is not over by the answer to one from before it", "f3 A4 g31 A32 f61 A62 f91 A92 g121 a2", 3],
  ] as const)("%s", (_, story, since) => {
    expect(play(story).outage?.sinceMs ?? null).toBe(since === null ? null : START + since * SECOND);
  });
});

const SENDINGS_FAIL = "f1 A2 g3 A4 h5 A6 g7 A8 f9 A10";

describe("an authority that answers questions and fails sendings", () => {
  it.each([
    ["is not known while nothing is answered", "F1 F2 F3 F4 F5", "silent", 1],
    ["is not known before one is tried", "F1 F2 F3 F4 F5 A40 A130", "untried", 40],
    ["is known since the outage began, once a sending failed", "F1 F2 F3 F4 F5 A40 f140 A150", "failing", 1],
    ["is known for as long as it lasts", "F1 F2 F3 F4 F5 A40 f140 A500 A9000", "failing", 1],
    ["is known without an outage before", SENDINGS_FAIL, "failing", 1],
    [
      "is over when a sending is answered, and what it held leaves",
      "F1 F2 F3 F4 F5 A40 f140 A150 a160",
      "leaving",
      160,
    ],
    ["never was, where a sending ended the outage", "F1 F2 F3 F4 F5 a40", "leaving", 40],
  ] as const)("%s", (_, story, state, since) => {
    const lastMs = START + Number(/\d+$/.exec(story)?.[0]) * SECOND;
    expect(describeOutage(play(story), lastMs)).toEqual(
      state === null ? null : { state, sinceMs: START + since * SECOND, onlyOf: null },
    );
  });

  it.each([
    ["before the first sending is tried", "F1 F2 F3 F4 F5 A40 A130", 131, "lenta", 40],
    ["while sendings fail", "F1 F2 F3 F4 F5 A40 f140 A150", 151, "caida", 1],
    ["without an outage before", SENDINGS_FAIL, 11, "caida", 1],
    ["once a sending is answered", "F1 F2 F3 F4 F5 A40 f140 A150 a160", 161, "lenta", 160],
    ["once all that was held has left", "F1 F2 F3 F4 F5 A40 f140 A150 a160", 500, "normal", null],
  ] as const)("is told to clients %s", (_, story, at, state, since) => {
    const sinceMs = since === null ? null : START + since * SECOND;
    expect(describeCondition(play(story), START + at * SECOND)).toEqual({ state, sinceMs });
  });

  it("lets one document try at once, and the others wait; each time it fails, the next one waits longer, at most five minutes", () => {
    let state = play(SENDINGS_FAIL);
    const tried: number[] = [];
    for (let at = 10; at < 3_600; at += 1) {
      const judged = judgeAt(state, 0, at, 4);
      expect(judged.passage.type).not.toBe("ask");
      if (judged.passage.type === "go") tried.push(at);
      const sent = { companyId: 1, isSending: true, startedMs: START + at * SECOND };
      const failed = judged.passage.type === "go" ? noteFailure(judged.state, sent, START + at * SECOND) : judged.state;
      // The documents that were lost are asked about meanwhile.
      state = noteAnswer(failed, question(START + at * SECOND), START + at * SECOND);
    }
    const waits = tried.map((at, index) => at - (tried[index - 1] ?? 10));
    expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 256, ...Array.from({ length: 10 }, () => 300)]);
  });

  it("goes on with the longer wait where everything failed for a while in between", () => {
    const tried = [0, 1, 2, 4].reduce((state, at) => judgeAt(state, 0, 20 + at, 4).state, play(SENDINGS_FAIL));
    const again = play("F31 F32 F33 F34 F35 A70", tried);
    expect(passageAt(again, 0, 70)).toEqual({ type: "go" });
    const state = judgeAt(again, 0, 70).state;
    expect([passageAt(state, 0, 77).type, passageAt(state, 0, 87).type]).toEqual(["wait", "go"]);
  });

  it("tries a document as soon as a question is answered after an outage", () => {
    const back = play("F1 F2 F3 F4 F5 A40");
    expect(passageAt(back, 6, 40)).toEqual({ type: "go" });
    expect(passageAt(judgeAt(back, 6, 40).state, 7, 40.5).type).toBe("wait");
  });

  it("holds no other company where the sendings of one alone failed, until another's fails too", () => {
    const one = play("f1 A2 f16 A17 f31 A32 f46 A47 f61 A62");
    const tried = judgeAt(judgeAt(one, 62, 62).state, 63, 63).state;
    expect(passageAt(tried, 64, 64).type).toBe("wait");
    expect(passageAt(tried, 64, 64, 2)).toEqual({ type: "go" });
    expect(describeCondition(tried, START + 64 * SECOND, 1).state).toBe("caida");
    expect(describeCondition(tried, START + 64 * SECOND, 2).state).toBe("normal");
    expect(describeCondition(tried, START + 64 * SECOND).state).toBe("normal");
    expect(describeOutage(tried, START + 64 * SECOND)?.onlyOf).toBe(1);
    expect(passageAt(play("g64", tried), 64, 64, 2).type).toBe("wait");
    expect(play("b64", tried).outage).toBeNull();
  });

  it("sends one document an hour where it answers no question, and is over when that one is answered", () => {
    let state = play("F1 F2 F3 F4 F5");
    const sent: number[] = [];
    for (let at = 6; at < 3 * 3_600; at += 10) {
      const judged = judgeAt(state, 3, at);
      ({ state } = judged);
      if (judged.passage.type === "go") sent.push(at);
      if (judged.passage.type === "ask") state = noteFailure(state, question(START + at * SECOND), START + at * SECOND);
    }
    expect(sent).toHaveLength(2);
    expect(sent.map((at) => Math.floor((at - 1) / 3_600))).toEqual([1, 2]);
    expect(describeCondition(play(`a${3 * 3_600}`, state), START + 3 * 3_600 * SECOND).state).toBe("lenta");
    // After a night without documents it is asked before one is sent.
    expect(passageAt(play("F1 F2 F3 F4 F5"), 36_000, 36_000).type).toBe("ask");
  });

  it("holds everybody where it began with an outage of everything, whoever fails first after it", () => {
    const tried = play("F1 F2 F3 F4 F5 A40 f41");
    expect(passageAt(judgeAt(tried, 6, 41).state, 6, 41.5, 2).type).toBe("wait");
  });
});

describe("one company whose sendings fail", () => {
  const HOURS = 3_600;
  const own = play("f1 A2 f16 A17 f31 A32 f46 A47 f61 A62");
  const turnAfter = (state: BrakeState, reserved: number, at: number, companyId: number) => {
    const passage = passageAt(state, reserved, at, companyId);
    return passage.type === "wait" ? (passage.untilMs - START) / SECOND - at : passage.type;
  };

  it("has its documents leave in turn once another's sending is answered, and nobody waits for them", () => {
    const end = 10 * HOURS;
    const over = play(`b${end}`, own);
    expect(turnAfter(over, end - 1, end, 3)).toBe("go");
    expect(turnAfter(over, 5 * HOURS + 1, end, 1)).toBe(90 + 2.5 * HOURS);
    expect(describeCondition(over, START + (end + 1) * SECOND).state).toBe("normal");
    expect(describeCondition(over, START + (end + 1) * SECOND, 3).state).toBe("normal");
    expect(describeCondition(over, START + (end + 1) * SECOND, 1).state).toBe("lenta");
    expect(play(`b${end + 1}`, over).heldOwn).toEqual({ companyId: 1, fromMs: START + SECOND });
    expect(play(`b${end + 6 * HOURS}`, over)).toEqual(RELEASED);
  });

  it.each([
    ["another's sending fails too", "g36000 b36120"],
    ["nothing is answered any more", "F36000 F36001 F36002 F36003 F36004 b36120"],
  ])("puts those that are held later behind nobody: %s", (_, story) => {
    const back = play(story, own);
    expect(turnAfter(back, 36_060, 36_121, 2)).toBe(89 + 30);
    expect(turnAfter(back, 36_060, 36_121, 1)).toBe(89 + (36_060 - 1) / 2);
  });

  it("has waited long for its next try, and the others do not wait for that once it is everybody's", () => {
    const tried = Array.from({ length: 1_200 }, (_, at) => 62 + at).reduce((state, at) => {
      const judged = judgeAt(state, 62, at, 1);
      return judged.passage.type === "go" ? play(`f${at} A${at}`, judged.state) : judged.state;
    }, own);
    const all = play("g1263", tried);
    expect(passageAt(all, 1_263, 1_263.5, 3).type).toBe("wait");
    expect(passageAt(all, 1_263, 1_264, 3).type).toBe("go");
  });

  it("does not take every turn from the others, however many documents of it wait", () => {
    let state = play("g62", own);
    const tried: number[] = [];
    for (let at = 63; at < HOURS; at += 1) {
      // Its documents look each second, and first; the other's look once a minute.
      for (const companyId of at % 60 === 0 ? [1, 3] : [1]) {
        const judged = judgeAt(state, 62, at, companyId);
        state = judged.passage.type === "go" && companyId === 1 ? play(`f${at} A${at}`, judged.state) : judged.state;
        if (judged.passage.type === "go" && companyId === 3) tried.push(at);
      }
    }
    expect(tried[0]).toBeLessThan(6 * 60);
  });
});

describe("silence", () => {
  const begun = (list: readonly number[], isSending = false) =>
    list.map((one) => ({ companyId: 1, isSending, startedMs: START + one * SECOND }));
  const secondsOf = (late: readonly { readonly startedMs: number }[]) =>
    late.map(({ startedMs }) => (startedMs - START) / SECOND);

  it.each([
    ["nothing is under way", [], 0, 20, []],
    ["a request waits less than fifteen seconds", [6], 0, 20, []],
    ["it waits fifteen", [5], 0, 20, [5]],
    ["others were answered meanwhile", [5], 6, 20, []],
    ["the oldest come first", [4, 1, 3], 0, 20, [1, 3, 4]],
    ["a request that ended with its object is forgotten after three minutes", [1, 100], 0, 190, [100]],
  ] as const)("%s", (_, waiting, heard, at, expected) => {
    expect(secondsOf(listLate(begun(waiting), START + heard * SECOND, START + at * SECOND))).toEqual(expected);
  });

  const hear = (state: BrakeState, list: readonly number[], at: number) =>
    noteSilence(state, begun(list), START + at * SECOND);

  it("counts as an outage when five requests are late, since the first of them began", () => {
    expect(hear(RELEASED, [1, 2, 3, 4], 20)).toBe(RELEASED);
    const down = hear(RELEASED, [1, 2, 3, 4, 5], 20);
    expect(describeCondition(down, START + 20 * SECOND)).toEqual({ state: "caida", sinceMs: START + SECOND });
    expect(passageAt(down, 20, 20).type).toBe("wait");
    // The authority was only slow: the answer to the second of them ends it.
    const [, second] = begun([1, 2], true);
    if (second === undefined) throw new Error("two began");
    expect(noteAnswer(down, second, START + 22 * SECOND).outage).toBeNull();
  });

  it("says nothing of the time after an outage when its requests began before", () => {
    const back = play("F1 F2 F3 F4 F5 a100");
    expect(hear(back, [90, 91, 92, 93, 94, 101], 120)).toBe(back);
  });

  it("changes nothing in an outage", () => {
    const down = play("F1 F2 F3 F4 F5");
    expect(hear(down, [6, 7, 8, 9, 10], 30)).toBe(down);
  });
});

describe("a row of failures", () => {
  const down = play("F1 F2 F3 F4 F5");

  it("is not ended by the answer to a request from before it", () => {
    expect(noteAnswer(down, question(START), START + 9 * SECOND)).toBe(down);
    expect(noteAnswer(down, question(START + 6 * SECOND), START + 9 * SECOND).outage?.answersSinceMs).toBe(
      START + 9 * SECOND,
    );
  });

  it("that is over is not begun again by requests that began in it", () => {
    const back = play("a100", down);
    expect(noteFailure(back, question(START + 50 * SECOND), START + 140 * SECOND)).toBe(back);
    expect(noteFailure(back, question(START + 110 * SECOND), START + 140 * SECOND).failures).toHaveLength(1);
  });

  it("lets one document in each half minute ask, however many want to", () => {
    let state = play("F1 F2 F3 F4 F5");
    const asked: number[] = [];
    for (let at = 5 * SECOND; at < 10 * MINUTE; at += 100) {
      const judged = judgePassage(state, { companyId: 1, reservedMs: START }, START + at);
      expect(judged.passage.type).not.toBe("go");
      if (judged.passage.type === "ask") asked.push(at);
      state = noteFailure(judged.state, question(START + at), START + at + 50);
    }
    expect(asked).toHaveLength(19);
    for (const [index, at] of asked.entries())
      expect(at - (asked[index - 1] ?? at - 30_000)).toBeGreaterThanOrEqual(30_000);
  });
});

describe("after an outage", () => {
  const back = play("F1 F2 F3 F4 F5 a3601");

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
    const again = play("F3991 F3992 F3993 F3994 F3995 a4595", back);
    // At 3995 those reserved until 609 had had their turn.
    expect(passageAt(again, 609, 4595)).toEqual({ type: "wait", untilMs: START + 4685 * SECOND });
    expect(passageAt(again, 1209, 4595)).toEqual({ type: "wait", untilMs: START + 4985 * SECOND });
  });

  it("nothing is left of it once the last one has left", () => {
    expect(noteAnswer(back, question(START + 5999 * SECOND), START + 6000 * SECOND)).toEqual(RELEASED);
  });
});
