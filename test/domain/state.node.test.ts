// Every state with every event, and which states are the last ones.
import { describe, expect, it } from "vitest";
import { EVENTS, isPending, isTerminal, nextState, STATES, TRANSITIONS } from "../../src/domain/state.ts";

const CELLS = STATES.flatMap((from) => EVENTS.map((event) => [from, event, TRANSITIONS[from][event]] as const));

describe("a state", () => {
  it.each(CELLS.filter(([, , to]) => to !== undefined))("%s moves on %s to %s", (from, event, to) => {
    expect(nextState(from, event)).toBe(to);
  });

  it.each(CELLS.filter(([, , to]) => to === undefined))("%s does not know %s", (from, event) => {
    expect(() => nextState(from, event)).toThrow(`illegal transition: ${from} on ${event}`);
  });

  it("is the last one when nothing leads out of it", () => {
    const last = STATES.filter((state) => Object.keys(TRANSITIONS[state]).length === 0);
    expect(STATES.filter(isTerminal)).toEqual(last);
    expect(last).toEqual(["aceptado", "rechazado"]);
    expect(STATES.filter(isPending)).toEqual(STATES.filter((state) => !last.includes(state as (typeof last)[number])));
  });
});
