// Draws the table of lines over as many pages as it needs, its head repeated and its amounts carried on.
import type { Line } from "../document/model.ts";
import { addUp, printMoney, printQuantity } from "../document/number.ts";
import { type LinePrice, listPrices } from "../document/price.ts";
import type { TextPlace } from "../pdf/sheet.ts";
import type { Element } from "../pdf/structure.ts";
import { breakLines, packParts, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { type Facts, LINE_NET_LABEL, printAllowance, printAllowanceAmount, printLineTaxes } from "./facts.ts";
import { CONTENT_WIDTH, type Flow, MARGIN, PAGE_ROOM, RIGHT } from "./flow.ts";
import { GRAY, HAIRLINE, INK, legible } from "./palette.ts";

const NUMBER: TextStyle = { size: 7, color: GRAY };
const TEXT: TextStyle = { size: 8, color: INK };
const FAINT: TextStyle = { size: 7, color: GRAY };
const HEAD: TextStyle = { size: 6.5, weight: "semibold", color: GRAY };
const CARRY: TextStyle = { size: 7.5, weight: "semibold", color: GRAY };
const LEADING = 9.2;
const ROW_PADDING = 2.1;
const HEAD_HEIGHT = 15.5;
const CARRY_HEIGHT = 18;
/** Longer descriptions go on in a row of their own, which may stand on the next page. */
const LINES_OF_A_ROW = 12;
const CELL_GAP = 8;
/** So many lines go with the totals where these need a new page. */
const LINES_OF_TAIL = 3;

/** Left edge and width of each column. */
const COLUMNS = placeColumns({ number: 18, description: 0, quantity: 48, unit: 42, price: 78, tax: 62, amount: 86 });

type ColumnName = "number" | "description" | "quantity" | "unit" | "price" | "tax" | "amount";
type Columns = Readonly<Record<ColumnName, { readonly x: number; readonly right: number; readonly width: number }>>;

/** @param widths a width of 0 takes what the others leave. */
function placeColumns(widths: Readonly<Record<ColumnName, number>>): Columns {
  const rest = CONTENT_WIDTH - Object.values(widths).reduce((sum, width) => sum + width, 0);
  let x = MARGIN;
  const place = (width: number) => {
    const column = { x, right: x + (width || rest), width: width || rest };
    x = column.right;
    return column;
  };
  return {
    number: place(widths.number),
    description: place(widths.description),
    quantity: place(widths.quantity),
    unit: place(widths.unit),
    price: place(widths.price),
    tax: place(widths.tax),
    amount: place(widths.amount),
  };
}

type PricedLine = Line & { readonly gross: string };

/** One line of text in the description column. */
interface Piece {
  readonly text: string;
  readonly style: TextStyle;
  /** Set at the right end of the row. */
  readonly amount?: string;
  /** Whether the amount is what the line comes to. */
  readonly isResult?: boolean;
}

/** A part of a line that stays together. */
interface Row {
  readonly pieces: readonly Piece[];
  /** Set in the first part of a line only. */
  readonly line: PricedLine | null;
  readonly taxes: readonly string[];
  readonly isLast: boolean;
}

/**
 * Every line of the document. The last ones go on to a new page where only they have room on this one.
 * @param closing points that what follows the table needs on the page of its last line.
 */
export function drawTable(flow: Flow, facts: Facts, closing: number): void {
  const { document } = facts;
  const prices = listPrices(document);
  const rows = document.lines.flatMap((line, index) => listRows(line, prices[index], facts));
  const tail = findTail(rows, closing);
  const isWhole = (at: number) => at !== tail || heightOfAll(rows.slice(tail)) + CARRY_HEIGHT + closing <= flow.room;
  let sum = "0";
  /** Null while no line has begun on this page. */
  let ofPage: string | null = null;
  let pages = 1;
  flow.ensure(HEAD_HEIGHT + (tail === 0 ? heightOfAll(rows) + closing : 40));
  const table = flow.root.add("Table");
  drawTableHead(flow, facts, table.add("TR"));
  let cells = addCells(table);
  for (const [index, row] of rows.entries()) {
    const reserve = index === rows.length - 1 && pages === 1 ? 0 : CARRY_HEIGHT;
    if (heightOf(row) + reserve > flow.room || (index > 0 && !isWhole(index))) {
      drawSubtotal(flow, ofPage, sum, facts);
      flow.turn();
      pages += 1;
      drawTableHead(flow, facts, null);
      drawCarry(flow, "Vienen de la página anterior", printMoney(sum, document.currency));
      flow.sheet.rule(MARGIN, flow.y, CONTENT_WIDTH, HAIRLINE, 0.4);
      ofPage = null;
      if (row.line === null) flow.y += ROW_PADDING;
    }
    if (row.line !== null && index > 0) cells = addCells(table);
    drawRow(flow, row, cells, document.currency);
    if (row.line !== null) [sum, ofPage] = [addUp([sum, row.line.amount]), addUp([ofPage ?? "0", row.line.amount])];
  }
  if (pages > 1) drawSubtotal(flow, ofPage, sum, facts);
}

/** Where the last lines begin that a page has room for together with the totals; behind the last row where there are none. */
function findTail(rows: readonly Row[], closing: number): number {
  const room = PAGE_ROOM - HEAD_HEIGHT - 2 * CARRY_HEIGHT - closing;
  const begins = rows.flatMap(({ line }, index) => (line === null ? [] : [index]));
  const fitting = begins.slice(-LINES_OF_TAIL).find((at) => heightOfAll(rows.slice(at)) <= room);
  return fitting ?? rows.length;
}

/** A row of the table, as it is read. */
function addCells(table: Element): Readonly<Record<ColumnName, Element>> {
  const row = table.add("TR");
  const add = () => row.add("TD");
  return {
    number: add(),
    description: add(),
    quantity: add(),
    unit: add(),
    price: add(),
    tax: add(),
    amount: add(),
  };
}

/** @param row where it is read; null: on a later page, where nobody reads it again. */
function drawTableHead(flow: Flow, { accent }: Facts, row: Element | null): void {
  const { y } = flow;
  const base = y + 9;
  const sheet = {
    text: (text: string, style: TextStyle, place: TextPlace) => {
      flow.tag(row?.add("TH") ?? null);
      flow.sheet.text(text, style, place);
    },
  };
  sheet.text("#", HEAD, { x: COLUMNS.number.x, y: base });
  sheet.text("DESCRIPCIÓN", HEAD, { x: COLUMNS.description.x, y: base });
  sheet.text("CANTIDAD", HEAD, { x: COLUMNS.quantity.right, y: base, align: "right" });
  sheet.text("UNIDAD", HEAD, { x: COLUMNS.unit.x + CELL_GAP, y: base });
  sheet.text("VR. UNITARIO", HEAD, { x: COLUMNS.price.right, y: base, align: "right" });
  sheet.text("IMPUESTOS", HEAD, { x: COLUMNS.tax.right, y: base, align: "right" });
  sheet.text("VALOR", HEAD, { x: COLUMNS.amount.right, y: base, align: "right" });
  flow.sheet.rule(MARGIN, y + 14.5, CONTENT_WIDTH, legible(accent), 1);
  flow.y += HEAD_HEIGHT;
}

function listRows(line: Line, price: LinePrice | undefined, { document }: Facts): Row[] {
  const { currency } = document;
  const width = COLUMNS.description.width - CELL_GAP;
  const faint = (text: string) => breakLines(text, FAINT, width).map((one) => ({ text: one, style: FAINT }));
  const pieces: Piece[] = [
    ...breakLines(line.description, TEXT, width).map((text) => ({ text, style: TEXT })),
    ...packParts(line.details, FAINT, width).map((text) => ({ text, style: FAINT })),
    ...line.notes.flatMap(faint),
    ...line.allowances.flatMap((allowance) => {
      const [first, ...others] = faint(printAllowance(allowance));
      const amount = printAllowanceAmount(allowance, currency);
      return first === undefined ? others : [{ ...first, amount }, ...others];
    }),
    ...(line.allowances.length === 0
      ? []
      : [{ text: LINE_NET_LABEL, style: FAINT, amount: printMoney(line.amount, currency), isResult: true }]),
  ];
  const taxes = printLineTaxes(line, document).flatMap((text) => breakLines(text, FAINT, COLUMNS.tax.width - CELL_GAP));
  const rows: Row[] = [];
  for (let at = 0; at < pieces.length; at += LINES_OF_A_ROW) {
    const isFirst = at === 0;
    rows.push({
      pieces: pieces.slice(at, at + LINES_OF_A_ROW),
      line: isFirst ? { ...line, gross: price?.gross ?? line.amount } : null,
      taxes: isFirst ? taxes : [],
      isLast: at + LINES_OF_A_ROW >= pieces.length,
    });
  }
  return rows;
}

function heightOf({ pieces, taxes, line, isLast }: Row): number {
  const padding = (line === null ? 0 : ROW_PADDING) + (isLast ? ROW_PADDING : 0);
  return Math.max(pieces.length, taxes.length) * LEADING + padding;
}

function heightOfAll(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + heightOf(row), 0);
}

function drawRow(flow: Flow, row: Row, cells: Readonly<Record<ColumnName, Element>>, currency: string): void {
  const { sheet } = flow;
  const height = heightOf(row);
  const base = flow.y + (row.line === null ? 0 : ROW_PADDING) + 7.6;
  for (const [index, { text, style, amount, isResult = false }] of row.pieces.entries()) {
    const y = base + index * LEADING;
    flow.tag(cells.description);
    sheet.text(text, style, { x: COLUMNS.description.x, y });
    if (amount !== undefined) drawCell(flow, amount, isResult ? TEXT : FAINT, "amount", y);
  }
  flow.tag(cells.tax);
  for (const [index, text] of row.taxes.entries()) drawCell(flow, text, FAINT, "tax", base + index * LEADING);
  if (row.line !== null) {
    const { number, quantity, unit, unitPrice, gross } = row.line;
    flow.tag(cells.number);
    sheet.text(number, shrink(number, NUMBER, COLUMNS.number.width - 3), { x: COLUMNS.number.x, y: base });
    flow.tag(cells.quantity);
    drawCell(flow, printQuantity(quantity), TEXT, "quantity", base);
    flow.tag(cells.unit);
    sheet.text(unit, shrink(unit, FAINT, COLUMNS.unit.width - CELL_GAP), { x: COLUMNS.unit.x + CELL_GAP, y: base });
    flow.tag(cells.price);
    drawCell(flow, printMoney(unitPrice, currency), TEXT, "price", base);
    flow.tag(cells.amount);
    drawCell(flow, printMoney(gross, currency), row.line.allowances.length === 0 ? TEXT : FAINT, "amount", base);
  }
  flow.y += height;
  if (row.isLast) sheet.rule(MARGIN, flow.y, CONTENT_WIDTH, HAIRLINE, 0.4);
}

/** A right-aligned cell; a long amount is set smaller rather than into its neighbour. */
function drawCell(flow: Flow, text: string, style: TextStyle, column: ColumnName, y: number): void {
  const { right, width } = COLUMNS[column];
  flow.sheet.text(text, shrink(text, style, width - 4), { x: right, y, align: "right" });
}

function drawSubtotal(flow: Flow, ofPage: string | null, sum: string, { document: { currency } }: Facts): void {
  const carried = `Acumulado ${printMoney(sum, currency)}`;
  if (ofPage === null) drawCarry(flow, "", carried);
  else drawCarry(flow, "Subtotal de esta página", `${printMoney(ofPage, currency)}   ${carried}`);
}

function drawCarry(flow: Flow, label: string, text: string): void {
  const y = flow.y + 12;
  // A sum of a page is of the page, not of the document.
  flow.tag(null);
  flow.sheet.text(label, CARRY, { x: COLUMNS.description.x, y });
  flow.sheet.text(text, shrink(text, CARRY, CONTENT_WIDTH * 0.6), { x: RIGHT, y, align: "right" });
  flow.y += CARRY_HEIGHT;
}
