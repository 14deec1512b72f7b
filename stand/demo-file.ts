// Reads and writes .demo/demo.json, which holds what a client of the stand needs to know.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

/** Names under which a company's tokens are found; four of them carry one scope alone. */
export const TOKEN_NAMES = [
  "all",
  "fe.read",
  "fe.write",
  "dse.read",
  "dse.write",
  "revoked",
  "expired",
  "second_client",
] as const;
export type TokenName = (typeof TOKEN_NAMES)[number];

/** The tokens of a company. */
export const TOKENS = z.record(z.enum(TOKEN_NAMES), z.string());

const COMPANY = z.object({
  id: z.number(),
  nit: z.string(),
  name: z.string(),
  environment: z.enum(["produccion", "habilitacion"]),
  modules: z.array(z.enum(["fe", "dse"])).readonly(),
  software_id: z.string(),
  software_pin: z.string(),
  technical_key: z.string(),
  withholding_types: z.array(z.object({ type: z.string(), base_modes: z.array(z.string()).readonly() })).readonly(),
  /** The series of notes, by type. */
  series: z.record(z.string(), z.object({ prefix: z.string(), next: z.number() })),
  cost_centers: z.array(z.object({ id: z.number(), code: z.string() })).readonly(),
  tokens: TOKENS,
});
export type DemoFileCompany = Readonly<z.output<typeof COMPANY>>;

const FILE = z.object({ base_url: z.string(), authority_url: z.string(), companies: z.array(COMPANY).readonly() });

/** The content of the file. */
export type DemoFile = Readonly<z.output<typeof FILE>>;

/** Reads the file; undefined when there is none yet. */
export function readDemoFile(path: string): DemoFile | undefined {
  return existsSync(path) ? parseDemoFile(readFileSync(path, "utf8")) : undefined;
}

/** @throws ZodError when a text is not the content of such a file. */
export function parseDemoFile(text: string): DemoFile {
  return FILE.parse(JSON.parse(text));
}

export function writeDemoFile(path: string, file: DemoFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
}
