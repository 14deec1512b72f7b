// Draws one table with the writers of PDF that the renderer could have used, in workerd, and prints what each costs:
// `npm run deep -- candidates`. The registry gives them, into a folder that is removed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { onFile, run } from "../test/renderer/drawing.ts";
import { printMachine, readMachine } from "./machine.ts";
import { summarize } from "./measure.ts";
import { printMarkdown } from "./report.ts";
import { COMPATIBILITY, ROOT, type Stack, startStack } from "./stack.ts";

/** Exact versions: what was measured on one day can be measured on another. */
const PACKAGES = { "@cantoo/pdf-lib": "2.11.1", uqr: "0.1.3", pdfkit: "0.20.2", jspdf: "4.2.1" };
const LINES = [1, 10, 100, 500] as const;
const ROUNDS = 5;
const BATCH = 4;
const SENTENCE = "Café de origen Ñariño, tostión media, n.º 1";
/** Of jsPDF: for HTML and SVG, which are not drawn. */
const NEVER_LOADED = ["html2canvas", "dompurify", "canvg"];

/** What every candidate draws: rows of seven cells, a code on each page. `draw(lines)` gives the bytes. */
const SHARED = `
import { encode } from "uqr";
const X = [40, 60, 270, 310, 345, 425, 490];
const ROWS = 30;
const TEXT = "https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=" + "0123456789abcdef".repeat(6);
const code = encode(TEXT, { ecc: "M", border: 0 }).data;
const cellsOf = (i) => [String(i + 1), "Café de origen Ñariño, tostión media, n.º " + (i + 1), "12", "und", "$ 37.500,00", "IVA 5 %", "$ 450.000,00"];
/** Calls back for each page and each cell, with points from the upper left corner. */
function layOut(lines, { page, cell, module }) {
  for (let i = 0; i < lines; i += 1) {
    if (i % ROWS === 0) {
      page();
      code.forEach((row, y) => row.forEach((isDark, x) => isDark && module(40 + x * 1.3, 690 + y * 1.3, 1.3)));
    }
    cellsOf(i).forEach((text, column) => cell(text, X[column], 60 + (i % ROWS) * 20));
  }
  return Math.ceil(lines / ROWS);
}
export default {
  async fetch(request) {
    const { bytes, pages } = await draw(Number(new URL(request.url).searchParams.get("lines")));
    return new Response(bytes, { headers: { "x-pages": String(pages) } });
  },
};
`;

/** Name -> the Worker's own part. */
const CANDIDATES: Readonly<Record<string, string>> = {
  "own writer, uqr": `
import { assemble } from "${ROOT}/renderer/pdf/assemble.ts";
import { Sheet } from "${ROOT}/renderer/pdf/sheet.ts";
import { Typesetter } from "${ROOT}/renderer/pdf/typesetter.ts";
function draw(lines) {
  const typesetter = new Typesetter();
  const sheets = [];
  const pages = layOut(lines, {
    page() { sheets.push(new Sheet(typesetter, 612)); sheets.at(-1).modules(code, 40, 690, 68); },
    cell(text, x, y) { sheets.at(-1).text(text, { size: 8 }, { x, y }); },
    module() {},
  });
  const about = { title: "Factura", author: "Tostadora", date: "D:20240517101112-05'00'" };
  return { bytes: assemble(sheets.map((sheet) => ({ sheet, height: 792 })), typesetter, null, about), pages };
}`,
  [`jspdf ${PACKAGES.jspdf}, uqr`]: `
import { jsPDF } from "jspdf";
function draw(lines) {
  const pdf = new jsPDF({ unit: "pt", format: "letter", compress: true });
  pdf.setCreationDate(new Date(0));
  pdf.setFileId("0".repeat(32));
  pdf.setFontSize(8);
  let isFirst = true;
  const pages = layOut(lines, {
    page() { if (!isFirst) pdf.addPage(); isFirst = false; },
    cell(text, x, y) { pdf.text(text, x, y); },
    module(x, y, side) { pdf.rect(x, y, side, side, "F"); },
  });
  return { bytes: pdf.output("arraybuffer"), pages };
}`,
  [`@cantoo/pdf-lib ${PACKAGES["@cantoo/pdf-lib"]}, uqr`]: `
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
async function draw(lines) {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  let sheet;
  const pages = layOut(lines, {
    page() { sheet = pdf.addPage([612, 792]); },
    cell(text, x, y) { sheet.drawText(text, { x, y: 792 - y, size: 8, font }); },
    module(x, y, side) { sheet.drawRectangle({ x, y: 792 - y - side, width: side, height: side }); },
  });
  return { bytes: await pdf.save(), pages };
}`,
  [`pdfkit ${PACKAGES.pdfkit}, uqr`]: `
import PDFDocument, { registerStdFonts } from "pdfkit";
import Helvetica from "pdfkit/standard-fonts/Helvetica";
registerStdFonts(Helvetica);
async function draw(lines) {
  const pdf = new PDFDocument({ size: "LETTER", autoFirstPage: false, info: { CreationDate: new Date(0) } });
  const chunks = [];
  pdf.on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on("end", resolve));
  const pages = layOut(lines, {
    page() { pdf.addPage({ margin: 0 }); pdf.fontSize(8); },
    cell(text, x, y) { pdf.text(text, x, y, { lineBreak: false }); },
    module(x, y, side) { pdf.rect(x, y, side, side).fill(); },
  });
  pdf.end();
  await ended;
  return { bytes: new Blob(chunks), pages };
}`,
};

const folder = mkdtempSync(join(tmpdir(), "factura-edge-candidates-"));
try {
  const names = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", ...names], {
    cwd: folder,
  });
  const rows: string[][] = [];
  for (const [name, source] of Object.entries(CANDIDATES)) rows.push([name, ...(await measure(source))]);
  // A candidate that does not run, whose bytes differ or whose text is not found is news.
  if (rows.flat().some((cell) => cell === "no" || cell.startsWith("does not run"))) process.exitCode = 1;
  const lines = LINES.map((count) => `${count} lines, a page`);
  const head = [
    "",
    ...lines,
    `${LINES.at(-1)} lines, file`,
    "same bytes twice",
    "text selectable",
    "typeface",
    "bundle",
  ];
  process.stdout.write(`${printMachine(readMachine())}\n\n${printMarkdown(head, rows)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The cells of a candidate's row, or why it has none. */
async function measure(source: string): Promise<string[]> {
  try {
    const [script, minified] = [await bundle(source, false), await bundle(source, true)];
    const stack = await startStack({ modules: true, script, ...COMPATIBILITY });
    try {
      const times: string[] = [];
      for (const lines of LINES) times.push(`${(await time(stack, lines)).toFixed(1)} ms`);
      const [first, second] = [await draw(stack, 500), await draw(stack, 500)];
      const isSame = Buffer.compare(first.bytes, second.bytes) === 0;
      const { text, fonts } = onFile(first.bytes, (path) => ({
        text: run("pdftotext", "-raw", path, "-"),
        fonts: run("pdffonts", path),
      }));
      return [
        ...times,
        `${(first.bytes.length / 1024).toFixed(0)} KB`,
        isSame ? "yes" : "no",
        text.includes(SENTENCE) ? "yes" : "no",
        /\bInter-/.test(fonts) ? "embedded" : "none: the reader's",
        `${(gzipSync(minified, { level: 9 }).length / 1024).toFixed(0)} KB`,
      ];
    } finally {
      await stack.stop();
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const [, reason = error.message.slice(0, 120)] = /((?:[A-Z]\w*)?Error: [^"\\]{0,120})/.exec(error.message) ?? [];
    return [`does not run: ${reason.replace(/\s+/g, " ")}`, "", "", "", "", "", "", "", ""];
  }
}

async function bundle(source: string, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SHARED + source, resolveDir: folder, loader: "js" },
    bundle: true,
    minify,
    write: false,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*", "node:*", ...NEVER_LOADED],
    // pdfkit looks for files beside its own script, none of which is drawn here.
    define: { "import.meta.url": '"file:///worker.js"' },
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

async function draw(stack: Stack, lines: number): Promise<{ readonly bytes: Uint8Array; readonly pages: number }> {
  const answer = await stack.miniflare.dispatchFetch(`http://candidate/?lines=${lines}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(Buffer.from(bytes).toString("utf8"));
  return { bytes, pages: Number(answer.headers.get("x-pages")) };
}

/** Milliseconds of processor time of a page; the first rounds compile. */
async function time(stack: Stack, lines: number): Promise<number> {
  const shares: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const before = stack.readRequestThreadMs() ?? performance.now();
    let pages = 0;
    for (let count = 0; count < BATCH; count += 1) pages += (await draw(stack, lines)).pages;
    if (round >= 0) shares.push(((stack.readRequestThreadMs() ?? performance.now()) - before) / pages);
  }
  return summarize(shares).median;
}
