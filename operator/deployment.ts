// Reads the secrets of a deployment, from the environment or a git-ignored file, as the keys that commands seal and digest with.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type AuditKeys, importAuditKeys } from "../src/store/audit/event-head.ts";
import { type Pepper, readPeppers } from "../src/store/company/clients.ts";
import { importVaultKeys, type VaultKeys } from "../src/store/secret/vault.ts";
import { type Configured, readTopLevel } from "./access/configuration.ts";
import type { Target } from "./access/wrangler.ts";
import { OperatorError } from "./error.ts";
import { writePrivateFile } from "./private-file.ts";

/** The deployment's secrets that commands seal and digest with. */
export interface Keyring {
  readonly vaultKeys: () => Promise<VaultKeys>;
  readonly peppers: () => readonly [Pepper, ...Pepper[]];
  /** What heads of events are keyed with; undefined where `AUDIT_KEY` is not known. */
  readonly auditKeys: () => Promise<AuditKeys | undefined>;
}

/** The project's folder. */
export const ROOT = join(import.meta.dirname, "..");

/** The folder whose state and secrets are used: the project's own, unless STAND_FOLDER names another. */
export function findStandFolder(environment: NodeJS.ProcessEnv): string {
  const folder = environment.STAND_FOLDER;
  return folder === undefined || folder === "" ? ROOT : resolve(folder);
}

/** Files and folders of one installation. */
export interface Deployment extends Configured, Target {
  /** What clients of the stand need to know. */
  readonly demoFile: string;
  /** Secrets: `.dev.vars` of the local stand, or the operator's copy of the remote ones. */
  readonly secretFile: string;
}

/** The installation that a project folder holds; each remote one keeps its secrets in a file of its own. */
export function describeDeployment(root: string, remote: Configured | false): Deployment {
  const { environment } = remote === false ? {} : remote;
  const remoteFile = `.dev.vars.remote${environment === undefined ? "" : `.${environment}`}`;
  return {
    ...(remote === false ? readTopLevel() : remote),
    isRemote: remote !== false,
    demoFile: join(root, ".demo/demo.json"),
    // Where `wrangler dev` keeps its state as well: it serves the same companies.
    persistFolder: join(root, ".wrangler/state"),
    secretFile: join(root, remote === false ? ".dev.vars" : remoteFile),
  };
}

/** Reads a file of `NAME=value` lines; empty when there is none. */
export function readSecretFile(path: string): Readonly<Record<string, string | undefined>> {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/**
 * Writes one secret into a file that only its owner reads, and makes its folder; the others stay.
 * @throws OperatorError for a value that the file cannot hold.
 */
export function writeSecret(path: string, name: string, value: string): void {
  const secrets = { ...readSecretFile(path), [name]: value };
  const lines = Object.entries(secrets).map(([key, text = ""]) => `${key}=${quote(key, text)}`);
  // Replaced whole: it may be the only copy of VAULT_KEY, and an older file may be open to others.
  writePrivateFile(path, `${lines.join("\n")}\n`);
}

/** Between double quotes `\\n` is read as a new line. */
function quote(name: string, text: string): string {
  const mark = ['"', "'", "`"].find((one) => !text.includes(one) && !(one === '"' && text.includes("\\")));
  if (mark !== undefined) return `${mark}${text}${mark}`;
  throw new OperatorError(`${name} holds every kind of quotation mark`, "a file of secrets cannot keep it");
}

/** The secrets that a deployment makes for itself, each `version:base64` of 32 bytes. */
export const OWN_SECRETS = ["TOKEN_PEPPER", "VAULT_KEY", "AUDIT_KEY", "LINK_KEY"] as const;

/** A fresh secret: `1:` and 32 random bytes in base64. */
export function createVersionedKey(version: number): string {
  return `${version}:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

/** The keys of a deployment; the environment wins over the file. Read when a command first needs them. */
export function createKeyring(deployment: Deployment, environment: NodeJS.ProcessEnv): Keyring {
  const find = (name: string) => environment[name] ?? readSecretFile(deployment.secretFile)[name];
  const get = (name: string): string => {
    const text = find(name);
    if (text === undefined || text === "") {
      throw new OperatorError(`${name} is not known here`, `set it in the environment or in ${deployment.secretFile}`);
    }
    return text;
  };
  return {
    vaultKeys: () => importVaultKeys(get("VAULT_KEY")),
    auditKeys: async () => {
      const text = find("AUDIT_KEY") ?? "";
      if (text === "") return undefined;
      try {
        return await importAuditKeys(text);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : "unreadable";
        throw new OperatorError(why, `correct it in the environment or in ${deployment.secretFile}`);
      }
    },
    peppers: () => {
      const text = get("TOKEN_PEPPER");
      try {
        return readPeppers(text);
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : "unreadable";
        throw new OperatorError(
          `TOKEN_PEPPER is of no use: ${why}`,
          `correct it in the environment or in ${deployment.secretFile}`,
        );
      }
    },
  };
}
