// Says above how much a sale by ticket is remarked on: five times the tax unit of its year, before taxes.
import { yearOf } from "../value/calendar.ts";
import { decimal, print } from "../value/decimal.ts";

/** Pesos of one tax unit by year, as published; a deployment adds the years that come. */
const PUBLISHED: Readonly<Record<string, string>> = { "2024": "47065", "2025": "49799", "2026": "52374" };
const UNITS = 5;
const ENTRY = /^(\d{4}):(\d{1,9})$/;

/**
 * The limit of a year; undefined where its unit is not known.
 * @param more further years, `2027:54000,2028:56000`; what is none of these is skipped.
 */
export function findTicketLimit(year: number, more: string): string | undefined {
  const added = more.split(",").flatMap((entry) => {
    const [, of, value] = ENTRY.exec(entry.trim()) ?? [];
    return of === undefined || value === undefined ? [] : [[of, value] as const];
  });
  const unit = { ...PUBLISHED, ...Object.fromEntries(added) }[String(year)];
  return unit === undefined ? undefined : print(decimal(unit).times(UNITS));
}

/** Month and day from which the unit of the next year is missed: it is published by then, or soon after. */
const COMING_FROM = "12-01";

/**
 * The year whose unit is wanted and not known: that of a day, or from December the next one.
 * @param today a date in Bogotá.
 * @param more further years, as above.
 */
export function findUnknownYear(today: string, more: string): number | undefined {
  const year = yearOf(today);
  const wanted = today.slice(5) < COMING_FROM ? [year] : [year, year + 1];
  return wanted.find((one) => findTicketLimit(one, more) === undefined);
}
