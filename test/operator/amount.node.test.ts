// How an amount is read that somebody pastes.
import { describe, expect, it } from "vitest";
import { readAmount } from "../../operator/data/amount.ts";

describe("an amount", () => {
  it.each([
    ["123760", "123760.00"],
    ["123760.5", "123760.50"],
    ["123760,50", "123760.50"],
    ["123.760,00", "123760.00"],
    ["123,760.00", "123760.00"],
    ["$ 123.760,5", "123760.50"],
    ["$123.760,00 COP", "123760.00"],
    ["COP 123760.00", "123760.00"],
    [" 1.234.567 ", "1234567.00"],
    ["1,234,567.89", "1234567.89"],
    ["1,5", "1.50"],
    ["0.00", "0.00"],
  ])("is read in the one way in which %s can be meant", (text, total) => {
    expect(readAmount(text)).toEqual({ total, isDoubtful: false });
  });

  it.each([
    ["123.760", "123760.00"],
    ["123,760", "123760.00"],
    ["$ 1.000", "1000.00"],
  ])("that can be meant in two ways is read as thousands, and says so: %s", (text, total) => {
    expect(readAmount(text)).toEqual({ total, isDoubtful: true });
  });

  it.each([
    "",
    "$",
    "abc",
    "-5",
    "1.23.456",
    "12.3456",
    "1234.567",
    "0.500",
    "1.234,567",
    "1,234.5.6",
    "1234567890123456",
  ])("is not %j", (text) => {
    expect(readAmount(text)).toBeUndefined();
  });
});
