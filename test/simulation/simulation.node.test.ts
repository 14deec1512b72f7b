// Tests the engine in simulated worlds: thousands of seeded schedules.
import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { POINTS } from "./point.ts";
import { runPool } from "./pool.ts";
import { SeedRunner } from "./run-seed.ts";
import { ObjectStorage } from "./storage.ts";
import { loadSystem } from "./system.ts";

/** Enough to reach every wait; `npm run deep -- simulate` plays more, and every single fault at every wait of the plain stories. */
const SCHEDULES = 60;
const CRASHES_PER_RUN = 1.2;
const TIMEOUT_MS = 600_000;

describe("the engine in simulated worlds", () => {
  it(
    `keeps every invariant in ${SCHEDULES} schedules`,
    async () => {
      const workers = Math.min(2, availableParallelism());
      const { tally, failures } = await runPool({ firstSeed: 1, runs: SCHEDULES, workers });
      expect(failures).toEqual([]);
      expect(tally.runs).toBe(SCHEDULES);
      expect(tally.crashes / tally.runs).toBeGreaterThanOrEqual(CRASHES_PER_RUN);
      const points = new Set(Object.keys(tally.waits).map((key) => key.split(" ")[0]));
      expect([...points].sort()).toEqual(Object.keys(POINTS).sort());
    },
    TIMEOUT_MS,
  );

  it("plays the same story for the same seed", async () => {
    const runner = new SeedRunner(await loadSystem());
    const first = await runner.run(17, { isTraced: true });
    await runner.run(18);
    const second = await runner.run(17, { isTraced: true });
    expect(first.trace.length).toBeGreaterThan(20);
    expect(second.trace).toEqual(first.trace);
  });

  it("finds a planted bug: requests that do not wait for the storage", async () => {
    const { failures } = await runPool({
      firstSeed: 1,
      runs: 50,
      workers: 1,
      seedOptions: { hasGate: false },
      isHasty: true,
    });
    expect(failures[0]?.violations.join()).toContain("I8 barrier durable");
  });
});

describe("the storage of a simulated object", () => {
  it("confirms the writes that a request waits for, whatever is written while it waits", async () => {
    const storage = new ObjectStorage(() => undefined);
    const write = async (atMs: number) => {
      await storage.open(() => false).setAlarm(atMs);
      return storage.endTurn();
    };
    const confirm = await write(1);
    const { begun } = storage;
    expect([begun, storage.hasUnconfirmedOf(begun)]).toEqual([1, true]);
    await write(2);
    confirm?.();
    expect([storage.hasUnconfirmedOf(begun), storage.hasUnconfirmed()]).toEqual([false, true]);
    storage.close();
  });
});
