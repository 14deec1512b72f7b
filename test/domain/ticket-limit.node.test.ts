// Tries the amount above which a sale by ticket is remarked on.
import { expect, it } from "vitest";
import { findTicketLimit } from "../../src/domain/ticket/unit-value.ts";

it.each([
  [2026, "", "261870.00"],
  [2024, "", "235325.00"],
  [2027, "", undefined],
  [2027, "2027:54000", "270000.00"],
  [2027, "2028:56000, 2027:54000", "270000.00"],
  [2027, "2027:viel", undefined],
] as const)("five tax units of %s, with the further years '%s', are %s", (year, more, limit) => {
  expect(findTicketLimit(year, more)).toBe(limit);
});
