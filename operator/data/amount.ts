// Reads an amount of money as people paste it: `123760`, `123.760,00`, `123,760.00` or `$ 123.760`.
import { decimal, print } from "../../src/domain/value/decimal.ts";

/** A total as documents have it, with two decimals; `isDoubtful`: its text can be read in two ways, and was read as thousands. */
export interface Amount {
  readonly total: string;
  readonly isDoubtful: boolean;
}

const MONEY = /^(?:COP)?\s*\$?\s*(\d[\d.,]*)\s*(?:COP)?$/i;
const PLAIN = /^(\d+)(?:[.,](\d{1,2}))?$/;
const COLOMBIAN = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d{1,2}))?$/;
const ENGLISH = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;
/** No total has three decimals, but somebody may have written them. */
const DOUBTFUL = /^\d+[.,]\d{3}$/;
const DIGITS_MOST = 15;

/** Undefined where the text is no amount. */
export function readAmount(text: string): Amount | undefined {
  const [, number = ""] = MONEY.exec(text.trim()) ?? [];
  const [, whole = "", decimals = "0"] = PLAIN.exec(number) ?? COLOMBIAN.exec(number) ?? ENGLISH.exec(number) ?? [];
  const digits = whole.replaceAll(/\D/g, "");
  if (digits === "" || digits.length > DIGITS_MOST) return undefined;
  return { total: print(decimal(`${digits}.${decimals}`)), isDoubtful: DOUBTFUL.test(number) };
}
