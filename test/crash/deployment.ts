// Prepares a service and an authority for an attack in an empty folder: bundles, database, companies, secrets.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { listOtherFiles, openSqlite } from "../../operator/access/sqlite.ts";
import { standFile } from "../../operator/access/stand.ts";
import { createVersionedKey, writeSecret } from "../../operator/deployment.ts";
import { seedIds } from "../../operator/move/ids.ts";
import { runAll } from "../../src/store/base/db.ts";
import { type DemoCompany, listDemoCompanies } from "../../stand/demo-company.ts";
import type { DemoFileCompany } from "../../stand/demo-file.ts";
import { onboardDemo } from "../../stand/onboard.ts";
import { findFreePort } from "../../stand/port.ts";
import { registerTaxpayers } from "../../stand/taxpayer.ts";
import { listMigrationStatements } from "../support/migration.ts";
import { bundleService, bundleSimulator } from "../support/worker-bundle.ts";
import { Program } from "./program.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export interface DeploymentOptions {
  /** Multiplies every wait of the reconciliation schedule. */
  readonly pollScale: number;
  /** The companies to onboard; those of the stand unless given. */
  readonly companies?: readonly DemoCompany[];
  /** Variables of the service beside the usual ones. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Databases over which companies may be spread; one unless given. */
  readonly databases?: number;
  readonly print: (line: string) => void;
}

/** Everything that a programme of attack works on. */
export interface LocalDeployment {
  readonly folder: string;
  /** Where the local platform keeps the service's databases, objects and files. */
  readonly stateFolder: string;
  readonly logFile: string;
  readonly companies: readonly DemoFileCompany[];
  /** The service's D1s by their numbers. */
  readonly bindings: readonly string[];
  readonly service: Program;
  readonly authority: Program;
  /** Ends both programs and removes the folder. */
  clear(): Promise<void>;
}

/** Prepares everything below a new folder of the system's own for temporary files; the service is not started yet. */
export async function prepareDeployment(options: DeploymentOptions): Promise<LocalDeployment> {
  const { print } = options;
  const folder = mkdtempSync(join(tmpdir(), "factura-edge-"));
  const stateFolder = join(folder, ".wrangler/state/v3");
  mkdirSync(stateFolder, { recursive: true });
  print(`state: ${folder}`);
  const [service, authority] = [bundleService(join(folder, "bundle")), await bundleAuthority(folder)];
  const secrets = { TOKEN_PEPPER: createVersionedKey(1), VAULT_KEY: createVersionedKey(1) };
  for (const [name, value] of Object.entries(secrets)) writeSecret(join(folder, ".dev.vars"), name, value);
  const authorityProgram = new Program({
    name: "pretend-authority",
    platform: readPlatform(join(ROOT, "simulator/wrangler.toml")),
    script: authority,
    port: await findFreePort(),
    persistFolder: join(folder, "authority"),
    variables: { SILENCE_MS: "300", SLOW_MS: "1500" },
    logFile: join(folder, "authority.log"),
  });
  const logFile = join(folder, "service.log");
  const bindings = Array.from({ length: options.databases ?? 1 }, (_, shard) => (shard === 0 ? "DB" : `DB${shard}`));
  const serviceProgram = new Program({
    name: "factura-edge",
    platform: {
      ...readPlatform(join(ROOT, "wrangler.toml")),
      d1Databases: Object.fromEntries(bindings.map((id) => [id, { id }])),
    },
    script: service,
    port: await findFreePort(),
    persistFolder: stateFolder,
    variables: {
      ...secrets,
      AUTHORITY_URL: authorityProgram.origin,
      AUTHORITY_TEST_URL: authorityProgram.origin,
      RATE_LIMITED: "false",
      // The local database has a disk and no queue; what a queue does has a programme of its own.
      D1_IN_FLIGHT: "1000",
      POLL_SCALE: String(options.pollScale),
      ...options.variables,
    },
    logFile,
  });
  await migrate(serviceProgram, bindings);
  const persistFolder = join(folder, ".wrangler/state");
  for (const [index, path] of listOtherFiles(persistFolder).entries()) {
    const { db, close } = openSqlite(path);
    await runAll(db, seedIds(index + 1));
    await close();
  }
  const plan = options.companies ?? listDemoCompanies();
  print(`onboarding ${plan.length} companies through the operator program`);
  const companies = await onboardDemo(folder, Date.now(), [], plan);
  writeFileSync(standFile(persistFolder), JSON.stringify({ origin: serviceProgram.origin, pid: process.pid }));
  await authorityProgram.start();
  await registerTaxpayers(authorityProgram.origin, plan);
  return {
    folder,
    stateFolder,
    logFile,
    companies,
    bindings,
    service: serviceProgram,
    authority: authorityProgram,
    clear: async () => {
      await Promise.all([serviceProgram.stop(), authorityProgram.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function bundleAuthority(folder: string): Promise<string> {
  const path = join(folder, "authority.js");
  writeFileSync(path, await bundleSimulator());
  return path;
}

/** What a configuration says of the Worker, without its own file watching and bundling. */
export function readPlatform(config: string): Readonly<Record<string, unknown>> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  // Wrangler adds what stands in .dev.vars beside it: addresses and keys of whoever works here, whom an attack must not reach.
  const { vars } = unstable_readConfig({ config });
  // The attacks draw nothing: the renderer, a Worker of its own, is not started.
  return JSON.parse(JSON.stringify({ ...workerOptions, bindings: vars, serviceBindings: {} })) as Readonly<
    Record<string, unknown>
  >;
}

/** The released migrations, before anybody else opens the databases. */
async function migrate(service: Program, bindings: readonly string[]): Promise<void> {
  await service.start();
  for (const binding of bindings) {
    for (const statement of listMigrationStatements()) await service.query(statement, binding);
  }
  await service.stop();
}
