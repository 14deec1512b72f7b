// Certificates, ranges, plans and pending documents into warnings with stable codes, for the cron and for the operator.
import { addDays, countDaysInclusive, dateInBogota, yearOf } from "../domain/calendar.ts";
import type { Module, RangeKind } from "../domain/company.ts";
import { findCertificateGaps, findNumberGaps, LOOK_AHEAD_DAYS, type NumberSupply } from "../domain/coverage.ts";
import { type Database, readAll, readBatch } from "./database.ts";

/** Days before the end of a certificate at which a warning is worth sending. */
export const CERTIFICATE_WARNING_DAYS: readonly number[] = [60, 30, 15, 7, 1];
/** Days before the end of the last range at which a warning is worth sending. */
export const RANGE_DAYS = 30;
/** Ranges that begin within so many days count among the numbers that are left. */
const SOON_DAYS = 7;
export const RANGE_LEFT_FRACTION = 0.1;
const PLAN_USED_FRACTION = 0.9;
/** Month and day from which the plan of the next year is missed, and from which it is urgent. */
const COMING_PLAN_WARNING = "12-01";
const COMING_PLAN_URGENT = "12-24";
/** Fewer days say nothing of how fast documents come. */
const PACE_DAYS = 30;
const PENDING_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

interface Concern {
  readonly companyId: number;
  /** `critical`: documents are being refused or will be within days, or nobody knows what became of one. */
  readonly severity: "warning" | "critical";
}

/** Something that will stop a company from issuing, or that waits for too long. */
export type Warning =
  /** Nothing could sign now; `begins`: when the next certificate would (ISO instant). */
  | (Concern & { readonly code: "certificate_missing"; readonly begins?: string })
  /** Days left until nothing signs, though a later certificate may (`begins`, ISO instant); negative once the last one ended. */
  | (Concern & {
      readonly code: "certificate_ending";
      readonly daysLeft: number;
      readonly notAfter: string;
      readonly begins?: string;
    })
  /** `begins`: first day on which another range may be used. */
  | (Concern & { readonly code: "range_missing"; readonly kind: RangeKind; readonly begins?: string })
  /** Numbers and size are of the ranges that have numbers left and begin soon; days until the first without a number. */
  | (Concern & {
      readonly code: "range_ending";
      readonly kind: RangeKind;
      readonly size: number;
      readonly numbersLeft: number;
      readonly daysLeft: number;
      /** The numbers will be used up, as fast as documents come, though the range lasts longer. */
      readonly cause?: "numbers";
      readonly begins?: string;
    })
  /** Of this year, or of the next one when its first day is near. */
  | (Concern & { readonly code: "plan_missing"; readonly module: Module; readonly year: number })
  | (Concern & {
      readonly code: "plan_ending";
      readonly module: Module;
      readonly used: number;
      readonly allowance: number;
      /** Until it is used up, as fast as documents come; while it is not nearly so. */
      readonly daysLeft?: number;
    })
  /** Documents not settled ten minutes after they were reserved. */
  | (Concern & {
      readonly code: "documents_pending";
      readonly documents: number;
      readonly unknown: number;
      readonly oldestMinutes: number;
    });

interface CertificateRow {
  readonly companyId: number;
  /** Null when the company has none. */
  readonly notBefore: string | null;
  readonly notAfter: string | null;
}
interface RangeRow extends NumberSupply {
  readonly companyId: number;
  readonly module: Module;
  /** Null when the module has no range in use. */
  readonly kind: RangeKind | null;
  readonly size: number;
}
interface PlanRow {
  readonly companyId: number;
  readonly module: Module;
  readonly environment: string;
  /** Day of the company's registration. */
  readonly since: string;
  readonly allowance: number | null;
  readonly used: number | null;
  readonly usedBefore: number | null;
  readonly nextAllowance: number | null;
}
interface PendingRow {
  readonly companyId: number;
  readonly documents: number;
  readonly unknown: number;
  readonly oldest: string;
}

const CERTIFICATES = `
SELECT c.id AS companyId, x.not_before AS notBefore, x.not_after AS notAfter FROM companies c
LEFT JOIN certificates x ON x.company_id = c.id AND x.disabled_at IS NULL ORDER BY c.id`;

// A company that has a range for contingency wants to have one; nobody must. A stopped range gives nothing.
const RANGES = `
SELECT s.company_id AS companyId, s.module, r.kind, r.valid_from AS validFrom, r.valid_to AS validTo,
  r.to_number - r.from_number + 1 AS size,
  iif(r.stopped_by IS NULL, coalesce(r.last_number, r.to_number) - r.next_number + 1, 0) AS "left"
FROM software s LEFT JOIN ranges r ON r.company_id = s.company_id AND r.is_active
  AND (r.kind = s.module OR (s.module = 'fe' AND r.kind = 'contingency'))
ORDER BY s.company_id, s.module`;

const PLANS = `
SELECT s.company_id AS companyId, s.module, c.environment, substr(c.created_at, 1, 10) AS since, p.allowance, p.used,
  b.used AS usedBefore, n.allowance AS nextAllowance
FROM software s JOIN companies c ON c.id = s.company_id
LEFT JOIN plans p ON p.company_id = s.company_id AND p.module = s.module AND p.year = ?1
LEFT JOIN plans b ON b.company_id = s.company_id AND b.module = s.module AND b.year = ?1 - 1
LEFT JOIN plans n ON n.company_id = s.company_id AND n.module = s.module AND n.year = ?1 + 1
ORDER BY s.company_id, s.module`;

// Only open rows have a `due_at`; they are few, and this index holds them alone. Left to choose, D1 walks all documents.
export const OPEN_DOCUMENTS = "documents INDEXED BY documents_overdue WHERE due_at IS NOT NULL";

const PENDING = `
SELECT company_id AS companyId, count(*) AS documents, sum(state = 'send_unknown') AS unknown, min(reserved_at) AS oldest
FROM ${OPEN_DOCUMENTS} AND reserved_at < ?1 GROUP BY company_id`;

/** Everything that deserves attention at an instant (epoch milliseconds), in one round trip. */
export async function findWarnings(db: Database, nowMs: number): Promise<Warning[]> {
  const today = dateInBogota(nowMs);
  const before = new Date(nowMs - PENDING_MS).toISOString();
  const [certificates = [], ranges = [], plans = [], pending = []] = await readBatch(db, [
    db.prepare(CERTIFICATES),
    db.prepare(RANGES),
    db.prepare(PLANS).bind(yearOf(today)),
    db.prepare(PENDING).bind(before),
  ]);
  const planRows = plans as PlanRow[];
  const paces = new Map(planRows.map((row) => [nameModule(row), findPace(row, today)]));
  return [
    ...[...Map.groupBy(certificates as CertificateRow[], ({ companyId }) => companyId).values()].flatMap((rows) =>
      judgeCertificates(rows, nowMs),
    ),
    ...[...Map.groupBy(ranges as RangeRow[], nameModule).entries()].flatMap(([name, rows]) =>
      judgeModule(rows, today, paces.get(name) ?? 0),
    ),
    ...planRows.flatMap((row) => judgePlan(row, today, paces.get(nameModule(row)) ?? 0)),
    ...(pending as PendingRow[]).map((row) => judgePending(row, nowMs)),
  ];
}

function nameModule({ companyId, module }: Pick<PlanRow, "companyId" | "module">): string {
  return `${companyId} ${module}`;
}

/** Documents a day, by what plans count: of this year, and of the one before while this one is young. */
function findPace({ since, used, usedBefore }: PlanRow, today: string): number {
  const year = yearOf(today);
  const daysFrom = (date: string) => countDaysInclusive(date < since ? since : date, today);
  const days = daysFrom(`${year}-01-01`);
  if (days >= PACE_DAYS || usedBefore === null) return (used ?? 0) / Math.max(days, PACE_DAYS);
  return ((used ?? 0) + usedBefore) / Math.max(daysFrom(`${year - 1}-01-01`), PACE_DAYS);
}

function judgeCertificates(rows: readonly CertificateRow[], nowMs: number): Warning[] {
  const certificates = rows.flatMap(({ notBefore, notAfter }) =>
    notBefore === null || notAfter === null ? [] : [{ notBefore, notAfter }],
  );
  const [{ companyId } = { companyId: 0 }] = rows;
  const ends = certificates.map(({ notAfter }) => notAfter).sort((one, other) => Date.parse(one) - Date.parse(other));
  return findCertificateGaps(certificates, nowMs).map(({ fromMs, untilMs }): Warning => {
    const begins = untilMs === null ? {} : { begins: new Date(untilMs).toISOString() };
    const notAfter = ends.findLast((end) => Date.parse(end) <= fromMs);
    const hasBegun = fromMs === nowMs;
    if (notAfter === undefined || (hasBegun && untilMs !== null)) {
      return { code: "certificate_missing", companyId, severity: "critical", ...begins };
    }
    const daysLeft = Math.floor((Date.parse(notAfter) - nowMs) / DAY_MS);
    const severity = daysLeft < 7 ? "critical" : "warning";
    return { code: "certificate_ending", companyId, severity, daysLeft, notAfter, ...begins };
  });
}

/** The ranges of one module: those of its own kind, and those for contingency when it has any. */
function judgeModule(rows: readonly RangeRow[], today: string, pace: number): Warning[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { companyId, module } = first;
  const own = rows.filter(({ kind }) => kind === module);
  const contingency = rows.filter(({ kind }) => kind === "contingency");
  return [
    ...judgeRanges(companyId, module, own, today, pace),
    ...(contingency.length === 0 ? [] : judgeRanges(companyId, "contingency", contingency, today, 0)),
  ];
}

function judgeRanges(
  companyId: number,
  kind: RangeKind,
  rows: readonly RangeRow[],
  today: string,
  pace: number,
): Warning[] {
  const withNumbers = rows.filter(({ left, validTo }) => left > 0 && validTo >= today);
  // What begins later does not help who has few numbers now.
  const soon = withNumbers.filter(({ validFrom }) => validFrom <= addDays(today, SOON_DAYS));
  const numbersLeft = soon.reduce((sum, { left }) => sum + left, 0);
  const size = soon.reduce((sum, one) => sum + one.size, 0);
  const gaps = findNumberGaps(withNumbers, today, pace).filter(
    // The mere end of the last range is known, and its renewal not granted long before.
    ({ startsIn, cause, endsOn }) => startsIn - 1 <= RANGE_DAYS || cause === "numbers" || endsOn !== null,
  );
  const warnings = gaps.map(({ startsIn, cause, endsOn }): Warning => {
    const begins = endsOn === null ? {} : { begins: endsOn };
    if (startsIn === 0) return { code: "range_missing", companyId, severity: "critical", kind, ...begins };
    const daysLeft = startsIn - 1;
    const severity = daysLeft < 3 ? "critical" : "warning";
    const why = cause === "numbers" ? { cause } : {};
    return { code: "range_ending", companyId, severity, kind, size, numbersLeft, daysLeft, ...why, ...begins };
  });
  if (warnings.length > 0 || numbersLeft > size * RANGE_LEFT_FRACTION) return warnings;
  const lastDay =
    withNumbers
      .map(({ validTo }) => validTo)
      .sort()
      .at(-1) ?? today;
  const daysLeft = countDaysInclusive(today, lastDay) - 1;
  return [{ code: "range_ending", companyId, severity: "warning", kind, size, numbersLeft, daysLeft }];
}

function judgePlan(row: PlanRow, today: string, pace: number): Warning[] {
  const { companyId, module, environment } = row;
  if (environment !== "produccion") return [];
  const coming = judgeComingPlan(row, today);
  const { allowance, used } = row;
  if (allowance === null || used === null) {
    return [{ code: "plan_missing", companyId, severity: "critical", module, year: yearOf(today) }, ...coming];
  }
  if (used >= allowance * PLAN_USED_FRACTION) {
    const severity = used >= allowance ? "critical" : "warning";
    return [{ code: "plan_ending", companyId, severity, module, used, allowance }, ...coming];
  }
  const daysLeft = pace === 0 ? Number.POSITIVE_INFINITY : Math.floor((allowance - used) / pace);
  const isSoon = daysLeft <= LOOK_AHEAD_DAYS && yearOf(addDays(today, daysLeft)) === yearOf(today);
  if (!isSoon) return coming;
  return [{ code: "plan_ending", companyId, severity: "warning", module, used, allowance, daysLeft }, ...coming];
}

/** Nothing renews a plan: without one of its own, the new year begins with refusals. */
function judgeComingPlan({ companyId, module, nextAllowance }: PlanRow, today: string): Warning[] {
  const day = today.slice(5);
  if (nextAllowance !== null || day < COMING_PLAN_WARNING) return [];
  const severity = day < COMING_PLAN_URGENT ? "warning" : "critical";
  return [{ code: "plan_missing", companyId, severity, module, year: yearOf(today) + 1 }];
}

function judgePending({ companyId, documents, unknown, oldest }: PendingRow, nowMs: number): Warning {
  const oldestMinutes = Math.floor((nowMs - Date.parse(oldest)) / 60_000);
  const severity = unknown > 0 ? "critical" : "warning";
  return { code: "documents_pending", companyId, severity, documents, unknown, oldestMinutes };
}

/** Open documents of one state and age. */
export interface PendingGroup {
  readonly state: string;
  readonly age: "under 1 min" | "under 10 min" | "under 1 h" | "under 24 h" | "over 24 h";
  readonly documents: number;
}

const PENDING_GROUPS = `
SELECT state, CASE WHEN reserved_at > ?1 THEN 'under 1 min' WHEN reserved_at > ?2 THEN 'under 10 min'
  WHEN reserved_at > ?3 THEN 'under 1 h' WHEN reserved_at > ?4 THEN 'under 24 h' ELSE 'over 24 h' END AS age,
  count(*) AS documents
FROM ${OPEN_DOCUMENTS} GROUP BY state, age`;

/** How many documents are open, by state and age, at an instant (epoch milliseconds). */
export async function countPending(db: Database, nowMs: number): Promise<PendingGroup[]> {
  const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
  return readAll<PendingGroup>(db.prepare(PENDING_GROUPS).bind(ago(1), ago(10), ago(60), ago(24 * 60)));
}
