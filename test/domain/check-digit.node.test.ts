// Check digits against the published cases.
import { describe, expect, it } from "vitest";
import { findCheckDigit } from "../../src/domain/check-digit.ts";
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
