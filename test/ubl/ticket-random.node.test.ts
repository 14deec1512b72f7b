// Checks some random tickets and notes on them; the long test checks a thousand.
import { it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { checkTicketNotes, checkTickets } from "./ticket-random.ts";

describeShared("random tickets", () => {
  it("are valid, accepted without a remark, and read back as they are", () => checkTickets(25));

  it("bear notes that are valid, accepted, and no more than they are", () => checkTicketNotes(20));
});
