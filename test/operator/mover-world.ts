// Lets a test watch every call of the mover, kill it there, and let time pass.
import { expect } from "vitest";
import { goOn, type MoveWorld } from "../../operator/move/mover.ts";
import { type Execute, reachDatabase } from "../../src/store/base/db.ts";
import { MovedError } from "../../src/store/base/home.ts";

const NOW_MS = Date.parse("2026-11-20T15:00:00.000Z");

/** What a watch throws to end the mover. */
export class Killed extends Error {}

/** Called before or after each call of the mover, with its number. */
type Watch = (call: number, when: "before" | "after") => Promise<void> | void;

/** What a company's mover works with, and the hands of the test on it. */
export interface WatchedMover {
  readonly world: MoveWorld;
  /** Watches from here on, and counts the calls anew. */
  watch(next: Watch): void;
  countCalls(): number;
  pass(ms: number): void;
}

/** @param databases those of the deployment, in the order of their numbers. */
export function watchMover(companyId: number, databases: readonly D1Database[]): WatchedMover {
  let watch: Watch = () => undefined;
  let calls = 0;
  let nowMs = NOW_MS;
  const watched =
    (execute: Execute): Execute =>
    async (queries) => {
      const call = calls;
      calls += 1;
      await watch(call, "before");
      const answer = await execute(queries);
      await watch(call, "after");
      return answer;
    };
  return {
    world: {
      companyId,
      shards: databases.map((db) => watched(reachDatabase(db))),
      carried: 4_000,
      nowMs: () => nowMs,
      progress: () => undefined,
    },
    watch: (next) => {
      watch = next;
      calls = 0;
    },
    countCalls: () => calls,
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

/** How many calls the mover makes until it rests. */
export async function countCallsOf({ world, watch, countCalls }: WatchedMover): Promise<number> {
  watch(() => undefined);
  await goOn(world);
  return countCalls();
}

/** Lets the mover go on and kills it before or after one of its calls; nothing watches it then. */
export async function killAtCall({ world, watch }: WatchedMover, at: number, fault: "before" | "after"): Promise<void> {
  watch((call, when) => {
    if (call === at && when === fault) throw new Killed();
  });
  await expect(goOn(world)).rejects.toThrow(Killed);
  watch(() => undefined);
}

/** Whether a number is given; none is while the company stands still. */
export async function isNumbered(allocate: () => Promise<{ readonly type: string }>): Promise<boolean> {
  try {
    return (await allocate()).type === "allocated";
  } catch (cause) {
    if (cause instanceof MovedError) return false;
    throw cause;
  }
}

/** Beside its names, what a projection writes of a document. */
export const PROGRESS = {
  ...{ version: 7, fiscalId: null, fileName: null, xmlPath: null, xmlSha256: null, zipKey: null, verdict: null },
  ...{ changes: [], attempts: [], lastError: null },
};

/** Every row of a query. */
export async function all(db: D1Database, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await db.prepare(sql).all<Readonly<Record<string, unknown>>>()).results;
}
