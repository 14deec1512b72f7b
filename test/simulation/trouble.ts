// Draws from a seed what goes wrong in a world besides crashes: storage that is set back, secrets that do not open.
import type { Random } from "./random.ts";

/** D1 comes back as it was (Time Travel). */
export interface Setback {
  readonly atMs: number;
  readonly toMs: number;
  /**
   * Operators do it by the runbook: callers are kept out, the archive is read back, objects have time to show themselves.
   * Otherwise callers go on, and the archive is read back much later.
   */
  readonly isOrderly: boolean;
}

/** The storage of one object comes back as it was (point-in-time recovery). */
export interface Rewind {
  readonly atMs: number;
  readonly toMs: number;
  /** Not to that instant but to the first one from then on at which its document is signed and has not left. */
  readonly isToSigned?: true;
}

/** A file of the archive goes, or its bytes change by another hand. */
export interface Damage {
  readonly atMs: number;
  readonly kind: "lost" | "altered";
}

/** What signing a document takes; the last one signs requests too. */
export const SECRETS = ["pin", "technical-key", "signer"] as const;

/** A secret that does not open for a time. */
export interface Shut {
  /** `pin`, `technical-key`: no document can be built; `signer`: nothing can be signed, neither a document nor a request. */
  readonly secret: (typeof SECRETS)[number];
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface Troubles {
  readonly setback: Setback | undefined;
  readonly rewinds: readonly Rewind[];
  readonly damages: readonly Damage[];
  readonly shuts: readonly Shut[];
  /** Instants at which the company goes to its other environment. */
  readonly moves: readonly number[];
}

export const NO_TROUBLES: Troubles = {
  setback: undefined,
  rewinds: [],
  damages: [],
  shuts: [],
  moves: [],
};

/** One story for each kind, and how many worlds play it, by weight; storage forgets in one way at a time. */
const STORIES: Readonly<Record<"none" | "setback" | "rewind" | "damage" | "shut" | "move", number>> = {
  none: 11,
  setback: 8,
  rewind: 6,
  damage: 3,
  shut: 3,
  move: 5,
};

const MINUTE_MS = 60_000;

/** @param firstMs when the first request comes; @param horizonMs when faults end. */
export function drawTroubles(random: Random, firstMs: number, horizonMs: number): Troubles {
  const draw = (spans: readonly number[]) => Math.round(random.pick(spans) * (0.5 + random.next()));
  const span = (shareMs: number) => {
    const atMs = Math.min(firstMs + draw([1_000, 5_000, 40_000, 4 * MINUTE_MS, shareMs]), horizonMs);
    return { atMs, toMs: Math.max(0, atMs - draw([300, 2_000, 20_000, 3 * MINUTE_MS, shareMs])) };
  };
  const times = () => (random.chance(0.6) ? 1 : random.between(2, 3));
  const repeat = <T>(make: () => T) => Array.from({ length: times() }, make);
  switch (random.weighted(STORIES)) {
    case "none":
      return NO_TROUBLES;
    case "setback":
      return { ...NO_TROUBLES, setback: { ...span(horizonMs / 2), isOrderly: random.chance(0.7) } };
    case "rewind":
      if (random.chance(0.5)) return { ...NO_TROUBLES, rewinds: repeat(() => span(horizonMs / 2)) };
      return {
        ...NO_TROUBLES,
        rewinds: [{ toMs: firstMs, atMs: span(horizonMs / 2).atMs + 10_000, isToSigned: true }],
      };
    case "damage":
      return {
        ...NO_TROUBLES,
        damages: repeat(() => ({ atMs: span(horizonMs).atMs, kind: random.chance(0.5) ? "lost" : "altered" })),
      };
    case "shut":
      return { ...NO_TROUBLES, shuts: repeat(() => drawShut(random, horizonMs)) };
    case "move":
      return { ...NO_TROUBLES, moves: repeat(() => span(horizonMs).atMs) };
  }
}

/** A company that moves on while the outcome of its document is unknown. @param spanMs within which it moves. */
export function drawMove(random: Random, spanMs: number): Troubles {
  return random.chance(0.2) ? { ...NO_TROUBLES, moves: [random.between(0, spanMs)] } : NO_TROUBLES;
}

/**
 * Troubles of a document whose outcome is unknown: its journal comes back instead of being lost, its file is another.
 * @param forgetsMs when its journal forgets.
 */
export function drawLateTroubles(random: Random, firstMs: number, forgetsMs: number): Troubles {
  const rewinds = random.chance(0.15) ? [{ atMs: forgetsMs, toMs: firstMs + random.between(20, 400) }] : [];
  const isDamaged = random.chance(0.15) || (rewinds.length > 0 && random.chance(0.6));
  const kind = random.chance(0.3) ? "lost" : "altered";
  return {
    ...NO_TROUBLES,
    rewinds,
    damages: isDamaged ? [{ atMs: forgetsMs - random.between(-5, 40) * MINUTE_MS, kind }] : [],
  };
}

function drawShut(random: Random, horizonMs: number): Shut {
  const fromMs = random.chance(0.5) ? 0 : random.between(0, Math.min(horizonMs, 3 * MINUTE_MS));
  const lengthMs = random.pick([5_000, MINUTE_MS, 10 * MINUTE_MS, horizonMs]);
  return { secret: random.pick(SECRETS), fromMs, untilMs: Math.min(fromMs + lengthMs, horizonMs) };
}
