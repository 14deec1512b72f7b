// Keeps a bounded number of batches of one isolate on their way to one database, and turns new requests away while it is behind.
//
// A database runs one transaction at a time; what is sent beyond what it can run only waits in its queue, and is run after its
// caller has left. Here it waits in the isolate instead, where those that have begun pass before those that have not, and where
// what nobody waits for any more is dropped unsent.
import { withDeadline } from "../../deadline.ts";

/**
 * What a batch belongs to. In the order in which batches pass: `urgent` ones show what has happened, or stop a range; `begun` ones
 * go on with work that has begun, and are never turned away; an `entrance` is the first batch of a request. `alert` does not wait.
 */
export type Lane = "alert" | "urgent" | "begun" | "entrance";
const IN_ORDER = ["urgent", "begun", "entrance"] as const;
type Waiting = (typeof IN_ORDER)[number];

/** Batches on their way from one isolate to one database, unless the deployment says otherwise. */
const IN_FLIGHT = 16;
/** A database whose oldest batch is older than this is behind (milliseconds): a batch takes some 13. */
const BEHIND_MS = 500;
/** Where what has begun waits for longer than this, nothing more had better begin (milliseconds). */
const CROWDED_MS = 2_000;
/** Fewer than this part of what may be on its way are no queue: one slow batch, or a database that wakes. */
const QUEUE_PART = 0.25;
/** An entrance that was not sent after this part of its time would hardly be answered in the rest. */
const ENTRANCE_WAITS = 0.5;
/** How often those that are next look whether they have a place, and those behind them at most (milliseconds). */
const LOOK_MS = 5;
const LOOK_MOST_MS = 100;
/** Within this, whoever waited takes the place that it was given (milliseconds); a request that the platform ended never does. */
const TAKEN_WITHIN_MS = 1_000;

/** The database has more to do than it can; this batch was not sent. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** A batch on its way, or one that may be sent. */
interface Place {
  readonly sinceMs: number;
  /** How many were sent before it. */
  readonly order: number;
  /** Its end even if nothing is heard of it: nobody hears of a batch whose request the platform ended. */
  untilMs: number;
}

/**
 * A batch that waits for a place. It looks by itself what became of it: a request may not resolve the promise of another one, and
 * one that the platform ended looks no more.
 */
interface Waiter {
  readonly sinceMs: number;
  readonly untilMs: number;
  /** How many came to its lane before it. */
  readonly order: number;
  became: Place | "refused" | undefined;
}

/** Those that wait in one lane. */
class Line {
  /** The first one first. */
  readonly waiters = new Set<Waiter>();
  #came = 0;

  join(sinceMs: number, untilMs: number): Waiter {
    const waiter: Waiter = { sinceMs, untilMs, order: this.#came, became: undefined };
    this.#came += 1;
    this.waiters.add(waiter);
    return waiter;
  }

  /** Milliseconds that the first one has waited. */
  measureWait(nowMs: number): number {
    const [first] = this.waiters;
    return first === undefined ? 0 : nowMs - first.sinceMs;
  }

  /** How many wait before one that waits, at most. */
  countBefore({ order }: Waiter): number {
    const [first] = this.waiters;
    return first === undefined ? 0 : order - first.order;
  }
}

/** How long a batch may take from its arrival on, waiting included (milliseconds), and what errors call it. */
export interface Passage {
  readonly lane: Lane;
  readonly limitMs: number;
  readonly what: string;
}

/** The way of one isolate into one database. */
export class Gate {
  /** Batches on their way at a time, at most. */
  capacity = IN_FLIGHT;
  /** The oldest first. */
  readonly #places = new Set<Place>();
  #sent = 0;
  /** Order of the last one that was answered, as sent: a database answers in order, and nobody hears of those before it. */
  #answered = -1;
  readonly #lines: Readonly<Record<Waiting, Line>> = { urgent: new Line(), begun: new Line(), entrance: new Line() };

  /** Whether what has begun waits for so long that nothing more had better begin. */
  get isCrowded(): boolean {
    const nowMs = Date.now();
    this.#admit(nowMs);
    return this.#lines.begun.measureWait(nowMs) > CROWDED_MS;
  }

  /**
   * Sends a batch when it is its turn.
   * @throws BusyError when it was not sent; DeadlineError when it was, and no answer came in time.
   */
  async pass<Result>({ lane, limitMs, what }: Passage, send: () => Promise<Result>): Promise<Result> {
    if (lane === "alert") return withDeadline(send(), limitMs, what);
    const nowMs = Date.now();
    const place = this.#enter(lane, nowMs, limitMs) ?? (await this.#wait(lane, nowMs, limitMs, what));
    place.untilMs = nowMs + limitMs;
    this.#places.add(place);
    try {
      const answer = await withDeadline(send(), place.untilMs - Date.now(), what);
      this.#answered = Math.max(this.#answered, place.order);
      return answer;
    } finally {
      this.#places.delete(place);
      this.#admit(Date.now());
    }
  }

  /** A place, where one is free. @throws BusyError when the batch is one that need not begin, and would wait for long. */
  #enter(lane: Waiting, nowMs: number, limitMs: number): Place | undefined {
    this.#admit(nowMs);
    const isLong = this.#lines.entrance.measureWait(nowMs) > BEHIND_MS;
    if (lane === "entrance" && (isLong || this.#isBehind(nowMs))) throw turnAway();
    return this.#places.size < this.capacity ? this.#hold(nowMs, nowMs + limitMs) : undefined;
  }

  async #wait(lane: Waiting, sinceMs: number, limitMs: number, what: string): Promise<Place> {
    const line = this.#lines[lane];
    const patienceMs = lane === "entrance" ? limitMs * ENTRANCE_WAITS : limitMs;
    const waiter = line.join(sinceMs, sinceMs + patienceMs);
    for (;;) {
      const lookMs = Math.min(LOOK_MS * (1 + line.countBefore(waiter) / this.capacity), LOOK_MOST_MS);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
      const nowMs = Date.now();
      this.#admit(nowMs);
      const { became } = waiter;
      if (became === "refused") throw turnAway();
      if (became !== undefined) return became;
      if (nowMs >= waiter.untilMs) {
        line.waiters.delete(waiter);
        throw new BusyError(`${what}: not sent within ${patienceMs} ms`);
      }
    }
  }

  /** Ends places of which nothing is heard, and gives those that are free to whoever waits. */
  #admit(nowMs: number): void {
    for (const place of this.#places) if (place.untilMs <= nowMs) this.#places.delete(place);
    for (const lane of IN_ORDER) {
      const { waiters } = this.#lines[lane];
      for (const waiter of waiters) {
        if (this.#places.size >= this.capacity) return;
        // One that is late says so itself, if it still looks.
        if (waiter.untilMs > nowMs) waiter.became = this.#judge(lane, nowMs);
        waiters.delete(waiter);
      }
    }
  }

  #judge(lane: Waiting, nowMs: number): Place | "refused" {
    if (lane === "entrance" && this.#isBehind(nowMs)) return "refused";
    return this.#hold(nowMs, nowMs + TAKEN_WITHIN_MS);
  }

  #hold(sinceMs: number, untilMs: number): Place {
    const place = { sinceMs, order: this.#sent, untilMs };
    this.#sent += 1;
    this.#places.add(place);
    return place;
  }

  /** Also where others sent what it has to do: other isolates ask the same database. */
  #isBehind(nowMs: number): boolean {
    if (this.#places.size < this.capacity * QUEUE_PART) return false;
    const oldest = [...this.#places].find(({ order }) => order > this.#answered);
    return oldest !== undefined && nowMs - oldest.sinceMs > BEHIND_MS;
  }
}

function turnAway(): BusyError {
  return new BusyError("the database is behind; the request was not begun");
}

const gates = new WeakMap<object, Gate>();

/** The gate of this isolate before a database. @param binding of the database, or what stands for it. */
export function gateOf(binding: object): Gate {
  const gate = gates.get(binding) ?? new Gate();
  gates.set(binding, gate);
  return gate;
}
