// Audits the end of an attack: lets the alarms work alone, then compares disk, ledger and HTTP.
import { findSilence } from "./audit-client-log.ts";
import { auditHttp } from "./audit-http.ts";
import { auditLedger, fetchLedger } from "./audit-ledger.ts";
import { auditLists } from "./audit-list.ts";
import { type Counters, STATE_RULES } from "./audit-state.ts";
import type { ClientLog, Entry, KindName } from "./client-log.ts";
import { converge } from "./converge.ts";
import type { LocalDeployment } from "./deployment.ts";
import type { Movers } from "./mover.ts";
import type { Target } from "./request.ts";
import type { State } from "./state.ts";

const CONVERGE_WITHIN_MS = 120_000;

export interface Attack {
  readonly deployment: LocalDeployment;
  readonly clientLog: ClientLog;
  /** What the clients were to issue. */
  readonly kinds: readonly KindName[];
  /** The counters before any load. */
  readonly before: Counters;
  readonly target: Target;
  /** Who moved companies; none unless given. */
  readonly movers?: Movers;
  /** Which of the acknowledged keys are asked once more over HTTP; all of them unless given. */
  readonly choose?: (acknowledged: readonly Entry[]) => readonly Entry[];
}

export interface Verdict {
  readonly state: State;
  /** How long the alarms took. */
  readonly tookMs: number;
  readonly problems: readonly string[];
}

/** Lets the alarms work without any client, stops the service, and audits. */
export async function auditAll({
  deployment,
  clientLog,
  kinds,
  before,
  target,
  movers,
  choose = (all) => all,
}: Attack): Promise<Verdict> {
  const { service, authority } = deployment;
  await service.start();
  await movers?.finish();
  const { state, tookMs, isWhole } = await converge(deployment, CONVERGE_WITHIN_MS);
  const problems = [...(movers?.problems ?? []), ...clientLog.violations, ...findSilence(clientLog, kinds)];
  if (!isWhole) problems.push("alarms alone did not bring everything to its end");
  for (const { id, promise, check } of STATE_RULES) {
    problems.push(...check(state, before, Date.now()).map((what) => `${id} (${promise}): ${what}`));
  }
  problems.push(...auditLedger(state, await fetchLedger(authority.origin)).map((what) => `ledger: ${what}`));
  await service.start();
  problems.push(...(await auditHttp(target, choose(clientLog.listAcknowledged()))).map((what) => `HTTP: ${what}`));
  problems.push(...(await auditLists(target, state)).map((what) => `lists: ${what}`));
  await service.stop();
  return { state, tookMs, problems };
}
