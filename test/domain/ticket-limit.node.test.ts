// Tries the amount above which a sale by ticket is remarked on.
import { expect, it } from "vitest";
import { findTicketLimit, findUnknownYear } from "../../src/domain/ticket/ticket.ts";

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

it.each([
  ["2026-11-30", "", undefined],
  ["2026-12-01", "", 2027],
  ["2026-12-01", "2027:54000", undefined],
  ["2027-06-01", "", 2027],
  ["2027-12-01", "2027:54000", 2028],
] as const)(
  "on %s, with the further years '%s', the unit that is wanted and not known is that of %s",
  (today, more, year) => {
    expect(findUnknownYear(today, more)).toBe(year);
  },
);
