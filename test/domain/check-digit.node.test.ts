// Tests check digits against the published cases.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCheckDigit, splitRunOnNit } from "../../src/domain/catalogue/catalogue.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared } from "../support/shared.ts";

interface Case {
  readonly nit: string;
  readonly dv: number;
  readonly verified: boolean;
}

describeShared("the published check digits", () => {
  const { cases } = JSON.parse(readShared("authority/vectors/nit_dv_vectors.json")) as {
    readonly cases: readonly Case[];
  };

  it("are more than ten, all verified", () => {
    expect(cases.length).toBeGreaterThan(10);
    expect(cases.filter(({ verified }) => !verified)).toEqual([]);
  });

  it.each(cases)("of $nit is $dv", ({ nit, dv }) => {
    expect(findCheckDigit(nit)).toBe(String(dv));
  });
});

describe("what has no check digit", () => {
  it.each(["", "12A", "1.020", "900373115-3", " 1", "١٢٣", "1234567890123456"])("%j", (number) => {
    expect(findCheckDigit(number)).toBeUndefined();
  });
});

describe("a NIT typed with its check digit and no hyphen", () => {
  it.each([
    ["8001345363", "800134536", "3"],
    ["9003731153", "900373115", "3"],
    ["1098765432", "109876543", "2"],
  ])("%s is %s and %s", (number, nit, checkDigit) => {
    expect(splitRunOnNit(number)).toEqual({ nit, checkDigit });
  });

  it.each(["", "900373115", "9003731154", "900373115-3", "90037311531", "8001345363 ", "１0０3731153"])(
    "is not what %j is",
    (number) => {
      expect(splitRunOnNit(number)).toBeUndefined();
    },
  );

  it("is exactly one of the ten numbers that nine digits begin", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (drawn) => {
        const nit = String(drawn).padStart(9, "0");
        const typed = Array.from({ length: 10 }, (_, digit) => `${nit}${digit}`).filter(splitRunOnNit);
        expect(typed).toEqual([`${nit}${findCheckDigit(nit)}`]);
      }),
    );
  });
});
