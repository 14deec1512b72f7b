// Reads what a till takes as it is: the bytes for a receipt printer, as a printer does, and the pictures of the code, as a camera.
import { describe, expect, it } from "vitest";
import { type CodePage, nameReceipt, STRIPS } from "../../src/domain/document/drawing.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { readReceipt } from "../support/receipt.ts";
import { draw, listDocuments, MAKER, RESOLUTION_DATE, selectText, squeeze, textOf, VALIDATED_AT } from "./drawing.ts";

const DOCUMENTS = await listDocuments();
const [[, INVOICE] = ["", ""]] = DOCUMENTS;
const COLUMNS = { "tirilla-80": 48, "tirilla-58": 32 } as const;
const NUMBERS: Readonly<Record<CodePage, number | undefined>> = {
  cp1252: 16,
  cp858: 19,
  cp850: 2,
  cp437: 0,
  ascii: undefined,
};

/** A text as a page without accents would have it, for what has to be found in any of them. */
function flatten(text: string): string {
  return squeeze(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x21-\x7e]/g, "")
    .replace(/[-?*.]/g, "");
}

describe.skipIf(!hasTools("iconv", "pdftotext"))("the bytes for a receipt printer", () => {
  it.each(DOCUMENTS)("of %s say all that its strip of paper says, with its code, and are cut", (_, xml, record) => {
    for (const strip of STRIPS) {
      const { bytes, media } = draw(xml, { layout: nameReceipt({ strip, page: "cp1252" }), record });
      expect(media).toBe("application/octet-stream");
      const { page, lines, widths, code, isCut } = readReceipt(bytes);
      expect([page, isCut]).toEqual([16, true]);
      expect(Math.max(...widths)).toBeLessThanOrEqual(COLUMNS[strip]);
      expect(code).toEqual({ dots: expect.any(Number), text: textOf(xml, "sts:QRCode"), printed: 1 });
      const printed = flatten(lines.join(""));
      const words = selectText(draw(xml, { layout: strip, record }).bytes).split(/\s+/);
      expect(words.filter((word) => !printed.includes(flatten(word)))).toEqual([]);
    }
  });

  it.each(STRIPS)("of %s draw a code of at least two centimetres that fits the paper with its margin", (strip) => {
    for (const [, xml] of DOCUMENTS) {
      const { code } = readReceipt(draw(xml, { layout: nameReceipt({ strip, page: "cp1252" }) }).bytes);
      const side = countModules(xml);
      const dots = code.dots ?? 0;
      expect(side * dots, "eight dots to the millimetre").toBeGreaterThanOrEqual(160);
      expect((side + 8) * dots).toBeLessThanOrEqual(strip === "tirilla-80" ? 576 : 384);
    }
  });

  const ODD = "Ñandú É ½ € “x” – ﬁ ễ 中";
  it.each<[CodePage, string, number]>([
    ["cp1252", "Ñandú É ½ € “x” – fi ê ?", 1],
    ["cp858", 'Ñandú É ½ € "x" - fi ê ?', 1],
    ["cp850", 'Ñandú É ½ EUR "x" - fi ê ?', 1],
    ["cp437", 'Ñandú É ½ EUR "x" - fi ê ?', 1],
    ["ascii", 'Nandu E 1/2 EUR "x" - fi e ?', 1],
  ])("in %s say %s, and count what the page does not have", (page, said, replaced) => {
    const xml = INVOICE.replace(/(<cac:Item><cbc:Description>)[^<]*/, `$1${ODD}`);
    const drawing = draw(xml, { layout: nameReceipt({ strip: "tirilla-80", page }) });
    const read = readReceipt(drawing.bytes);
    expect(read.page).toBe(NUMBERS[page]);
    expect(read.lines).toContain(`1. ${said}`);
    expect(drawing.replaced).toBe(replaced);
  });

  it("hold no command of a name: a control character in it is none", () => {
    const xml = INVOICE.replace(/(<cac:Item><cbc:Description>)[^<]*/, "$1Caja\u0085\u009b uno");
    const { lines } = readReceipt(draw(xml, { layout: "tirilla-80.cp850" }).bytes);
    expect(lines.join("\n")).toMatch(/1\. Caja\s*uno/);
  });

  it("have what no signed document has: who made the software, the resolution's date, the moment of validation", () => {
    const { lines } = readReceipt(draw(INVOICE, { layout: "tirilla-80.cp1252" }).bytes);
    const text = squeeze(lines.join(""));
    for (const one of [MAKER.name, `NIT ${MAKER.nit}`, RESOLUTION_DATE, VALIDATED_AT]) {
      expect(text).toContain(squeeze(one));
    }
  });
});

/** Modules of a side, by the picture of eight pixels each with four of margin. */
function countModules(xml: string): number {
  const { bytes } = draw(xml, { layout: "qr.png" });
  return Buffer.from(bytes).readUInt32BE(16) / 8 - 8;
}

/** A picture of squares as one of pixels. */
function toPixels(svg: string): string {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const scale = 6;
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const rows = Array.from({ length: side * scale }, (_, y) =>
    Array.from({ length: side * scale }, (__, x) =>
      dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`) ? "0" : "1",
    ).join(" "),
  );
  return `P2\n${side * scale} ${side * scale}\n1\n${rows.join("\n")}\n`;
}

describe.skipIf(!hasTools("zbarimg"))("the picture of the code", () => {
  const OPTIONS = ["--quiet", "--raw", "--nodbus", "-Sdisable", "-Sqrcode.enable"];

  it.each(DOCUMENTS)("of %s is read by a foreign reader, as PNG and as SVG", (_, xml) => {
    const signed = textOf(xml, "sts:QRCode");
    const png = draw(xml, { layout: "qr.png" });
    expect(png.media).toBe("image/png");
    expect(runOnFiles("zbarimg", OPTIONS, { "code.png": png.bytes }).output.trim()).toBe(signed);
    const svg = draw(xml, { layout: "qr.svg" });
    expect(svg.media).toBe("image/svg+xml");
    const text = new TextDecoder().decode(svg.bytes);
    expect(text).toContain(`<title>Código QR de `);
    expect(runOnFiles("zbarimg", OPTIONS, { "code.pgm": toPixels(text) }).output.trim()).toBe(signed);
  });
});
