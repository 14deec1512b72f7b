// Posts new alerts to the operator's webhook, again each minute until it accepts them.
import { startDeadline } from "../deadline.ts";
import type { Post } from "../delivery/send.ts";
import type { Env } from "../env.ts";
import { openDatabase } from "../store/base/db.ts";
import { listUndelivered, markDelivered, type StoredAlert } from "../store/watch/alerts.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";

const TIMEOUT_MS = 10_000;
const AT_ONCE = 50;

/**
 * Posts the new alerts to the operator's webhook; those that it does not accept stay for the next minute.
 * Nothing happens without ALERT_URL. The address may hold a secret of its own, so it is never repeated.
 * @param nowMs epoch milliseconds.
 * @returns how many were taken.
 */
export async function deliverAlerts(env: Env, nowMs: number, post: Post): Promise<number> {
  const { ALERT_URL: address = "" } = env;
  if (address === "") return 0;
  const alerts = await listUndelivered(openDatabase(env.DB, "alert"), AT_ONCE);
  if (alerts.length === 0) return 0;
  const failure = isSafe(address) ? await postAlerts(address, alerts, post) : "ALERT_URL is not an https address";
  if (failure !== undefined) {
    writeWarning("alert_undelivered", { count: alerts.length, error: failure });
    return 0;
  }
  await markDelivered(openDatabase(env.DB, "alert"), alerts, new Date(nowMs).toISOString());
  return alerts.length;
}

function isSafe(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

/** @returns why it was not taken; undefined when it was. */
async function postAlerts(address: string, alerts: readonly StoredAlert[], post: Post): Promise<string | undefined> {
  const body = JSON.stringify({
    // What chat services show.
    text: alerts.map(printAlert).join("\n"),
    service: "factura-edge",
    alerts: alerts.map(({ code, subject, companyId, detail, raisedAt }) => ({
      code,
      subject,
      company: companyId,
      detail,
      raised: raisedAt,
    })),
  });
  const deadline = startDeadline(TIMEOUT_MS);
  try {
    const response = await post(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: deadline.signal,
    });
    await response.body?.cancel();
    return response.ok ? undefined : `the webhook answered ${response.status}`;
  } catch (cause) {
    // Messages of failed requests may quote the address.
    return cause instanceof Error ? cause.name : describeError(typeof cause);
  } finally {
    deadline.clear();
  }
}

function printAlert({ code, subject, detail }: StoredAlert): string {
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  return `${code} · ${subject} · ${facts.join(", ")}`;
}
