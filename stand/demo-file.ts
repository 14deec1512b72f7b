// Reads and writes .demo/demo.json, which holds what a client of the stand needs to know.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Environment, Module } from "../src/domain/company.ts";

/** Names under which a company's tokens are found; four of them carry one scope alone. */
export type TokenName =
  | "all"
  | "fe.read"
  | "fe.write"
  | "dse.read"
  | "dse.write"
  | "revoked"
  | "expired"
  | "second_client";

export interface DemoFileCompany {
  readonly id: number;
  readonly nit: string;
  readonly name: string;
  readonly environment: Environment;
  readonly modules: readonly Module[];
  readonly software_id: string;
  readonly software_pin: string;
  readonly technical_key: string;
  readonly withholding_types: readonly { readonly type: string; readonly base_modes: readonly string[] }[];
  readonly cost_centers: readonly { readonly id: number; readonly code: string }[];
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** The content of the file. */
export interface DemoFile {
  readonly base_url: string;
  readonly authority_url: string;
  readonly companies: readonly DemoFileCompany[];
}

/** Reads the file; undefined when there is none yet. */
export function readDemoFile(path: string): DemoFile | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as DemoFile) : undefined;
}

export function writeDemoFile(path: string, file: DemoFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
}
