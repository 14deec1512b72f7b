// Lists what the operator hears of companies, the worst first: warnings that hold, and what the service reported in the last day, without what is kept quiet.
import { and, desc, eq, gte, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { keyOf, severityOf } from "../../src/cron/alert-matter.ts";
import { build, type Database, isAmong, run, runNamed } from "../../src/store/base/db.ts";
import { type AlertDetail, alerts, documents } from "../../src/store/base/schema.ts";
import { readCompanyNames, type StoredAlert } from "../../src/store/watch/alerts.ts";
import { findWarnings, type Warning } from "../../src/store/watch/health.ts";
import { findQuieting, listQuiet, type Quiet, type Severity, toHeard } from "../../src/store/watch/quiet.ts";
import type { Context } from "../command.ts";
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

/** Of a document whose fate nobody knows: over once it has its verdict. */
const OF_FATE: readonly string[] = ["send_unknown", "key_mismatch", "answer_contradicts_itself"];

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
/** The same, with who keeps it quiet, and until when. */
export type Quieted = Named & Pick<Quiet, "actor" | "reason" | "until">;

/** The same with its facts, which pages say in their own words. */
export type Report = Reported & { readonly detail: AlertDetail };

/** All of one company, or of all (null). */
export async function listHeard(context: Pick<Context, "db" | "shards" | "nowMs">, companyId: number | null) {
  const nowMs = context.nowMs();
  // The directory alone has alerts; a line about one company works on that company's database.
  const directory = companyId === null ? context.db : (context.shards[0]?.db ?? context.db);
  const databases = context.shards.length === 0 ? [context.db] : context.shards.map(({ db }) => db);
  const [found, { reports, others }] = await Promise.all([
    findWarnings(context.db, nowMs),
    listReports({ directory, databases }, companyId, nowMs),
  ]);
  const own = found.filter((one) => companyId === null || one.companyId === companyId);
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
    reported: reports.filter((one) => quietingOf(one) === undefined).map(({ detail: _facts, ...one }): Reported => one),
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
): Promise<{ readonly reports: readonly Report[]; readonly others: number }> {
  const { code, subject, companyId, detail, raisedAt } = alerts;
  const since = new Date(nowMs - REPORTED_MS).toISOString();
  const whose = ofCompany === null ? undefined : ofCompany === 0 ? isNull(companyId) : eq(companyId, ofCompany);
  const isOfDay = and(gte(raisedAt, since), whose);
  const found = build.select({ code, subject, companyId, detail, raisedAt }).from(alerts);
  const { rows, counted } = await runNamed(directory, {
    rows: found
      .where(and(isOfDay, notInArray(code, [...LOOKED_FOR])))
      .orderBy(desc(raisedAt))
      .limit(REPORTED_MOST),
    counted: build.select({ count: sql<number>`count(*)` }).from(alerts).where(isOfDay),
  });
  const settled = await findSettled(databases, rows);
  const lasting = rows.filter(
    (row) => !isEnded(row, rows) && !(OF_FATE.includes(row.code) && settled.has(row.detail.documentId ?? null)),
  );
  const reports = lasting.map((row): Report => {
    const { companyId: _same, documentId = null, ...facts } = row.detail;
    const about = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    const severity = severityOf(row) === "critical" ? "critical" : "warning";
    const who = { code: row.code, company: row.companyId, severity, subject: row.subject } as const;
    return { ...who, document: documentId, about, raised_at: row.raisedAt, detail: row.detail };
  });
  return { reports, others: Math.max(0, (counted[0]?.count ?? 0) - reports.length) };
}

/** Whether its end was reported since. */
function isEnded(row: StoredAlert, rows: readonly StoredAlert[]): boolean {
  if (severityOf(row) === "resolved") return false;
  return rows.some(
    (other) => severityOf(other) === "resolved" && other.raisedAt > row.raisedAt && keyOf("", other) === keyOf("", row),
  );
}

/** The documents whose fate was reported as unknown, and which have their verdict since. */
async function findSettled(
  databases: readonly Database[],
  rows: readonly StoredAlert[],
): Promise<ReadonlySet<string | number | null>> {
  const ids = rows.flatMap(({ code, detail: { documentId } }) =>
    OF_FATE.includes(code) && typeof documentId === "number" ? [documentId] : [],
  );
  if (ids.length === 0) return new Set();
  const { id, state } = documents;
  const isSettled = and(isAmong(id, ids), inArray(state, ["aceptado", "rechazado"]));
  const settling = build.select({ id }).from(documents).where(isSettled);
  const found = await Promise.all(databases.map((db) => run(db, settling)));
  return new Set(found.flat().map((row) => row.id));
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
