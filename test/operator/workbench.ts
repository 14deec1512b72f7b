// A folder of its own with a migrated database and fresh secrets, and the operator program run in it line by line.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parse, stringify } from "smol-toml";
import { z } from "zod";
import type { Archive } from "../../operator/access/archive.ts";
import { CONFIGURATION } from "../../operator/access/configuration.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { createVersionedKey, writeSecret } from "../../operator/deployment.ts";
import { runLine } from "../../operator/program.ts";
import { listMigrationStatements } from "../support/migration.ts";
import { type Deployed, openDeployed } from "./deployed.ts";
import { judgeAnswer } from "./said-command.ts";

export const NOW = "2026-11-20T15:00:00.000Z";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Workbench {
  readonly root: string;
  readonly environment: Record<string, string>;
  /** Runs one line; flags as an object read better than a list. @throws Error when the answer names a command that is not there. */
  run(name: string, flags?: Readonly<Record<string, string | number | true>>, operand?: string): Promise<Ran>;
  /** The same, with --json, read. */
  json<T = Record<string, unknown>>(name: string, flags?: Readonly<Record<string, string | number | true>>): Promise<T>;
  /** Reads the database beside the program. */
  query(sql: string, ...values: SQLInputValue[]): Record<string, unknown>[];
  readonly databaseFile: string;
  /** What lines with --remote work on: the same database, and secrets of its own. */
  readonly deployed: Deployed;
  /** Where it is written who may change a deployment; at first the person of `deployed`. */
  readonly operators: string;
  /** Every row of every table, to prove that nothing changed. */
  dump(): string;
  setNow(iso: string): void;
  /** From here on every line works with this archive, and leaves it open. */
  setArchive(archive: Archive): void;
  /** From here on every line finds its deployments in this file, as wrangler.toml; before, in the project's own as it is shipped. */
  setConfiguration(path: string): void;
  close(): void;
}

const D1_FILE = ".wrangler/state/v3/d1/miniflare-D1DatabaseObject/local.sqlite";

/** Of the project's configuration what is the same for everybody. */
const SHIPPED = z.object({
  vars: z.record(z.string(), z.string()),
  durable_objects: z.unknown(),
  version_metadata: z.unknown(),
  ratelimits: z.unknown(),
});

/** The project's configuration without what whoever runs it edits: names, ids, addresses, further databases and environments. */
export function readShipped(): string {
  const { vars, ...others } = SHIPPED.parse(parse(readFileSync(CONFIGURATION, "utf8")));
  const { ALERT_URL: _, ...kept } = vars;
  const name = "factura-edge";
  return stringify({
    name,
    vars: { ...kept, DEPLOYMENT: name, MAKER_NAME: "", MAKER_NIT: "" },
    d1_databases: [{ binding: "DB", database_name: name, migrations_dir: "migrations" }],
    r2_buckets: [{ binding: "FILES", bucket_name: `${name}-files` }],
    services: [{ binding: "RENDERER", service: `${name}-renderer` }],
    ...others,
  });
}

/** A new workbench, or a copy of another one to be damaged; close it when done. */
export function openWorkbench(original?: Workbench): Workbench {
  const root = mkdtempSync(join(tmpdir(), "operator-test-"));
  if (original === undefined) prepareFolder(root);
  else {
    original.query("PRAGMA wal_checkpoint(TRUNCATE)");
    cpSync(original.root, root, { recursive: true });
  }
  return useFolder(root);
}

let migrated: Uint8Array | undefined;

/** Makes an empty database with the product's tables; the migrations run once for all. */
function makeDatabase(path: string): void {
  if (migrated !== undefined) {
    writeFileSync(path, migrated);
    return;
  }
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  for (const statement of listMigrationStatements()) db.exec(statement);
  db.close();
  migrated = readFileSync(path);
}

function prepareFolder(root: string): void {
  mkdirSync(dirname(join(root, D1_FILE)), { recursive: true });
  makeDatabase(join(root, D1_FILE));
  writeSecret(join(root, ".dev.vars"), "TOKEN_PEPPER", createVersionedKey(1));
  writeSecret(join(root, ".dev.vars"), "VAULT_KEY", createVersionedKey(1));
  writeFileSync(join(root, "wrangler.toml"), readShipped());
  writeFileSync(join(root, "operators.toml"), 'operate = ["ana@example.com"]\n');
}

function useFolder(root: string): Workbench {
  const db = new DatabaseSync(join(root, D1_FILE));
  let nowMs = Date.parse(NOW);
  let archive: Archive | undefined;
  let configuration = join(root, "wrangler.toml");
  const environment: Record<string, string> = { OPERATOR: "ana" };
  const operators = join(root, "operators.toml");
  const deployed = openDeployed(join(root, D1_FILE));
  const run: Workbench["run"] = async (name, flags = {}, operand) => {
    const out: string[] = [];
    const err: string[] = [];
    const { secrets, others } = splitSecrets(name, flags);
    const given = Object.entries(others).flatMap(([flag, value]) => [
      `--${flag}`,
      ...(value === true ? [] : [String(value)]),
    ]);
    const isSecret = Object.keys(secrets).length > 0;
    const line = [
      ...name.split(" "),
      ...given,
      ...(isSecret ? ["--file", "-"] : []),
      ...(operand === undefined ? [] : [operand]),
    ];
    const code = await runLine(ALL_COMMANDS, line, {
      root,
      environment,
      isInteractive: false,
      print: (text) => out.push(text),
      complain: (text) => err.push(text),
      nowMs: () => nowMs,
      wrangler: deployed.wrangler,
      operators,
      ...(archive === undefined ? {} : { archive }),
      configuration,
      readStandardInput: async () => JSON.stringify(secrets),
    });
    const faults =
      "json" in flags || "sql" in flags ? [] : [...out, ...err].flatMap((text) => judgeAnswer(text, "remote" in flags));
    if (faults.length > 0)
      throw new Error(`${line.join(" ")} answers with steps that cannot be followed: ${faults.join("; ")}`);
    return { code, out: out.join("\n"), err: err.join("\n") };
  };
  const query: Workbench["query"] = (sql, ...values) =>
    db
      .prepare(sql)
      .all(...values)
      .map((row) => ({ ...row }));
  return {
    root,
    environment,
    run,
    json: async <T>(name: string, flags = {}) => {
      const { code, out, err } = await run(name, { ...flags, json: true });
      if (code !== 0) throw new Error(`${name} gave ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
    query,
    databaseFile: join(root, D1_FILE),
    deployed,
    operators,
    dump: () => {
      const tables = query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
      return JSON.stringify(tables.map(({ name }) => [name, query(`SELECT * FROM ${String(name)}`)]));
    },
    setNow: (iso) => {
      nowMs = Date.parse(iso);
    },
    setArchive: (given) => {
      archive = given;
    },
    setConfiguration: (path) => {
      configuration = path;
    },
    close: () => {
      db.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Secrets come as an operator would give them: through --file, here from standard input. */
function splitSecrets(name: string, flags: Readonly<Record<string, string | number | true>>) {
  const own = ALL_COMMANDS.find((command) => command.name === name)?.flags ?? [];
  const names = own.flatMap((flag) => (flag.shown === undefined ? [] : [flag.name()]));
  const secrets = Object.entries(flags).filter(([flag]) => names.includes(flag));
  const others = Object.entries(flags).filter(([flag]) => !names.includes(flag));
  return { secrets: Object.fromEntries(secrets), others: Object.fromEntries(others) };
}

/** Flags of a company that everything accepts. */
export const COMPANY = {
  nit: "900373115-3",
  name: "Compañía Ágil S.A.S.",
  environment: "produccion",
  "person-type": "1",
  responsibilities: "O-13,O-15",
  "tax-scheme": "01",
  address: "Calle 1 # 2-3",
  municipality: "11001",
  email: "facturas@example.com",
  "fe-software-id": "11111111-1111-1111-1111-111111111111",
  "fe-pin": "75315",
  "fe-plan": "100",
} as const;

/** Flags with which it sells by tickets, too. */
export const TICKETS = {
  "dee-software-id": "55555555-5555-5555-5555-555555555555",
  "dee-pin": "24680",
  "dee-test-set": "66666666-6666-6666-6666-666666666666",
} as const;

/** Flags of a range of that company. */
export const RANGE = {
  company: "1",
  kind: "fe",
  resolution: "18760000001",
  "resolution-date": "2026-01-01",
  prefix: "SETP",
  from: "990000000",
  to: "995000000",
  "valid-from": "2026-01-01",
  "valid-to": "2027-01-01",
  "technical-key": "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c",
  next: "990000000",
} as const;
