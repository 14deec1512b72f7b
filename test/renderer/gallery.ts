// Draws every show piece in every layout, as PDF and PNG, to look at: `npm run gallery -- [FOLDER]`, usually .wrangler/gallery.
// With `--docs` it makes the two pictures of `docs/renderer.md` of them as well.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { draw, NO_RECORD, run } from "./drawing.ts";
import { makeLogo, makeShowPieces, packPng, RECORDS } from "./show-piece.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { docs: { type: "boolean" } } });
const folder = resolve(positionals[0] ?? ".wrangler/gallery");
const docs = join(import.meta.dirname, "../../docs");

/** Rows of bytes, red, green and blue. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const PIECES = await makeShowPieces();
/** What a page lies on. */
const TABLE = [230, 230, 230] as const;
const GAP = 18;
/** So many values of a colour are enough for a page, and a third of the bytes. */
const SHADES = 32;
const HERO_DPI = 68;
const SHEET_DPI = 54;
const KINDS = ["factura", "almuerzo", "documento-soporte", "nota-credito", "nota-debito", "nota-de-ajuste"];

mkdirSync(folder, { recursive: true });
const logo = makeLogo();
for (const [name, xml] of Object.entries(PIECES)) {
  for (const layout of LAYOUTS) {
    const { bytes, pages, replaced } = draw(xml, {
      layout,
      logo,
      accent: "#8c3c1e",
      record: RECORDS[name] ?? NO_RECORD,
    });
    const path = join(folder, `${name}-${layout}`);
    writeFileSync(`${path}.pdf`, bytes);
    run("pdftoppm", "-r", "110", "-png", `${path}.pdf`, path);
    process.stdout.write(`${path}: ${pages} pages, ${bytes.length} bytes, ${replaced} characters replaced\n`);
  }
}
if (values.docs) {
  const hero = ["factura-carta", "nota-credito-carta", "almuerzo-tirilla-80"].map((name) => shoot(name, HERO_DPI));
  writeFileSync(join(docs, "renderer.png"), pack(lay(hero, "beside")));
  const sets = KINDS.map((kind) => LAYOUTS.map((layout) => shoot(`${kind}-${layout}`, SHEET_DPI)));
  const pairs = sets.flatMap((set, at) => (at % 2 === 0 ? [[...set, ...(sets[at + 1] ?? [])]] : []));
  const long = [1, 2, 4].map((page) => shoot("larga-carta", SHEET_DPI, page));
  const rows = [...pairs, [...long, shoot("todo-carta", SHEET_DPI)]].map((row) => lay(row, "beside"));
  writeFileSync(join(docs, "gallery.png"), pack(lay(rows, "below")));
}

/** One page of a drawing as a picture. */
function shoot(name: string, dpi: number, page = 1): Picture {
  const path = join(folder, name);
  run("pdftoppm", "-r", String(dpi), "-f", String(page), "-l", String(page), "-singlefile", `${path}.pdf`, path);
  const file = readFileSync(`${path}.ppm`);
  const [head = "", width = "0", height = "0"] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString("latin1", 0, 40)) ?? [];
  return { width: Number(width), height: Number(height), bytes: file.subarray(head.length) };
}

/** Pictures beside or below each other. */
function lay(pictures: readonly Picture[], direction: "beside" | "below"): Picture {
  const isBeside = direction === "beside";
  const along = (read: (picture: Picture) => number) =>
    pictures.reduce((sum, picture) => sum + read(picture) + GAP, isBeside ? GAP : 0);
  const across = (read: (picture: Picture) => number) => Math.max(...pictures.map(read));
  const width = isBeside ? along((picture) => picture.width) : across((picture) => picture.width);
  const height = isBeside ? across((picture) => picture.height) + 2 * GAP : along((picture) => picture.height);
  const bytes = new Uint8Array(width * height * 3).map((_, index) => TABLE[index % 3] ?? 0);
  let at = isBeside ? GAP : 0;
  for (const picture of pictures) {
    const [left, top] = isBeside ? [at, GAP] : [0, at];
    for (let y = 0; y < picture.height; y += 1) {
      const row = picture.bytes.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
      bytes.set(row, ((top + y) * width + left) * 3);
    }
    at += (isBeside ? picture.width : picture.height) + GAP;
  }
  return { width, height, bytes };
}

function pack({ width, height, bytes }: Picture): Uint8Array {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  const step = 255 / (SHADES - 1);
  for (let y = 0; y < height; y += 1) {
    const row = bytes
      .subarray(y * width * 3, (y + 1) * width * 3)
      .map((value) => Math.round(Math.round(value / step) * step));
    rows.set(row, y * (width * 3 + 1) + 1);
  }
  return packPng({ width, height, depth: 8, type: 2, rows });
}
