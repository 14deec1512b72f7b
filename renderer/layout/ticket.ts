// Lays a document out on a strip of paper, 80 or 58 mm wide and as long as its content: the contents of the page, in black.
import type { Line, PrintedDocument } from "../document/model.ts";
import { printMoney, printQuantity } from "../document/number.ts";
import { type LinePrice, listPaidPrices, listPrices } from "../document/price.ts";
import { TEST_LEGEND } from "../document/wire-literal.ts";
import { spellAmount } from "../document/words.ts";
import { type DrawnPage, LOGO_NAME } from "../pdf/assemble.ts";
import { Sheet } from "../pdf/sheet.ts";
import {
  balance,
  breakEvenly,
  breakLines,
  measure,
  packParts,
  shrink,
  type TextStyle,
  type Typesetter,
} from "../pdf/typesetter.ts";
import { describeParty, fitLogo, listCorrection } from "./carta-head.ts";
import { makeCode } from "./code.ts";
import {
  CIRCUMSTANCES_TITLE,
  type Facts,
  findBalance,
  LINE_NET_LABEL,
  listMaker,
  listPaymentTables,
  listTerms,
  PESO_TOTALS_TITLE,
  printAllowance,
  printAllowanceAmount,
  printAuthorization,
  printLineTaxes,
  printTaxName,
  printTaxRate,
  printTotalLabel,
  printWithholdingsTitle,
} from "./facts.ts";

const POINTS_PER_MM = 72 / 25.4;
/** Of a usual printer: 203 to the inch. */
const DOT = 72 / 203;
/** Paper and what a printer of that width prints of it, in millimetres. */
const PAPERS = { "tirilla-80": { paper: 80, printed: 72 }, "tirilla-58": { paper: 58, printed: 48 } } as const;
const SMALLEST_CODE = 20 * POINTS_PER_MM;
const CODE_DOTS = [4, 3];
const QUIET_MODULES = 4;
const SIZES = { "tirilla-80": 7.6, "tirilla-58": 6.8 } as const;
const LEAST_SIZE = 4.5;
/** Lines of a label in a narrow column beside its value; a longer one stands above it. */
const MOST_BESIDE = 2;

/** A strip being written from top to bottom. */
class Strip {
  readonly sheet: Sheet;
  readonly left: number;
  readonly width: number;
  readonly size: number;
  y: number;

  constructor(typesetter: Typesetter, layout: keyof typeof PAPERS) {
    const { paper, printed } = PAPERS[layout];
    this.sheet = new Sheet(typesetter, paper * POINTS_PER_MM);
    this.left = ((paper - printed) / 2) * POINTS_PER_MM;
    this.width = printed * POINTS_PER_MM;
    this.size = SIZES[layout];
    this.y = 4 * POINTS_PER_MM;
  }

  get right(): number {
    return this.left + this.width;
  }

  style(weight: "regular" | "semibold" = "regular", scale = 1): TextStyle {
    return { size: this.size * scale, weight };
  }

  /** A paragraph over the whole width; in the middle its lines are about as long. */
  paragraph(text: string, style = this.style(), align: "left" | "center" | "right" = "left"): void {
    this.lines((align === "center" ? balance : breakLines)(text, style, this.width), style, align);
  }

  /** Lines that are broken already. */
  lines(lines: readonly string[], style = this.style(), align: "left" | "center" | "right" = "left"): void {
    const x = { left: this.left, center: this.left + this.width / 2, right: this.right }[align];
    for (const line of lines) {
      this.y += style.size * 1.36;
      this.sheet.text(line, style, { x, y: this.y - style.size * 0.3, align });
    }
  }

  /** A label, broken where it must be, and a value at the right end. */
  pair(label: string, value: string, style = this.style()): void {
    const valueStyle = shrink(value, style, this.width * 0.72, LEAST_SIZE);
    const room = this.width - measure(value, valueStyle) - 6;
    if (room < this.width / 2 && breakLines(label, style, room).length > MOST_BESIDE) {
      this.paragraph(label, style);
      this.paragraph(value, valueStyle, "right");
      return;
    }
    const start = this.y;
    for (const line of breakLines(label, style, room)) {
      this.y += style.size * 1.36;
      this.sheet.text(line, style, { x: this.left, y: this.y - style.size * 0.3 });
    }
    this.sheet.text(value, valueStyle, { x: this.right, y: start + style.size * 1.06, align: "right" });
  }

  /** The same with an addition to the label: behind it where there is room, else on a line of its own. */
  pairWith(label: string, addition: string, value: string): void {
    const style = this.style();
    const small = this.style("regular", 0.92);
    const fits = (text: string) => measure(text, style) + measure(value, style) + 6 <= this.width;
    if (addition === "") {
      this.pair(label, value);
    } else if (fits(`${label} · ${addition}`)) {
      this.pair(`${label} · ${addition}`, value);
    } else if (fits(label)) {
      this.pair(label, value);
      this.paragraph(addition, small);
    } else {
      this.paragraph(label);
      this.pair(addition, value);
    }
  }

  space(points: number): void {
    this.y += points;
  }

  /** A dashed line, as printers of strips draw it. */
  divide(): void {
    this.space(4);
    for (let x = this.left; x < this.right - 1; x += 4) {
      this.sheet.fill({ x, y: this.y, width: 2, height: 0.7 }, "#000000");
    }
    this.space(3);
  }
}

/** The one page of a strip. */
export function layOutTicket(facts: Facts, typesetter: Typesetter, layout: keyof typeof PAPERS): DrawnPage {
  const { document } = facts;
  const strip = new Strip(typesetter, layout);
  drawIssuer(strip, facts);
  strip.divide();
  strip.paragraph(document.title, strip.style("semibold", 1.1), "center");
  if (document.subtitle !== null) strip.paragraph(document.subtitle, strip.style(), "center");
  strip.paragraph(document.number, strip.style("semibold", 1.7), "center");
  if (document.isTest) strip.paragraph(TEST_LEGEND, strip.style("semibold"), "center");
  strip.divide();
  for (const [label, value] of listTerms(facts)) drawEntry(strip, label, value);
  strip.divide();
  strip.paragraph(document.counterpartRole, strip.style("semibold"));
  strip.paragraph(document.counterpart.name);
  strip.lines(describeParty(document.counterpart, strip.style(), strip.width));
  drawCorrection(strip, facts);
  drawCircumstances(strip, facts);
  drawLines(strip, facts);
  drawTotals(strip, facts);
  drawEnd(strip, facts);
  return { sheet: strip.sheet, height: strip.y + 6 * POINTS_PER_MM };
}

function drawIssuer(strip: Strip, { document, logo }: Facts): void {
  if (logo !== null) {
    const size = fitLogo(logo, { width: strip.width * 0.7, height: 20 * POINTS_PER_MM });
    strip.sheet.picture(LOGO_NAME, logo.orientation, {
      x: strip.left + (strip.width - size.width) / 2,
      y: strip.y,
      ...size,
    });
    strip.space(size.height + 4);
  }
  strip.paragraph(document.issuer.name, strip.style("semibold", 1.3), "center");
  strip.lines(describeParty(document.issuer, strip.style(), strip.width), strip.style(), "center");
}

/** A value at the right end, beside its label where both fit. */
function drawEntry(strip: Strip, label: string, value: string): void {
  const style = strip.style();
  if (!value.includes("\n") && measure(label, style) + measure(value, style) + 8 <= strip.width) {
    strip.pair(label, value);
    return;
  }
  strip.paragraph(label);
  strip.paragraph(value, style, "right");
}

/** All below their labels: a number of 96 digits needs it, and what stands together looks alike. */
function drawCorrection(strip: Strip, { document }: Facts): void {
  if (document.correction === null) return;
  strip.divide();
  for (const [label, value] of listCorrection(document.typeCode, document.correction, document.notes)) {
    strip.paragraph(`${label}:`, strip.style("semibold"));
    const isFiscalId = value === document.correction.corrected?.fiscalId;
    strip.lines((isFiscalId ? breakEvenly : breakLines)(value, strip.style(), strip.width));
  }
}

function drawCircumstances(strip: Strip, { document: { circumstances } }: Facts): void {
  if (circumstances.length === 0) return;
  strip.divide();
  strip.paragraph(CIRCUMSTANCES_TITLE, strip.style("semibold"));
  for (const [label, value] of circumstances) drawEntry(strip, label, value);
}

/** With taxes in every price where the sale was agreed so: what the buyer of a strip saw on the shelf. */
function drawLines(strip: Strip, { document }: Facts): void {
  const paid = listPaidPrices(document);
  const prices = paid ?? listPrices(document);
  strip.divide();
  strip.pair("Descripción", paid === null ? "Valor" : "Valor con impuestos", strip.style("semibold"));
  strip.space(2);
  for (const [index, line] of document.lines.entries()) drawLine(strip, line, prices[index], document);
  strip.divide();
  strip.paragraph(`Número de líneas: ${document.lineCount}`);
}

function drawLine(strip: Strip, line: Line, price: LinePrice | undefined, document: PrintedDocument): void {
  if (price === undefined) return;
  const { currency } = document;
  const small = strip.style("regular", 0.92);
  strip.paragraph(`${line.number}. ${line.description}`);
  strip.lines(packParts(line.details, small, strip.width), small);
  for (const note of line.notes) strip.paragraph(note, small);
  const product = `${printQuantity(line.quantity)} ${line.unit} × ${printMoney(price.unitPrice, currency)}`;
  strip.pairWith(product, printLineTaxes(line, document).join(" · "), printMoney(price.gross, currency));
  for (const [index, allowance] of line.allowances.entries()) {
    strip.pair(printAllowance(allowance), printAllowanceAmount(allowance, currency, price.allowances[index]), small);
  }
  if (line.allowances.length > 0) strip.pair(LINE_NET_LABEL, printMoney(price.net, currency));
  strip.space(2.5);
}

function drawTotals(strip: Strip, { document }: Facts): void {
  const { totals, currency } = document;
  const money = (value: string) => printMoney(value, currency);
  strip.divide();
  strip.pair(document.taxes.length === 0 ? "Subtotal" : "Subtotal sin impuestos", money(totals.lines));
  for (const tax of document.taxes) {
    strip.pairWith(printTaxRate(tax, currency), tax.base === null ? "" : `base ${money(tax.base)}`, money(tax.amount));
  }
  for (const allowance of document.allowances) {
    strip.pair(printAllowance(allowance), printAllowanceAmount(allowance, currency));
  }
  strip.space(3);
  const { netPayable } = totals;
  const balance = findBalance(document);
  const strong = strip.style("semibold", 1.35);
  strip.pair(printTotalLabel(document), money(totals.payable), balance === null ? strong : strip.style("semibold"));
  const words = spellAmount(totals.payable, currency);
  if (words !== null) strip.paragraph(`Son: ${words}`, strip.style("regular", 0.92));
  if (document.withholdings.length > 0) {
    strip.divide();
    strip.paragraph(printWithholdingsTitle(document), strip.style("semibold"));
    const sign = netPayable === null ? "" : "−";
    for (const tax of document.withholdings) {
      const base = tax.base === null ? "" : `base ${money(tax.base)}`;
      strip.pairWith(printTaxName(tax), base, `${sign}${money(tax.amount)}`);
    }
  }
  for (const { title, rows } of listPaymentTables(document)) {
    strip.divide();
    strip.paragraph(title, strip.style("semibold"));
    for (const { label, date, amount } of rows) strip.pairWith(label, date ?? "", money(amount));
  }
  if (balance !== null) {
    strip.space(3);
    if (totals.prepaid !== null) strip.pair("Anticipos", `−${money(totals.prepaid)}`);
    strip.pair(balance[0], money(balance[1]), strong);
  }
  drawPesoTotals(strip, document);
}

function drawPesoTotals(strip: Strip, { pesoTotals }: PrintedDocument): void {
  if (pesoTotals.length === 0) return;
  strip.divide();
  strip.paragraph(PESO_TOTALS_TITLE, strip.style("semibold"));
  for (const { label, amount } of pesoTotals) strip.pair(label, printMoney(amount, "COP"));
}

function drawEnd(strip: Strip, facts: Facts): void {
  const { document } = facts;
  if (document.correction === null && document.notes.length > 0) {
    strip.divide();
    strip.paragraph("Observaciones", strip.style("semibold"));
    for (const note of document.notes) strip.paragraph(note);
  }
  strip.divide();
  const authorization = printAuthorization(facts);
  if (authorization !== null) strip.paragraph(authorization);
  drawCode(strip, document.qr);
  strip.paragraph(document.fiscalIdName, strip.style("semibold"), "center");
  const small = strip.style("regular", 0.95);
  strip.lines(breakEvenly(document.fiscalId, small, strip.width), small, "center");
  strip.space(4);
  strip.paragraph(
    `Representación gráfica de ${document.title} ${document.number}`,
    strip.style("regular", 0.92),
    "center",
  );
  if (document.isTest) strip.paragraph(TEST_LEGEND, strip.style("semibold"), "center");
  const style = strip.style("regular", 0.92);
  strip.lines(packParts(listMaker(facts), style, strip.width), style, "center");
}

/** Modules of a whole number of dots: four where that fits the paper, else three, more where 2 cm ask for it. */
function drawCode(strip: Strip, text: string): void {
  const rows = makeCode(text);
  const room = strip.sheet.width - 2 * DOT;
  const sides = CODE_DOTS.map((dots) => ({ dots, side: rows.length * dots * DOT }));
  const fitting = sides.find(({ dots, side }) => side + 2 * QUIET_MODULES * dots * DOT <= room)?.side;
  const smallest = Math.ceil(SMALLEST_CODE / (rows.length * DOT)) * rows.length * DOT;
  const side = Math.max(fitting ?? Math.min(room, SMALLEST_CODE), smallest);
  const quiet = (QUIET_MODULES * side) / rows.length;
  strip.space(Math.max(quiet, 6));
  strip.sheet.modules(rows, (strip.sheet.width - side) / 2, strip.y, side);
  strip.space(side + Math.max(quiet, 6) - 4);
}
