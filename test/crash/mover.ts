// Moves companies between the databases of a service under attack with the operator's own mover, which dies now and then itself.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findStand, type RunningStand } from "../../operator/access/stand.ts";
import { abortMove, beginMove, goOn, KEPT_MS, type MoveWorld } from "../../operator/move/mover.ts";
import { build, type Execute, run } from "../../src/store/base/db.ts";
import { companies, type Move } from "../../src/store/base/schema.ts";
import { drawInteger, pick, type Random } from "../support/random.ts";
import type { LocalDeployment } from "./deployment.ts";
import { isLost } from "./request.ts";

/** A move of a small company takes some two hundred calls: most movers die before its end. */
const CALLS_MOST = 400;
const ABORT_RATE = 0.15;
const CARRIED = 20_000;
const IDLE_MS = 20;
/** Movers that may fail one after the other when nothing disturbs them any more. */
const LAST_TRIES = 20;
/** Calls in which some company must have arrived: as many as twenty whole moves take. */
const CALLS_WITHOUT_ARRIVAL = 4_000;

interface Place {
  readonly id: number;
  readonly shard: number;
  readonly move: Move | null;
}

const { id, shard, move } = companies;

/** The mover was killed at a call; whether the call had its effect is not known. */
class Dead extends Error {}

/** The service is between two lives. */
class Gone extends Error {}

/** Movers one after the other; each dies at a random call, or with the service. */
export class Movers {
  readonly problems: string[] = [];
  /** In which states movers found a move that another one had left, and how they ended. */
  readonly counts = new Map<string, number>();
  readonly #deployment: LocalDeployment;
  readonly #random: Random;
  #lives = 0;
  #calls = 0;

  constructor(deployment: LocalDeployment, random: Random) {
    this.#deployment = deployment;
    this.#random = random;
  }

  /** Calls of movers so far; they grow as long as a mover is at work, also when no company is left that can go on. */
  countCalls(): number {
    return this.#calls;
  }

  /** Moves one company after the other. @returns what ends it: no call is made after that. */
  start(): () => Promise<void> {
    let isOn = true;
    const work = async () => {
      while (isOn) await this.#live(() => isOn);
    };
    const working = work();
    return async () => {
      isOn = false;
      await working;
    };
  }

  /** Ends every move that is under way. */
  async finish(): Promise<void> {
    const hasArrived = this.counts.has("arrived");
    if (this.#calls >= CALLS_WITHOUT_ARRIVAL && !hasArrived) {
      this.problems.push(`mover: ${this.#calls} calls, and no company has arrived`);
    }
    for (let tries = 1; ; tries += 1) {
      const stand = await this.#reach();
      const moving = (await readPlaces(stand)).find(({ move }) => move !== null);
      if (moving === undefined) return;
      try {
        await goOn(this.#createWorld(stand, moving.id, () => true, Number.POSITIVE_INFINITY));
      } catch (cause) {
        if (tries < LAST_TRIES) continue;
        this.problems.push(`mover: company ${moving.id} does not arrive: ${String(cause)}`);
        return;
      }
    }
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** One run of the program: it goes on with a move, gives one up or begins one. */
  async #live(isOn: () => boolean): Promise<void> {
    try {
      const stand = await this.#reach();
      const company = await this.#choose(stand);
      if (company === undefined) {
        this.#calls += 1;
        await sleep(IDLE_MS);
        return;
      }
      const world = this.#createWorld(stand, company.id, isOn, drawInteger(this.#random, CALLS_MOST));
      const { shard: at, move: begun } = company;
      const isAbort = begun !== null && begun.to !== at && this.#random() < ABORT_RATE;
      this.#count(
        isAbort ? `given up in ${begun.state}` : begun === null ? "begun" : `gone on with from ${begun.state}`,
      );
      if (begun === null) await beginMove(world, at + 1);
      await (isAbort ? abortMove(world) : goOn(world));
      if (!isAbort) this.#count(begun?.state === "cleaning" ? "cleaned" : "arrived");
    } catch (cause) {
      if (cause instanceof Dead) this.#count("died");
      else if (cause instanceof Gone) this.#count("found no service");
      else if (isLost(cause)) this.#count("lost the service");
      else this.problems.push(`mover: failed: ${String(cause)}`);
    }
  }

  async #choose(stand: RunningStand): Promise<Place | undefined> {
    const places = await readPlaces(stand);
    const last = this.#deployment.bindings.length - 1;
    const open = places.filter(({ shard, move }) => move === null && shard < last);
    return places.find(({ move }) => move !== null) ?? (open.length > 0 ? pick(this.#random, open) : undefined);
  }

  /** @throws Gone while the service does not run. */
  async #reach(): Promise<RunningStand> {
    const stand = await findStand(join(this.#deployment.folder, ".wrangler/state"));
    if (stand === undefined) throw new Gone("the service does not run");
    return stand;
  }

  /** What a mover works with until it dies: nothing of its last call happens, or all of it later than its death. */
  #createWorld(
    { shards: reached }: RunningStand,
    companyId: number,
    isOn: () => boolean,
    callsLeft: number,
  ): MoveWorld {
    this.#lives += 1;
    // What is left behind is kept for a week: each mover comes a week after the one before it.
    const aheadMs = this.#lives * KEPT_MS;
    let left = callsLeft;
    const shards = reached.map(
      ({ execute }): Execute =>
        async (queries) => {
          left -= 1;
          this.#calls += 1;
          if (!isOn() || left < -1) throw new Dead();
          const call = left === -1 && this.#random() < 0.5 ? undefined : execute(queries);
          if (left >= 0 && call !== undefined) return call;
          call?.catch(() => undefined);
          left = -1;
          throw new Dead();
        },
    );
    return { companyId, shards, carried: CARRIED, nowMs: () => Date.now() + aheadMs, progress: () => undefined };
  }
}

const readPlaces = ({ db }: RunningStand) => run(db, build.select({ id, shard, move }).from(companies));
