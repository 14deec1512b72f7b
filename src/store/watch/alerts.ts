// Keeps the warnings of the service: each is raised once, and stays until the operator received it.
import { and, isNull, sql } from "drizzle-orm";
import { build, type Database, run, statement } from "../base/db.ts";
import { alerts } from "../base/schema.ts";

type AlertRow = Readonly<typeof alerts.$inferSelect>;

/** Something worth an operator's attention: about what, and at which threshold. One code and subject is raised once. */
export type NewAlert = Pick<AlertRow, "code" | "subject" | "companyId" | "detail">;

/** An alert as stored; `raisedAt` is an ISO instant. */
export type StoredAlert = NewAlert & Pick<AlertRow, "raisedAt">;

const { code, subject, companyId, detail, raisedAt, deliveredAt } = alerts;
const stored = { code, subject, companyId, detail, raisedAt };
/** Statements of one transaction. */
const AT_ONCE = 40;

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
