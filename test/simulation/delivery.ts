// Plays the delivery to one webhook in a small world of its own: the process dies at any call, calls and alarms are lost, come twice
// or late, and the endpoint fails, hangs, redirects and lies; then says what was lost or came out of order.
import { deliver } from "../../src/delivery/engine.ts";
import { type Attempt, judgeStatus, type Waiting } from "../../src/delivery/plan.ts";
import type { DeliveryPorts, DeliveryStore, Progress, Report } from "../../src/delivery/ports.ts";
import { type Change, nameChange } from "../../src/store/watch/changes.ts";
import { createRandom, type Random } from "../support/random.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START_MS = 1_790_000_000_000;
const DAYS = 14;
/** As the object does after a run that failed. */
const AFTER_FAILURE_MS = 30_000;
/** The deadline of a POST. */
const POST_MS = 10_000;
/** Longer than the lease of a run. */
const LATE_MS = 3 * MINUTE_MS;
const STATES = ["creating", "en_proceso_http", "send_unknown", "aceptado"] as const;

/** Faults that are planted in the code under test, each around one of its ports. */
export const PLANTED = [
  "the cursor moves before the changes are kept",
  "changes of one document do not wait for each other",
  "a redirect counts as delivered",
  "a change is dropped after its last retry",
  "an endpoint is disabled without an alert",
  "what waits is reported as delivered and never armed",
] as const;
export type Planted = (typeof PLANTED)[number];

/** The process is gone: none of its calls returns. */
class Death extends Error {}
/** A call failed; the process is there. */
class Lost extends Error {}

/** What can befall a call: `lost` has no effect, `lost-answer` has it, and the caller knows of neither. */
const FAULTS = ["crash-before", "crash-after", "lost", "lost-answer", "duplicate", "late"] as const;
type Fault = (typeof FAULTS)[number];
/** A call that only begins something has no answer to lose. */
const BEGUN: readonly Fault[] = ["crash-before", "lost", "duplicate", "late"];

/**
 * Every wait between the commit of a change and its delivery, what can befall it, and how many times likelier than elsewhere:
 * what a schedule seldom reaches must not be seldom tried. The waits of the projection itself are in `point.ts`.
 */
const WAITS = {
  wake: { faults: BEGUN, weight: 1 },
  alarm: { faults: BEGUN, weight: 1 },
  arm: { faults: FAULTS, weight: 1 },
  "load-endpoint": { faults: FAULTS, weight: 1 },
  "list-changes": { faults: FAULTS, weight: 1 },
  post: { faults: FAULTS, weight: 1 },
  report: { faults: FAULTS, weight: 1 },
  disable: { faults: FAULTS, weight: 5 },
  disarm: { faults: FAULTS, weight: 2 },
} as const satisfies Readonly<Record<string, { readonly faults: readonly Fault[]; readonly weight: number }>>;
type Wait = keyof typeof WAITS;

/** How often each wait was met by each fault, over any number of schedules; the key is both names. */
export type DeliveryTally = Map<string, number>;

interface World {
  readonly random: Random;
  readonly planted: Planted | undefined;
  readonly feed: Change[];
  readonly heard: string[];
  readonly tally: DeliveryTally;
  /** When wakes that are on their way arrive. */
  wakes: number[];
  nowMs: number;
  /** What is durable in the object. */
  progress: Progress | undefined;
  waiting: Waiting[];
  alarmMs: number | undefined;
  reached: number;
  isEnabled: boolean;
  hasAlert: boolean;
  /** Which process runs; calls of another one never return. */
  incarnation: number;
  faultRate: number;
  /** Until then the endpoint has its moods. */
  moodyUntilMs: number;
  moodRate: number;
}

/** What is wrong after one schedule; empty when every promise was kept. @param tally is added to. */
export async function playDelivery(
  seed: number,
  planted?: Planted,
  tally: DeliveryTally = new Map(),
): Promise<string[]> {
  const random = createRandom(seed);
  const world: World = {
    ...{ random, planted, feed: [], heard: [], tally, wakes: [], nowMs: START_MS, progress: undefined, waiting: [] },
    ...{ alarmMs: undefined, reached: 0, isEnabled: true, hasAlert: false, incarnation: 0 },
    faultRate: random() < 0.8 ? random() * 0.3 : 0,
    moodyUntilMs: START_MS + random() * (random() < 0.3 ? 8 : 2) * DAY_MS,
    moodRate: random() < 0.3 ? 1 : random() * 0.7,
  };
  let nextChangeMs = START_MS;
  let nextCronMs = START_MS + MINUTE_MS;
  const changes = 4 + Math.floor(random() * 40);
  while (world.nowMs < START_MS + DAYS * DAY_MS) {
    if (world.feed.length < changes && world.nowMs >= nextChangeMs) {
      addChange(world);
      nextChangeMs = world.nowMs + random() * (random() < 0.1 ? DAY_MS : 2_000);
      sendWake(world);
    }
    if (world.wakes.some((atMs) => atMs <= world.nowMs)) {
      world.wakes = world.wakes.filter((atMs) => atMs > world.nowMs);
      world.alarmMs = world.nowMs;
    }
    if (world.nowMs >= nextCronMs) {
      if (world.isEnabled && world.reached < (world.feed.at(-1)?.sequence ?? 0)) world.alarmMs = world.nowMs;
      nextCronMs = world.nowMs + MINUTE_MS;
    }
    await ring(world);
    const isDone =
      world.feed.length === changes && (!world.isEnabled || world.reached >= (world.feed.at(-1)?.sequence ?? 0));
    if (isDone) break;
    world.nowMs = nextInstant(world, changes, nextChangeMs, nextCronMs);
  }
  return judge(world);
}

/** The cron comes each minute; while nothing else could happen, many of its minutes are taken as one. */
function nextInstant(world: World, changes: number, nextChangeMs: number, nextCronMs: number): number {
  const cron =
    world.progress !== undefined && world.nowMs > START_MS + DAY_MS ? nextCronMs + 120 * MINUTE_MS : nextCronMs;
  const change = world.feed.length < changes ? nextChangeMs : cron;
  return Math.max(world.nowMs + 1, Math.min(cron, change, world.alarmMs ?? cron, ...world.wakes));
}

/** What befalls a wait this time. */
function drawFault({ random, faultRate, tally }: World, wait: Wait): Fault | undefined {
  const { faults, weight } = WAITS[wait];
  const isBefallen = random() < Math.min(faultRate * weight, 0.6);
  const fault = isBefallen ? faults[Math.floor(random() * faults.length)] : undefined;
  const name = `${wait} ${fault ?? "none"}`;
  tally.set(name, (tally.get(name) ?? 0) + 1);
  return fault;
}

/** The Worker that projected the change wakes the object, unless it dies before, or the call is lost. */
function sendWake(world: World): void {
  const { nowMs, random } = world;
  const fault = drawFault(world, "wake");
  if (fault === "crash-before" || fault === "lost") return;
  world.wakes.push(fault === "late" ? nowMs + random() * 3 * MINUTE_MS : nowMs);
  if (fault === "duplicate") world.wakes.push(nowMs + random() * MINUTE_MS);
}

function addChange({ feed, nowMs, random }: World): void {
  const documentId = 1 + Math.floor(random() * 4);
  const state = STATES[Math.min(feed.filter((one) => one.documentId === documentId).length, 3)] ?? "aceptado";
  const sequence = Math.max(Math.floor(nowMs), (feed.at(-1)?.sequence ?? 0) + 1);
  const document = { documentId, typeCode: "05", prefix: "DS", number: documentId, fiscalId: null } as const;
  const mail = { delivery: null, mailState: null, mailReason: null };
  feed.push({ companyId: 1, module: "dse", sequence, state, ...document, ...mail });
}

/** The alarm fires, is lost, or fires late or twice; a process that dies leaves what is durable. */
async function ring(world: World): Promise<void> {
  if (world.alarmMs === undefined || world.alarmMs > world.nowMs) return;
  world.alarmMs = undefined;
  const fault = drawFault(world, "alarm");
  if (fault === "lost") return;
  if (fault === "late") world.nowMs += world.random() * MINUTE_MS;
  for (let times = fault === "duplicate" ? 2 : 1; times > 0; times -= 1) {
    // What an earlier run still waits for comes to nothing, unless its process is alive.
    if (world.random() < 0.5) world.incarnation += 1;
    try {
      if (fault === "crash-before") throw new Death();
      await deliver(createPorts(world, world.incarnation));
    } catch (cause) {
      if (cause instanceof Lost) world.alarmMs = world.nowMs + AFTER_FAILURE_MS;
      else if (!(cause instanceof Death)) throw cause;
      // A handler that fails is called again, unless the platform gives up.
      else if (world.random() < 0.5) world.alarmMs = world.nowMs + 1_000;
    }
  }
}

function createPorts(world: World, incarnation: number): DeliveryPorts {
  const { planted, random } = world;
  const check = () => {
    if (world.incarnation !== incarnation) throw new Death();
  };
  const die = (): never => {
    world.incarnation += 1;
    throw new Death();
  };
  /** A call that leaves the object, or waits for its storage. */
  const call = async <Result>(wait: Wait, effect: () => Result): Promise<Result> => {
    check();
    const fault = drawFault(world, wait);
    if (fault === "crash-before") die();
    if (fault === "lost") throw new Lost();
    if (fault === "duplicate") effect();
    const result = effect();
    await Promise.resolve();
    check();
    if (fault === "late") world.nowMs += random() * (wait === "post" ? POST_MS : LATE_MS);
    if (fault === "crash-after") die();
    if (fault === "lost-answer") throw new Lost();
    return result;
  };
  return {
    store: createStore(world, check, call),
    nowMs: () => world.nowMs,
    loadEndpoint: () =>
      call("load-endpoint", () => ({
        companyId: 1,
        revision: 1,
        startAfter: 0,
        testId: null,
        isEnabled: world.isEnabled,
      })),
    listChanges: (_, after, limit) =>
      call("list-changes", () => world.feed.filter(({ sequence }) => sequence > after).slice(0, Math.min(limit, 3))),
    post: async ({ id }) => {
      const outcome = await call("post", () => answer(world, id)).catch((cause: unknown): Attempt => {
        if (cause instanceof Lost) return { type: "failed", why: "network" };
        throw cause;
      });
      return planted === "a redirect counts as delivered" && outcome.type === "refused" && outcome.status === 302
        ? { type: "taken", status: 302 }
        : outcome;
    },
    report: (report) => call("report", () => keepReport(world, report)),
    disable: () =>
      call("disable", () => {
        world.hasAlert = planted !== "an endpoint is disabled without an alert";
        world.isEnabled = false;
      }),
  };
}

function keepReport(world: World, { reached }: Report): void {
  world.reached =
    world.planted === "what waits is reported as delivered and never armed" ? Number.MAX_SAFE_INTEGER : reached;
}

type Call = <Result>(wait: Wait, effect: () => Result) => Promise<Result>;

function createStore(world: World, check: () => void, call: Call): DeliveryStore {
  const { planted } = world;
  const settle = (sequence: number) => {
    check();
    world.waiting = world.waiting.filter((one) => one.sequence !== sequence);
  };
  const put = (change: Waiting) => {
    const others = world.waiting.filter(({ sequence }) => sequence !== change.sequence);
    world.waiting = [...others, change].sort((one, other) => one.sequence - other.sequence);
  };
  return {
    read: () => world.progress,
    write: (progress) => {
      check();
      world.progress = progress;
    },
    restart: (progress) => {
      check();
      world.waiting = [];
      world.progress = progress;
    },
    take: (changes, cursor) => {
      check();
      if (world.progress !== undefined) world.progress = { ...world.progress, cursor };
      if (planted === "the cursor moves before the changes are kept" && world.random() < world.faultRate)
        throw new Death();
      for (const change of changes) put(change);
    },
    listWaiting: () =>
      planted === "changes of one document do not wait for each other"
        ? world.waiting.map((one) => ({ ...one, documentId: one.sequence }))
        : world.waiting,
    settle,
    update: (change) => {
      check();
      if (planted === "a change is dropped after its last retry" && change.failures > 8) return settle(change.sequence);
      put(change);
    },
    note: check,
    arm: (atMs) =>
      call("arm", () => {
        if (planted !== "what waits is reported as delivered and never armed") world.alarmMs = atMs;
      }),
    disarm: () =>
      call("disarm", () => {
        world.alarmMs = undefined;
      }),
  };
}

/** What the endpoint does with one POST; one that lies took it and says that it failed. */
function answer({ random, heard, nowMs, moodyUntilMs, moodRate }: World, id: string): Attempt {
  if (nowMs >= moodyUntilMs || random() >= moodRate) {
    heard.push(id);
    return judgeStatus(204);
  }
  const mood = random();
  if (mood < 0.2) heard.push(id);
  if (mood < 0.03) return judgeStatus(410);
  if (mood < 0.4) return judgeStatus(500);
  if (mood < 0.6) return judgeStatus(302);
  return { type: "failed", why: mood < 0.8 ? "timeout" : "network" };
}

function judge({ feed, heard, isEnabled, hasAlert }: World): string[] {
  const wrong: string[] = [];
  if (!isEnabled && !hasAlert) wrong.push("disabled without an alert");
  const firsts = feed.map((change) => ({ ...change, at: heard.indexOf(nameChange(change)) }));
  if (isEnabled) for (const { sequence, at } of firsts) if (at < 0) wrong.push(`change ${sequence} was never heard`);
  for (const [documentId, changes] of Map.groupBy(firsts, (one) => one.documentId)) {
    const places = changes.map(({ at }) => (at < 0 ? Number.POSITIVE_INFINITY : at));
    if (places.some((place, index) => place < (places[index - 1] ?? -1)))
      wrong.push(`document ${documentId}: out of order`);
  }
  return wrong;
}

/** Times that each fault befalls each wait, for every schedule. */
const GOAL = 1_000 / 100_000;

/** The table of waits by faults, and whether each was tried often enough. */
export function printDeliveryCoverage(tally: DeliveryTally, schedules: number) {
  const columns = ["none", ...FAULTS] as const;
  const count = (wait: string, fault: string) => tally.get(`${wait} ${fault}`) ?? 0;
  const pairs = Object.entries(WAITS).flatMap(([wait, { faults }]) => faults.map((fault) => [wait, fault] as const));
  const thin = pairs.filter(([wait, fault]) => count(wait, fault) < GOAL * schedules);
  const rows = Object.entries(WAITS).map(([wait, { faults }]) => {
    const cells = columns.map((fault) =>
      (fault === "none" || faults.includes(fault) ? String(count(wait, fault)) : "-").padStart(13),
    );
    return `  ${wait.padEnd(14)}${cells.join("")}`;
  });
  const lines = [
    `  ${"".padEnd(14)}${columns.map((fault) => fault.padStart(13)).join("")}`,
    ...rows,
    `(wait, fault) pairs ${pairs.length}, below ${Math.ceil(GOAL * schedules)}: ${thin.length}`,
    ...thin.map(([wait, fault]) => `  ${wait} ${fault}: ${count(wait, fault)}`),
  ];
  return { text: lines.join("\n"), isComplete: thin.length === 0 };
}
