// Draws what every page ends with: the code, the document's identifier, authorisation, maker, page number; and the test legend.
import { TEST_LEGEND } from "../document/wire-literal.ts";
import type { Sheet } from "../pdf/sheet.ts";
import { breakLines, measure, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { type Facts, printAuthorization, printMaker, printTitle, printValidation } from "./facts.ts";
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

export function drawFoot(
  sheet: Sheet,
  facts: Facts,
  code: readonly (readonly boolean[])[],
  page: number,
  pages: number,
): void {
  const { document } = facts;
  sheet.rule(MARGIN, FOOT_TOP, CONTENT_WIDTH, HAIRLINE);
  // The quiet zone that readers need, also where the legend of a test document crosses it.
  const quiet = (CODE_SIDE / code.length) * 4;
  const around = CODE_SIDE + 2 * quiet;
  sheet.fill({ x: MARGIN - quiet, y: CODE_TOP - quiet, width: around, height: around }, WHITE);
  sheet.modules(code, MARGIN, CODE_TOP, CODE_SIDE);
  let y = CODE_TOP + 6;
  const label = `${document.fiscalIdName} `;
  sheet.text(label.trim(), STRONG, { x: TEXT_LEFT, y });
  const shift = measure(label, STRONG) + 2;
  const id = shrink(document.fiscalId, { ...SMALL, color: INK }, TEXT_WIDTH - shift);
  sheet.text(document.fiscalId, id, { x: TEXT_LEFT + shift, y });
  y += LEADING + 1;
  const sentences = [printValidation(facts), printAuthorization(facts), printMaker(facts)];
  for (const sentence of sentences.filter((text) => text !== null)) {
    for (const line of breakLines(sentence, SMALL, TEXT_WIDTH)) {
      sheet.text(line, SMALL, { x: TEXT_LEFT, y });
      y += LEADING;
    }
  }
  if (document.isTest) sheet.text(TEST_LEGEND, { ...STRONG, color: WARNING }, { x: TEXT_LEFT, y });
  const base = CODE_TOP + CODE_SIDE;
  const what = `Representación gráfica de ${printTitle(document)}`;
  sheet.text(what, shrink(what, SMALL, TEXT_WIDTH - 70), { x: TEXT_LEFT, y: base });
  sheet.text(`Página ${page} de ${pages}`, STRONG, { x: RIGHT, y: base, align: "right" });
}

/** The legend of test documents, across the page and under everything else. */
export function drawWatermark(sheet: Sheet): void {
  const style = { size: 43, weight: "semibold", color: WATERMARK } as const;
  const small = { size: 25, weight: "semibold", color: WATERMARK } as const;
  const angle = (Math.atan2(PAGE_HEIGHT, PAGE_WIDTH) * 180) / Math.PI;
  const [first = "", second = ""] = TEST_LEGEND.split(": ");
  sheet.turnedText(first.toUpperCase(), style, PAGE_WIDTH / 2 - 8, PAGE_HEIGHT / 2 - 6, angle);
  sheet.turnedText(second, small, PAGE_WIDTH / 2 + 26, PAGE_HEIGHT / 2 + 26, angle);
}
