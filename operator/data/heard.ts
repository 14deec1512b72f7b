// Lists what the operator hears of companies, the worst first: warnings that hold, and what the service reported in the last day, without what is kept quiet.
import { and, desc, eq, gte, isNull, notInArray } from "drizzle-orm";
import { severityOf } from "../../src/cron/alert-matter.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { alerts } from "../../src/store/base/schema.ts";
import { readCompanyNames } from "../../src/store/watch/alerts.ts";
import { findWarnings, type Warning } from "../../src/store/watch/health.ts";
import { findQuieting, listQuiet, type Quiet, type Severity, toHeard } from "../../src/store/watch/quiet.ts";
import type { Context } from "../command.ts";

const REPORTED_MS = 24 * 3_600_000;
const REPORTED_MOST = 100;
/** Reported as well, but looked for anew by each look. */
const LOOKED_FOR: readonly Warning["code"][] = [
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
/** The same, with who keeps it quiet, and until when. */
export type Quieted = Named & Pick<Quiet, "actor" | "reason" | "until">;

/** All of one company, or of all (null). */
export async function listHeard(context: Pick<Context, "db" | "shards" | "nowMs">, companyId: number | null) {
  const nowMs = context.nowMs();
  // The directory alone has alerts; a line about one company works on that company's database.
  const directory = companyId === null ? context.db : (context.shards[0]?.db ?? context.db);
  const [found, reports] = await Promise.all([
    findWarnings(context.db, nowMs),
    listReported(directory, companyId, nowMs),
  ]);
  const warned = found
    .filter((one) => companyId === null || one.companyId === companyId)
    .map((warning): Warned => {
      const { companyId: company, ...named } = toHeard(warning, nowMs);
      return { ...named, company, warning };
    })
    .sort((one, other) => Number(other.severity === "critical") - Number(one.severity === "critical"));
  // The directory has alerts of companies that live in other databases, and those keep what their operators said.
  const databases = reports.length === 0 || context.shards.length === 0 ? [context] : context.shards;
  const ids = [...warned, ...reports].map(({ company }) => company ?? 0);
  const quiet = (await Promise.all(databases.map(({ db }) => listQuiet(db, ids)))).flat();
  const quietingOf = (one: Named) => findQuieting(quiet, { ...one, companyId: one.company ?? 0 }, nowMs);
  const quieted = [...warned, ...reports].flatMap(({ company, code, severity, subject }): Quieted[] => {
    const by = quietingOf({ company, code, severity, subject });
    if (by === undefined) return [];
    return [{ company, code, severity, subject, actor: by.actor, reason: by.reason, until: by.until }];
  });
  return {
    warnings: warned.filter((one) => quietingOf(one) === undefined),
    reported: reports.filter((one) => quietingOf(one) === undefined),
    quiet: quieted,
  };
}

/** Warnings of single documents, secrets and webhooks of the last day, the newest first: the service raised them once. */
async function listReported(db: Database, ofCompany: number | null, nowMs: number): Promise<Reported[]> {
  const { code, subject, companyId, detail, raisedAt } = alerts;
  const since = new Date(nowMs - REPORTED_MS).toISOString();
  const whose = ofCompany === null ? undefined : ofCompany === 0 ? isNull(companyId) : eq(companyId, ofCompany);
  const isShown = and(gte(raisedAt, since), notInArray(code, [...LOOKED_FOR]), whose);
  const found = build.select({ code, subject, companyId, detail, raisedAt }).from(alerts).where(isShown);
  const rows = await run(db, found.orderBy(desc(raisedAt)).limit(REPORTED_MOST));
  return rows.map((row) => {
    const { companyId: _same, documentId = null, ...facts } = row.detail;
    const about = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    const severity = severityOf(row) === "critical" ? "critical" : "warning";
    const who = { code: row.code, company: row.companyId, severity, subject: row.subject } as const;
    return { ...who, document: documentId, about, raised_at: row.raisedAt };
  });
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
