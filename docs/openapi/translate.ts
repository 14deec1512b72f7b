// Says the texts of the reference in English, sentence by sentence, out of a table: descriptions are composed of sentences.
import { z } from "zod";
import { translateBody } from "../../src/api/message/translate.ts";
import table from "./english-text.json" with { type: "json" };

/** How a text of the reference is said: as it is written, or in English. */
export type Say = (text: string) => string;

/** As it is written: in Spanish. */
export const sayInSpanish: Say = (text) => text;

const ROWS = new Map<string, string>(Object.entries(table));
/** A sentence ends before one that begins with a capital, with code, with bold words, or inside a link. */
const BETWEEN_SENTENCES = /(?<=\.) (?=[\p{Lu}¿[`*])/u;
/** What may stand before the first sentence of a line: the mark of an item or a title, and the code that the line explains. */
const LINE = /^((?:- |> |#+ )?(?:`[a-z_]+`: )?)(.*)$/;

/** Says texts in English, and remembers which sentences it was asked for. */
export interface Translator {
  readonly say: Say;
  readonly asked: ReadonlySet<string>;
}

/** A sentence that the table does not have stays in Spanish, so that a new one never stops the pages; a test finds it. */
export function createTranslator(): Translator {
  const asked = new Set<string>();
  const saySentence = (sentence: string) => {
    if (!/\p{Ll}/u.test(sentence)) return sentence;
    asked.add(sentence);
    return ROWS.get(sentence) ?? sentence;
  };
  const sayLine = (line: string) => {
    const [, mark = "", rest = ""] = LINE.exec(line) ?? [];
    return mark + rest.split(BETWEEN_SENTENCES).map(saySentence).join(" ");
  };
  return { say: (text) => text.split("\n").map(sayLine).join("\n"), asked };
}

/** The sentences that the table has. */
export function listTranslated(): readonly string[] {
  return [...ROWS.keys()];
}

const SAID: ReadonlySet<string> = new Set(["description", "summary"]);

/** A copy of the document, or of a part of it, whose texts are in English; names, choices and examples of data stay. */
export function translateTexts<Part>(part: Part, say: Say): Part {
  const copy = structuredClone(part);
  sayWithin(copy, say, new Set());
  return copy;
}

/** @param seen what has been said already: a copy keeps two places of one object as one. */
function sayWithin(part: unknown, say: Say, seen: Set<object>): void {
  if (typeof part !== "object" || part === null || seen.has(part)) return;
  seen.add(part);
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === "string" && SAID.has(name)) Reflect.set(part, name, say(value));
    else if (name === "examples") sayExamples(value, say, seen);
    else if (name === "tags") Reflect.set(part, name, sayTags(value, say));
    else if (name !== "example") sayWithin(value, say, seen);
  }
}

/** Of examples what is said about them, and of an answer the sentences that the service says in English where it is asked to. */
function sayExamples(examples: unknown, say: Say, seen: Set<object>): void {
  if (typeof examples !== "object" || examples === null) return;
  for (const example of Object.values(examples)) {
    if (seen.has(example)) continue;
    seen.add(example);
    const summary: unknown = Reflect.get(example, "summary");
    if (typeof summary === "string") Reflect.set(example, "summary", say(summary));
    const value: unknown = Reflect.get(example, "value");
    if (typeof value === "object" && value !== null && "ok" in value) {
      Reflect.set(example, "value", translateBody(value));
    }
  }
}

/** The names of groups of operations, where they are declared and where they are used. */
function sayTags(tags: unknown, say: Say): unknown {
  if (!Array.isArray(tags)) return tags;
  return tags.map((tag: unknown) => {
    if (typeof tag === "string") return say(tag);
    const { name, description } = z.object({ name: z.string(), description: z.string() }).parse(tag);
    return { name: say(name), description: say(description) };
  });
}
