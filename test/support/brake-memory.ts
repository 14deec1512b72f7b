// Keeps what is known of the authority in memory, as if there were one isolate.

import type { Environment } from "../../src/domain/company.ts";
import * as reckoning from "../../src/domain/document/brake.ts";
import type { Brake } from "../../src/issuance/contract/ports.ts";

/** A brake that all its users share. @param brake how it reckons: a planted bug has its own. */
export function createBrakeMemory(brake: typeof reckoning = reckoning): Brake {
  const states = new Map<Environment, reckoning.BrakeState>();
  const read = (environment: Environment) => states.get(environment) ?? brake.RELEASED;
  return {
    learn: async () => undefined,
    judge: async (environment, waiting, nowMs) => {
      const { passage, state } = brake.judgePassage(read(environment), waiting, nowMs);
      states.set(environment, state);
      return passage;
    },
    // Silence is played in outages, with the brake of production.
    begin: () => undefined,
    note: async (environment, sent, isAnswered, nowMs) => {
      if (isAnswered === undefined) return;
      const note = isAnswered ? brake.noteAnswer : brake.noteFailure;
      states.set(environment, note(read(environment), sent, nowMs));
    },
  };
}
