// Draws random tickets, and notes on them that the product resolves; signs them and has the pretend authority judge them.
import fc from "fast-check";
import { readTaxpayer } from "../../simulator/register.ts";
import type { Invoice, Note } from "../../src/domain/document/document.ts";
import type { TicketDraft } from "../../src/domain/draft/draft.ts";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import { priceInvoice } from "../../src/domain/invoice/invoice.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { NIT } from "../simulator/harness.ts";
import { type Judged, judge } from "../simulator/judged.ts";
import { TICKET_REGISTER, TICKET_SOFTWARE } from "../simulator/ticket-sample.ts";
import { COMPANY as ISSUER, NOW_MS } from "../support/company.ts";
import { resolve, targetOf } from "../support/note.ts";
import { anyWholeInvoice, anyWholeNote, type WholeInvoice } from "../support/whole.ts";
import { invoiceNumber, SOFTWARE } from "./fixture.ts";
import { PIN, signKind } from "./signed.ts";

const COMPANY = { ...ISSUER, software: { fe: SOFTWARE, dee: { ...SOFTWARE, id: TICKET_SOFTWARE.id } } };
const TAXPAYER = readTaxpayer(NIT, {
  ...TICKET_REGISTER,
  software: TICKET_REGISTER.software.map((one) => (one.id === TICKET_SOFTWARE.id ? { ...one, pin: PIN } : one)),
});
const NUMBERING = { ...invoiceNumber(7), prefix: "EPOS", from: 1, to: 1_000 };
const NOTE_PREFIX = { "93": "NDP", "94": "NCP" } as const;

/** A ticket, or a note with the ticket that it corrects. */
export interface DrawnTicket<Kind extends Invoice | Note = Invoice | Note> {
  readonly document: Kind;
  readonly corrected?: Invoice;
}

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
function toTicket({ draft }: WholeInvoice, ticket: TicketDraft): DrawnTicket<Invoice> | undefined {
  const { type: _, ...sale } = draft;
  return unlessRefused(() => ({
    document: priceInvoice({ ...sale, currency: null, isContingency: false, ticket }, COMPANY, NOW_MS),
  }));
}

/** A note on what an invoice would be, as one on the ticket. */
function toNote({ document }: DrawnTicket<Invoice>, draft: NoteDraft): DrawnTicket<Note> | undefined {
  if (draft.typeCode === "95") throw new Error("an invoice has no such note");
  const typeCode = draft.typeCode === "92" ? "93" : "94";
  return unlessRefused(() => ({
    document: resolve({ ...draft, typeCode }, targetOf(document)),
    corrected: document,
  }));
}

function unlessRefused<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export const anyTicket: fc.Arbitrary<DrawnTicket<Invoice>> = fc
  .tuple(anyWholeInvoice, anyTicketDraft)
  .map(([whole, ticket]) => toTicket(whole, ticket))
  .filter((ticket) => ticket !== undefined);

export const anyTicketNote: fc.Arbitrary<DrawnTicket<Note>> = fc
  .tuple(anyTicket, anyWholeNote)
  .map(([ticket, { draft }]) => toNote(ticket, draft))
  .filter((note) => note !== undefined);

/** Signs as its company would. */
export async function signTicket({ document }: DrawnTicket): Promise<Uint8Array> {
  const { typeCode } = document;
  const isNote = typeCode === "93" || typeCode === "94";
  if (typeCode !== "20" && !isNote) throw new Error("neither a ticket nor a note on one");
  const numbering = isNote ? { ...NUMBERING, prefix: NOTE_PREFIX[typeCode] } : NUMBERING;
  return (await signKind({ company: COMPANY, document, numbering })).bytes;
}

/** What the pretend authority says; of a debit note, it knows a ticket of the same amount. */
export function judgeTicket(xml: string | Uint8Array, { document, corrected }: DrawnTicket): Promise<Judged> {
  if (corrected === undefined) return judge(xml, {}, TAXPAYER);
  const { total } = document.typeCode === "93" ? document.totals : corrected.totals;
  const accepted = { nit: COMPANY.nit, type: "20", issueDate: corrected.issueDate, total };
  return judge(xml, { [targetOf(corrected).fiscalId]: accepted }, TAXPAYER);
}
