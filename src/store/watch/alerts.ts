// Keeps the warnings of the service: each is raised once, and stays until the operator received it.
import { and, gte, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "../../domain/value/calendar.ts";
import { build, type Database, isAmong, run, statement } from "../base/db.ts";
import { alerts, companies } from "../base/schema.ts";

type AlertRow = Readonly<typeof alerts.$inferSelect>;

/** Something worth an operator's attention: about what, and at which threshold. One code and subject is raised once. */
export type NewAlert = Pick<AlertRow, "code" | "subject" | "companyId" | "detail">;

/** An alert as stored; `raisedAt` is an ISO instant. */
export type StoredAlert = NewAlert & Pick<AlertRow, "raisedAt">;

const { code, subject, companyId, detail, raisedAt, deliveredAt } = alerts;
const stored = { code, subject, companyId, detail, raisedAt };
/** Statements of one transaction. */
const AT_ONCE = 40;
/** How long an alert is kept that was delivered and holds no more. */
const KEPT_DAYS = 90;
/** How long one is kept that nothing tells when it holds no more, or that nobody took. */
const MOST_DAYS = 400;
/** Rows of one statement: what a run leaves, the next one takes. */
const DROPPED_AT_ONCE = 1_000;
const RAISED_MOST = 1_000;

const insertAlert = statement(["code", "subject", "companyId", "detail", "raisedAt"], (value) =>
  build
    .insert(alerts)
    .values(value)
    .onConflictDoNothing({ target: [code, subject] })
    .returning(stored),
);

/**
 * Keeps alerts that were not raised before (`nowIso` an ISO instant).
 * @returns the new ones.
 */
export async function raiseAlerts(db: Database, raised: readonly NewAlert[], nowIso: string): Promise<StoredAlert[]> {
  const kept: StoredAlert[] = [];
  for (let start = 0; start < raised.length; start += AT_ONCE) {
    const [first, ...others] = raised
      .slice(start, start + AT_ONCE)
      .map((alert) => insertAlert({ ...alert, raisedAt: nowIso }));
    if (first !== undefined) kept.push(...(await db.batch([first, ...others])).flat());
  }
  return kept;
}

/** Alerts that were not delivered yet: those that can wait behind all others, each the oldest first. */
export function listUndelivered(db: Database, limit: number): Promise<StoredAlert[]> {
  const canWait = sql`coalesce(${detail} ->> '$.severity' = 'warning', 0)`;
  return run(db, build.select(stored).from(alerts).where(isNull(deliveredAt)).orderBy(canWait, raisedAt).limit(limit));
}

/** Alerts of some codes that were raised since an ISO instant, the oldest first. */
export function listRaised(db: Database, codes: readonly string[], sinceIso: string): Promise<StoredAlert[]> {
  const isAsked = and(isAmong(code, codes), gte(raisedAt, sinceIso));
  return run(db, build.select(stored).from(alerts).where(isAsked).orderBy(raisedAt).limit(RAISED_MOST));
}

/** How people call companies, by id; of the directory, which has every company. */
export async function readCompanyNames(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly nit: string }>> {
  if (ids.length === 0) return new Map();
  const { id, name, nit } = companies;
  const rows = await run(
    db,
    build
      .select({ id, name, nit })
      .from(companies)
      .where(isAmong(id, [...new Set(ids)])),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Marks alerts as delivered (`nowIso` an ISO instant). */
export async function markDelivered(db: Database, delivered: readonly StoredAlert[], nowIso: string): Promise<void> {
  const keys = JSON.stringify(delivered.map((alert) => ({ code: alert.code, subject: alert.subject })));
  const isDelivered = sql`(${code}, ${subject}) IN
    (SELECT value ->> '$.code', value ->> '$.subject' FROM json_each(${keys}))`;
  await run(
    db,
    build
      .update(alerts)
      .set({ deliveredAt: nowIso })
      .where(and(isNull(deliveredAt), isDelivered)),
  );
}

const drop = statement(["before", "longBefore", "holding", "limit"], ({ before, longBefore, holding, limit }) => {
  const holds = sql`(${code}, ${subject}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${holding}))`;
  // Of a document, or of a company as a whole: raised where it is met, and not looked for.
  const isMet = sql`(${subject} LIKE 'document:%' OR ${subject} NOT LIKE '% %')`;
  const old = sql`SELECT rowid FROM ${alerts} WHERE ${raisedAt} < ${before} AND NOT ${holds}
    AND (${raisedAt} < ${longBefore} OR (${deliveredAt} IS NOT NULL AND NOT ${isMet})) LIMIT CAST(${limit} AS INTEGER)`;
  return build.delete(alerts).where(sql`rowid IN (${old})`);
});

/**
 * Drops old alerts, a bounded number of them; one that holds stays, so that it is not raised again.
 * @param holding what is the case now, of all that is looked for.
 * @param nowMs epoch milliseconds.
 */
export async function dropOldAlerts(db: Database, holding: readonly NewAlert[], nowMs: number): Promise<void> {
  const ago = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const keys = JSON.stringify(holding.map((alert) => [alert.code, alert.subject]));
  await run(db, drop({ before: ago(KEPT_DAYS), longBefore: ago(MOST_DAYS), holding: keys, limit: DROPPED_AT_ONCE }));
}
