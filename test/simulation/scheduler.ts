// Orders events at virtual instants; the global timers of the code under test become such events.
import { createHash } from "node:crypto";
import type { Random } from "./random.ts";

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly id: number;
  readonly run: () => void;
}

/** Resolves once no promise has anything more to do: a tick comes when the queue of promises is empty. */
const settlePromises = () => new Promise<void>((resolve) => process.nextTick(resolve));

/** The virtual clock and its queue. */
export class Scheduler {
  nowMs: number;
  readonly #random: Random;
  readonly #heap: Entry[] = [];
  readonly #cancelled = new Set<number>();
  #nextId = 1;

  constructor(startMs: number, random: Random) {
    this.nowMs = startMs;
    this.#random = random;
  }

  /** Runs `work` after `delayMs`; events of the same instant run in random order. */
  after(delayMs: number, work: () => void): number {
    const id = this.#nextId++;
    const atMs = this.nowMs + Math.max(0, Math.round(delayMs));
    this.#push({ atMs, order: this.#random.next(), id, run: work });
    return id;
  }

  /** Time goes by in which nothing happens; what was to happen in it happens afterwards. */
  jump(byMs: number): void {
    this.nowMs += byMs;
  }

  cancel(id: number): void {
    this.#cancelled.add(id);
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /**
   * Runs events until `untilMs`, or until there are none. After each, every promise that it settled is followed to its
   * end, then `onTurnEnd` closes the turn.
   */
  async run(untilMs: number, onTurnEnd: () => void, isOver: () => boolean): Promise<void> {
    for (let entry = this.#heap[0]; entry !== undefined && entry.atMs <= untilMs; entry = this.#heap[0]) {
      this.#pop();
      if (this.#cancelled.delete(entry.id)) continue;
      this.nowMs = Math.max(this.nowMs, entry.atMs);
      entry.run();
      await settlePromises();
      onTurnEnd();
      if (isOver()) return;
    }
    if (this.nowMs < untilMs && untilMs !== Number.POSITIVE_INFINITY) this.nowMs = untilMs;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[index] = heap[parent] as Entry;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[index] = heap[child] as Entry;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  if (one.atMs !== other.atMs) return one.atMs < other.atMs;
  return one.order !== other.order ? one.order < other.order : one.id < other.id;
}

/** Puts the virtual clock behind the global timers while a world runs; returns what puts the real ones back. */
export function installTimers(scheduler: Scheduler): () => void {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const virtual = {
    setTimeout: (work: () => void, delayMs = 0) => scheduler.after(delayMs, work),
    clearTimeout: (id: number | undefined) => (id === undefined ? undefined : scheduler.cancel(id)),
  };
  // A machine that is slow must not shorten a deadline that is told in the story.
  const [nowMs, now] = [Date.now(), Date.now];
  Object.assign(globalThis, virtual);
  Date.now = () => nowMs;
  const { subtle } = crypto;
  // A digest of the platform comes from another thread, which virtual time does not wait for.
  const digest = async (_algorithm: string, bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest()).buffer;
  Object.defineProperty(subtle, "digest", { value: digest, configurable: true });
  return () => {
    Object.assign(globalThis, real);
    Date.now = now;
    Reflect.deleteProperty(subtle, "digest");
  };
}
