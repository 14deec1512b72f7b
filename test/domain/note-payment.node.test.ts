// Tests what several payments give back, against sales that are returned in parts of any size.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PaymentPart } from "../../src/domain/document/document.ts";
import type { EarlierNote } from "../../src/domain/note/note-balance.ts";
import { shareReturn } from "../../src/domain/note/note-payment.ts";
import { printCents, readCents } from "../../src/domain/value/decimal.ts";
import { cases } from "../support/cases.ts";

const MEANS = ["10", "48", "49", "47"];

const toPart = (cents: bigint, index: number): PaymentPart => ({
  form: "1",
  meansCode: MEANS[index % MEANS.length] ?? "",
  dueDate: "2026-11-28",
  amount: printCents(cents),
  reference: null,
});
const toNote = (total: string): EarlierNote => ({
  typeCode: "91",
  state: "aceptado",
  conceptCode: "1",
  total,
  lines: [],
  allowances: [],
});
const addUp = (parts: readonly PaymentPart[]) =>
  parts.reduce((total, { amount }) => total + readCents(amount ?? "0"), 0n);

describe("the payments of a return", () => {
  it("give back no more than each paid, together what is returned, and at the end all of it", () => {
    const amounts = fc.array(fc.bigInt(1n, 3_000_000n), { minLength: 2, maxLength: 5 });
    const property = fc.property(amounts, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (paid, shares) => {
      const payments = paid.map(toPart);
      let left = addUp(payments);
      const given = payments.map(() => 0n);
      const notes: EarlierNote[] = [];
      const takes = [...shares.map((share) => () => BigInt(Math.floor(Number(left) * share))), () => left];
      for (const take of takes) {
        const total = printCents(take());
        const parts = shareReturn(payments, notes, total);
        expect(parts.length).toBeGreaterThan(0);
        expect(addUp(parts)).toBe(readCents(total));
        // In the order in which they paid; each is found by what it is.
        let at = 0;
        for (const { amount, meansCode } of parts) {
          while (payments[at]?.meansCode !== meansCode || (given[at] ?? 0n) >= (paid[at] ?? 0n)) {
            if (readCents(amount ?? "0") === 0n) break;
            at += 1;
          }
          given[at] = (given[at] ?? 0n) + readCents(amount ?? "0");
          at += 1;
        }
        expect(given.every((cents, index) => cents <= (paid[index] ?? 0n))).toBe(true);
        // An earlier note may tell by which means it gave back, or not.
        const means = parts.map(({ meansCode, amount }) => ({ meansCode, amount: amount ?? "0" }));
        notes.push(readCents(total) % 2n === 0n ? { ...toNote(total), means } : toNote(total));
        left -= readCents(total);
      }
      expect(given).toEqual(paid);
    });
    fc.assert(property, { numRuns: cases(300) });
  });

  it("take a rejected note for none, and what no payment paid from the last", () => {
    const payments = [toPart(5_000n, 0), toPart(15_000n, 1)];
    const amountsOf = (notes: readonly EarlierNote[], total: string) =>
      shareReturn(payments, notes, total).map(({ meansCode, amount }) => [meansCode, amount]);
    expect(amountsOf([{ ...toNote("60.00"), state: "rechazado" }], "60.00")).toEqual([
      ["10", "50.00"],
      ["48", "10.00"],
    ]);
    expect(amountsOf([toNote("60.00")], "160.00")).toEqual([["48", "160.00"]]);
    expect(amountsOf([toNote("200.00")], "20.00")).toEqual([["48", "20.00"]]);
    expect(amountsOf([], "0.00")).toEqual([["48", "0.00"]]);
  });

  it("give back no payment twice where a note was rejected after the next one", () => {
    const payments = [toPart(10_000n, 1), { ...toPart(5_027n, 0), rounding: "-27.00" }];
    const next: EarlierNote = { ...toNote("50.27"), means: [{ meansCode: "10", amount: "50.27" }] };
    const notes = [{ ...toNote("100.00"), state: "rechazado" } as const, next];
    expect(shareReturn(payments, notes, "100.00")).toEqual([toPart(10_000n, 1)]);
  });

  it("give back the rounding of a payment with the last of it, and no sooner", () => {
    const payments = [toPart(5_000n, 1), { ...toPart(15_027n, 0), rounding: "-27.00" }];
    const roundingsOf = (notes: readonly EarlierNote[], total: string) =>
      shareReturn(payments, notes, total).map(({ amount, rounding }) => [amount, rounding]);
    expect(roundingsOf([], "60.00")).toEqual([
      ["50.00", undefined],
      ["10.00", undefined],
    ]);
    expect(roundingsOf([toNote("60.00")], "140.27")).toEqual([["140.27", "-27.00"]]);
    expect(roundingsOf([], "200.27")).toEqual([
      ["50.00", undefined],
      ["150.27", "-27.00"],
    ]);
    // It was given back before: what is left was not paid with it.
    expect(roundingsOf([toNote("200.27")], "20.00")).toEqual([["20.00", undefined]]);
  });
});
