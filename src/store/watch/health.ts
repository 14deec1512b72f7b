// Finds what will stop a company from issuing: certificates, ranges, plans and pending documents, as warnings with stable codes.
import {
  and,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  not,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { findCertificateGaps, findNumberGaps, LOOK_AHEAD_DAYS } from "../../domain/company/coverage.ts";
import {
  COMPANY_STATES,
  type Environment,
  MODULES,
  type Module,
  type RangeKind,
  type StateOfCompany,
} from "../../domain/company.ts";
import type { State } from "../../domain/document/state.ts";
import type { NoteType } from "../../domain/kind.ts";
import { addDays, countDaysInclusive, DAY_MS, dateInBogota, yearOf } from "../../domain/value/calendar.ts";
import { build, type Database, type NamedRows, type RowOf, run, runNamed, statement } from "../base/db.ts";
import { HOME, isAtHome } from "../base/home.ts";
import { environmentOfType, moduleEnvironment } from "../base/module-environment.ts";
import { branches, certificates, companies, documents, plans, ranges, series, software } from "../base/schema.ts";
import { indexedBy } from "../document/search.ts";

/** Days before the end of a certificate at which a warning is worth sending. */
export const CERTIFICATE_WARNING_DAYS: readonly number[] = [60, 30, 15, 7, 1];
/** Days before the end of the last range at which a warning is worth sending. */
export const RANGE_DAYS = 30;
/** Ranges that begin within so many days count among the numbers that are left. */
const SOON_DAYS = 7;
/** Part of its numbers that a range has left when a warning is worth sending. */
export const RANGE_LEFT_FRACTION = 0.1;
const PLAN_USED_FRACTION = 0.9;
/** Month and day from which the plan of the next year is missed, and from which it is urgent. */
export const COMING_PLAN_WARNING = "12-01";
export const COMING_PLAN_URGENT = "12-24";
/** Fewer days say nothing of how fast documents come. */
const PACE_DAYS = 30;
const PENDING_MS = 10 * 60_000;

interface Concern {
  readonly companyId: number;
  /**
   * `critical`: documents are being refused or will be within days, or the outcome of one is unknown. What another system stopped
   * is a `warning`: nobody lets it go on at night.
   */
  readonly severity: "warning" | "critical";
}

interface RangeConcern extends Concern {
  readonly kind: RangeKind;
  /** Of the branch whose own ranges these are; absent: the others. */
  readonly prefix?: string;
}

/** Something that will stop a company from issuing, or that waits for too long. */
export type Warning =
  /** Nothing identifies its documents of a module for which it has a range or a plan; absent: of none. */
  | (Concern & { readonly code: "software_missing"; readonly module?: Module })
  /** Nothing could sign now; `begins`: when the next certificate would (ISO instant). */
  | (Concern & { readonly code: "certificate_missing"; readonly begins?: string })
  /** Days left until nothing signs, though a later certificate may (`begins`, ISO instant); negative once the last one ended. */
  | (Concern & {
      readonly code: "certificate_ending";
      readonly daysLeft: number;
      readonly notAfter: string;
      readonly begins?: string;
    })
  /** `begins`: first day on which another range may be used; `documentId` found that another system takes the numbers of `rangeId`. */
  | (RangeConcern & {
      readonly code: "range_missing";
      readonly begins?: string;
      readonly rangeId?: number;
      readonly documentId?: number;
    })
  /** Numbers and size are of the ranges that have numbers left and begin soon; days until the first without a number. */
  | (RangeConcern & {
      readonly code: "range_ending";
      readonly size: number;
      readonly numbersLeft: number;
      readonly daysLeft: number;
      /** The numbers will be used up, as fast as documents come, though the range lasts longer. */
      readonly cause?: "numbers";
      readonly begins?: string;
    })
  /** Another system used a number of a series of notes, as the note `documentId` found: it gives none. */
  | (Concern & {
      readonly code: "series_stopped";
      readonly typeCode: NoteType;
      readonly prefix: string;
      readonly documentId: number;
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

/** The same, whatever becomes of a company's documents. */
type LookWarning = Exclude<Warning, { readonly code: "documents_pending" }>;
/** What clients are told as well; that a module is not contracted is no warning to them. */
export type ConfigurationWarning = Exclude<LookWarning, { readonly code: "software_missing" }>;

/** The companies of one look: those between two ids that live here, in any of some states. */
const LOOK = ["from", "to", "states"] as const;
const isLookedAt = (value: Readonly<Record<(typeof LOOK)[number], SQLWrapper>>) =>
  and(eq(companies.home, HOME.here), gte(companies.id, value.from), lte(companies.id, value.to), isAnyOf(value.states));
/** @param states a JSON list. */
const isAnyOf = (states: SQLWrapper) => sql`${companies.state} IN (SELECT value FROM json_each(${states}))`;
/** Whose configuration the operator is warned of; of a draft it is not complete, and of the others it does not matter. */
const WATCHED = ["active"] as const satisfies readonly StateOfCompany[];
/** Whose documents he is warned of: what a suspended company began still needs its verdict. */
const WATCHED_PENDING: readonly StateOfCompany[] = [...WATCHED, "suspended"];

// What is certainly in order is left out by each question, so that a look at many companies costs what is wrong with them.
const sound = alias(certificates, "sound");

const findCertificates = statement([...LOOK, "today", "horizon"], (value) =>
  build
    .select({ companyId: companies.id, notBefore: certificates.notBefore, notAfter: certificates.notAfter })
    .from(companies)
    .leftJoin(certificates, and(eq(certificates.companyId, companies.id), isNull(certificates.disabledAt)))
    .where(
      and(
        isLookedAt(value),
        // To a day: instants are spelled with and without milliseconds.
        notExists(
          build
            .select({ one: sql`1` })
            .from(sound)
            .where(
              and(
                eq(sound.companyId, companies.id),
                isNull(sound.disabledAt),
                lt(sql`substr(${sound.notBefore}, 1, 10)`, value.today),
                gt(sql`substr(${sound.notAfter}, 1, 10)`, value.horizon),
              ),
            ),
        ),
      ),
    )
    .orderBy(companies.id),
);
type CertificateRow = RowOf<ReturnType<typeof findCertificates>>;

const before = alias(plans, "before");
const coming = alias(plans, "coming");
/** By which the pace of a module is known: since when its company is here, and what its plans counted. */
const paceColumns = {
  /** Day of the company's registration. */
  since: sql<string>`substr(${companies.createdAt}, 1, 10)`.as("since"),
  used: plans.used,
  usedBefore: sql<number | null>`${before.used}`.as("usedBefore"),
};
const isPlanOf = (plan: typeof plans | typeof before | typeof coming, year: SQL) =>
  and(eq(plan.companyId, software.companyId), eq(plan.module, software.module), eq(plan.year, year));
/** Days of this year that a company was here for, to today. */
const daysHere = (value: { readonly today: SQLWrapper }) =>
  sql`julianday(${value.today}) - julianday(max(substr(${value.today}, 1, 4) || '-01-01', substr(${companies.createdAt}, 1, 10))) + 1`;
/** Whether so many documents, or numbers, last as many days as are looked ahead, at a pace that is not less than `findPace`. */
const isPlenty = (value: { readonly today: SQLWrapper }, left: SQL) => {
  const counted = sql`coalesce(${plans.used}, 0) + iif(${daysHere(value)} < ${PACE_DAYS}, coalesce(${before.used}, 0), 0)`;
  return sql`${left} * max(${PACE_DAYS}, ${daysHere(value)}) > (${counted}) * ${LOOK_AHEAD_DAYS + 2}`;
};

/** The kind of the ranges that number what a module sells or buys. */
const mainRange = sql`iif(${software.module} = 'dee', 'pos', ${software.module})`;

const supply = alias(ranges, "supply");
const all = alias(ranges, "all");
type Ranges = typeof ranges | typeof supply | typeof all;
/** Numbers that a range has left to give; none when it is stopped. */
export const leftOf = ({ stoppedBy, lastNumber, toNumber, nextNumber }: Ranges) =>
  sql<number>`iif(${stoppedBy} IS NULL, coalesce(${lastNumber}, ${toNumber}) - ${nextNumber} + 1, 0)`;
const sizeOf = ({ toNumber, fromNumber }: Ranges) => sql<number>`${toNumber} - ${fromNumber} + 1`;

/** Whether one range of a kind is in force for as long as is looked ahead, and has a good part of all numbers of its kind. */
const hasSupply = (
  value: { readonly today: SQLWrapper; readonly horizon: SQLWrapper },
  kind: SQLWrapper,
  more?: SQL,
) => {
  const isOfKind = (range: Ranges) =>
    and(eq(range.companyId, software.companyId), eq(range.kind, kind), sql`${range.isActive}`);
  const numbers = build
    .select({ size: sql`sum(${sizeOf(all)})` })
    .from(all)
    .where(isOfKind(all));
  return exists(
    build
      .select({ one: sql`1` })
      .from(supply)
      .where(
        and(
          isOfKind(supply),
          lte(supply.validFrom, value.today),
          gt(supply.validTo, value.horizon),
          sql`${leftOf(supply)} > (${numbers}) * ${RANGE_LEFT_FRACTION}`,
          more,
        ),
      ),
  );
};

// A company that has a range for contingency wants to have one; none must. A stopped range gives nothing.
// The ranges of branches are told from the others: a company that has such is looked at whole.
const findRanges = statement([...LOOK, "today", "horizon"], (value) => {
  const { kind, validFrom, validTo } = ranges;
  const contingency = sql`'contingency'`;
  const isOfModule = or(eq(kind, mainRange), and(eq(software.module, "fe"), eq(kind, contingency)));
  const isOfContingency = and(
    eq(supply.companyId, software.companyId),
    eq(supply.kind, contingency),
    sql`${supply.isActive}`,
  );
  const year = sql`CAST(substr(${value.today}, 1, 4) AS INTEGER)`;
  const isOwn = and(eq(branches.companyId, software.companyId), isNotNull(branches.prefix));
  const reserving = build
    .select({ prefix: branches.prefix })
    .from(branches)
    .where(and(isOwn, eq(branches.prefix, sql`${ranges.prefix}`)))
    .limit(1);
  return build
    .select({
      companyId: software.companyId,
      module: software.module,
      ...paceColumns,
      branchPrefix: sql<string | null>`(${reserving})`.as("branchPrefix"),
      kind,
      validFrom: sql<string>`${validFrom}`.as("validFrom"),
      validTo: sql<string>`${validTo}`.as("validTo"),
      size: sizeOf(ranges).as("size"),
      left: leftOf(ranges).as("left"),
      rangeId: sql<number | null>`${ranges.id}`.as("rangeId"),
      stoppedBy: sql<number | null>`${ranges.stoppedBy}`.as("stoppedBy"),
    })
    .from(software)
    .innerJoin(companies, eq(companies.id, software.companyId))
    .leftJoin(plans, isPlanOf(plans, year))
    .leftJoin(before, isPlanOf(before, sql`${year} - 1`))
    .leftJoin(ranges, and(eq(ranges.companyId, software.companyId), sql`${ranges.isActive}`, isOfModule))
    .where(
      and(
        isLookedAt(value),
        or(
          exists(build.select({ one: sql`1` }).from(branches).where(isOwn)),
          not(hasSupply(value, mainRange, isPlenty(value, leftOf(supply)))),
          and(
            eq(software.module, "fe"),
            exists(build.select({ one: sql`1` }).from(supply).where(isOfContingency)),
            not(hasSupply(value, contingency)),
          ),
        ),
      ),
    )
    .orderBy(software.companyId, software.module);
});
/** `kind` is null when the module has no range in use; then so is all that follows it. */
type RangeRow = RowOf<ReturnType<typeof findRanges>>;

// Of the environment in which the company issues now.
const findStoppedSeries = statement(LOOK, (value) => {
  const { companyId, typeCode, environment, prefix, stoppedBy } = series;
  return build
    .select({ companyId, typeCode, prefix, documentId: sql<number>`${stoppedBy}`.as("documentId") })
    .from(series)
    .innerJoin(companies, and(eq(companies.id, companyId), eq(environmentOfType(typeCode), environment)))
    .where(and(isNotNull(stoppedBy), isLookedAt(value)))
    .orderBy(companyId, typeCode);
});

/** The plans of the year of a day, with those beside it. */
const writePlans = (year: SQL, condition: SQL | undefined) =>
  build
    .select({
      companyId: software.companyId,
      module: software.module,
      environment: moduleEnvironment.as("environment"),
      ...paceColumns,
      allowance: plans.allowance,
      nextAllowance: sql<number | null>`${coming.allowance}`.as("nextAllowance"),
    })
    .from(software)
    .innerJoin(companies, eq(companies.id, software.companyId))
    .leftJoin(plans, isPlanOf(plans, year))
    .leftJoin(before, isPlanOf(before, sql`${year} - 1`))
    .leftJoin(coming, isPlanOf(coming, sql`${year} + 1`))
    .where(condition)
    .orderBy(software.companyId, software.module);

const findPlans = statement(["year"], (value) => writePlans(sql`${value.year}`, eq(companies.home, HOME.here)));

const findShortPlans = statement([...LOOK, "year", "today"], (value) => {
  const { allowance, used } = plans;
  const isShort = or(
    isNull(allowance),
    sql`${used} >= ${allowance} * ${PLAN_USED_FRACTION}`,
    not(isPlenty(value, sql`(${allowance} - ${used})`)),
    and(isNull(coming.allowance), sql`substr(${value.today}, 6) >= ${COMING_PLAN_WARNING}`),
  );
  return writePlans(sql`${value.year}`, and(isLookedAt(value), eq(moduleEnvironment, "produccion"), isShort));
});
type PlanRow = RowOf<ReturnType<typeof findPlans>>;

/** Of the modules without software those that somebody means to use, and '' of a company that has none. */
const findUnarmed = statement([...LOOK, "today"], (value) => {
  const module = sql<Module | "">`each_module.value`;
  const ownSoftware = and(eq(software.companyId, companies.id), sql`${module} IN ('', ${software.module})`);
  const isOfModule = sql`iif(${ranges.kind} = 'pos', 'dee', iif(${ranges.kind} = 'contingency', 'fe', ${ranges.kind})) = ${module}`;
  const ownRange = and(
    eq(ranges.companyId, companies.id),
    sql`${ranges.isActive}`,
    isOfModule,
    gte(ranges.validTo, value.today),
  );
  const isPlanned = sql`${plans.year} >= CAST(substr(${value.today}, 1, 4) AS INTEGER)`;
  const ownPlan = and(eq(plans.companyId, companies.id), sql`${plans.module} = ${module}`, isPlanned);
  const one = { one: sql`1` };
  return build
    .select({ companyId: companies.id, module: module.as("module") })
    .from(companies)
    .innerJoin(sql`json_each(${sql.raw(`'${JSON.stringify(["", ...MODULES])}'`)}) AS each_module`, sql`1`)
    .where(
      and(
        isLookedAt(value),
        notExists(build.select(one).from(software).where(ownSoftware)),
        or(
          sql`${module} = ''`,
          exists(build.select(one).from(ranges).where(ownRange)),
          exists(build.select(one).from(plans).where(ownPlan)),
        ),
      ),
    )
    .orderBy(companies.id, sql`each_module.key`);
});
type UnarmedRow = RowOf<ReturnType<typeof findUnarmed>>;

/** Open documents: only they have a `due_at`, and this index holds them alone. Unless it is named, D1 walks all documents. */
export const openDocuments = sql`${indexedBy(documents, "documents_overdue")} WHERE ${isNotNull(documents.dueAt)}`;

const isPendingWatched = ({ states }: { readonly states: SQLWrapper }) => {
  const isIt = and(eq(companies.id, documents.companyId), eq(companies.home, HOME.here), isAnyOf(states));
  return exists(build.select({ one: sql`1` }).from(companies).where(isIt));
};

const findPending = statement(["before", "states", "away"], (value) =>
  build
    .select({
      companyId: sql<number>`${documents.companyId}`.as("companyId"),
      documents: sql<number>`count(*)`.as("total"),
      unknown: sql<number>`sum(${documents.state} = 'send_unknown')`.as("unknown"),
      oldest: sql<string>`min(${documents.reservedAt})`.as("oldest"),
    })
    .from(indexedBy(documents, "documents_overdue"))
    .where(
      and(
        isNotNull(documents.dueAt),
        lt(documents.reservedAt, value.before),
        isPendingWatched(value),
        sql`${documents.environment} NOT IN (SELECT value FROM json_each(${value.away}))`,
      ),
    )
    .groupBy(documents.companyId),
);
type PendingRow = RowOf<ReturnType<typeof findPending>>;

const findTicketSellers = statement(["states"], (value) =>
  build
    .select({ companyId: software.companyId })
    .from(software)
    .innerJoin(companies, eq(companies.id, software.companyId))
    .where(
      and(
        eq(software.module, "dee"),
        eq(companies.home, HOME.here),
        isAnyOf(value.states),
        eq(moduleEnvironment, "produccion"),
      ),
    )
    .limit(1),
);

/** Whether a company that lives here and is watched sells tickets. */
export async function hasTicketSeller(db: Database): Promise<boolean> {
  return (await run(db, findTicketSellers({ states: JSON.stringify(WATCHED) }))).length > 0;
}

const findLast = statement([], () =>
  build.select({ id: sql<number | null>`max(${companies.id})`.as("id") }).from(companies),
);

/** Company ids of one look. */
const IDS_OF_LOOK = 5_000;

/**
 * The statements whose rows `judgeConfiguration` reads, for a batch: of companies between two ids, at an instant (epoch milliseconds).
 * @param states of these companies; whichever unless given.
 */
export function selectConfiguration(
  {
    from,
    to,
    states = COMPANY_STATES,
  }: { readonly from: number; readonly to: number; readonly states?: readonly StateOfCompany[] },
  nowMs: number,
) {
  const ids = { from, to, states: JSON.stringify(states) };
  const today = dateInBogota(nowMs);
  const utc = new Date(nowMs).toISOString().slice(0, 10);
  return {
    stoppedSeries: findStoppedSeries(ids),
    certificates: findCertificates({ ...ids, today: utc, horizon: addDays(utc, LOOK_AHEAD_DAYS + 2) }),
    ranges: findRanges({ ...ids, today, horizon: addDays(today, LOOK_AHEAD_DAYS + 1) }),
    plans: findShortPlans({ ...ids, year: yearOf(today), today }),
  };
}

/** What will stop companies from issuing, by their configuration at an instant (epoch milliseconds). */
export function judgeConfiguration(
  rows: NamedRows<ReturnType<typeof selectConfiguration>>,
  nowMs: number,
): ConfigurationWarning[] {
  const today = dateInBogota(nowMs);
  return [
    ...rows.stoppedSeries.map((row) => ({ code: "series_stopped", severity: "warning", ...row }) as const),
    ...[...Map.groupBy(rows.certificates, ({ companyId }) => companyId).values()].flatMap((own) =>
      judgeCertificates(own, nowMs),
    ),
    ...[...Map.groupBy(rows.ranges, nameModule).values()].flatMap((own) => judgeModule(own, today)),
    ...rows.plans.flatMap((row) => judgePlan(row, today)),
  ];
}

/** The same with what the operator alone is told. */
function selectLook(given: Parameters<typeof selectConfiguration>[0], nowMs: number) {
  const { from, to, states = COMPANY_STATES } = given;
  const look = { from, to, states: JSON.stringify(states), today: dateInBogota(nowMs) };
  return { ...selectConfiguration(given, nowMs), unarmed: findUnarmed(look) };
}

/** What the operator is told of the companies of a look. */
function judgeLook(rows: NamedRows<ReturnType<typeof selectLook>>, nowMs: number): LookWarning[] {
  const unarmed = [...Map.groupBy(rows.unarmed, ({ companyId }) => companyId).values()];
  return [...unarmed.flatMap(judgeUnarmed), ...judgeConfiguration(rows, nowMs)];
}

/**
 * Everything that deserves attention at an instant (epoch milliseconds), of companies that live here and are watched: a list for
 * each look at so many companies, a round trip each.
 * @param pollScale of a stand, whose waits are shorter.
 * @param away environments whose authority is away: what waits in them is no news of any company.
 */
export async function* lookForWarnings(
  db: Database,
  nowMs: number,
  { pollScale = 1, away = [] }: { readonly pollScale?: number; readonly away?: readonly Environment[] } = {},
): AsyncGenerator<Warning[]> {
  const first = await runNamed(db, {
    last: findLast({}),
    pending: findPending({
      before: new Date(nowMs - PENDING_MS * pollScale).toISOString(),
      states: JSON.stringify(WATCHED_PENDING),
      away: JSON.stringify(away),
    }),
  });
  yield first.pending.map((row) => judgePending(row, nowMs));
  const last = first.last[0]?.id ?? 0;
  for (let from = 1; from <= last; from += IDS_OF_LOOK) {
    const ids = { from, to: from + IDS_OF_LOOK - 1, states: WATCHED };
    yield judgeLook(await runNamed(db, selectLook(ids, nowMs)), nowMs);
  }
}

/** The same in one list, by company. */
export async function findWarnings(db: Database, nowMs: number): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for await (const found of lookForWarnings(db, nowMs)) warnings.push(...found);
  return warnings.sort((one, other) => one.companyId - other.companyId);
}

/** How fast a company uses up its plan of a module, in documents a day. */
export interface Pace {
  readonly companyId: number;
  readonly module: Module;
  readonly perDay: number;
}

/** The paces by which warnings forecast, of the companies that live here; `today` is a date in Bogotá. */
export async function measurePaces(db: Database, today: string): Promise<readonly Pace[]> {
  const rows = await run(db, findPlans({ year: yearOf(today) }));
  return rows.map((row) => ({ companyId: row.companyId, module: row.module, perDay: findPace(row, today) }));
}

function nameModule({ companyId, module }: Pick<PlanRow, "companyId" | "module">): string {
  return `${companyId} ${module}`;
}

/** Documents a day, by what plans count: of this year, and of the one before while this one is young. */
function findPace({ since, used, usedBefore }: Pick<PlanRow, "since" | "used" | "usedBefore">, today: string): number {
  const year = yearOf(today);
  const daysFrom = (date: string) => countDaysInclusive(date < since ? since : date, today);
  const days = daysFrom(`${year}-01-01`);
  if (days >= PACE_DAYS || usedBefore === null) return (used ?? 0) / Math.max(days, PACE_DAYS);
  return ((used ?? 0) + usedBefore) / Math.max(daysFrom(`${year - 1}-01-01`), PACE_DAYS);
}

/** A company that has no software and means to use some module is told of that one. */
function judgeUnarmed(rows: readonly UnarmedRow[]): LookWarning[] {
  const modules = rows.flatMap(({ module }) => (module === "" ? [] : [module]));
  const [{ companyId } = { companyId: 0 }] = rows;
  const missing = { code: "software_missing", companyId, severity: "warning" } as const;
  return modules.length === 0 ? [missing] : modules.map((module) => ({ ...missing, module }));
}

function judgeCertificates(rows: readonly CertificateRow[], nowMs: number): ConfigurationWarning[] {
  const certificates = rows.flatMap(({ notBefore, notAfter }) =>
    notBefore === null || notAfter === null ? [] : [{ notBefore, notAfter }],
  );
  const [{ companyId } = { companyId: 0 }] = rows;
  const ends = certificates.map(({ notAfter }) => notAfter).sort((one, other) => Date.parse(one) - Date.parse(other));
  return findCertificateGaps(certificates, nowMs).map(({ fromMs, untilMs }): ConfigurationWarning => {
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

/**
 * The ranges of one module: those of its own kind, and those for contingency when it has any; those of each branch for themselves.
 * A company whose branches have all the ranges of a kind wants no others. How fast a part of them is used is not known.
 */
function judgeModule(rows: readonly RangeRow[], today: string): ConfigurationWarning[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { companyId, module } = first;
  const isParted = rows.some(({ branchPrefix }) => branchPrefix !== null);
  const main: RangeKind = module === "dee" ? "pos" : module;
  const kinds: readonly RangeKind[] = [main, "contingency"];
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return kind === main ? judgeRanges({ companyId, kind }, own, today, 0) : [];
    const pace = kind === main && !isParted ? findPace(first, today) : 0;
    return [...Map.groupBy(own, ({ branchPrefix }) => branchPrefix)].flatMap(([prefix, ranged]) =>
      judgeRanges({ companyId, kind, ...(prefix === null ? {} : { prefix }) }, ranged, today, pace),
    );
  });
}

function judgeRanges(
  concern: Omit<RangeConcern, "severity">,
  rows: readonly RangeRow[],
  today: string,
  pace: number,
): ConfigurationWarning[] {
  const withNumbers = rows.filter(({ left, validTo }) => left > 0 && validTo >= today);
  // A range that begins later does not help a company that has few numbers now.
  const soon = withNumbers.filter(({ validFrom }) => validFrom <= addDays(today, SOON_DAYS));
  const numbersLeft = soon.reduce((sum, { left }) => sum + left, 0);
  const size = soon.reduce((sum, one) => sum + one.size, 0);
  const gaps = findNumberGaps(withNumbers, today, pace).filter(
    // The mere end of the last range is known, and its renewal not granted long before.
    ({ startsIn, cause, endsOn }) => startsIn - 1 <= RANGE_DAYS || cause === "numbers" || endsOn !== null,
  );
  const held = rows.find(({ stoppedBy, validFrom, validTo }) => {
    return stoppedBy !== null && validFrom <= today && validTo >= today;
  });
  const stopped =
    held === undefined || held.rangeId === null || held.stoppedBy === null
      ? undefined
      : { rangeId: held.rangeId, documentId: held.stoppedBy };
  const warnings = gaps.map(({ startsIn, cause, endsOn }): ConfigurationWarning => {
    const begins = endsOn === null ? {} : { begins: endsOn };
    if (startsIn === 0) {
      return {
        code: "range_missing",
        ...concern,
        severity: stopped === undefined ? "critical" : "warning",
        ...begins,
        ...stopped,
      };
    }
    const daysLeft = startsIn - 1;
    const severity = daysLeft < 3 ? "critical" : "warning";
    const why = cause === "numbers" ? { cause } : {};
    return { code: "range_ending", ...concern, severity, size, numbersLeft, daysLeft, ...why, ...begins };
  });
  if (warnings.length > 0 || numbersLeft > size * RANGE_LEFT_FRACTION) return warnings;
  const lastDay =
    withNumbers
      .map(({ validTo }) => validTo)
      .sort()
      .at(-1) ?? today;
  const daysLeft = countDaysInclusive(today, lastDay) - 1;
  return [{ code: "range_ending", ...concern, severity: "warning", size, numbersLeft, daysLeft }];
}

function judgePlan(row: PlanRow, today: string): ConfigurationWarning[] {
  const { companyId, module } = row;
  const coming = judgeComingPlan(row, today);
  const { allowance, used } = row;
  if (allowance === null || used === null) {
    return [{ code: "plan_missing", companyId, severity: "critical", module, year: yearOf(today) }, ...coming];
  }
  if (used >= allowance * PLAN_USED_FRACTION) {
    const severity = used >= allowance ? "critical" : "warning";
    return [{ code: "plan_ending", companyId, severity, module, used, allowance }, ...coming];
  }
  const pace = findPace(row, today);
  const daysLeft = pace === 0 ? Number.POSITIVE_INFINITY : Math.floor((allowance - used) / pace);
  const isSoon = daysLeft <= LOOK_AHEAD_DAYS && yearOf(addDays(today, daysLeft)) === yearOf(today);
  if (!isSoon) return coming;
  return [{ code: "plan_ending", companyId, severity: "warning", module, used, allowance, daysLeft }, ...coming];
}

/** Nothing renews a plan: without one of its own, the new year begins with refusals. */
function judgeComingPlan({ companyId, module, nextAllowance }: PlanRow, today: string): ConfigurationWarning[] {
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

/** How many documents are open, by state and age, at an instant (epoch milliseconds). */
export function countPending(db: Database, nowMs: number) {
  const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
  const { state, reservedAt, dueAt } = documents;
  const age = sql<
    "under 1 min" | "under 10 min" | "under 1 h" | "under 24 h" | "over 24 h"
  >`CASE WHEN ${reservedAt} > ${ago(1)} THEN 'under 1 min' WHEN ${reservedAt} > ${ago(10)} THEN 'under 10 min'
    WHEN ${reservedAt} > ${ago(60)} THEN 'under 1 h' WHEN ${reservedAt} > ${ago(24 * 60)} THEN 'under 24 h'
    ELSE 'over 24 h' END`.as("age");
  return run(
    db,
    build
      .select({ state: sql<State>`${state}`.as("state"), age, documents: sql<number>`count(*)`.as("total") })
      .from(indexedBy(documents, "documents_overdue"))
      .where(and(isNotNull(dueAt), isAtHome(documents.companyId)))
      .groupBy(state, sql`age`),
  );
}

/** Open documents of one state and age. */
export type PendingGroup = Awaited<ReturnType<typeof countPending>>[number];
