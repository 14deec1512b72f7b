// Reads the webhooks of companies for their objects and the cron, and keeps what the objects report.

import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { MODULES, type Module } from "../../domain/company.ts";
import { build, type Database, findOne, run, statement } from "../base/db.ts";
import { isAtHome, isRead } from "../base/home.ts";
import { changes, webhooks } from "../base/schema.ts";
import { raiseAlerts } from "./alerts.ts";

/** A webhook as stored; secrets are sealed. */
export type WebhookRow = Readonly<typeof webhooks.$inferSelect>;

const findById = statement(["id"], ({ id }) =>
  build
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), isRead(webhooks.companyId))),
);

/** A webhook of a company that is read in this database. */
export function findWebhook(db: Database, id: string): Promise<WebhookRow | undefined> {
  return findOne(db, findById({ id }));
}

const shown = {
  id: webhooks.id,
  url: webhooks.url,
  disabledAt: webhooks.disabledAt,
  disabledBecause: webhooks.disabledBecause,
  waiting: webhooks.waiting,
  lastSuccessAt: webhooks.lastSuccessAt,
  lastFailureAt: webhooks.lastFailureAt,
  lastFailure: webhooks.lastFailure,
};
const findOfCompany = statement(["companyId"], ({ companyId }) =>
  build.select(shown).from(webhooks).where(eq(webhooks.companyId, companyId)).orderBy(webhooks.createdAt, webhooks.id),
);

/** The webhooks of a company where it lives, the oldest first, without their secrets. */
export function listWebhooks(db: Database, companyId: number) {
  return run(db, findOfCompany({ companyId }));
}

/** What an object reports of its deliveries. */
type WebhookReport = Pick<WebhookRow, "reached" | "seenRevision" | "testedId" | "waiting"> &
  Partial<Pick<WebhookRow, "lastSuccessAt" | "lastFailureAt" | "lastFailure">>;

/** Keeps what an object reports; members that it leaves out stay. */
export async function reportWebhook(db: Database, id: string, report: WebhookReport): Promise<void> {
  await run(db, build.update(webhooks).set(report).where(eq(webhooks.id, id)));
}

/**
 * Disables a webhook that cannot be delivered to, unless an operator has moved it meanwhile; an alert says so first.
 * @param nowIso ISO instant.
 */
export async function disableWebhook(
  directory: Database,
  db: Database,
  { id, companyId, revision }: Pick<WebhookRow, "id" | "companyId" | "revision">,
  because: "gone" | "failing",
  nowIso: string,
): Promise<void> {
  const detail = { companyId, webhook: id, because, day: nowIso.slice(0, 10) };
  const alert = { code: "webhook_disabled", subject: `webhook:${id} revision:${revision}`, companyId, detail };
  // The alert first: a death between the two leaves a webhook that is tried once more and then disabled.
  await raiseAlerts(directory, [alert], nowIso);
  const isSame = and(eq(webhooks.id, id), eq(webhooks.revision, revision), isNull(webhooks.disabledAt));
  await run(db, build.update(webhooks).set({ disabledAt: nowIso, disabledBecause: because }).where(isSame));
}

/** Enabled webhooks that have not reported the newest change of their company, or an operator's order. */
export async function listLagging(db: Database, limit: number): Promise<readonly string[]> {
  const { id, companyId, reached, seenRevision, revision, testId, testedId, disabledAt } = webhooks;
  const last = (module: Module) =>
    sql`(SELECT max(${changes.sequence}) FROM ${changes} WHERE ${changes.companyId} = ${companyId} AND ${changes.module} = ${module})`;
  const isBehind = or(
    ...MODULES.map((module) => sql`${last(module)} > ${reached}`),
    gt(revision, seenRevision),
    and(isNotNull(testId), sql`${testId} IS NOT ${testedId}`),
  );
  const lagging = build
    .select({ id })
    .from(webhooks)
    .where(and(isNull(disabledAt), isBehind, isAtHome(companyId)));
  return (await run(db, lagging.orderBy(reached).limit(limit))).map((row) => row.id);
}
