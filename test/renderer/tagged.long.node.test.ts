// Reads drawings as a reader for the blind does: headings, paragraphs, tables and figures in their order, all in Spanish.
import { describe, expect, it } from "vitest";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { draw, listDocuments, onFile, readOperators, run, selectText, squeeze, textOf } from "./drawing.ts";
import { makeLogo } from "./show-piece.ts";

const DOCUMENTS = await listDocuments();
const LONGEST = "fe-500-lines";
const xmlOf = (name: string) => DOCUMENTS.find(([one]) => one === name)?.[1] ?? "";

const tell = (bytes: Uint8Array) => onFile(bytes, (path) => run("pdfinfo", "-struct-text", path));
/** Of what is told, the texts alone. */
const textsIn = (told: string) => [...told.matchAll(/^\s+"(.*)"$/gm)].map(([, text = ""]) => text);
const countOf = (told: string, role: string) => told.split("\n").filter((line) => line.trim().startsWith(role)).length;

describe.skipIf(!hasTools("pdfinfo", "qpdf", "pdftotext"))("a drawing", () => {
  // On letter paper, and on one of the two strips by turns.
  it.each(DOCUMENTS.filter(([name]) => name !== LONGEST).map((document, at) => ({ document, at })))(
    "of $document.0 is tagged, in Spanish, and tells each of its words once",
    ({ document: [, xml, record], at }) => {
      for (const layout of LAYOUTS.filter((_, place) => place === 0 || place === 1 + (at % (LAYOUTS.length - 1)))) {
        const { bytes } = draw(xml, { layout, record, logo: makeLogo() });
        const operators = readOperators(bytes);
        expect(operators).toMatch(/\/Marked true/);
        expect(operators).toMatch(/\/Lang \(es-CO\)/);
        const told = tell(bytes);
        expect(countOf(told, "H1")).toBe(1);
        const heard = squeeze(textsIn(told).join(""));
        // The legend that lies under a test document is in the foot too; its turned letters are selected one by one.
        const words = selectText(bytes).split(/\s+/).map(squeeze);
        expect(words.filter((word) => word.length > 2 && word !== "Página" && !heard.includes(word))).toEqual([]);
      }
    },
  );

  it("on letter paper has its lines in one table, whose head is told once, over all pages", () => {
    // The first lines of the longest document: what tells them takes four times as long for twice as many.
    const lines = 90;
    const xml = xmlOf(LONGEST);
    const end = "</cac:InvoiceLine>";
    const cut = xml.indexOf(end, xml.indexOf(`<cac:InvoiceLine><cbc:ID>${lines}</cbc:ID>`)) + end.length;
    const shortened = xml.slice(0, cut) + xml.slice(xml.lastIndexOf(end) + end.length);
    const told = tell(draw(shortened, { layout: "carta" }).bytes);
    expect(textsIn(told).filter((text) => text.trim() === "DESCRIPCIÓN")).toHaveLength(1);
    expect(countOf(told, "TR")).toBeGreaterThan(lines);
    expect(textsIn(told).filter((text) => text.includes("Página"))).toEqual([]);
  });

  it("is a tagged file to other programs, on any paper", () => {
    for (const layout of LAYOUTS) {
      const { bytes } = draw(xmlOf("fe-mixed"), { layout });
      expect(onFile(bytes, (path) => run("pdfinfo", path))).toMatch(/^Tagged: +yes$/m);
    }
  });

  it.each(LAYOUTS)("as %s says what its pictures are", (layout) => {
    const xml = xmlOf("fe-mixed");
    const operators = readOperators(draw(xml, { layout, logo: makeLogo() }).bytes);
    const hex = (text: string) => `feff${Buffer.from(text, "utf16le").swap16().toString("hex")}`;
    for (const alt of [`Código QR: ${textOf(xml, "sts:QRCode")}`, "Logotipo de EMPRESA DE PRUEBA SAS"]) {
      expect(operators).toContain(`/Alt <${hex(alt)}>`);
    }
  });
});
