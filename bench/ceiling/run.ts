// Runs `npm run deep -- ceiling [--remote] [--database N] [--seconds S]`: what one company can do in one database, deployed or embedded.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { ROOT } from "../stack.ts";
import { describeSteps, measureCeiling } from "./measure.ts";

const IN_FLIGHT = [1, 2, 4, 8, 16, 32, 64];

const { values } = parseArgs({
  options: {
    remote: { type: "boolean", default: false },
    database: { type: "string", default: "0" },
    seconds: { type: "string", default: "4" },
  },
});

/** A database as wrangler.toml binds it. */
interface Bound {
  readonly binding: string;
  readonly database_name?: string;
  readonly database_id?: string;
}

const ending = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ending.abort());

const config = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
const binding = values.database === "0" ? "DB" : `DB${values.database}`;
const { db, close } = await open();
try {
  const seconds = Number(values.seconds);
  const where = values.remote ? "of the deployment" : "embedded";
  console.log(`${binding}, ${where}: ${IN_FLIGHT.length * seconds} seconds, in which other work is slower`);
  const steps = await measureCeiling(db, { inFlight: IN_FLIGHT, stepMs: seconds * 1_000, signal: ending.signal });
  for (const line of describeSteps(steps, Number(config.vars.D1_IN_FLIGHT))) console.log(line);
  console.log("what it wrote is removed");
} finally {
  await close();
}

/** The database through the platform's own proxy: with the operator's login, or an empty one that is removed again. */
async function open() {
  const folder = mkdtempSync(join(tmpdir(), "ceiling-"));
  const configPath = join(folder, "wrangler.json");
  const listed: readonly Bound[] = config.d1_databases;
  const bound = listed.find((one) => one.binding === binding);
  if (bound === undefined) throw new Error(`wrangler.toml binds no database as ${binding}`);
  if (values.remote && bound.database_id === undefined) {
    throw new Error(`wrangler.toml has no database_id of ${binding}: docs/deploy.md, "The service"`);
  }
  const { database_name: name, database_id: id = "ceiling" } = bound;
  const database = { binding: "DB", database_name: name, database_id: id, remote: values.remote };
  writeFileSync(
    configPath,
    JSON.stringify({
      name: "factura-edge-ceiling",
      compatibility_date: config.compatibility_date,
      d1_databases: [database],
    }),
  );
  const persist = values.remote ? false : { path: join(folder, "state") };
  const platform = await getPlatformProxy<{ DB: D1Database }>({ configPath, persist });
  const close = async () => {
    await platform.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db: platform.env.DB, close };
}
