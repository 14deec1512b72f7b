// Tells alerts that an operator keeps quiet from those that are heard: what was raised before waits until that is over.
import type { Database } from "../store/base/db.ts";
import { listUndelivered, type StoredAlert } from "../store/watch/alerts.ts";
import { findQuieting, listQuiet } from "../store/watch/quiet.ts";
import { keyOf, severityOf } from "./alert-matter.ts";

/** Alerts that are looked at in one go: so many kept quiet hold up no other. */
const LOOKED_AT = 500;

/**
 * Alerts that wait for a receiver, in the order in which they are posted. The end of what is kept quiet waits with it, else it
 * would open again once it is heard.
 * @param databases all of them, the directory first: it has the alerts, and each database what was said of its companies.
 * @param nowMs epoch milliseconds.
 */
export async function listWaiting(databases: readonly Database[], nowMs: number) {
  const [directory] = databases;
  const waiting = directory === undefined ? [] : await listUndelivered(directory, LOOKED_AT);
  const ids = [...new Set(waiting.map(ownerOf))];
  const quiet =
    ids.length === 0 ? [] : (await Promise.all(databases.map((database) => listQuiet(database, ids)))).flat();
  const isQuiet = (alert: StoredAlert) => {
    const severity = severityOf(alert) === "critical" ? "critical" : "warning";
    const { code, subject } = alert;
    return findQuieting(quiet, { companyId: ownerOf(alert), code, severity, subject }, nowMs) !== undefined;
  };
  const matters = new Set(waiting.filter(isQuiet).map((alert) => keyOf("", alert)));
  const isEnd = (alert: StoredAlert) => severityOf(alert) === "resolved" && matters.has(keyOf("", alert));
  const held = waiting.filter((alert) => isQuiet(alert) || isEnd(alert));
  return { heard: waiting.filter((alert) => !held.includes(alert)), held };
}

/** What is reported of no company is kept quiet as of company 0. */
function ownerOf({ companyId }: StoredAlert): number {
  return companyId ?? 0;
}
