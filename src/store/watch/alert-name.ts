// Names warnings: the subject under which each is reported once.
import { addDays, dateInBogota, yearOf } from "../../domain/value/calendar.ts";
import type { NewAlert } from "./alerts.ts";
import {
  CERTIFICATE_WARNING_DAYS,
  COMING_PLAN_URGENT,
  RANGE_DAYS,
  RANGE_LEFT_FRACTION,
  type Warning,
} from "./health.ts";

/**
 * A warning with the subject under which it is raised once: a threshold of something that ends, a day of something that is
 * missing or over, an hour of documents that wait.
 */
export function nameAlerts(warning: Warning, nowMs: number): NewAlert[] {
  const { code, companyId, ...detail } = warning;
  const company = `company:${companyId}`;
  const raise = (subject: string): NewAlert => ({ code, subject: `${company} ${subject}`, companyId, detail });
  const today = dateInBogota(nowMs);
  switch (warning.code) {
    case "software_missing":
      // Whoever left it out knows it: one report will do.
      return [raise(["software", warning.module ?? ""].join(" ").trimEnd())];
    case "certificate_missing":
      return [raise(`certificate on:${today}`)];
    case "range_missing":
      return [raise(`${nameRanges(warning)} on:${today}`)];
    case "series_stopped":
      return [raise(`${warning.typeCode} on:${today}`)];
    case "plan_missing": {
      const { module, year, severity } = warning;
      if (year === yearOf(today)) return [raise(`${module} on:${today}`)];
      return [raise(severity === "critical" ? `${module} in:${year} on:${today}` : `${module} in:${year}`)];
    }
    case "certificate_ending": {
      const { daysLeft, notAfter } = warning;
      if (daysLeft < 0) return [raise(`over on:${today}`)];
      return [raise(`until:${notAfter} days:${findThreshold(daysLeft)}`)];
    }
    case "range_ending": {
      const { size, numbersLeft, daysLeft, severity, cause } = warning;
      const kind = nameRanges(warning);
      if (severity === "critical") return [raise(`${kind} critical on:${today}`)];
      // The day on which numbers will be used up moves with every document.
      if (cause === "numbers") return [raise(`${kind} numbers of:${size} days:${findThreshold(daysLeft)}`)];
      if (numbersLeft <= size * RANGE_LEFT_FRACTION) return [raise(`${kind} numbers of:${size}`)];
      const lastDay = addDays(today, daysLeft);
      // A gap before the next range is reported when it is found, and again at each threshold of an end.
      return [raise(daysLeft > RANGE_DAYS ? `${kind} until:${lastDay} days:60` : `${kind} until:${lastDay}`)];
    }
    case "plan_ending": {
      const { module, allowance, severity, daysLeft } = warning;
      const what = daysLeft === undefined ? severity : `days:${findThreshold(daysLeft)}`;
      return [raise(`${module} ${what} of:${allowance} in:${today.slice(0, 4)}`)];
    }
    case "documents_pending":
      // Each of those that people decide was reported by itself: once a day they are called to mind.
      return [raise(warning.unknown === warning.documents ? `on:${today}` : nameHour(nowMs))];
  }
}

/**
 * A year whose tax unit is not known: once while it is to come, and each day from the one on which a missing plan is urgent.
 * Nobody is refused anything by it.
 */
export function nameUnknownUnit(year: number, nowMs: number): NewAlert {
  const today = dateInBogota(nowMs);
  const isDaily = year === yearOf(today) || today.slice(5) >= COMING_PLAN_URGENT;
  const subject = `tax-unit in:${year}${isDaily ? ` on:${today}` : ""}`;
  return { code: "tax_unit_missing", subject, companyId: null, detail: { severity: "warning", year } };
}

/**
 * The warning days that something has come down to, the least that is not over; 0 once it ended, undefined where no days are
 * counted or more are left than is warned of.
 */
export function bandOf(warning: Warning): number | undefined {
  const daysLeft = "daysLeft" in warning ? warning.daysLeft : undefined;
  if (daysLeft === undefined) return undefined;
  return daysLeft < 0 ? 0 : findThreshold(daysLeft);
}

/** A kind, with the prefix of a branch's own ranges. */
function nameRanges({ kind, prefix }: { readonly kind: string; readonly prefix?: string }): string {
  return prefix === undefined ? kind : `${kind} ${prefix}`;
}

/** An hour, as subjects have it. */
export const nameHour = (nowMs: number) => `hour:${new Date(nowMs).toISOString().slice(0, 13)}`;

/** The least of the warning days that are not over. */
function findThreshold(daysLeft: number): number | undefined {
  return CERTIFICATE_WARNING_DAYS.toSorted((one, other) => one - other).find((days) => daysLeft <= days);
}
