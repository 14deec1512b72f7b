// Runs one minute of the cron for one company, and ignores documents that other tests left waiting.
import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../src/index.ts";

/**
 * Runs the Worker's own cron at an epoch millisecond. It pokes a bounded number of documents, the longest overdue first:
 * rows of every other company are put off for ever.
 */
export async function runCron(companyId: number, scheduledTime: number): Promise<void> {
  const putOff =
    "UPDATE documents SET due_at = '9999-12-31T00:00:00.000Z' WHERE company_id <> ?1 AND due_at IS NOT NULL";
  await env.DB.prepare(putOff).bind(companyId).run();
  await worker.scheduled(createScheduledController({ scheduledTime, cron: "* * * * *" }), env);
}
