import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getPlatformProxy } from "wrangler";
import { describeSteps, measureCeiling } from "../../bench/ceiling/measure.ts";

/** Runs work on the embedded database with a table that is somebody else's. */
async function withDatabase(work: (db: D1Database, listTables: () => Promise<string[]>) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "ceiling-"));
  const configPath = join(folder, "wrangler.json");
  const databases = [{ binding: "DB", database_name: "ceiling", database_id: "ceiling" }];
  writeFileSync(configPath, JSON.stringify({ compatibility_date: "2026-09-15", d1_databases: databases }));
  const platform = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist: { path: join(folder, "state") } });
  try {
    const { DB: db } = platform.env;
    await db.prepare("CREATE TABLE mine (id INTEGER)").run();
    await work(db, async () => {
      const listed = db.prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'");
      return (await listed.all<{ name: string }>()).results.map(({ name }) => name);
    });
  } finally {
    await platform.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

const never = new AbortController().signal;

it("the ceiling of the embedded database is measured, and nothing is left of it", () =>
  withDatabase(async (db, listTables) => {
    const steps = await measureCeiling(db, { inFlight: [1, 4], stepMs: 300, signal: never });
    expect(steps.map(({ inFlight, failed }) => ({ inFlight, failed }))).toEqual([
      { inFlight: 1, failed: 0 },
      { inFlight: 4, failed: 0 },
    ]);
    for (const { batchesPerSecond } of steps) expect(batchesPerSecond).toBeGreaterThan(0);
    expect(describeSteps(steps, 16).at(-2)).toMatch(/^one company in one database: [\d.]+ documents a second/);
    expect(await listTables()).toEqual(["mine"]);
  }));

it("a run that is ended, and one that finds what a killed one left, leave nothing either", () =>
  withDatabase(async (db, listTables) => {
    await db.prepare("CREATE TABLE ceiling_probe (id INTEGER)").run();
    const ending = new AbortController();
    const measuring = measureCeiling(db, { inFlight: [2, 4], stepMs: 60_000, signal: ending.signal });
    // Its own tables stand beside the one that is somebody else's, so that there is something to remove.
    await expect.poll(async () => (await listTables()).length, { timeout: 120_000 }).toBeGreaterThan(2);
    ending.abort();
    expect((await measuring).length).toBeLessThan(2);
    expect(await listTables()).toEqual(["mine"]);
  }));
