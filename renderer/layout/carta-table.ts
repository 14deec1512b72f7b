// Draws the table of lines over as many pages as it needs, its head repeated and its amounts carried on.
import type { Line } from "../document/model.ts";
import { addUp, printMoney, printQuantity } from "../document/number.ts";
import { breakLines, shrink, type TextStyle } from "../pdf/typesetter.ts";
import { type Facts, printAllowance, printAllowanceAmount, printLineTaxes } from "./facts.ts";
import { CONTENT_WIDTH, type Flow, MARGIN, RIGHT } from "./flow.ts";
import { GRAY, HAIRLINE, INK, legible } from "./palette.ts";

const NUMBER: TextStyle = { size: 7, color: GRAY };
const TEXT: TextStyle = { size: 8, color: INK };
const FAINT: TextStyle = { size: 7, color: GRAY };
const HEAD: TextStyle = { size: 6.5, weight: "semibold", color: GRAY };
const CARRY: TextStyle = { size: 7.5, weight: "semibold", color: GRAY };
const LEADING = 10;
const ROW_PADDING = 4;
const HEAD_HEIGHT = 15.5;
const CARRY_HEIGHT = 18;
/** Longer descriptions go on in a row of their own, which may stand on the next page. */
const LINES_OF_A_ROW = 12;
const CELL_GAP = 8;

/** Left edge and width of each column. */
const COLUMNS = placeColumns({ number: 20, description: 0, quantity: 50, unit: 44, price: 78, tax: 64, amount: 86 });

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

/** One line of text in the description column. */
interface Piece {
  readonly text: string;
  readonly style: TextStyle;
  /** Set at the right end of the row. */
  readonly amount?: string;
}

/** A part of a line that stays together. */
interface Row {
  readonly pieces: readonly Piece[];
  /** Set in the first part of a line only. */
  readonly line: Line | null;
  readonly taxes: readonly string[];
  readonly isLast: boolean;
}

/** Every line of the document. */
export function drawTable(flow: Flow, facts: Facts): void {
  const { document } = facts;
  const rows = document.lines.flatMap((line) => listRows(line, facts));
  let sum = "0";
  /** Null while no line has begun on this page. */
  let ofPage: string | null = null;
  let pages = 1;
  flow.ensure(HEAD_HEIGHT + 40);
  drawTableHead(flow, facts);
  for (const [index, row] of rows.entries()) {
    const reserve = index === rows.length - 1 && pages === 1 ? 0 : CARRY_HEIGHT;
    if (heightOf(row) + reserve > flow.room) {
      drawSubtotal(flow, ofPage, sum, facts);
      flow.turn();
      pages += 1;
      drawTableHead(flow, facts);
      drawCarry(flow, "Vienen de la página anterior", printMoney(sum, document.currency));
      flow.sheet.rule(MARGIN, flow.y, CONTENT_WIDTH, HAIRLINE, 0.4);
      ofPage = null;
      if (row.line === null) flow.y += ROW_PADDING;
    }
    drawRow(flow, row, document.currency);
    if (row.line !== null) [sum, ofPage] = [addUp([sum, row.line.amount]), addUp([ofPage ?? "0", row.line.amount])];
  }
  if (pages > 1) drawSubtotal(flow, ofPage, sum, facts);
  const count = `Número de líneas: ${document.lineCount}`;
  flow.ensure(16);
  flow.sheet.text(count, FAINT, { x: MARGIN, y: flow.y + 12 });
  flow.y += 18;
}

function drawTableHead(flow: Flow, { accent }: Facts): void {
  const { sheet, y } = flow;
  const base = y + 9;
  sheet.text("#", HEAD, { x: COLUMNS.number.x, y: base });
  sheet.text("DESCRIPCIÓN", HEAD, { x: COLUMNS.description.x, y: base });
  sheet.text("CANTIDAD", HEAD, { x: COLUMNS.quantity.right, y: base, align: "right" });
  sheet.text("UNIDAD", HEAD, { x: COLUMNS.unit.x + CELL_GAP, y: base });
  sheet.text("VR. UNITARIO", HEAD, { x: COLUMNS.price.right, y: base, align: "right" });
  sheet.text("IMPUESTOS", HEAD, { x: COLUMNS.tax.right, y: base, align: "right" });
  sheet.text("VALOR", HEAD, { x: COLUMNS.amount.right, y: base, align: "right" });
  sheet.rule(MARGIN, y + 14.5, CONTENT_WIDTH, legible(accent), 1);
  flow.y += HEAD_HEIGHT;
}

function listRows(line: Line, { document }: Facts): Row[] {
  const width = COLUMNS.description.width - CELL_GAP;
  const faint = (text: string) => breakLines(text, FAINT, width).map((one) => ({ text: one, style: FAINT }));
  const pieces: Piece[] = [
    ...breakLines(line.description, TEXT, width).map((text) => ({ text, style: TEXT })),
    ...(line.code === null ? [] : faint(`Cód. ${line.code}`)),
    ...(line.period === null ? [] : faint(line.period)),
    ...line.notes.flatMap(faint),
    ...line.allowances.flatMap((allowance) => {
      const [first, ...others] = faint(printAllowance(allowance));
      const amount = printAllowanceAmount(allowance, document.currency);
      return first === undefined ? others : [{ ...first, amount }, ...others];
    }),
  ];
  const taxes = printLineTaxes(line, document).flatMap((text) => breakLines(text, FAINT, COLUMNS.tax.width - CELL_GAP));
  const rows: Row[] = [];
  for (let at = 0; at < pieces.length; at += LINES_OF_A_ROW) {
    const isFirst = at === 0;
    rows.push({
      pieces: pieces.slice(at, at + LINES_OF_A_ROW),
      line: isFirst ? line : null,
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

function drawRow(flow: Flow, row: Row, currency: string): void {
  const { sheet } = flow;
  const height = heightOf(row);
  const base = flow.y + (row.line === null ? 0 : ROW_PADDING) + 8;
  for (const [index, { text, style, amount }] of row.pieces.entries()) {
    const y = base + index * LEADING;
    sheet.text(text, style, { x: COLUMNS.description.x, y });
    if (amount !== undefined) drawCell(flow, amount, FAINT, "amount", y);
  }
  for (const [index, text] of row.taxes.entries()) drawCell(flow, text, FAINT, "tax", base + index * LEADING);
  if (row.line !== null) {
    const { number, quantity, unit, unitPrice, amount } = row.line;
    sheet.text(number, shrink(number, NUMBER, COLUMNS.number.width - 3), { x: COLUMNS.number.x, y: base });
    drawCell(flow, printQuantity(quantity), TEXT, "quantity", base);
    sheet.text(unit, shrink(unit, FAINT, COLUMNS.unit.width - CELL_GAP), { x: COLUMNS.unit.x + CELL_GAP, y: base });
    drawCell(flow, printMoney(unitPrice, currency), TEXT, "price", base);
    drawCell(flow, printMoney(amount, currency), TEXT, "amount", base);
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
  flow.sheet.text(label, CARRY, { x: COLUMNS.description.x, y });
  flow.sheet.text(text, shrink(text, CARRY, CONTENT_WIDTH * 0.6), { x: RIGHT, y, align: "right" });
  flow.y += CARRY_HEIGHT;
}
