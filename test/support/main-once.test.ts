// Tests that requests which follow each other leave timers their turn, also behind a test that set the clock.
import { afterEach, expect, it, vi } from "vitest";
import { DAY_MS } from "../../src/domain/value/calendar.ts";
import { call } from "./api.ts";

const now = Date.now.bind(Date);
const ask = () => call("GET", "/companies/1/nothing");
/** Far longer than a timer of some milliseconds needs. */
const MOST_REQUESTS = 5_000;

afterEach(() => vi.restoreAllMocks());

it.each([0, DAY_MS, -DAY_MS])(
  "a timer fires while requests follow each other, after a clock %i ms ahead",
  async (ahead) => {
    vi.spyOn(Date, "now").mockImplementation(() => now() + ahead);
    await ask();
    vi.restoreAllMocks();
    let hasFired = false;
    setTimeout(() => {
      hasFired = true;
    }, 5);
    let requests = 0;
    for (; requests < MOST_REQUESTS && !hasFired; requests += 1) await ask();
    expect(hasFired).toBe(true);
  },
);
