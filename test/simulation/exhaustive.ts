// Plays a few plain stories with every single fault at every wait, and every pair of crashes.
import { KINDS, type NoteType } from "../../src/domain/kind.ts";
import { RECEPTIONS, REPLIES, type Reception, SIGHTS, type Sight } from "./authority.ts";
import { SimulatedD1 } from "./database.ts";
import type { FaultRates } from "./fault.ts";
import { CRASHES, FAULTS, type Fault, ListedPlan } from "./fault.ts";
import type { MovePlan } from "./move.ts";
import type { Scenario } from "./scenario.ts";
import { loadSystem, type System } from "./system.ts";
import { NO_TROUBLES } from "./trouble.ts";
import { SimulatedWorld, type WorldReport } from "./world.ts";

export interface ExhaustiveOptions {
  readonly hasPairs: boolean;
  /** Part of the names of the stories to play. */
  readonly only: string;
  /** Of so many parts, the waits of which one are tried; from 1 on. */
  readonly part: readonly [part: number, of: number];
  readonly log: (line: string) => void;
}

interface Story {
  readonly name: string;
  readonly reception: Reception;
  readonly sight?: Sight;
  readonly isBad?: boolean;
  readonly isTest?: boolean;
  readonly isStale?: boolean;
  /** Storage lost this long after the request. */
  readonly lossMs?: number;
  readonly rangeSize?: number;
  /** Operators order a resend once it is `send_unknown`; only the waits from there on are tried. */
  readonly isResent?: boolean;
  readonly foreignFiles?: number;
  readonly takenNumbers?: number;
  readonly takenNotes?: number;
  /** Of the notes on the document; only the waits from the first of them on are tried. */
  readonly notes?: readonly NoteType[];
  /** The company goes to another database; only what befalls its mover is tried, and no pairs. */
  readonly move?: MovePlan;
}

const MINUTE_MS = 60_000;

/** The next mover starts when clients have asked again. */
const MOVE: MovePlan = { atMs: 0, abortChance: 0, pauseMs: 20_000 };

const STORIES: readonly Story[] = [
  { name: "accepted", reception: "answer" },
  { name: "rejected", reception: "answer", isBad: true },
  { name: "acknowledged", reception: "answer", isTest: true },
  { name: "lost answer", reception: "hold" },
  { name: "in process", reception: "processing" },
  { name: "rule 90", reception: "rule-90" },
  { name: "refused before processing", reception: "fault" },
  { name: "refused in words", reception: "status-89" },
  { name: "never processed", reception: "html-before" },
  { name: "seen late", reception: "hold", sight: "after-minutes" },
  { name: "range used up", reception: "answer", rangeSize: 0 },
  { name: "another day's payload", reception: "answer", isStale: true },
  { name: "sent again by order", reception: "rolled-back", isResent: true },
  { name: "another system's number", reception: "answer", takenNumbers: 1 },
  { name: "another system's number, in the test set", reception: "answer", takenNumbers: 1, isTest: true },
  { name: "closed, because another file has its place", reception: "answer", foreignFiles: 1 },
  { name: "storage lost", reception: "html-after", lossMs: 5_000 },
  { name: "two credit notes at once", reception: "answer", notes: ["91", "91"] },
  { name: "a credit and a debit note, answers lost", reception: "hold", notes: ["91", "92"] },
  { name: "another system's number of a credit note", reception: "answer", notes: ["91"], takenNotes: 1 },
  { name: "two credit notes on a ticket at once", reception: "answer", notes: ["94", "94"] },
  { name: "a credit and a debit note on a ticket, answers lost", reception: "hold", notes: ["94", "93"] },
  { name: "two adjustment notes at once", reception: "answer", notes: ["95", "95"] },
  { name: "the company moves before the request", reception: "answer", move: { ...MOVE, atMs: 10 } },
  { name: "the company moves while it is sent", reception: "hold", move: { ...MOVE, atMs: 1_200 } },
  {
    name: "the company moves, the second mover gives up",
    reception: "answer",
    move: { ...MOVE, atMs: 1_200, aborts: 1 },
  },
  {
    name: "the company moves on in another database while it is sent",
    reception: "hold",
    move: { ...MOVE, atMs: 1_200, isExtension: true },
  },
];

/** Where the tries of a story begin. */
const FIRST_POINTS = { plain: /^/, resent: /@unknown$/, noted: /^d1\.find-corrected/, moved: /^mover/ };

function typeOf({ isResent, notes, move }: Story): keyof typeof FIRST_POINTS {
  if (move !== undefined) return "moved";
  if (isResent === true) return "resent";
  return notes === undefined ? "plain" : "noted";
}

/** @returns whether no violation was found. */
export async function runExhaustive({ hasPairs, only, part: [part, parts], log }: ExhaustiveOptions): Promise<boolean> {
  const system = await loadSystem();
  const databases = [new SimulatedD1(), new SimulatedD1()] as const;
  const chosen = STORIES.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`no story has "${only}" in its name`);
  let runs = 0;
  let failed = 0;
  for (const story of chosen) {
    const play = async (faults: ReadonlyMap<number, Fault>) => {
      const { report, waits } = await playStory(system, databases, story, faults);
      runs += 1;
      if (report.violations.length > 0) {
        failed += 1;
        const where = [...faults].map(([index, fault]) => `${fault} at wait ${index}`).join(", ");
        log(`${story.name}, ${where}: ${report.violations.join("; ")}`);
      }
      return waits;
    };
    const plain = await play(new Map());
    let pairs = 0;
    const start = plain.findIndex(({ point }) => FIRST_POINTS[typeOf(story)].test(point));
    if (start < 0) throw new Error(`${story.name} never comes to the wait from which it is tried`);
    for (let index = start; index < plain.length; index += 1) {
      if (index % parts !== part - 1) continue;
      if (story.move !== undefined && plain[index]?.point.startsWith("mover") === false) continue;
      for (const fault of plain[index]?.kinds ?? []) {
        const waits = await play(new Map([[index, fault]]));
        if (!hasPairs || story.move !== undefined || !CRASHES.includes(fault)) continue;
        for (let later = index + 1; later < waits.length; later += 1) {
          for (const second of CRASHES.filter((crash) => waits[later]?.kinds.includes(crash))) {
            await play(
              new Map([
                [index, fault],
                [later, second],
              ]),
            );
            pairs += 1;
          }
        }
      }
    }
    log(
      `${story.name}: ${plain.length - start} waits, every single fault${hasPairs ? `, ${pairs} pairs of crashes` : ""}`,
    );
  }
  log(`${runs} runs, ${failed} with violations`);
  return failed === 0;
}

async function playStory(
  system: System,
  databases: readonly [SimulatedD1, SimulatedD1],
  story: Story,
  faults: ReadonlyMap<number, Fault>,
): Promise<{ readonly report: WorldReport; readonly waits: ListedPlan["seen"] }> {
  const plan = new ListedPlan(faults);
  const world = new SimulatedWorld({ system, databases, scenario: writeScenario(story), plan });
  const report = await world.run();
  return { report, waits: plan.seen };
}

/** One key, asked for twice at once and once more later. */
function writeScenario(story: Story): Scenario {
  const one = <T extends string>(names: readonly T[], chosen: T) =>
    Object.fromEntries(names.map((name) => [name, name === chosen ? 1 : 0])) as Record<T, number>;
  const isStale = story.isStale === true;
  const [first] = story.notes ?? [];
  const module = first === undefined ? "dse" : KINDS[first].module;
  return {
    seed: 1,
    startMs: Date.parse("2026-07-15T17:00:00Z"),
    // Long enough for the questions that a crash leaves; what takes longer is the calm's.
    horizonMs: (story.isResent === true ? 62 : 3) * MINUTE_MS,
    environment: story.isTest === true ? "habilitacion" : "produccion",
    module,
    keys: [
      {
        name: module === "fe" ? "fe:1:k0" : `${module}:1:1:k0`,
        clientId: 1,
        key: "k0",
        isBad: story.isBad === true,
        posts: [{ atMs: 1_000, variant: 0, copies: 2, isStale }],
        retries: [40_000],
      },
    ],
    rangeSize: story.rangeSize ?? 10,
    allowance: 10,
    faults: Object.fromEntries(FAULTS.map((kind) => [kind, 0])) as FaultRates,
    habits: {
      receptions: one(RECEPTIONS, story.reception),
      replies: one(REPLIES, "answer"),
      sights: one(SIGHTS, story.sight ?? "at-once"),
      refusesAgain: 0,
      namesHolder: true,
      denies: 0,
    },
    alarms: { lostRate: 0, doubledRate: 0, lateMs: 50 },
    cronEveryMs: 2 * MINUTE_MS,
    losses: story.lossMs === undefined ? [] : [1_000 + story.lossMs],
    certificateSwapMs: undefined,
    topUpMs: undefined,
    resendsMs: story.isResent === true ? [56 * MINUTE_MS, 59 * MINUTE_MS] : [],
    closesMs: story.foreignFiles === undefined ? [] : [2 * MINUTE_MS],
    resumesMs: [],
    foreignFiles: story.foreignFiles ?? 0,
    takenNumbers: story.takenNumbers ?? 0,
    takenNotes: story.takenNotes ?? 0,
    hasTwinRange: false,
    hasCopiedAnswers: false,
    troubles: NO_TROUBLES,
    focus: "none",
    ...(story.move !== undefined && { move: story.move }),
    // Of the three units of the first line each takes two: at most one of those that lower can be.
    notes: (story.notes ?? []).map((typeCode, index) => ({
      ...{ key: `n${index}`, typeCode, of: 0, afterMs: 0, isBad: false, copies: 1, retries: [10_000, 40_000] },
      takes: [{ line: 1, quantity: 2 }],
    })),
  };
}
