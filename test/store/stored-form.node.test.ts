// Tests that what a row keeps short is read back whole.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BEGINNINGS, EVENTS } from "../../src/domain/document/state.ts";
import type { Attempt, StateChange, Timeline } from "../../src/domain/document/timeline.ts";
import {
  readStored,
  type StoredDetail,
  writeDetail,
  writeFigures,
  writeTimeline,
} from "../../src/store/base/stored-form.ts";
import { toDetail } from "../../src/store/number/allocation.ts";
import { sampleInvoice } from "./sample.ts";

const state = fc.constantFrom("creating", "firmado", "sending", "en_proceso_http", "aceptado");
const text = fc.string({ unit: "grapheme", maxLength: 200 });
const event = fc.constantFrom(...EVENTS, ...BEGINNINGS);
const change: fc.Arbitrary<StateChange> = fc.record(
  { at: text, from: fc.option(state), to: state, event, actor: text, reason: text },
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

  it("the note of a detail", () => {
    const concept = { code: "2", name: "Anulación" };
    const note = { concept, motive: "Error", corrected: null, period: null, shares: [], liveNotes: "" };
    fc.assert(
      fc.property(detail, (one) => {
        expect(JSON.parse(writeDetail({ ...one, note }))).toMatchObject({ note });
      }),
    );
  });
});

it("what is spoiled is an error", () => {
  for (const spoiled of ["", "{", "null", '{"packed":"xx"}', '{"packed":""}']) {
    expect(() => readStored(spoiled), spoiled).toThrow();
  }
});

describe("the figures of a document", () => {
  const { taxes: _, ...bare } = toDetail(sampleInvoice());
  const cash = { form: "1", meansCode: "10", dueDate: "2026-03-02" } as const;
  const part = { ...cash, reference: null };
  const sale = { ...bare, taxes: [], payment: cash, totals: { ...bare.totals, total: "119.00" } };
  const percent = { code: "01", name: "IVA", rate: "19.00", base: "100.00", amount: "19.00" };
  const bag = { code: "22", name: "INC Bolsas", rate: "0.00", base: "2.00", amount: "0.05" };
  const perUnit = { amount: "0.05", units: "1.000000", unitCode: "94" };
  const tip = { isCharge: true, reasonCode: null, reason: "Propina", percent: "10.00", amount: "1.00", base: "10.00" };
  const prepaid = { amount: "19.00", date: "2026-03-01", reference: null };

  it.each([
    ["the whole under the one means", sale, '[["m10",11900]]'],
    ["a tax by its rate", { ...sale, taxes: [percent] }, '[["t01",1900,"19.00",10000],["m10",11900]]'],
    ["a tax by unit without one", { ...sale, taxes: [{ ...bag, perUnit }] }, '[["t22",5,null,200],["m10",11900]]'],
    [
      "a charge, and a discount",
      { ...sale, allowances: [tip, { ...tip, isCharge: false, amount: "0.50" }] },
      '[["m10",11900],["c",100],["d",50]]',
    ],
    [
      "each of several payments",
      {
        ...sale,
        payments: [
          { ...part, meansCode: "48", amount: "100.00" },
          { ...part, amount: "19.00" },
        ],
      },
      '[["m48",10000],["m10",1900]]',
    ],
    [
      "the first of several of which nobody says how much",
      {
        ...sale,
        payments: [
          { ...part, amount: null },
          { ...part, meansCode: "48", amount: null },
        ],
      },
      '[["m10",11900]]',
    ],
    [
      "what was rounded of cash",
      {
        ...sale,
        payments: [
          { ...part, amount: "19.00", rounding: "-0.50" },
          { ...part, meansCode: "48", amount: "100.00" },
        ],
      },
      '[["m10",1900],["m48",10000],["r10",-50]]',
    ],
    ["what was not paid before", { ...sale, prepayments: [prepaid] }, '[["m10",10000]]'],
    [
      "more cents than a float holds",
      { ...sale, totals: { ...sale.totals, total: "999999999999999.99" } },
      '[["m10",99999999999999999]]',
    ],
  ] as const)("are %s", (_name, given, written) => {
    expect(writeFigures(given)).toBe(written);
  });
});
