// Draws what follows the table: taxes and withholdings on the left, totals on the right, remarks below.

import type { Tax } from "../document/model.ts";
import { addUp, printMoney } from "../document/number.ts";
import { spellAmount } from "../document/words.ts";
import { balance, breakLines, measure, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { type Facts, printAllowance, printAllowanceAmount, printTaxRate } from "./facts.ts";
import { CONTENT_WIDTH, type Flow, MARGIN, RIGHT } from "./flow.ts";
import { GRAY, HAIRLINE, INK, legible } from "./palette.ts";

const LABEL: TextStyle = { size: 6.5, weight: "semibold", color: GRAY };
const TEXT: TextStyle = { size: 8, color: INK };
const FAINT: TextStyle = { size: 7.5, color: GRAY };
const TOTALS_WIDTH = 226;
const TAXES_WIDTH = 284;
/** Right ends of the columns of a tax, and how wide each may be: a long amount never reaches its neighbour. */
const TAX_COLUMNS = { name: 112, base: { right: 198, width: 78 }, amount: { right: TAXES_WIDTH, width: 78 } } as const;
const ROW = 14;
const PAYABLE_ROW = 30;

/** What is drawn in one row of one column. */
interface Row {
  readonly height: number;
  draw(flow: Flow, y: number): void;
}

export function drawClosing(flow: Flow, facts: Facts): void {
  const left = [
    ...listTaxRows("IMPUESTOS", facts.document.taxes, facts),
    ...listTaxRows("RETENCIONES (INFORMATIVAS)", facts.document.withholdings, facts),
  ];
  const right = listTotalRows(facts);
  const height = Math.max(heightOf(left), heightOf(right));
  // Together where a page has room for all of it; else row by row.
  if (height < 400) flow.ensure(height + 4);
  flow.y += 4;
  while (left.length > 0 || right.length > 0) {
    if (flow.ensure(PAYABLE_ROW)) flow.y += 4;
    const [a, b] = fillPage(flow, left, right);
    flow.y += Math.max(a, b);
  }
  flow.y += 8;
  drawNotes(flow, facts);
}

/** Draws both columns as far as the page goes, and takes out what was drawn. */
function fillPage(flow: Flow, left: Row[], right: Row[]): [number, number] {
  const room = flow.room;
  const fill = (rows: Row[]) => {
    let used = 0;
    for (let row = rows[0]; row !== undefined && used + row.height <= room; row = rows[0]) {
      row.draw(flow, flow.y + used);
      used += row.height;
      rows.shift();
    }
    return used;
  };
  return [fill(left), fill(right)];
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}

function listTaxRows(title: string, taxes: readonly Tax[], { document: { currency } }: Facts): Row[] {
  if (taxes.length === 0) return [];
  const head: Row = {
    height: ROW + 2,
    draw: ({ sheet }, y) => {
      sheet.text(title, LABEL, { x: MARGIN, y: y + 9 });
      sheet.text("BASE", LABEL, { x: MARGIN + TAX_COLUMNS.base.right, y: y + 9, align: "right" });
      sheet.text("VALOR", LABEL, { x: MARGIN + TAX_COLUMNS.amount.right, y: y + 9, align: "right" });
      sheet.rule(MARGIN, y + 14, TAXES_WIDTH, HAIRLINE, 0.6);
    },
  };
  const rows = taxes.map(
    (tax): Row => ({
      height: ROW - 1,
      draw: ({ sheet }, y) => {
        const label = printTaxRate(tax, currency);
        sheet.text(label, shrink(label, TEXT, TAX_COLUMNS.name), { x: MARGIN, y: y + 10 });
        const set = (text: string, style: TextStyle, { right, width }: { right: number; width: number }) =>
          sheet.text(text, shrink(text, style, width), { x: MARGIN + right, y: y + 10, align: "right" });
        set(tax.base === null ? "" : printMoney(tax.base, currency), FAINT, TAX_COLUMNS.base);
        set(printMoney(tax.amount, currency), TEXT, TAX_COLUMNS.amount);
      },
    }),
  );
  return [head, ...rows, { height: 8, draw: () => undefined }];
}

function listTotalRows(facts: Facts): Row[] {
  const { document } = facts;
  const { totals, currency } = document;
  const money = (value: string) => printMoney(value, currency);
  const entries: (readonly [string, string])[] = [
    ["Subtotal", money(totals.lines)],
    ["Impuestos", money(addUp(document.taxes.map(({ amount }) => amount)))],
    ...document.allowances.map(
      (allowance) => [printAllowance(allowance), printAllowanceAmount(allowance, currency)] as const,
    ),
    ...(totals.prepaid === null || Number(totals.prepaid) === 0
      ? []
      : [["Anticipos", `−${money(totals.prepaid)}`] as const]),
  ];
  const rows = entries.map(([label, value]) => totalRow(label, value));
  return [...rows, payableRow(facts, money(totals.payable)), ...wordsRow(document)];
}

function totalRow(label: string, value: string): Row {
  const valueStyle = shrink(value, TEXT, TOTALS_WIDTH * 0.6);
  const lines = breakLines(label, FAINT, TOTALS_WIDTH - measure(value, valueStyle) - 12);
  return {
    height: ROW + (lines.length - 1) * 10,
    draw: ({ sheet }, y) => {
      for (const [index, line] of lines.entries()) {
        sheet.text(line, FAINT, { x: RIGHT - TOTALS_WIDTH, y: y + 10 + index * 10 });
      }
      sheet.text(value, valueStyle, { x: RIGHT, y: y + 10, align: "right" });
    },
  };
}

function payableRow({ accent, document }: Facts, value: string): Row {
  const color = legible(accent);
  const label: TextStyle = { size: 9, weight: "semibold", color };
  const style = shrink(value, { size: 15, weight: "semibold", color } as const, TOTALS_WIDTH - 74);
  return {
    height: PAYABLE_ROW,
    draw: ({ sheet }, y) => {
      sheet.rule(RIGHT - TOTALS_WIDTH, y + 5, TOTALS_WIDTH, color, 1);
      const text = document.correction === null ? "Total a pagar" : "Total";
      sheet.text(text, label, { x: RIGHT - TOTALS_WIDTH, y: y + 23 });
      sheet.text(value, style, { x: RIGHT, y: y + 23.5, align: "right" });
    },
  };
}

/** The amount in words, under its figures. */
function wordsRow({ totals, currency }: Facts["document"]): Row[] {
  const words = spellAmount(totals.payable, currency);
  if (words === null) return [];
  const lines = balance(`Son: ${words}`, FAINT, TOTALS_WIDTH);
  const draw: Row["draw"] = ({ sheet }, y) => {
    for (const [index, line] of lines.entries()) {
      sheet.text(line, FAINT, { x: RIGHT, y: y + 11 + index * 10, align: "right" });
    }
  };
  return [{ height: 4 + lines.length * 10, draw }];
}

/** Remarks of the whole document; those of a note stand with what it corrects. */
function drawNotes(flow: Flow, { document }: Facts): void {
  if (document.correction !== null || document.notes.length === 0) return;
  flow.ensure(30);
  flow.sheet.text("OBSERVACIONES", LABEL, { x: MARGIN, y: flow.y + 8 });
  flow.y += 13;
  for (const note of document.notes) {
    for (const line of breakLines(note, FAINT, CONTENT_WIDTH)) {
      flow.ensure(11);
      flow.sheet.text(line, FAINT, { x: MARGIN, y: flow.y + 8 });
      flow.y += 10.5;
    }
    flow.y += 3;
  }
}
