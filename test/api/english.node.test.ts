// Tests that every sentence of the API has its English, filled with the same figures, and that nothing else is touched.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../src/api/message/english.ts";
import { KIND_TEXTS } from "../../src/api/message/kind-text.ts";
import { translate } from "../../src/api/message/translate.ts";
import { listLiterals } from "../support/literal.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => listLiterals(readFileSync(join(ROOT, path), "utf8"));

/** Where the words of a page and of this table are; a buyer's page has its own. */
const OTHERS = ["english.ts", "translate.ts", "link.ts"];
const WRITTEN = globSync("src/api/message/*.ts", { cwd: ROOT })
  .filter((path) => !OTHERS.some((name) => path.endsWith(`/${name}`)))
  .flatMap(read);
/** What fields elsewhere ask of their values. */
const ASKED = globSync("src/api/*/*request*.ts", { cwd: ROOT })
  .concat("src/api/field/metadata.ts", globSync("src/api/*/adapter.ts", { cwd: ROOT }))
  .flatMap(read)
  .filter((text) => /^(?:debe|no corresponde|sin) /.test(text));

/** Denominations that the law gives, which no language changes, and what only a developer reads. */
const KEPT = [
  "Documento equivalente electrónico tiquete de máquina registradora con sistema P.O.S.",
  "adquisiciones efectuadas a no obligados a facturar",
  "Factura electrónica de venta",
  "Documento soporte en {}",
  "Nota crédito de la factura electrónica de venta",
  "Nota débito de la factura electrónica de venta",
  "Nota de ajuste débito al documento equivalente electrónico",
  "Nota de ajuste crédito al documento equivalente electrónico",
  "Nota de ajuste al documento soporte en {}",
  "a refusal {} without a reason",
];

/** Whether a text has words, with a blank or an accent: what is one plain word is a name of ours, or stands in a sentence below. */
function hasWords(text: string): boolean {
  const bare = text.replaceAll("{}", "");
  return /\p{L}/u.test(bare) && /\p{L}[,;:]?\s|\s\p{L}|[áéíóúñ¿]/iu.test(bare);
}

/** What joins a list stands in the table with what it joins. */
function isListed(text: string): boolean {
  return text in ENGLISH || isComposed(text) || (/^(?:;|,)? (?:o|y) $/.test(text) && `{}${text}{}` in ENGLISH);
}

/** Of parts side by side, of which no sentence can be told where they end: the sentences that come of it stand in the table whole. */
function isComposed(text: string): boolean {
  const [, tail] = /^(?:\{\} es "\{\}"; )?\{\} \{\}(.+)$/.exec(text) ?? [];
  return tail !== undefined && Object.keys(ENGLISH).some((one) => one.includes(tail));
}

function countHoles(text: string): number {
  return text.split(/\{=?\d*\}/).length - 1;
}

describe("the table of the sentences in English", () => {
  it("has every text that src/api/message writes, and all that a field asks of its value", () => {
    const missing = [...WRITTEN, ...ASKED].filter((text) => hasWords(text) && !isListed(text) && !KEPT.includes(text));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("has no text that nothing writes", () => {
    const written = new Set([...WRITTEN, ...ASKED]);
    const joined = ["{}; o {}", "{}, o {}", "{} y {}", "{} o {}", "{} a {}", "{} día", "{} días"];
    const stale = Object.keys(ENGLISH).filter((text) => !written.has(text) && !joined.includes(text));
    const parts = [...written].filter((text) => text.length > 12).map((text) => text.replace(/^(?:\{\} )+/, ""));
    const isPutTogether = (text: string) => parts.some((part) => text.includes(part.slice(-20)));
    expect(stale.filter((text) => !isPutTogether(text))).toEqual([]);
  });

  it.each(Object.entries(ENGLISH))("%s says as much in English", (spanish, english) => {
    expect(countHoles(english)).toBe(countHoles(spanish));
    expect(isSpanish(english.replace(/"[^"]*"|`[^`]*`/g, ""))).toBe(false);
    const names = (text: string) => (text.match(/`[\w.]+`|"[\w.-]+"/g) ?? []).toSorted();
    expect(names(english)).toEqual(names(spanish));
  });
});

/** Words that no English sentence has; names of official lists stand in parentheses or quotes, and are left out before. */
const SPANISH =
  /(?<![\p{L}_.])(?:el|la|los|las|del|que|debe|es|un|una|por|para|con|se|más|pero|está|recibió|quiso|envíe|tiene|campo|parámetro|cuerpo|documento|nota|empresa|autoridad)(?![\p{L}_.])/iu;

function isSpanish(text: string): boolean {
  return SPANISH.test(text);
}

const TITLES = Object.values(KIND_TEXTS).map(({ title }) => title);

/** Sentences with their figures, as the tests of the sentences have them word for word. */
const SENTENCES = [
  ...globSync("test/api/*message*.test.ts", { cwd: ROOT }),
  "test/api/strict.node.test.ts",
  ...globSync("test/contract/*.test.ts", { cwd: ROOT }),
]
  .flatMap(read)
  .filter((text) => !text.includes("{}") && !(` ${text}` in ENGLISH))
  // The names of documents are official.
  .filter((text) => !TITLES.includes(text))
  .filter((text) => /^(?:`[\w.]+` |[A-ZÁÉÚ][^{}]* ).*[.?]$/.test(text) && isSpanish(text))
  .map((text) => (text.startsWith("`") ? `El campo ${text}` : text));

/** What a field asks of its value, its holes filled, and what may have been meant. */
const DEMANDS = Object.keys(ENGLISH)
  .filter((text) => text.startsWith("debe ") && !/[.;]|se recibió|objeto/.test(text))
  .map((text) => text.replaceAll("{}", "2"));
const MEANT = [
  "",
  " (¿quiso decir 25000?)",
  ' (¿quiso decir "credito"?)',
  ' (¿quiso decir "2026-12-31"?)',
  ' (¿quiso decir "13", Cédula de ciudadanía?)',
  ' (¿quiso decir "contado", con `means_code` "10", Efectivo?)',
];

describe("what a field asks of its value", () => {
  it.each([
    ...DEMANDS,
    "debe ser un número, o texto de hasta 20 dígitos con punto decimal y sin separador de miles, mayor o igual que 0 y hasta 100, con hasta 4 decimales",
    'debe ser "contado" o "credito"',
  ])("is English with and without what may have been meant: %s", (demand) => {
    for (const meant of MEANT) {
      const english = translate(`El campo \`items.0.unit\` ${demand}${meant}; se recibió "25,000".`) ?? "";
      expect(english).toMatch(/^The field `items\.0\.unit` must .+; received "25,000"\.$/);
      expect(isSpanish(english.replace(/"[^"]*"|`[^`]*`|, Cédula de ciudadanía/g, "")), english).toBe(false);
      expect(english.includes("did you mean"), english).toBe(meant !== "");
    }
  });
});

describe("a sentence of the API", () => {
  it.each([...new Set(SENTENCES)])("%s is English where English is asked for", (spanish) => {
    const english = translate(spanish) ?? spanish;
    expect([spanish, english]).not.toContainEqual(expect.stringMatching(/^\p{Ll}/u));
    expect(isSpanish(english.replace(/"[^"]*"|`[^`]*`|\([^)]*\)/g, ""))).toBe(false);
    for (const figure of spanish.match(/`[^`]*`|\d[\d.-]*\d/g) ?? []) expect(english).toContain(figure);
  });
});
