// Raises one alert for each thing that will stop a company from issuing, and for documents that do not progress.
import type { Post } from "../delivery/send.ts";
import { findUnknownYear } from "../domain/ticket/ticket.ts";
import { dateInBogota } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { readPollScale } from "../issuance/port/authority-port.ts";
import { openDatabase } from "../store/base/db.ts";
import { fromAll, openAll } from "../store/base/home.ts";
import { bandOf, nameAlerts, nameHour, nameUnknownUnit } from "../store/watch/alert-name.ts";
import { dropOldAlerts, type NewAlert, raiseAlerts } from "../store/watch/alerts.ts";
import { countPending, hasTicketSeller, lookForWarnings, type Warning } from "../store/watch/health.ts";
import { findQuiet } from "../store/watch/quiet.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { deliverAlerts } from "./alert-webhook.ts";
import { findEnds } from "./end.ts";
import { findOutages } from "./outage.ts";

/** Minutes between two inspections of the configuration, which changes slowly. */
const LOOK_EVERY_MINUTES = 10;
const MINUTE_MS = 60_000;
/** Companies of which one thing is reported one by one; of more, it is one alert. */
const MOST_ALONE = 20;
/** What waits, waits for something that all of them need: of more than one company it is one alert. */
const WAITING: Warning["code"] = "documents_pending";
/** Companies that such an alert names. */
const NAMED = 5;

/**
 * Counts open documents, raises the alerts that are due, and posts those that the operator has not received; once a minute, by the cron.
 * A missed minute loses nothing: the next one raises everything that has passed its threshold since.
 * @param nowMs epoch milliseconds of the cron.
 * @returns how many warnings are new.
 */
export async function reportWarnings(
  env: Env,
  nowMs: number,
  post: Post = (url, init) => fetch(url, init),
): Promise<number> {
  const metrics = createMetrics(env.METRICS);
  for (const { state, age, documents } of await fromAll(env, (db) => countPending(db, nowMs))) {
    metrics.measure({ name: "pending", state, age, count: documents });
  }
  const isTime = Math.floor(nowMs / (MINUTE_MS * readPollScale(env))) % LOOK_EVERY_MINUTES === 0;
  const raised = isTime ? await raiseDue(env, nowMs) : [];
  for (const { code, companyId, detail } of raised) {
    writeWarning(code, { companyId, ...detail });
    metrics.measure({ name: "alert", code });
  }
  await deliverAlerts(env, nowMs, post);
  return raised.length;
}

async function raiseDue(env: Env, nowMs: number) {
  const groups = new Map<string, Group>();
  const directory = openDatabase(env.DB, "alert");
  const outages = await findOutages(env, directory, nowMs);
  const about = { pollScale: readPollScale(env), away: outages.away };
  for (const db of openAll(env)) {
    for await (const warnings of lookForWarnings(db, nowMs, about)) {
      const isQuiet = await findQuiet(db, warnings, nowMs);
      for (const warning of warnings) if (!isQuiet(warning)) gather(groups, warning);
    }
  }
  const urgentFirst = [...groups.values()].sort((one, other) => leftOf(one.first[0]) - leftOf(other.first[0]));
  const alerts = urgentFirst.flatMap((group) => nameGroup(group, nowMs));
  alerts.push(...outages.alerts, ...(await findEnds(directory, nowMs)), ...(await findUnknownUnit(env, nowMs)));
  await dropOldAlerts(directory, alerts, nowMs);
  return alerts.length === 0 ? [] : raiseAlerts(directory, alerts, new Date(nowMs).toISOString());
}

/** The tax unit that tickets are measured by, where it is not known and somebody sells tickets. */
async function findUnknownUnit(env: Env, nowMs: number): Promise<readonly NewAlert[]> {
  const year = findUnknownYear(dateInBogota(nowMs), env.TAX_UNITS ?? "");
  if (year === undefined) return [];
  const sells = await Promise.all(openAll(env).map(hasTicketSeller));
  return sells.includes(true) ? [nameUnknownUnit(year, nowMs)] : [];
}

/** Warnings of one kind, severity and threshold: those with the fewest days left, and how many there are. */
interface Group {
  readonly first: Warning[];
  readonly companies: Set<number>;
  count: number;
}

/** Days that are left, for what ends; all else does not wait for a day. */
const leftOf = (warning: Warning | undefined): number =>
  warning !== undefined && "daysLeft" in warning && warning.daysLeft !== undefined ? warning.daysLeft : 0;

function gather(groups: Map<string, Group>, warning: Warning): void {
  const name = `${warning.code} ${warning.severity} ${bandOf(warning)}`;
  const group = groups.get(name) ?? { first: [], companies: new Set(), count: 0 };
  groups.set(name, group);
  group.count += 1;
  group.companies.add(warning.companyId);
  const last = group.first[MOST_ALONE - 1];
  if (last !== undefined && leftOf(warning) >= leftOf(last)) return;
  const at = group.first.findIndex((one) => leftOf(warning) < leftOf(one));
  group.first.splice(at < 0 ? group.first.length : at, 0, warning);
  group.first.length = Math.min(group.first.length, MOST_ALONE);
}

/** An alert for each company; one for all of a threshold where it is the same for many, as on the day from which next year's plan is missed. */
function nameGroup({ first, companies, count }: Group, nowMs: number): NewAlert[] {
  const [any] = first;
  const isAlone = count <= (any?.code === WAITING ? 1 : MOST_ALONE);
  if (isAlone || any === undefined) return first.flatMap((warning) => nameAlerts(warning, nowMs));
  const { code, severity } = any;
  const band = bandOf(any);
  const when = code === WAITING ? nameHour(nowMs) : `on:${dateInBogota(nowMs)}`;
  const named = [...new Set(first.map(({ companyId }) => companyId))].slice(0, NAMED);
  const least = band === undefined ? {} : { daysLeft: leftOf(any) };
  const detail = { severity, companies: companies.size, ...least, among: named.join(" ") };
  const threshold = band === undefined ? "" : ` days:${band}`;
  return [{ code, subject: `companies ${severity}${threshold} ${when}`, companyId: null, detail }];
}
