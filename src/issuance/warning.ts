// What will stop a company from issuing into structured log lines with stable codes, and into one message to the operator.
import type { Env } from "../env.ts";
import { CERTIFICATE_WARNING_DAYS, findWarnings, type Warning } from "../store/health.ts";
import { describeError } from "./turn.ts";

/** Once a day, at seven in the morning in Bogotá; documents that wait are told of every ten minutes. */
const DAILY_MINUTE = 12 * 60;
const PENDING_EVERY_MINUTES = 10;
const DAY_MINUTES = 24 * 60;
const TIMEOUT_MS = 5_000;

/** The part of `fetch` that delivers a message. */
type Post = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Logs the warnings that are due at a minute, and posts them as JSON to ALERT_URL when there is one.
 * @param nowMs epoch milliseconds of the cron.
 * @returns how many were due.
 */
export async function reportWarnings(env: Env, nowMs: number, post: Post = fetch): Promise<number> {
  const minute = Math.floor(nowMs / 60_000) % DAY_MINUTES;
  if (minute % PENDING_EVERY_MINUTES !== 0) return 0;
  const warnings = (await findWarnings(env.DB, nowMs)).filter((warning) => isDue(warning, minute));
  for (const warning of warnings) console.warn(JSON.stringify({ level: "warn", ...warning }));
  if (warnings.length > 0 && env.ALERT_URL !== undefined && env.ALERT_URL !== "") {
    await deliver(env.ALERT_URL, { at: new Date(nowMs).toISOString(), warnings }, post);
  }
  return warnings.length;
}

function isDue(warning: Warning, minute: number): boolean {
  if (warning.code === "documents_pending") return true;
  if (minute !== DAILY_MINUTE) return false;
  if (warning.code !== "certificate_ending") return true;
  return warning.daysLeft < 1 || CERTIFICATE_WARNING_DAYS.includes(warning.daysLeft);
}

/** A message that does not arrive is a warning of its own; the log has had them all. */
async function deliver(url: string, message: unknown, post: Post): Promise<void> {
  try {
    const response = await post(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return;
    console.warn(JSON.stringify({ level: "warn", code: "alert_undelivered", status: response.status }));
  } catch (cause) {
    console.warn(JSON.stringify({ level: "warn", code: "alert_undelivered", error: describeError(cause) }));
  }
}
