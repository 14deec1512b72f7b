// Lists what can go wrong at a wait, and decides when it does: at random in random worlds, from a list in exhaustive ones.
import type { Random } from "./random.ts";

/** How much likelier than usual a fault is at a point; or how likely, and every kind as likely as any other. */
export type Weigh = (point: string) => number | { readonly rate: number };
/** However likely faults are, a step gets through now and then: a world that always fails proves nothing. */
const FAULT_MAX = 0.6;

export const FAULTS = [
  /** The instance dies before what it wrote is confirmed: the writes are lost, nothing leaves. */
  "crash-unflushed",
  /** Its writes are safe, the request does not leave. */
  "crash-before",
  /** The request took effect, the instance dies before it hears of it. */
  "crash-after",
  /** A newer instance takes over; the old one goes on until it touches its storage. */
  "zombie",
  /** The request fails without effect. */
  "error-before",
  /** The request takes effect and fails. */
  "error-after",
  /** The request takes effect long after its deadline. */
  "slow",
] as const;
export type Fault = (typeof FAULTS)[number];

export const CRASHES: readonly Fault[] = ["crash-unflushed", "crash-before", "crash-after", "zombie"];

/** Decides the fault of each wait. */
export interface FaultPlan {
  /** From now on nothing goes wrong. */
  isCalm: boolean;
  /** @param point `method@phase`; @param kinds what can happen there. */
  next(point: string, kinds: readonly Fault[]): Fault | undefined;
}

export type FaultRates = Readonly<Record<Fault, number>>;

/** Faults by dice: each kind has its own rate in each world ("swarm"), and points that are seldom reached get more. */
export class RandomPlan implements FaultPlan {
  readonly #random: Random;
  readonly #rates: FaultRates;
  readonly #weigh: Weigh;
  isCalm = false;

  constructor(random: Random, rates: FaultRates, weigh: Weigh) {
    this.#random = random;
    this.#rates = rates;
    this.#weigh = weigh;
  }

  next(point: string, kinds: readonly Fault[]): Fault | undefined {
    if (this.isCalm) return undefined;
    const weight = this.#weigh(point);
    if (typeof weight !== "number") return this.#random.chance(weight.rate) ? this.#random.pick(kinds) : undefined;
    const total = kinds.reduce((sum, kind) => sum + this.#rates[kind] * weight, 0);
    const scale = weight * Math.min(1, FAULT_MAX / total);
    let left = this.#random.next();
    for (const kind of kinds) {
      left -= this.#rates[kind] * scale;
      if (left < 0) return kind;
    }
    return undefined;
  }
}

/** Faults at chosen waits, counted from 0 over the whole world. */
export class ListedPlan implements FaultPlan {
  readonly #faults: ReadonlyMap<number, Fault>;
  /** Every wait that came by, with what could happen there. */
  readonly seen: { readonly point: string; readonly kinds: readonly Fault[] }[] = [];
  isCalm = false;

  constructor(faults: ReadonlyMap<number, Fault>) {
    this.#faults = faults;
  }

  next(point: string, kinds: readonly Fault[]): Fault | undefined {
    if (this.isCalm) return undefined;
    const fault = this.#faults.get(this.seen.length);
    this.seen.push({ point, kinds });
    return fault !== undefined && kinds.includes(fault) ? fault : undefined;
  }
}
