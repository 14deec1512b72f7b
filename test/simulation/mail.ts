// Plays the e-mail of one company in a small world of its own: the process dies at any call, calls and alarms are lost, come twice or
// late, the transport accepts, refuses, is silent and lies, events come early, late, twice or never; then says what was lost or sent twice.
import { sendMail } from "../../src/delivery/mail/engine.ts";
import { isNews, type MailNews, SETTLED_WITHIN_MS } from "../../src/delivery/mail/plan.ts";
import type { MailPorts, SendOutcome } from "../../src/delivery/mail/ports.ts";
import type { MailPatch, MailRow } from "../../src/store/delivery/mail-deliveries.ts";
import { createRandom, type Random } from "../support/random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START_MS = 1_790_000_000_000;
const DAYS = 6;
/** As the object does after a run that failed. */
const AFTER_FAILURE_MS = 30_000;
/** Longer than the lease of a run. */
const LATE_MS = 3 * MINUTE_MS;
/** The deadline of a call to the transport. */
const SEND_MS = 30_000;

/** Faults that are planted in the code under test, each around one of its ports. */
export const MAIL_PLANTED = [
  "a message leaves before it is written down",
  "a lost answer is sent again at once",
  "what was under way is pending again after a crash",
  "a change overwrites what came between",
  "an event lowers a state",
  "a run that found nothing due forgets the next wake",
] as const;
export type MailPlanted = (typeof MAIL_PLANTED)[number];

/** The process is gone: none of its calls returns. */
class Death extends Error {}
/** A call failed; the process is there. */
class Lost extends Error {}

const FAULTS = ["crash-before", "crash-after", "lost", "lost-answer", "late"] as const;
type Fault = (typeof FAULTS)[number];
/** Every wait between the acceptance of a document and the end of its e-mail. */
const WAITS = ["alarm", "is-on", "list-due", "find-next", "change", "find", "compose", "send", "hold", "arm"] as const;
type Wait = (typeof WAITS)[number] | "disarm";

/** How often each wait was met by each fault, over any number of schedules. */
export type MailTally = Map<string, number>;

/** One message that the transport took. */
interface Taken {
  readonly ordinal: number;
  readonly id: string;
  readonly atMs: number;
  /** Whether its caller heard of it. */
  isAnswered: boolean;
}

interface Coming {
  readonly atMs: number;
  readonly ordinal: number;
  readonly id: string;
  readonly news: MailNews;
}

interface World {
  readonly random: Random;
  readonly planted: MailPlanted | undefined;
  readonly tally: MailTally;
  readonly taken: Taken[];
  rows: MailRow[];
  events: Coming[];
  nowMs: number;
  holdMs: number;
  alarmMs: number | undefined;
  isOn: boolean;
  /** Which process runs; calls of another one never return. */
  incarnation: number;
  faultRate: number;
  moodRate: number;
  moodyUntilMs: number;
  readonly wrong: string[];
  /** What events have told of a document's e-mail, by their highest rank. */
  readonly told: Map<number, MailNews>;
}

/** What is wrong after one schedule; empty when every promise was kept. @param tally is added to. */
export async function playMail(seed: number, planted?: MailPlanted, tally: MailTally = new Map()): Promise<string[]> {
  const random = createRandom(seed);
  const world: World = {
    random,
    planted,
    tally,
    taken: [],
    rows: [],
    events: [],
    nowMs: START_MS,
    holdMs: 0,
    alarmMs: undefined,
    isOn: true,
    incarnation: 0,
    wrong: [],
    told: new Map<number, MailNews>(),
    faultRate: random() < 0.8 ? random() * 0.25 : 0,
    moodRate: random() * 0.7,
    moodyUntilMs: START_MS + random() * 80 * HOUR_MS,
  };
  const wanted = 2 + Math.floor(random() * 6);
  const offAtMs = random() < 0.1 ? START_MS + random() * HOUR_MS : Number.POSITIVE_INFINITY;
  let nextMs = START_MS;
  let cronMs = START_MS + MINUTE_MS;
  while (world.nowMs < START_MS + DAYS * 24 * HOUR_MS) {
    const { nowMs } = world;
    if (nowMs >= offAtMs) world.isOn = false;
    if (world.rows.length < wanted && nowMs >= nextMs) {
      owe(world);
      nextMs = nowMs + random() * 20 * MINUTE_MS;
      if (random() < 0.8) world.alarmMs = nowMs;
    }
    hearEvents(world);
    if (nowMs >= cronMs) {
      const isLate = ({ dueAt }: MailRow) => dueAt !== null && Date.parse(dueAt) < nowMs - 2 * MINUTE_MS;
      if (world.rows.some(isLate) && planted !== "a run that found nothing due forgets the next wake")
        world.alarmMs = nowMs;
      cronMs = nowMs + MINUTE_MS;
    }
    await ring(world);
    const isOver = world.rows.length === wanted && world.rows.every(isAtRest) && world.events.length === 0;
    if (isOver) break;
    const soon = [
      world.alarmMs ?? cronMs,
      world.rows.length < wanted ? nextMs : cronMs,
      ...world.events.map((e) => e.atMs),
    ];
    world.nowMs = Math.max(world.nowMs + 1, Math.min(...soon, Math.max(cronMs, world.nowMs + MINUTE_MS)));
  }
  judge(world);
  return world.wrong;
}

function isAtRest({ dueAt, state }: MailRow): boolean {
  return dueAt === null && state !== "pendiente" && state !== "enviando" && state !== "incierto";
}

function owe({ rows, nowMs }: World): void {
  const at = new Date(nowMs).toISOString();
  rows.push({
    companyId: 1,
    documentId: rows.length + 1,
    ordinal: 1,
    module: "fe",
    kind: "automatico",
    key: null,
    fingerprint: null,
    recipient: "a@b.co",
    message: null,
    state: "pendiente",
    reason: null,
    version: 1,
    attempts: 0,
    failures: 0,
    unanswered: 0,
    createdAt: at,
    attemptAt: null,
    sentAt: null,
    deliveredAt: null,
    dueAt: at,
    providerId: null,
    subjectHash: null,
    releasedAt: null,
  });
}

function drawFault({ random, faultRate, tally }: World, wait: Wait): Fault | undefined {
  const fault = random() < faultRate ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
  const name = `${wait} ${fault ?? "none"}`;
  tally.set(name, (tally.get(name) ?? 0) + 1);
  return fault;
}

/** The alarm fires, is lost, or fires late; a process that dies leaves what is durable. */
async function ring(world: World): Promise<void> {
  if (world.alarmMs === undefined || world.alarmMs > world.nowMs) return;
  world.alarmMs = undefined;
  const fault = drawFault(world, "alarm");
  if (fault === "lost") return;
  if (fault === "late") world.nowMs += world.random() * MINUTE_MS;
  if (world.random() < 0.5) world.incarnation += 1;
  try {
    if (fault === "crash-before") throw new Death();
    await sendMail(createPorts(world, world.incarnation));
  } catch (cause) {
    if (cause instanceof Lost) world.alarmMs = world.nowMs + AFTER_FAILURE_MS;
    else if (!(cause instanceof Death)) throw cause;
    else if (world.random() < 0.5) world.alarmMs = world.nowMs + 1_000;
  }
}

function createPorts(world: World, incarnation: number): MailPorts<number> {
  const { planted, random } = world;
  const check = () => {
    if (world.incarnation !== incarnation) throw new Death();
  };
  const die = (): never => {
    world.incarnation += 1;
    throw new Death();
  };
  const call = async <Result>(wait: Wait, effect: () => Result): Promise<Result> => {
    check();
    const fault = drawFault(world, wait);
    if (fault === "crash-before") die();
    if (fault === "lost") throw new Lost();
    const result = effect();
    await Promise.resolve();
    check();
    if (fault === "late") world.nowMs += random() * (wait === "send" ? SEND_MS : LATE_MS);
    hearEvents(world);
    if (fault === "crash-after") die();
    if (fault === "lost-answer") throw new Lost();
    return result;
  };
  const isForgetful = planted === "a run that found nothing due forgets the next wake";
  return {
    nowMs: () => world.nowMs,
    isOn: () => call("is-on", () => world.isOn),
    listDue: (nowMs, limit) => call("list-due", () => listDue(world, nowMs, limit)),
    findNext: () =>
      call("find-next", () => {
        const next = world.rows.flatMap(({ dueAt }) => (dueAt === null ? [] : [Date.parse(dueAt)]));
        return next.length === 0 || isForgetful ? undefined : Math.min(...next);
      }),
    change: (mail, patch) => call("change", () => changeRow(world, mail, patch)),
    find: (mail) => call("find", () => findRow(world, mail.documentId)),
    compose: ({ documentId }) =>
      call("compose", () => ({ type: "ready", message: documentId, subjectHash: `s${documentId}` })),
    send: (documentId) => send(world, documentId, call),
    readHold: () => world.holdMs,
    hold: (untilMs) =>
      call("hold", () => {
        world.holdMs = untilMs;
      }),
    takeTurn: () => undefined,
    report: check,
    arm: (atMs) =>
      call("arm", () => {
        world.alarmMs = atMs;
      }),
    disarm: () =>
      call("disarm", () => {
        world.alarmMs = undefined;
      }),
  };
}

function findRow({ rows }: World, documentId: number): MailRow | undefined {
  return rows.find((row) => row.documentId === documentId);
}

function listDue({ rows, planted }: World, nowMs: number, limit: number) {
  const due = rows.filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= nowMs).slice(0, limit);
  const seen =
    planted === "what was under way is pending again after a crash"
      ? due.map((row) => (row.state === "enviando" ? { ...row, state: "pendiente" as const } : row))
      : due;
  return seen.map((row) => ({ ...row, isSuppressed: false }));
}

function changeRow(world: World, mail: MailRow, patch: MailPatch): MailRow | undefined {
  const { planted, rows, nowMs } = world;
  const row = findRow(world, mail.documentId);
  if (row === undefined) return undefined;
  if (row.version !== mail.version && planted !== "a change overwrites what came between") return undefined;
  if (planted === "a message leaves before it is written down" && patch.state === "enviando") return { ...row };
  const isAtOnce = planted === "a lost answer is sent again at once" && patch.state === "incierto";
  const dueAt = isAtOnce ? { dueAt: new Date(nowMs).toISOString() } : {};
  const changed: MailRow = { ...row, ...patch, ...dueAt, version: row.version + 1 };
  rows.splice(rows.indexOf(row), 1, changed);
  return changed;
}

type Call = <Result>(wait: Wait, effect: () => Result) => Promise<Result>;

/** What the transport does with one message: it takes it, or not, and says so, or not. */
async function send(world: World, documentId: number, call: Call): Promise<SendOutcome> {
  const isMoody = world.nowMs < world.moodyUntilMs && world.random() < world.moodRate;
  const mood = isMoody ? world.random() : 1;
  let taken: Taken | undefined;
  try {
    const outcome = await call("send", (): SendOutcome => {
      if (mood < 0.1) return { type: "refused", reason: "direccion_invalida" };
      if (mood < 0.25) return { type: "held", because: world.random() < 0.5 ? "rate" : "quota" };
      if (mood < 0.35) return { type: "bounced" };
      if (mood < 0.45) return { type: "uncertain" };
      taken = take(world, documentId);
      return mood < 0.7 ? { type: "uncertain" } : { type: "accepted", id: taken.id };
    });
    if (taken !== undefined && outcome.type === "accepted") taken.isAnswered = true;
    return outcome;
  } catch (cause) {
    if (cause instanceof Lost) return { type: "uncertain" };
    throw cause;
  }
}

/** Takes a message, of which events will come: at once, late, twice, never, and some of nobody's message. */
function take(world: World, documentId: number): Taken {
  const { random, nowMs, taken, events } = world;
  const one: Taken = { ordinal: documentId, id: `m${taken.length}`, atMs: nowMs, isAnswered: false };
  taken.push(one);
  const delay = () => (random() < 0.3 ? 0 : random() * (random() < 0.2 ? 2 * HOUR_MS : 10 * MINUTE_MS));
  const fates: readonly MailNews[][] = [
    [{ state: "entregado", reason: null }],
    [
      { state: "demorado", reason: null },
      { state: "entregado", reason: null },
    ],
    [{ state: "rebotado", reason: "buzon_inexistente" }],
    [
      { state: "entregado", reason: null },
      { state: "quejado", reason: "queja" },
    ],
  ];
  if (random() < 0.2) return one;
  for (const news of fates[Math.floor(random() * fates.length)] ?? []) {
    const event = { ordinal: documentId, id: one.id, news };
    events.push({ ...event, atMs: nowMs + delay() });
    if (random() < 0.2) events.push({ ...event, atMs: nowMs + delay() });
  }
  if (random() < 0.1)
    events.push({ atMs: nowMs + delay(), ordinal: 99, id: "other", news: { state: "entregado", reason: null } });
  return one;
}

/** As the consumer of the queue: by the message's id, or by subject and address while the row has no id. */
function hearEvents(world: World): void {
  const due = world.events.filter(({ atMs }) => atMs <= world.nowMs);
  world.events = world.events.filter(({ atMs }) => atMs > world.nowMs);
  for (const { id, ordinal, news } of due) {
    const bySubject = (row: MailRow) =>
      row.documentId === ordinal && row.providerId === null && row.subjectHash === `s${ordinal}`;
    const row = world.rows.find((one) => one.providerId === id) ?? world.rows.find(bySubject);
    if (row === undefined) continue;
    const isHeard = world.planted === "an event lowers a state" ? row.state !== news.state : isNews(row, news);
    if (!isHeard) continue;
    if (!isNews(row, news)) world.wrong.push(`document ${ordinal}: ${row.state} became ${news.state}`);
    const settled: MailRow = {
      ...row,
      ...news,
      providerId: row.providerId ?? id,
      dueAt: null,
      version: row.version + 1,
    };
    world.rows.splice(world.rows.indexOf(row), 1, settled);
    world.told.set(row.documentId, news);
  }
}

function judge({ rows, taken, wrong, told, isOn }: World): void {
  for (const row of rows) {
    const own = taken.filter(({ ordinal }) => ordinal === row.documentId);
    const name = `document ${row.documentId}`;
    if (!isAtRest(row)) wrong.push(`${name}: ends as ${row.state}`);
    if (isOn && own.length === 0 && (row.state === "enviado" || row.state === "omitido")) {
      wrong.push(`${name}: ${row.state}, and nothing was sent`);
    }
    const news = told.get(row.documentId);
    if (news !== undefined && isNews(row, news)) wrong.push(`${name}: ${row.state}, and was told ${news.state}`);
    if (own.length > 2) wrong.push(`${name}: sent ${own.length} times`);
    for (const [index, one] of own.entries()) {
      const next = own[index + 1];
      if (next === undefined) continue;
      // Rows keep whole milliseconds. What a caller heard may have died with him before it was written down: that is lost too.
      if (next.atMs - one.atMs < SETTLED_WITHIN_MS - 1)
        wrong.push(`${name}: sent again after ${next.atMs - one.atMs} ms`);
    }
    if (own.length > 0 && own.every(({ isAnswered }) => isAnswered) && row.attempts < own.length) {
      wrong.push(`${name}: sent ${own.length} times in ${row.attempts} attempts`);
    }
  }
}

/** The table of waits by faults. */
export function printMailCoverage(tally: MailTally): { readonly text: string; readonly isComplete: boolean } {
  const count = (wait: string, fault: string) => tally.get(`${wait} ${fault}`) ?? 0;
  const isMet = WAITS.every((wait) => FAULTS.every((fault) => count(wait, fault) > 0));
  const head = `  ${"".padEnd(12)}${FAULTS.map((fault) => fault.padStart(13)).join("")}`;
  const lines = WAITS.map(
    (wait) => `  ${wait.padEnd(12)}${FAULTS.map((fault) => String(count(wait, fault)).padStart(13)).join("")}`,
  );
  return { text: [head, ...lines].join("\n"), isComplete: isMet };
}
