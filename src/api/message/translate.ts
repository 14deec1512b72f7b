// Puts the sentences of an answer into English, by the table of all of them; codes, rules, names of fields and values stay.
import { ENGLISH } from "./english.ts";

/** A sentence taken apart at its holes. */
interface Pattern {
  /** What stands before, between and behind the holes. */
  readonly parts: readonly string[];
  readonly english: readonly EnglishPart[];
  /** It joins two things, which may be names, and is no sentence. */
  readonly isJoint: boolean;
}

/** A text, or the part of a hole. */
type EnglishPart = string | { readonly hole: number; readonly isLeft: boolean };

const HOLE = "{}";
/** Of `; o ` and its like. */
const JOINT_LENGTH = 4;
const ENGLISH_HOLE = /\{(=?)(\d*)\}/;
/** What a client sent, quoted. */
const QUOTED = /^"(?:\\.|[^"\\])*"$/;
/** What may stand at the beginning of a part that follows another at once. */
const BOUNDARY = /[ ,;.(]/g;
const CAPITAL = /^\p{Lu}/u;
/** A sentence in a sentence in a sentence, and no deeper. */
const MOST_DEPTH = 6;

/** The most specific first: of two sentences that fit, the one that says more is meant. */
const PATTERNS: readonly Pattern[] = Object.entries(ENGLISH)
  .map(([spanish, english]) => {
    const parts = spanish.split(HOLE);
    const isJoint = parts.length === 3 && parts.join("").length <= JOINT_LENGTH;
    return { parts, english: readEnglish(spanish, english), isJoint };
  })
  .sort((one, other) => other.parts.join("").length - one.parts.join("").length);

function readEnglish(spanish: string, english: string): readonly EnglishPart[] {
  const parts = spanish.split(HOLE);
  let next = 0;
  return english.split(/(\{=?\d*\})/).map((text): EnglishPart => {
    const match = ENGLISH_HOLE.exec(text);
    if (match === null) return text;
    const [, left, number = ""] = match;
    const hole = number === "" ? next : Number(number) - 1;
    next += 1;
    const isQuoted = /["`«]$/.test(parts[hole] ?? "") && /^["`»]/.test(parts[hole + 1] ?? "");
    return { hole, isLeft: left === "=" || isQuoted };
  });
}

/** The English of a sentence; undefined for one that the table does not have. */
export function translate(spanish: string): string | undefined {
  const english = new Translation().find(spanish, 0);
  // What stands first there may be a part that elsewhere stands in the middle.
  return english !== undefined && CAPITAL.test(spanish)
    ? english.replace(/^./u, (first) => first.toUpperCase())
    : english;
}

/** One sentence, with how often the table is still searched for a part of it: no text takes long. */
class Translation {
  #searches = 500;

  find(spanish: string, depth: number): string | undefined {
    this.#searches -= 1;
    if (depth > MOST_DEPTH || this.#searches < 0) return undefined;
    let best: string | undefined;
    for (const pattern of PATTERNS) {
      if (pattern.isJoint && depth === 0) continue;
      const filled = this.#match(pattern.parts, spanish, depth);
      if (filled === undefined) continue;
      const { text, isWhole } = this.#fill(pattern, filled, depth);
      if (isWhole) return text;
      best ??= text;
    }
    // A part of a sentence is a text of the table as a whole, or it is a value.
    return depth === 0 ? best : undefined;
  }

  #fill({ english, isJoint }: Pattern, filled: readonly string[], depth: number) {
    // What is joined is not the two halves of something quoted.
    let isWhole = !isJoint || filled.every((text) => text.split('"').length % 2 === 1);
    const texts = english.map((part) => {
      if (typeof part === "string") return part;
      const text = filled[part.hole] ?? "";
      if (part.isLeft || QUOTED.test(text)) return text;
      const found = this.find(text, depth + 1);
      if (found === undefined && !isValue(text) && !(depth > 0 && isName(text))) isWhole = false;
      return found ?? text;
    });
    return { text: texts.join(""), isWhole };
  }

  /** What the holes are filled with, each as short as can be. */
  #match(parts: readonly string[], text: string, depth: number): readonly string[] | undefined {
    const [first = "", ...others] = parts;
    const last = others.pop();
    if (last === undefined) return text === first ? [] : undefined;
    const end = text.length - last.length;
    if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return undefined;
    const filled: string[] = [];
    let at = first.length;
    let isPair = false;
    for (const part of [...others, last]) {
      const isInner = filled.length + (isPair ? 1 : 0) < others.length;
      if (isInner && part === "") {
        isPair = true;
        continue;
      }
      const found = isInner ? text.indexOf(part, at) : end;
      if (found < at || found > end) return undefined;
      filled.push(...(isPair ? this.#split(text.slice(at, found), depth) : [text.slice(at, found)]));
      isPair = false;
      at = found + part.length;
    }
    return filled;
  }

  /** Two parts that stand side by side: the second is a text of the table, the shortest that fits, or nothing. */
  #split(text: string, depth: number): readonly [string, string] {
    for (const { index } of [...text.matchAll(BOUNDARY)].reverse()) {
      if (this.find(text.slice(index), depth + 1) !== undefined) return [text.slice(0, index), text.slice(index)];
    }
    return [text, ""];
  }
}

/** What is no words: a number, a code, a name of a field, several of them. */
function isValue(text: string): boolean {
  return !/\s/.test(text) || !/\p{Ll}{2}/u.test(text.replace(/"[^"]*"|`[^`]*`/g, ""));
}

/** As official lists write them, or as a sentence quotes something; none asks what was meant. */
function isName(text: string): boolean {
  return /^["`\d\p{Lu}]/u.test(text) && !/[.;:] |`|¿/.test(text);
}

/** Members of an answer that are sentences of ours. */
const SENTENCES: ReadonlySet<string> = new Set(["error", "message", "mensaje", "last_status_error"]);
/** The same of the rules of a dry run, which are said by us; elsewhere the text of a rule is the authority's. */
const REHEARSED: ReadonlySet<string> = new Set([...SENTENCES, "text"]);
/** Members that a client filled as it liked. */
const FOREIGN: ReadonlySet<string> = new Set(["metadatos"]);

/** An answer with its sentences in English. */
export function translateBody(body: object): object {
  return translateMembers(body, SENTENCES);
}

function translateMembers(body: object, sentences: ReadonlySet<string>): object {
  if (Array.isArray(body)) return body.map((value) => translateMember(value, sentences));
  const ofRules = "dry_run" in body && body.dry_run === true ? REHEARSED : sentences;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => {
      if (FOREIGN.has(name)) return [name, value];
      if (sentences.has(name) && typeof value === "string") return [name, translate(value) ?? value];
      return [name, translateMember(value, name === "rules" ? ofRules : sentences)];
    }),
  );
}

function translateMember(value: unknown, sentences: ReadonlySet<string>): unknown {
  return typeof value === "object" && value !== null ? translateMembers(value, sentences) : value;
}
