// The end of an attack into everything that is wrong: alarms alone first, then disk, ledger and HTTP must tell one story.
import { findSilence } from "./audit-book.ts";
import { auditHttp } from "./audit-http.ts";
import { auditLedger, fetchLedger } from "./audit-ledger.ts";
import { type Counters, STATE_RULES } from "./audit-state.ts";
import type { Book, Entry, KindName } from "./book.ts";
import { converge } from "./converge.ts";
import type { Ground } from "./ground.ts";
import type { Target } from "./request.ts";
import type { State } from "./state.ts";

const CONVERGE_WITHIN_MS = 120_000;

export interface Attack {
  readonly ground: Ground;
  readonly book: Book;
  /** What the clients were to issue. */
  readonly kinds: readonly KindName[];
  /** The counters before any load. */
  readonly before: Counters;
  readonly target: Target;
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
  ground,
  book,
  kinds,
  before,
  target,
  choose = (all) => all,
}: Attack): Promise<Verdict> {
  const { service, stateFolder, authority } = ground;
  await service.start();
  const { state, tookMs, isWhole } = await converge(service, stateFolder, CONVERGE_WITHIN_MS);
  const problems = [...book.violations, ...findSilence(book, kinds)];
  if (!isWhole) problems.push("alarms alone did not bring everything to its end");
  for (const { id, promise, check } of STATE_RULES) {
    problems.push(...check(state, before, Date.now()).map((what) => `${id} (${promise}): ${what}`));
  }
  problems.push(...auditLedger(state, await fetchLedger(authority.origin)).map((what) => `ledger: ${what}`));
  await service.start();
  problems.push(...(await auditHttp(target, choose(book.listAcknowledged()))).map((what) => `HTTP: ${what}`));
  await service.stop();
  return { state, tookMs, problems };
}
