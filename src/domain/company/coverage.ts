// Finds the days ahead on which a company will be unable to issue, from its ranges, plans and certificates.
import { addDays, DAY_MS } from "../value/calendar.ts";

/** Days that are looked ahead. */
export const LOOK_AHEAD_DAYS = 60;
/** A pause between two certificates that is no longer than this is not a gap. */
const SEAM_MS = 1_000;

/** A range that may still give numbers, as far as its days and its counter say. */
export interface NumberSupply {
  /** First and last day, `YYYY-MM-DD`. */
  readonly validFrom: string;
  readonly validTo: string;
  readonly left: number;
}

/** Days without numbers. */
interface NumberGap {
  /** Days from today to the first of them; 0 is today. */
  readonly startsIn: number;
  /** `numbers`: a range is in force on that day, and was used up before. `days`: none is in force. */
  readonly cause: "days" | "numbers";
  /** First later day with numbers, within the days that are looked ahead. */
  readonly endsOn: string | null;
}

/**
 * Simulates the days ahead: each day takes its numbers from the range that ends first.
 * @param today `YYYY-MM-DD`.
 * @param pace documents a day that are expected; 0 when nothing is known.
 */
export function findNumberGaps(supplies: readonly NumberSupply[], today: string, pace: number): NumberGap[] {
  const stock = supplies
    .map(({ validFrom, validTo, left }) => ({ validFrom, validTo, left }))
    .sort((one, other) => one.validTo.localeCompare(other.validTo));
  const gaps: { startsIn: number; cause: NumberGap["cause"]; endsOn: string | null }[] = [];
  let open: (typeof gaps)[number] | undefined;
  for (let day = 0; day <= LOOK_AHEAD_DAYS + 1; day += 1) {
    const date = addDays(today, day);
    const inForce = stock.filter(({ validFrom, validTo }) => validFrom <= date && date <= validTo);
    const usable = inForce.filter(({ left }) => left >= 1);
    if (usable.length === 0 && open === undefined) {
      open = { startsIn: day, cause: inForce.length === 0 ? "days" : "numbers", endsOn: null };
      gaps.push(open);
    } else if (usable.length > 0 && open !== undefined) {
      open.endsOn = date;
      open = undefined;
    }
    let wanted = pace;
    for (const range of usable) {
      const taken = Math.min(range.left, wanted);
      range.left -= taken;
      wanted -= taken;
    }
  }
  return gaps;
}

/** A period in which no certificate could sign. */
interface CertificateGap {
  /** Epoch milliseconds; the given instant when the gap has already begun. */
  readonly fromMs: number;
  /** When the next certificate begins; null when none does. */
  readonly untilMs: number | null;
}

/** Gaps from `nowMs` (epoch milliseconds) on that begin within the days that are looked ahead. */
export function findCertificateGaps(
  certificates: readonly { readonly notBefore: string; readonly notAfter: string }[],
  nowMs: number,
): CertificateGap[] {
  const spans = certificates
    .map(({ notBefore, notAfter }) => ({ fromMs: Date.parse(notBefore), toMs: Date.parse(notAfter) }))
    .filter(({ toMs }) => toMs >= nowMs)
    .sort((one, other) => one.fromMs - other.fromMs);
  const endMs = nowMs + (LOOK_AHEAD_DAYS + 1) * DAY_MS;
  const gaps: CertificateGap[] = [];
  let coveredMs = nowMs;
  for (const { fromMs, toMs } of spans) {
    if (coveredMs >= endMs) return gaps;
    if (fromMs > coveredMs + SEAM_MS) gaps.push({ fromMs: coveredMs, untilMs: fromMs });
    coveredMs = Math.max(coveredMs, toMs);
  }
  return coveredMs < endMs ? [...gaps, { fromMs: coveredMs, untilMs: null }] : gaps;
}
