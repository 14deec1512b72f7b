// Simulates the platform of the objects: creation, calls, alarms, death, take-over and loss of instances.

import type { Journal, World } from "../../src/issuance/contract/ports.ts";
import type { Engine } from "../../src/issuance/engine.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { InstanceReset, ObjectStorage, type StorageCopy } from "./storage.ts";

/** One life of an object in memory. */
export class Instance {
  readonly object: SimulatedObject;
  readonly number: number;
  /** A newer instance took over: its storage throws. */
  isReset = false;
  /** Dead: nothing of it runs on. */
  isGone = false;
  /** It was deposed with unconfirmed writes: nothing more leaves it. */
  isGateBroken = false;
  /** State of the record, as last seen by this instance; names the await points. */
  state = "none";
  readonly callers = new Set<(reason: Error) => void>();
  /** Alarm handlers in hand: run again elsewhere if this instance falls. */
  readonly alarms = new Set<() => void>();
  engine: Engine | undefined;
  world: World | undefined;
  journal: Journal | undefined;

  constructor(object: SimulatedObject, number: number) {
    this.object = object;
    this.number = number;
  }
}

export class SimulatedObject {
  readonly name: string;
  readonly storage: ObjectStorage;
  instance: Instance | undefined;
  instances = 0;
  /** The alarm that the platform has on its books. */
  booked: { readonly atMs: number; readonly event: number } | undefined;
  /** How often this object's storage was lost. */
  losses = 0;
  /** How many of its alarms the platform lost. */
  lostAlarms = 0;

  constructor(name: string, onDirty: (object: SimulatedObject) => void) {
    this.name = name;
    this.storage = new ObjectStorage(() => onDirty(this));
  }
}

export interface AlarmHabits {
  readonly lostRate: number;
  readonly doubledRate: number;
  readonly lateMs: number;
}

export interface HostOptions {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly alarms: AlarmHabits;
  /** Gives a new instance its engine. */
  readonly start: (instance: Instance) => { readonly engine: Engine; readonly journal: Journal; readonly world: World };
  readonly runAlarm: (instance: Instance) => Promise<void>;
  readonly onCrash: (instance: Instance, what: string) => void;
  readonly onBug: (instance: Instance, cause: unknown) => void;
}

const ignoreAnswer = (_instance: Instance, _elapsedMs: number): void => undefined;
const CONFIRM_MAX_MS = 25;
const ALARM_TRIES = 6;
const ZOMBIE_MAX_MS = 150_000;

export class Host {
  readonly objects = new Map<string, SimulatedObject>();
  readonly #options: HostOptions;
  readonly #dirty = new Set<SimulatedObject>();
  #isCalm = false;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /** No more lost, doubled or late alarms. */
  calmDown(): void {
    this.#isCalm = true;
  }

  getObject(name: string): SimulatedObject {
    let object = this.objects.get(name);
    if (object === undefined) {
      object = new SimulatedObject(name, (dirty) => this.#dirty.add(dirty));
      this.objects.set(name, object);
    }
    return object;
  }

  /**
   * Calls an object, as a stub does: the answer passes the output gate, and dies with the instance.
   * @param onAnswer called when the instance that took the call has answered it.
   */
  call<T>(name: string, method: (engine: Engine) => Promise<T>, onAnswer = ignoreAnswer): Promise<T> {
    const instance = this.#wakeUp(this.getObject(name));
    const { scheduler } = this.#options;
    const askedMs = scheduler.nowMs;
    return new Promise<T>((resolve, reject) => {
      instance.callers.add(reject);
      const settle = (end: () => void) => {
        if (!instance.callers.delete(reject)) return;
        end();
      };
      const work = method(instance.engine as Engine);
      work.then(
        async (result) => {
          await instance.object.storage.gate();
          settle(() => resolve(result));
          onAnswer(instance, scheduler.nowMs - askedMs);
        },
        (cause) => settle(() => reject(cause)),
      );
    });
  }

  /** The instance dies, with all that was not confirmed. */
  kill(instance: Instance, what: string): void {
    if (instance.isGone) return;
    instance.isGone = true;
    this.#depose(instance, what);
  }

  /** A newer instance may start; the old one runs on until it touches its storage. */
  takeOver(instance: Instance): void {
    if (instance.isGone) return;
    this.#depose(instance, "zombie");
    const { scheduler, random } = this.#options;
    scheduler.after(random.between(0, ZOMBIE_MAX_MS), () => this.kill(instance, "zombie ends"));
  }

  /** The object's storage is gone, and with it the instance that runs on it. */
  loseStorage(object: SimulatedObject): void {
    if (object.instance !== undefined) this.kill(object.instance, "storage lost");
    object.storage.wipe();
    object.losses += 1;
    this.#book(object);
  }

  /** The object's storage is as it was, and no instance runs on it. */
  rewindStorage(object: SimulatedObject, copy: StorageCopy): void {
    if (object.instance !== undefined) this.kill(object.instance, "storage set back");
    object.storage.rewind(copy);
    object.losses += 1;
    this.#book(object);
  }

  /** Ends the turn of every object that wrote: from here on its writes are on their way. */
  endTurn(): void {
    for (const object of this.#dirty) {
      const confirm = object.storage.endTurn();
      if (confirm === undefined) continue;
      const delayMs = this.#options.random.between(1, CONFIRM_MAX_MS);
      this.#options.scheduler.after(delayMs, () => {
        confirm();
        this.#book(object);
      });
    }
    this.#dirty.clear();
  }

  close(): void {
    for (const { storage } of this.objects.values()) storage.close();
  }

  #depose(instance: Instance, what: string): void {
    const { object } = instance;
    if (!instance.isReset) {
      instance.isReset = true;
      instance.isGateBroken = object.storage.hasUnconfirmed();
      object.storage.crash();
      object.instance = undefined;
      this.#options.onCrash(instance, what);
      for (const again of instance.alarms) again();
      instance.alarms.clear();
      this.#book(object);
    }
    if (instance.isGone) {
      for (const reject of instance.callers) reject(new InstanceReset());
      instance.callers.clear();
    }
  }

  #wakeUp(object: SimulatedObject): Instance {
    if (object.instance !== undefined) return object.instance;
    object.instances += 1;
    const instance = new Instance(object, object.instances);
    object.instance = instance;
    Object.assign(instance, this.#options.start(instance));
    return instance;
  }

  /** Keeps the platform's book of alarms as the storage has it. */
  #book(object: SimulatedObject): void {
    const { scheduler, random, alarms } = this.#options;
    const { alarmMs } = object.storage;
    if (object.booked?.atMs === alarmMs) return;
    if (object.booked !== undefined) scheduler.cancel(object.booked.event);
    object.booked = undefined;
    if (alarmMs === null) return;
    const lateMs = this.#isCalm ? 0 : random.between(0, random.chance(0.1) ? alarms.lateMs : 50);
    const delayMs = Math.max(alarmMs - scheduler.nowMs, 1) + lateMs;
    object.booked = { atMs: alarmMs, event: scheduler.after(delayMs, () => this.#ring(object)) };
  }

  #ring(object: SimulatedObject): void {
    const { random, alarms, scheduler } = this.#options;
    object.booked = undefined;
    object.storage.takeAlarm();
    if (!this.#isCalm && random.chance(alarms.lostRate)) {
      object.lostAlarms += 1;
      return;
    }
    this.#handleAlarm(object, 1);
    if (!this.#isCalm && random.chance(alarms.doubledRate)) {
      scheduler.after(random.between(0, 3_000), () => this.#handleAlarm(object, 1));
    }
  }

  /** At least once: an infrastructure error is tried again without counting, an exception at most six times. */
  #handleAlarm(object: SimulatedObject, tries: number): void {
    const { scheduler, onBug, runAlarm } = this.#options;
    const instance = this.#wakeUp(object);
    const again = (nextTries: number) => {
      if (object.storage.alarmMs === null && nextTries <= ALARM_TRIES) {
        scheduler.after(2_000 * 2 ** (nextTries - 1), () => this.#handleAlarm(object, nextTries));
      }
    };
    const onFall = () => again(tries);
    instance.alarms.add(onFall);
    runAlarm(instance).then(
      () => instance.alarms.delete(onFall),
      (cause: unknown) => {
        if (!instance.alarms.delete(onFall)) return;
        onBug(instance, cause);
        again(tries + 1);
      },
    );
  }
}
