// Prints the few lines that explain how a world failed.
import type { WorldReport } from "./world.ts";

const LINES_MAX = 70;

/** The violations, and the last lines about the objects that they name. */
export function printFailure(report: WorldReport): string {
  const names = new Set(report.violations.map((violation) => violation.split(": ")[1] ?? ""));
  const isAbout = (line: string) => [...names].some((name) => line.includes(`  ${name}  `));
  const about = report.trace.filter((line) => isAbout(line) || line.includes("  cron  "));
  const shown = about.length > 0 ? about : report.trace;
  const left = shown.length - LINES_MAX;
  return [
    ...report.violations.map((violation) => `  ${violation}`),
    ...(left > 0 ? [`  (${left} earlier lines: --seed N --trace shows them)`] : []),
    ...shown.slice(-LINES_MAX),
  ].join("\n");
}
