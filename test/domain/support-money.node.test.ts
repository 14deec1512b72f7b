// Compares random support documents with exact rational arithmetic: every printed cent is the computed one.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../support/cases.ts";
import { priceBody, supportBody } from "../support/support-body.ts";

const RUNS = 2_000;

/** A decimal as the client would type it, built from whole numbers only. */
function typed(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, "0");
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** top / 10^places as integers; the reference knows nothing of the library under test. */
interface Exact {
  readonly top: bigint;
  readonly places: number;
}

function exact(text: string): Exact {
  const [whole = "0", fraction = ""] = text.split(".");
  return { top: BigInt(whole + fraction), places: fraction.length };
}

function times(one: Exact, other: Exact): Exact {
  return { top: one.top * other.top, places: one.places + other.places };
}

/** Cents, half-even, of a non-negative value. */
function toCents({ top, places }: Exact): bigint {
  if (places <= 2) return top * 10n ** BigInt(2 - places);
  const divisor = 10n ** BigInt(places - 2);
  const floor = top / divisor;
  const twice = (top % divisor) * 2n;
  return twice > divisor || (twice === divisor && floor % 2n === 1n) ? floor + 1n : floor;
}

function printCents(cents: bigint): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const item = fc.record({
  cantidad: fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 6 })).map(([n, p]) => typed(n, p)),
  precio: fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([n, p]) => typed(n, p)),
  tarifa: fc.constantFrom("0", "5", "16", "19"),
});

interface TypedItem {
  readonly cantidad: string;
  readonly precio: string;
  readonly tarifa: string;
}

/** Prices a body whose numbers are written out as typed: none passes through a float. */
function price(items: readonly TypedItem[], percents: readonly string[] = []) {
  const lines = items.map(
    ({ cantidad, precio, tarifa }) =>
      `{"codigo":"43211508","cantidad":${cantidad},"precio_unitario":${precio},"porcentaje_iva":${tarifa}}`,
  );
  const withheld = percents.map((percent, i) => `{"authority_tax_code":"06","tax_name":"r${i}","percent":${percent}}`);
  const { items: _items, ...others } = supportBody();
  const head = JSON.stringify(others).slice(0, -1);
  return priceBody(`${head},"items":[${lines.join(",")}],"retenciones":[${withheld.join(",")}]}`);
}

describe("money", () => {
  it("of lines, taxes and totals is the reference's, to the cent", () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), (items) => {
        const expected = items.map(({ cantidad, precio, tarifa }) => {
          const base = toCents(times(exact(cantidad), exact(precio)));
          return { base, tarifa, tax: toCents({ top: base * BigInt(tarifa), places: 4 }) };
        });
        const { lines, totals, taxes } = price(items);
        expect(lines.map(({ base }) => base)).toEqual(expected.map(({ base }) => printCents(base)));
        expect(lines.map(({ referencePrice }) => referencePrice !== undefined)).toEqual(
          expected.map(({ base }) => base === 0n),
        );
        const subtotal = expected.reduce((sum, { base }) => sum + base, 0n);
        const tax = expected.reduce((sum, line) => sum + line.tax, 0n);
        const taxable = expected.reduce((sum, line) => (line.tarifa === "0" ? sum : sum + line.base), 0n);
        expect(totals).toEqual({
          subtotal: printCents(subtotal),
          taxableBase: printCents(taxable),
          taxes: printCents(tax),
          total: printCents(subtotal + tax),
          withheld: "0.00",
          netPayable: printCents(subtotal + tax),
        });
        for (const { rate, base, amount } of taxes) {
          const lineTaxes = expected.filter(({ tarifa }) => `${tarifa}.00` === rate);
          expect(base).toBe(printCents(lineTaxes.reduce((sum, line) => sum + line.base, 0n)));
          expect(amount).toBe(printCents(lineTaxes.reduce((sum, line) => sum + line.tax, 0n)));
        }
      }),
      { numRuns: cases(RUNS) },
    );
  });

  it("withheld is base x percentage to the cent, and what is left adds up", () => {
    const percent = fc
      .tuple(fc.integer({ min: 0, max: 4_999 }), fc.integer({ min: 2, max: 4 }))
      .map(([n, p]) => typed(n, p));
    fc.assert(
      fc.property(item, fc.array(percent, { minLength: 1, maxLength: 2 }), (line, percents) => {
        fc.pre(toCents(times(exact(line.cantidad), exact(line.precio))) > 0n);
        const { withholdings, totals } = price([line], percents);
        const base = toCents(times(exact(line.cantidad), exact(line.precio)));
        const amounts = percents.map((one) => toCents(times({ top: base, places: 4 }, exact(one))));
        expect(withholdings.map(({ amount }) => amount)).toEqual(amounts.map(printCents));
        const withheld = amounts.reduce((sum, one) => sum + one, 0n);
        expect(totals.withheld).toBe(printCents(withheld));
        expect(toCents(exact(totals.netPayable)) + withheld).toBe(toCents(exact(totals.total)));
      }),
      { numRuns: cases(RUNS) },
    );
  });
});
