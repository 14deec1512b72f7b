// Certificates, ranges, plans and pending documents into warnings with stable codes, for the cron and for the operator.
import { dateInBogota, yearOf } from "../domain/calendar.ts";
import type { Module, RangeKind } from "../domain/company.ts";
import { type Database, readAll, readBatch } from "./database.ts";

/** Days before the end of a certificate at which a warning is worth sending. */
export const CERTIFICATE_WARNING_DAYS: readonly number[] = [60, 30, 15, 7, 1];
const CERTIFICATE_DAYS = 60;
const RANGE_DAYS = 30;
export const RANGE_LEFT_FRACTION = 0.1;
const PLAN_USED_FRACTION = 0.9;
const PENDING_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

interface Concern {
  readonly companyId: number;
  /** `critical`: documents are being refused or will be within days, or nobody knows what became of one. */
  readonly severity: "warning" | "critical";
}

/** Something that will stop a company from issuing, or that waits for too long. */
export type Warning =
  | (Concern & { readonly code: "certificate_missing" })
  /** Days left of the certificate that lasts longest; negative once it ended. */
  | (Concern & { readonly code: "certificate_ending"; readonly daysLeft: number; readonly notAfter: string })
  | (Concern & { readonly code: "range_missing"; readonly kind: RangeKind })
  /** Over all ranges of the kind that have numbers left. */
  | (Concern & {
      readonly code: "range_ending";
      readonly kind: RangeKind;
      readonly size: number;
      readonly numbersLeft: number;
      readonly daysLeft: number;
    })
  | (Concern & { readonly code: "plan_missing"; readonly module: Module; readonly year: number })
  | (Concern & {
      readonly code: "plan_ending";
      readonly module: Module;
      readonly used: number;
      readonly allowance: number;
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
  readonly notAfter: string | null;
}
interface RangeRow {
  readonly companyId: number;
  readonly module: Module;
  readonly kind: RangeKind;
  /** Ranges that a document of today could take a number from. */
  readonly usable: number;
  readonly size: number;
  readonly numbersLeft: number;
  readonly validTo: string;
}
interface PlanRow {
  readonly companyId: number;
  readonly module: Module;
  readonly allowance: number | null;
  readonly used: number | null;
}
interface PendingRow {
  readonly companyId: number;
  readonly documents: number;
  readonly unknown: number;
  readonly oldest: string;
}

const CERTIFICATES = `
SELECT c.id AS companyId, max(x.not_after) AS notAfter FROM companies c
LEFT JOIN certificates x ON x.company_id = c.id GROUP BY c.id`;

// A used-up range says nothing of those that have numbers; one that begins later counts once another is usable today.
const RANGES = `
SELECT s.company_id AS companyId, s.module, s.module AS kind, coalesce(sum(r.valid_from <= ?1), 0) AS usable,
  sum(r.to_number - r.from_number + 1) AS size,
  sum(coalesce(r.last_number, r.to_number) - r.next_number + 1) AS numbersLeft,
  max(r.valid_to) AS validTo
FROM software s LEFT JOIN ranges r ON r.company_id = s.company_id AND r.kind = s.module AND r.is_active
  AND r.stopped_by IS NULL AND r.valid_to >= ?1 AND r.next_number <= coalesce(r.last_number, r.to_number)
GROUP BY s.company_id, s.module`;

const PLANS = `
SELECT s.company_id AS companyId, s.module, p.allowance, p.used FROM software s
JOIN companies c ON c.id = s.company_id AND c.environment = 'produccion'
LEFT JOIN plans p ON p.company_id = s.company_id AND p.module = s.module AND p.year = ?1`;

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
    db.prepare(RANGES).bind(today),
    db.prepare(PLANS).bind(yearOf(today)),
    db.prepare(PENDING).bind(before),
  ]);
  return [
    ...(certificates as CertificateRow[]).flatMap((row) => judgeCertificate(row, nowMs)),
    ...(ranges as RangeRow[]).flatMap((row) => judgeRange(row, today)),
    ...(plans as PlanRow[]).flatMap((row) => judgePlan(row, yearOf(today))),
    ...(pending as PendingRow[]).map((row) => judgePending(row, nowMs)),
  ];
}

function judgeCertificate({ companyId, notAfter }: CertificateRow, nowMs: number): Warning[] {
  if (notAfter === null) return [{ code: "certificate_missing", companyId, severity: "critical" }];
  const daysLeft = Math.floor((Date.parse(notAfter) - nowMs) / DAY_MS);
  if (daysLeft > CERTIFICATE_DAYS) return [];
  return [
    { code: "certificate_ending", companyId, severity: daysLeft < 7 ? "critical" : "warning", daysLeft, notAfter },
  ];
}

function judgeRange({ companyId, kind, usable, size, numbersLeft, validTo }: RangeRow, today: string): Warning[] {
  if (usable === 0) return [{ code: "range_missing", companyId, severity: "critical", kind }];
  const daysLeft = (Date.parse(validTo) - Date.parse(today)) / DAY_MS;
  if (numbersLeft > size * RANGE_LEFT_FRACTION && daysLeft > RANGE_DAYS) return [];
  const severity = daysLeft < 3 ? "critical" : "warning";
  return [{ code: "range_ending", companyId, severity, kind, size, numbersLeft, daysLeft }];
}

function judgePlan({ companyId, module, allowance, used }: PlanRow, year: number): Warning[] {
  if (allowance === null || used === null) {
    return [{ code: "plan_missing", companyId, severity: "critical", module, year }];
  }
  if (used < allowance * PLAN_USED_FRACTION) return [];
  const severity = used >= allowance ? "critical" : "warning";
  return [{ code: "plan_ending", companyId, severity, module, used, allowance }];
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
