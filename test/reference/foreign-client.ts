// Writes clients of the API in three other languages with three generators, compiles them, and runs each against a stand: a new
// document and its repetition come back as one type, and each error as its own.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openapiFileOf } from "../../docs/openapi/build.ts";
import type { DemoFile } from "../../stand/demo-file.ts";

const PROGRAMS = join(import.meta.dirname, "foreign");
const MINUTES_MOST = 5;
/** Parts of Mono that NSwag and what it writes need beside the compiler's own; they are unpacked, not installed. */
const DEBIAN_PACKAGES = [
  "libmono-system-data4.0-cil",
  "libmono-system-componentmodel-dataannotations4.0-cil",
  "libmono-system-enterpriseservices4.0-cil",
  "libmono-system-transactions4.0-cil",
];
const REFERENCES = ["Newtonsoft.Json.dll", "System.ComponentModel.DataAnnotations.dll"];
const ANSWERS = ["201", "200", "409", "400", "422"];

/** Exact versions, installed beside the other generators. */
export const FOREIGN_TOOLS = { nswag: "14.7.1", "quicktype-core": "26.0.0", "@asyncapi/modelina": "5.10.1" };

const execute = promisify(execFile);

/** A program that was written and compiled. */
interface Client {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly version: "v1" | "v2";
}

/** Prepares the clients by the name of their generator, in a folder in which the generators are installed. */
export function listForeignClients(folder: string): ReadonlyMap<string, () => Promise<Client>> {
  cpSync(PROGRAMS, folder, { recursive: true });
  return new Map([
    ["NSwag (C#)", () => prepareNswag(folder)],
    [
      "quicktype (PHP)",
      () => prepareTypes(folder, "quicktype", { command: "php", version: "v2", file: "quicktype.php" }),
    ],
    // In the other version an object may be null, which what Modelina writes does not read.
    [
      "Modelina (Python)",
      () => prepareTypes(folder, "modelina", { command: "python3", version: "v1", file: "modelina.py" }),
    ],
  ]);
}

/** @throws Error when an answer did not come, or not as its type. */
export async function runForeignClient(folder: string, { command, parameters, version }: Client, demo: DemoFile) {
  const [company] = demo.companies;
  const origin = demo.base_url.replace(/v2$/, version);
  const { stdout, stderr } = await run(folder, command, [
    ...parameters,
    ...[origin, String(company?.id), company?.tokens.all ?? ""],
  ]);
  const met = new Set(stdout.match(/^\d{3}/gm));
  const missing = ANSWERS.filter((status) => !met.has(status));
  if (missing.length > 0) throw new Error(`no ${missing.join(", ")}: ${stdout}${stderr}`);
}

async function prepareTypes(
  folder: string,
  generator: "quicktype" | "modelina",
  { command, version, file }: Pick<Client, "command" | "version"> & { readonly file: string },
): Promise<Client> {
  const target = generator === "quicktype" ? "answers.php" : "answers.py";
  await run(folder, "node", ["write-types.mjs", openapiFileOf(version), generator, target]);
  return { command, version, parameters: [file] };
}

/** NSwag is written for Windows and runs on Mono, whose names for some of its parts are told to it. */
async function prepareNswag(folder: string): Promise<Client> {
  const home = join(folder, "nswag");
  cpSync(join(folder, "node_modules/nswag/bin/binaries/Win"), home, { recursive: true });
  await addMonoParts(home);
  const facade = "System.Runtime.InteropServices.RuntimeInformation.dll";
  rmSync(join(home, facade));
  await run(folder, "mcs", ["-target:library", `-out:${join(home, facade)}`, "runtime-information.cs"]);
  const settings = [`/input:${openapiFileOf("v2")}`, "/output:client.cs", "/namespace:Factura", "/classname:Client"];
  await run(folder, "mono", [join(home, "NSwag.exe"), "openapi2csclient", ...settings]);
  const program = join(home, "client.exe");
  await run(folder, "mcs", [
    ...["-langversion:latest", "-warn:0", `-out:${program}`],
    ...["-r:System.Net.Http", "-r:System.Runtime.Serialization", ...REFERENCES.map((name) => `-r:${join(home, name)}`)],
    ...["client.cs", "nswag.cs"],
  ]);
  return { command: "mono", version: "v2", parameters: [program] };
}

/** Puts them beside the program that needs them. */
async function addMonoParts(home: string): Promise<void> {
  const parts = join(home, "parts");
  mkdirSync(parts);
  await run(parts, "apt-get", ["download", ...DEBIAN_PACKAGES]);
  for (const name of readdirSync(parts)) await run(parts, "dpkg", ["-x", name, "."]);
  const libraries = readdirSync(parts, { recursive: true, encoding: "utf8" }).filter((name) =>
    /gac\/.*\.dll$/.test(name),
  );
  for (const name of libraries) cpSync(join(parts, name), join(home, name.split("/").at(-1) ?? ""));
}

function run(folder: string, command: string, parameters: readonly string[]) {
  return execute(command, parameters, { cwd: folder, timeout: MINUTES_MOST * 60_000 });
}
