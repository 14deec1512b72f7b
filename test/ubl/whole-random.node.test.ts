// Checks some random whole invoices and notes on them; the long test checks a thousand.
import { it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { checkInvoices, checkNotes, checkReturns } from "./whole-random.ts";

describeShared("random whole invoices", () => {
  it("are valid, accepted without a remark, and read back as they are", () => checkInvoices(60));

  it("bear notes that are valid, accepted, and no more than they are", () => checkNotes(40));

  it("come back to the cent in parts, gifts included", () => checkReturns(60));
});
