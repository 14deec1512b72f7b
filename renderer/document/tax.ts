// Says what a tax by unit is for.
import type { SignedTax } from "../../src/domain/document/signed-document.ts";
import type { Tax } from "./model.ts";
import { TAX_UNITS } from "./wire-literal.ts";

export function describeTax(tax: SignedTax): Tax {
  return { ...tax, unit: TAX_UNITS[tax.code] ?? "unidad" };
}
