// Runs everything that the cron does each minute; a part that fails is reported and stops no other.
import type { Env } from "../env.ts";
import { openAll } from "../store/base/home.ts";
import { dropOldAcquirers } from "../store/company/acquirers.ts";
import { dropOldChanges } from "../store/watch/changes.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { keepHeads } from "./event-heads.ts";
import { auditJournals } from "./journal-audit.ts";
import { forgetAddresses, wakeMailers } from "./mail.ts";
import { deliverResendOrders, wakeLagging, wakeOverdue } from "./overdue.ts";
import { retireJournals } from "./retire-journals.ts";
import { reportWarnings } from "./warning.ts";

type Work = (env: Env, nowMs: number) => Promise<unknown>;

/**
 * Does what the cron does each minute; it never throws.
 * @param nowMs epoch milliseconds.
 */
export async function runMinute(env: Env, nowMs: number): Promise<void> {
  await runAll({ wake: wakeOverdue, resend: deliverResendOrders, warn: reportWarnings, heads: keepHeads }, env, nowMs);
  // Only what sends e-mail has any that is late, or old.
  if (env.EMAIL !== undefined) await runAll({ mail: wakeMailers, forget: forgetAddresses }, env, nowMs);
  // Last: it asks the most objects, and no document waits for it.
  await runAll({ audit: auditJournals, prune: dropOld, webhooks: wakeLagging, retire: retireJournals }, env, nowMs);
}

function dropOld(env: Env, nowMs: number): Promise<unknown> {
  return Promise.all(openAll(env).flatMap((db) => [dropOldChanges(db, nowMs), dropOldAcquirers(db, nowMs)]));
}

async function runAll(works: Readonly<Record<string, Work>>, env: Env, nowMs: number): Promise<void> {
  const running = Object.entries(works).map(async ([step, work]) => {
    try {
      await work(env, nowMs);
    } catch (cause) {
      writeWarning("cron_failed", { step, error: describeError(cause) });
    }
  });
  await Promise.all(running);
}
