// Starts a stand in a project folder: database, demo companies, the service and the pretend authority.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, readStandFile, standFile } from "../operator/access/stand.ts";
import {
  createVersionedKey,
  describeDeployment,
  findStandFolder,
  OWN_SECRETS,
  ROOT,
  readSecretFile,
  writeSecret,
} from "../operator/deployment.ts";
import { OperatorError } from "../operator/error.ts";
import { type LocalWorker, requirePorts, startWorker } from "./child.ts";
import { type DemoCompany, listDemoCompanies } from "./demo-company.ts";
import { type DemoFile, readDemoFile, writeDemoFile } from "./demo-file.ts";
import { openGateway } from "./gateway.ts";
import { STAND_SENDER, switchMailOn, writeMailConfigs } from "./mail.ts";
import { migrate } from "./migrate.ts";
import { onboardDemo } from "./onboard.ts";
import { findFreePort } from "./port.ts";
import { registerTaxpayers } from "./taxpayer.ts";

const HOST = "127.0.0.1";
const API_PATH = "/api/ext/v2";
const MINUTE_MS = 60_000;
const WATCH_MS = 1_000;
const SIMULATOR_CONFIG = join(ROOT, "simulator/wrangler.toml");
const RENDERER_CONFIG = join(ROOT, "renderer/wrangler.toml");

export interface StandOptions {
  /** Whose state and secrets are used. */
  readonly folder: string;
  readonly port: number;
  readonly authorityPort: number;
  /** Multiplies every wait of the reconciliation schedule. */
  readonly pollScale: string;
  /** Whether the rate limits of production hold, so that a client meets a 429. */
  readonly isLimited?: boolean | undefined;
  /** Where links lead; absent: to the service itself. */
  readonly publicOrigin?: string;
  /** The companies that it begins with; absent: the demo companies. */
  readonly companies?: readonly DemoCompany[];
  readonly print: (line: string) => void;
}

/** A stand that is up. */
export interface Stand {
  readonly demo: DemoFile;
  /** Ends when one of the two Workers has stopped. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** @throws OperatorError for what is no port. */
export function readPort(environment: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = environment[name] ?? String(usual);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new OperatorError(`${name} is "${text}"`, "a port from 1 to 65535 is expected");
  return port;
}

/** Options out of PORT, AUTHORITY_PORT, POLL_SCALE, RATE_LIMITED and STAND_FOLDER. */
export function readStandOptions(environment: NodeJS.ProcessEnv): Omit<StandOptions, "print"> {
  const [port, authorityPort] = [readPort(environment, "PORT", 8787), readPort(environment, "AUTHORITY_PORT", 8790)];
  if (port === authorityPort) {
    throw new OperatorError(`PORT and AUTHORITY_PORT are both ${port}`, "two different ports are expected");
  }
  return {
    folder: findStandFolder(environment),
    ...{ port, authorityPort },
    pollScale: environment.POLL_SCALE ?? "1",
    isLimited: environment.RATE_LIMITED === "true",
  };
}

/**
 * Prepares what a service on this machine works on, and starts nothing: tables, secrets, demo companies. What is there stays.
 * @returns what clients need to know once `wrangler dev` and the pretend authority run on these ports.
 */
export async function prepareLocalData({
  folder,
  port,
  authorityPort,
  pollScale,
  isLimited,
  print,
}: StandOptions): Promise<DemoFile> {
  const { persistFolder, secretFile, demoFile } = describeDeployment(folder, false);
  refuseSecondStand(persistFolder);
  mkdirSync(persistFolder, { recursive: true });
  const authorityOrigin = `http://${HOST}:${authorityPort}`;
  writeVariables(secretFile, authorityOrigin, { port, pollScale, isLimited });
  await migrate(persistFolder, print);
  print("Onboarding the demo companies through the operator program…");
  const companies = await onboardDemo(folder, Date.now(), readDemoFile(demoFile)?.companies ?? []);
  const demo = { base_url: `http://${HOST}:${port}${API_PATH}`, authority_url: authorityOrigin, companies };
  writeDemoFile(demoFile, demo);
  return demo;
}

/** Starts everything; state of an earlier start is kept. */
export async function startStand(options: StandOptions): Promise<Stand> {
  const { folder, port, authorityPort, print } = options;
  const { persistFolder, secretFile, demoFile } = describeDeployment(folder, false);
  refuseSecondStand(persistFolder);
  await requirePorts([
    { port, variable: "PORT", what: "the service" },
    { port: authorityPort, variable: "AUTHORITY_PORT", what: "the pretend authority" },
  ]);
  mkdirSync(persistFolder, { recursive: true });
  const authorityOrigin = `http://127.0.0.1:${authorityPort}`;
  writeVariables(secretFile, authorityOrigin, options);
  await migrate(persistFolder, print);

  const startingAuthority = startAuthority(authorityPort, persistFolder);
  const starting = [startingAuthority];
  try {
    print("Onboarding the demo companies through the operator program…");
    const wanted = options.companies ?? listDemoCompanies();
    const onboarding = onboardDemo(folder, Date.now(), readDemoFile(demoFile)?.companies ?? [], wanted);
    const [companies, authority] = await Promise.all([onboarding, startingAuthority]);
    await registerTaxpayers(authority.origin, wanted);
    await switchMailOn(persistFolder);
    const configs = writeMailConfigs(persistFolder, authority.origin);
    const service = startWorker({
      name: "the service",
      config: configs.service,
      boundConfigs: [RENDERER_CONFIG, configs.mail],
      port,
      portVariable: "PORT",
      persistFolder,
      secretFile,
      log: createLog(join(persistFolder, "service.log"), print),
    });
    starting.push(service);
    const api = await service;
    const demo = { base_url: `${api.origin}${API_PATH}`, authority_url: authority.origin, companies };
    writeDemoFile(demoFile, demo);
    writeFileSync(standFile(persistFolder), JSON.stringify({ origin: api.origin, pid: process.pid }));
    return describeStand(demo, [authority, api], api, persistFolder, print);
  } catch (cause) {
    // One that is still starting is stopped once it is there.
    const begun = await Promise.allSettled(starting);
    await Promise.all(begun.map((one) => (one.status === "fulfilled" ? one.value.stop() : undefined)));
    throw cause;
  }
}

/** The pretend authority alone, on the state that the stand uses, behind a gateway that loses no request. */
export async function startAuthority(port: number, persistFolder: string): Promise<LocalWorker> {
  await requirePorts([{ port, variable: "AUTHORITY_PORT", what: "the pretend authority" }]);
  const folder = join(persistFolder, "authority");
  mkdirSync(folder, { recursive: true });
  const log = createLog(join(persistFolder, "authority.log"));
  const inner = await findFreePort();
  const gateway = await openGateway(port, inner);
  try {
    const name = "the pretend authority";
    const worker = await startWorker({ name, config: SIMULATOR_CONFIG, port: inner, persistFolder: folder, log });
    const stop = async () => {
      await gateway.close();
      await worker.stop();
    };
    return { origin: gateway.origin, ended: worker.ended, stop };
  } catch (cause) {
    await gateway.close();
    throw cause;
  }
}

function describeStand(
  demo: DemoFile,
  workers: readonly LocalWorker[],
  api: LocalWorker,
  persistFolder: string,
  print: (line: string) => void,
): Stand {
  // Locally nothing keeps the cron's time but this.
  const cron = setInterval(() => {
    fetch(`${api.origin}/cdn-cgi/handler/scheduled`, { signal: AbortSignal.timeout(MINUTE_MS) }).catch(
      (cause: unknown) => print(`the cron could not be run: ${String(cause)}`),
    );
  }, MINUTE_MS);
  return {
    demo,
    ended: Promise.race(workers.map((worker) => worker.ended)),
    stop: async () => {
      clearInterval(cron);
      rmSync(standFile(persistFolder), { force: true });
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

/** Everything a Worker logs goes into a file; the service's own warnings are printed as well. */
function createLog(path: string, print?: (line: string) => void): (line: string) => void {
  writeFileSync(path, "");
  return (line) => {
    appendFileSync(path, `${line}\n`);
    if (/"level":"(?:warn|error)"|\bUncaught\b/.test(line)) print?.(`| ${line}`);
  };
}

/** The stand whose state this folder is, if its process runs. */
export function findRunningStand(persistFolder: string): ReturnType<typeof readStandFile> {
  const stand = readStandFile(persistFolder);
  return stand !== undefined && isAlive(stand.pid) ? stand : undefined;
}

/** Two stands on one state would lock each other out. */
export function refuseSecondStand(persistFolder: string): void {
  const stand = findRunningStand(persistFolder);
  if (stand === undefined) return;
  const { origin, pid } = stand;
  throw new OperatorError(`a stand is running already, on ${origin} (process ${pid})`, "stop it with Ctrl-C");
}

type VariableOptions = Pick<StandOptions, "port" | "pollScale" | "isLimited" | "publicOrigin">;

/** Secrets once, addresses at every start. */
function writeVariables(secretFile: string, authorityOrigin: string, options: VariableOptions): void {
  for (const name of OWN_SECRETS) {
    if ((readSecretFile(secretFile)[name] ?? "") === "") writeSecret(secretFile, name, createVersionedKey(1));
  }
  const variables = listVariables(authorityOrigin, options);
  for (const [name, value] of Object.entries(variables)) writeSecret(secretFile, name, value);
}

/** What a stand tells its Worker beside secrets. */
export function listVariables(
  authorityOrigin: string,
  { port, pollScale, isLimited = false, publicOrigin = `http://${HOST}:${port}` }: VariableOptions,
): Readonly<Record<string, string>> {
  return {
    AUTHORITY_URL: authorityOrigin,
    AUTHORITY_TEST_URL: authorityOrigin,
    PUBLIC_ORIGIN: publicOrigin,
    RATE_LIMITED: String(isLimited),
    // The local database has this machine's disk and no queue: a storm is answered, however long it takes.
    D1_IN_FLIGHT: "1000",
    WEBHOOK_LOCAL: "true",
    POLL_SCALE: pollScale,
    MAIL_FROM: STAND_SENDER,
    MAKER_NAME: "Programas Ejemplo S.A.S.",
    MAKER_NIT: "900123456",
    MAKER_SOFTWARE: "factura-edge",
    MAKER_PERSON: "Laura Gómez Ríos",
  };
}

/** Ctrl-C, a signal, or the end of the process that started this. */
export function waitForSignal(print: (line: string) => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearInterval(watch);
      print("\nStopping…");
      resolve();
    };
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid === parent || stop(), WATCH_MS);
    // What runs keeps this process alive; once it ended, nothing may.
    watch.unref();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  });
}
