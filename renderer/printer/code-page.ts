// Holds the code pages of receipt printers: which byte each character has, and by which number a printer chooses the page.
import type { CodePage } from "../../src/domain/document/drawing.ts";

/** Bytes 0x80 to 0xff, a blank for each that has no character. */
const PC850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ";
const PC437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ";
const WINDOWS_1252 =
  "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ ¡¢£¤¥¦§¨©ª«¬ ®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

/** By their numbers in the manual of Epson, which most printers follow; a printer keeps its own page for plain letters. */
const PAGES: Readonly<Record<CodePage, { readonly number: number | null; readonly high: string }>> = {
  cp1252: { number: 16, high: WINDOWS_1252 },
  cp858: { number: 19, high: PC850.replace("ı", "€") },
  cp850: { number: 2, high: PC850 },
  cp437: { number: 0, high: PC437 },
  ascii: { number: null, high: "" },
};
const MISSING = 0x3f;

/** The number that chooses a page; null where none needs to be chosen. */
export function numberOf(page: CodePage): number | null {
  return PAGES[page].number;
}

/** The byte of a character; undefined where the page has none. */
export function findByte(character: string, page: CodePage): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return code;
  const index = code < 0x80 || character === " " ? -1 : PAGES[page].high.indexOf(character);
  return index === -1 ? undefined : 0x80 + index;
}

/** The bytes of a text, a question mark for each character that the page does not have. */
export function encodeText(
  text: string,
  page: CodePage,
): { readonly bytes: readonly number[]; readonly replaced: number } {
  const found = [...text].map((character) => findByte(character, page));
  return {
    bytes: found.map((byte) => byte ?? MISSING),
    replaced: found.filter((byte) => byte === undefined).length,
  };
}
