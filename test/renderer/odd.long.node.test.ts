// Draws what is long, large, foreign or random: nothing leaves its page, nothing is lost, nothing overlaps the code.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeDocument } from "../../renderer/document/describe.ts";
import type { PrintedDocument } from "../../renderer/document/model.ts";
import { addUp, printDecimal, printMoney, printPercent, printQuantity } from "../../renderer/document/number.ts";
import { layOutCarta } from "../../renderer/layout/carta.ts";
import { DEFAULT_ACCENT, legible } from "../../renderer/layout/palette.ts";
import { fontOf, Typesetter } from "../../renderer/pdf/typesetter.ts";
import { LAYOUTS } from "../../src/domain/document/drawing.ts";
import { readWholeDocument } from "../../src/ubl/read-whole.ts";
import { anyDocument, createSigning, drawDocument } from "../foreign/document.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { COMPANY, discountOf, invoiceNumber, ivaLine, makeInvoice } from "../ubl/fixture.ts";
import { draw, NO_RECORD, onFile, readCodes, run, selectText, signText, squeeze, textOf } from "./drawing.ts";
import { makeShowPieces } from "./show-piece.ts";

const pieces = await makeShowPieces();
const everything = pieces.todo ?? "";
/** Points by which a letter may stand over the edge of its own box. */
const TOLERANCE = 1;
/** Boxes of letters are higher than their lines are apart: so much of one may lie over the line above. */
const LEADING_SHARE = 0.35;

interface Word {
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
}

interface Page {
  readonly width: number;
  readonly height: number;
}

/** Every word with its place, and the size of every page, as poppler reads them. */
function readWords(bytes: Uint8Array): { readonly pages: readonly Page[]; readonly words: readonly Word[] } {
  const html = onFile(bytes, (path) => run("pdftotext", "-bbox", path, "-"));
  const pages: Page[] = [];
  const words: Word[] = [];
  for (const line of html.split("\n")) {
    const page = /<page width="([\d.]+)" height="([\d.]+)"/.exec(line);
    if (page !== null) pages.push({ width: Number(page[1]), height: Number(page[2]) });
    const word = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/.exec(line);
    if (word === null) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = word.slice(1, 5).map(Number);
    words.push({ page: pages.length, left, top, right, bottom, text: word[5] ?? "" });
  }
  return { pages, words };
}

/** Words that stand over an edge of their page, or on the code of letter paper. */
function listMisplaced(bytes: Uint8Array, isCarta: boolean): string[] {
  const { pages, words } = readWords(bytes);
  return words
    .filter(({ page, left, right, top, bottom }) => {
      const { width = 0, height = 0 } = pages[page - 1] ?? {};
      const isOut = left < -TOLERANCE || right > width + TOLERANCE || top < -TOLERANCE || bottom > height + TOLERANCE;
      const isOnCode = isCarta && left < 108 && right > 40 && bottom > 700 && top < 765 && bottom - top < 30;
      return isOut || isOnCode;
    })
    .map(({ text }) => text);
}

/** The same document of the production environment: no legend lies under its words. */
function live(xml: string): string {
  return xml.replace("<cbc:ProfileExecutionID>2<", "<cbc:ProfileExecutionID>1<");
}

/** Words that stand on each other. */
function listOverlaps(bytes: Uint8Array, isLookedAt: (word: Word) => boolean = () => true): string[] {
  const words = readWords(bytes).words.filter(isLookedAt);
  const isOn = (a: Word, b: Word) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOLERANCE / 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > (a.bottom - a.top) * LEADING_SHARE;
  return words.flatMap((word, at) =>
    words
      .slice(at + 1)
      .filter((other) => other.page === word.page && isOn(word, other))
      .map((other) => `${word.text} ${other.text}`),
  );
}

/** Points between an amount and the one before it on the same line. */
function listGaps(bytes: Uint8Array, currency: string): number[] {
  const { words } = readWords(bytes);
  return words.flatMap((word) => {
    if (word.text !== currency) return [];
    const before = words.filter(
      ({ page, top, bottom, right, text }) =>
        page === word.page &&
        Math.abs(bottom - word.bottom) < 2 &&
        top < word.bottom &&
        right <= word.left &&
        /,\d\d/.test(text),
    );
    return before.length === 0 ? [] : [word.left - Math.max(...before.map(({ right }) => right))];
  });
}

describe.skipIf(!hasTools("pdftotext"))("what is drawn", () => {
  const drawn = Object.entries(pieces).flatMap(([name, xml]) => LAYOUTS.map((layout) => [name, layout, xml] as const));

  it.each(drawn)(
    "of %s as %s has no word on another or over an edge, and no line that ends with a separator",
    (_, layout, xml) => {
      const { bytes } = draw(live(xml), { layout });
      expect(listOverlaps(bytes)).toEqual([]);
      expect(listMisplaced(bytes, layout === "carta")).toEqual([]);
      expect(selectText(bytes).match(/^.*·$/gm) ?? []).toEqual([]);
    },
  );

  it("keeps the largest amounts apart from each other", () => {
    const { bytes } = draw(everything);
    const gaps = listGaps(bytes, "USD");
    expect(gaps.length).toBeGreaterThan(20);
    expect(Math.min(...gaps)).toBeGreaterThan(4);
    expect(selectText(bytes)).not.toMatch(/\dUSD/);
  });

  it.each(LAYOUTS)("as %s has room for a maker and a software with very long names", (layout) => {
    const name = "Programas Ñandú S.A.S. ".repeat(19).trim();
    const { bytes } = draw(everything, { layout, maker: { name, nit: "901234567-1", software: name } });
    // Beside the code of letter paper, where the legend across the page does not reach.
    expect(listOverlaps(bytes, ({ top, left }) => layout !== "carta" || (top > 695 && left > 110))).toEqual([]);
    expect(listMisplaced(bytes, layout === "carta")).toEqual([]);
    expect(squeeze(selectText(bytes))).toContain(squeeze(`Fabricante del software: ${name}, NIT 901234567-1`));
  });

  it.each(["tirilla-80", "tirilla-58"] as const)("as %s breaks an identifier into pieces of one length", (layout) => {
    for (const xml of Object.values(pieces)) {
      const text = selectText(draw(xml, { layout }).bytes);
      const parts = text.match(/^(?=.*[a-f])[0-9a-f]{20,}$/gm) ?? [];
      expect(parts.join("")).toContain(textOf(xml, "cbc:UUID"));
      for (const { length } of parts) expect(96 % length).toBe(0);
    }
  });
});

describe.skipIf(!hasTools("qpdf", "pdftotext", "pdftoppm", "zbarimg"))(
  "a document of everything that is too long",
  () => {
    it.each(LAYOUTS)("stays on its page as %s, with every word of it", (layout) => {
      const { bytes } = draw(everything, { layout });
      expect(listMisplaced(bytes, layout === "carta")).toEqual([]);
      const text = squeeze(selectText(bytes));
      const descriptions = [...everything.matchAll(/<cbc:Description>([^<]*)</g)].map(([, one = ""]) => squeeze(one));
      const kept = descriptions.filter((one) => !/[^\p{Script=Latin}\p{N}\p{P}]/u.test(one));
      expect(kept.length).toBe(17);
      // The lines of a paragraph follow each other as they were drawn; a page may end between them.
      for (const one of new Set(kept)) expect(text).toContain(one.slice(0, 200));
    });

    it("shows a box for each character that the typeface does not have, and counts them", () => {
      const { bytes, replaced } = draw(everything);
      expect(replaced).toBe(7);
      expect([...selectText(bytes)].filter((character) => character === "\ufffd").length).toBe(7);
    });

    it("has the legend of test documents across its pages, and readable beside the code", () => {
      const { bytes, pages } = draw(everything);
      const turned = squeeze(selectText(bytes)).match(/DOCUMENTODEPRUEBASINVALIDEZ/g) ?? [];
      const plain = selectText(bytes).match(/Documento de prueba sin validez: ambiente de habilitación/g) ?? [];
      expect([turned.length, plain.length]).toEqual([pages, pages]);
      expect(readCodes(bytes, 3)).toEqual([textOf(everything, "sts:QRCode")]);
    });

    it("on letter paper repeats the head of the table and carries the sum over", () => {
      const text = selectText(draw(pieces.larga ?? "").bytes);
      const pages = draw(pieces.larga ?? "").pages;
      expect(text.match(/VR\. UNITARIO/g)?.length).toBe(pages);
      expect(text.match(/Subtotal de esta página/g)?.length).toBe(pages);
      const carried = [...text.matchAll(/Vienen de la página anterior (\$ [\d.,]+)/g)].map(([, sum]) => sum);
      const sums = [...text.matchAll(/Acumulado (\$ [\d.,]+)/g)].map(([, sum]) => sum);
      expect(carried).toEqual(sums.slice(0, -1));
      const total = textOf(
        (pieces.larga ?? "").slice((pieces.larga ?? "").indexOf("<cac:LegalMonetaryTotal>")),
        "cbc:LineExtensionAmount",
      );
      expect(sums.at(-1)).toBe(printMoney(total, "COP"));
    });

    it("of any text and amount is a sound file whose code is what was signed", async () => {
      const sign = await createSigning();
      await fc.assert(
        fc.asyncProperty(anyDocument, fc.constantFrom(...LAYOUTS), async (make, layout) => {
          const drawn = drawDocument(make);
          if (drawn === undefined) return;
          const xml = new TextDecoder().decode(await sign(drawn));
          const { bytes, pages } = draw(xml, { layout, validated: null });
          onFile(bytes, (path) => run("qpdf", "--check", path));
          expect(listMisplaced(bytes, layout === "carta")).toEqual([]);
          expect(listOverlaps(draw(live(xml), { layout, validated: null }).bytes)).toEqual([]);
          expect(readCodes(bytes, pages)).toEqual([textOf(xml, "sts:QRCode")]);
        }),
        { numRuns: 5 },
      );
    });
  },
);

/** Lines of one to five rows: with a code, a note, a discount, a long description. */
function makeRows(count: number, seed: number) {
  return Array.from({ length: count }, (_, index) => {
    const shape = (index * 7 + seed * 3) % 5;
    return ivaLine(index + 1, "1000.00", "19.00", "190.00", {
      description: shape === 4 ? "Producto de descripción larga ".repeat(6).trim() : "Producto",
      product: { code: shape === 0 ? `ITEM${index + 1}` : `P-${index + 1}`, scheme: "999" },
      note: shape === 2 ? "Serie 0042" : null,
      ...(shape === 3
        ? { unitPrice: "1100.00", allowances: [discountOf("00", "Mes", "9.09", "100.00", "1100.00")] }
        : {}),
    });
  });
}

/** The texts of each page, in the order in which they are drawn. */
function listTexts(document: PrintedDocument): readonly (readonly string[])[] {
  const facts = { document, maker: null, resolutionDate: null, logo: null, accent: DEFAULT_ACCENT };
  return layOutCarta(facts, new Typesetter()).pages.map(({ sheet, height }) =>
    [...sheet.print(height).matchAll(/\/F([12]) .*?<([0-9a-f]+)> Tj/g)].map(([, font, glyphs = ""]) =>
      (glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => fontOf(font === "1" ? "regular" : "semibold").codePointOf(Number.parseInt(glyph, 16)) ?? 0)
        .map((code) => String.fromCodePoint(code))
        .join("")
        .trimEnd(),
    ),
  );
}

describe("the totals of letter paper", () => {
  const HEADS = [
    {},
    { notes: ["Entregar en la bodega del muelle 3.", "Orden de compra 4471."] },
    { notes: ["Condiciones de la venta. ".repeat(60)] },
  ];

  it.each(HEADS.map((more, seed) => [seed, more] as const))(
    "stand behind the last lines, on their page, for 1 to 200 lines (%i)",
    async (seed, more) => {
      const invoice = makeInvoice(makeRows(200, seed), more);
      const xml = await signText({ company: COMPANY, document: invoice, numbering: invoiceNumber(990000001) });
      const whole = describeDocument(readWholeDocument(live(xml)), null, NO_RECORD);
      const alone: number[] = [];
      for (let count = 1; count <= 200; count += 1) {
        const pages = listTexts({ ...whole, lines: whole.lines.slice(0, count) });
        const isOfLines = (texts: readonly string[]) => texts.some((text) => text.startsWith("Producto"));
        const page = pages.find((texts) => texts.includes("Total a pagar")) ?? [];
        const isWhole =
          page.includes("Subtotal") && page.includes("IMPUESTOS") && page.some((text) => text.startsWith("Son: "));
        const isEmpty = pages.some((texts) => texts.includes("VR. UNITARIO") && !isOfLines(texts));
        if (!isOfLines(page) || !isWhole || isEmpty) alone.push(count);
      }
      expect(alone).toEqual([]);
    },
  );
});

describe("numbers", () => {
  it.each([
    ["0.00", "0,00"],
    ["1234567.89", "1.234.567,89"],
    ["1234567.891200", "1.234.567,8912"],
    ["123", "123,00"],
    ["0.5", "0,50"],
    ["-1000.00", "-1.000,00"],
    ["999999999999999999.99", "999.999.999.999.999.999,99"],
    ["a lot", "a lot"],
  ])("%s is printed as %s", (value, printed) => expect(printDecimal(value)).toBe(printed));

  it("have their sign, unit and percent as Colombians write them", () => {
    expect(printMoney("1234567.89", "COP")).toBe("$ 1.234.567,89");
    expect(printMoney("-1.00", "COP")).toBe("-$ 1,00");
    expect(printMoney("1234.50", "USD")).toBe("USD 1.234,50");
    expect(printQuantity("100.500000")).toBe("100,5");
    expect(printQuantity("3.000000")).toBe("3");
    expect(printPercent("0.966")).toBe("0,966 %");
  });

  it("add up exactly", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })), (values) => {
        const print = (value: bigint) => {
          const digits = String(value < 0n ? -value : value).padStart(3, "0");
          return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        };
        expect(addUp(values.map(print))).toBe(print(values.reduce((sum, value) => sum + value, 0n)));
      }),
    );
  });
});

describe("an accent", () => {
  it("that is legible is used as it is, and a pale one is darkened", () => {
    expect(legible("#1d4e89")).toBe("#1d4e89");
    expect(legible("#ffe600")).not.toBe("#ffe600");
    expect(legible("#ffffff")).toMatch(/^#[0-9a-f]{6}$/);
  });
});
