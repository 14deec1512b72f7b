// The tables of states in README and docs/design.md against the one in the source, cell by cell.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EVENTS, STATES, TRANSITIONS } from "../../src/domain/state.ts";

const ROOT = join(import.meta.dirname, "../..");

/** How a heading of a table is called in the source; README leaves the rarest event to its text. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  "absent, exhausted": "absent-exhausted",
  "operator resend": "operator-resend",
};

/** State -> event -> state, as a page's table says. */
function readTable(page: string): Record<string, Record<string, string>> {
  const lines = readFileSync(join(ROOT, page), "utf8").split("\n");
  const start = lines.findIndex((line) => line.startsWith("| from \\ event"));
  expect(start, `${page} has no table of states`).toBeGreaterThan(-1);
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const events = cells(lines[start] ?? "")
    .slice(1)
    .map((name) => EVENT_NAMES[name] ?? name);
  const table: Record<string, Record<string, string>> = {};
  for (const line of lines.slice(start + 2)) {
    if (!line.startsWith("|")) break;
    const [from = "", ...targets] = cells(line);
    const row = targets.flatMap((target, i) => {
      const [, state] = /^`(\w+)`/.exec(target) ?? [];
      return state === undefined ? [] : [[events[i] ?? "", state] as const];
    });
    table[from.replaceAll("`", "")] = Object.fromEntries(row);
  }
  return table;
}

/** The source's table without some events, and without states that nothing leaves when the page leaves them out. */
function expectedTable(omitted: readonly string[], hasTerminal: boolean): Record<string, Record<string, string>> {
  const rows = STATES.map((state) => {
    const row = Object.entries(TRANSITIONS[state]).filter(([event]) => !omitted.includes(event));
    return [state, Object.fromEntries(row)] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => hasTerminal || Object.keys(row).length > 0));
}

describe("the table of states", () => {
  it("of docs/design.md is the source's, whole", () => {
    expect(readTable("docs/design.md")).toEqual(expectedTable([], true));
    const heading = readFileSync(join(ROOT, "docs/design.md"), "utf8")
      .split("\n")
      .find((line) => line.startsWith("| from"));
    expect(EVENTS.filter((event) => !heading?.includes(event))).toEqual([]);
  });

  it("of README is the source's, but for the fault before processing, which its text tells", () => {
    expect(readTable("README.md")).toEqual(expectedTable(["refused-unprocessed"], false));
  });
});
