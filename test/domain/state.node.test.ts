// Compares every state and event with the table of docs/design.md, and tests which states are the last ones.
import { describe, expect, it } from "vitest";
import { EVENTS, isPending, isTerminal, nextState, STATES } from "../../src/domain/document/state.ts";
import { readStateTable } from "../support/state-table.ts";

const { rows } = readStateTable("docs/design.md");
const CELLS = STATES.flatMap((from) => EVENTS.map((event) => [from, event, rows[from]?.[event]] as const));

describe("a state", () => {
  it.each(CELLS.filter(([, , to]) => to !== undefined))("%s moves on %s to %s", (from, event, to) => {
    expect(nextState(from, event)).toBe(to);
  });

  it.each(CELLS.filter(([, , to]) => to === undefined))("%s does not know %s", (from, event) => {
    expect(() => nextState(from, event)).toThrow(`illegal transition: ${from} on ${event}`);
  });

  it("is the last one when nothing leads out of it", () => {
    const last = STATES.filter((state) => Object.keys(rows[state] ?? {}).length === 0);
    expect(last).toEqual(["aceptado", "rechazado"]);
    expect(STATES.filter(isTerminal)).toEqual(last);
    expect(STATES.filter(isPending)).toEqual(STATES.filter((state) => !last.includes(state)));
  });
});
