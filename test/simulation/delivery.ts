// Plays the delivery to one webhook in a small world of its own: the process dies at any call, alarms are lost or come twice, and
// the endpoint fails, hangs, redirects and lies; then says what was lost or came out of order.
import { deliver } from "../../src/delivery/engine.ts";
import { type Attempt, judgeStatus, type Waiting } from "../../src/delivery/plan.ts";
import type { DeliveryPorts, DeliveryStore, Progress, Report } from "../../src/delivery/ports.ts";
import { type Change, nameChange } from "../../src/store/changes.ts";
import { createRandom, type Random } from "../support/random.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const START_MS = 1_790_000_000_000;
const DAYS = 14;
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

class Death extends Error {}

interface World {
  readonly random: Random;
  readonly planted: Planted | undefined;
  readonly feed: Change[];
  readonly heard: string[];
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
  deathRate: number;
  /** Until then the endpoint has its moods. */
  moodyUntilMs: number;
  moodRate: number;
}

/** What is wrong after one schedule; empty when every promise was kept. */
export async function playDelivery(seed: number, planted?: Planted): Promise<string[]> {
  const random = createRandom(seed);
  const world: World = {
    ...{ random, planted, feed: [], heard: [], nowMs: START_MS, progress: undefined, waiting: [], alarmMs: undefined },
    ...{ reached: 0, isEnabled: true, hasAlert: false, incarnation: 0 },
    deathRate: random() < 0.8 ? random() * 0.2 : 0,
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
      // The wake after a projection may be lost.
      if (random() < 0.7) world.alarmMs = world.nowMs;
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
  return Math.max(world.nowMs + 1, Math.min(cron, change, world.alarmMs ?? cron));
}

function addChange({ feed, nowMs, random }: World): void {
  const documentId = 1 + Math.floor(random() * 4);
  const state = STATES[Math.min(feed.filter((one) => one.documentId === documentId).length, 3)] ?? "aceptado";
  const sequence = Math.max(Math.floor(nowMs), (feed.at(-1)?.sequence ?? 0) + 1);
  const document = { documentId, typeCode: "05", prefix: "DS", number: documentId, fiscalId: null } as const;
  feed.push({ companyId: 1, module: "dse", sequence, state, ...document });
}

/** The alarm fires, is lost, or fires twice; a process that dies leaves what is durable. */
async function ring(world: World): Promise<void> {
  if (world.alarmMs === undefined || world.alarmMs > world.nowMs) return;
  world.alarmMs = undefined;
  const luck = world.random();
  if (luck < 0.05) return;
  for (let times = luck > 0.9 ? 2 : 1; times > 0; times -= 1) {
    world.incarnation += 1;
    try {
      await deliver(createPorts(world, world.incarnation));
    } catch (cause) {
      if (!(cause instanceof Death)) throw cause;
      // A handler that fails is called again, unless the platform gives up.
      if (world.random() < 0.5) world.alarmMs = world.nowMs + 1_000;
    }
  }
}

function createPorts(world: World, incarnation: number): DeliveryPorts {
  const { planted, random } = world;
  const check = () => {
    if (world.incarnation !== incarnation) throw new Death();
  };
  const mayDie = () => {
    check();
    if (random() >= world.deathRate) return;
    world.incarnation += 1;
    throw new Death();
  };
  /** A call outside of the object: death before it, or after its effect. */
  const call = async <Result>(effect: () => Result): Promise<Result> => {
    mayDie();
    const result = effect();
    await Promise.resolve();
    mayDie();
    return result;
  };
  return {
    store: createStore(world, check, mayDie),
    nowMs: () => world.nowMs,
    loadEndpoint: () =>
      call(() => ({ companyId: 1, revision: 1, startAfter: 0, testId: null, isEnabled: world.isEnabled })),
    listChanges: (_, after, limit) =>
      call(() => world.feed.filter(({ sequence }) => sequence > after).slice(0, Math.min(limit, 3))),
    post: async ({ id }) => {
      const outcome = await call(() => answer(world, id));
      return planted === "a redirect counts as delivered" && outcome.type === "failed" && outcome.why === "http 302"
        ? { type: "taken" }
        : outcome;
    },
    report: (report) => call(() => keepReport(world, report)),
    disable: () =>
      call(() => {
        world.hasAlert = planted !== "an endpoint is disabled without an alert";
        world.isEnabled = false;
      }),
  };
}

function keepReport(world: World, { reached }: Report): void {
  world.reached =
    world.planted === "what waits is reported as delivered and never armed" ? Number.MAX_SAFE_INTEGER : reached;
}

function createStore(world: World, check: () => void, mayDie: () => void): DeliveryStore {
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
      if (planted === "the cursor moves before the changes are kept") mayDie();
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
    arm: async (atMs) => {
      check();
      if (planted !== "what waits is reported as delivered and never armed") world.alarmMs = atMs;
    },
    disarm: async () => {
      check();
      world.alarmMs = undefined;
    },
  };
}

/** What the endpoint does with one POST; one that lies took it and says that it failed. */
function answer({ random, heard, nowMs, moodyUntilMs, moodRate }: World, id: string): Attempt {
  if (nowMs >= moodyUntilMs || random() >= moodRate) {
    heard.push(id);
    return { type: "taken" };
  }
  const mood = random();
  if (mood < 0.2) heard.push(id);
  if (mood < 0.002) return judgeStatus(410);
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
