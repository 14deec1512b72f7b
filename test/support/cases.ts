// Scales how many cases a property tries, and counts them for `npm run deep -- property`.
import { appendFileSync } from "node:fs";

const SCALE = Number(process.env.PROPERTY_SCALE ?? 1);
const TALLY = process.env.PROPERTY_TALLY;

/** @param usual cases of one change; PROPERTY_SCALE multiplies them, PROPERTY_TALLY names a file that gets a line for each property. */
export function cases(usual: number): number {
  const wanted = Math.ceil(usual * SCALE);
  if (TALLY !== undefined) appendFileSync(TALLY, `${wanted}\n`);
  return wanted;
}

/**
 * The step of a walk that kills at one call after another.
 * @param usual that of `npm run test:long`; four times as long where PROPERTY_SCALE asks for fewer cases.
 * @returns an odd number, so that what alternates from call to call still does.
 */
export function step(usual: number): number {
  return SCALE < 1 ? (4 * usual) | 1 : usual;
}
