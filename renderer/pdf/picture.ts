// Reads a logo, PNG or JPEG, into what a PDF file embeds: compressed pixels as they are, transparency as a mask.
import { unzlibSync, zlibSync } from "fflate";
import { Refused } from "../refused.ts";
import { isSideways, type Orientation, readOrientation, UPRIGHT } from "./exif.ts";
import type { Dictionary } from "./file.ts";

/** Largest width and height in pixels. */
const LOGO_LIMIT_PIXELS = 2000;

interface Stream {
  readonly entries: Dictionary;
  readonly data: Uint8Array;
}

export interface Picture extends Stream {
  /** As it is shown. */
  readonly width: number;
  readonly height: number;
  /** How its pixels are turned or mirrored when it is shown: 1 to 8 as EXIF counts them, 1 as they are stored. */
  readonly orientation: Orientation;
  /** Opacity of each pixel; null for a picture without transparency. */
  readonly mask: Stream | null;
}

/**
 * Reads a picture.
 * @throws Refused (`logo`) for other formats, interlaced PNG, pictures that are cut off, more than 2000 pixels a side.
 */
export function readPicture(bytes: Uint8Array): Picture {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  if (PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return readPng(bytes);
  throw new Refused("logo", "the logo is neither PNG nor JPEG");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1 || width > LOGO_LIMIT_PIXELS || height > LOGO_LIMIT_PIXELS) {
    throw new Refused("logo", `the logo has more than ${LOGO_LIMIT_PIXELS} pixels a side, or none`);
  }
}

function describe(width: number, height: number, colors: string, bits: number): Dictionary {
  requireSize(width, height);
  return {
    Type: "/XObject",
    Subtype: "/Image",
    Width: width,
    Height: height,
    ColorSpace: colors,
    BitsPerComponent: bits,
  };
}

const JPEG_COLORS: Readonly<Record<number, string>> = { 1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK" };
/** Start-of-frame markers of the compressions that readers of PDF know: baseline, extended, progressive. */
const FRAME_MARKERS = [0xc0, 0xc1, 0xc2];
/** Application data, and how that of EXIF begins. */
const EXIF_MARKER = 0xe1;
const EXIF_SIGNATURE = [0x45, 0x78, 0x69, 0x66, 0, 0];
/** Markers that no length follows. */
const BARE_MARKERS = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8];

function readJpeg(bytes: Uint8Array): Picture {
  const view = viewOf(bytes);
  let orientation: Orientation = UPRIGHT;
  let at = 2;
  while (at + 10 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff || BARE_MARKERS.includes(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (FRAME_MARKERS.includes(marker)) return turn(describeJpeg(bytes, at + 4), orientation);
    const end = at + 2 + view.getUint16(at + 2);
    const segment = bytes.subarray(at + 4, end);
    if (marker === EXIF_MARKER && EXIF_SIGNATURE.every((byte, index) => segment[index] === byte)) {
      orientation = readOrientation(segment.subarray(EXIF_SIGNATURE.length));
    }
    at = end;
  }
  throw new Refused("logo", "the logo is a JPEG without a frame that can be shown");
}

/** @param at where the frame's precision stands. */
function describeJpeg(bytes: Uint8Array, at: number): Picture {
  const view = viewOf(bytes);
  const [height, width, components] = [view.getUint16(at + 1), view.getUint16(at + 3), bytes[at + 5] ?? 0];
  const colors = JPEG_COLORS[components];
  if (colors === undefined || bytes[at] !== 8) throw new Refused("logo", "the logo is a JPEG of unusual colours");
  // Programs write the four inks of a JPEG inverted.
  const inverted = components === 4 ? { Decode: "[1 0 1 0 1 0 1 0]" } : {};
  const entries = { ...describe(width, height, colors, 8), ...inverted, Filter: "/DCTDecode" };
  return { width, height, orientation: UPRIGHT, entries, data: bytes, mask: null };
}

/** The picture as it is shown in this orientation. */
function turn(picture: Picture, orientation: Orientation): Picture {
  const [width, height] = isSideways(orientation) ? [picture.height, picture.width] : [picture.width, picture.height];
  return { ...picture, width, height, orientation };
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GRAY = 0;
const PALETTE = 3;
const GRAY_ALPHA = 4;
const RGB_ALPHA = 6;
/** Samples of a pixel by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

interface Png {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly type: number;
  readonly samples: number;
  readonly palette: Uint8Array;
  readonly transparency: Uint8Array | null;
  readonly orientation: Orientation;
  /** The compressed, filtered rows. */
  readonly data: Uint8Array;
}

function readPng(bytes: Uint8Array): Picture {
  const png = readChunks(bytes);
  return turn(describePng(png), png.orientation);
}

function describePng(png: Png): Picture {
  const { width, height, depth, type, samples, data } = png;
  if (type === GRAY_ALPHA || type === RGB_ALPHA) return splitAlpha(png);
  const isPalette = type === PALETTE;
  const count = png.palette.length / 3;
  if (isPalette && (count < 1 || count > 256 || !Number.isInteger(count))) {
    throw new Refused("logo", "the logo is a PNG without its palette");
  }
  const colors = isPalette
    ? `[/Indexed /DeviceRGB ${count - 1} <${[...png.palette].map((part) => part.toString(16).padStart(2, "0")).join("")}>]`
    : type === GRAY
      ? "/DeviceGray"
      : "/DeviceRGB";
  const entries = {
    ...describe(width, height, colors, depth),
    Filter: "/FlateDecode",
    DecodeParms: `<< /Predictor 15 /Colors ${samples} /BitsPerComponent ${depth} /Columns ${width} >>`,
  };
  const { transparency } = png;
  if (transparency === null) return { width, height, orientation: UPRIGHT, entries, data, mask: null };
  if (isPalette) {
    return { width, height, orientation: UPRIGHT, entries, data, mask: maskOfPalette(png, transparency) };
  }
  const view = viewOf(transparency);
  const key = Array.from({ length: Math.min(samples, transparency.length >> 1) }, (_, index) =>
    view.getUint16(index * 2),
  );
  return {
    width,
    height,
    orientation: UPRIGHT,
    entries: { ...entries, Mask: `[${key.flatMap((value) => [value, value]).join(" ")}]` },
    data,
    mask: null,
  };
}

function readChunks(bytes: Uint8Array): Png {
  const view = viewOf(bytes);
  const parts: Uint8Array[] = [];
  let palette: Uint8Array = new Uint8Array();
  let transparency: Uint8Array | null = null;
  let orientation: Orientation = UPRIGHT;
  let at = PNG_SIGNATURE.length;
  const header = bytes.length >= 33 ? bytes.subarray(16, 29) : new Uint8Array(13);
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (content.length < length || tag === "IEND") break;
    if (tag === "PLTE") palette = content;
    if (tag === "tRNS") transparency = content;
    if (tag === "eXIf") orientation = readOrientation(content);
    if (tag === "IDAT") parts.push(content);
    at += 12 + length;
  }
  const [width, height] = [viewOf(header).getUint32(0), viewOf(header).getUint32(4)];
  const [depth = 0, type = 0, , , interlace = 0] = header.subarray(8);
  const samples = SAMPLES[type];
  if (samples === undefined || DEPTHS[type]?.includes(depth) !== true || parts.length === 0) {
    throw new Refused("logo", "the logo is a PNG that is cut off or unusual");
  }
  if (interlace !== 0) throw new Refused("logo", "the logo is an interlaced PNG: save it without interlacing");
  requireSize(width, height);
  const data = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    data.set(part, end);
    end += part.length;
  }
  return { width, height, depth, type, samples, palette, transparency, orientation, data };
}

function splitAlpha({ width, height, depth, type, samples, data }: Png): Picture {
  const sampleBytes = depth / 8;
  const rows = unfilter(data, width * samples * sampleBytes, height, samples * sampleBytes);
  const colorSamples = samples - 1;
  const pixels = new Uint8Array(width * height * colorSamples);
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const start = pixel * samples * sampleBytes;
    // Of 16 bits the upper eight are enough on paper.
    for (let sample = 0; sample < colorSamples; sample += 1) {
      pixels[pixel * colorSamples + sample] = rows[start + sample * sampleBytes] ?? 0;
    }
    alpha[pixel] = rows[start + colorSamples * sampleBytes] ?? 0;
  }
  const colors = type === GRAY_ALPHA ? "/DeviceGray" : "/DeviceRGB";
  return {
    width,
    height,
    orientation: UPRIGHT,
    entries: { ...describe(width, height, colors, 8), Filter: "/FlateDecode" },
    data: zlibSync(pixels, { level: 6 }),
    mask: maskOf(width, height, alpha),
  };
}

function maskOf(width: number, height: number, alpha: Uint8Array): Stream {
  return {
    entries: { ...describe(width, height, "/DeviceGray", 8), Filter: "/FlateDecode" },
    data: zlibSync(alpha, { level: 6 }),
  };
}

function maskOfPalette({ width, height, depth, data }: Png, transparency: Uint8Array): Stream {
  const rowBytes = Math.ceil((width * depth) / 8);
  const rows = unfilter(data, rowBytes, height, 1);
  const alpha = new Uint8Array(width * height);
  const top = (1 << depth) - 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bit = x * depth;
      const byte = rows[y * rowBytes + (bit >> 3)] ?? 0;
      const index = (byte >> (8 - depth - (bit & 7))) & top;
      alpha[y * width + x] = transparency[index] ?? 255;
    }
  }
  return maskOf(width, height, alpha);
}

/** Undoes the filters of PNG rows. */
function unfilter(data: Uint8Array, rowBytes: number, height: number, step: number): Uint8Array {
  const filtered = inflate(data, (rowBytes + 1) * height);
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (rowBytes + 1)] ?? 0;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x;
      const left = x >= step ? (rows[at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[at - rowBytes] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (rows[at - rowBytes - step] ?? 0) : 0;
      rows[at] = (filtered[y * (rowBytes + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const guess = left + up - corner;
      const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      if (toLeft <= toUp && toLeft <= toCorner) return left;
      return toUp <= toCorner ? up : corner;
    }
    default:
      return 0;
  }
}

/** Never more than `size` bytes: what a picture unpacks to is known from its header. */
function inflate(data: Uint8Array, size: number): Uint8Array {
  try {
    const unpacked = unzlibSync(data, { out: new Uint8Array(size) });
    if (unpacked.length === size) return unpacked;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new Refused("logo", "the logo is a PNG whose pixels cannot be unpacked");
  }
  throw new Refused("logo", "the logo is a PNG that is cut off");
}
