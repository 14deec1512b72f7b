// Simulates one wait of the engine: the output gate, the request, the effect, the answer, and what goes wrong on the way.
import type { Fault, FaultPlan } from "./fault.ts";
import type { Host, Instance } from "./host.ts";
import { LOCAL, namePoint } from "./point.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

export interface OutgoingCallOptions {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly plan: FaultPlan;
  readonly host: Host;
  /** False: requests leave before the writes that precede them are confirmed (a planted bug). */
  readonly hasGate: boolean;
  /** Called for every wait, with the fault that befell it. */
  readonly onWait: (instance: Instance, point: string, fault: Fault | undefined) => void;
}

/** A request that the other side refused to carry. */
class NetworkError extends Error {
  constructor(point: string) {
    super(`${point}: network connection lost`);
    this.name = "NetworkError";
  }
}

/** Each waits on a promise of its own: one for all would keep every dead world alive. */
const never = () => new Promise<never>(() => undefined);
const SLOW_MS = [11_000, 40 * 60_000] as const;

/** The way of calls out of objects. */
export class OutgoingCalls {
  readonly #options: OutgoingCallOptions;

  constructor(options: OutgoingCallOptions) {
    this.#options = options;
  }

  /** Lets the call pass the gate. Resolves to its fault once the request is on its way; never, if the instance dies. */
  async leave(instance: Instance, method: string, kinds: readonly Fault[]): Promise<Fault | undefined> {
    const { host, plan, onWait, hasGate } = this.#options;
    if (instance.isGone) return never();
    const point = namePoint(method, instance.state);
    const fault = plan.next(point, kinds);
    onWait(instance, point, fault);
    if (fault === "crash-unflushed") return this.#die(instance, `${point} ${fault}`);
    if (hasGate) {
      const { storage } = instance.object;
      if (instance.isGateBroken) return never();
      if (!instance.isReset) await storage.gate();
    }
    if (instance.isGone) return never();
    if (fault === "crash-before") return this.#die(instance, `${point} ${fault}`);
    if (fault === "zombie") host.takeOver(instance);
    return fault;
  }

  /** The answer arrives; never, if the instance is dead or dies of it. */
  async arrive(instance: Instance, fault: Fault | undefined): Promise<void> {
    if (fault === "crash-after") return this.#die(instance, "crash-after");
    if (instance.isGone) return never();
  }

  /** A call to a service that answers soon: D1, R2. */
  async call<T>(instance: Instance, method: string, kinds: readonly Fault[], effect: () => T): Promise<T> {
    const { scheduler, random } = this.#options;
    const fault = await this.leave(instance, method, kinds);
    const isSlow = fault === "slow";
    await scheduler.wait(isSlow ? random.between(...SLOW_MS) : this.#drawLatency());
    if (fault === "error-before") {
      await this.arrive(instance, undefined);
      throw new NetworkError(method);
    }
    const result = effect();
    await scheduler.wait(this.#drawLatency());
    await this.arrive(instance, fault);
    if (fault === "error-after") throw new NetworkError(method);
    return result;
  }

  /** A wait inside the object: nothing leaves, so no gate. */
  async stay<T>(instance: Instance, method: string, wait: () => Promise<T>, kinds = LOCAL): Promise<T> {
    const { host, plan, onWait } = this.#options;
    if (instance.isGone) return never();
    const point = namePoint(method, instance.state);
    const fault = plan.next(point, kinds);
    onWait(instance, point, fault);
    if (fault === "crash-unflushed") return this.#die(instance, `${point} ${fault}`);
    if (fault === "zombie") host.takeOver(instance);
    const result = await wait();
    await this.arrive(instance, fault);
    if (fault === "error-before") throw new NetworkError(method);
    return result;
  }

  /** Milliseconds one way: mostly few, now and then near what the deadlines allow. */
  #drawLatency(): number {
    const { random, plan } = this.#options;
    return !plan.isCalm && random.chance(0.05) ? random.between(40, 4_900) : random.between(1, 40);
  }

  #die(instance: Instance, what: string): Promise<never> {
    this.#options.host.kill(instance, what);
    return never();
  }
}
