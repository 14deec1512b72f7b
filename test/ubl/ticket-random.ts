// Says of random tickets, and of random notes on them, that everybody agrees: schema, pretend authority, reader, balance.
import fc from "fast-check";
import { expect } from "vitest";
import { KINDS } from "../../src/domain/kind.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { CLEAN } from "../simulator/judged.ts";
import { cents } from "../support/money.ts";
import { canonicalize, loadSchema } from "./foreign-xml.ts";
import { anyTicket, anyTicketNote, type DrawnTicket, judgeTicket, signTicket } from "./ticket-draw.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

type Schemas = Readonly<Record<"Invoice" | "CreditNote" | "DebitNote", ReturnType<typeof loadSchema>>>;
const loadSchemas = (): Schemas => ({
  Invoice: loadSchema("Invoice"),
  CreditNote: loadSchema("CreditNote"),
  DebitNote: loadSchema("DebitNote"),
});

/** Finds what is wrong with a signature; nothing without a verifier at hand. */
export type Verify = (xml: string) => string | undefined;
const TRUSTING: Verify = () => undefined;

async function signSound(drawn: DrawnTicket, schemas: Schemas, verify: Verify): Promise<string> {
  const xml = new TextDecoder().decode(await signTicket(drawn));
  expect(schemas[KINDS[drawn.document.typeCode].root].findFaults(xml)).toEqual([]);
  expect(canonicalize(xml)).toBe(xml.slice(DECLARATION.length));
  expect(verify(xml)).toBeUndefined();
  expect(await judgeTicket(xml, drawn)).toEqual(CLEAN);
  return xml;
}

/** Tickets are valid, accepted without a remark, and read back with till, loyalty, lines and totals. */
export async function checkTickets(numRuns: number, verify: Verify = TRUSTING): Promise<void> {
  const schemas = loadSchemas();
  await fc.assert(
    fc.asyncProperty(anyTicket, async (drawn) => {
      const read = readCorrected(new TextEncoder().encode(await signSound(drawn, schemas, verify)));
      const { ticket, totals, lines } = drawn.document;
      const { till, buyer, maker } = ticket ?? {};
      expect([read.typeCode, read.totals]).toEqual(["20", totals]);
      expect(read.lines.map(({ base }) => base)).toEqual(lines.map(({ base }) => base));
      const saleCode = till?.saleCode ?? "EPOS7";
      if (read.kind === "invoice") expect(read.ticket).toEqual({ till: { ...till, saleCode }, buyer, maker });
    }),
    { numRuns },
  );
}

/** Notes that the product resolves are valid and accepted, and credit no more than the ticket is. */
export async function checkTicketNotes(numRuns: number, verify: Verify = TRUSTING): Promise<void> {
  const schemas = loadSchemas();
  await fc.assert(
    fc.asyncProperty(anyTicketNote, async (drawn) => {
      await signSound(drawn, schemas, verify);
      const { document: note, corrected } = drawn;
      if (corrected === undefined) throw new Error("a note without its ticket");
      if (note.typeCode === "93") return;
      expect(cents(note.totals.total)).toBeLessThanOrEqual(cents(corrected.totals.total));
      const { taxableBase: _, ...totals } = corrected.totals;
      if (note.concept.code === "2") expect(note.totals).toMatchObject(totals);
    }),
    { numRuns },
  );
}
