// Makes what is known of an environment of the authority in an outage; instants are epoch milliseconds.
import { type BrakeState, type Outage, RELEASED } from "../../src/domain/document/brake.ts";

const begin = (sinceMs: number, answersSinceMs: number | null): Outage => {
  return { sinceMs, answersSinceMs, probeAtMs: sinceMs, tries: 0, onlyOf: null };
};

/** Nothing is answered. */
export function silentSince(sinceMs: number): BrakeState {
  return { ...RELEASED, outage: begin(sinceMs, null), heldFrom: sinceMs };
}

/** Questions are answered, and no document was tried yet. */
export function untriedSince(sinceMs: number, answersSinceMs: number): BrakeState {
  return { ...RELEASED, outage: begin(sinceMs, answersSinceMs), heldFrom: sinceMs };
}

/** Questions are answered, and sendings fail: those of one company alone, or of several. */
export function failingSince(sinceMs: number, onlyOf: number | null = null): BrakeState {
  const outage = { ...begin(sinceMs, sinceMs), onlyOf };
  const held = onlyOf === null ? { heldFrom: sinceMs } : { heldOwn: { companyId: onlyOf, fromMs: sinceMs } };
  return { ...RELEASED, outage, ...held, lostSendings: [{ atMs: sinceMs, companyId: onlyOf ?? 1 }] };
}
