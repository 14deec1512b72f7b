// Judges from the latest outcomes of a company's documents whether the authority answers; pure.

/** What became of one sending: the authority decided, or nothing conclusive came back. */
export interface Outcome {
  /** Epoch milliseconds. */
  readonly atMs: number;
  readonly isAnswered: boolean;
}

interface AuthorityState {
  readonly state: "normal" | "slow" | "down";
  /** Epoch milliseconds of the first outcome that says so; null while all is well, or nothing is known. */
  readonly sinceMs: number | null;
}

/** Outcomes that are older say nothing of now. */
const RECENT_MS = 30 * 60_000;
/** One lost answer may be anybody's. */
const ENOUGH = 2;
const NORMAL: AuthorityState = { state: "normal", sinceMs: null };

/**
 * `down`: the latest sendings were all left without an answer; `slow`: some were, and others since were not.
 * @param outcomes newest first.
 */
export function judgeAuthority(outcomes: readonly Outcome[], nowMs: number): AuthorityState {
  const recent = outcomes.filter(({ atMs }) => nowMs - atMs < RECENT_MS);
  const lost = recent.filter(({ isAnswered }) => !isAnswered);
  if (lost.length < ENOUGH) return NORMAL;
  const firstAnswered = outcomes.findIndex(({ isAnswered }) => isAnswered);
  const latest = firstAnswered === -1 ? outcomes : outcomes.slice(0, firstAnswered);
  if (latest.length >= ENOUGH) return { state: "down", sinceMs: latest.at(-1)?.atMs ?? null };
  return { state: "slow", sinceMs: lost.at(-1)?.atMs ?? null };
}
