// Compares the table of states in docs/design.md with the one in the source, cell by cell.
import { describe, expect, it } from "vitest";
import { EVENTS, TRANSITIONS } from "../../src/domain/state.ts";
import { readStateTable } from "../support/state-table.ts";

describe("the table of states", () => {
  it("of docs/design.md is the source's, whole", () => {
    const { events, rows } = readStateTable("docs/design.md");
    expect(rows).toEqual(TRANSITIONS);
    expect([...events].sort()).toEqual([...EVENTS].sort());
  });
});
