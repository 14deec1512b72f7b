// Reads the prepared fonts: widths for setting text, and a font file of the glyphs that a document uses.

/** Units of a font file to the em. */
const UNITS = 2048;
const LONG_OFFSETS = 1;
/** Of tables that a font file inside a PDF needs; sorted by name, as the file format asks. */
const TABLES = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"] as const;
const CHECKSUM_MAGIC = 0xb1b0afba;
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** The glyph that stands for every character that the font does not have: an empty box. */
export const MISSING_GLYPH = 0;

/** One weight of the typeface. */
export interface Font {
  readonly name: string;
  /** Glyph of a code point; `MISSING_GLYPH` when there is none. */
  glyphOf(codePoint: number): number;
  /** Width of a glyph, in thousandths of the em. */
  widthOf(glyph: number): number;
  /** The characters that a glyph stands for. */
  codePointOf(glyph: number): number | undefined;
  /** A TrueType file that has the outlines of these glyphs only, under their numbers. */
  subset(glyphs: ReadonlySet<number>): Uint8Array<ArrayBuffer>;
}

/**
 * Opens a prepared font.
 * @param codePoints hexadecimal ranges; the nth character is glyph n.
 * @param base64 a TrueType file without cmap, with long or short glyph offsets.
 */
export function openFont(name: string, codePoints: string, base64: string): Font {
  const file = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const tables = readTables(file);
  const glyphs = new Map<number, number>();
  const characters: number[] = [];
  for (const range of codePoints.split(",")) {
    const [first = 0, last = first] = range.split("-").map((text) => Number.parseInt(text, 16));
    for (let code = first; code <= last; code += 1) {
      characters.push(code);
      glyphs.set(code, characters.length);
    }
  }
  const widths = readWidths(tables, characters.length + 1);
  return {
    name,
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? MISSING_GLYPH,
    widthOf: (glyph) => widths[glyph] ?? 0,
    codePointOf: (glyph) => characters[glyph - 1],
    subset: (used) => buildFile(tables, pickOutlines(tables, used)),
  };
}

type Tables = Readonly<Record<(typeof TABLES)[number], Uint8Array<ArrayBuffer>>>;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readTables(file: Uint8Array<ArrayBuffer>): Tables {
  const view = viewOf(file);
  const find = (wanted: string) => {
    for (let index = 0; index < view.getUint16(4); index += 1) {
      const at = HEADER_BYTES + index * RECORD_BYTES;
      const tag = String.fromCharCode(...file.subarray(at, at + 4));
      if (tag === wanted)
        return file.subarray(view.getUint32(at + 8), view.getUint32(at + 8) + view.getUint32(at + 12));
    }
    throw new Error(`the font has no table ${wanted}`);
  };
  return {
    glyf: find("glyf"),
    head: find("head"),
    hhea: find("hhea"),
    hmtx: find("hmtx"),
    loca: find("loca"),
    maxp: find("maxp"),
  };
}

/** Advances in thousandths of the em; glyphs after the last full metric repeat its advance. */
function readWidths({ hhea, hmtx }: Tables, count: number): number[] {
  const full = viewOf(hhea).getUint16(34);
  const metrics = viewOf(hmtx);
  return Array.from({ length: count }, (_, glyph) => {
    return (metrics.getUint16(Math.min(glyph, full - 1) * 4) * 1000) / UNITS;
  });
}

interface Outlines {
  readonly glyf: Uint8Array<ArrayBuffer>;
  readonly loca: Uint8Array<ArrayBuffer>;
}

/** The outlines of some glyphs; all others become empty. */
function pickOutlines({ glyf, head, loca, maxp }: Tables, used: ReadonlySet<number>): Outlines {
  const count = viewOf(maxp).getUint16(4);
  const offsets = viewOf(loca);
  const isLong = viewOf(head).getInt16(50) === LONG_OFFSETS;
  const offsetOf = (glyph: number) => (isLong ? offsets.getUint32(glyph * 4) : offsets.getUint16(glyph * 2) * 2);
  const picked = new Uint8Array(glyf.length);
  const newLoca = new Uint8Array((count + 1) * 4);
  const newOffsets = viewOf(newLoca);
  let end = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    newOffsets.setUint32(glyph * 4, end);
    if (glyph !== MISSING_GLYPH && !used.has(glyph)) continue;
    const outline = glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));
    picked.set(outline, end);
    end += outline.length;
  }
  newOffsets.setUint32(count * 4, end);
  return { glyf: picked.slice(0, end), loca: newLoca };
}

function buildFile(tables: Tables, { glyf, loca }: Outlines): Uint8Array<ArrayBuffer> {
  const head = tables.head.slice();
  viewOf(head).setInt16(50, LONG_OFFSETS);
  viewOf(head).setUint32(8, 0);
  const contents = { ...tables, glyf, head, loca };
  const start = HEADER_BYTES + TABLES.length * RECORD_BYTES;
  const size = TABLES.reduce((sum, tag) => sum + padded(contents[tag].length), start);
  const file = new Uint8Array(size);
  const view = viewOf(file);
  view.setUint32(0, 0x00010000);
  // Room for a binary search over six tables.
  for (const [index, value] of [TABLES.length, 64, 2, 32].entries()) view.setUint16(4 + index * 2, value);
  let at = start;
  let headAt = 0;
  for (const [index, tag] of TABLES.entries()) {
    const content = contents[tag];
    const record = HEADER_BYTES + index * RECORD_BYTES;
    for (let letter = 0; letter < 4; letter += 1) file[record + letter] = tag.charCodeAt(letter);
    file.set(content, at);
    view.setUint32(record + 4, addUp(file.subarray(at, at + padded(content.length))));
    view.setUint32(record + 8, at);
    view.setUint32(record + 12, content.length);
    if (tag === "head") headAt = at;
    at += padded(content.length);
  }
  view.setUint32(headAt + 8, CHECKSUM_MAGIC - addUp(file));
  return file;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** Sum of the 32-bit words, without what exceeds 32 bits. */
function addUp(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
