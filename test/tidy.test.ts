// The tree into a list of broken house rules: imports point one way, pure folders stay pure, files stay short, names stay plain.
// (Function length, `any`, `!` and empty blocks are held by the linter, which `npm test` runs first.)
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { listImports } from "./support/source.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Folder of src -> folders of src that it may import (files of the own folder always). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  xml: [],
  ubl: ["domain", "xml"],
  signature: ["xml"],
  store: ["domain"],
  authority: ["domain", "xml", "signature"],
  issuance: ["domain", "ubl", "signature", "authority", "store"],
  api: ["domain", "store", "authority", "issuance"],
  operator: ["domain", "store", "signature", "authority"],
  simulator: [],
  "index.ts": ["api", "issuance", "env.ts"],
  "env.ts": ["issuance"],
};

/** Single files that a folder may name although its folder is off limits; types only are erased and checked apart. */
const MAY_IMPORT_FILE: Readonly<Record<string, readonly string[]>> = {
  issuance: ["env.ts"],
  api: ["env.ts"],
};

/** `api` reaches `authority` for the acquirer only. */
const API_AUTHORITY_USERS = ["src/api/acquirers.ts"];

const PURE_FOLDERS = ["domain", "xml", "ubl"];
const IMPURE = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\.|\bfetch\(|from "hono|drizzle-orm|"cloudflare:/;
const SNAKE_CASE_ALLOWED = ["src/api/wire/", "src/store/", "src/simulator/", "src/operator/"];
const SNAKE_CASE = /\b(?:const|let|function|readonly)\s+[a-z]+_[a-z_]+\b/;
const LINES_MAX = 350;

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith(".")) return [];
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

function readSources(folder: string) {
  return listFiles(join(ROOT, folder))
    .filter((path) => /\.m?ts$|\.mjs$/.test(path))
    .map((path) => ({ path: relative(ROOT, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));
}

const files = readSources("src");
const everyFile = [...files, ...readSources("test"), ...readSources("bench")];

function folderOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function isPure(path: string): boolean {
  return PURE_FOLDERS.includes(folderOf(path));
}

describe("the house is tidy", () => {
  it("imports point one way", () => {
    const broken = files.flatMap(({ path, text }) =>
      listImports(text)
        .filter((name) => name.startsWith("."))
        .map((name) => relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll("\\", "/"))
        .filter((target) => target.startsWith("src/") && folderOf(target) !== folderOf(path))
        .filter((target) => !(MAY_IMPORT[folderOf(path)] ?? []).includes(folderOf(target)))
        .filter((target) => !(MAY_IMPORT_FILE[folderOf(path)] ?? []).includes(target.slice(4)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it("every folder of src is in the import table", () => {
    const unknown = [...new Set(files.map(({ path }) => folderOf(path)))].filter((folder) => !(folder in MAY_IMPORT));
    expect(unknown).toEqual([]);
  });

  it("only the acquirer look-up of the api talks to the authority folder", () => {
    const broken = files
      .filter(({ path }) => path.startsWith("src/api/") && !API_AUTHORITY_USERS.includes(path))
      .filter(({ text }) => listImports(text).some((name) => name.includes("/authority/")))
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("pure folders name no clock, randomness, network, framework or database", () => {
    expect(files.filter(({ path, text }) => isPure(path) && IMPURE.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("snake_case identifiers live at the borders only", () => {
    const broken = files
      .filter(({ path }) => !SNAKE_CASE_ALLOWED.some((folder) => path.startsWith(folder)))
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .filter((line) => SNAKE_CASE.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(broken).toEqual([]);
  });

  it(`no file is longer than ${LINES_MAX} lines`, () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ path, lines }) => `${path}: ${lines}`);
    expect(long).toEqual([]);
  });

  it("every file opens with the sentence that says what it turns into what", () => {
    const silent = everyFile.filter(({ text }) => !/^(#!.*\n)?(\/\/ |\/\*\* ?)/.test(text)).map(({ path }) => path);
    expect(silent).toEqual([]);
  });

  it("file names are kebab-case", () => {
    const odd = files
      .map(({ path }) => path)
      .filter((path) => !/^src\/(?:[a-z0-9-]+\/)*[a-z0-9-]+\.(?:d\.)?m?[tj]s$/.test(path));
    expect(odd).toEqual([]);
  });

  it("there are no barrels and no default exports but those that the platform loads", () => {
    const allowed = ["src/index.ts", "src/simulator/index.ts"];
    const broken = files
      .filter(
        ({ path, text }) => /^export \* from/m.test(text) || (/^export default/m.test(text) && !allowed.includes(path)),
      )
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("the linter refuses any, non-null assertions and empty blocks, and nothing in src tells it to look away", () => {
    const { linter, overrides } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8")) as {
      readonly linter: { readonly rules: object };
      readonly overrides: readonly object[];
    };
    expect(linter.rules).toMatchObject({
      suspicious: { noExplicitAny: "error", noEmptyBlockStatements: "error" },
      style: { noNonNullAssertion: "error" },
    });
    const lookAway = /noExplicitAny|noEmptyBlockStatements|noNonNullAssertion/;
    expect(JSON.stringify(overrides)).not.toMatch(lookAway);
    const broken = files.filter(({ text }) => lookAway.test(text) || /@ts-(?:ignore|nocheck)/.test(text));
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it("one place warns: whatever else has something to say says it through the alert", () => {
    const broken = files
      .filter(({ path, text }) => path !== "src/issuance/alert.ts" && text.includes("console.warn"))
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("the authority's real name stays inside wire literals", () => {
    const allowed = /wire-literal|catalogue|rule|wsdl|simulator\/|\.json$/;
    const broken = files
      .filter(({ path }) => !allowed.test(path))
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .filter((line) => /\bDIAN\b|dian\.gov\.co/i.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(broken).toEqual([]);
  });
});
