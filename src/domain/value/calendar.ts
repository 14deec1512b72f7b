// Converts instants to dates and times in Bogotá, and does arithmetic with calendar days.

/** Colombia has had one offset and no daylight saving since 1993. */
const BOGOTA_OFFSET_MS = -5 * 3_600_000;
/** How each time of Bogotá ends. */
export const BOGOTA_ZONE = "-05:00";
export const DAY_MS = 86_400_000;
const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-MM-DD` in Bogotá of an instant in epoch milliseconds. */
export function dateInBogota(epochMs: number): string {
  return new Date(epochMs + BOGOTA_OFFSET_MS).toISOString().slice(0, 10);
}

/** `HH:MM:SS-05:00` in Bogotá of an instant in epoch milliseconds. */
export function timeInBogota(epochMs: number): string {
  return `${new Date(epochMs + BOGOTA_OFFSET_MS).toISOString().slice(11, 19)}${BOGOTA_ZONE}`;
}

/**
 * Epoch milliseconds of a date and a time of Bogotá, `YYYY-MM-DD` and `HH:MM:SS-05:00`.
 * @throws RangeError for a time without its zone, which would be read as that of the machine.
 */
export function instantInBogota(date: string, time: string): number {
  if (!time.endsWith(BOGOTA_ZONE)) throw new RangeError(`a time of Bogotá ends with ${BOGOTA_ZONE}: ${time}`);
  return Date.parse(`${date}T${time}`);
}

/** ISO instant, in UTC, at which a day `YYYY-MM-DD` begins in Bogotá. */
export function startOfDayInBogota(date: string): string {
  return new Date(instantInBogota(date, `00:00:00${BOGOTA_ZONE}`)).toISOString();
}

/** A real calendar date written `YYYY-MM-DD`, from year 1 on: dates of XML have no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!CALENDAR_DATE.test(text) || text.startsWith("0000")) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
}

/** Calendar days from `start` to `end`, both ends counted: Monday to Sunday is 7. Negative spans give 0 or less. */
export function countDaysInclusive(start: string, end: string): number {
  return (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / DAY_MS + 1;
}

/** The date so many calendar days after `date`, or before it. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Calendar year of a `YYYY-MM-DD` date. */
export function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
