// Reads what an item says of the good itself: its codes, its unit, its brand.

import { findListedUnit, findNearUnits, UNIT_CODE } from "../catalogue/unit.ts";
import type { DocumentLine } from "../document/document.ts";
import type { ItemDraft } from "../draft/draft.ts";
import type { Reason } from "../refusal/problem.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import type { LinePath } from "./line-tax.ts";

/** What a line says of its good. */
export type Item = Pick<DocumentLine, "note" | "unitCode" | "sellerCode" | "brand" | "model" | "product">;

type Scheme = DocumentLine["product"]["scheme"];

/** Lengths of a code, by the scheme that a client may name (FAZ10, FAZ11, FAZ14). */
const LENGTHS: Readonly<Record<Exclude<Scheme, "999">, readonly number[]>> = {
  "001": [8],
  "010": [8, 12, 13, 14],
  "020": [10],
};
const GTIN = "010";

/**
 * The codes and the unit of an item, checked (FAV05, FAZ09 to FAZ14); undefined when one of them cannot be.
 * @param number of its line.
 */
export function readItem(draft: ItemDraft, number: number, at: LinePath, problems: ProblemList): Item | undefined {
  const known = problems.count;
  const unitCode = readUnit(draft, at, problems);
  const product = readProduct(draft, number, at, problems);
  if (problems.count > known) return undefined;
  const { code: sellerCode, brand, model, note = null } = draft;
  return {
    note,
    unitCode,
    ...(sellerCode === undefined ? {} : { sellerCode }),
    ...(brand === undefined ? {} : { brand }),
    ...(model === undefined ? {} : { model }),
    product,
  };
}

/** The line's number under the issuer's own scheme, for an item without any code (FAZ09, FAZ11). */
export function lineProduct(number: number): DocumentLine["product"] {
  return { code: `ITEM${number}`, scheme: "999" };
}

function readUnit({ unitCode: sent = UNIT_CODE }: ItemDraft, at: LinePath, problems: ProblemList): string {
  const code = sent.toUpperCase();
  const listed = findListedUnit(code);
  if (listed !== undefined) return listed;
  const facts = { value: sent, near: findNearUnits(code), rule: "FAV05" };
  problems.add({ field: [...at, "unitCode"], reason: "unit-not-listed", ...facts });
  return code;
}

function readProduct(
  { code: own, standardCode }: ItemDraft,
  number: number,
  at: LinePath,
  problems: ProblemList,
): DocumentLine["product"] {
  if (standardCode === undefined) return own === undefined ? lineProduct(number) : { code: own, scheme: "999" };
  const { scheme, code } = standardCode;
  const fault = findCodeFault(scheme, code);
  if (fault !== undefined) problems.add({ field: [...at, "standardCode", "code"], ...fault, rule: "FAZ10" });
  return { code, scheme };
}

function findCodeFault(scheme: Exclude<Scheme, "999">, code: string): Reason | undefined {
  const lengths = LENGTHS[scheme];
  if (!/^\d+$/.test(code) || !lengths.includes(code.length)) {
    return { reason: "standard-code", value: code, scheme, lengths };
  }
  const expected = findGtinCheckDigit(code.slice(0, -1));
  if (scheme !== GTIN || code.endsWith(expected)) return undefined;
  return { reason: "gtin-check-digit", value: code, expected };
}

/** GS1 General Specifications, 7.9: weights 3 and 1 from the right. */
function findGtinCheckDigit(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (total % 10)) % 10);
}
