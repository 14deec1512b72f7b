// Runs an Issuance object until an instance of it dies where the test says, and then by its alarms alone to its end.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Sent } from "../../src/domain/document/brake.ts";
import type { Brake, IssueRecord, Ports } from "../../src/issuance/contract/ports.ts";
import { createEngine, type Engine } from "../../src/issuance/engine.ts";
import { createPorts, createWorld, type Issuance } from "../../src/issuance/object.ts";
import { createJournal } from "../../src/issuance/record/journal.ts";
import { advanceClock } from "./clock.ts";
import { watchPorts } from "./failpoint.ts";

/** Where an instance dies. `unsaved`: in the turn of the call, with the writes of that turn; `saved`: once they are durable. */
export interface CrashPoint {
  readonly point: string;
  /** Which visit of the point, from 1. */
  readonly visit: number;
  readonly writes: "unsaved" | "saved";
}

/** Begins with the words that the test runner knows from its own disposals, and does not print a stack for. */
export const DEATH = "Instance disposed by the test";

export type Ended<Result> = { readonly type: "died" } | { readonly type: "returned"; readonly result: Result };

export interface Life<Result> {
  readonly ended: Ended<Result>;
  /** Every point in order of its visit, as `point` and `visit`. */
  readonly visited: readonly Pick<CrashPoint, "point" | "visit">[];
}

export interface LifeOptions {
  readonly crash?: CrashPoint | undefined;
  /** Changes the ports before they are watched: an error here, another answer there. */
  readonly change?: (ports: Ports) => Ports;
}

/**
 * One life of the object of a name: the real ports with a failpoint at every call, until all its work is done or it dies.
 * @param act what is asked of the engine.
 */
export async function live<Result>(
  name: string,
  act: (engine: Engine, state: DurableObjectState) => Promise<Result>,
  { crash, change = (ports) => ports }: LifeOptions = {},
): Promise<Life<Result>> {
  const visited: Pick<CrashPoint, "point" | "visit">[] = [];
  const unended = new Set<() => Promise<void>>();
  const counts = new Map<string, number>();
  const run = async (_: unknown, state: DurableObjectState): Promise<Result> => {
    const die = () => state.abort(DEATH);
    const visit = (point: string): void | Promise<void> => {
      const count = (counts.get(point) ?? 0) + 1;
      counts.set(point, count);
      visited.push({ point, visit: count });
      if (crash === undefined || crash.point !== point || crash.visit !== count) return undefined;
      return crash.writes === "unsaved" ? die() : state.storage.sync().then(die);
    };
    const kept: Promise<unknown>[] = [];
    const world = createWorld(state);
    const keepRunning = (work: Promise<unknown>) => {
      kept.push(work);
      world.keepRunning(work);
    };
    const journal = createJournal(state.storage, keepRunning);
    const made = createPorts(env, journal, { ...world, keepRunning });
    const ports = change({ ...made, brake: followBrake(made.brake, unended) });
    const result = await act(createEngine(watchPorts(ports, visit)), state);
    for (let work = kept.pop(); work !== undefined; work = kept.pop()) await work;
    if (crash?.point === "answer") die();
    return result;
  };
  try {
    return { ended: { type: "returned", result: await runInDurableObject(stubOf(name), run) }, visited };
  } catch (cause) {
    if (isReset(cause)) {
      // The isolate's memory dies with it: requests of the dead must not look late to the living.
      for (const end of unended) await end();
      return { ended: { type: "died" }, visited };
    }
    throw cause;
  }
}

/** The brake, with what ends each request that began and was not noted yet. */
function followBrake(brake: Brake, unended: Set<() => Promise<void>>): Brake {
  const ends = new Map<Sent, () => Promise<void>>();
  return {
    learn: brake.learn,
    judge: brake.judge,
    begin: (environment, sent) => {
      const end = () => brake.note(environment, sent, undefined, Date.now());
      ends.set(sent, end);
      unended.add(end);
      brake.begin(environment, sent);
    },
    note: (environment, sent, isAnswered, nowMs) => {
      const end = ends.get(sent);
      if (end !== undefined) unended.delete(end);
      return brake.note(environment, sent, isAnswered, nowMs);
    },
  };
}

/** One firing of the alarm, as `live` runs it: the platform has taken the alarm away by then. */
export function liveAlarm(name: string, options: LifeOptions = {}): Promise<Life<void>> {
  return live(
    name,
    async (engine, state) => {
      await state.storage.deleteAlarm();
      await engine.wake();
    },
    options,
  );
}

/** The record as the object's storage holds it; nothing wakes. */
export function readRecord(name: string): Promise<IssueRecord | undefined> {
  return runInDurableObject(stubOf(name), (_, state) => createJournal(state.storage, () => undefined).read());
}

/** Until the record of the object of a name is in a state. */
export async function awaitState(name: string, state: string): Promise<void> {
  await expect.poll(async () => (await readRecord(name))?.state, { interval: 20 }).toBe(state);
}

/** Lets the clock reach the record's next wake; undefined when nothing more will wake it, or when it asks for ever. */
export async function awaitWake(name: string): Promise<IssueRecord | undefined> {
  const record = await readRecord(name);
  if (record === undefined || record.wakeAt === null || record.state === "send_unknown") return undefined;
  advanceClock(Math.max(Date.parse(record.wakeAt) - Date.now(), 0));
  return record;
}

/**
 * Lets the object's own alarms bring it to its end, each as soon as it is due; nothing else calls it.
 * @returns the record at its end: at rest, or `send_unknown`, which asks for ever.
 */
export async function driveByAlarms(name: string): Promise<IssueRecord | undefined> {
  for (let firings = 0; firings < 200; firings += 1) {
    if (!(await driveOnce(name))) return readRecord(name);
  }
  throw new Error("two hundred alarms brought it to no end");
}

/** The next alarm, as soon as it is due; false when none is to come. @throws Error when it should be armed and is not. */
export async function driveOnce(name: string): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    const record = await awaitWake(name);
    if (record === undefined) return false;
    if (await runDurableObjectAlarm(stubOf(name))) return true;
    // None is armed while one that the platform itself fired is at work.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("neither at rest nor with an alarm");
}

/** The platform's own repeat of an alarm whose handler died. */
export function repeatAlarm(name: string): Promise<void> {
  return runInDurableObject(stubOf(name), (instance) => (instance as Issuance).alarm());
}

/** What an object's storage still holds besides its record. */
export function inspectStorage(name: string): Promise<{ readonly alarm: number | null; readonly chunks: number }> {
  return runInDurableObject(stubOf(name), async (_, { storage }) => {
    const [table] = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'journal'").toArray();
    const count = "SELECT count(*) AS chunks FROM journal WHERE id > 1";
    const [row] = table === undefined ? [] : storage.sql.exec(count).toArray();
    return { alarm: await storage.getAlarm(), chunks: Number(row?.chunks ?? 0) };
  });
}

function stubOf(name: string) {
  return env.ISSUANCE.getByName(name);
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && "durableObjectReset" in cause && cause.durableObjectReset === true;
}

/** The platform loses the alarm. */
export function loseAlarm(name: string): Promise<void> {
  return runInDurableObject(stubOf(name), (_, state) => state.storage.deleteAlarm());
}

/** The whole journal is gone, and the instance with it. */
export async function loseJournal(name: string): Promise<void> {
  await runInDurableObject(stubOf(name), async (_, state) => {
    await state.storage.deleteAlarm();
    await state.storage.deleteAll();
  });
  await killInstance(name);
}

/** Kills the object from outside, in the middle of its work. */
export async function killInstance(name: string): Promise<void> {
  try {
    await runInDurableObject(stubOf(name), (_, state) => state.abort(DEATH));
  } catch (cause) {
    if (!isReset(cause)) throw cause;
  }
}
