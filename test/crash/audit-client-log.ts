// Checks that an attack showed anything: every kind was issued, and enough keys were answered with a document.
import type { ClientLog, KindName } from "./client-log.ts";

/** Keys that must have been answered with a document, of all that were used; kills and aborts leave many without. */
const ANSWERED_LEAST = 0.1;

/** @returns what was never seen; empty when every kind was issued and enough keys were answered. */
export function findSilence(clientLog: ClientLog, kinds: readonly KindName[]): string[] {
  const acknowledged = clientLog.listAcknowledged();
  const problems = kinds
    .filter((kind) => !acknowledged.some(({ operation }) => operation.kind === kind))
    .map((kind) => `no ${kind} was ever issued`);
  const isEnough = acknowledged.length > 0 && acknowledged.length >= ANSWERED_LEAST * clientLog.entries.length;
  if (!isEnough)
    problems.push(`${acknowledged.length} of ${clientLog.entries.length} keys were answered with a document`);
  return problems;
}
