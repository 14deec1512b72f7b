// Holds the rules of the house that can be held: imports point one way, pure folders stay pure, names stay plain.
// (Function length, `any`, `!` and empty blocks are held by the linter, which `test/check.node.test.ts` runs.)
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { getTableColumns, is, Table } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as schema from "../src/store/base/schema.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** Room -> rooms that it may import (files of its own always). `src` is what is deployed: it imports nothing outside itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "src/deadline.ts": [],
  "src/domain": [],
  "src/xml": [],
  "src/ubl": ["src/domain", "src/xml"],
  "src/signature": ["src/xml"],
  "src/store": ["src/domain", "src/deadline.ts"],
  "src/authority": ["src/domain", "src/xml", "src/signature", "src/deadline.ts"],
  "src/issuance": [
    "src/domain",
    "src/ubl",
    "src/signature",
    "src/authority",
    "src/store",
    "src/delivery",
    "src/telemetry",
    "src/deadline.ts",
    "src/env.ts",
  ],
  "src/delivery": ["src/domain", "src/store", "src/telemetry", "src/deadline.ts", "src/env.ts"],
  "src/mail": [
    "src/domain",
    "src/ubl",
    "src/authority",
    "src/store",
    "src/issuance",
    "src/delivery",
    "src/api",
    "src/telemetry",
    "src/deadline.ts",
    "src/env.ts",
  ],
  "src/telemetry": ["src/domain", "src/store", "src/env.ts"],
  "src/cron": [
    "src/domain",
    "src/store",
    "src/delivery",
    "src/issuance",
    "src/telemetry",
    "src/deadline.ts",
    "src/env.ts",
  ],
  "src/api": [
    "src/domain",
    "src/store",
    "src/delivery",
    "src/authority",
    "src/issuance",
    "src/telemetry",
    "src/env.ts",
  ],
  "src/index.ts": [
    "src/api",
    "src/delivery",
    "src/issuance",
    "src/cron",
    "src/mail",
    "src/telemetry",
    "src/readiness.ts",
    "src/env.ts",
  ],
  "src/readiness.ts": ["src/authority", "src/store", "src/env.ts"],
  "src/env.ts": ["src/issuance", "src/delivery"],
  operator: [
    "src/delivery",
    "src/domain",
    "src/store",
    "src/signature",
    "src/authority",
    "src/deadline.ts",
    // Of this what an alert means.
    "src/cron",
    // Of these what a PDF says (`operator/data/pdf-request.ts`).
    "src/ubl",
    "src/issuance",
    "renderer",
  ],
  simulator: [],
  // It shares lists of the authority's codes (JSON) and types with the service, and no code: what it draws cannot depend on configuration.
  renderer: ["src/domain"],
  // Of the api the words of warnings alone; of the operator what only reads (test/console/isolation.node.test.ts).
  console: [
    // What an alert means.
    "src/cron",
    "src/domain",
    "src/store",
    "src/ubl",
    "src/authority",
    "src/issuance",
    "src/deadline.ts",
    "src/api",
    "operator",
  ],
  stand: ["operator", "client", "console", "renderer", "src/domain", "src/store"],
  docs: ["src/api", "src/domain"],
};

/** What others than this repository import, or read. */
const PUBLISHED = ["client", "examples"];

/** `api` reaches `authority` for the acquirer only. */
const API_AUTHORITY_USERS = ["src/api/acquirer/look-up.ts"];

const PURE_FOLDERS = ["src/domain", "src/xml", "src/ubl"];
const IMPURE = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\.|\bfetch\(|from "hono|drizzle-orm|"cloudflare:/;
const SNAKE_CASE_ALLOWED = ["src/api/", "src/store/", "simulator/", "operator/", "stand/", "docs/"];
/** What no file cites: a section of a text that the repository does not have. */
const OUTSIDE_TEXT =
  /\b(?:contract|design)(?: section|\.md)? \d|\b(?:anchors|contract|contract-v2|house|peers|scale)\.md\b/i;
/** Pages that people read; the guides of the reference are checked by its generator. */
const PAGES = ["README.md", "README.es.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"].concat(
  [
    "src/api",
    "src/domain",
    "src/issuance",
    "src/store",
    "docs",
    "client",
    "client-python",
    "client-php",
    "client-csharp",
    "examples",
    "operator",
    "simulator",
  ].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
);
/** Rooms below the border: what they report is data, and the API writes the sentences. */
const SPEECHLESS_ROOMS = ["domain", "store", "issuance", "authority", "xml", "ubl", "signature"].map(
  (room) => `src/${room}`,
);
/** Spanish that these rooms need. */
const SPANISH_ALLOWED: readonly string[] = [
  // Printed in the XML, as the authority's rules prescribe it.
  '"DIAN 2.1: Factura Electrónica de Venta"',
  '"DIAN 2.1: Nota Crédito de Factura Electrónica de Venta"',
  '"DIAN 2.1: Nota Débito de Factura Electrónica de Venta"',
  '"CO, DIAN (Dirección de Impuestos y Aduanas Nacionales)"',
  '"Estándar de adopción del contribuyente"',
  '"IVA del obsequio asumido por el vendedor"',
  '"Contrato de servicios AIU por concepto de:"',
  // The same of the container that the buyer gets.
  '"Factura Electrónica de Venta"',
  '"Contenedor de Factura Electrónica"',
  '"Unidad Especial Dirección de Impuestos y Aduanas Nacionales"',
  '"DIAN 2.1: Nota de ajuste débito al documento equivalente"',
  '"DIAN 2.1: Nota de ajuste crédito al documento equivalente"',
];
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g;
const SPANISH_LETTER = /[áéíóúñ¿¡]/i;
const SPANISH_WORD = /\b(?:el|la|los|las|de|del|que|una|para|debe|con|por|se|su|es)\b/gi;
const SNAKE_CASE = /\b(?:const|let|function|readonly)\s+[a-z]+_[a-z_]+\b/;

/** Rooms of the service that may speak to D1; the names of clients' fields, in the api, may be those of columns. */
const SQL_FOLDERS = ["src/store", "src/issuance", "src/cron", "src/telemetry"];
/** Names of columns that no other word of the source is likely to be. */
const COLUMNS = Object.values(schema)
  .flatMap((value) => (is(value, Table) ? Object.values(getTableColumns(value)) : []))
  .flatMap(({ name }) => (name.includes("_") ? [name] : []));
/** An import, out of `src/store/base/home.ts`, of a word for the databases of one company. */
const NAMES_PARTS = /import \{[^}]*\b(?:Parts?|partOf|overParts)\b[^}]*\} from "[^"]*\/home\.ts"/;
const COMMENT_TEXT = /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/;

const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
/** Types stay exported beside the functions that give them; a value that no other file needs is its file's own. */
const EXPORTED_VALUE = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/g;

/** Every module that a source text names in an import or re-export. */
function listImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

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

const files = ["src", "operator", "simulator", "renderer", "console", "stand", "docs"].flatMap(readSources);
const written = [...files, ...["bench", "client", "examples"].flatMap(readSources)];
/** Names of files that a page may give without their folder. */
const CODE = [...written, ...readSources("test")].map(({ path }) => path).concat(readdirSync(ROOT));

/** `src/domain`, `src/env.ts`, `operator`: what the table of imports speaks of. */
function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? `${first}/${second}` : first;
}

function isPure(path: string): boolean {
  return PURE_FOLDERS.includes(roomOf(path));
}

/** Literals of more than three words that are Spanish, by their letters or by two of the words that every sentence has. */
function listSpanish(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(LITERAL)]
    .map(([literal]) => literal)
    .filter((literal) => literal.split(/\s+/).length > 3)
    .filter((literal) => {
      const words = literal.replaceAll("Bogotá", "");
      return SPANISH_LETTER.test(words) || (words.match(SPANISH_WORD) ?? []).length >= 2;
    });
}

function listLocalImports(path: string, text: string): string[] {
  return listImports(text)
    .filter((name) => name.startsWith("."))
    .map((name) => relative(ROOT, resolve(ROOT, dirname(path), name)).replaceAll("\\", "/"));
}

/** Files from which a chain of imports leads back to themselves. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imports.keys()].filter((start) => {
    const seen = new Set<string>();
    const open = [...(imports.get(start) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (path === start) return true;
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(imports.get(path) ?? []));
    }
    return false;
  });
}

describe("the house is tidy", () => {
  it("imports point one way", () => {
    const broken = files.flatMap(({ path, text }) =>
      listLocalImports(path, text)
        .filter((target) => target.endsWith(".ts") && roomOf(target) !== roomOf(path))
        .filter((target) => !(MAY_IMPORT[roomOf(path)] ?? []).includes(roomOf(target)))
        .map((target) => `${path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it("tests that need the reference folder skip in one way, which reads nothing of it where it is absent", () => {
    const asking = readSources("test").filter(
      ({ path, text }) => path.endsWith(".test.ts") && /\bhasShared\(/.test(text),
    );
    expect(asking.map(({ path }) => path)).toEqual([]);
  });

  it("no file imports itself by way of others, not even for a type", () => {
    const imports = new Map(files.map(({ path, text }) => [path, listLocalImports(path, text)]));
    expect(findCircles(imports)).toEqual([]);
  });

  it("folders of src do not import one another in a circle", () => {
    const isInside = (path: string) => /^src\/.+\//.test(path);
    const arrows = new Map<string, string[]>();
    for (const { path, text } of files.filter(({ path }) => isInside(path))) {
      const targets = listLocalImports(path, text).filter(isInside);
      const others = targets.map(dirname).filter((folder) => folder !== dirname(path));
      arrows.set(dirname(path), [...(arrows.get(dirname(path)) ?? []), ...others]);
    }
    expect(findCircles(arrows)).toEqual([]);
  });

  it("every room is in the import table", () => {
    const unknown = [...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !(room in MAY_IMPORT));
    expect(unknown).toEqual([]);
  });

  it("only the acquirer look-up of the api talks to the authority folder", () => {
    const broken = files
      .filter(({ path }) => path.startsWith("src/api/") && !API_AUTHORITY_USERS.includes(path))
      .filter(({ text }) => listImports(text).some((name) => name.includes("/authority/")))
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("the operator program seals in one file, where the vault key is tried first", () => {
    const broken = files
      .filter(({ path }) => path.startsWith("operator/") && path !== "operator/sealing.ts")
      .filter(({ text }) => /import [^;]*\bseal\b[^;]* from "[^"]*\/vault\.ts"/.test(text))
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

  it("comments cite nothing that the repository does not have", () => {
    const broken = written.flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => OUTSIDE_TEXT.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(broken).toEqual([]);
  });

  it("columns are spelled in the schema alone", () => {
    expect(COLUMNS.length).toBeGreaterThan(50);
    const spelled = new RegExp(`\\b(?:${COLUMNS.join("|")})\\b`);
    const broken = files
      .filter(({ path }) => SQL_FOLDERS.includes(roomOf(path)) && path !== "src/store/base/schema.ts")
      .flatMap(({ path, text }) =>
        text
          .split("\n")
          .filter((line) => spelled.test(line.replace(COMMENT_TEXT, "")))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(broken).toEqual([]);
  });

  it.each(PAGES)("the links of %s lead to files, and the files that it names exist", (page) => {
    const isThere = (path: string) => existsSync(join(ROOT, path));
    const text = readFileSync(join(ROOT, page), "utf8");
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = ""]) =>
      join(dirname(page), target),
    );
    const named = [
      ...text.matchAll(
        /`((?:src|test|docs|operator|simulator|renderer|console|stand|bench|client|examples)\/[\w./-]+\.\w+)`/g,
      ),
    ]
      .map(([, path = ""]) => path)
      .filter((path) => !path.includes("-N."));
    expect([...links, ...named].filter((path) => !isThere(path) && !isThere(join(dirname(page), path)))).toEqual([]);
    const bare = [...text.matchAll(/`([\w./-]*[\w-]\.ts)`/g)].map(([, name = ""]) => name);
    expect(bare.filter((name) => !CODE.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it("zod is imported as a namespace, of which the bundle keeps what is used: its object keeps every language", () => {
    const whole = files.filter(({ text }) => /import \{[^}]*\} from "zod"/.test(text));
    expect(whole.map(({ path }) => path).filter((path) => path.startsWith("src/"))).toEqual([]);
  });

  it("one place prepares statements of D1", () => {
    const preparing = files.filter(({ path, text }) => path.startsWith("src/") && text.includes(".prepare("));
    expect(preparing.map(({ path }) => path)).toEqual(["src/store/base/db.ts"]);
  });

  it("six files know that a company may lie in several databases, and all others take its database", () => {
    const knowing = files.filter(({ text }) => NAMES_PARTS.test(text)).map(({ path }) => path);
    expect(knowing).toEqual([
      "src/cron/journal-audit.ts",
      "src/store/document/corrected.ts",
      "src/store/document/document-list.ts",
      "src/store/ledger.ts",
      "operator/command/ledger-files.ts",
    ]);
    expect(files.some(({ path }) => path === "src/store/base/home.ts")).toBe(true);
  });

  it("one place of the operator's program and the stand prepares statements of SQLite", () => {
    const preparing = files.filter(
      ({ path, text }) => /^(?:operator|stand)\//.test(path) && text.includes(".prepare("),
    );
    expect(preparing.map(({ path }) => path)).toEqual(["operator/access/sqlite.ts"]);
  });

  it("no room below the border writes a Spanish sentence", () => {
    const found = files
      .filter(({ path }) => SPEECHLESS_ROOMS.includes(roomOf(path)))
      .flatMap(({ path, text }) => listSpanish(text).map((literal) => ({ path, literal })));
    expect(found.filter(({ literal }) => !SPANISH_ALLOWED.includes(literal))).toEqual([]);
    expect(SPANISH_ALLOWED.filter((literal) => !found.some((one) => one.literal === literal))).toEqual([]);
  });

  it("what a file exports is used by another one", () => {
    const all = [...written, ...readSources("test")];
    const config = { path: "vitest.config.ts", text: readFileSync(join(ROOT, "vitest.config.ts"), "utf8") };
    const names = [...all, config].map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g)) }));
    const isUsed = (name: string, own: string) => names.some(({ path, words }) => path !== own && words.has(name));
    const unused = all
      .filter(({ path }) => path !== "src/index.ts" && !PUBLISHED.includes(roomOf(path)))
      .flatMap(({ path, text }) => {
        const exported = text.matchAll(path.startsWith("src/") ? EXPORT : EXPORTED_VALUE);
        return [...exported].map(([, name = ""]) => ({ path, name }));
      })
      // The runner of the tests calls `teardown` by its name.
      .filter(({ path, name }) => name !== "teardown" && !isUsed(name, path));
    expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });

  it("file names are kebab-case", () => {
    const odd = files
      .map(({ path }) => path)
      .filter((path) => !/^(?:[a-z0-9-]+\/)+[a-z0-9-]+\.(?:d\.)?m?[tj]s$/.test(path));
    expect(odd).toEqual([]);
  });

  it("there are no barrels and no default exports but those that the platform loads", () => {
    const allowed = ["src/index.ts", "simulator/index.ts", "renderer/index.ts", "console/index.ts"];
    const broken = files
      .filter(
        ({ path, text }) => /^export \* from/m.test(text) || (/^export default/m.test(text) && !allowed.includes(path)),
      )
      .map(({ path }) => path);
    expect(broken).toEqual([]);
  });

  it("the linter refuses any, non-null assertions and empty blocks, and nothing in src switches a rule off", () => {
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

  it("one place warns: all other code goes through the alert", () => {
    const broken = files
      .filter(({ path, text }) => path !== "src/telemetry/alert.ts" && text.includes("console.warn"))
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
