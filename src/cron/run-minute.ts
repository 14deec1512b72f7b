// Runs everything that the cron does each minute; a part that fails is reported and stops no other.
import type { Post } from "../delivery/send.ts";
import type { Env } from "../env.ts";
import { confirmStorage } from "../store/archive/files.ts";
import { openAll } from "../store/base/home.ts";
import { dropOldAcquirers } from "../store/company/acquirers.ts";
import { dropOldChanges } from "../store/watch/changes.ts";
import { keepAlert, writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { sendHeartbeat } from "./alert-webhook.ts";
import { keepConfiguration } from "./configuration.ts";
import { keepHeads } from "./event-heads.ts";
import { auditJournals } from "./journal-audit.ts";
import { forgetAddresses, wakeMailers } from "./mail.ts";
import { deliverResendOrders, hurryAfterOutage, wakeLagging, wakeOverdue } from "./overdue.ts";
import { retireJournals } from "./retire-journals.ts";
import { reportWarnings } from "./warning.ts";

/** Warning code for a part of the work that failed. */
const FAILURE_CODE = "cron_failed";

type Work = (env: Env, nowMs: number) => Promise<unknown>;

/**
 * Does what the cron does each minute; it never throws.
 * @param nowMs epoch milliseconds.
 */
export async function runMinute(env: Env, nowMs: number, post: Post = (url, init) => fetch(url, init)): Promise<void> {
  try {
    await confirmStorage(env);
  } catch (cause) {
    // Not kept as an alert either: that would be written into the other one's database. The missing heartbeat warns.
    return writeWarning("foreign_storage", { error: describeError(cause) });
  }
  const first = { wake: wakeOverdue, resend: deliverResendOrders, warn: reportWarnings, heads: keepHeads };
  // Before what is due is woken: it makes documents due.
  const failed = await runAll({ hurry: hurryAfterOutage }, env, nowMs);
  failed.push(...(await runAll(first, env, nowMs)));
  // Only what sends e-mail has any that is late, or old.
  if (env.EMAIL !== undefined)
    failed.push(...(await runAll({ mail: wakeMailers, forget: forgetAddresses }, env, nowMs)));
  // Last: it asks the most objects, and no document waits for it.
  const last = {
    copy: keepConfiguration,
    audit: auditJournals,
    prune: dropOld,
    webhooks: wakeLagging,
    retire: retireJournals,
  };
  failed.push(...(await runAll(last, env, nowMs)));
  // A beat that is missing warns by itself, also where D1 could not keep the alert.
  if (failed.length === 0) await sendHeartbeat(env, post);
}

function dropOld(env: Env, nowMs: number): Promise<unknown> {
  return Promise.all(openAll(env).flatMap((db) => [dropOldChanges(db, nowMs), dropOldAcquirers(db, nowMs)]));
}

/** @returns the steps that failed. */
async function runAll(works: Readonly<Record<string, Work>>, env: Env, nowMs: number): Promise<string[]> {
  const failed: string[] = [];
  const running = Object.entries(works).map(async ([step, work]) => {
    try {
      await work(env, nowMs);
    } catch (cause) {
      failed.push(step);
      const error = describeError(cause);
      writeWarning(FAILURE_CODE, { step, error });
      // Once an hour and step: most of it passes with the next minute.
      const subject = `cron ${step} hour:${new Date(nowMs).toISOString().slice(0, 13)}`;
      await keepAlert(env, {
        code: FAILURE_CODE,
        subject,
        companyId: null,
        detail: { severity: "warning", step, error },
      });
    }
  });
  await Promise.all(running);
  return failed;
}
