// Takes the company of a world to its other database with the operator's own mover: killed at its calls, started again, given up.
import type { MoveWorld } from "../../operator/move/mover.ts";
import { type Execute, isReading, reachDatabase } from "../../src/store/base/db.ts";
import type { SimulatedD1 } from "./database.ts";
import type { Fault } from "./fault.ts";
import { COMPANY, readHome } from "./home.ts";
import { MOVER } from "./point.ts";
import type { Random } from "./random.ts";
import type { SimulatedWorld } from "./world.ts";

/** Worlds whose company moves. */
const MOVING_WORLDS = 0.1;
const MINUTE_MS = 60_000;
/** A request that is late. */
const SLOW_MS = [11_000, 20 * MINUTE_MS] as const;
/** A mover that stands still, and less than it would wait for an answer. */
const STILL_MS = [0, 2_900] as const;
const SOON_MS = 100;
const QUICK_MS = [1, 40] as const;
const CARRIED = 3_000;
const GIVEN_UP = { text: "aborting", chance: 0.2 } as const;

export interface MovePlan {
  /** When the first mover starts. */
  readonly atMs: number;
  /** How likely a mover that comes after a dead one gives the move up. */
  readonly abortChance: number;
  /** Between two movers; by chance unless given. */
  readonly pauseMs?: number;
  /** How many movers give up before all others go on. */
  readonly aborts?: number;
  /** The company only goes on in the other database: its settled documents stay. */
  readonly isExtension?: boolean;
}

/** A stream of its own: worlds in which the company stays are what they were. */
export function drawMovePlan(
  seed: number,
  horizonMs: number,
  createRandom: (seed: number) => Random,
): MovePlan | undefined {
  const random = createRandom(seed ^ 0x52dce729);
  if (!random.chance(MOVING_WORLDS)) return undefined;
  const atMs = random.chance(0.6) ? random.between(0, 2 * MINUTE_MS) : random.between(0, horizonMs);
  const abortChance = random.chance(0.5) ? GIVEN_UP.chance * 2 * random.next() : 0;
  return { atMs, abortChance, isExtension: random.chance(0.5) };
}

interface Place {
  readonly shard: number;
  /** None: the company does not move. */
  readonly state: string | undefined;
}

/** One run of the program. */
interface Life {
  readonly number: number;
  readonly isAbort: boolean;
  isGone: boolean;
  /** Ends the wait for it: it is dead, or another one starts beside it. */
  end: (how: "dead" | "beside") => void;
}

export class Movers {
  readonly #world: SimulatedWorld;
  readonly #plan: MovePlan;
  #lives = 0;
  /** Movers that are to come, calls on their way, and movers that are no longer waited for. */
  #busy = 0;
  #aborts = 0;

  constructor(world: SimulatedWorld, plan: MovePlan) {
    this.#world = world;
    this.#plan = plan;
  }

  isBusy(): boolean {
    return this.#busy > 0;
  }

  /** Schedules the next mover. */
  startIn(delayMs: number): void {
    this.#busy += 1;
    this.#world.scheduler.after(delayMs, () => {
      this.#live()
        .catch((cause: unknown) => this.#world.watch.violate("no bug", "mover", `${cause}`))
        .finally(() => {
          this.#busy -= 1;
        });
    });
  }

  /** I20: it arrived, or it stayed; long after, nothing else is left of it. */
  audit(isLongAfter: boolean): void {
    const { databases, watch } = this.#world;
    const { shard, state } = this.#readPlace();
    const homes = databases.map(readHome);
    const isRight = homes.every((home, number) => (home === 1) === (number === shard));
    const isEnd = state === undefined || (state === "cleaning" && !isLongAfter);
    if (!isRight || !isEnd) watch.violate("I20 a move ends", "mover", `${homes.join()} in ${shard}, ${state}`);
    const [old] = databases;
    const [place] = old?.query("SELECT kept ->> '$[0].below' AS below FROM companies WHERE id = ?", COMPANY) ?? [];
    const count = "SELECT count(*) AS n FROM documents WHERE company_id = ? AND id >= ?";
    const [rows] = old?.query(count, COMPANY, Number(place?.below ?? 0)) ?? [];
    if (isLongAfter && shard > 0 && rows?.n !== 0)
      watch.violate("I20 nothing is left", "mover", `${rows?.n} documents`);
  }

  #readPlace(): Place {
    const [row] = this.#world.databases[0]?.query("SELECT shard, move ->> 'state' AS state FROM companies") ?? [];
    return { shard: Number(row?.shard), state: row?.state === null ? undefined : String(row?.state) };
  }

  /** One life, and what follows it. */
  async #live(): Promise<void> {
    const { scheduler, random, watch } = this.#world;
    const place = this.#readPlace();
    this.#lives += 1;
    const isAbort = place.state !== undefined && place.shard === 0 && this.#lives > 1 && this.#giveUp();
    const ended = Promise.withResolvers<"dead" | "beside">();
    const life: Life = { number: this.#lives, isAbort, isGone: false, end: ended.resolve };
    const name = `mover ${life.number}`;
    watch.note(name, `starts ${isAbort ? "to give up" : ""} in ${place.state ?? "no state"}`);
    const work = this.#work(life, place).then(
      () => watch.note(name, "is done"),
      (cause: unknown) => watch.note(name, `fails: ${cause}`),
    );
    const isBeside = (await Promise.race([work, ended.promise])) === "beside";
    const after = this.#readPlace();
    const isKept = after.state === "cleaning" && scheduler.nowMs < this.#world.scenario.startMs + 10 * 86_400_000;
    if (after.shard > 0 && (after.state === undefined || isKept)) return;
    const pauses = isBeside ? [SOON_MS] : [SOON_MS, 5_000, MINUTE_MS, 10 * MINUTE_MS];
    this.startIn(this.#plan.pauseMs ?? random.pick(pauses));
  }

  #giveUp(): boolean {
    const { aborts } = this.#plan;
    const isIt = aborts === undefined ? this.#world.random.chance(this.#plan.abortChance) : this.#aborts < aborts;
    if (isIt) this.#aborts += 1;
    return isIt;
  }

  async #work(life: Life, { state, shard }: Place): Promise<void> {
    const { system, databases, scheduler } = this.#world;
    const world: MoveWorld = {
      companyId: COMPANY,
      shards: databases.map((database) => this.#reach(life, database)),
      carried: CARRIED,
      nowMs: () => scheduler.nowMs,
      progress: () => undefined,
    };
    if (life.isAbort) return system.abortMove(world);
    const begin = this.#plan.isExtension === true ? system.beginExtension : system.beginMove;
    if (state === undefined && shard === 0) await begin(world, 1);
    await system.goOn(world);
  }

  #reach(life: Life, database: SimulatedD1): Execute {
    return (queries) => {
      const isRead = queries.every(isReading);
      return reachDatabase(database.bind((effect) => this.#carry(life, isRead, effect)))(queries);
    };
  }

  /** One call of a mover: where it dies, where its request is lost or late, and where another mover starts beside it. */
  async #carry<T>(life: Life, isRead: boolean, effect: () => T): Promise<T> {
    const { scheduler, random, plan, watch, homes } = this.#world;
    const never = () => new Promise<never>(() => undefined);
    const die = () => {
      life.isGone = true;
      life.end("dead");
      return never();
    };
    if (life.isGone) return never();
    this.#busy += 1;
    const point = isRead ? "mover.read@any" : `mover.write@${this.#namePhase(life)}`;
    const fault: Fault | undefined = plan.next(point, MOVER);
    watch.noteMove(`mover ${life.number}`, point, fault);
    if (fault === "zombie") life.end("beside");
    const [fromMs, toMs] = fault === "slow" ? SLOW_MS : fault === "zombie" ? STILL_MS : QUICK_MS;
    await scheduler.wait(random.between(fromMs, toMs));
    this.#busy -= 1;
    if (fault === "crash-before") return die();
    if (fault === "error-before") throw new Error("D1: network connection lost");
    const result = homes.byMover(effect);
    if (fault === "crash-after") return die();
    if (fault === "error-after") throw new Error("D1: network connection lost");
    return result;
  }

  #namePhase({ isAbort }: Life): string {
    return isAbort ? GIVEN_UP.text : (this.#readPlace().state ?? "beginning");
  }
}
