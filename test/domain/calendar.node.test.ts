// Tests texts that are dates, and texts that only look like them; days between two, and their year.
import { describe, expect, it } from "vitest";
import {
  countDaysInclusive,
  dateInBogota,
  instantInBogota,
  isCalendarDate,
  startOfDayInBogota,
  yearOf,
} from "../../src/domain/value/calendar.ts";

describe("a date", () => {
  it.each(["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01"])("%s is real", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    "2023-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-01",
    "0000-01-01",
  ])("%s is not", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it.each(["", "2026-01-01T00:00:00Z", " 2026-01-01", "2026-01-01 ", "20260101", "+002026-01-01"])(
    "%j is none",
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
    },
  );

  it.each([
    ["2026-02-23", "2026-03-01", 7],
    ["2026-03-01", "2026-03-01", 1],
    ["2024-02-28", "2024-03-01", 3],
    ["2026-03-02", "2026-03-01", 0],
  ])("%s to %s are %i days", (start, end, days) => {
    expect(countDaysInclusive(start, end)).toBe(days);
  });

  it("has a year", () => {
    expect(yearOf("2026-03-01")).toBe(2026);
  });

  it("begins and ends in Bogotá, whatever zone the machine has", () => {
    expect(startOfDayInBogota("2026-03-01")).toBe("2026-03-01T05:00:00.000Z");
    const begin = Date.parse(startOfDayInBogota("2026-03-01"));
    expect([begin - 1, begin].map(dateInBogota)).toEqual(["2026-02-28", "2026-03-01"]);
  });
});

describe("a time of Bogotá", () => {
  it("is an instant with its zone, and refused without", () => {
    expect(instantInBogota("2026-03-01", "23:59:59-05:00")).toBe(Date.parse("2026-03-02T04:59:59Z"));
    for (const time of ["23:59:59", "23:59:59Z", ""]) {
      expect(() => instantInBogota("2026-03-01", time)).toThrow(RangeError);
    }
  });
});
