// Writes instants as people in Colombia read them: by the clock of Bogotá, and how long ago they were.
import { dateInBogota, timeInBogota } from "../src/domain/value/calendar.ts";

/** As the service writes instants, and as D1 does (`YYYY-MM-DD HH:MM:SS`, UTC). */
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z| \d\d:\d\d:\d\d)$/;

const UNITS = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
  { name: "s", ms: 1_000 },
] as const;

/** Epoch milliseconds of an instant as the service or D1 writes it; undefined for any other text. */
export function readInstant(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined;
  return Date.parse(text.includes("T") ? text : `${text.replace(" ", "T")}Z`);
}

/** `YYYY-MM-DD HH:MM:SS` in Bogotá of an instant in epoch milliseconds. */
export function printInstant(epochMs: number): string {
  return `${dateInBogota(epochMs)} ${timeInBogota(epochMs).slice(0, 8)}`;
}

/** A span in its largest unit, rounded down: `5 min`. */
export function printSpan(ms: number): string {
  const { name, ms: size } = UNITS.find((unit) => ms >= unit.ms) ?? { name: "s", ms: 1_000 };
  return `${Math.floor(Math.max(0, ms) / size)} ${name}`;
}

/** An instant with its age: `2026-11-20 09:55:00 (5 min ago)`. */
export function printMoment(iso: string, nowMs: number): string {
  const at = readInstant(iso);
  if (at === undefined) return iso;
  const age = nowMs - at;
  return `${printInstant(at)} (${age < 0 ? `in ${printSpan(-age)}` : `${printSpan(age)} ago`})`;
}

// But not one that is to be typed, or that says its clock itself.
const WRITTEN = /(?<!--timestamp )\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z(?! \(UTC\))/g;

/** A text with every instant in it by the clock of Bogotá. @param mark stands behind each. */
export function sayInstants(text: string, mark = ""): string {
  return text.replace(WRITTEN, (instant) => `${printInstant(Date.parse(instant))}${mark}`);
}
