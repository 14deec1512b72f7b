// Plays so many trials of every behaviour, phase and kind side by side, each on sockets of its own, and sums them up.
import { ANSWER_TABLE } from "./answer-table.ts";
import { type Behaviour, PHASES } from "./behaviour.ts";
import { openDatabase } from "./company.ts";
import { PRODUCT_TABLE } from "./product-table.ts";
import { TRANSPORT_TABLE } from "./transport-table.ts";
import { playTrial, TRIAL_KINDS, type Trial, type TrialSetup } from "./trial.ts";
import { CLOSED_ORIGIN, listen } from "./wire.ts";

/** The whole outcome table. */
export const BEHAVIOURS: readonly Behaviour[] = [...TRANSPORT_TABLE, ...ANSWER_TABLE, ...PRODUCT_TABLE];

export interface Summary {
  readonly trials: number;
  readonly problems: readonly string[];
}

export interface ProgrammeOptions {
  /** Trials of each behaviour, phase and kind. */
  readonly seeds: number;
  readonly firstSeed: number;
  /** Deadline of one exchange with the authority, in milliseconds: only stalls wait for it. */
  readonly deadlineMs?: number;
  /** Trials at the same time. */
  readonly width?: number;
  /** The kinds take turns instead of each meeting everything. */
  readonly isShared?: boolean;
  /** Behaviours whose name contains it; all unless given. */
  readonly only?: string;
}

/** Plays all of it. @throws Error when nothing is to be played. */
export async function playProgramme({
  seeds,
  firstSeed,
  deadlineMs = 1_500,
  width = 32,
  isShared = false,
  only = "",
}: ProgrammeOptions): Promise<Summary> {
  const trials = BEHAVIOURS.filter(({ name }) => name.includes(only)).flatMap((behaviour, place) =>
    (behaviour.phases ?? PHASES).flatMap((phase, turn) =>
      TRIAL_KINDS.filter((_, index) => !isShared || (place + turn) % TRIAL_KINDS.length === index).flatMap((kind) =>
        Array.from({ length: seeds }, (_, index): Trial => ({ behaviour, phase, kind, seed: firstSeed + index })),
      ),
    ),
  );
  if (trials.length === 0) throw new Error(`no trial: ${seeds} seeds of behaviours with "${only}" in their name`);
  const db = await openDatabase();
  const waiting = [...trials];
  const problems: string[] = [];
  const worker = async () => {
    const setup: TrialSetup = {
      db,
      closedOrigin: CLOSED_ORIGIN,
      deadlineMs,
      server: await listen(),
      evil: await listen(),
    };
    for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
      problems.push(...(await playTrial(trial, setup)));
    }
    await Promise.all([setup.server.close(), setup.evil.close()]);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return { trials: trials.length, problems };
}
