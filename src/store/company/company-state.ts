// Reads in one round trip what a company issues with, and what will stop it: plans, ranges, series, warnings, the authority.
import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Company } from "../../domain/company.ts";
import { type BrakeState, RELEASED } from "../../domain/document/brake.ts";
import { dateInBogota, yearOf } from "../../domain/value/calendar.ts";
import { build, type Database, type RowOf, runNamed, statement } from "../base/db.ts";
import { environmentOfType } from "../base/module-environment.ts";
import { alerts, companies, plans, ranges, series } from "../base/schema.ts";
import { selectBrake } from "../watch/brake.ts";
import { type ConfigurationWarning, judgeConfiguration, leftOf, selectConfiguration } from "../watch/health.ts";

const findPlans = statement(["companyId", "year"], (value) =>
  build
    .select({ module: plans.module, year: plans.year, allowance: plans.allowance, used: plans.used })
    .from(plans)
    .where(and(eq(plans.companyId, value.companyId), eq(plans.year, value.year))),
);

// Those for contingency last.
const findRanges = statement(["companyId"], ({ companyId }) => {
  const { kind, prefix, resolution, fromNumber, toNumber, nextNumber, validFrom, validTo, isActive, id } = ranges;
  return build
    .select({
      ...{ kind, prefix, resolution, fromNumber, toNumber, nextNumber, validFrom, validTo },
      left: leftOf(ranges).as("left"),
    })
    .from(ranges)
    .where(and(eq(ranges.companyId, companyId), eq(isActive, true)))
    .orderBy(desc(kind), validTo, id);
});
/** A range in use; `left` is 0 where another system's number has stopped it. */
export type RangeInUse = RowOf<ReturnType<typeof findRanges>>;

// Of the environment in which the company issues now.
const findSeries = statement(["companyId"], ({ companyId }) =>
  build
    .select({ typeCode: series.typeCode, prefix: series.prefix, nextNumber: series.nextNumber })
    .from(series)
    .innerJoin(
      companies,
      and(eq(companies.id, series.companyId), eq(environmentOfType(series.typeCode), series.environment)),
    )
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
  /** What is known of the authority's environment, for all companies. */
  readonly brake: BrakeState;
}

/** Where a company lives, and the directory, which has the alerts and what is known of the authority; the same one on most installations. */
interface Places {
  readonly home: Database;
  readonly directory: Database;
}

/** The state of a company at an instant (epoch milliseconds): one read of each database. */
export async function readCompanyState(
  { home, directory }: Places,
  { id, environment }: Pick<Company, "id" | "environment">,
  nowMs: number,
): Promise<CompanyState> {
  const own = {
    ...selectConfiguration({ from: id, to: id }, nowMs),
    ownPlans: findPlans({ companyId: id, year: yearOf(dateInBogota(nowMs)) }),
    ownRanges: findRanges({ companyId: id }),
    ownSeries: findSeries({ companyId: id }),
  };
  const shared = {
    raised: findRaised({ from: `company:${id} `, to: `company:${id}!` }),
    brake: selectBrake(environment),
  };
  const runInBoth = async () => {
    const [ofHome, ofDirectory] = await Promise.all([runNamed(home, own), runNamed(directory, shared)]);
    return { ...ofHome, ...ofDirectory };
  };
  const { ownPlans, ownRanges, ownSeries, raised, brake, ...configuration } =
    home === directory ? await runNamed(home, { ...own, ...shared }) : await runInBoth();
  return {
    readAtMs: nowMs,
    plans: ownPlans,
    ranges: ownRanges,
    series: ownSeries,
    warnings: judgeConfiguration(configuration, nowMs),
    raised,
    brake: brake[0]?.state ?? RELEASED,
  };
}
