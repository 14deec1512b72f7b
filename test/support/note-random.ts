// Generates random documents and random notes on them, with amounts computed here and not by the product.
import fc from "fast-check";
import type { DocumentLine, Invoice, SupportDocument, TaxSubtotal } from "../../src/domain/document/document.ts";
import type { NoteDraft } from "../../src/domain/draft/note-draft.ts";
import type { Correctable } from "../../src/domain/note/note-reference.ts";
import {
  discountOf,
  FOREIGN_VENDOR,
  makeInvoice,
  makeLine,
  makeSupportDocument,
  taxOf as subtotal,
  VENDOR,
} from "../ubl/fixture.ts";
import { invoiceDraft, lineDraft } from "./company.ts";
import { cents, fraction, roundEven, taxOf, times } from "./money.ts";
import { adjustmentDraft, creditDraft, debitDraft, own, units } from "./note.ts";

/** Hundredths, as text with two decimals. */
export function printed(value: bigint): string {
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const anyTaxes: fc.Arbitrary<readonly (readonly [code: string, rate: string])[]> = fc.constantFrom(
  [],
  [["01", "19.00"]],
  [["01", "5.00"]],
  [["01", "0.00"]],
  [["04", "8.00"]],
  [
    ["01", "19.00"],
    ["04", "8.00"],
  ],
);

/** Money for each unit of the line: of what, how much, and how many of it one unit holds. */
const anyUnitTax = fc.constantFrom(
  null,
  null,
  { code: "22", name: "INC Bolsas", amount: "70.00", counted: 1n, unitCode: "94", divisor: 1n },
  { code: "34", name: "IBUA", amount: "65.50", counted: 350n, unitCode: "MLT", divisor: 100n },
);

/** Quantity in hundredths, price from 2 with up to six decimals, perhaps a discount, even of all of it, and up to three taxes. */
const anyLine = fc
  .record({
    hundredths: fc.integer({ min: 1, max: 99_999 }),
    micros: fc.integer({ min: 2_000_000, max: 999_999_999 }),
    places: fc.constantFrom(2, 2, 2, 6),
    discountPercent: fc.constantFrom(0, 0, 0, 10, 33, 100),
    taxes: anyTaxes,
    unitTax: anyUnitTax,
  })
  .map(({ hundredths, micros, places, discountPercent, taxes, unitTax }) => {
    const unitPrice = (micros / 1_000_000).toFixed(places);
    const quantity = printed(BigInt(hundredths));
    const gross = roundEven(times(fraction(unitPrice), fraction(quantity)), 2);
    const discount = (gross * BigInt(discountPercent)) / 100n;
    const base = gross - discount;
    const allowances = [
      discountOf("00", "Descuento no condicionado", `${discountPercent}.00`, printed(discount), printed(gross)),
    ];
    return makeLine(0, {
      quantity: `${quantity}0000`,
      unitPrice,
      base: printed(base),
      taxes: [
        ...taxes.map(([code, rate]) => subtotal(code, rate, printed(base), printed(taxOf(base, rate)))),
        ...(unitTax === null ? [] : [chargeByUnit(unitTax, quantity, printed(base))]),
      ],
      ...(discount > 0n ? { allowances } : {}),
      ...(base === 0n ? { referencePrice: { amount: unitPrice, typeCode: "01" } } : {}),
    });
  });

/** False for a free line without a tax for each unit. */
export function isCharged({ base, taxes }: Pick<DocumentLine, "base" | "taxes">): boolean {
  return cents(base) > 0n || taxes.some(({ amount }) => cents(amount) > 0n);
}

function chargeByUnit(
  {
    code,
    name,
    amount,
    counted,
    unitCode,
    divisor,
  }: NonNullable<typeof anyUnitTax extends fc.Arbitrary<infer Tax> ? Tax : never>,
  quantity: string,
  base: string,
): TaxSubtotal {
  const units = times(fraction(quantity), { top: counted, bottom: 1n });
  const charged = printed(roundEven(times(units, fraction(amount), { top: 1n, bottom: divisor }), 2));
  const perUnit = { amount, units: `${printed(roundEven(units, 2))}0000`, unitCode };
  return { code, name, rate: "0.00", base, amount: charged, perUnit };
}

const anyLines = fc
  .array(anyLine, { minLength: 1, maxLength: 6 })
  .filter((lines) => lines.some(isCharged))
  .map((lines) => lines.map((line, index) => ({ ...line, number: index + 1 })));

const DOLLARS = { currency: "USD", exchangeRate: { rate: "3850.50", date: "2024-05-17" } };

/** Invoices in pesos and dollars, of contingency or not, without discounts of the whole. */
export const anyInvoice: fc.Arbitrary<Invoice> = fc
  .record({ lines: anyLines, isDollars: fc.boolean(), typeCode: fc.constantFrom("01" as const, "03" as const) })
  .map(({ lines, isDollars, typeCode }) => makeInvoice(lines, { typeCode, ...(isDollars ? DOLLARS : {}) }));

/** The same with a discount and a tip on the whole. */
export const anyDiscountedInvoice: fc.Arbitrary<Invoice> = fc
  .record({ invoice: anyInvoice, off: fc.integer({ min: 1, max: 50 }), tip: fc.integer({ min: 0, max: 20 }) })
  .filter(({ invoice }) => cents(invoice.totals.subtotal) > 0n)
  .map(({ invoice, off, tip }) => {
    const { subtotal: base, total } = invoice.totals;
    const [discount, charge] = [(cents(base) * BigInt(off)) / 100n, (cents(base) * BigInt(tip)) / 100n];
    const payable = printed(cents(total) - discount + charge);
    return {
      ...invoice,
      allowances: [
        discountOf("01", "Descuento condicionado", `${off}.00`, printed(discount), base),
        { ...discountOf("", "Propina", `${tip}.00`, printed(charge), base), isCharge: true, reasonCode: null },
      ],
      totals: { ...invoice.totals, total: payable, netPayable: payable },
    };
  });

/** Support documents of residents and non-residents; none of their lines is free. */
export const anySupportDocument: fc.Arbitrary<SupportDocument> = fc
  .record({ lines: anyLines.filter((lines) => lines.every(({ base }) => cents(base) > 0n)), isResident: fc.boolean() })
  .map(({ lines, isResident }) =>
    makeSupportDocument(lines.map(withoutConsumptionTax), {
      operationType: isResident ? "10" : "11",
      counterpart: isResident ? VENDOR : FOREIGN_VENDOR,
    }),
  );

function withoutConsumptionTax(line: DocumentLine): DocumentLine {
  return { ...line, taxes: line.taxes.filter(({ code }: TaxSubtotal) => code === "01") };
}

/** A part of a line to be asked for: a share of its quantity, perhaps at a lower price. */
export interface Ask {
  readonly line: number;
  readonly share: number;
  readonly priceShare: number | null;
}

export const anyAsk: fc.Arbitrary<Ask> = fc.record({
  line: fc.nat(5),
  share: fc.integer({ min: 1, max: 120 }),
  priceShare: fc.option(fc.integer({ min: 1, max: 110 }), { nil: null, freq: 3 }),
});

/** The correction that a part means for a document. */
export function correctionOf({ lines }: Correctable["document"], { line, share, priceShare }: Ask) {
  const source = lines[line % lines.length];
  if (source === undefined) throw new Error("a document without lines");
  const quantity = (cents(source.quantity.slice(0, -4)) * BigInt(share) + 99n) / 100n;
  const price = priceShare === null ? null : ((Number(source.unitPrice) * priceShare) / 100).toFixed(2);
  return units(source.number, printed(quantity), price);
}

/** What a note is asked to be, for a document that it fits. */
export const anyNote: fc.Arbitrary<{ readonly draft: NoteDraft; readonly document: Correctable["document"] | null }> =
  fc.oneof(
    fc
      .tuple(fc.oneof(anyInvoice, anyDiscountedInvoice), fc.boolean(), fc.array(anyAsk, { minLength: 1, maxLength: 4 }))
      .map(([document, isCredit, asks]) => {
        const lines = asks.map((ask) => correctionOf(document, ask));
        const make = isCredit ? creditDraft : debitDraft;
        return { document, draft: make({ concept: "3", lines, motive: 'Rebaja & <ajuste> "pactado"' }) };
      }),
    fc.oneof(anyInvoice, anyDiscountedInvoice).map((document) => ({ document, draft: creditDraft() })),
    anySupportDocument.map((document) => ({ document, draft: adjustmentDraft({ motive: "Compra anulada" }) })),
    fc.tuple(anySupportDocument, anyAsk).map(([document, ask]) => ({
      document,
      draft: adjustmentDraft({ concept: "1", lines: [correctionOf(document, ask)] }),
    })),
    fc.constantFrom(creditDraft, debitDraft).map((make) => ({
      document: null,
      draft: make({
        documentId: null,
        period: { start: "2026-02-01", end: "2026-02-28" },
        concept: "3",
        receiver: invoiceDraft().receiver,
        lines: [own(lineDraft({ quantity: "3", taxRate: "8" }))],
      }),
    })),
  );
