// Draws a world's story from a seed: who asks for what and when, how much goes wrong, and how the authority behaves.
import type { Environment, Module } from "../../src/domain/company.ts";
import type { AuthorityHabits } from "./authority.ts";
import { FAULTS, type Fault, type FaultRates } from "./fault.ts";
import { countKeys, drawStory, FOCUS_WEIGHTS, type Focus, focusHabits } from "./focus.ts";
import type { AlarmHabits } from "./host.ts";
import { drawMovePlan, type MovePlan } from "./move.ts";
import { drawNotes, type NotePlan } from "./note-plan.ts";
import { createRandom, type Random } from "./random.ts";
import { drawLateTroubles, drawMove, drawTroubles, NO_TROUBLES, type Troubles } from "./trouble.ts";

/** One idempotency key and the client that uses it. */
export interface KeyPlan {
  readonly name: string;
  readonly clientId: number;
  readonly key: string;
  /** Absent: the world's. */
  readonly module?: Module;
  /** The authority will reject the document. */
  readonly isBad: boolean;
  readonly posts: readonly PostPlan[];
  /** Waits between repeats while the answer is not terminal. */
  readonly retries: readonly number[];
}

export interface PostPlan {
  readonly atMs: number;
  /** 0 is the key's own payload, anything else an altered one. */
  readonly variant: number;
  /** How many at the same time. */
  readonly copies: number;
  /** The payload says another day: refused, unless the key is older than today. */
  readonly isStale: boolean;
}

export interface Scenario {
  readonly seed: number;
  readonly startMs: number;
  readonly horizonMs: number;
  readonly environment: Environment;
  /** Of the keys' documents. */
  readonly module: Module;
  readonly keys: readonly KeyPlan[];
  readonly rangeSize: number;
  readonly allowance: number;
  readonly faults: FaultRates;
  readonly habits: AuthorityHabits;
  readonly alarms: AlarmHabits;
  /** Undefined: there is no cron before the calm, and no lost alarm that would need it. */
  readonly cronEveryMs: number | undefined;
  /** Instants at which some object's storage is lost. */
  readonly losses: readonly number[];
  readonly certificateSwapMs: number | undefined;
  readonly topUpMs: number | undefined;
  /** Instants at which operators order resends of what is `send_unknown`. */
  readonly resendsMs: readonly number[];
  /** Instants at which operators close what can never be sent, because another document has its place. */
  readonly closesMs: readonly number[];
  /** Instants at which operators let a stopped range go on. */
  readonly resumesMs: readonly number[];
  /** Other bytes lie where the files of this many of the first numbers belong. */
  readonly foreignFiles: number;
  /** Another system used this many of the first numbers. */
  readonly takenNumbers: number;
  /** Another system used this many of the first numbers of each series of notes. */
  readonly takenNotes: number;
  /** A second range, for when the first is used up, whose first numbers print like numbers of the first. */
  readonly hasTwinRange: boolean;
  /** R2 knows no digest of the answers that it holds. */
  readonly hasCopiedAnswers: boolean;
  readonly troubles: Troubles;
  readonly focus: Focus;
  /** Notes on the keys' documents; with any, the documents have lines. */
  readonly notes: readonly NotePlan[];
  /** The company goes to another database. */
  readonly move?: MovePlan;
}

const MINUTE_MS = 60_000;
/** 2026-07-15, noon in Bogotá. */
const NOON_MS = Date.parse("2026-07-15T17:00:00Z");
const LAST_EVENING_MS = Date.parse("2026-07-16T04:58:00Z");
const NEW_YEAR_MS = Date.parse("2027-01-01T04:58:30Z");

const LATE_CHANCE = 0.2;
/** Worlds with notes whose documents are invoices; those of the others are support documents. */
const INVOICE_CHANCE = 0.6;
/** Of those, worlds whose sales are tickets. */
const TICKET_CHANCE = 0.4;
/** Worlds with notes of which another system used numbers. */
const TAKEN_NOTES = 0.15;
/** Worlds whose authority refuses without a rule or a name. */
const DENIED_WORLDS = 0.12;
const REFUSED_WORLDS = 0.04;

/** Only a document of a test set is acknowledged and asked about by ZipKey; only another one is in process at once. */
const TEST_SET_CHANCES: Readonly<Partial<Record<Focus, number>>> = {
  unknown: 0.85,
  "unknown-ordered": 0.3,
  "unknown-adopted": 0.3,
};

/** The story of a seed; a database that is set back is not one that a company leaves meanwhile. */
export function drawScenario(seed: number): Scenario {
  const scenario = drawStaying(seed);
  const move =
    scenario.troubles.setback === undefined ? drawMovePlan(seed, scenario.horizonMs, createRandom) : undefined;
  return move === undefined ? scenario : { ...scenario, move };
}

function drawStaying(seed: number): Scenario {
  const random = createRandom(seed);
  const drawn = random.weighted(FOCUS_WEIGHTS);
  const focus = drawRefused(seed) ? "refused" : drawn;
  const horizonMs = random.pick([3, 12, 60, 110]) * MINUTE_MS;
  const often = (probability: number) => (random.chance(probability) ? random.between(0, horizonMs) : undefined);
  const keys = drawKeys(random, horizonMs, countKeys(focus) > 1 ? countKeys(focus) : undefined);
  const scenario: Scenario = {
    seed,
    startMs: random.chance(focus === "adoption" ? 0.5 : 0.8) ? NOON_MS : random.pick([LAST_EVENING_MS, NEW_YEAR_MS]),
    horizonMs,
    environment: random.chance(TEST_SET_CHANCES[focus] ?? 0.45) ? "habilitacion" : "produccion",
    module: "dse",
    keys,
    rangeSize: random.chance(0.85) ? 10 : random.between(1, keys.length),
    allowance: random.chance(0.85) ? 10 : random.between(1, keys.length),
    faults: drawFaults(random),
    habits: {
      ...focusHabits(focus, drawHabits(random), random),
      denies: focus === "refused" ? 0.5 : drawDenials(seed),
    },
    alarms: {
      lostRate: random.chance(0.3) ? 0.3 * random.next() : 0,
      doubledRate: random.chance(0.3) ? 0.3 * random.next() : 0,
      lateMs: random.pick([1_000, 60_000]),
    },
    cronEveryMs: random.between(2, 10) * MINUTE_MS,
    losses: random.chance(0.06) ? [random.between(0, Math.min(horizonMs, 10 * MINUTE_MS))] : [],
    certificateSwapMs: often(0.2),
    topUpMs: often(0.1),
    resendsMs: [often(0.5), often(0.3)].filter((atMs) => atMs !== undefined),
    closesMs: [often(0.5)].filter((atMs) => atMs !== undefined),
    resumesMs: [often(0.6), often(0.3)].filter((atMs) => atMs !== undefined),
    foreignFiles: random.chance(0.03) ? random.between(1, 2) : 0,
    takenNumbers: random.chance(0.05) ? random.between(1, 3) : 0,
    takenNotes: 0,
    hasTwinRange: false,
    hasCopiedAnswers: focus === "late" || seed % 2 === 0,
    troubles: NO_TROUBLES,
    focus,
    notes: [],
  };
  if (focus === "notes") return withNotes({ ...scenario, foreignFiles: 0, takenNumbers: 0 });
  if (focus === "none") {
    if (random.chance(0.06)) return withTwinRange(scenario, random);
    return withNotes(random.chance(0.4) ? withoutCron(scenario) : withTroubles(scenario));
  }
  const { isStale, ...story } = drawStory(focus, keys[0]?.posts[0]?.atMs ?? 0, random);
  const own = keys.slice(0, countKeys(focus));
  const first = own.map((key) => ({
    ...key,
    retries: focus === "adoption" ? [2_000, 3_000, 10_000, MINUTE_MS] : key.retries,
    posts: key.posts.map((post) => ({ ...post, isStale })),
  }));
  const led = {
    ...scenario,
    foreignFiles: 0,
    takenNumbers: 0,
    ...story,
    // Late worlds are many and long: a little chance in them reaches everything.
    faults: focus === "late" ? scaleFaults(scenario.faults, LATE_CHANCE) : NO_FAULTS,
    keys: first,
    rangeSize: 10,
    allowance: 10,
  };
  if (focus === "unknown-adopted") return withLateTroubles(led);
  const isUnknown = focus === "unknown" || focus === "unknown-ordered";
  const troubles = isUnknown ? drawMove(createRandom(seed ^ 0x3c6ef372), led.horizonMs) : NO_TROUBLES;
  return { ...led, troubles };
}

/** A stream of its own as well: worlds without notes stay as they are. */
function withNotes(scenario: Scenario): Scenario {
  const { seed, keys, horizonMs, troubles, foreignFiles, takenNumbers } = scenario;
  const isPlain = troubles === NO_TROUBLES && foreignFiles === 0 && takenNumbers === 0;
  const random = createRandom(seed ^ 0x1b873593);
  const module = random.chance(INVOICE_CHANCE) ? "fe" : "dse";
  const notes = isPlain ? drawNotes(random, module, keys.length, horizonMs) : [];
  if (notes.length === 0) return scenario;
  const takenNotes = random.chance(TAKEN_NOTES) ? random.between(1, 2) : 0;
  const sold = createRandom(seed ^ 0x2545f491);
  if (module === "fe" && sold.chance(TICKET_CHANCE)) {
    // Beside tickets the company issues support documents, whose files the same counter names.
    const others = drawKeys(sold, horizonMs, 2).map((key) => ({ ...key, key: `s${key.key}`, module: "dse" as const }));
    const own = notes.map((note) => ({
      ...note,
      typeCode: note.typeCode === "92" ? ("93" as const) : ("94" as const),
    }));
    const world = { ...scenario, takenNotes, rangeSize: 10, allowance: 60, focus: "notes" as const };
    return { ...world, module: "dee", keys: [...keys, ...others], notes: own };
  }
  return { ...scenario, module, notes, takenNotes, rangeSize: 10, allowance: 60, focus: "notes" };
}

function scaleFaults(rates: FaultRates, factor: number): FaultRates {
  return Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, rate * factor])) as FaultRates;
}

/** Alarms alone must do: none is lost, nor any storage. */
function withoutCron(scenario: Scenario): Scenario {
  return { ...scenario, cronEveryMs: undefined, losses: [], alarms: { ...scenario.alarms, lostRate: 0 } };
}

/** The first range ends soon, and the one that follows would give its numbers again. */
function withTwinRange(scenario: Scenario, random: Random): Scenario {
  const keys = drawKeys(random, scenario.horizonMs, 4);
  const limits = { rangeSize: random.between(1, 2), allowance: 10, foreignFiles: 0, takenNumbers: 0 };
  return { ...scenario, keys, ...limits, hasTwinRange: true };
}

/** A stream of its own, so that another kind of trouble leaves every other world as it is. */
function withTroubles(scenario: Scenario): Scenario {
  const { seed, horizonMs, keys, losses } = scenario;
  const random = createRandom(seed ^ 0x3c6ef372);
  const firstMs = Math.min(...keys.flatMap(({ posts }) => posts.map(({ atMs }) => atMs)));
  const troubles = drawTroubles(random, firstMs, horizonMs);
  if (troubles === NO_TROUBLES) return scenario;
  if (troubles.moves.length > 0) return { ...scenario, troubles, foreignFiles: 0, takenNumbers: 0 };
  // D1 cannot be asked for long, and it is all that knows.
  if (troubles.rewinds.some(({ isToSigned }) => isToSigned)) {
    const faults = { ...NO_FAULTS, "error-before": 0.3 + 0.3 * random.next() };
    return { ...scenario, troubles, losses: [], faults, takenNumbers: 0 };
  }
  if (troubles.setback === undefined)
    return { ...scenario, troubles, losses: troubles.rewinds.length > 0 ? [] : losses };
  // Numbers are given before that minute, after it, and after everything was repaired.
  const more = drawKeys(random, horizonMs, random.between(3, 4));
  const late = drawKeys(random, horizonMs, 1).map((key) => ({
    ...key,
    ...{ name: "dse:1:1:late", clientId: 1, key: "late" },
    posts: [{ atMs: horizonMs + random.between(0, 200) * MINUTE_MS, variant: 0, copies: 1, isStale: false }],
  }));
  const keysToo = [...more, ...late];
  return { ...scenario, troubles, losses: [], keys: keysToo, rangeSize: 10, allowance: 10, takenNumbers: 0 };
}

/** An unknown outcome, and an order to send it again: whose bytes would leave? */
function withLateTroubles(scenario: Scenario): Scenario {
  const { seed, keys, losses } = scenario;
  const firstMs = keys[0]?.posts[0]?.atMs ?? 0;
  const troubles = drawLateTroubles(createRandom(seed ^ 0x3c6ef372), firstMs, losses[0] ?? 0);
  return { ...scenario, troubles, losses: troubles.rewinds.length > 0 ? [] : losses };
}

const NO_FAULTS = Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as FaultRates;

function drawKeys(
  random: Random,
  horizonMs: number,
  count = random.chance(0.75) ? 1 : random.between(2, 3),
): KeyPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const clientId = random.between(1, 2);
    const key = `k${index}`;
    const isStale = random.chance(0.04);
    const copies = random.chance(0.3) ? random.between(2, 4) : 1;
    const posts: PostPlan[] = [{ atMs: random.between(0, MINUTE_MS), variant: 0, copies, isStale }];
    for (const variant of [0, 1]) {
      if (random.chance(0.3)) posts.push({ atMs: random.between(0, horizonMs), variant, copies: 1, isStale: false });
    }
    const retries = Array.from({ length: random.between(0, 4) }, () =>
      random.pick([50, 1_000, 10_000, MINUTE_MS, 10 * MINUTE_MS]),
    );
    return { name: `dse:1:${clientId}:${key}`, clientId, key, isBad: random.chance(0.48), posts, retries };
  });
}

/** A stream of its own, as above. */
function drawDenials(seed: number): number {
  const random = createRandom(seed ^ 0x71f9d3a5);
  return random.chance(DENIED_WORLDS) ? 0.3 + 0.7 * random.next() : 0;
}

/** Worlds whose authority refuses documents before processing until operators close them. A stream of its own, as above. */
function drawRefused(seed: number): boolean {
  return createRandom(seed ^ 0x5be0cd19).chance(REFUSED_WORLDS);
}

/** Each world has its own rates, so that every kind is sometimes alone and sometimes in company. */
function drawFaults(random: Random): FaultRates {
  const intensity = random.pick([0.01, 0.04, 0.08, 0.15]);
  const draw = (kind: Fault) => {
    const share = random.chance(0.6) ? random.next() : 0;
    return [kind, share * intensity * (kind === "slow" ? 0.8 : 1)] as const;
  };
  return Object.fromEntries(FAULTS.map(draw)) as FaultRates;
}

function drawHabits(random: Random): AuthorityHabits {
  const rarely = (weight: number) => (random.chance(0.6) ? weight * random.next() : 0);
  return {
    receptions: {
      answer: 1,
      hold: rarely(1),
      "html-after": rarely(0.5),
      truncated: rarely(0.5),
      "other-key": rarely(0.5),
      "rule-90": rarely(0.7),
      processing: rarely(1),
      "rolled-back": rarely(1.5),
      fault: rarely(1.2),
      "status-89": rarely(0.8),
      "other-fault": rarely(0.5),
      "html-before": rarely(1),
    },
    refusesAgain: rarely(0.5),
    namesHolder: random.chance(0.9),
    denies: 0,
    replies: {
      answer: 2,
      html: rarely(0.5),
      truncated: rarely(0.5),
      "other-key": rarely(0.5),
      drop: rarely(0.5),
      "two-results": rarely(0.5),
    },
    sights: {
      "at-once": 1,
      "after-minutes": rarely(0.7),
      "after-an-hour": rarely(1.2),
      "after-minutes-in-process": rarely(0.5),
      "after-an-hour-in-process": rarely(0.5),
    },
  };
}
