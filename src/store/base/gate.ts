// Keeps a bounded number of batches of one isolate on their way to one database, and turns new requests away while it is behind.
//
// A database runs one transaction at a time; what is sent beyond what it can run only waits in its queue, and is run after its
// caller has left. Here it waits in the isolate instead, where those that have begun pass before those that have not, and where
// what nobody waits for any more is dropped unsent.
import { DeadlineError, withDeadline } from "../../deadline.ts";

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
/** An entrance that was not sent after this part of its time would hardly be answered in the rest. */
const ENTRANCE_WAITS = 0.5;
/** Within this, whoever waited takes the place that it was given (milliseconds); a request that the platform ended never does. */
const TAKEN_WITHIN_MS = 1_000;

/** The database has more to do than it can; this batch was not sent. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

/** A batch on its way, or one that may be sent. */
interface Place {
  readonly sinceMs: number;
  /** Its end even if nothing is heard of it: nobody hears of a batch whose request the platform ended. */
  untilMs: number;
}

/** A batch that waits for a place. */
interface Waiter {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly enter: (place: Place) => void;
  readonly refuse: (why: BusyError) => void;
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
  readonly #waiting: Readonly<Record<Waiting, Set<Waiter>>> = {
    urgent: new Set(),
    begun: new Set(),
    entrance: new Set(),
  };

  /** Whether as many batches wait as are on their way, so that work that is not begun had better not begin. */
  get isCrowded(): boolean {
    this.#admit(Date.now());
    return this.#waiting.begun.size >= this.capacity;
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
      return await withDeadline(send(), place.untilMs - Date.now(), what);
    } finally {
      this.#places.delete(place);
      this.#admit(Date.now());
    }
  }

  /** A place, where one is free. @throws BusyError where none is, and the batch is one that need not wait. */
  #enter(lane: Waiting, nowMs: number, limitMs: number): Place | undefined {
    this.#admit(nowMs);
    if (this.#places.size < this.capacity) return { sinceMs: nowMs, untilMs: nowMs + limitMs };
    const [next] = this.#waiting.entrance;
    const isLong = next !== undefined && nowMs - next.sinceMs > BEHIND_MS;
    if (lane === "entrance" && (isLong || this.#isBehind(nowMs))) throw turnAway();
    return undefined;
  }

  async #wait(lane: Waiting, sinceMs: number, limitMs: number, what: string): Promise<Place> {
    const patienceMs = lane === "entrance" ? limitMs * ENTRANCE_WAITS : limitMs;
    let given: Place | undefined;
    let waiter: Waiter | undefined;
    const entered = new Promise<Place>((resolve, refuse) => {
      const enter = (place: Place) => {
        given = place;
        resolve(place);
      };
      waiter = { sinceMs, untilMs: sinceMs + patienceMs, enter, refuse };
      this.#waiting[lane].add(waiter);
    });
    try {
      return await withDeadline(entered, patienceMs, what);
    } catch (cause) {
      if (waiter !== undefined) this.#waiting[lane].delete(waiter);
      if (given !== undefined) this.#places.delete(given);
      throw cause instanceof DeadlineError ? new BusyError(`${what}: not sent within ${patienceMs} ms`) : cause;
    }
  }

  /** Ends places of which nothing is heard, and gives those that are free to whoever waits. */
  #admit(nowMs: number): void {
    for (const place of this.#places) if (place.untilMs <= nowMs) this.#places.delete(place);
    for (const lane of IN_ORDER) {
      for (const waiter of this.#waiting[lane]) {
        if (this.#places.size >= this.capacity) return;
        this.#waiting[lane].delete(waiter);
        if (waiter.untilMs <= nowMs) continue;
        if (lane === "entrance" && this.#isBehind(nowMs)) waiter.refuse(turnAway());
        else waiter.enter(this.#hold(nowMs));
      }
    }
  }

  #hold(nowMs: number): Place {
    const place = { sinceMs: nowMs, untilMs: nowMs + TAKEN_WITHIN_MS };
    this.#places.add(place);
    return place;
  }

  #isBehind(nowMs: number): boolean {
    const [oldest] = this.#places;
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
