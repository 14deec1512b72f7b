// Tests the days without a number that lie ahead of a company, against documents that are issued one by one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNumberGaps, LOOK_AHEAD_DAYS, type NumberSupply } from "../../src/domain/company/coverage.ts";
import { addDays } from "../../src/domain/value/calendar.ts";
import { cases } from "../support/cases.ts";

const TODAY = "2026-11-20";

/** Days on which the first document of the day gets no number, when so many come each day. */
function listDaysWithout(supplies: readonly NumberSupply[], documentsADay: number): number[] {
  const stock = supplies.map((one) => ({ ...one }));
  const days: number[] = [];
  for (let day = 0; day <= LOOK_AHEAD_DAYS + 1; day += 1) {
    const date = addDays(TODAY, day);
    const take = () => {
      const usable = stock.filter(({ validFrom, validTo, left }) => validFrom <= date && date <= validTo && left > 0);
      const [range] = usable.sort((one, other) => one.validTo.localeCompare(other.validTo));
      return range;
    };
    if (take() === undefined) days.push(day);
    for (let document = 0; document < documentsADay; document += 1) {
      const range = take();
      if (range !== undefined) range.left -= 1;
    }
  }
  return days;
}

describe("gaps of numbers", () => {
  it("are the days on which the first document of the day would get none", () => {
    const supply = fc
      .record({ start: fc.integer({ min: -20, max: 70 }), length: fc.integer({ min: 0, max: 40 }), left: fc.nat(60) })
      .map(({ start, length, left }) => ({
        validFrom: addDays(TODAY, start),
        validTo: addDays(TODAY, start + length),
        left,
      }));
    const property = fc.property(fc.array(supply, { maxLength: 5 }), fc.nat(4), (supplies, pace) => {
      const gaps = findNumberGaps(supplies, TODAY, pace);
      const days = gaps.flatMap(({ startsIn, endsOn }) => {
        const end = endsOn ?? addDays(TODAY, LOOK_AHEAD_DAYS + 2);
        const list: number[] = [];
        for (let day = startsIn; addDays(TODAY, day) < end; day += 1) list.push(day);
        return list;
      });
      expect(days).toEqual(listDaysWithout(supplies, pace));
    });
    fc.assert(property, { numRuns: cases(300) });
  });

  it.each([
    { why: "no range at all", supplies: [], pace: 0, gaps: [{ startsIn: 0, cause: "days", endsOn: null }] },
    {
      why: "a range that will be used up",
      supplies: [{ validFrom: "2026-01-01", validTo: "2027-12-31", left: 25 }],
      pace: 2.5,
      gaps: [{ startsIn: 10, cause: "numbers", endsOn: null }],
    },
    {
      why: "a range that begins on the day after the last number of the other",
      supplies: [
        { validFrom: "2026-01-01", validTo: "2026-12-31", left: 5 },
        { validFrom: "2026-11-25", validTo: "2027-12-31", left: 1000 },
      ],
      pace: 1,
      gaps: [],
    },
  ])("of $why", ({ supplies, pace, gaps }) => {
    expect(findNumberGaps(supplies, TODAY, pace)).toEqual(gaps);
  });
});
