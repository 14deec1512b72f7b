// Reads in one round trip what a company issues with, and what will stop it: plans, ranges, series, warnings, latest outcomes.
import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { dateInBogota, yearOf } from "../../domain/calendar.ts";
import type { Module } from "../../domain/company.ts";
import { build, type Database, type RowOf, runNamed, statement } from "../base/db.ts";
import { alerts, changes, companies, plans, ranges, series } from "../base/schema.ts";
import { type ConfigurationWarning, judgeConfiguration, leftOf, selectConfiguration } from "../watch/health.ts";

/** Of each module the latest outcomes that are looked at. */
const OUTCOMES = 20;

const findPlans = statement(["companyId", "year"], (value) =>
  build
    .select({ module: plans.module, year: plans.year, allowance: plans.allowance, used: plans.used })
    .from(plans)
    .where(and(eq(plans.companyId, value.companyId), eq(plans.year, value.year))),
);

const findRanges = statement(["companyId"], ({ companyId }) => {
  const { kind, prefix, resolution, fromNumber, toNumber, nextNumber, validFrom, validTo, isActive, id } = ranges;
  return build
    .select({
      ...{ kind, prefix, resolution, fromNumber, toNumber, nextNumber, validFrom, validTo },
      left: leftOf(ranges).as("left"),
    })
    .from(ranges)
    .where(and(eq(ranges.companyId, companyId), eq(isActive, true)))
    .orderBy(kind, validTo, id);
});
/** A range in use; `left` is 0 where another system's number has stopped it. */
export type RangeInUse = RowOf<ReturnType<typeof findRanges>>;

// Of the environment in which the company issues now.
const findSeries = statement(["companyId"], ({ companyId }) =>
  build
    .select({ typeCode: series.typeCode, prefix: series.prefix, nextNumber: series.nextNumber })
    .from(series)
    .innerJoin(companies, and(eq(companies.id, series.companyId), eq(companies.environment, series.environment)))
    .where(eq(series.companyId, companyId))
    .orderBy(series.typeCode),
);

const CONFIGURATION_CODES = [
  ...["certificate_missing", "certificate_ending", "range_missing", "range_ending"],
  ...["series_stopped", "plan_missing", "plan_ending"],
] as const satisfies readonly ConfigurationWarning["code"][];

// Subjects of a company's own alerts begin with its name and a blank, which `!` follows.
const findRaised = statement(["from", "to"], (value) =>
  build
    .select({ code: alerts.code, subject: alerts.subject, raisedAt: alerts.raisedAt })
    .from(alerts)
    .where(
      and(
        inArray(alerts.code, [...CONFIGURATION_CODES]),
        gte(alerts.subject, sql`${value.from}`),
        lt(alerts.subject, sql`${value.to}`),
      ),
    )
    .orderBy(alerts.raisedAt),
);

const findOutcomes = statement(["companyId", "module", "limit"], ({ companyId, module, limit }) =>
  build
    .select({ sequence: changes.sequence, state: changes.state })
    .from(changes)
    .where(and(eq(changes.companyId, companyId), eq(changes.module, module)))
    .orderBy(desc(changes.sequence))
    .limit(limit),
);

/** An alert about a company, as the operator got it; `raisedAt` is an ISO instant. */
type RaisedAlert = RowOf<ReturnType<typeof findRaised>>;

/** What a company issues with at an instant. */
export interface CompanyState {
  /** When it was read, in epoch milliseconds. */
  readonly readAtMs: number;
  readonly plans: readonly RowOf<ReturnType<typeof findPlans>>[];
  readonly ranges: readonly RangeInUse[];
  readonly series: readonly RowOf<ReturnType<typeof findSeries>>[];
  readonly warnings: readonly ConfigurationWarning[];
  /** Alerts that the operator got of such warnings, the oldest first. */
  readonly raised: readonly RaisedAlert[];
  /** Newest first. */
  readonly outcomes: readonly { readonly atMs: number; readonly isAnswered: boolean }[];
}

/**
 * The state of a company where it lives; `nowMs` in epoch milliseconds. Alerts are those of the same database: where the company
 * lives in another one than the directory, there are none.
 */
export async function readCompanyState(db: Database, companyId: number, nowMs: number): Promise<CompanyState> {
  const latest = (module: Module) => findOutcomes({ companyId, module, limit: OUTCOMES });
  const { feOutcomes, dseOutcomes, ownPlans, ownRanges, ownSeries, raised, ...configuration } = await runNamed(db, {
    ...selectConfiguration({ from: companyId, to: companyId }, nowMs),
    ownPlans: findPlans({ companyId, year: yearOf(dateInBogota(nowMs)) }),
    ownRanges: findRanges({ companyId }),
    ownSeries: findSeries({ companyId }),
    raised: findRaised({ from: `company:${companyId} `, to: `company:${companyId}!` }),
    feOutcomes: latest("fe"),
    dseOutcomes: latest("dse"),
  });
  return {
    readAtMs: nowMs,
    plans: ownPlans,
    ranges: ownRanges,
    series: ownSeries,
    warnings: judgeConfiguration(configuration, nowMs),
    raised,
    outcomes: [...feOutcomes, ...dseOutcomes].flatMap(toOutcome).sort((one, other) => other.atMs - one.atMs),
  };
}

type ChangeRow = RowOf<ReturnType<typeof findOutcomes>>;

/** What a change says of the authority; the creation of a document says nothing. */
function toOutcome({ sequence, state }: ChangeRow): CompanyState["outcomes"] {
  if (state === "en_proceso_http") return [{ atMs: sequence, isAnswered: false }];
  return state === "aceptado" || state === "rechazado" ? [{ atMs: sequence, isAnswered: true }] : [];
}
