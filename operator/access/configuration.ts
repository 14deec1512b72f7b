// Reads which deployments wrangler.toml describes, and tells one of them from the others by its names.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { REAL_ORIGIN } from "../../src/authority/wire-literal.ts";
import type { Maker } from "../../src/domain/document/drawing.ts";
import { OperatorError } from "../error.ts";

/** What the deployed Worker is configured with. */
export const CONFIGURATION = join(import.meta.dirname, "../../wrangler.toml");

/** What chooses the deployment that no `[env.NAME]` describes, where there are such. */
export const TOP_LEVEL = "top-level";

const DATABASE = z.object({
  binding: z.string().optional(),
  database_name: z.string().optional(),
  database_id: z.string().optional(),
});
const ROUTE = z.union([z.string(), z.object({ pattern: z.string() }).transform(({ pattern }) => pattern)]);
const LEVEL = z.object({
  name: z.string().optional(),
  route: ROUTE.optional(),
  routes: z.array(ROUTE).optional(),
  account_id: z.string().optional(),
  vars: z.record(z.string(), z.unknown()).default({}),
  d1_databases: z.array(DATABASE).default([]),
  r2_buckets: z.array(z.object({ binding: z.string(), bucket_name: z.string().optional() })).default([]),
  services: z.array(z.object({ binding: z.string(), service: z.string() })).default([]),
  durable_objects: z
    .object({ bindings: z.array(z.object({ name: z.string(), script_name: z.string().optional() })) })
    .optional(),
  ratelimits: z.array(z.object({ name: z.string(), namespace_id: z.string() })).default([]),
});
const FILE = LEVEL.extend({ env: z.record(z.string(), LEVEL).default({}) });

/** A deployment as its configuration names it. */
export interface Configured {
  /** The `[env.NAME]` of it; absent for the top level. */
  readonly environment?: string;
  /** What every call of wrangler says of it. */
  readonly envFlags: readonly string[];
  readonly worker: string;
  readonly accountId?: string;
  /** Names of the databases that are bound as `DB`, `DB1` and so on, as far as they go. */
  readonly databases: readonly string[];
  readonly bucket?: string;
  /** The console beside it; absent where `console/wrangler.toml` names no team that could read it. */
  readonly console?: string;
  /** Where documents of `produccion` go; absent where no variable says it. */
  readonly authorityUrl?: string;
  /** Where warnings are posted, if a variable says it; usually a secret does. */
  readonly alertUrl?: string;
  /** Tax units (UVT) of years that the program does not know, as its variable says them. */
  readonly taxUnits: string;
  /** Who made the software, as drawings name it; absent where a name is missing. */
  readonly maker?: Maker;
}

type Level = z.infer<typeof LEVEL>;

/** @throws OperatorError for a file that cannot be read. */
function readLevels(path: string): z.infer<typeof FILE> {
  try {
    return FILE.parse(parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (!(cause instanceof TomlError || cause instanceof z.ZodError)) throw cause;
    throw new OperatorError(`${path} cannot be read: ${cause.message}`, "correct it; wrangler would refuse it as well");
  }
}

/** The deployment at the top level of a configuration: what a local stand runs. */
export function readTopLevel(path = CONFIGURATION): Configured {
  const whole = readLevels(path);
  return describe(whole, whole, undefined, path);
}

function describe(
  whole: z.infer<typeof FILE>,
  level: Level,
  environment: string | undefined,
  path: string,
): Configured {
  const beside = findBeside(path, "console", environment);
  const bucket = level.r2_buckets.find(({ binding }) => binding === "FILES")?.bucket_name;
  const accountId = level.account_id ?? whole.account_id;
  const hasChoice = Object.keys(whole.env).length > 0;
  return {
    ...(environment === undefined ? {} : { environment }),
    envFlags: hasChoice ? [`--env=${environment ?? ""}`] : [],
    worker: nameWorker(whole, level, environment),
    ...(accountId === undefined ? {} : { accountId }),
    databases: listDatabases(level),
    ...(bucket === undefined ? {} : { bucket }),
    ...((beside?.vars.ACCESS_TEAM ?? "") === "" ? {} : { console: beside?.worker ?? "" }),
    ...(typeof level.vars.AUTHORITY_URL === "string" ? { authorityUrl: level.vars.AUTHORITY_URL } : {}),
    ...(typeof level.vars.ALERT_URL === "string" ? { alertUrl: level.vars.ALERT_URL } : {}),
    taxUnits: typeof level.vars.TAX_UNITS === "string" ? level.vars.TAX_UNITS : "",
    ...findMaker(level),
  };
}

function findMaker({ vars }: Level): Pick<Configured, "maker"> {
  const { MAKER_NAME: name = "", MAKER_NIT: nit = "", MAKER_SOFTWARE: software = "" } = vars;
  const maker = { name: String(name), nit: String(nit), software: String(software) };
  return Object.values(maker).includes("") ? {} : { maker };
}

/** As wrangler calls it. */
function nameWorker(whole: Level, level: Level, environment: string | undefined): string {
  const name = whole.name ?? "factura-edge";
  if (environment === undefined) return name;
  return level.name === undefined || level.name === whole.name ? `${name}-${environment}` : level.name;
}

function listDatabases({ d1_databases: databases }: Level): string[] {
  const names = new Map(databases.map(({ binding, database_name }) => [binding, database_name]));
  const bound: string[] = [];
  for (let binding = "DB"; names.has(binding); binding = `DB${bound.length}`) bound.push(names.get(binding) ?? binding);
  return bound;
}

/**
 * The deployment that a line is about.
 * @param asked what `--env` says.
 * @throws OperatorError where that leaves a choice, where it has no database or bucket or another one's mark, where two
 * deployments share a name: what one writes would reach the other; and where a rehearsal would issue real documents.
 */
export function chooseDeployment(asked: string | undefined, path = CONFIGURATION): Configured {
  const whole = readLevels(path);
  const environments = Object.keys(whole.env);
  const choices = environments.length === 0 ? [] : [TOP_LEVEL, ...environments];
  if (asked === undefined && choices.length > 0) {
    throw new OperatorError(
      `wrangler.toml describes several deployments (${choices.join(", ")}), and the line chooses none`,
      `say which one: --env ${choices.at(-1)}`,
    );
  }
  if (asked !== undefined && asked !== TOP_LEVEL && !environments.includes(asked)) {
    throw new OperatorError(
      `wrangler.toml has no environment "${asked}"`,
      choices.length === 0 ? "it describes one deployment: leave --env out" : `it has ${choices.join(", ")}`,
    );
  }
  refuseShared(whole, path);
  const level = asked === undefined || asked === TOP_LEVEL ? whole : (whole.env[asked] ?? whole);
  const chosen = describe(whole, level, level === whole ? undefined : asked, path);
  if (chosen.databases.length === 0 || chosen.bucket === undefined) {
    throw new OperatorError(
      `the deployment ${chosen.worker} names no ${chosen.bucket === undefined ? "bucket as FILES" : "database as DB"}`,
      "an environment inherits no binding: name all of them below [env.NAME] in wrangler.toml",
    );
  }
  const unbound = findUnbound(whole, level);
  if (unbound !== undefined) {
    throw new OperatorError(
      `the deployment ${chosen.worker} has no binding ${unbound}`,
      `an environment inherits none: name it below [env.${asked}], as the top level does`,
    );
  }
  const { DEPLOYMENT: mark = "nobody" } = level.vars;
  if (mark !== chosen.worker) {
    throw new OperatorError(
      `${chosen.worker} would mark its databases and its bucket as those of ${String(mark)}`,
      `write DEPLOYMENT = "${chosen.worker}" below ${level === whole ? "[vars]" : `[env.${asked}.vars]`} in wrangler.toml`,
    );
  }
  if (level !== whole) refuseRealDocuments(asked ?? "", level);
  return chosen;
}

/** Environments that are somebody's production by their name. */
const PRODUCTION = /^prod(?:ucci[oó]n|uction)?$/i;

/**
 * A rehearsal that sends to the authority's production issues fiscal documents, and nothing takes them back.
 * @throws OperatorError for an environment that does so and neither is called production nor says that it is meant.
 */
function refuseRealDocuments(environment: string, { vars }: Level): void {
  if (PRODUCTION.test(environment) || vars.REAL_DOCUMENTS === "true" || !isProductionHost(vars.AUTHORITY_URL)) return;
  throw new OperatorError(
    `${environment} sends to the authority's production (AUTHORITY_URL): documents of a company in produccion would be real ones`,
    `a rehearsal: AUTHORITY_URL = "${REAL_ORIGIN.habilitacion}" below [env.${environment}.vars] of wrangler.toml; a production of its own: REAL_DOCUMENTS = "true" below [env.${environment}.vars]`,
  );
}

/** Whether an address that a configuration names is the authority's host of production. */
export function isProductionHost(address: unknown): boolean {
  return typeof address === "string" && URL.canParse(address) && new URL(address).origin === REAL_ORIGIN.produccion;
}

/** @throws OperatorError for a name that two deployments have, or one whose renderer has another name. */
function refuseShared(whole: z.infer<typeof FILE>, path: string): void {
  const owners = new Map<string, string>();
  const levels = [[undefined, whole] as const, ...Object.entries(whole.env)];
  const hasRenderer = existsSync(join(dirname(path), "renderer/wrangler.toml"));
  for (const [environment, level] of levels) {
    const worker = nameWorker(whole, level, environment);
    for (const address of listRoutes(level) ?? listRoutes(whole) ?? []) {
      const owner = owners.get(`address ${address}`);
      if (owner !== undefined) {
        throw new OperatorError(
          `${environment ?? TOP_LEVEL} and ${owner} share the address ${address} in wrangler.toml: deploying one takes it from the other`,
          `write routes = [] below [env.${environment ?? "NAME"}], or its own address: routes are inherited`,
        );
      }
      owners.set(`address ${address}`, environment ?? TOP_LEVEL);
    }
    for (const name of listNames(worker, level)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw new OperatorError(
          `${environment ?? TOP_LEVEL} and ${owner} share the ${name} in wrangler.toml`,
          "give each deployment its own: what one writes would reach the other",
        );
      }
      owners.set(name, environment ?? TOP_LEVEL);
    }
    const drawn = level.services.find(({ binding }) => binding === "RENDERER")?.service;
    const deployed = findBeside(path, "renderer", environment)?.worker;
    if (drawn === undefined || !hasRenderer || drawn === deployed) continue;
    throw new OperatorError(
      `${worker} is bound to the renderer ${drawn}, and renderer/wrangler.toml names ${deployed ?? "none for it"}`,
      deployed === undefined
        ? `add [env.${environment ?? "NAME"}] to renderer/wrangler.toml`
        : `service = "${deployed}" of the binding RENDERER, or that name in renderer/wrangler.toml`,
    );
  }
}

/** Addresses that a level has of its own; undefined where it takes those of the top level. */
function listRoutes({ route, routes }: Level): readonly string[] | undefined {
  return route === undefined ? routes : [route];
}

/** What the service does without at the price of a part of it: each is of the top level, and no environment inherits it. */
function findUnbound(whole: Level, level: Level): string | undefined {
  const namesOf = (one: Level) => [
    ...one.services.map(({ binding }) => binding),
    ...(one.durable_objects?.bindings ?? []).map(({ name }) => name),
    ...one.ratelimits.map(({ name }) => name),
  ];
  const bound = namesOf(level);
  return namesOf(whole).find((name) => !bound.includes(name));
}

function listNames(worker: string, level: Level): string[] {
  return [
    `Worker ${worker}`,
    ...level.d1_databases.map(({ database_name: name }) => `database ${name}`),
    ...level.d1_databases.flatMap(({ database_id: id }) => (id === undefined ? [] : [`database id ${id}`])),
    ...level.r2_buckets.map(({ bucket_name: name }) => `bucket ${name}`),
    ...level.services.map(({ service }) => `service ${service}`),
    ...level.ratelimits.map(({ namespace_id: id }) => `rate-limit namespace ${id}`),
    ...(level.durable_objects?.bindings ?? []).flatMap(({ name, script_name: script }) =>
      script === undefined ? [] : [`objects ${name} of Worker ${script}`, `Worker ${script}`],
    ),
  ];
}

/** The Worker that a folder beside a configuration describes for an environment; undefined where it describes none. */
function findBeside(path: string, folder: "renderer" | "console", environment: string | undefined) {
  const beside = join(dirname(path), folder, "wrangler.toml");
  if (!existsSync(beside)) return undefined;
  const whole = readLevels(beside);
  const level = environment === undefined ? whole : whole.env[environment];
  return level === undefined ? undefined : { worker: nameWorker(whole, level, environment), vars: level.vars };
}
