// Puts drawn pages, fonts and the logo into one PDF file.
import { type Dictionary, PdfFile, printUnicode, type Reference } from "./file.ts";
import { MISSING_GLYPH } from "./font.ts";
import type { Picture } from "./picture.ts";
import type { Sheet } from "./sheet.ts";
import { fontOf, type Typesetter, type Weight } from "./typesetter.ts";

/** The longest side that readers of PDF must support; longer pages count in larger units. */
const LONGEST_SIDE = 14_400;
const REPLACEMENT = 0xfffd;
/** Of both weights, in thousandths of the em. */
const METRICS = { Ascent: 969, Descent: -241, CapHeight: 728, ItalicAngle: 0, FontBBox: "[-742 -323 2579 1114]" };
const NONSYMBOLIC = 32;
/** Entries of one section of a map are limited to this number. */
const MAP_SECTION = 100;

export interface DrawnPage {
  readonly sheet: Sheet;
  readonly height: number;
}

export interface Description {
  readonly title: string;
  readonly author: string;
  /** `D:20240517101112-05'00'`. */
  readonly date: string;
}

/** The name of the logo among the resources of a page. */
export const LOGO_NAME = "Logo";

/** @returns the bytes of a PDF file; the same input gives the same bytes. */
export function assemble(
  pages: readonly DrawnPage[],
  typesetter: Typesetter,
  logo: Picture | null,
  description: Description,
): Uint8Array<ArrayBuffer> {
  const file = new PdfFile();
  const tree = file.reserve();
  const resources = file.addDictionary({
    Font: `<< /F1 ${addFont(file, typesetter, "regular")} /F2 ${addFont(file, typesetter, "semibold")} >>`,
    ...(logo === null ? {} : { XObject: `<< /${LOGO_NAME} ${addPicture(file, logo)} >>` }),
  });
  const kids = pages.map((page) => addPage(file, tree, resources, page));
  file.addDictionary({ Type: "/Pages", Kids: `[${kids.join(" ")}]`, Count: kids.length }, tree);
  const root = file.addDictionary({
    Type: "/Catalog",
    Pages: tree,
    Lang: "(es-CO)",
    ViewerPreferences: "<< /DisplayDocTitle true >>",
  });
  const info = file.addDictionary({
    Title: printUnicode(description.title),
    Author: printUnicode(description.author),
    CreationDate: `(${description.date})`,
  });
  return file.finish(root, info);
}

function addPage(file: PdfFile, tree: Reference, resources: Reference, { sheet, height }: DrawnPage): Reference {
  const unit = Math.max(1, Math.ceil(height / LONGEST_SIDE));
  const contents = file.addStream({}, sheet.print(height, 1 / unit));
  const page: Dictionary = {
    Type: "/Page",
    Parent: tree,
    MediaBox: `[0 0 ${round(sheet.width / unit)} ${round(height / unit)}]`,
    Resources: resources,
    Contents: contents,
    ...(unit === 1 ? {} : { UserUnit: unit }),
  };
  return file.addDictionary(page);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A font whose codes are its glyph numbers, with what each stands for when text is copied. */
function addFont(file: PdfFile, typesetter: Typesetter, weight: Weight): Reference {
  const font = fontOf(weight);
  const glyphs = [...typesetter.used[weight]].sort((a, b) => a - b);
  const name = `/${subsetTag(weight)}+${font.name}`;
  const outlines = font.subset(typesetter.used[weight]);
  const descriptor = file.addDictionary({
    Type: "/FontDescriptor",
    FontName: name,
    Flags: NONSYMBOLIC,
    ...METRICS,
    StemV: weight === "regular" ? 80 : 120,
    FontFile2: file.addStream({ Length1: outlines.length }, outlines),
  });
  const descendant = file.addDictionary({
    Type: "/Font",
    Subtype: "/CIDFontType2",
    BaseFont: name,
    CIDSystemInfo: "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
    FontDescriptor: descriptor,
    CIDToGIDMap: "/Identity",
    W: `[${glyphs.map((glyph) => `${glyph} [${round(font.widthOf(glyph))}]`).join(" ")}]`,
  });
  const meanings = glyphs.map((glyph) => {
    const code = glyph === MISSING_GLYPH ? REPLACEMENT : (font.codePointOf(glyph) ?? REPLACEMENT);
    return `<${hex4(glyph)}> <${hex4(code)}>`;
  });
  return file.addDictionary({
    Type: "/Font",
    Subtype: "/Type0",
    BaseFont: name,
    Encoding: "/Identity-H",
    DescendantFonts: `[${descendant}]`,
    ToUnicode: file.addStream({}, printMap(meanings)),
  });
}

/** Six letters mark an embedded font as part of one. */
function subsetTag(weight: Weight): string {
  return weight === "regular" ? "FACTUR" : "FACTUS";
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function printMap(rows: readonly string[]): string {
  const sections: string[] = [];
  for (let at = 0; at < rows.length; at += MAP_SECTION) {
    const part = rows.slice(at, at + MAP_SECTION);
    sections.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function addPicture(file: PdfFile, { entries, data, mask }: Picture): Reference {
  const soft = mask === null ? {} : { SMask: file.addStream(mask.entries, mask.data) };
  return file.addStream({ ...entries, ...soft }, data);
}
