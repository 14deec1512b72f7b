// Puts a line into words: what stands below its description, and its unit by a short name.
import type { SignedLine } from "../../src/domain/document/signed-document.ts";
import type { Line } from "./model.ts";
import { printMoney } from "./number.ts";
import { describeTax } from "./tax.ts";
import { CODE_SCHEMES, REFERENCE_PRICES, UNITS } from "./wire-literal.ts";

/** Codes of the issuer's own, and the form of those that only count lines. */
const OWN_SCHEME = "999";
const POSITIONAL_CODE = /^ITEM\d+$/;

/** @param taxIncluded numbers of the lines whose price held the taxes. */
export function describeLine(line: SignedLine, taxIncluded: ReadonlySet<string>, currency: string): Line {
  const { number, notes, quantity, unitPrice, isFree, amount, allowances } = line;
  return {
    number,
    description: line.descriptions.join("\n"),
    details: [
      ...listCodes(line),
      ...(line.brand === null ? [] : [`Marca ${line.brand}`]),
      ...(line.model === null ? [] : [`Modelo ${line.model}`]),
      ...listPeriod(line),
      ...listGift(line, currency),
    ],
    notes,
    quantity,
    unit: UNITS[line.unitCode] ?? line.unitCode,
    unitPrice,
    isFree,
    amount,
    allowances: allowances.map((allowance) => ({ ...allowance, isAssumedTax: false })),
    taxes: line.taxes.map(describeTax),
    isTaxIncluded: taxIncluded.has(number),
  };
}

/** The seller's code and that of a standard; nothing for the code that a line has for its position alone. */
function listCodes({ sellerCode, standardCode }: SignedLine): readonly string[] {
  const own = sellerCode === null ? [] : [`Cód. ${sellerCode}`];
  if (standardCode === null) return own;
  const { code, scheme } = standardCode;
  if (scheme === OWN_SCHEME && (sellerCode !== null || POSITIONAL_CODE.test(code))) return own;
  return [...own, `${CODE_SCHEMES[scheme ?? ""] ?? "Cód."} ${code}`];
}

/** `2026-11-01 a 2026-11-30`; of a support document the day of the purchase and how it was entered. */
function listPeriod({ period }: SignedLine): readonly string[] {
  if (period === null) return [];
  const { start, end, description } = period;
  const days = [start, end === start ? null : end].filter((text) => text !== null).join(" a ");
  const said = [days === "" ? null : days, description].filter((text) => text !== null);
  return said.length === 0 ? [] : [said.join(" · ")];
}

function listGift({ isFree, referencePrice }: SignedLine, currency: string): readonly string[] {
  if (!isFree) return [];
  if (referencePrice === null) return ["Obsequio"];
  const { amount, typeCode } = referencePrice;
  return ["Obsequio", `${REFERENCE_PRICES[typeCode] ?? "valor de referencia"} ${printMoney(amount, currency)}`];
}
