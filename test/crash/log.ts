// Counts the warnings in what the service logged, by code.
import { existsSync, readFileSync } from "node:fs";

interface Line {
  readonly level: string;
  readonly message: string;
}

/** Every line that the service logged, as it logged it. */
function readLog(path: string): readonly Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** The warnings as a summary shows them: each code with how often it came. */
export function printAlerts(path: string): string {
  const alerts = countAlerts(path).map((one) => one.join(" "));
  return alerts.join(", ") || "none";
}

/** Codes of warnings with how often each came, the most frequent first; what is no warning of ours counts by its text. */
function countAlerts(path: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { level, message } of readLog(path)) {
    const name = nameOf(level, message);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]);
}

/** A warning by its code, a failed request by its status, what the platform says by its beginning. */
function nameOf(level: string, message: string): string | undefined {
  if (/"level":"(?:warn|error)"/.test(message)) return /"code":"(\w+)"/.exec(message)?.[1] ?? message.slice(0, 60);
  if (level !== "error") return undefined;
  const status = /"event":"request".*"status":(\d+)/.exec(message)?.[1];
  return status === undefined ? `platform: ${message.slice(0, 60)}` : `request ${status}`;
}
