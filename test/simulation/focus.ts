// Leads a world to waits that it would seldom reach by chance, and lets things go wrong there.
import type { AuthorityHabits } from "./authority.ts";
import type { Random } from "./random.ts";

const FOCI = [
  "none",
  "late",
  "unknown",
  "unknown-ordered",
  "unknown-adopted",
  "adoption",
  "answers",
  "taken",
  "closed",
  "closed-adopted",
  "refused",
  "notes",
] as const;
export type Focus = (typeof FOCI)[number];

/** How many worlds of each story there are, by weight. */
export const FOCUS_WEIGHTS: Readonly<Record<Focus, number>> = {
  none: 19,
  late: 33,
  unknown: 14,
  "unknown-ordered": 9,
  "unknown-adopted": 15,
  adoption: 21,
  answers: 7,
  taken: 8,
  closed: 4,
  "closed-adopted": 4,
  // Drawn apart: `drawRefused` of scenario.ts.
  refused: 0,
  // Worlds without a focus that have notes take it too.
  notes: 8,
};

/** How likely a fault is at a wait that a story is about. */
export const FOCUS_RATE = 0.5;

const MINUTE_MS = 60_000;

/** The waits that a story is about; nothing goes wrong elsewhere, but in worlds without any. */
const FOCUS_POINTS: Readonly<Record<Focus, (point: string) => boolean>> = {
  none: () => false,
  late: () => false,
  unknown: (point) => point.endsWith("@unknown"),
  "unknown-ordered": (point) => point.endsWith("@unknown"),
  "unknown-adopted": (point) => /^r2.(?:get|put|head)-document@unknown/.test(point),
  adoption: (point) => /^(?:r2.get-document|digest|d1.find-by-name|sign)@(?:unsent|unborn)/.test(point),
  answers: (point) => /^r2.*-answer/.test(point),
  taken: (point) => point.startsWith("d1.stop-range"),
  closed: () => false,
  "closed-adopted": () => false,
  refused: (point) => point === "authority.status@unsent",
  notes: (point) => /^(?:d1.find-corrected|r2.get-corrected|digest)@unborn/.test(point),
};

/** How many documents a story is about. */
export function countKeys(focus: Focus): number {
  if (focus === "late") return 5;
  return ["taken", "closed", "closed-adopted", "refused"].includes(focus) ? 4 : 1;
}

export function isFocused(focus: Focus, point: string): boolean {
  return FOCUS_POINTS[focus](point);
}

/** What a story sets instead of dice. */
export interface FocusStory {
  readonly horizonMs: number;
  readonly losses: readonly number[];
  readonly resendsMs: readonly number[];
  readonly cronEveryMs: number;
  /** The first request carries yesterday's date; so does its repeat. */
  readonly isStale: boolean;
  readonly closesMs?: readonly number[];
  readonly resumesMs?: readonly number[];
  readonly foreignFiles?: number;
  readonly takenNumbers?: number;
}

/** @param firstMs when the first request comes. */
export function drawStory(focus: Exclude<Focus, "none" | "notes">, firstMs: number, random: Random): FocusStory {
  const every = (fromMin: number, stepMin: number, count: number) =>
    Array.from({ length: count }, (_, index) => (fromMin + index * stepMin) * MINUTE_MS);
  switch (focus) {
    case "late":
    case "unknown":
      return { horizonMs: 240 * MINUTE_MS, losses: [], resendsMs: [], cronEveryMs: 40 * MINUTE_MS, isStale: false };
    case "unknown-ordered":
      return {
        horizonMs: 130 * MINUTE_MS,
        losses: [],
        resendsMs: every(50, 9, 8),
        cronEveryMs: 3 * MINUTE_MS,
        isStale: false,
      };
    case "unknown-adopted":
      return {
        horizonMs: 130 * MINUTE_MS,
        losses: [random.between(45, 60) * MINUTE_MS],
        resendsMs: every(62, 4, 16),
        cronEveryMs: 4 * MINUTE_MS,
        isStale: false,
      };
    case "adoption":
      return {
        horizonMs: 10 * MINUTE_MS,
        // While the request is under way the file is archived, and D1 does not know of it yet.
        losses: [firstMs + random.between(50, 2_000), firstMs + random.between(2_000, 90_000)],
        resendsMs: [],
        cronEveryMs: 3 * MINUTE_MS,
        isStale: random.chance(0.4),
      };
    case "answers":
      return { horizonMs: 4 * MINUTE_MS, losses: [], resendsMs: [], cronEveryMs: 3 * MINUTE_MS, isStale: false };
    case "taken":
      return {
        ...{ horizonMs: 30 * MINUTE_MS, losses: [], resendsMs: [], cronEveryMs: 5 * MINUTE_MS, isStale: false },
        resumesMs: every(random.between(2, 8), 9, 2),
        takenNumbers: random.between(1, 4),
      };
    case "closed":
      return {
        ...{ horizonMs: 12 * MINUTE_MS, losses: [], resendsMs: [], cronEveryMs: 3 * MINUTE_MS, isStale: false },
        closesMs: every(4, 4, 2),
        foreignFiles: 4,
      };
    case "refused":
      return {
        ...{ horizonMs: 60 * MINUTE_MS, losses: [], resendsMs: [], cronEveryMs: 3 * MINUTE_MS, isStale: false },
        closesMs: every(4, 5, 10),
      };
    case "closed-adopted":
      return {
        ...{ horizonMs: 130 * MINUTE_MS, resendsMs: [], cronEveryMs: 8 * MINUTE_MS, isStale: false },
        // Journals are lost when their rows say that the document is signed.
        losses: every(3, 1, 8),
        closesMs: every(70, 20, 3),
        foreignFiles: 4,
      };
  }
}

/** The authority of a story: documents that do not come through, or are seen late, where that is what it is about. */
export function focusHabits(focus: Focus, habits: AuthorityHabits, random: Random): AuthorityHabits {
  if (focus === "none" || focus === "adoption" || focus === "answers") return habits;
  if (focus === "closed" || focus === "closed-adopted") return habits;
  if (focus === "taken") return { ...habits, namesHolder: true };
  const none = Object.fromEntries(Object.keys(habits.receptions).map((name) => [name, 0]));
  if (focus === "refused") {
    return {
      ...habits,
      receptions: { ...none, fault: 1, "status-89": 1, answer: 0.1 } as AuthorityHabits["receptions"],
    };
  }
  const receptions = { ...none, "html-before": random.next(), "rolled-back": 3.5 * random.next(), answer: 0.2 };
  const isOrdered = focus === "unknown-ordered" || focus === "unknown-adopted";
  const unknown = { ...habits, receptions: receptions as AuthorityHabits["receptions"] };
  if (focus !== "late") return { ...unknown, refusesAgain: isOrdered ? 0.8 : habits.refusesAgain };
  return {
    ...habits,
    receptions: { ...none, hold: 1, "html-after": 1, processing: 1, fault: 0.8 } as AuthorityHabits["receptions"],
    sights: {
      "at-once": 0,
      "after-minutes": 0.6,
      "after-an-hour": 2.4,
      "after-minutes-in-process": 0.3,
      "after-an-hour-in-process": 1.8,
    },
  };
}
