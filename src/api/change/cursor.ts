// Encodes and decodes cursors of the feed and of deliveries: opaque texts that identify the last one that a client has.
import { ApiError } from "../base/error.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";

const RADIX = 36;
const CHECK_LENGTH = 2;
const CHECK_SIZE = RADIX ** CHECK_LENGTH;
const FORM = /^cur_([0-9a-z]{1,10})([0-9a-z]{2})$/;
/** Odd and coprime to the size, so that neighbours get different checks. */
const FACTOR = 773;

/** @param sequence epoch milliseconds of a change, or the number of a delivery. */
export function writeCursor(sequence: number): string {
  return `cur_${sequence.toString(RADIX)}${checkOf(sequence)}`;
}

/** The sequence that a cursor names; undefined for a text that is not a cursor of this service. */
export function readCursor(text: string): number | undefined {
  const [, digits, check] = FORM.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const sequence = Number.parseInt(digits, RADIX);
  return Number.isSafeInteger(sequence) && check === checkOf(sequence) ? sequence : undefined;
}

/** @throws ApiError `invalid_cursor`. */
export function refuseCursor(text: string): never {
  const detail = describeParameter("after", PARAMETER.cursor(text));
  throw new ApiError("invalid_cursor", detail.message, [detail]);
}

function checkOf(sequence: number): string {
  const rest = (Math.floor(sequence / CHECK_SIZE) + (sequence % CHECK_SIZE) * FACTOR + 1) % CHECK_SIZE;
  return rest.toString(RADIX).padStart(CHECK_LENGTH, "0");
}
