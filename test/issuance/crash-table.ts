// Lists every point of a document's first run, and how the document ends when its instance dies there.
import type { CrashPoint } from "../support/issuance-object.ts";

/** The end that alarms alone must bring. */
export interface CrashEnd {
  /** `none`: nothing was durable, the key is free. */
  readonly state: "none" | "aceptado" | "send_unknown";
  /** Sendings in the authority's ledger. */
  readonly arrivals: 0 | 1;
}

export interface CrashRow extends CrashPoint {
  readonly step: string;
  readonly end: CrashEnd;
}

/** Every port call of an accepted document, in order (design section 4, steps 1 to 8). */
export const FIRST_PASS: readonly (readonly [step: string, point: string])[] = [
  ["1 reserve", "journal.reserve after"],
  ["2 allocate", "ledger.allocate before"],
  ["2 allocate", "ledger.allocate after"],
  ["2 allocate", "journal.replace after"],
  ["3 sign", "signer.sign before"],
  ["3 sign", "signer.sign after"],
  ["3 sign", "journal.replace after"],
  ["4 archive", "archive.putOnce before"],
  ["4 archive", "archive.putOnce after"],
  ["4 archive", "journal.replace after"],
  ["5 barrier", "journal.replace after"],
  ["6 transmit", "authority.send before"],
  ["6 transmit", "authority.send after"],
  ["7 settle", "world.sha256Hex before"],
  ["7 settle", "world.sha256Hex after"],
  ["7 settle", "journal.replace after"],
  ["7 file", "world.sha256Hex before"],
  ["7 file", "world.sha256Hex after"],
  ["7 file", "archive.putOnce before"],
  ["7 file", "archive.putOnce after"],
  ["7 project", "ledger.project before"],
  ["7 project", "ledger.project after"],
  ["7 project", "journal.replace after"],
  ["7 drop", "journal.replace after"],
];

const ACCEPTED: CrashEnd = { state: "aceptado", arrivals: 1 };

/** The one row after the barrier from which nothing left: that cannot be known, so nothing is sent. */
const UNSENT: CrashEnd = { state: "send_unknown", arrivals: 0 };

/**
 * Every death of a first run. Before a call the writes of the same turn are either lost with it or already durable;
 * after it its effect stands. A journal call is its own turn: dying in it loses it.
 */
export const CRASH_ROWS: readonly CrashRow[] = [
  ...numberVisits(FIRST_PASS).flatMap(({ step, point, visit }) => {
    const variants = point.endsWith(" before") ? (["unsaved", "saved"] as const) : (["unsaved"] as const);
    return variants.map((writes): CrashRow => ({ step, point, visit, writes, end: endOf(point, writes) }));
  }),
  { step: "8 answer", point: "answer", visit: 1, writes: "saved", end: ACCEPTED },
];

function endOf(point: string, writes: CrashPoint["writes"]): CrashEnd {
  const isReservationLost = point === "journal.reserve after" || point === "ledger.allocate before";
  if (isReservationLost && writes === "unsaved") return { state: "none", arrivals: 0 };
  return point === "authority.send before" && writes === "saved" ? UNSENT : ACCEPTED;
}

/** A second death, during the recovery from a first: the barrier that stands without a request decides. */
export function endOfSecond(first: CrashEnd, second: CrashPoint): CrashEnd {
  if (first.state !== "aceptado") return first;
  return second.point === "authority.send before" && second.writes === "saved" ? UNSENT : ACCEPTED;
}

function numberVisits(points: typeof FIRST_PASS) {
  const counts = new Map<string, number>();
  return points.map(([step, point]) => {
    const visit = (counts.get(point) ?? 0) + 1;
    counts.set(point, visit);
    return { step, point, visit };
  });
}
