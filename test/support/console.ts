// Records everything that the Worker logs during a test, as it was written.
import { vi } from "vitest";

export interface Recorder {
  /** Every argument of every call, printed. */
  readonly lines: readonly string[];
  /** The lines that are JSON objects. */
  readonly facts: () => Record<string, unknown>[];
  clear(): void;
}

/** Listens to the console instead of showing it, until mocks are restored. */
export function recordConsole(): Recorder {
  const lines: string[] = [];
  for (const level of ["debug", "log", "info", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      lines.push(values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" "));
    });
  }
  return {
    lines,
    facts: () => lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Record<string, unknown>] : [])),
    clear: () => void lines.splice(0),
  };
}
