// Tests that what decimal.ts reads, compares and prints by itself is what the decimal library says.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addAmounts,
  compare,
  decimal,
  isPositive,
  isZero,
  print,
  printBetween,
} from "../../src/domain/value/decimal.ts";
import { cases } from "../support/cases.ts";

const HALF_EVEN = 2;

/** Plain decimal text: up to 12 digits before the point, 8 after it, either sign, zeros anywhere. */
const text = fc
  .tuple(fc.constantFrom("", "-"), fc.stringMatching(/^\d{1,12}$/), fc.stringMatching(/^(?:\.\d{1,8})?$/))
  .map((parts) => parts.join(""));
const places = fc.integer({ min: 0, max: 8 });
const amount = fc
  .tuple(fc.constantFrom("", "-"), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 99 }))
  .map(([sign, whole, cents]) => `${sign}${whole}.${String(cents).padStart(2, "0")}`);

describe("a decimal", () => {
  it("is printed as the library prints it", () => {
    fc.assert(
      fc.property(text, places, (value, count) => {
        expect(print(decimal(value), count)).toBe(new Big(value).toFixed(count, HALF_EVEN));
      }),
      { numRuns: cases(2_000) },
    );
  });

  it.each([
    ["0", 2, "0.00"],
    ["0.005", 2, "0.00"],
    ["0.015", 2, "0.02"],
    ["-0.005", 2, "-0.00"],
    ["0.000001", 6, "0.000001"],
    ["1000000", 2, "1000000.00"],
    ["99.995", 2, "100.00"],
  ])("%s with %i decimals is %s", (value, count, printed) => {
    expect(print(decimal(value), count)).toBe(printed);
  });

  it("keeps at least the decimals asked for and drops further zeros", () => {
    expect(["12.5", "12", "0.966", "3.1234567"].map((value) => printBetween(decimal(value), 2, 6))).toEqual([
      "12.50",
      "12.00",
      "0.966",
      "3.123457",
    ]);
  });

  it("compares as the library compares it", () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(compare(decimal(one), decimal(other)))).toBe(new Big(one).cmp(other));
        expect(compare(decimal(one), decimal(one))).toBe(0);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it("knows its sign", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(isPositive(decimal(value))).toBe(new Big(value).gt(0));
        expect(isZero(decimal(value))).toBe(new Big(value).eq(0));
      }),
      { numRuns: cases(500) },
    );
  });
});

describe("printed amounts", () => {
  it("add up exactly", () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const sum = amounts.reduce((total, each) => total.plus(each), new Big(0));
        expect(new Big(addAmounts(amounts)).eq(sum)).toBe(true);
        expect(addAmounts(amounts)).toMatch(/^-?\d+\.\d\d$/);
      }),
      { numRuns: cases(500) },
    );
  });

  it("are refused when they are not amounts", () => {
    expect(() => addAmounts(["1.00", "1.5"])).toThrow("not a printed amount");
  });
});
