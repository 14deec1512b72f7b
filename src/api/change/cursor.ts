// Encodes and decodes cursors of the feed: opaque texts that identify the last change that a client has.

const RADIX = 36;
const CHECK_LENGTH = 2;
const CHECK_SIZE = RADIX ** CHECK_LENGTH;
const FORM = /^cur_([0-9a-z]{1,10})([0-9a-z]{2})$/;
/** Odd and coprime to the size, so that neighbours get different checks. */
const FACTOR = 773;

/** @param sequence epoch milliseconds. */
export function writeCursor(sequence: number): string {
  return `cur_${sequence.toString(RADIX)}${checkOf(sequence)}`;
}

/** The sequence that a cursor names, in epoch milliseconds; undefined for a text that is not a cursor of this service. */
export function readCursor(text: string): number | undefined {
  const [, digits, check] = FORM.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const sequence = Number.parseInt(digits, RADIX);
  return Number.isSafeInteger(sequence) && check === checkOf(sequence) ? sequence : undefined;
}

function checkOf(sequence: number): string {
  const rest = (Math.floor(sequence / CHECK_SIZE) + (sequence % CHECK_SIZE) * FACTOR + 1) % CHECK_SIZE;
  return rest.toString(RADIX).padStart(CHECK_LENGTH, "0");
}
