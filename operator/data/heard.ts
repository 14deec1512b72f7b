// Lists what the operator hears of companies, the worst first: warnings that hold, and what the service reported in the last day, without what is kept quiet.
import { and, desc, eq, gte, isNull, notInArray, sql } from "drizzle-orm";
import { keyOf, severityOf } from "../../src/cron/alert-matter.ts";
import { build, type Database, runNamed } from "../../src/store/base/db.ts";
import { type AlertDetail, alerts } from "../../src/store/base/schema.ts";
import { readCompanyNames, type StoredAlert } from "../../src/store/watch/alerts.ts";
import { findWarnings, type Warning } from "../../src/store/watch/health.ts";
import { findQuieting, listQuiet, type Quiet, type Severity, toHeard } from "../../src/store/watch/quiet.ts";
import type { Context } from "../command.ts";
import { findOver } from "./over.ts";
import { sortWarnings } from "./warning-order.ts";

const REPORTED_MS = 24 * 3_600_000;
const REPORTED_MOST = 100;
/** Reported as well, but looked for anew by each look. */
const LOOKED_FOR: readonly Warning["code"][] = [
  "software_missing",
  "certificate_missing",
  "certificate_ending",
  "range_missing",
  "range_ending",
  "series_stopped",
  "plan_missing",
  "plan_ending",
  "documents_pending",
];

/** What an operator may be told of, and may keep quiet. */
interface Named {
  readonly company: number | null;
  readonly code: string;
  readonly severity: Severity;
  readonly subject: string;
}

/** A warning that holds. */
export type Warned = Named & { readonly warning: Warning };
/** Something that the service raised once. */
export type Reported = Named & {
  readonly document: string | number | null;
  readonly about: readonly string[];
  /** ISO instant. */
  readonly raised_at: string;
};
/** The same with its facts, which pages say in their own words. */
export type Report = Reported & { readonly detail: AlertDetail };
/** What an operator keeps quiet, with who does, and until when. */
export type Quieted = Named & Pick<Quiet, "actor" | "reason" | "until">;

/**
 * All of one company, or of all (null).
 * @param isWanted of these codes and severities alone, also in the count of what is left out.
 */
export async function listHeard(
  context: Pick<Context, "db" | "nowMs"> & { readonly shards: readonly Pick<Context, "db">[] },
  companyId: number | null,
  isWanted: (one: Pick<Named, "code" | "severity">) => boolean = () => true,
) {
  const nowMs = context.nowMs();
  // The directory alone has alerts; a line about one company works on that company's database.
  const directory = companyId === null ? context.db : (context.shards[0]?.db ?? context.db);
  const databases = context.shards.length === 0 ? [context.db] : context.shards.map(({ db }) => db);
  const [found, { reports, others }] = await Promise.all([
    findWarnings(context.db, nowMs),
    listReports({ directory, databases }, companyId, nowMs, isWanted),
  ]);
  const own = found.filter((one) => (companyId === null || one.companyId === companyId) && isWanted(one));
  const warned = sortWarnings(own).map((warning): Warned => {
    const { companyId: company, ...named } = toHeard(warning, nowMs);
    return { ...named, company, warning };
  });
  // The directory has alerts of companies that live in other databases, and those keep what their operators said.
  const quietingOf = await readQuieting(
    reports.length === 0 ? [context.db] : databases,
    [...warned, ...reports],
    nowMs,
  );
  const quieted = [...warned, ...reports].flatMap((one): Quieted[] => {
    const { company, code, severity, subject } = one;
    const by = quietingOf(one);
    return by === undefined
      ? []
      : [{ company, code, severity, subject, actor: by.actor, reason: by.reason, until: by.until }];
  });
  return {
    warnings: warned.filter((one) => quietingOf(one) === undefined),
    reported: reports.filter((one) => quietingOf(one) === undefined),
    leftOut: others,
    quiet: quieted,
  };
}

/**
 * What the service reported of all companies in the last day, as `status` and the console list it: without what is over, what a
 * look at the rows finds as a warning, and what an operator keeps quiet.
 * @param databases all of them, the directory first.
 */
export async function listReported(databases: readonly [Database, ...Database[]], nowMs: number) {
  const { reports, others } = await listReports({ directory: databases[0], databases }, null, nowMs);
  const quietingOf = await readQuieting(databases, reports, nowMs);
  const reported = reports.filter((one) => quietingOf(one) === undefined);
  return { reported, leftOut: others + reports.length - reported.length };
}

/** Says of each of these by whom it is kept quiet; asks nothing where there are none. */
async function readQuieting(databases: readonly Database[], named: readonly Named[], nowMs: number) {
  const ids = named.map(({ company }) => company ?? 0);
  const quiet = ids.length === 0 ? [] : (await Promise.all(databases.map((db) => listQuiet(db, ids)))).flat();
  return (one: Named) => findQuieting(quiet, { ...one, companyId: one.company ?? 0 }, nowMs);
}

/** What the service raised once within the last day and is not over, the newest first; and how many others it raised then. */
async function listReports(
  { directory, databases }: { readonly directory: Database; readonly databases: readonly Database[] },
  ofCompany: number | null,
  nowMs: number,
  isWanted: (one: Pick<Named, "code" | "severity">) => boolean = () => true,
): Promise<{ readonly reports: readonly Report[]; readonly others: number }> {
  const { code, subject, companyId, detail, raisedAt } = alerts;
  const since = new Date(nowMs - REPORTED_MS).toISOString();
  const whose = ofCompany === null ? undefined : ofCompany === 0 ? isNull(companyId) : eq(companyId, ofCompany);
  const isOfDay = and(gte(raisedAt, since), whose);
  const found = build.select({ code, subject, companyId, detail, raisedAt }).from(alerts);
  const said = sql<string | null>`${detail} ->> '$.severity'`;
  const { rows, counted } = await runNamed(directory, {
    rows: found
      .where(and(isOfDay, notInArray(code, [...LOOKED_FOR])))
      .orderBy(desc(raisedAt))
      .limit(REPORTED_MOST),
    counted: build
      .select({ code, said: said.as("said"), count: sql<number>`count(*)`.as("total") })
      .from(alerts)
      .where(isOfDay)
      .groupBy(code, said),
  });
  const isOver = await findOver(databases, rows);
  const lasting = rows.filter((row) => !isEnded(row, rows) && !isOver(row));
  const reports = lasting.map((row): Report => {
    const { companyId: _same, documentId = null, ...facts } = row.detail;
    const about = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    const who = { code: row.code, company: row.companyId, severity: readSeverity(row), subject: row.subject };
    return { ...who, document: documentId, about, raised_at: row.raisedAt, detail: row.detail };
  });
  const wanted = reports.filter(isWanted);
  const all = counted.filter((row) =>
    isWanted({ ...row, severity: readSeverity({ ...row, detail: sayAs(row.said) }) }),
  );
  const raised = all.reduce((sum, { count }) => sum + count, 0);
  return { reports: wanted, others: Math.max(0, raised - wanted.length) };
}

/** The end of something is no more than a warning here. */
function readSeverity(row: Pick<StoredAlert, "code" | "detail">): Severity {
  return severityOf(row) === "critical" ? "critical" : "warning";
}

const sayAs = (severity: string | null): AlertDetail => (severity === null ? {} : { severity });

/** Whether its end was reported since. */
function isEnded(row: StoredAlert, rows: readonly StoredAlert[]): boolean {
  if (severityOf(row) === "resolved") return false;
  return rows.some(
    (other) => severityOf(other) === "resolved" && other.raisedAt > row.raisedAt && keyOf("", other) === keyOf("", row),
  );
}

/** The names of companies, by id. */
export async function readNames(
  db: Database,
  listed: readonly { readonly company: number | null }[],
): Promise<ReadonlyMap<number, string>> {
  const known = await readCompanyNames(
    db,
    listed.flatMap(({ company }) => company ?? []),
  );
  return new Map([...known].map(([id, { name }]) => [id, name]));
}
