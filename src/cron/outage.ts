// Finds the environments with an outage, and what is to be reported of it: mostly the isolate that saw it did, but it may have lost
// D1 meanwhile.
import type { Environment } from "../domain/company.ts";
import { DAY_MS } from "../domain/value/calendar.ts";
import type { Env } from "../env.ts";
import { readPollScale } from "../issuance/port/authority-port.ts";
import { nameOutage, nameOutageEnd, toCondition } from "../issuance/port/brake-port.ts";
import type { Database } from "../store/base/db.ts";
import { listRaised, type NewAlert } from "../store/watch/alerts.ts";
import { listBrakes } from "../store/watch/brake.ts";

/** An end that is older stays without a report. */
const LOOK_BACK_MS = 30 * DAY_MS;

export interface Outages {
  /** The environments with one, or where what it held is still leaving. */
  readonly away: readonly Environment[];
  /** The outages that hold everybody, and the ends of those that were reported. */
  readonly alerts: readonly NewAlert[];
}

/** @param nowMs epoch milliseconds. */
export async function findOutages(env: Env, directory: Database, nowMs: number): Promise<Outages> {
  const since = new Date(nowMs - LOOK_BACK_MS).toISOString();
  // Read first: what begins meanwhile is known before it is reported, and would look as if it were over.
  const raised = await listRaised(directory, ["authority_down", "authority_back"], since);
  const brakes = await listBrakes(directory);
  const present = brakes.flatMap(({ environment, state }) => nameOutage(env, environment, state) ?? []);
  const reported = raised.filter(({ code }) => code === "authority_back");
  const known = new Set([...present, ...reported].map(({ subject }) => subject));
  const over = raised.filter(({ subject }) => !known.has(subject));
  const endOf = (alert: NewAlert) => {
    const state = brakes.find(({ environment }) => environment === alert.detail.environment)?.state;
    return nameOutageEnd(env, alert, state?.backSince ?? nowMs / readPollScale(env));
  };
  return {
    away: brakes
      .filter(({ state }) => toCondition(env, state, nowMs).state !== "normal")
      .map(({ environment }) => environment),
    alerts: [...present, ...over.map(endOf)],
  };
}
