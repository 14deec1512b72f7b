// Reads a page's table of states: state -> event -> state.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

export interface StateTable {
  readonly events: readonly string[];
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** @param page path below the project's folder. @throws Error when it has no such table. */
export function readStateTable(page: string): StateTable {
  const lines = readFileSync(join(ROOT, page), "utf8").split("\n");
  const start = lines.findIndex((line) => line.startsWith("| from \\ event"));
  if (start < 0) throw new Error(`${page} has no table of states`);
  const events = listCells(lines[start] ?? "").slice(1);
  const rows: Record<string, Record<string, string>> = {};
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith("|")) break;
    const [from = "", ...targets] = listCells(line);
    const row = targets.flatMap((target, i) => {
      const [, state] = /^`(\w+)`/.exec(target) ?? [];
      return state === undefined ? [] : [[events[i] ?? "", state] as const];
    });
    rows[from.replaceAll("`", "")] = Object.fromEntries(row);
  }
  return { events, rows };
}

function listCells(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
