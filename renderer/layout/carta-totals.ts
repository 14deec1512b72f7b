// Draws what follows the table: taxes and withholdings on the left, totals on the right, remarks below.

import type { PrintedDocument, Tax } from "../document/model.ts";
import { addUp, printMoney } from "../document/number.ts";
import { spellAmount } from "../document/words.ts";
import type { Element } from "../pdf/structure.ts";
import { balance, breakLines, measure, shrink, type TextStyle } from "../pdf/typesetter.ts";
import {
  type Facts,
  findBalance,
  listPaymentTables,
  PESO_TOTALS_TITLE,
  printAllowance,
  printAllowanceAmount,
  printTaxRate,
  printTotalLabel,
  printWithholdingsTitle,
} from "./facts.ts";
import { CONTENT_WIDTH, type Flow, MARGIN, RIGHT } from "./flow.ts";
import { GRAY, HAIRLINE, INK, legible } from "./palette.ts";

const PESO = "COP";
const LABEL: TextStyle = { size: 6.5, weight: "semibold", color: GRAY };
const TEXT: TextStyle = { size: 8, color: INK };
const FAINT: TextStyle = { size: 7.5, color: GRAY };
const COUNT: TextStyle = { size: 7, color: GRAY };
const STRONG: TextStyle = { size: 9, weight: "semibold", color: INK };
const TOTALS_WIDTH = 226;
const TAXES_WIDTH = 284;
/** Right ends of the columns of a tax, and how wide each may be: a long amount never reaches its neighbour. */
const TAX_COLUMNS = { name: 112, base: { right: 198, width: 78 }, amount: { right: TAXES_WIDTH, width: 78 } } as const;
const ROW = 14;
const LABEL_LEADING = 9;
/** Size below which nobody reads a label. */
const LEAST_LABEL = 5;
const PAYABLE_ROW = 30;
/** Higher columns may go over two pages. */
const LONGEST_TOGETHER = 400;
const COUNT_HEIGHT = 17;
const NOTES_GAP = 8;
const NOTES_HEAD = 13;
const NOTE_LEADING = 10.5;
/** Remarks that are longer may go on to a page of their own. */
const SHORT_NOTES = 120;

/** What is drawn in one row of one column. */
interface Row {
  readonly height: number;
  draw(flow: Flow, y: number): void;
}

/** What follows the table, and how many points of a page it needs to stay together. */
interface Closing {
  readonly height: number;
  draw(flow: Flow): void;
}

export function planClosing(facts: Facts): Closing {
  const { document } = facts;
  const left = [
    ...listTaxRows("IMPUESTOS", document.taxes, facts),
    ...listTaxRows(printWithholdingsTitle(document).toUpperCase(), document.withholdings, facts),
    ...listPaymentTables(document).flatMap(({ title, dateLabel, rows }) =>
      listTable(
        [title.toUpperCase(), dateLabel.toUpperCase()],
        rows.map(({ label, date, amount }) => [label, date ?? "", printMoney(amount, document.currency)]),
      ),
    ),
  ];
  const right = listTotalRows(facts);
  const totals = Math.max(heightOf(left), heightOf(right));
  const notes = listNoteLines(facts);
  const height = COUNT_HEIGHT + 4 + totals;
  const notesHeight = notes.length === 0 ? 0 : NOTES_GAP + NOTES_HEAD + notes.length * NOTE_LEADING;
  return {
    height: height + (notesHeight <= SHORT_NOTES ? notesHeight : 0),
    draw: (flow) => {
      drawCount(flow, facts);
      // Together where a page has room for all of it; else row by row.
      if (totals < LONGEST_TOGETHER) flow.ensure(totals + 4);
      flow.y += 4;
      while (left.length > 0 || right.length > 0) {
        if (flow.ensure(PAYABLE_ROW)) flow.y += 4;
        flow.y += fillPage(flow, left, right);
      }
      drawNotes(flow, notes);
    },
  };
}

function drawCount(flow: Flow, { document }: Facts): void {
  flow.ensure(COUNT_HEIGHT);
  flow.tag(flow.root.add("P"));
  flow.sheet.text(`Número de líneas: ${document.lineCount}`, COUNT, { x: MARGIN, y: flow.y + 11 });
  flow.y += COUNT_HEIGHT;
}

/** Draws both columns as far as the page goes, and takes out what was drawn. @returns the height of the longer one. */
function fillPage(flow: Flow, left: Row[], right: Row[]): number {
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
  return Math.max(fill(left), fill(right));
}

function heightOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}

function listTaxRows(title: string, taxes: readonly Tax[], { document: { currency } }: Facts): Row[] {
  return listTable(
    [title, "BASE"],
    taxes.map((tax) => [
      printTaxRate(tax, currency),
      tax.base === null ? "" : printMoney(tax.base, currency),
      printMoney(tax.amount, currency),
    ]),
  );
}

/** A table of three columns, of which the last is a value; nothing where it has no rows. */
function listTable(
  [title, middle]: readonly [string, string],
  rows: readonly (readonly [label: string, middle: string, value: string])[],
): Row[] {
  if (rows.length === 0) return [];
  let table: Element | undefined;
  const head: Row = {
    height: ROW + 2,
    draw: (flow, y) => {
      const { sheet } = flow;
      table = flow.root.add("Table");
      const row = table.add("TR");
      flow.tag(row.add("TH"));
      sheet.text(title, LABEL, { x: MARGIN, y: y + 9 });
      flow.tag(row.add("TH"));
      sheet.text(middle, LABEL, { x: MARGIN + TAX_COLUMNS.base.right, y: y + 9, align: "right" });
      flow.tag(row.add("TH"));
      sheet.text("VALOR", LABEL, { x: MARGIN + TAX_COLUMNS.amount.right, y: y + 9, align: "right" });
      sheet.rule(MARGIN, y + 14, TAXES_WIDTH, HAIRLINE, 0.6);
    },
  };
  const drawn = rows.map(([label, beside, value]): Row => {
    const { lines, style } = setLabel(label);
    return {
      height: ROW - 1 + (lines.length - 1) * LABEL_LEADING,
      draw: (flow, y) => {
        const { sheet } = flow;
        const row = (table ?? flow.root).add("TR");
        flow.tag(row.add("TD"));
        for (const [index, line] of lines.entries()) {
          sheet.text(line, style, { x: MARGIN, y: y + 10 + index * LABEL_LEADING });
        }
        const set = (text: string, style: TextStyle, { right, width }: { right: number; width: number }) => {
          flow.tag(row.add("TD"));
          sheet.text(text, shrink(text, style, width), { x: MARGIN + right, y: y + 10, align: "right" });
        };
        set(beside, FAINT, TAX_COLUMNS.base);
        set(value, TEXT, TAX_COLUMNS.amount);
      },
    };
  });
  return [head, ...drawn, { height: 8, draw: () => undefined }];
}

/** Smaller where that is enough to fit, else on several lines. */
function setLabel(label: string): { readonly lines: readonly string[]; readonly style: TextStyle } {
  const style = shrink(label, TEXT, TAX_COLUMNS.name);
  if (style.size >= LEAST_LABEL) return { lines: [label], style };
  return { lines: breakLines(label, FAINT, TAX_COLUMNS.name), style: FAINT };
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
  ];
  const rows = entries.map(([label, value]) => totalRow(label, value));
  const words = listWords(document);
  const label = printTotalLabel(document);
  const balance = findBalance(document);
  const inPesos = listPesoRows(document);
  if (balance === null) return [...rows, resultRow(facts, label, money(totals.payable)), ...words, ...inPesos];
  const withheld = addUp(document.withholdings.map(({ amount }) => amount));
  return [
    ...rows,
    totalRow(label, money(totals.payable), STRONG),
    ...words,
    ...(totals.netPayable === null || document.withholdings.length === 0
      ? []
      : [totalRow("Retenciones", `−${money(withheld)}`)]),
    ...(totals.prepaid === null ? [] : [totalRow("Anticipos", `−${money(totals.prepaid)}`)]),
    resultRow(facts, balance[0], money(balance[1])),
    ...inPesos,
  ];
}

function listPesoRows({ pesoTotals }: PrintedDocument): Row[] {
  if (pesoTotals.length === 0) return [];
  const head: Row = {
    height: ROW + 6,
    draw: (flow, y) => {
      flow.tag(flow.root.add("H2"));
      flow.sheet.text(PESO_TOTALS_TITLE.toUpperCase(), LABEL, { x: RIGHT - TOTALS_WIDTH, y: y + 15 });
    },
  };
  return [head, ...pesoTotals.map(({ label, amount }) => totalRow(label, printMoney(amount, PESO)))];
}

function totalRow(label: string, value: string, strong?: TextStyle): Row {
  const valueStyle = shrink(value, strong ?? TEXT, TOTALS_WIDTH * 0.6);
  const style = strong ?? FAINT;
  const lines = breakLines(label, style, TOTALS_WIDTH - measure(value, valueStyle) - 12);
  return {
    height: ROW + (lines.length - 1) * 10,
    draw: (flow, y) => {
      const { sheet } = flow;
      flow.tag(flow.root.add("P"));
      for (const [index, line] of lines.entries()) {
        sheet.text(line, style, { x: RIGHT - TOTALS_WIDTH, y: y + 10 + index * 10 });
      }
      sheet.text(value, valueStyle, { x: RIGHT, y: y + 10, align: "right" });
    },
  };
}

/** What the document comes to. */
function resultRow({ accent }: Facts, text: string, value: string): Row {
  const color = legible(accent);
  const label: TextStyle = { size: 9, weight: "semibold", color };
  const style = shrink(value, { size: 15, weight: "semibold", color } as const, TOTALS_WIDTH - 74);
  return {
    height: PAYABLE_ROW,
    draw: (flow, y) => {
      const { sheet } = flow;
      flow.tag(flow.root.add("P"));
      sheet.rule(RIGHT - TOTALS_WIDTH, y + 5, TOTALS_WIDTH, color, 1);
      sheet.text(text, label, { x: RIGHT - TOTALS_WIDTH, y: y + 23 });
      sheet.text(value, style, { x: RIGHT, y: y + 23.5, align: "right" });
    },
  };
}

/** The amount in words, under its figures. */
function listWords({ totals, currency }: Facts["document"]): Row[] {
  const words = spellAmount(totals.payable, currency);
  if (words === null) return [];
  const lines = balance(`Son: ${words}`, FAINT, TOTALS_WIDTH);
  const draw: Row["draw"] = (flow, y) => {
    const { sheet } = flow;
    flow.tag(flow.root.add("P"));
    for (const [index, line] of lines.entries()) {
      sheet.text(line, FAINT, { x: RIGHT, y: y + 11 + index * 10, align: "right" });
    }
  };
  return [{ height: 4 + lines.length * 10, draw }];
}

/** Remarks of the whole document; those of a note stand with what it corrects. */
function listNoteLines({ document }: Facts): readonly string[] {
  return document.correction === null ? document.notes.flatMap((note) => breakLines(note, FAINT, CONTENT_WIDTH)) : [];
}

function drawNotes(flow: Flow, lines: readonly string[]): void {
  if (lines.length === 0) return;
  flow.y += NOTES_GAP;
  flow.ensure(NOTES_HEAD + 2 * NOTE_LEADING);
  flow.tag(flow.root.add("H2"));
  flow.sheet.text("OBSERVACIONES", LABEL, { x: MARGIN, y: flow.y + 8 });
  flow.y += NOTES_HEAD;
  flow.tag(flow.root.add("P"));
  for (const line of lines) {
    flow.ensure(NOTE_LEADING);
    flow.sheet.text(line, FAINT, { x: MARGIN, y: flow.y + 8 });
    flow.y += NOTE_LEADING;
  }
}
