// Tests that what a row keeps short is read back whole.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attempt, StateChange, Timeline } from "../../src/domain/timeline.ts";
import { readStored, type StoredDetail, writeDetail, writeTimeline } from "../../src/store/base/stored-form.ts";
import { toDetail } from "../../src/store/number/allocation.ts";
import { sampleInvoice } from "./sample.ts";

const state = fc.constantFrom("creating", "firmado", "sending", "en_proceso_http", "aceptado");
const text = fc.string({ unit: "grapheme", maxLength: 200 });
const change: fc.Arbitrary<StateChange> = fc.record(
  { at: text, from: fc.option(state), to: state, event: text, actor: text, reason: text },
  { requiredKeys: ["at", "from", "to", "event"] },
);
const attempt: fc.Arbitrary<Attempt> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom("send", "status", "status-zip"),
  startedAt: text,
  endedAt: fc.option(text),
  outcome: fc.option(text),
  httpStatus: fc.option(fc.integer()),
  detail: fc.option(text),
  answerSha256: fc.option(text),
});
const timeline: fc.Arbitrary<Timeline> = fc.record({ changes: fc.array(change), attempts: fc.array(attempt) });

const { lines: [line] = [] } = sampleInvoice();
const detail: fc.Arbitrary<StoredDetail> = fc
  .record({ names: fc.array(text, { maxLength: 12 }), party: text })
  .map(({ names, party }) => {
    const lines = line === undefined ? [] : names.map((description, i) => ({ ...line, number: i + 1, description }));
    return { ...toDetail(sampleInvoice({ lines })), party: { name: party, email: null, address: null } };
  });

describe.each([
  ["a time line", timeline, (one: unknown) => writeTimeline(one as Timeline)],
  ["a detail", detail, (one: unknown) => writeDetail(one as StoredDetail)],
] as const)("%s", (_, arbitrary: fc.Arbitrary<unknown>, write) => {
  it("is read back as it was written", () => {
    fc.assert(
      fc.property(arbitrary, (one) => {
        expect(readStored(write(one))).toEqual(one);
      }),
    );
  });

  it("is never longer than in clear", () => {
    fc.assert(
      fc.property(arbitrary, (one) => {
        expect(write(one).length).toBeLessThanOrEqual(JSON.stringify(one).length);
      }),
    );
  });
});

describe("statements see in clear", () => {
  it("the attempts of a time line", () => {
    fc.assert(
      fc.property(timeline, (one) => {
        expect(JSON.parse(writeTimeline(one))).toMatchObject({ attempts: one.attempts });
      }),
    );
  });

  it("the party and the note of a detail", () => {
    const concept = { code: "2", name: "Anulación" };
    const note = { concept, motive: "Error", corrected: null, period: null, shares: [], liveNotes: "" };
    fc.assert(
      fc.property(detail, (one) => {
        expect(JSON.parse(writeDetail({ ...one, note }))).toMatchObject({ party: one.party, note });
      }),
    );
  });
});

it("what is spoiled is an error", () => {
  for (const spoiled of ["", "{", "null", '{"packed":"xx"}', '{"packed":""}']) {
    expect(() => readStored(spoiled), spoiled).toThrow();
  }
});
