// Tests what each answer of the authority does to each record: state, time line, counters and the next question, case by case.
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import type { State } from "../../src/domain/document/state.ts";
import type { Attempt } from "../../src/domain/document/timeline.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { type AttemptExchange, settle } from "../../src/issuance/step/settle.ts";
import { at, INSTANT, sampleRecord } from "../support/record.ts";

const VERDICT = { isValid: true, statusCode: "00", statusDescription: "d", statusMessage: "m", rules: [] };
const OPEN: Attempt = {
  id: "send-1",
  kind: "send",
  startedAt: at(-900),
  endedAt: null,
  outcome: null,
  httpStatus: null,
  detail: null,
  answerSha256: null,
};

function exchange(kind: Attempt["kind"], outcome: Outcome, changes: Partial<AttemptExchange> = {}): AttemptExchange {
  const transmission = { outcome, httpStatus: 200, raw: null };
  const attemptId = kind === "send" ? OPEN.id : "question-1";
  return { attemptId, kind, startedMs: INSTANT.nowMs - 700, transmission, answerSha256: "ab", ...changes };
}

function recordIn(state: State, changes: Partial<IssueRecord> = {}): IssueRecord {
  return sampleRecord({ state, documentId: 9, attempts: [OPEN], zipKey: "zip-0", pollCount: 3, ...changes });
}

const UNNAMED: Outcome = {
  type: "refused-unnamed",
  detail: "no-document-key: status 99",
  verdict: { ...VERDICT, isValid: false, statusCode: "99" },
};
const ABSENT: Outcome = { type: "absent", detail: "status 66", verdict: { ...VERDICT, isValid: false } };
const PROCESSING: Outcome = { type: "processing", detail: "status 98" };
const UNKNOWN: Outcome = { type: "unknown", reason: "timeout", detail: "timeout: 90 s" };
const REFUSED: Outcome = { type: "not-processed", detail: "fault FailedCheck", statement: null };
const DUPLICATE: Outcome = { type: "duplicate", rules: [] };
const ACKNOWLEDGED: Outcome = { type: "acknowledged", zipKey: "zip-1" };
const ACCEPTED: Outcome = { type: "accepted", verdict: VERDICT };
const REJECTED: Outcome = { type: "rejected", verdict: { ...VERDICT, isValid: false } };

describe("an answer", () => {
  it.each<[Attempt["kind"], Outcome, State, Partial<IssueRecord>]>([
    [
      "send",
      ACCEPTED,
      "sending",
      { state: "aceptado", verdict: VERDICT, lastError: null, pollCount: 0, zipKey: "zip-0" },
    ],
    ["send", REJECTED, "sending", { state: "rechazado", lastError: null, pollCount: 0 }],
    ["send", ACKNOWLEDGED, "sending", { state: "enviado", zipKey: "zip-1", lastError: null, pollCount: 0 }],
    [
      "send",
      PROCESSING,
      "sending",
      { state: "en_proceso", lastError: { step: null, reason: "processing", detail: "status 98" }, pollCount: 0 },
    ],
    [
      "send",
      UNKNOWN,
      "sending",
      { state: "en_proceso_http", lastError: { step: null, reason: "timeout", detail: "timeout: 90 s" }, pollCount: 0 },
    ],
    [
      "send",
      DUPLICATE,
      "sending",
      { state: "en_proceso_http", lastError: { step: null, reason: "duplicate", detail: "rule 90" }, wakeAt: at(0) },
    ],
    [
      "send",
      REFUSED,
      "sending",
      {
        state: "firmado",
        lastError: { step: null, reason: "not-processed", detail: "fault FailedCheck" },
        pollCount: 1,
      },
    ],
    ["send", ABSENT, "sending", { state: "en_proceso_http", absenceCount: 1, firstAbsentAt: at(0), pollCount: 0 }],
    [
      "send",
      UNNAMED,
      "sending",
      {
        state: "en_proceso_http",
        verdict: null,
        lastError: { step: null, reason: "unknown", detail: "no-document-key: status 99" },
      },
    ],
    ["status", UNNAMED, "enviado", { state: "enviado", verdict: null, absenceCount: 0, pollCount: 4 }],
    ["status", ACCEPTED, "send_unknown", { state: "aceptado", pollCount: 0 }],
    ["status", REJECTED, "en_proceso", { state: "rechazado", pollCount: 0 }],
    ["status", PROCESSING, "enviado", { state: "en_proceso", pollCount: 0 }],
    ["status", PROCESSING, "en_proceso", { state: "en_proceso", pollCount: 4 }],
    ["status", UNKNOWN, "en_proceso", { state: "en_proceso", pollCount: 4, wakeAt: at(120_000) }],
    ["status", UNKNOWN, "send_unknown", { state: "send_unknown", pollCount: 4 }],
    ["status", DUPLICATE, "en_proceso_http", { state: "en_proceso_http", pollCount: 4, wakeAt: at(120_000) }],
    ["status-zip", ACKNOWLEDGED, "enviado", { state: "enviado", zipKey: "zip-1", pollCount: 4 }],
    ["status", REFUSED, "enviado", { state: "enviado", zipKey: "zip-0", pollCount: 4 }],
    ["status", ABSENT, "enviado", { state: "enviado", absenceCount: 1, firstAbsentAt: at(0), pollCount: 4 }],
  ])("to %s of %o in %s", (kind, outcome, state, expected) => {
    expect(settle(recordIn(state), exchange(kind, outcome), INSTANT)).toMatchObject(expected);
  });

  it("counts absences from the first, and starts again when the document is in process", () => {
    const counted = recordIn("enviado", { absenceCount: 2, firstAbsentAt: at(-60_000) });
    expect(settle(counted, exchange("status", ABSENT), INSTANT)).toMatchObject({
      absenceCount: 3,
      firstAbsentAt: at(-60_000),
    });
    expect(settle(counted, exchange("status", UNKNOWN), INSTANT)).toMatchObject({
      absenceCount: 2,
      firstAbsentAt: at(-60_000),
    });
    expect(settle(counted, exchange("status", PROCESSING), INSTANT)).toMatchObject({
      absenceCount: 0,
      firstAbsentAt: null,
    });
  });

  it.each<[State, Attempt["kind"], number, State]>([
    ["enviado", "status", 30, "send_unknown"],
    ["enviado", "status", 29, "enviado"],
    ["send_unknown", "status", 30, "send_unknown"],
    ["sending", "send", 30, "en_proceso_http"],
  ])("absent for the fourth time in %s to %s after %i minutes leaves %s", (state, kind, minutes, expected) => {
    const record = recordIn(state, { absenceCount: 3, firstAbsentAt: at(-minutes * 60_000) });
    const settled = settle(record, exchange(kind, ABSENT), INSTANT);
    expect(settled).toMatchObject({ state: expected, absenceCount: 4 });
    const event = expected === "send_unknown" && state !== expected ? "absent-exhausted" : "uncertain";
    expect(settled?.changes.at(-1)).toMatchObject({ event });
  });

  describe("that settles nothing, again and again", () => {
    const said = (outcome: string, minutes: number, kind: Attempt["kind"] = "status"): Attempt => {
      const instant = at(-minutes * 60_000);
      return { ...OPEN, id: `q-${minutes}`, kind, startedAt: instant, endedAt: instant, outcome };
    };
    const sent = { ...said("unknown", 40), kind: "send" as const };
    it.each<[string, State, readonly Attempt[], Outcome, State]>([
      [
        "four refusals in half an hour",
        "en_proceso_http",
        [sent, said("refused-unnamed", 30), said("refused-unnamed", 9), said("refused-unnamed", 3)],
        UNNAMED,
        "send_unknown",
      ],
      [
        "by ZipKey",
        "enviado",
        [sent, said("refused-unnamed", 30, "status-zip"), said("refused-unnamed", 9), said("absent", 3)],
        UNNAMED,
        "send_unknown",
      ],
      [
        "refusals and absences",
        "en_proceso",
        [sent, said("absent", 30), said("refused-unnamed", 9), said("absent", 3)],
        ABSENT,
        "send_unknown",
      ],
      [
        "three",
        "en_proceso_http",
        [sent, said("refused-unnamed", 30), said("refused-unnamed", 9)],
        UNNAMED,
        "en_proceso_http",
      ],
      [
        "too soon",
        "en_proceso_http",
        [sent, said("refused-unnamed", 29), said("refused-unnamed", 9), said("refused-unnamed", 3)],
        UNNAMED,
        "en_proceso_http",
      ],
      [
        "in process meanwhile",
        "en_proceso",
        [
          sent,
          said("refused-unnamed", 35),
          said("refused-unnamed", 31),
          said("processing", 9),
          said("refused-unnamed", 3),
        ],
        UNNAMED,
        "en_proceso",
      ],
      [
        "sent again meanwhile",
        "en_proceso_http",
        [
          sent,
          said("refused-unnamed", 35),
          said("refused-unnamed", 31),
          said("absent", 20),
          { ...sent, startedAt: at(-600_000) },
          said("refused-unnamed", 3),
        ],
        UNNAMED,
        "en_proceso_http",
      ],
      [
        "absences alone, which have a count of their own",
        "en_proceso_http",
        [sent, said("absent", 35), said("absent", 31), said("absent", 9)],
        ABSENT,
        "en_proceso_http",
      ],
    ])("%s: %s", (_, state, attempts, outcome, expected) => {
      const settled = settle(recordIn(state, { attempts }), exchange("status", outcome), INSTANT);
      expect(settled).toMatchObject({ state: expected, verdict: null });
      const event = expected === "send_unknown" ? "answers-exhausted" : "uncertain";
      expect(settled?.changes.at(-1)).toMatchObject({ event, to: expected });
    });

    it.each<[Outcome, number, State]>([
      [UNKNOWN, 81, "send_unknown"],
      [UNKNOWN, 80, "en_proceso_http"],
      [DUPLICATE, 81, "send_unknown"],
      [ABSENT, 81, "send_unknown"],
      [PROCESSING, 81, "en_proceso"],
    ])("after three days of questions %o at poll %i leaves %s", (outcome, pollCount, expected) => {
      const record = recordIn("en_proceso_http", { attempts: [sent], pollCount });
      expect(settle(record, exchange("status", outcome), INSTANT)?.state).toBe(expected);
    });
  });

  it("is dropped once the document has its verdict, or its sending was given up", () => {
    expect(settle(recordIn("aceptado"), exchange("status", REJECTED), INSTANT)).toBeUndefined();
    expect(settle(recordIn("rechazado"), exchange("send", ACCEPTED), INSTANT)).toBeUndefined();
    const closed = recordIn("en_proceso_http", { attempts: [{ ...OPEN, endedAt: at(-1) }] });
    expect(settle(closed, exchange("send", ACCEPTED), INSTANT)).toBeUndefined();
    const another = exchange("send", ACCEPTED, { attemptId: "send-2" });
    expect(settle(recordIn("sending"), another, INSTANT)).toBeUndefined();
  });

  it("closes its own sending, and no other", () => {
    const earlier = { ...OPEN, id: "send-0", endedAt: at(-5_000), outcome: "not-processed" };
    const settled = settle(recordIn("sending", { attempts: [earlier, OPEN] }), exchange("send", UNKNOWN), INSTANT);
    const end = { endedAt: at(0), outcome: "unknown", httpStatus: 200, detail: "timeout: 90 s", answerSha256: "ab" };
    expect(settled?.attempts).toEqual([earlier, { ...OPEN, ...end }]);
  });

  it("to a question is a new line of the time line", () => {
    const settled = settle(recordIn("enviado"), exchange("status", ACCEPTED), INSTANT);
    const line = { id: "question-1", kind: "status", startedAt: at(-700), endedAt: at(0), outcome: "accepted" };
    expect(settled?.attempts).toEqual([OPEN, { ...line, httpStatus: 200, detail: null, answerSha256: "ab" }]);
  });

  it("that refuses a sending before processing counts the refused sendings", () => {
    const refused = { ...OPEN, id: "send-0", endedAt: at(-5_000), outcome: "not-processed" };
    const question = { ...refused, id: "question-0", kind: "status" as const };
    const unknown = { ...refused, id: "send-00", outcome: "unknown" };
    const record = recordIn("sending", { attempts: [unknown, refused, question, OPEN] });
    expect(settle(record, exchange("send", REFUSED), INSTANT)).toMatchObject({ state: "firmado", pollCount: 2 });
  });
});

const HOLDER = "ef".repeat(48);
const TAKEN_VERDICT = { ...VERDICT, isValid: false, statusCode: "99" };
const TAKEN: Outcome = { type: "number-taken", holderKey: HOLDER, verdict: TAKEN_VERDICT };
const OTHER_TAKEN: Outcome = { ...TAKEN, holderKey: "ad".repeat(48) };

describe("an answer that another document has the number", () => {
  const sentOnce = recordIn("sending", { firstAbsentAt: null, absenceCount: 0 });
  const taken = settle(sentOnce, exchange("send", TAKEN), INSTANT);
  if (taken === undefined) throw new Error("it settles");

  it("is asked about at once, and keeps its evidence", () => {
    expect(taken).toMatchObject({ state: "en_proceso_http", verdict: null, wakeAt: at(0) });
    const evidence = { holderKey: HOLDER, kind: "send", verdict: TAKEN_VERDICT, isRangeStopped: false };
    expect(taken.numberTaken).toEqual(evidence);
  });

  it.each([ABSENT, TAKEN])("and then %o to a question by our key is its end", (outcome) => {
    const end = settle(taken, exchange("status", outcome), INSTANT);
    expect(end).toMatchObject({ state: "rechazado", verdict: TAKEN_VERDICT, lastError: null });
    expect(end?.changes.at(-1)).toMatchObject({ event: "rejected", to: "rechazado" });
  });

  it.each<[Attempt["kind"], Outcome, State]>([
    ["status-zip", ABSENT, "en_proceso_http"],
    ["status", UNKNOWN, "en_proceso_http"],
    ["status", OTHER_TAKEN, "en_proceso_http"],
    ["status", DUPLICATE, "en_proceso_http"],
    ["status", PROCESSING, "en_proceso"],
    ["status", ACCEPTED, "aceptado"],
    ["status", REJECTED, "rechazado"],
  ])("and then, to %s, %o leaves it %s", (kind, outcome, state) => {
    const next = settle(taken, exchange(kind, outcome), INSTANT);
    expect(next).toMatchObject({ state });
    expect(next?.verdict).not.toEqual(TAKEN_VERDICT);
  });

  it("is unsaid by word of progress, and said anew by another holder", () => {
    expect(settle(taken, exchange("status", PROCESSING), INSTANT)).toMatchObject({ numberTaken: null });
    const other = settle(taken, exchange("status", OTHER_TAKEN), INSTANT);
    expect(other?.numberTaken).toMatchObject({ holderKey: "ad".repeat(48), kind: "status", isRangeStopped: false });
  });

  it.each<[string, Partial<IssueRecord>]>([
    ["an earlier sending got no answer", { attempts: [{ ...OPEN, id: "send-0", outcome: "unknown" }, OPEN] }],
    ["an earlier sending was acknowledged", { attempts: [{ ...OPEN, id: "send-0", outcome: "acknowledged" }, OPEN] }],
    ["its journal was lost", { isAdopted: true }],
  ])("is no end before absence is exhausted when %s", (_, changes) => {
    const known = settle({ ...sentOnce, ...changes }, exchange("send", TAKEN), INSTANT);
    if (known === undefined) throw new Error("it settles");
    expect(settle(known, exchange("status", ABSENT), INSTANT)).toMatchObject({ state: "en_proceso_http" });
    const counted = { ...known, absenceCount: 3, firstAbsentAt: at(-30 * 60_000) };
    for (const outcome of [ABSENT, TAKEN]) {
      const end = settle(counted, exchange("status", outcome), INSTANT);
      expect(end).toMatchObject({ state: "rechazado", verdict: TAKEN_VERDICT });
    }
    const tooSoon = { ...counted, firstAbsentAt: at(-29 * 60_000) };
    expect(settle(tooSoon, exchange("status", ABSENT), INSTANT)).toMatchObject({ state: "en_proceso_http" });
  });

  it("to a question alone is no end: the sending may still be on its way", () => {
    const lost = recordIn("en_proceso_http", { attempts: [{ ...OPEN, endedAt: at(-5), outcome: "unknown" }] });
    const once = settle(lost, exchange("status", TAKEN), INSTANT);
    expect(once).toMatchObject({ state: "en_proceso_http", absenceCount: 1 });
    expect(once && settle(once, exchange("status", TAKEN), INSTANT)).toMatchObject({ state: "en_proceso_http" });
  });

  it("under a ZipKey is the answer to the batch, and an end with the next question by our key", () => {
    const batch = recordIn("enviado", { attempts: [{ ...OPEN, endedAt: at(-5), outcome: "acknowledged" }] });
    const asked = settle(batch, exchange("status-zip", TAKEN), INSTANT);
    expect(asked).toMatchObject({ state: "enviado", wakeAt: at(0) });
    expect(asked && settle(asked, exchange("status", ABSENT), INSTANT)).toMatchObject({ state: "rechazado" });
  });
});

describe("a refusal before processing, of what two people ordered sent again", () => {
  const ordered = { at: at(-900), from: "send_unknown", to: "sending", event: "operator-resend" } as const;
  const first = { ...OPEN, id: "send-0", endedAt: at(-9_000), outcome: "unknown" };

  it("leaves it for two people again", () => {
    const record = recordIn("sending", { attempts: [first, OPEN], changes: [ordered] });
    const refused = settle(record, exchange("send", REFUSED), INSTANT);
    expect(refused).toMatchObject({
      state: "send_unknown",
      lastError: { step: null, reason: "not-processed", detail: "fault FailedCheck" },
    });
    expect(refused?.changes.at(-1)).toMatchObject({ event: "resend-refused" });
  });

  it("but not of what went out by itself later", () => {
    const later = { at: at(-800), from: "firmado", to: "sending", event: "sending" } as const;
    const record = recordIn("sending", { changes: [ordered, later] });
    expect(settle(record, exchange("send", REFUSED), INSTANT)).toMatchObject({ state: "firmado" });
  });
});
