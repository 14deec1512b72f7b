// Says what a tax by unit is for.
import type { SignedTax } from "../../src/domain/document/signed-document.ts";
import type { Tax } from "./model.ts";
import { TAX_UNITS } from "./wire-literal.ts";

/** A tax by unit of a ticket has no base. */
export function describeTax(tax: SignedTax): Tax {
  const base = tax.perUnit !== null && Number(tax.base) === 0 ? null : tax.base;
  return { ...tax, base, unit: TAX_UNITS[tax.code] ?? "unidad" };
}
