// Wakes the objects that have fallen behind: documents whose rows are overdue, webhooks with undelivered changes. Also hands the
// operators' resend and close orders to their objects.
import { withDeadline } from "../deadline.ts";
import { wakeWebhook } from "../delivery/stub.ts";
import { STATES } from "../domain/document/state.ts";
import type { Env } from "../env.ts";
import type { CloseResult, ResendResult } from "../issuance/contract/command.ts";
import { getIssuance } from "../issuance/contract/stub.ts";
import { toCondition } from "../issuance/port/brake-port.ts";
import { isAsking } from "../issuance/record/schedule.ts";
import { openDatabase, run } from "../store/base/db.ts";
import { fromAll, openAll, openHome } from "../store/base/home.ts";
import { listOverdue } from "../store/document/documents.ts";
import { AT_ONCE, hurry } from "../store/document/hurry.ts";
import { listBrakes } from "../store/watch/brake.ts";
import { closeResendOrder, listResendOrders } from "../store/watch/resend.ts";
import { listLagging } from "../store/watch/webhooks.ts";
import { runInParallel } from "./in-parallel.ts";

/** An alarm may be a minute late during failover; later than this it is lost. */
const GRACE_MS = 2 * 60_000;
/** An object that does not answer must not delay the others; its work goes on, and the next minute asks again. */
const ANSWER_WITHIN_MS = 30_000;
/** Objects woken per run: the next minute takes the next ones. */
const LIMIT = 200;
const WEBHOOK_LIMIT = 500;
/** Warning code for an object that could not be called. */
const FAILURE_CODE = "poke_failed";

/**
 * Wakes the objects whose rows are overdue: a lost alarm, or a lost journal.
 * @param nowMs epoch milliseconds.
 * @returns how many were woken.
 */
export async function wakeOverdue(env: Env, nowMs: number): Promise<number> {
  const before = new Date(nowMs - GRACE_MS).toISOString();
  const overdue = await fromAll(env, (db) => listOverdue(db, before, LIMIT));
  await runInParallel(overdue, FAILURE_CODE, ({ issuanceName, dueAt }) => {
    const woken = getIssuance(env, issuanceName).wake(issuanceName, dueAt === AT_ONCE);
    return withDeadline(woken, ANSWER_WITHIN_MS, "wake");
  });
  return overdue.length;
}

/**
 * What was sent into an outage is asked about as soon as it is over, and not when its own schedule says: by then it may be hourly.
 * @param nowMs epoch milliseconds.
 */
export async function hurryAfterOutage(env: Env, nowMs: number): Promise<void> {
  const nowIso = new Date(nowMs).toISOString();
  for (const { environment, state } of await listBrakes(openDatabase(env.DB, "alert"))) {
    const { state: condition, sinceMs } = toCondition(env, state, nowMs);
    if (condition !== "lenta" || sinceMs === null) continue;
    const states = STATES.filter(isAsking);
    const which = { environments: [environment], states, unmovedSince: new Date(sinceMs).toISOString() };
    await Promise.all(openAll(env).map((db) => run(db, hurry(which, nowIso))));
  }
}

/**
 * Hands the operators' open orders to their objects, and closes them with the answer.
 * @param nowMs epoch milliseconds.
 * @returns how many were handed over.
 */
export async function deliverResendOrders(env: Env, nowMs: number): Promise<number> {
  const orders = await fromAll(env, (db) => listResendOrders(db, LIMIT));
  await runInParallel(orders, FAILURE_CODE, async ({ id, companyId, issuanceName, kind, actor, approver, reason }) => {
    const issuance = getIssuance(env, issuanceName);
    const answer = issuance[kind]({ orderId: id, actor, approver, reason }) as Promise<ResendResult | CloseResult>;
    const result = await withDeadline(answer, ANSWER_WITHIN_MS, kind);
    const refusal = "reason" in result ? result.reason : undefined;
    // An order that failed for a passing reason stays open; one that the object decided is closed.
    if (refusal === "world-unreachable") return;
    const outcome = refusal === undefined ? result.type : `${result.type}: ${refusal}`;
    await closeResendOrder(openHome(env, companyId), id, outcome, new Date(nowMs).toISOString());
  });
  return orders.length;
}

/**
 * Wakes the objects of webhooks that are behind the feed, or have an order of an operator: a wake after a projection may be lost.
 * @returns how many were woken.
 */
export async function wakeLagging(env: Env): Promise<number> {
  const ids = await fromAll(env, (db) => listLagging(db, WEBHOOK_LIMIT));
  await runInParallel(ids, FAILURE_CODE, (id) => wakeWebhook(env, id));
  return ids.length;
}
