// The tables of states in README and docs/design.md against the one in the source, cell by cell.
import { describe, expect, it } from "vitest";
import { EVENTS, STATES, TRANSITIONS } from "../../src/domain/state.ts";
import { readStateTable, type StateTable } from "../support/state-table.ts";

/** The source's table without some events, and without states that nothing leaves when the page leaves them out. */
function expectedRows(omitted: readonly string[], hasTerminal: boolean): StateTable["rows"] {
  const rows = STATES.map((state) => {
    const row = Object.entries(TRANSITIONS[state]).filter(([event]) => !omitted.includes(event));
    return [state, Object.fromEntries(row)] as const;
  });
  return Object.fromEntries(rows.filter(([, row]) => hasTerminal || Object.keys(row).length > 0));
}

describe("the table of states", () => {
  it("of docs/design.md is the source's, whole", () => {
    const { events, rows } = readStateTable("docs/design.md");
    expect(rows).toEqual(expectedRows([], true));
    expect([...events].sort()).toEqual([...EVENTS].sort());
  });

  it("of README is the source's, but for the refusals before processing, which its text tells", () => {
    expect(readStateTable("README.md").rows).toEqual(expectedRows(["refused-unprocessed", "resend-refused"], false));
  });
});
