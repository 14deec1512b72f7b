// Checks, normalises and quotes client texts. A text is scanned before it is normalised, and only ever quoted in part.

/** The most characters of a path that a problem quotes, ellipsis included. */
const PATH_MOST_CHARACTERS = 120;
/** NFC makes one character of at most three, of two UTF-16 units each; a longer text cannot become short enough. */
const UNITS_PER_CHARACTER = 8;
/** Combining marks in a row, as in the Stream-Safe Text Format (UAX 15): normalising sorts each run, and no script needs more. */
export const MARKS_MOST = 30;
/** Anchored at the start of a run, so that a run is not counted again from each of its marks. */
const MARK_RUN = /(?<!\p{M})\p{M}{31}/u;

/**
 * What no text is meant to hold: control characters but line ends and tabs, the character that stands for one that was lost, and the
 * two that XML forbids.
 */
const CONTROL = /[^\P{Cc}\t\n\r]|[\ufffd-\uffff]/u;
/** Zero-width characters, marks of direction and all else that Unicode displays as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** All of both, and what else no screen shows: a code or a key with it looks like another one. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;
const UNSEEN_EACH = new RegExp(UNSEEN, "gu");
const VISIBLE = /[^\p{C}\p{Z}]/u;

/** Whether a text has control characters other than line ends and tabs, or what stands for a character that was lost. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

/** Whether a code has characters that no screen shows, also at its ends, where blanks are allowed. */
export function hasInvisible(code: string): boolean {
  return UNSEEN.test(code);
}

/** A free text without the characters that display as nothing; controls stay. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A text with controls and invisible characters spelled out (`\u009b`), so that quoting it is safe wherever it is printed. */
export function spellInvisible(text: string): string {
  return text.replace(UNSEEN_EACH, (character) => {
    const code = character.codePointAt(0)?.toString(16) ?? "";
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** Whether a text has anything visible; one of only zero-width marks is as blank as one of spaces. */
export function hasVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Whether a text has more combining marks in a row than any script needs. */
export function hasMarkRun(text: string): boolean {
  return MARK_RUN.test(text);
}

/** Code points, counted without making a list of them. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i += 1) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) count -= 1;
  }
  return count;
}

/** Without blanks at its ends and in NFC; undefined when it is too long to have `max` characters then. */
export function trimNormal(text: string, max: number): string | undefined {
  const trimmed = text.trim();
  return trimmed.length > max * UNITS_PER_CHARACTER ? undefined : trimmed.normalize("NFC");
}

/** The beginning of a text, never half a character. */
export function cutText(text: string, units: number): string {
  const end = units < text.length && units > 0 && isHigh(text.charCodeAt(units - 1)) ? units - 1 : units;
  return text.slice(0, end);
}

/** `items.0.codigo`. */
export function joinPath(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}

/** A path as problems quote it, `items.0.codigo`: the first 120 characters. */
export function quotePath(path: readonly PropertyKey[]): string {
  let quoted = "";
  for (const [index, name] of path.entries()) {
    quoted += `${index === 0 ? "" : "."}${String(name).slice(0, PATH_MOST_CHARACTERS + 1)}`;
    if (quoted.length > PATH_MOST_CHARACTERS) return `${cutText(quoted, PATH_MOST_CHARACTERS - 1)}…`;
  }
  return quoted;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
