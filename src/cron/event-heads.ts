// Archives the last audit event of every chain once a day, and warns when the database no longer holds the events of the
// previous file.
import { DAY_MS, dateInBogota } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { createArchive, digestFile } from "../store/archive/files.ts";
import {
  type AuditKeys,
  buildDayFile,
  dayPath,
  type Head,
  importAuditKeys,
  type KeptDay,
  readDay,
} from "../store/audit/event-head.ts";
import { findChangedHeads, listHeads } from "../store/audit/events.ts";
import { openDatabase } from "../store/base/db.ts";
import { fromAll, openAll } from "../store/base/home.ts";
import { type NewAlert, raiseAlerts } from "../store/watch/alerts.ts";
import { writeWarning } from "../telemetry/alert.ts";

/** How far back the previous file is searched for, in case the cron did not run for a while. */
const DAYS_BACK = 31;

const CODE = "events_changed";
const MAC_SHOWN = 16;

/** The last day whose file is known to exist, by bucket, so that an isolate checks once a day. */
const kept = new WeakMap<R2Bucket, string>();

/**
 * Writes the heads of the day (in Bogotá) unless they are there, and compares D1 with those of the day before.
 * Does nothing without AUDIT_KEY: a head that anyone could forge proves nothing.
 * @param nowMs epoch milliseconds of the cron.
 */
export async function keepHeads(env: Env, nowMs: number): Promise<void> {
  const { AUDIT_KEY: text = "", FILES: bucket } = env;
  const day = dateInBogota(nowMs);
  if (text === "" || kept.get(bucket) === day) return;
  const archive = createArchive(bucket);
  if ((await archive.get(dayPath(day))) === undefined) {
    const keys = await importAuditKeys(text);
    await warnOfChanges(env, keys, nowMs);
    const { path, bytes, label } = await buildDayFile(keys, day, await fromAll(env, listHeads));
    // Another isolate may have been faster; its file stays.
    await archive.putOnce(path, bytes, await digestFile(bytes), label);
  }
  kept.set(bucket, day);
}

async function warnOfChanges(env: Env, keys: AuditKeys, nowMs: number): Promise<void> {
  const before = await findDayBefore(env, keys, nowMs);
  if (before === undefined) return;
  const { day, heads, isGenuine, mac } = before;
  const changed = isGenuine === false ? [{ companyId: 0, sequence: 0 }] : await findChanged(env, heads);
  if (changed.length === 0) return;
  // Always logged too: an attacker who can change the events can also change the table of warnings.
  for (const { companyId, sequence } of changed) writeWarning(CODE, { companyId, day, sequence });
  const alerts = changed.map(({ companyId, sequence }): NewAlert => {
    // The same for each attempt, yet not predictable from the database alone, so that the alert cannot be suppressed in advance.
    const subject = `company:${companyId} day:${day} ${mac.slice(0, MAC_SHOWN)}`;
    return { code: CODE, subject, companyId, detail: { day, sequence } };
  });
  await raiseAlerts(openDatabase(env.DB, "alert"), alerts, new Date(nowMs).toISOString());
}

/** Heads whose events no database holds; a company and its events may have moved to another database since. */
async function findChanged(env: Env, heads: readonly Head[]): Promise<readonly Head[]> {
  let changed = heads;
  for (const db of openAll(env)) changed = await findChangedHeads(db, changed);
  return changed;
}

async function findDayBefore(env: Env, keys: AuditKeys, nowMs: number): Promise<KeptDay | undefined> {
  for (let days = 1; days <= DAYS_BACK; days += 1) {
    const path = dayPath(dateInBogota(nowMs - days * DAY_MS));
    const bytes = await createArchive(env.FILES).get(path);
    if (bytes !== undefined) return readDay(keys, path, bytes);
  }
  return undefined;
}
