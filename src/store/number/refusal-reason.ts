// Says why an allocation gave no number: what is missing, as the refusal that the client reads.
import {
  and,
  asc,
  count,
  eq,
  exists,
  isNotNull,
  isNull,
  max,
  min,
  notExists,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Environment, Module, RangeKind } from "../../domain/company.ts";
import { codeOfRange, KINDS, listCodes } from "../../domain/kind.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { dateInBogota, yearOf } from "../../domain/value/calendar.ts";
import { build, type Database, findOne, type RowOf, statement } from "../base/db.ts";
import { HOME, MovedError } from "../base/home.ts";
import { moduleEnvironment } from "../base/module-environment.ts";
import { branches, companies, documents, plans, ranges, software } from "../base/schema.ts";
import type { DocumentRow } from "../document/documents.ts";

/** What a number is wanted for, and when: the day of the reservation counts for the plan, the document's for the range. */
type Demand = Pick<DocumentRow, "companyId" | "module" | "reservedAt"> & {
  readonly rangeKind: RangeKind;
  /** Prefix of the document's branch; absent or null where it has none. */
  readonly branchPrefix?: string | null;
};

const held = alias(documents, "held");
const candidate = alias(ranges, "candidate");
const next = alias(ranges, "next");
const stopped = alias(ranges, "stopped");
const own = alias(ranges, "own");

type Range = typeof ranges | typeof candidate | typeof next | typeof stopped;

/** The next number of a range as a document would print it. */
export function nextFullNumber(range: typeof ranges | typeof next): SQL<string> {
  return sql<string>`${range.prefix} || ${range.nextNumber}`;
}

/** Whether another document of the company holds the next number of a range: prefixes may meet (FE with 11, FE1 with 1). */
export function isNextNumberHeld(range: typeof ranges | typeof next, typeCode: Placeholder): SQL {
  const isHolder = and(
    eq(held.companyId, companies.id),
    eq(held.environment, moduleEnvironment),
    sql`${held.typeCode} IN (${typeCode}, ${twinOf(typeCode)})`,
    eq(held.fullNumber, nextFullNumber(range)),
  );
  return exists(build.select({ one: sql`1` }).from(held).where(isHolder));
}

/** The other kind that the ranges of a kind number: sales and exports share theirs. */
function twinOf(typeCode: Placeholder): SQL {
  const pairs = listCodes({}).flatMap((code) => {
    const kind = KINDS[code];
    const twins = "range" in kind ? listCodes({ range: kind.range }).filter((one) => one !== code) : [];
    return twins.map((twin) => sql.raw(` WHEN '${code}' THEN '${twin}'`));
  });
  return sql`CASE ${typeCode}${sql.join(pairs)} END`;
}

/** The last number that a range gives. */
function lastNumber(range: Range): SQL<number> {
  return sql<number>`coalesce(${range.lastNumber}, ${range.toNumber})`;
}

function hasNumbers(range: Range): SQL {
  return sql`${range.nextNumber} <= ${lastNumber(range)}`;
}

function isValidOn(range: Range, issueDate: Placeholder): SQL {
  return sql`${issueDate} BETWEEN ${range.validFrom} AND ${range.validTo}`;
}

/** Whether a company has any range of a kind with the prefix of a branch. */
function hasOwnRange(rangeKind: Placeholder, branchPrefix: Placeholder): SQL {
  const isOwn = and(eq(own.companyId, companies.id), eq(own.kind, rangeKind), eq(own.prefix, branchPrefix));
  return exists(build.select({ one: sql`1` }).from(own).where(isOwn));
}

/**
 * Whether a range numbers the documents of a branch: those of the branch's prefix alone, where the company has any of the kind,
 * and otherwise, as for a document without a branch, those whose prefix is no branch's.
 */
function isOfBranch(range: Range, rangeKind: Placeholder, branchPrefix: Placeholder): SQL {
  const reserving = build
    .select({ one: sql`1` })
    .from(branches)
    .where(and(eq(branches.companyId, companies.id), eq(branches.prefix, sql`${range.prefix}`)));
  return sql`iif(${hasOwnRange(rangeKind, branchPrefix)}, ${range.prefix} = ${branchPrefix}, ${notExists(reserving)})`;
}

/** The range from which a company's document of a kind, branch and day gets its number. */
export function selectNextRange(rangeKind: Placeholder, branchPrefix: Placeholder, issueDate: Placeholder): SQL {
  const isOpen = and(
    eq(candidate.companyId, companies.id),
    eq(candidate.kind, rangeKind),
    sql`${candidate.isActive}`,
    isNull(candidate.stoppedBy),
    hasNumbers(candidate),
    isValidOn(candidate, issueDate),
    isOfBranch(candidate, rangeKind, branchPrefix),
  );
  const open = build
    .select({ id: candidate.id })
    .from(candidate)
    .where(isOpen)
    .orderBy(asc(candidate.validTo), asc(candidate.id));
  // A limit that is bound makes SQLite prepare the whole statement twice.
  return sql`${open.getSQL()} LIMIT 1`;
}

function selectStoppedRanges(rangeKind: Placeholder, branchPrefix: Placeholder, issueDate: Placeholder) {
  const isStopped = and(
    eq(stopped.companyId, companies.id),
    eq(stopped.kind, rangeKind),
    sql`${stopped.isActive}`,
    isNotNull(stopped.stoppedBy),
    isValidOn(stopped, issueDate),
    hasNumbers(stopped),
    isOfBranch(stopped, rangeKind, branchPrefix),
  );
  return build
    .select({ all: sql`group_concat(trim(${span(stopped)}), ', ')` })
    .from(stopped)
    .where(isStopped);
}

/** A range as it is printed: `SETP 1-500`. */
function span(range: Range): SQL {
  return sql`${range.prefix} || ' ' || ${range.fromNumber} || '-' || ${lastNumber(range)}`;
}

const DEMAND = ["companyId", "module", "planYear", "rangeKind", "branchPrefix", "issueDate", "typeCode"] as const;

const selectShortage = statement(DEMAND, (value) => {
  const { companyId, module, planYear, rangeKind, branchPrefix, issueDate, typeCode } = value;
  const hasModule = and(eq(software.companyId, companies.id), eq(software.module, module));
  const isValid = isValidOn(ranges, issueDate);
  const heldNumber = build
    .select({ number: sql`${nextFullNumber(next)}` })
    .from(next)
    .where(
      and(sql`${next.id} = (${selectNextRange(rangeKind, branchPrefix, issueDate)})`, isNextNumberHeld(next, typeCode)),
    );
  return build
    .select({
      environment: moduleEnvironment.as("environment"),
      home: companies.home,
      hasModule: sql<number>`${software.companyId} IS NOT NULL`.as("hasModule"),
      allowance: plans.allowance,
      used: plans.used,
      active: sql<number>`${count(ranges.id)}`.as("active"),
      valid: sql<number>`coalesce(sum(${isValid}), 0)`.as("valid"),
      /** Valid ranges with a number left. */
      open: sql<number>`coalesce(sum(${isValid} AND ${hasNumbers(ranges)}), 0)`.as("open"),
      firstDate: sql<string | null>`${min(ranges.validFrom)}`.as("firstDate"),
      lastDate: sql<string | null>`${max(ranges.validTo)}`.as("lastDate"),
      fullRanges: sql<string | null>`group_concat(CASE WHEN ${isValid} THEN ${span(ranges)} END, ', ')`.as(
        "fullRanges",
      ),
      /** Ranges that a number of another system's stopped, and nothing else keeps from giving one. */
      stoppedRanges: sql<string | null>`(${selectStoppedRanges(rangeKind, branchPrefix, issueDate)})`.as(
        "stoppedRanges",
      ),
      /** The branch's prefix where ranges of the kind have it: they alone number its documents. */
      ownPrefix: sql<string | null>`iif(${hasOwnRange(rangeKind, branchPrefix)}, ${branchPrefix}, NULL)`.as(
        "ownPrefix",
      ),
      /** The next number, when another document holds it. */
      heldNumber: sql<string | null>`(${heldNumber})`.as("heldNumber"),
    })
    .from(companies)
    .leftJoin(software, hasModule)
    .leftJoin(plans, and(eq(plans.companyId, companies.id), eq(plans.module, module), eq(plans.year, planYear)))
    .leftJoin(
      ranges,
      and(
        eq(ranges.companyId, companies.id),
        eq(ranges.kind, rangeKind),
        sql`${ranges.isActive}`,
        isNull(ranges.stoppedBy),
        isOfBranch(ranges, rangeKind, branchPrefix),
      ),
    )
    .where(eq(companies.id, companyId))
    .groupBy(companies.id);
});

/** The facts behind an allocation that gave nothing; undefined when there is no such company. */
export type Shortage = RowOf<ReturnType<typeof selectShortage>> | undefined;

const RULES_OF_INVOICES = { notYet: "FAD09a", over: "FAD09b", usedUp: "FAD05c" };
/** The authority has the same rules of a range once for invoices and once for support documents. */
const RANGE_RULES: Readonly<Record<RangeKind, typeof RULES_OF_INVOICES>> = {
  fe: RULES_OF_INVOICES,
  contingency: RULES_OF_INVOICES,
  dse: { notYet: "DSAD09a", over: "DSAD09b", usedUp: "DSAD05c" },
  pos: { notYet: "DEAD09a", over: "DEAD09b", usedUp: "DEAD05c" },
};
/** The statement whose row `explainShortage` reads; it runs in the batch of the allocation, so it sees the same state. */
export function buildShortageQuery(demand: Demand, issueDate: string) {
  const { companyId, module, rangeKind, branchPrefix = null } = demand;
  const planYear = planYearOf(demand);
  const typeCode = codeOfRange(rangeKind);
  return selectShortage({ companyId, module, planYear, rangeKind, branchPrefix, issueDate, typeCode });
}

/** Whether a number would be refused at this moment, and why; takes nothing. */
export async function findShortage(db: Database, demand: Demand, issueDate: string): Promise<Refusal | undefined> {
  const facts = await findOne(db, buildShortageQuery(demand, issueDate));
  if (facts === undefined) return explainShortage(facts, demand, issueDate);
  const hasPlan = facts.environment !== "produccion" || (facts.used ?? 0) < (facts.allowance ?? 0);
  const isGiven = facts.hasModule === 1 && hasPlan && facts.open > 0 && facts.heldNumber === null;
  return isGiven ? undefined : explainShortage(facts, demand, issueDate);
}

/** Whether the facts are those of another environment than the reservation's. */
export function hasMoved(
  facts: Pick<ContractFacts, "environment"> | undefined,
  { environment }: { readonly environment: Environment },
): boolean {
  return facts !== undefined && facts.environment !== environment;
}

/**
 * Says why no number was given: module, then plan, then range.
 * @throws Error when the facts show no reason: a bug of the allocation.
 */
export function explainShortage(facts: Shortage, demand: Demand, issueDate: string): Refusal {
  const { module, rangeKind } = demand;
  const refusal = explainDemand(facts, module, planYearOf(demand));
  if (refusal !== undefined) return refusal;
  if (facts === undefined) throw new Error("a company that is not there has its module");
  if (facts.stoppedRanges !== null) {
    return new Refusal({ reason: "range-stopped", rangeKind, ranges: facts.stoppedRanges });
  }
  if (facts.active === 0) return new Refusal({ reason: "no-range", rangeKind, prefix: facts.ownPrefix });
  if (facts.valid === 0) {
    const [first, last] = [facts.firstDate ?? "", facts.lastDate ?? ""];
    const rules = RANGE_RULES[rangeKind];
    const rule = issueDate < first ? rules.notYet : rules.over;
    const dates = { issueDate, first, last };
    const prefix = facts.ownPrefix;
    return new Refusal([{ field: [], reason: "range-not-in-force", rangeKind, prefix, ...dates, rule }]);
  }
  if (facts.heldNumber !== null) {
    return new Refusal({ reason: "number-held", rangeKind, number: facts.heldNumber });
  }
  if (facts.fullRanges === null) throw new Error("an allocation gave no number and no reason");
  return new Refusal([
    { field: [], reason: "range-used-up", rangeKind, ranges: facts.fullRanges, rule: RANGE_RULES[rangeKind].usedUp },
  ]);
}

/**
 * Why nothing of a module is numbered, numbers apart; undefined when something is.
 * @throws MovedError when the company lives in another database: nothing is known here.
 */
export function explainDemand(facts: ContractFacts | undefined, module: Module, planYear: number): Refusal | undefined {
  if (facts !== undefined && facts.home !== HOME.here) throw new MovedError("a company that left is not numbered here");
  if (facts === undefined || facts.hasModule === 0) {
    return new Refusal({ reason: "no-module", module });
  }
  return facts.environment === "produccion" ? explainPlan(facts, module, planYear) : undefined;
}

/** Environment, module and plan of a company. */
type ContractFacts = Pick<NonNullable<Shortage>, "environment" | "home" | "hasModule" | "allowance" | "used">;

/** The year whose plan pays for a document: that of its reservation (`reservedAt`, an ISO instant), in Bogotá. */
export function planYearOf({ reservedAt }: Pick<Demand, "reservedAt">): number {
  return yearOf(dateInBogota(Date.parse(reservedAt)));
}

function explainPlan(
  { allowance, used }: Pick<NonNullable<Shortage>, "allowance" | "used">,
  module: Module,
  year: number,
): Refusal | undefined {
  if (allowance === null || used === null) return new Refusal({ reason: "no-plan", module, year });
  if (used < allowance) return undefined;
  return new Refusal({ reason: "plan-used-up", module, year, used, allowance });
}
