// Draws the QR code of a document as a picture of its own, SVG or PNG, with the margin that readers need.
import { zlibSync } from "fflate";
import { makeCode } from "./code.ts";

const QUIET_MODULES = 4;
/** Of a module in a PNG. */
const MODULE_PIXELS = 8;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** @param title what a reader of screens says of it. */
export function drawSvg(text: string, title: string): Uint8Array<ArrayBuffer> {
  const rows = makeCode(text);
  const side = rows.length + 2 * QUIET_MODULES;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : "")))
    .join("");
  const label = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return Uint8Array.from(
    new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" role="img" xml:lang="es">` +
        `<title>${label}</title><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>\n`,
    ),
  );
}

/** One bit for each pixel; black is 0. */
export function drawPng(text: string): Uint8Array<ArrayBuffer> {
  const rows = makeCode(text);
  const side = (rows.length + 2 * QUIET_MODULES) * MODULE_PIXELS;
  const blank = new Uint8Array(1 + Math.ceil(side / 8)).fill(0xff, 1);
  const lines = rows.flatMap((row) => {
    const line = blank.slice();
    // A module is a byte wide.
    for (const [x, isDark] of row.entries()) if (isDark) line[1 + QUIET_MODULES + x] = 0;
    return Array.from({ length: MODULE_PIXELS }, () => line);
  });
  const margin = Array.from({ length: QUIET_MODULES * MODULE_PIXELS }, () => blank);
  const pixels = [...margin, ...lines, ...margin].flatMap((line) => [...line]);
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, side);
  head.setUint32(4, side);
  head.setUint8(8, 1);
  return Uint8Array.from([
    ...PNG_SIGNATURE,
    ...chunk("IHDR", new Uint8Array(head.buffer)),
    ...chunk("IDAT", zlibSync(Uint8Array.from(pixels), { level: 9 })),
    ...chunk("IEND", new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, sumUp(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** CRC-32, as PNG has it. */
function sumUp(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
