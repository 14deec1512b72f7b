// Draws what every page ends with: the code, the document's identifier, authorisation, maker, page number; and the test legend.
import type { Sheet } from "../pdf/sheet.ts";
import type { Element } from "../pdf/structure.ts";
import { breakLines, measure, packParts, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { type Facts, listMaker, printAuthorization, printTitle, printValidation } from "./facts.ts";
import { CONTENT_WIDTH, FOOT_TOP, MARGIN, PAGE_HEIGHT, PAGE_WIDTH, RIGHT } from "./flow.ts";
import { GRAY, HAIRLINE, INK, WARNING, WATERMARK, WHITE } from "./palette.ts";

/** 24 millimetres: the code must not be smaller than 20. */
const CODE_SIDE = 68;
const CODE_TOP = FOOT_TOP + 9;
const TEXT_LEFT = MARGIN + CODE_SIDE + 14;
const TEXT_WIDTH = RIGHT - TEXT_LEFT;
const SMALL: TextStyle = { size: 6.4, color: GRAY };
const STRONG: TextStyle = { size: 6.4, weight: "semibold", color: INK };
const LEADING = 8.8;

interface Foot {
  readonly code: readonly (readonly boolean[])[];
  readonly page: number;
  readonly pages: number;
}

/** @param root where it is read; null: nowhere. */
export function drawFoot(sheet: Sheet, root: Element | null, facts: Facts, { code, page, pages }: Foot): void {
  const { document } = facts;
  const begin = (role: "P" | "Figure", alt?: string) => sheet.tag(root?.add(role, alt) ?? null);
  sheet.rule(MARGIN, FOOT_TOP, CONTENT_WIDTH, HAIRLINE);
  // The quiet zone that readers need, also where the legend of a test document crosses it.
  const quiet = (CODE_SIDE / code.length) * 4;
  const around = CODE_SIDE + 2 * quiet;
  sheet.fill({ x: MARGIN - quiet, y: CODE_TOP - quiet, width: around, height: around }, WHITE);
  begin("Figure", `Código QR: ${document.qr}`);
  sheet.modules(code, MARGIN, CODE_TOP, CODE_SIDE);
  let y = CODE_TOP + 6;
  const label = `${document.fiscalIdName} `;
  begin("P");
  sheet.text(label.trim(), STRONG, { x: TEXT_LEFT, y });
  const shift = measure(label, STRONG) + 2;
  const id = shrink(document.fiscalId, { ...SMALL, color: INK }, TEXT_WIDTH - shift);
  sheet.text(document.fiscalId, id, { x: TEXT_LEFT + shift, y });
  y += LEADING + 1;
  const base = CODE_TOP + CODE_SIDE;
  begin("P");
  const { scale, lines } = fitSentences(facts, base - LEADING - y);
  for (const line of lines) {
    sheet.text(line, { ...SMALL, size: SMALL.size * scale }, { x: TEXT_LEFT, y });
    y += LEADING * scale;
  }
  if (document.legend !== null) {
    begin("P");
    sheet.text(document.legend, { ...STRONG, color: WARNING }, { x: TEXT_LEFT, y: y + LEADING * (1 - scale) });
  }
  begin("P");
  const what = `Representación gráfica de ${printTitle(document)}`;
  sheet.text(what, shrink(what, SMALL, TEXT_WIDTH - 70), { x: TEXT_LEFT, y: base });
  sheet.tag(null);
  sheet.text(`Página ${page} de ${pages}`, STRONG, { x: RIGHT, y: base, align: "right" });
}

/** What the foot says, set smaller where it would not fit above the page number; the legend of a test takes a line too. */
function fitSentences(facts: Facts, height: number): { readonly scale: number; readonly lines: readonly string[] } {
  const sentences = [printValidation(facts), printAuthorization(facts)].filter((text) => text !== null);
  for (let scale = 1; ; scale -= 0.05) {
    const style = { ...SMALL, size: SMALL.size * scale };
    const lines = [
      ...sentences.flatMap((sentence) => breakLines(sentence, style, TEXT_WIDTH)),
      ...packParts(listMaker(facts), style, TEXT_WIDTH),
    ];
    const used = (lines.length - 1) * LEADING * scale + (facts.document.legend === null ? 0 : LEADING);
    if (used <= height || scale < 0.5) return { scale, lines };
  }
}

/** The legend of test documents, across the page and under everything else. */
export function drawWatermark(sheet: Sheet, legend: string): void {
  const style = { size: 43, weight: "semibold", color: WATERMARK } as const;
  const small = { size: 25, weight: "semibold", color: WATERMARK } as const;
  const angle = (Math.atan2(PAGE_HEIGHT, PAGE_WIDTH) * 180) / Math.PI;
  const [first = "", second = ""] = legend.split(": ");
  sheet.turnedText(first.toUpperCase(), style, PAGE_WIDTH / 2 - 8, PAGE_HEIGHT / 2 - 6, angle);
  sheet.turnedText(second, small, PAGE_WIDTH / 2 + 26, PAGE_HEIGHT / 2 + 26, angle);
}
