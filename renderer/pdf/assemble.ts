// Puts drawn pages, fonts and the logo into one PDF file.
import { type Dictionary, PdfFile, printUnicode, type Reference } from "./file.ts";
import { MISSING_GLYPH } from "./font.ts";
import type { Picture } from "./picture.ts";
import type { Sheet } from "./sheet.ts";
import type { Element } from "./structure.ts";
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

/** Pages, and what is read of them. */
export interface Drawn {
  readonly pages: readonly DrawnPage[];
  readonly root: Element;
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
  { pages, root: structure }: Drawn,
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
  const kids = pages.map((page, index) => addPage(file, { tree, resources, index }, page));
  file.addDictionary({ Type: "/Pages", Kids: `[${kids.join(" ")}]`, Count: kids.length }, tree);
  const root = file.addDictionary({
    Type: "/Catalog",
    Pages: tree,
    Lang: "(es-CO)",
    MarkInfo: "<< /Marked true >>",
    StructTreeRoot: addStructure(file, pages, kids, structure),
    ViewerPreferences: "<< /DisplayDocTitle true >>",
  });
  const info = file.addDictionary({
    Title: printUnicode(description.title),
    Author: printUnicode(description.author),
    CreationDate: `(${description.date})`,
  });
  return file.finish(root, info);
}

/** What is read, and for each page what each stretch of it belongs to. */
function addStructure(
  file: PdfFile,
  pages: readonly DrawnPage[],
  kids: readonly Reference[],
  structure: Element,
): Reference {
  const root = file.reserve();
  const references = new Map(pages.map(({ sheet }, index) => [sheet, kids[index] ?? root]));
  const parents = new Map(pages.map(({ sheet }): [object, Reference[]] => [sheet, []]));
  const document = structure.write(file, root, references, parents);
  const rows = [...parents.values()].map((list, index) => `${index} [${list.join(" ")}]`);
  return file.addDictionary(
    { Type: "/StructTreeRoot", K: document, ParentTree: `<< /Nums [${rows.join(" ")}] >>` },
    root,
  );
}

interface PageContext {
  readonly tree: Reference;
  readonly resources: Reference;
  readonly index: number;
}

function addPage(file: PdfFile, { tree, resources, index }: PageContext, { sheet, height }: DrawnPage): Reference {
  const unit = Math.max(1, Math.ceil(height / LONGEST_SIDE));
  const contents = file.addStream({}, sheet.print(height, 1 / unit));
  const page: Dictionary = {
    Type: "/Page",
    Parent: tree,
    MediaBox: `[0 0 ${round(sheet.width / unit)} ${round(height / unit)}]`,
    Resources: resources,
    Contents: contents,
    StructParents: index,
    Tabs: "/S",
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
