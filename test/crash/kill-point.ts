// Chooses how far the work of a cycle goes before its kill, and waits for it; it counts work, not time, so that a slow machine
// is killed as far on.
import { setTimeout as sleep } from "node:timers/promises";
import { drawInteger, type Random } from "../support/random.ts";

/** Cycles that are killed while the service is still cold: after so many keys were sent, answered or not. */
const COLD_RATE = 0.2;
/** All others first answer so many requests. */
const ANSWERS_MOST = 64;
const MOVER_RATE = 2 / 3;
/** As many calls as a move takes and a half of the next. */
const CALLS_MOST = 300;
/** A service that answers nothing for so long is not slow. */
const STALL_MS = 180_000;
const LOOK_EVERY_MS = 10;

/** Counts that only grow. */
export interface Progress {
  readonly keys: number;
  readonly answers: number;
  /** Of movers. */
  readonly calls: number;
}

/** One count, and how far it has to go from where it is at the start of the cycle. */
export interface KillPoint {
  readonly count: keyof Progress;
  readonly more: number;
}

/** @param clients how many of them send at once: each opens a key of its own before it is answered. */
export function drawKillPoint(random: Random, clients: number): KillPoint {
  return random() < COLD_RATE
    ? { count: "keys", more: 1 + drawInteger(random, clients) }
    : { count: "answers", more: 1 + drawInteger(random, ANSWERS_MOST) };
}

/** A point in the work of the movers instead, in two of three cycles in which companies move. */
export function drawMoverPoint(random: Random, clients: number): KillPoint {
  return random() < MOVER_RATE
    ? { count: "calls", more: 1 + drawInteger(random, CALLS_MOST) }
    : drawKillPoint(random, clients);
}

/** Time, so that a test can make it pass. */
export interface Pace {
  readonly nowMs: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/**
 * Waits until that point, and then for a part of what one step took: the kill must not always fall right behind an answer.
 * @throws Error when nothing moves for three minutes.
 */
export async function awaitKillPoint(
  read: () => Progress,
  { count, more }: KillPoint,
  random: Random,
  { nowMs, wait }: Pace = { nowMs: () => performance.now(), wait: sleep },
): Promise<void> {
  const startedMs = nowMs();
  const first = read()[count];
  let last = { reached: first, atMs: startedMs };
  while (last.reached < first + more) {
    await wait(LOOK_EVERY_MS);
    const reached = read()[count];
    if (reached > last.reached) last = { reached, atMs: nowMs() };
    else if (nowMs() - last.atMs > STALL_MS) {
      throw new Error(`${last.reached - first} of ${more} ${count}, and no more within ${STALL_MS} ms`);
    }
  }
  await wait(random() * ((nowMs() - startedMs) / more));
}
