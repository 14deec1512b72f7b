// Waits until the alarms of a service without clients have brought everything to its end.
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminal } from "../../src/domain/document/state.ts";
import type { LocalDeployment } from "./deployment.ts";
import { readState, type State } from "./state.ts";

const OPEN = "SELECT count(*) AS open FROM documents WHERE state NOT IN ('aceptado', 'rechazado', 'send_unknown')";
const LOOK_MS = 500;
/** What settles after the last verdict is shown: answers into the archive, the end of payloads. */
const TAIL_MS = 1_500;

export interface Converged {
  readonly state: State;
  /** Milliseconds without any request until nothing was left to do. */
  readonly tookMs: number;
  /** False: the time was over first. */
  readonly isWhole: boolean;
}

/** Waits for the alarms, then stops the service and reads its files. @param withinMs what they are given. */
export async function converge(
  { service, stateFolder, bindings }: LocalDeployment,
  withinMs: number,
): Promise<Converged> {
  const startedAt = performance.now();
  for (;;) {
    const counted = await Promise.all(bindings.map((binding) => service.query<{ open: number }>(OPEN, binding)));
    const isLate = performance.now() - startedAt > withinMs;
    if (counted.flat().some(({ open }) => open > 0) && !isLate) {
      await sleep(LOOK_MS);
      continue;
    }
    await sleep(TAIL_MS);
    await service.stop();
    const state = readState(stateFolder);
    const shown = new Map(state.documents.map((row) => [row.reservation_id, row.version]));
    const isWhole = state.journals.every(({ record, chunks, pending }) => {
      // A document that is asked about for ever may be stopped between its answer and its row: it is looked at again.
      if (record.state === "send_unknown") return shown.get(record.reservationId) === record.version;
      return isTerminal(record.state) && chunks === 0 && pending === 0;
    });
    if (isWhole || isLate) return { state, tookMs: performance.now() - startedAt, isWhole };
    await service.start();
  }
}
