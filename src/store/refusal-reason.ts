// The facts behind an allocation that gave nothing into the refusal that says what is missing.
import { dateInBogota, yearOf } from "../domain/calendar.ts";
import type { Module, RangeKind } from "../domain/company.ts";
import type { Document } from "../domain/document.ts";
import { Refusal } from "../domain/refusal.ts";
import { type Database, readOne } from "./database.ts";
import type { Reservation } from "./record.ts";

/** What a number is wanted for, and when: the day of the reservation counts for the plan, the document's for the range. */
type Demand = Pick<Reservation, "companyId" | "module" | "rangeKind" | "reservedAt">;

interface Shortage {
  readonly environment: string;
  readonly has_module: number;
  readonly allowance: number | null;
  readonly used: number | null;
  readonly active: number;
  readonly valid: number;
  /** Valid ranges with a number left. */
  readonly open: number;
  readonly first_date: string | null;
  readonly last_date: string | null;
  readonly full_ranges: string | null;
  /** Ranges that a number of another system's stopped, and nothing else keeps from giving one. */
  readonly stopped_ranges: string | null;
  /** The next number, when another document holds it. */
  readonly held_number: string | null;
}

/**
 * The document that holds the next number of a range `range` as it would be printed for a company `company`: prefixes may
 * meet (FE with 11, FE1 with 1).
 * @param typeCode of the document that wants it, as SQL.
 */
export function heldNumberSql(company: string, range: string, typeCode: string): string {
  return `SELECT 1 FROM documents h WHERE h.company_id = ${company}.id AND h.environment = ${company}.environment
    AND h.type_code = ${typeCode} AND h.full_number = ${nextNumberSql(range)} AND h.taken_by IS NULL`;
}

function nextNumberSql(range: string): string {
  return `${range}.prefix || CAST(${range}.next_number AS INTEGER)`;
}

const QUERY = `
SELECT c.environment, EXISTS (SELECT 1 FROM software s WHERE s.company_id = c.id AND s.module = ?2) AS has_module,
  p.allowance, p.used, count(r.id) AS active,
  coalesce(sum(?5 BETWEEN r.valid_from AND r.valid_to), 0) AS valid,
  coalesce(sum(?5 BETWEEN r.valid_from AND r.valid_to AND r.next_number <= coalesce(r.last_number, r.to_number)), 0) AS open,
  min(r.valid_from) AS first_date, max(r.valid_to) AS last_date,
  group_concat(CASE WHEN ?5 BETWEEN r.valid_from AND r.valid_to
    THEN r.prefix || ' ' || CAST(r.from_number AS INTEGER) || '-' || CAST(coalesce(r.last_number, r.to_number) AS INTEGER) END, ', ') AS full_ranges,
  (SELECT group_concat(trim(prefix || ' ' || CAST(from_number AS INTEGER) || '-' || CAST(coalesce(last_number, to_number) AS INTEGER)), ', ')
    FROM ranges WHERE company_id = c.id AND kind = ?4 AND is_active AND stopped_by IS NOT NULL
    AND ?5 BETWEEN valid_from AND valid_to AND next_number <= coalesce(last_number, to_number)) AS stopped_ranges,
  (SELECT ${nextNumberSql("n")} FROM ranges n WHERE n.id = (
      SELECT id FROM ranges
      WHERE company_id = c.id AND kind = ?4 AND is_active AND stopped_by IS NULL
        AND next_number <= coalesce(last_number, to_number) AND ?5 BETWEEN valid_from AND valid_to
      ORDER BY valid_to, id LIMIT 1)
    AND EXISTS (${heldNumberSql("c", "n", "?6")})) AS held_number
FROM companies c
LEFT JOIN plans p ON p.company_id = c.id AND p.module = ?2 AND p.year = ?3
LEFT JOIN ranges r ON r.company_id = c.id AND r.kind = ?4 AND r.is_active AND r.stopped_by IS NULL
WHERE c.id = ?1 GROUP BY c.id`;

/** What each kind of range numbers. */
const TYPE_CODES: Readonly<Record<RangeKind, Document["typeCode"]>> = { fe: "01", contingency: "03", dse: "05" };

/** The statement whose row `explainShortage` reads; it runs in the batch of the allocation, so it sees the same state. */
export function buildShortageQuery(db: Database, demand: Demand, issueDate: string): D1PreparedStatement {
  const { companyId, module, rangeKind } = demand;
  return db.prepare(QUERY).bind(companyId, module, planYearOf(demand), rangeKind, issueDate, TYPE_CODES[rangeKind]);
}

/** Whether a number would be refused at this moment, and why; takes nothing. */
export async function findShortage(db: Database, demand: Demand, issueDate: string): Promise<Refusal | undefined> {
  const facts = await readOne<Shortage>(buildShortageQuery(db, demand, issueDate));
  if (facts === undefined) return explainShortage(facts, demand, issueDate);
  const hasPlan = facts.environment !== "produccion" || (facts.used ?? 0) < (facts.allowance ?? 0);
  const isGiven = facts.has_module === 1 && hasPlan && facts.open > 0 && facts.held_number === null;
  return isGiven ? undefined : explainShortage(facts, demand, issueDate);
}

/** The next number of the range, when another document of the company holds it. */
export function findHeldNumber(raw: unknown): string | null {
  return (raw as Shortage | undefined)?.held_number ?? null;
}

/** Whether the facts are those of another environment than the reservation's. */
export function hasMoved(raw: unknown, { environment }: Pick<Reservation, "environment">): boolean {
  const facts = raw as Shortage | undefined;
  return facts !== undefined && environment !== undefined && facts.environment !== environment;
}

/**
 * Says why no number was given: module, then plan, then range (design section 5).
 * @throws Error when the facts show no reason: a bug of the allocation.
 */
export function explainShortage(raw: unknown, demand: Demand, issueDate: string): Refusal {
  const { module, rangeKind } = demand;
  const facts = raw as Shortage | undefined;
  if (facts === undefined || facts.has_module === 0) {
    return new Refusal("module_not_contracted", { reason: "no-module", module });
  }
  if (facts.environment === "produccion") {
    const plan = explainPlan(facts, module, planYearOf(demand));
    if (plan !== undefined) return plan;
  }
  if (facts.stopped_ranges !== null) {
    return new Refusal("range_missing", { reason: "range-stopped", rangeKind, ranges: facts.stopped_ranges });
  }
  if (facts.active === 0) return new Refusal("range_missing", { reason: "no-range", rangeKind });
  if (facts.valid === 0) {
    const [first, last] = [facts.first_date ?? "", facts.last_date ?? ""];
    const rule = issueDate < first ? "FAD09a" : "FAD09b";
    return new Refusal("range_expired", [
      { field: [], reason: "range-not-in-force", rangeKind, issueDate, first, last, rule },
    ]);
  }
  if (facts.held_number !== null) {
    return new Refusal("range_missing", { reason: "number-held", rangeKind, number: facts.held_number });
  }
  if (facts.full_ranges === null) throw new Error("an allocation gave no number and no reason");
  return new Refusal("range_exhausted", [
    { field: [], reason: "range-used-up", rangeKind, ranges: facts.full_ranges, rule: "FAD05c" },
  ]);
}

function planYearOf({ reservedAt }: Demand): number {
  return yearOf(dateInBogota(Date.parse(reservedAt)));
}

function explainPlan({ allowance, used }: Shortage, module: Module, year: number): Refusal | undefined {
  if (allowance === null || used === null) return new Refusal("plan_exhausted", { reason: "no-plan", module, year });
  if (used < allowance) return undefined;
  return new Refusal("plan_exhausted", { reason: "plan-used-up", module, year, used, allowance });
}
