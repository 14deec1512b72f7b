// Turns a text into characters that the typeface has: invisible ones are dropped, others go by their plain or base form.

/** Marks that have no plain form of their own, or one that would say something else: a raised 4 is not a 4. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  "‐": "-",
  "‒": "–",
  "―": "—",
  "⁃": "•",
  "‣": "•",
  "‛": "‘",
  "‟": "“",
  ʼ: "’",
  ʻ: "‘",
  ʹ: "′",
  "≤": "<=",
  "≥": ">=",
  "⁰": "^0",
  "⁴": "^4",
  "⁵": "^5",
  "⁶": "^6",
  "⁷": "^7",
  "⁸": "^8",
  "⁹": "^9",
  // What the typeface has and a receipt printer may lack.
  "−": "-",
  "–": "-",
  "—": "-",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "•": "·",
  "·": "*",
  "…": "...",
  "×": "x",
  "€": "EUR",
};
/**
 * Soft hyphens, zero-width spaces, marks of direction, variation selectors, controls; and accents of any script, which by now
 * stand on a letter that has no form with them.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}[\p{M}&&\p{Script=Inherited}]]/v;
const FRACTION_SLASH = "\u2044";

/**
 * A text in characters of the typeface as far as it has any: composed, without what cannot be seen. A character that it lacks
 * goes by its compatibility form (`ﬁ` as `fi`), a letter else by its base with as many accents as there are (`ễ` as `ê`).
 * What is left is returned as it is, and drawn as a box. Ends of lines stay.
 * @param has whether the typeface has a character.
 */
export function toDrawable(text: string, has: (character: string) => boolean): string {
  let drawable = "";
  for (const character of text.normalize("NFC")) {
    drawable += character === "\n" || has(character) ? character : replace(character, has);
  }
  return drawable;
}

function replace(character: string, has: (character: string) => boolean): string {
  if (/[\t-\r\p{Z}]/u.test(character)) return " ";
  if (INVISIBLE.test(character)) return "";
  const substitute = SUBSTITUTES[character];
  if (substitute !== undefined) return toDrawable(substitute, has);
  const plain = character.normalize("NFKC");
  // 1⅓ is not 11/3.
  if (plain.includes(FRACTION_SLASH)) return ` ${plain.replace(FRACTION_SLASH, "/")}`;
  if (plain !== character) return toDrawable(plain, has);
  return findBase(character, has) ?? character;
}

/** A letter with fewer accents, none at worst; undefined where not even its base is in the typeface. */
function findBase(letter: string, has: (character: string) => boolean): string | undefined {
  if (!/\p{L}/u.test(letter)) return undefined;
  const [base = "", ...accents] = letter.normalize("NFD");
  for (let kept = accents.length - 1; kept >= 0; kept -= 1) {
    const composed = [base, ...accents.slice(0, kept)].join("").normalize("NFC");
    if ([...composed].length === 1 && has(composed)) return composed;
  }
  return undefined;
}
