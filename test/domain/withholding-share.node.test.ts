// Tests the lines' shares of withholdings: for any lines and bases they add up to what the document says.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SupportDocument } from "../../src/domain/document/document.ts";
import { cases } from "../support/cases.ts";
import { ITEM, priceBody } from "../support/support-body.ts";

const price = fc.integer({ min: 0, max: 10_000_000_00 }).map((cents) => cents / 100);
const line = fc.record({
  cantidad: fc.integer({ min: 1, max: 50 }),
  precio_unitario: price,
  porcentaje_iva: fc.constantFrom(0, 5, 19),
});
const mode = fc.constantFrom("subtotal", "impuestos", "total");
const retention = fc.record({
  authority_tax_code: fc.constantFrom("05", "06", "07"),
  base_mode: mode,
  percent: fc.integer({ min: 1, max: 30_000 }).map((tenths) => tenths / 1_000),
});

/** Cents of every share of one code, over all lines. */
function addShares({ lines }: SupportDocument, code: string, field: "base" | "amount"): bigint {
  return lines
    .flatMap(({ withholdings }) => withholdings.filter((share) => share.code === code))
    .reduce((sum, share) => sum + cents(share[field]), 0n);
}

function cents(amount: string): bigint {
  return BigInt(amount.replace(".", ""));
}

function priceWith(items: readonly object[], retenciones: readonly object[]): SupportDocument {
  return priceBody({ items: items.map((one) => ({ ...ITEM, ...one })), retenciones });
}

describe("shares of withholdings", () => {
  it("add up to the document's base and amount, and each is its percentage to the cent that the authority allows", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.array(retention, { maxLength: 3 }),
        (items, wanted) => {
          const hasTax = items.some((one) => one.porcentaje_iva > 0 && one.precio_unitario > 1);
          const hasValue = items.some((one) => one.precio_unitario > 1);
          fc.pre(hasValue && (hasTax || wanted.every((one) => one.base_mode !== "impuestos")));
          const retenciones = wanted.map((one, index) => ({
            ...one,
            tax_name: `R${index}`,
          }));
          const document = priceWith(items, retenciones);
          for (const code of ["05", "06", "07"]) {
            for (const field of ["base", "amount"] as const) {
              const whole = document.withholdings.filter((one) => one.code === code).map((one) => cents(one[field]));
              expect(addShares(document, code, field)).toBe(whole.reduce((sum, one) => sum + one, 0n));
            }
          }
          for (const share of document.lines.flatMap(({ withholdings }) => withholdings)) {
            const exact = (Number(share.base) * Number(share.rate)) / 100;
            expect(Math.abs(Number(share.amount) - exact)).toBeLessThanOrEqual(0.010_001);
          }
        },
      ),
      { numRuns: cases(300) },
    );
  });

  it("are each within a cent where the document's own rounding would push one further (DSAY07)", () => {
    const values = [41473.11, 999242.72, 66686586.6, 1216.78, 2225.9, 12252956.26];
    const items = values.map((precio_unitario) => ({ cantidad: 1, precio_unitario, porcentaje_iva: 0 }));
    for (const amount of [undefined, 772642.55, 772642.56]) {
      const retention = { authority_tax_code: "06", tax_name: "R", percent: 0.966, amount };
      const shares = priceWith(items, [retention]).lines.map(({ withholdings }) => withholdings[0]);
      for (const share of shares) {
        const exact = (Number(share?.base) * 0.966) / 100;
        expect(Math.abs(Number(share?.amount) - exact)).toBeLessThanOrEqual(0.010_001);
      }
    }
  });

  it("are never below zero and each within a cent, for any value within the tolerance", () => {
    const cent = fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100);
    const wanted = fc.record({
      values: fc.array(cent, { minLength: 1, maxLength: 6 }),
      percent: fc.constantFrom(0.414, 0.966, 2.5, 4, 11, 15),
      offset: fc.constantFrom(-0.0099, -0.006, -0.004, 0, 0.004, 0.006, 0.0099),
    });
    const check = ({ values, percent, offset }: { values: number[]; percent: number; offset: number }) => {
      const base = values.reduce((sum, value) => sum + Math.round(value * 100), 0) / 100;
      const amount = Number(((base * percent) / 100 + offset).toFixed(6));
      fc.pre(base > 0 && amount >= 0);
      const items = values.map((precio_unitario) => ({ cantidad: 1, precio_unitario, porcentaje_iva: 0 }));
      const document = priceWith(items, [{ authority_tax_code: "06", tax_name: "R", percent, amount }]);
      const [whole] = document.withholdings;
      expect(addShares(document, "06", "amount")).toBe(cents(whole?.amount ?? ""));
      expect(Math.abs(Number(whole?.amount) - (base * percent) / 100)).toBeLessThanOrEqual(0.010_001);
      for (const share of document.lines.flatMap(({ withholdings }) => withholdings)) {
        expect(share.amount).toMatch(/^\d+\.\d\d$/);
        const exact = (Number(share.base) * percent) / 100;
        expect(Math.abs(Number(share.amount) - exact)).toBeLessThanOrEqual(0.010_001);
      }
    };
    check({ values: [0.04, 100.08], percent: 2.5, offset: -0.01 });
    fc.assert(fc.property(wanted, check), { numRuns: cases(500) });
  });

  const ITEMS = [
    { cantidad: 1, precio_unitario: 1000, porcentaje_iva: 19 },
    { cantidad: 1, precio_unitario: 200, porcentaje_iva: 5 },
    { cantidad: 1, precio_unitario: 300, porcentaje_iva: 0 },
  ];
  const sharesOf = (retention: object) =>
    priceWith(ITEMS, [{ tax_name: "R", percent: 10, ...retention }]).lines.map(({ withholdings }) =>
      withholdings.map(({ base, amount }) => `${base} ${amount}`).join(),
    );

  it.each<[string, object, readonly string[]]>([
    ["the values of the lines", { authority_tax_code: "06" }, ["1000.00 100.00", "200.00 20.00", "300.00 30.00"]],
    ["their taxes, for ReteIVA", { authority_tax_code: "05" }, ["190.00 19.00", "10.00 1.00", ""]],
    ["both", { authority_tax_code: "06", base_mode: "total" }, ["1190.00 119.00", "210.00 21.00", "300.00 30.00"]],
    ["the one line whose value the base is", { authority_tax_code: "06", base: 200 }, ["", "200.00 20.00", ""]],
    [
      "all lines, when the base is of none",
      { authority_tax_code: "06", base: 750 },
      ["500.00 50.00", "100.00 10.00", "150.00 15.00"],
    ],
    [
      "a value that is no percentage",
      { authority_tax_code: "06", base: 1, amount: 0.1 },
      ["0.67 0.07", "0.13 0.01", "0.20 0.02"],
    ],
  ])("follow %s", (_, retention, shares) => {
    expect(sharesOf(retention)).toEqual(shares);
  });
});
