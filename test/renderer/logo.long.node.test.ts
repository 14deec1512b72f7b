// Draws logos of every form that PNG and JPEG have, and compares what poppler shows with the pixels that were put in.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPicture } from "../../renderer/pdf/picture.ts";
import { Refused } from "../../renderer/refused.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { KINDS } from "../ubl/kinds.ts";
import { draw, onFile, run, signText } from "./drawing.ts";
import { packPng } from "./show-piece.ts";

const kind = KINDS["fe-iva-19"];
if (kind === undefined) throw new Error("no kind fe-iva-19");
const xml = await signText(kind);

const SIDE = 16;
/** Red above, blue below. */
const isUpper = (y: number) => y < SIDE / 2;

type Png = Parameters<typeof packPng>[0];

/** @param pixel the bytes of one pixel of a row. */
function rowsOf(pixel: (y: number) => readonly number[], filter = 0): number[] {
  const rows: number[] = [];
  let above: number[] = [];
  for (let y = 0; y < SIDE; y += 1) {
    const row = Array.from({ length: SIDE }, () => pixel(y)).flat();
    const step = pixel(y).length;
    const filtered = row.map((value, x) => {
      const [left, up, corner] = [row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0];
      return (value - ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0) + 512) & 255;
    });
    rows.push(filter, ...filtered);
    above = row;
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  return [left, up, corner].toSorted((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
}

function png(type: number, depth: number, rows: readonly number[], more: Partial<Png> = {}): Uint8Array {
  return packPng({ width: SIDE, height: SIDE, depth, type, rows: Buffer.from(rows), ...more });
}

const RED = [220, 30, 30];
const BLUE = [30, 30, 220];
const colorAt = (y: number) => (isUpper(y) ? RED : BLUE);
const deep = (parts: readonly number[]) => parts.flatMap((part) => [part, part]);
const PALETTE = [...RED, ...BLUE];

const FORMS: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["RGB", png(2, 8, rowsOf(colorAt))],
  [
    "RGB of 16 bits",
    png(
      2,
      16,
      rowsOf((y) => deep(colorAt(y))),
    ),
  ],
  ["RGB with a transparent colour", png(2, 8, rowsOf(colorAt), { transparency: [0, 1, 0, 2, 0, 3] })],
  [
    "a palette",
    png(
      3,
      8,
      rowsOf((y) => [isUpper(y) ? 0 : 1]),
      { palette: PALETTE },
    ),
  ],
  [
    "a palette of one bit",
    png(3, 1, Array.from({ length: SIDE }, (_, y) => [0, ...(isUpper(y) ? [0, 0] : [255, 255])]).flat(), {
      palette: PALETTE,
    }),
  ],
  [
    "a palette with transparency",
    png(
      3,
      8,
      rowsOf((y) => [isUpper(y) ? 0 : 1]),
      { palette: PALETTE, transparency: [255, 255] },
    ),
  ],
  ...[0, 1, 2, 3, 4].map(
    (filter) =>
      [
        `RGB and opacity, filter ${filter}`,
        png(
          6,
          8,
          rowsOf((y) => [...colorAt(y), 255], filter),
        ),
      ] as const,
  ),
  [
    "RGB and opacity of 16 bits",
    png(
      6,
      16,
      rowsOf((y) => deep([...colorAt(y), 255])),
    ),
  ],
];

/** The colours at a quarter and at three quarters of the logo's height. */
function seeLogo(logo: Uint8Array): number[][] {
  return onFile(draw(xml, { logo }).bytes, (path, folder) => {
    // One pixel a point: the logo is a square of 54 points at 40, 34.
    run("pdftoppm", "-r", "72", "-singlefile", path, `${folder}/page`);
    const pixels = run(
      "sh",
      "-c",
      `tail -c $((612 * 792 * 3)) ${folder}/page.ppm | od -An -v -tu1 -w3 -j $(( (47 * 612 + 67) * 3 )) -N 3; tail -c $((612 * 792 * 3)) ${folder}/page.ppm | od -An -v -tu1 -w3 -j $(( (74 * 612 + 67) * 3 )) -N 3`,
    );
    return pixels
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number));
  });
}

describe.skipIf(!hasTools("qpdf", "pdftoppm"))("a logo", () => {
  it.each(FORMS)("of %s looks as it was drawn", (_, bytes) => {
    expect(seeLogo(bytes)).toEqual([RED, BLUE]);
    onFile(draw(xml, { logo: bytes }).bytes, (path) => run("qpdf", "--check", path));
  });

  it("lets the paper through where it is transparent", () => {
    expect(
      seeLogo(
        png(
          6,
          8,
          rowsOf((y) => [...RED, isUpper(y) ? 255 : 0]),
        ),
      ),
    ).toEqual([RED, [255, 255, 255]]);
  });

  it("of gray is gray", () => {
    expect(
      seeLogo(
        png(
          0,
          8,
          rowsOf((y) => [isUpper(y) ? 40 : 200]),
        ),
      ),
    ).toEqual([
      [40, 40, 40],
      [200, 200, 200],
    ]);
    expect(
      seeLogo(
        png(
          4,
          8,
          rowsOf((y) => [isUpper(y) ? 40 : 200, 255]),
        ),
      ),
    ).toEqual([
      [40, 40, 40],
      [200, 200, 200],
    ]);
  });
});

/** 32 x 16 pixels, each quarter of one colour: above red and green, below blue and yellow. */
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQACADAREAAhEBAxEB/8QAGAABAAMBAAAAAAAAAAAAAAAAAAYHCAn/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAGAEBAAMBAAAAAAAAAAAAAAAAAAUHCQj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCklVO/QEyQLHIBm9rgugB1oYLroAf/2Q==",
  "base64",
);
/** Colours of the corners as they are shown: above left and right, below left and right. */
const SHOWN: readonly (readonly [orientation: number, corners: string])[] = [
  [1, "red green blue yellow"],
  [2, "green red yellow blue"],
  [3, "yellow blue green red"],
  [4, "blue yellow red green"],
  [5, "red blue green yellow"],
  [6, "blue red yellow green"],
  [7, "yellow green blue red"],
  [8, "green yellow red blue"],
];

/** EXIF data that has the orientation behind another entry. */
function makeExif(orientation: number, isLittle: boolean): Buffer {
  const exif = Buffer.alloc(38);
  const [u16, u32] = isLittle
    ? ([exif.writeUInt16LE, exif.writeUInt32LE] as const)
    : ([exif.writeUInt16BE, exif.writeUInt32BE] as const);
  exif.write(isLittle ? "II" : "MM", 0, "latin1");
  u16.call(exif, 42, 2);
  u32.call(exif, 8, 4);
  u16.call(exif, 2, 8);
  for (const [at, tag, value] of [
    [10, 0x0103, 6],
    [22, 0x0112, orientation],
  ] as const) {
    u16.call(exif, tag, at);
    u16.call(exif, 3, at + 2);
    u32.call(exif, 1, at + 4);
    u16.call(exif, value, at + 8);
  }
  return exif;
}

function turnJpeg(exif: Buffer): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + 6 + exif.length);
  const segment = Buffer.concat([Buffer.of(0xff, 0xe1), length, Buffer.from("Exif\0\0", "latin1"), exif]);
  // Behind the JFIF header, where cameras put it.
  return new Uint8Array(Buffer.concat([JPEG.subarray(0, 20), segment, JPEG.subarray(20)]));
}

function nameColor([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const names = { red: [220, 30, 30], green: [30, 160, 30], blue: [30, 30, 220], yellow: [220, 200, 30] };
  const isNear = (parts: readonly number[]) =>
    [red, green, blue].every((part, index) => Math.abs(part - (parts[index] ?? 0)) < 30);
  return Object.entries(names).find(([, parts]) => isNear(parts))?.[0] ?? `${red} ${green} ${blue}`;
}

/** The colours at the corners of the logo as poppler shows it. */
function seeCorners(logo: Uint8Array, isHigh: boolean): string {
  // Room for logos is 170 x 54 points at 40, 34.
  const size = isHigh ? { width: 27, height: 54 } : { width: 108, height: 54 };
  return onFile(draw(xml, { logo }).bytes, (path, folder) => {
    run("pdftoppm", "-r", "72", "-singlefile", path, `${folder}/page`);
    const file = readFileSync(`${folder}/page.ppm`);
    const pixels = file.subarray(file.length - 612 * 792 * 3);
    const colorAt = (right: number, down: number) => {
      const at = (Math.round(34 + size.height * down) * 612 + Math.round(40 + size.width * right)) * 3;
      return nameColor([...pixels.subarray(at, at + 3)]);
    };
    return [colorAt(0.25, 0.25), colorAt(0.75, 0.25), colorAt(0.25, 0.75), colorAt(0.75, 0.75)].join(" ");
  });
}

describe.skipIf(!hasTools("pdftoppm"))("a JPEG logo", () => {
  it.each(SHOWN)("of orientation %i is shown upright", (orientation, corners) => {
    const isHigh = orientation > 4;
    for (const isLittle of [true, false]) {
      const logo = turnJpeg(makeExif(orientation, isLittle));
      expect(seeCorners(logo, isHigh)).toBe(corners);
      const { width, height } = readPicture(logo);
      expect([width, height]).toEqual(isHigh ? [16, 32] : [32, 16]);
    }
  });

  it.each([
    ["none", JPEG],
    ["an unknown one", turnJpeg(makeExif(9, true))],
    ["one that is cut off", turnJpeg(makeExif(6, true).subarray(0, 24))],
    ["no directory", turnJpeg(Buffer.from("II*\0\xff\xff\xff\xff", "latin1"))],
  ])("of %s is shown as it is stored", (_, logo) => expect(seeCorners(logo, false)).toBe("red green blue yellow"));
});

it("a PNG that says its orientation is turned as well", () => {
  const plain = packPng({ width: 4, height: 2, depth: 8, type: 0, rows: Buffer.alloc(10) });
  const exif = makeExif(6, false);
  const chunk = Buffer.alloc(12 + exif.length);
  chunk.writeUInt32BE(exif.length, 0);
  chunk.write("eXIf", 4, "latin1");
  exif.copy(chunk, 8);
  const turned = Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)]);
  expect(readPicture(plain)).toMatchObject({ width: 4, height: 2, orientation: 1 });
  expect(readPicture(turned)).toMatchObject({ width: 2, height: 4, orientation: 6 });
});

describe("a logo is refused", () => {
  const good = png(
    6,
    8,
    rowsOf((y) => [...colorAt(y), 255]),
  );
  const bomb = packPng({ width: 2000, height: 2000, depth: 8, type: 6, rows: Buffer.alloc(10) });
  it.each([
    ["when it is empty", new Uint8Array()],
    ["when it is another format", new TextEncoder().encode("<svg/>")],
    ["when it is cut off", good.subarray(0, 60)],
    ["when it has fewer pixels than it says", bomb],
    [
      "when it has more than 2000 pixels a side",
      packPng({ width: 2001, height: 1, depth: 8, type: 2, rows: Buffer.alloc(10) }),
    ],
    ["when it is interlaced", png(2, 8, rowsOf(colorAt), { interlace: 1 })],
    [
      "when its pixels cannot be unpacked",
      packPng({ width: 4, height: 4, depth: 8, type: 6, rows: Buffer.alloc(0), data: Buffer.from("nonsense") }),
    ],
    ["when it is a JPEG without picture", Uint8Array.of(0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ])("%s", (_, bytes) => expect(() => readPicture(bytes)).toThrow(Refused));

  it("of any bytes, or is read: nothing else happens", () => {
    for (let at = 0; at < good.length; at += 1) {
      const changed = good.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      try {
        readPicture(changed);
      } catch (cause) {
        expect(cause).toBeInstanceOf(Refused);
      }
    }
  });

  it("unless it is a JPEG, whose bytes are kept as they are", () => {
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 32, 0, 64, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, ...frame, 0xff, 0xd9);
    expect(readPicture(jpeg)).toMatchObject({ width: 64, height: 32, data: jpeg, mask: null });
  });

  it("never unpacks to more than its header says", () => {
    const rows = deflateSync(Buffer.alloc(50 * 1024 * 1024));
    expect(rows.length).toBeLessThan(100 * 1024);
    const startedAt = performance.now();
    try {
      readPicture(packPng({ width: SIDE, height: SIDE, depth: 8, type: 6, rows: Buffer.alloc(0), data: rows }));
    } catch (cause) {
      expect(cause).toBeInstanceOf(Refused);
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
