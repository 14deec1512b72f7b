// Says how long a settled document keeps its journal.
import { isTerminal } from "../domain/state.ts";
import type { LedgerRow } from "./ports.ts";

/** Longer than D1 can be taken back: a row that a journal was compared with stays. */
export const RETIRE_AFTER_MS = 35 * 24 * 3_600_000;

/** Whether a row is of a document whose object may be empty: then nothing was lost. */
export function mayBeRetired({ state, reservedAt }: Pick<LedgerRow, "state" | "reservedAt">, nowMs: number): boolean {
  return isTerminal(state) && nowMs - Date.parse(reservedAt) >= RETIRE_AFTER_MS;
}
