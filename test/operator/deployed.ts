// Answers calls of wrangler like a deployment at Cloudflare: a database file and the Worker's secrets, which fail on demand.
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import type { Wrangler } from "../../operator/access/wrangler.ts";
import { OperatorError } from "../../operator/error.ts";

export interface Deployed {
  readonly wrangler: Wrangler;
  /** The Worker's secrets by name. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Every SQL statement that was asked for, in order. */
  readonly statements: readonly string[];
  /** Every call, in order. */
  readonly calls: readonly (readonly string[])[];
  /** From here on wrangler's login is this one: of a person by the address, as it was typed, or of a token without any. */
  logIn(email: string | undefined): void;
  /** The next call whose words match fails once: before it did anything, or after all of it was done. */
  failOnce(call: RegExp, moment: "before" | "after"): void;
  /** Something happens right before the next call whose words match is carried out; once. */
  beforeOnce(call: RegExp, happen: () => void): void;
}

/** As the platform describes a version of a Worker. */
interface Version {
  readonly id: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly resources: { readonly bindings: readonly { type: string; name: string; text: string }[] };
}

/** Of a statement, as D1 takes it. */
const STATEMENT_BYTES = 100_000;
/** Between two statements of one call. */
const BETWEEN = /;\n(?=(?:select|insert|update|delete|with)\b)/i;

/** A deployment whose database is a SQLite file. */
export function openDeployed(databaseFile: string): Deployed {
  const secrets = new Map<string, string>();
  const statements: string[] = [];
  const calls: (readonly string[])[] = [];
  const faults: { readonly call: RegExp; readonly moment: "before" | "after" }[] = [];

  const happenings: { readonly call: RegExp; readonly happen: () => void }[] = [];

  const deployedVersions = new Map<string, Version[]>();
  const nameWorker = (parameters: readonly string[]) =>
    ["renderer", "console"].find((name) => parameters.includes(`${name}/wrangler.toml`)) ?? "service";
  const versions = (parameters: readonly string[]): Version[] => {
    const worker = nameWorker(parameters);
    const known = deployedVersions.get(worker) ?? [];
    deployedVersions.set(worker, known);
    return known;
  };
  const deploy = (parameters: readonly string[]): string => {
    const known = versions(parameters);
    const after = (flag: string) => parameters.flatMap((word, at) => (parameters[at - 1] === flag ? [word] : []));
    const bindings = after("--var").map((text) => {
      const [name = "", value = ""] = text.split(":");
      return { type: "plain_text", name, text: value };
    });
    for (const file of after("--secrets-file")) {
      for (const [name, text] of Object.entries(parseEnv(readFileSync(file, "utf8")))) secrets.set(name, text ?? "");
    }
    const worker = nameWorker(parameters);
    known.push({
      id: `${worker}-${known.length + 1}`,
      annotations: { "workers/tag": after("--tag").join(), "workers/triggered_by": "upload" },
      resources: { bindings },
    });
    return "";
  };
  let login: string | undefined = "Ana@Example.com";
  const carryOut = (parameters: readonly string[], input: string): unknown => {
    const [noun, verb, name = ""] = parameters;
    if (noun === "secret" && verb === "put") {
      secrets.set(name, input);
      const last = versions(parameters).at(-1);
      if (last === undefined) return "";
      const annotations = { "workers/triggered_by": "secret" };
      return versions(parameters).push({ ...last, id: `service-${versions(parameters).length + 1}`, annotations });
    }
    if (noun === "secret" && verb === "list") {
      if (versions(parameters).length === 0 && secrets.size === 0) {
        // As much of wrangler's words as the last lines of its output hold.
        throw fail(
          parameters,
          "  If this is a new Worker, run `wrangler deploy` first to create it.\n  Otherwise, check that the Worker name is correct.",
        );
      }
      return [...secrets.keys()].map((secret) => ({ name: secret, type: "secret_text" }));
    }
    if (noun === "whoami") {
      const authType = login === undefined ? "Account API Token" : "OAuth Token";
      return { loggedIn: true, authType, email: login, accounts: [{ name: "Facturas", id: "0a1b2c" }] };
    }
    if (noun === "deploy") return deploy(parameters);
    if (noun === "deployments" && verb === "status") {
      const { id } = versions(parameters).at(-1) ?? {};
      if (id === undefined) throw fail(parameters, "This Worker does not exist on your account.");
      return { versions: [{ version_id: id, percentage: 100 }], created_on: "2026-11-20T14:00:00.000Z" };
    }
    if (noun === "versions" && verb === "view") return versions(parameters).find(({ id }) => id === name);
    if (verb === "migrations") return "";
    if (noun !== "d1" || verb !== "execute") throw fail(parameters, "this call has no stand-in");
    const asked = (parameters[parameters.indexOf("--command") + 1] ?? "").split(BETWEEN);
    statements.push(...asked);
    return execute(databaseFile, asked, (message) => fail(parameters, message));
  };

  return {
    wrangler: async (parameters, input = "") => {
      calls.push(parameters);
      const at = faults.findIndex(({ call }) => call.test(parameters.join(" ")));
      const [fault] = at < 0 ? [] : faults.splice(at, 1);
      if (fault?.moment === "before") throw fail(parameters, "You are not authenticated.");
      const next = happenings.findIndex(({ call }) => call.test(parameters.join(" ")));
      for (const { happen } of next < 0 ? [] : happenings.splice(next, 1)) happen();
      const answer = carryOut(parameters, input);
      if (fault?.moment === "after") throw fail(parameters, "");
      // Bytes are lists of numbers in what wrangler prints.
      const printed = JSON.stringify(answer, (_, value) => (value instanceof Uint8Array ? [...value] : value));
      return new TextEncoder().encode(printed);
    },
    secrets,
    statements,
    calls,
    logIn: (email) => {
      login = email;
    },
    failOnce: (call, moment) => {
      faults.push({ call, moment });
    },
    beforeOnce: (call, happen) => {
      happenings.push({ call, happen });
    },
  };
}

/** Runs statements as one transaction. */
function execute(file: string, statements: readonly string[], toError: (message: string) => Error): unknown {
  const db = new DatabaseSync(file);
  try {
    db.exec("BEGIN IMMEDIATE");
    const results = statements.map((text) => {
      if (Buffer.byteLength(text) > STATEMENT_BYTES) throw new Error("statement too long: SQLITE_TOOBIG");
      return { results: db.prepare(text).all() };
    });
    db.exec("COMMIT");
    return results;
  } catch (cause) {
    throw toError(cause instanceof Error ? cause.message : String(cause));
  } finally {
    db.close();
  }
}

function fail(parameters: readonly string[], words: string): Error {
  return new OperatorError(`wrangler ${parameters.slice(0, 3).join(" ")} failed: ${words}`);
}
