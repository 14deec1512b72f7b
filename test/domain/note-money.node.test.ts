// Adds up random notes on random documents in whole cents: an annulment equals its document, parts add up to it, and no sum
// exceeds it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DocumentLine } from "../../src/domain/document/document.ts";
import type { State } from "../../src/domain/document/state.ts";
import { type EarlierNote, findBalance } from "../../src/domain/note/note-balance.ts";
import type { Correctable } from "../../src/domain/note/note-reference.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { cases } from "../support/cases.ts";
import { invoiceDraft, lineDraft } from "../support/company.ts";
import { cents, taxOf, total } from "../support/money.ts";
import { adjustmentDraft, creditDraft, debitDraft, earlier, own, resolve, targetOf, units } from "../support/note.ts";
import {
  anyAsk,
  anyDiscountedInvoice,
  anyInvoice,
  anySupportDocument,
  correctionOf,
  isCharged,
  printed,
} from "../support/note-random.ts";

type AnyDocument = Correctable["document"];

/** Quantities are printed with six decimals; the generator's have two. */
function hundredths(quantity: string): bigint {
  return cents(quantity.slice(0, -4));
}

function live(notes: readonly EarlierNote[]): readonly EarlierNote[] {
  return notes.filter(({ state }) => state !== "rechazado");
}

function takenFrom(line: DocumentLine, notes: readonly EarlierNote[]) {
  const taken = live(notes).flatMap((note) => note.lines.filter(({ corrects }) => corrects?.line === line.number));
  return {
    quantity: total(taken.map(({ corrects }) => hundredths(corrects?.quantity ?? "0.000000"))),
    base: total(taken.map(({ base }) => cents(base))),
    taxes: line.taxes.map(({ code, rate }) => {
      const same = taken.flatMap(({ taxes }) => taxes.filter((tax) => tax.code === code && tax.rate === rate));
      return total(same.map(({ amount }) => cents(amount)));
    }),
  };
}

function wholeOf(line: DocumentLine) {
  return {
    quantity: hundredths(line.quantity),
    base: cents(line.base),
    taxes: line.taxes.map(({ amount }) => cents(amount)),
  };
}

/** Of a part that is too much, or worth nothing. */
const REFUSALS = ["exceeds_line", "exceeds_balance", "reference_annulled", "business_rule", "nothing_to_credit"];

function draftFor(document: AnyDocument) {
  return document.kind === "invoice" ? creditDraft : adjustmentDraft;
}

describe("notes, over random documents", () => {
  it("an annulment is the document to the cent: lines, taxes, discounts, total", () => {
    fc.assert(
      fc.property(fc.oneof(anyInvoice, anyDiscountedInvoice, anySupportDocument), (document) => {
        const note = resolve(draftFor(document)(), targetOf(document));
        expect(note.totals).toEqual(document.totals);
        expect(note.taxes).toEqual(document.taxes);
        expect(note.allowances ?? []).toMatchObject(document.allowances ?? []);
        const parts = (line: DocumentLine) => [line.quantity, line.unitPrice, line.base, line.taxes, line.allowances];
        expect(note.lines.map(parts)).toEqual(document.lines.map(parts));
        expect(findBalance(document.totals.total, [earlier(note)]).available).toBe("0.00");
      }),
      { numRuns: cases(200) },
    );
  });

  it("parts add up to the whole, in any order, whichever of them are rejected, at once or later", () => {
    const anyCut = fc.record({
      share: fc.integer({ min: 1, max: 100 }),
      isRejected: fc.boolean(),
      /** An earlier note that is rejected now. */
      frees: fc.option(fc.nat(20), { nil: null, freq: 2 }),
    });
    const anyCuts = fc.array(anyCut, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.oneof(anyInvoice, anySupportDocument), anyCuts, fc.boolean(), (document, cuts, isBackwards) => {
        const notes: EarlierNote[] = [];
        // Where the rest is credited, nothing is left to return a line for that cost nothing at all.
        const charged = document.lines.filter(isCharged);
        const lines = isBackwards ? [...charged].reverse() : charged;
        const last = { share: 100, isRejected: false, frees: null };
        for (const [turn, { share, isRejected, frees }] of [...cuts, last].entries()) {
          const freed = frees === null ? undefined : notes[frees];
          if (frees !== null && freed !== undefined) notes[frees] = { ...freed, state: "rechazado" };
          const isLast = turn === cuts.length;
          for (const line of lines) {
            const left = wholeOf(line).quantity - takenFrom(line, notes).quantity;
            const quantity = isLast ? left : (left * BigInt(share)) / 200n;
            if (quantity === 0n) continue;
            const asked = { concept: "1", lines: [units(line.number, printed(quantity))] };
            const note = resolve({ ...draftFor(document)(), ...asked }, targetOf(document, notes));
            notes.push(earlier(note, isRejected ? "rechazado" : "enviado"));
          }
        }
        for (const line of charged) expect(takenFrom(line, notes)).toEqual(wholeOf(line));
        expect(total(live(notes).map((note) => cents(note.total)))).toBe(cents(document.totals.total));
      }),
      { numRuns: cases(200) },
    );
  });

  it("live notes never exceed the document, in amount, quantity or tax of a line, or in all", () => {
    const anyStep = fc.record({
      ask: anyAsk,
      ownPrice: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: null, freq: 4 }),
      state: fc.constantFrom<State>("aceptado", "enviado", "send_unknown", "rechazado"),
    });
    const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(anyInvoice, anyDiscountedInvoice), anySteps, (document, steps) => {
        const notes: EarlierNote[] = [];
        for (const { ask, ownPrice, state } of steps) {
          const line =
            ownPrice === null ? correctionOf(document, ask) : own(lineDraft({ unitPrice: String(ownPrice) }));
          try {
            const note = resolve(creditDraft({ concept: "3", lines: [line] }), targetOf(document, notes));
            notes.push(earlier(note, state));
          } catch (error) {
            if (!(error instanceof Refusal) || error.why === null) throw error;
            expect(REFUSALS).toContain(error.code);
          }
        }
        expect(total(live(notes).map((note) => cents(note.total))) <= cents(document.totals.total)).toBe(true);
        for (const line of document.lines) {
          const [taken, whole] = [takenFrom(line, notes), wholeOf(line)];
          expect(taken.quantity <= whole.quantity && taken.base <= whole.base).toBe(true);
          expect(taken.taxes.every((tax, index) => tax <= (whole.taxes[index] ?? 0n))).toBe(true);
        }
      }),
      { numRuns: cases(500) },
    );
  });

  it("own lines whose price holds its tax are what was paid, and hundreds of them within the published tolerance", () => {
    const period = { documentId: null, period: { start: "2026-02-01", end: "2026-02-28" }, concept: "3" };
    const anyItem = fc
      .tuple(fc.integer({ min: 1_000, max: 9_999_999 }), fc.constantFrom("19", "8", "5", "16"))
      .map(([money, taxRate]) => ({ unitPrice: null, inputPrice: String(money), taxIncluded: true, taxRate }));
    const anyCase = fc.tuple(fc.constantFrom(creditDraft, debitDraft), anyItem, fc.integer({ min: 300, max: 900 }));
    const worst = { unitPrice: null, inputPrice: "1003", taxIncluded: true, taxRate: "8" };
    fc.assert(
      fc.property(anyCase, ([make, item, times]) => {
        const lines = Array.from({ length: times }, () => own(lineDraft(item)));
        const { totals, taxes } = resolve(make({ ...period, receiver: invoiceDraft().receiver, lines }), null);
        expect(cents(totals.total)).toBe(BigInt(item.inputPrice) * BigInt(times) * 100n);
        for (const { base, amount, rate } of taxes) {
          const error = cents(amount) - taxOf(cents(base), rate);
          expect(error <= 200n && error >= -200n, `${base} ${amount}`).toBe(true);
        }
      }),
      { numRuns: cases(8), examples: [[[creditDraft, worst, 900]]] },
    );
  });
});
