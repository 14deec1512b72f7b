// Measures and breaks text, and remembers which glyphs a document uses and what the typeface could not show.

import { CODE_POINTS, OUTLINES as REGULAR } from "../font/inter-regular.ts";
import { OUTLINES as SEMIBOLD } from "../font/inter-semibold.ts";
import { toDrawable } from "./characters.ts";
import { type Font, MISSING_GLYPH, openFont } from "./font.ts";

export type Weight = "regular" | "semibold";

/** Opened once: both weights have the same characters. */
const FONTS: Readonly<Record<Weight, Font>> = {
  regular: openFont("Inter-Regular", CODE_POINTS, REGULAR),
  semibold: openFont("Inter-SemiBold", CODE_POINTS, SEMIBOLD),
};

/** How a text looks; sizes in points. */
export interface TextStyle {
  readonly size: number;
  readonly weight?: Weight;
  /** `#rrggbb`; black when absent. */
  readonly color?: string;
  /** Of a printer whose characters are all `size` wide: whether it has one. Absent: set in the typeface. */
  readonly has?: (character: string) => boolean;
}

export function fontOf(weight: Weight): Font {
  return FONTS[weight];
}

/** Where a line may end: an amount stays with its sign, a rate with its percent sign, a number with what it is and its unit. */
const BREAK = /(?<!\$|\bNIT|\bTel\.) (?![%×]|(?<=\d )(?:[mk]?g|[cmk]?m|m?[lL]|lb|oz|W|V)(?![\p{L}\d]))/u;
/** Stands between parts of one line, never at its end. */
const SEPARATOR = " · ";

/** What one document draws with; its sets become the embedded fonts. */
export class Typesetter {
  readonly used: Readonly<Record<Weight, Set<number>>> = { regular: new Set(), semibold: new Set() };
  #replaced = 0;

  /** How many characters were drawn as a box, because the typeface does not have them. */
  get replaced(): number {
    return this.#replaced;
  }

  /** Glyph numbers as hexadecimal text of a PDF string; each becomes part of the embedded font. */
  encode(text: string, weight: Weight): string {
    const font = FONTS[weight];
    let hex = "";
    for (const character of text) {
      const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
      if (glyph === MISSING_GLYPH) this.#replaced += 1;
      this.used[weight].add(glyph);
      hex += glyph.toString(16).padStart(4, "0");
    }
    return hex;
  }
}

/** Width of a text in points. */
export function measure(text: string, { size, weight = "regular", has }: TextStyle): number {
  if (has !== undefined) return [...text].length * size;
  const font = FONTS[weight];
  let width = 0;
  for (const character of text) width += font.widthOf(font.glyphOf(character.codePointAt(0) ?? 0));
  return (width * size) / 1000;
}

/** Whether the typeface has a character; both weights have the same. */
export function isInTypeface(character: string): boolean {
  return FONTS.regular.glyphOf(character.codePointAt(0) ?? 0) !== MISSING_GLYPH;
}

/** Text as it can be set on one line or several: in characters that there are, blanks as spaces, ends of lines as LF. */
export function tidy(text: string, has = isInTypeface): string {
  return toDrawable(text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n"), has)
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

/**
 * Breaks a text into lines no wider than `width`: between words, and inside a word that is too long by itself.
 * @returns at least one line, perhaps empty.
 */
export function breakLines(text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of tidy(text, style.has).split("\n")) breakParagraph(paragraph.trim(), style, width, lines);
  return lines;
}

function breakParagraph(paragraph: string, style: TextStyle, width: number, lines: string[]): void {
  const space = measure(" ", style);
  let line = "";
  let used = 0;
  for (const word of paragraph.split(BREAK)) {
    const wordWidth = measure(word, style);
    if (line !== "" && used + space + wordWidth <= width) {
      line += ` ${word}`;
      used += space + wordWidth;
      continue;
    }
    if (line !== "") lines.push(line);
    [line, used] = [word, wordWidth];
    if (wordWidth <= width) continue;
    const pieces = breakWord(word, style, width);
    line = pieces.pop() ?? "";
    used = measure(line, style);
    lines.push(...pieces);
  }
  lines.push(line);
}

/** Pieces of a word that is too long for a line, each as long as fits, after a mark inside it where there is one near. */
function breakWord(word: string, style: TextStyle, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const character of word) {
    const characterWidth = measure(character, style);
    if (piece !== "" && used + characterWidth > width) {
      pieces.push(piece);
      [piece, used] = ["", 0];
    }
    piece += character;
    used += characterWidth;
  }
  return [...pieces, piece];
}

/** The style, smaller where one line would otherwise be wider than `width`; never below `smallest` points. */
export function shrink<S extends TextStyle>(text: string, style: S, width: number, smallest = 4): S {
  const natural = measure(text, style);
  return natural <= width ? style : { ...style, size: Math.max(smallest, (style.size * width) / natural) };
}

/** One line no wider than `width`, its end left out where it must be; for what stands in full elsewhere. */
export function clip(text: string, style: TextStyle, width: number): string {
  const line = tidy(text).replaceAll("\n", " ");
  if (measure(line, style) <= width) return line;
  const [first = ""] = breakWord(line, style, width - measure("…", style));
  return `${first.trimEnd()}…`;
}

/** Lines of as many whole parts as fit, with a dot between them; a part that is too long by itself is broken. */
export function packParts(parts: readonly string[], style: TextStyle, width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const joined = `${lines.at(-1) ?? ""}${SEPARATOR}${part}`;
    if (lines.length > 0 && measure(joined, style) <= width) lines.splice(-1, 1, joined);
    else lines.push(...breakLines(part, style, width));
  }
  return lines;
}

/** One long word in as few pieces as it needs, all about as long. */
export function breakEvenly(word: string, style: TextStyle, width: number): string[] {
  const count = breakLines(word, style, width).length;
  const length = Math.ceil(word.length / count);
  const pieces = Array.from({ length: count }, (_, index) => word.slice(index * length, (index + 1) * length));
  return pieces.every((piece) => measure(piece, style) <= width) ? pieces : breakLines(word, style, width);
}

/** Breaks a title into as few lines as it needs, all about as long. */
export function balance(text: string, style: TextStyle, width: number): string[] {
  const count = breakLines(text, style, width).length;
  let narrow = width;
  while (narrow > 40 && breakLines(text, style, narrow - 6).length === count) narrow -= 6;
  return breakLines(text, style, narrow);
}
