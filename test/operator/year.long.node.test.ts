// Some companies over four hundred days each: renewals, New Year, moves, a database set back; `npm run deep -- year` lives more of them.
import { expect, it } from "vitest";
import { live } from "../year/life.ts";

it.each([1, 4])(
  "life %i: on every day documents are issued, or a warning came 15 days before",
  async (seed) => {
    const { violations, events } = await live(seed);
    expect(violations).toEqual([]);
    const times = (name: string) => (events.get(name) ?? 0) + (events.get(`dse ${name}`) ?? 0);
    expect(times("plan renewed")).toBeGreaterThan(0);
    expect(times("range renewed")).toBeGreaterThan(0);
    expect(events.get("certificate renewed")).toBeGreaterThan(0);
  },
  240_000,
);
