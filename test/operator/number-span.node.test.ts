// Tests which full number two spans of numbers both print, against every number written out.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSharedNumber, type NumberSpan } from "../../operator/number-span.ts";
import { cases } from "../support/cases.ts";

function span(prefix: string, from: number, to: number): NumberSpan {
  return { prefix, from, to };
}

describe("the full number that two spans share", () => {
  it.each([
    { why: "numbers of one prefix", one: span("FE", 1, 10), other: span("FE", 10, 20), shared: "FE10" },
    { why: "no number of one prefix", one: span("FE", 1, 9), other: span("FE", 10, 20), shared: undefined },
    { why: "prefixes that meet", one: span("FE", 1, 100), other: span("FE1", 1, 9), shared: "FE11" },
    {
      why: "prefixes that meet, the other way round",
      one: span("FE1", 1, 9),
      other: span("FE", 1, 100),
      shared: "FE11",
    },
    {
      why: "prefixes that meet in larger numbers alone",
      one: span("FE", 500, 2000),
      other: span("FE1", 1, 999),
      shared: "FE1100",
    },
    { why: "a prefix of digits and none", one: span("", 1, 500), other: span("12", 3, 4), shared: "123" },
    {
      why: "prefixes that meet below the span",
      one: span("FE", 200, 999),
      other: span("FE1", 1, 99),
      shared: undefined,
    },
    {
      why: "a zero that no number begins with",
      one: span("FE", 1, 9999),
      other: span("FE0", 1, 999),
      shared: undefined,
    },
    { why: "letters after the same letters", one: span("FE", 1, 9999), other: span("FEA", 1, 9999), shared: undefined },
    { why: "other letters", one: span("FE", 1, 9999), other: span("DS", 1, 9999), shared: undefined },
    { why: "an empty span", one: span("FE", 5, 4), other: span("FE", 1, 9), shared: undefined },
    {
      why: "the largest numbers",
      one: span("A", 1, 999_999_999),
      other: span("A99", 9_999_999, 999_999_999),
      shared: "A999999999",
    },
  ])("of $why is $shared", ({ one, other, shared }) => {
    expect(findSharedNumber(one, other)).toBe(shared);
  });

  it("is the lowest of those that writing out both spans gives", () => {
    const prefixes = fc.constantFrom("", "1", "12", "F", "F0", "F1", "F12", "F1A", "G");
    const spans = fc
      .tuple(prefixes, fc.integer({ min: 1, max: 1200 }), fc.integer({ min: -1, max: 200 }))
      .map(([prefix, from, length]) => span(prefix, from, from + length));
    const writeOut = ({ prefix, from, to }: NumberSpan) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`);
    const property = fc.property(spans, spans, (one, other) => {
      const theirs = new Set(writeOut(other));
      const shared = writeOut(one).filter((number) => theirs.has(number));
      const lowest = shared.sort((a, b) => a.length - b.length || a.localeCompare(b))[0];
      expect(findSharedNumber(one, other)).toBe(lowest);
    });
    fc.assert(property, { numRuns: cases(1000) });
  });
});
