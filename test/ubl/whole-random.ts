// Says of random whole invoices, and of random notes on them, that everybody agrees: schema, pretend authority, reader, balance.
import fc from "fast-check";
import { expect } from "vitest";
import type { Invoice, Note } from "../../src/domain/document/document.ts";
import type { EarlierNote } from "../../src/domain/note/note-balance.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { buildDocumentXml } from "../../src/ubl/document.ts";
import { readCorrected } from "../../src/ubl/read-corrected.ts";
import { CLEAN, judge } from "../simulator/judged.ts";
import { COMPANY as ISSUER } from "../support/company.ts";
import { cents, total } from "../support/money.ts";
import { creditDraft, earlier, resolve, targetOf, units } from "../support/note.ts";
import { anyWholeInvoice, anyWholeNote } from "../support/whole.ts";
import { contingencyNumber, invoiceNumber, SOFTWARE } from "./fixture.ts";
import { canonicalize, loadSchema, type Schema } from "./foreign-xml.ts";
import { signKind } from "./signed.ts";

const COMPANY = { ...ISSUER, software: { fe: SOFTWARE } };
const NOTE_PREFIX = { "91": "NC", "92": "ND", "93": "NDP", "94": "NCP", "95": "NAS" } as const;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MOST_PARTS = 4;

const numberOf = ({ typeCode }: Invoice) => (typeCode === "03" ? contingencyNumber(900) : invoiceNumber(990_000_900));

/** Signed as its company would; checked as the authority's schema and canonical form want it. */
async function signSound(document: Invoice | Note, schema: Schema): Promise<string> {
  const numbering =
    document.kind === "note" ? { ...invoiceNumber(7), prefix: NOTE_PREFIX[document.typeCode] } : numberOf(document);
  const { bytes } = await signKind({ company: COMPANY, document, numbering });
  const xml = new TextDecoder().decode(bytes);
  expect(schema.findFaults(xml)).toEqual([]);
  expect(canonicalize(xml)).toBe(xml.slice(DECLARATION.length));
  return xml;
}

function print(document: Invoice): string {
  const { head, tail } = buildDocumentXml({
    ...{ document, company: COMPANY, numbering: numberOf(document), software: SOFTWARE },
    ...{ securityCode: "a", fiscalId: "a", qrUrl: "a", environment: "produccion" },
  });
  return head + tail;
}

/** Invoices are valid, accepted without a remark, and read back as what they are. */
export async function checkInvoices(numRuns: number): Promise<void> {
  const schema = loadSchema("Invoice");
  await fc.assert(
    fc.asyncProperty(anyWholeInvoice, async ({ invoice }) => {
      expect(await judge(await signSound(invoice, schema))).toEqual(CLEAN);
      const xml = print(invoice);
      const read = readCorrected(new TextEncoder().encode(xml));
      expect(read.kind === "invoice" ? print(read) : read.kind).toBe(xml);
    }),
    { numRuns },
  );
}

/** Notes that the product resolves are valid and accepted, and credit no more than there is. */
export async function checkNotes(numRuns: number): Promise<void> {
  const schemas = {
    "91": loadSchema("CreditNote"),
    "92": loadSchema("DebitNote"),
    "93": loadSchema("DebitNote"),
    "94": loadSchema("CreditNote"),
    "95": loadSchema("CreditNote"),
  };
  await fc.assert(
    fc.asyncProperty(anyWholeNote, async ({ draft, document }) => {
      const target = targetOf(document);
      const note = resolveOrSkip(() => resolve(draft, target));
      const accepted = {
        nit: COMPANY.nit,
        type: document.typeCode,
        issueDate: document.issueDate,
        // A debit note may be more than its invoice.
        total: note.typeCode === "92" ? note.totals.total : document.totals.total,
      };
      const xml = await signSound(note, schemas[note.typeCode]);
      expect(await judge(xml, { [target.fiscalId]: accepted })).toEqual(CLEAN);
      if (note.typeCode !== "92") expect(cents(note.totals.total)).toBeLessThanOrEqual(cents(document.totals.total));
      if (note.concept.code === "2" && note.typeCode === "91") expect(note.totals).toEqual(document.totals);
    }),
    { numRuns, maxSkipsPerRun: 20 },
  );
}

/** All units of an invoice, given back in parts, are its total to the cent: gifts, discounts and what the seller bears included. */
export function checkReturns(numRuns: number): void {
  const anyParts = fc.array(fc.array(fc.nat(100), { minLength: 1, maxLength: 5 }), { maxLength: MOST_PARTS });
  fc.assert(
    fc.property(anyWholeInvoice, anyParts, ({ invoice }, parts) => {
      const charges = (invoice.allowances ?? []).filter(({ isCharge }) => isCharge);
      const due = cents(invoice.totals.total) - total(charges.map(({ amount }) => cents(amount)));
      const notes: EarlierNote[] = [];
      for (const shares of parts)
        giveBack(invoice, notes, (left, place) => (left * BigInt(shares[place % shares.length] ?? 0)) / 100n);
      fc.pre(due > 0n);
      const before = total(notes.map((note) => cents(note.total)));
      expect(before).toBeLessThanOrEqual(due);
      if (before < due) giveBack(invoice, notes, (left) => left, false);
      expect(total(notes.map((note) => cents(note.total)))).toBe(due);
    }),
    { numRuns, maxSkipsPerRun: 20 },
  );
}

/** One more note, on so much of what is left of each line; where it may be refused, none. */
function giveBack(
  invoice: Invoice,
  notes: EarlierNote[],
  shareOf: (left: bigint, place: number) => bigint,
  isRefusable = true,
): void {
  const taken = notes.flatMap(({ lines }) => lines);
  const lines = invoice.lines.flatMap(({ number, quantity }, place) => {
    const gone = taken.filter(({ corrects }) => corrects?.line === number);
    const left = micros(quantity) - total(gone.map(({ corrects }) => micros(corrects?.quantity ?? "0.000000")));
    const share = shareOf(left, place);
    return share > 0n ? [units(number, `${share / 1_000_000n}.${String(share % 1_000_000n).padStart(6, "0")}`)] : [];
  });
  if (lines.length === 0) return;
  try {
    notes.push(earlier(resolve(creditDraft({ concept: "1", lines }), targetOf(invoice, notes))));
  } catch (error) {
    if (!isRefusable || !(error instanceof Refusal) || error.why === null) throw error;
  }
}

function micros(quantity: string): bigint {
  return BigInt(quantity.replace(".", ""));
}

/** A random part may be more than there is, and a discount more than its line. */
function resolveOrSkip(work: () => Note): Note {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) fc.pre(false);
    throw error;
  }
}
