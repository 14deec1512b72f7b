// Checks a thousand random whole invoices, and five hundred notes on them.
import { it } from "vitest";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { checkInvoices, checkNotes, checkReturns } from "./whole-random.ts";

describeShared("a thousand random whole invoices", () => {
  it("are valid, accepted without a remark, and read back as they are", () => checkInvoices(cases(1_000)));

  it(
    "bear five hundred notes that are valid, accepted, and no more than they are",
    () => checkNotes(cases(500)),
    180_000,
  );

  it("come back to the cent in parts, gifts included", () => checkReturns(cases(1_000)));
});
