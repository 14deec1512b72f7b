// Puts warnings in the one order in which `status`, the console and the report list them.
import type { Warning } from "../../src/store/watch/health.ts";

/** Critical ones first; of one code those with the fewest days left, then by company. */
export function sortWarnings<One extends Warning>(warnings: readonly One[]): readonly One[] {
  const daysOf = (warning: Warning) => ("daysLeft" in warning ? (warning.daysLeft ?? 0) : 0);
  return warnings.toSorted(
    (one, other) =>
      one.severity.localeCompare(other.severity) ||
      one.code.localeCompare(other.code) ||
      daysOf(one) - daysOf(other) ||
      one.companyId - other.companyId,
  );
}
