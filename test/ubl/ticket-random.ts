// Says of random tickets, and of random notes on them, that everybody agrees: schema, pretend authority, reader, balance.
import fc from "fast-check";
import { expect } from "vitest";
import { readTaxpayer } from "../../simulator/register.ts";
import type { Invoice, Note } from "../../src/domain/document/document.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { NIT } from "../simulator/harness.ts";
import { CLEAN, judge } from "../simulator/judged.ts";
import { TICKET_REGISTER, TICKET_SOFTWARE } from "../simulator/ticket-sample.ts";
import { COMPANY as ISSUER, NOW_MS } from "../support/company.ts";
import { cents } from "../support/money.ts";
import { resolve, targetOf } from "../support/note.ts";
import { anyWholeInvoice, anyWholeNote, type WholeInvoice } from "../support/whole.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { canonicalize, loadSchema } from "./foreign-xml.ts";
import { PIN, signKind } from "./signed.ts";

const COMPANY = { ...ISSUER, software: { fe: SOFTWARE, dee: { ...SOFTWARE, id: TICKET_SOFTWARE.id } } };
const TAXPAYER = readTaxpayer(NIT, {
  ...TICKET_REGISTER,
  software: TICKET_REGISTER.software.map((one) => (one.id === TICKET_SOFTWARE.id ? { ...one, pin: PIN } : one)),
});
const NUMBERING = { ...invoiceNumber(7), prefix: "EPOS", from: 1, to: 1_000 };
const NOTE_PREFIX = { "93": "NDP", "94": "NCP" } as const;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Finds what is wrong with a signature; nothing without a verifier at hand. */
export type Verify = (xml: string) => string | undefined;
const TRUSTING: Verify = () => undefined;

const anyText = fc
  .array(fc.constantFrom(..."aZñÁ09-#&<>\"'.·€ "), { maxLength: 12 })
  .map((letters) => `x${letters.join("").replace(/ +/g, " ")}x`);
const maybeText = fc.option(anyText);

const anyTicketDraft: fc.Arbitrary<TicketDraft> = fc.record({
  till: fc.record({ plate: anyText, place: anyText, type: maybeText, cashier: maybeText, saleCode: maybeText }),
  buyer: fc.record({ code: maybeText, name: maybeText, points: fc.option(fc.nat(9_999).map(String)) }),
  maker: fc.record({ person: anyText, company: anyText, product: anyText }),
  limit: fc.constant(null),
});

/** The same sale as a ticket, which is in pesos and no contingency. */
function toTicket({ draft }: WholeInvoice, ticket: TicketDraft): Invoice | undefined {
  const { type: _, ...sale } = draft;
  try {
    return priceInvoice({ ...sale, currency: null, isContingency: false, ticket }, COMPANY, NOW_MS);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const anyTicket: fc.Arbitrary<Invoice> = fc
  .tuple(anyWholeInvoice, anyTicketDraft)
  .map(([whole, ticket]) => toTicket(whole, ticket))
  .filter((ticket) => ticket !== undefined);

/** A note on what an invoice would be, as one on the ticket. */
const anyTicketNote = fc
  .tuple(anyTicket, anyWholeNote)
  .map(([document, { draft }]): { readonly document: Invoice; readonly draft: NoteDraft } => {
    if (draft.typeCode === "95") throw new Error("an invoice has no such note");
    return { document, draft: { ...draft, typeCode: draft.typeCode === "92" ? "93" : "94" } };
  });

type Schemas = Readonly<Record<"20" | "93" | "94", ReturnType<typeof loadSchema>>>;
const loadSchemas = (): Schemas => ({
  "20": loadSchema("Invoice"),
  "93": loadSchema("DebitNote"),
  "94": loadSchema("CreditNote"),
});

async function signSound(document: Invoice | Note, schemas: Schemas, verify: Verify): Promise<string> {
  const { typeCode } = document;
  if (typeCode !== "20" && typeCode !== "93" && typeCode !== "94") throw new Error("neither ticket nor note on one");
  const numbering = typeCode === "20" ? NUMBERING : { ...NUMBERING, prefix: NOTE_PREFIX[typeCode] };
  const { bytes } = await signKind({ company: COMPANY, document, numbering });
  const xml = new TextDecoder().decode(bytes);
  expect(schemas[typeCode].findFaults(xml)).toEqual([]);
  expect(canonicalize(xml)).toBe(xml.slice(DECLARATION.length));
  expect(verify(xml)).toBeUndefined();
  return xml;
}

/** Tickets are valid, accepted without a remark, and read back with till, loyalty, lines and totals. */
export async function checkTickets(numRuns: number, verify: Verify = TRUSTING): Promise<void> {
  const schemas = loadSchemas();
  await fc.assert(
    fc.asyncProperty(anyTicket, async (ticket) => {
      const xml = await signSound(ticket, schemas, verify);
      expect(await judge(xml, {}, TAXPAYER)).toEqual(CLEAN);
      const read = readCorrected(new TextEncoder().encode(xml));
      const { till, buyer, maker } = ticket.ticket ?? {};
      expect([read.typeCode, read.totals]).toEqual(["20", ticket.totals]);
      expect(read.lines.map(({ base }) => base)).toEqual(ticket.lines.map(({ base }) => base));
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
    fc.asyncProperty(anyTicketNote, async ({ draft, document }) => {
      const target = targetOf(document);
      const note = resolveOrSkip(() => resolve(draft, target));
      const raises = note.typeCode === "93";
      const total = raises ? note.totals.total : document.totals.total;
      const accepted = { nit: COMPANY.nit, type: "20", issueDate: document.issueDate, total };
      const xml = await signSound(note, schemas, verify);
      expect(await judge(xml, { [target.fiscalId]: accepted }, TAXPAYER)).toEqual(CLEAN);
      if (!raises) expect(cents(note.totals.total)).toBeLessThanOrEqual(cents(document.totals.total));
      const { taxableBase: _, ...totals } = document.totals;
      if (!raises && note.concept.code === "2") expect(note.totals).toMatchObject(totals);
    }),
    { numRuns, maxSkipsPerRun: 20 },
  );
}

function resolveOrSkip(work: () => Note): Note {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) fc.pre(false);
    throw error;
  }
}
