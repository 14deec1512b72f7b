// Writes a document on a strip of paper, of a PDF or of a receipt printer: the contents of the page, in black.
import type { Line, PrintedDocument } from "../document/model.ts";
import { printMoney, printQuantity } from "../document/number.ts";
import { type LinePrice, listPaidPrices, listPrices } from "../document/price.ts";
import { spellAmount } from "../document/words.ts";
import { describeParty, listCorrection } from "./carta-head.ts";
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
import type { Strip } from "./strip.ts";

/** Writes a document on a strip. */
export function writeTicket(strip: Strip, facts: Facts): void {
  const { document } = facts;
  drawIssuer(strip, facts);
  strip.divide();
  strip.paragraph(document.title, strip.style("semibold", 1.1), "center", "H1");
  if (document.subtitle !== null) strip.paragraph(document.subtitle, strip.style(), "center");
  strip.paragraph(document.number, strip.style("semibold", 1.7), "center");
  if (document.legend !== null) strip.paragraph(document.legend, strip.style("semibold"), "center");
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
}

function drawIssuer(strip: Strip, { document, logo }: Facts): void {
  strip.logo(logo, document.issuer.name);
  strip.paragraph(document.issuer.name, strip.style("semibold", 1.3), "center");
  strip.lines(describeParty(document.issuer, strip.style(), strip.width), strip.style(), "center");
}

/** A value at the right end, beside its label where both fit. */
function drawEntry(strip: Strip, label: string, value: string): void {
  const style = strip.style();
  if (strip.fits(label, value, style, strip.gap + 2)) {
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
    if (isFiscalId) strip.word(value);
    else strip.paragraph(value);
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
  strip.parts(line.details, small);
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
  strip.code(document.qr);
  strip.paragraph(document.fiscalIdName, strip.style("semibold"), "center");
  strip.word(document.fiscalId, strip.style("regular", 0.95), "center");
  strip.space(4);
  strip.paragraph(
    `Representación gráfica de ${document.title} ${document.number}`,
    strip.style("regular", 0.92),
    "center",
  );
  if (document.legend !== null) strip.paragraph(document.legend, strip.style("semibold"), "center");
  strip.parts(listMaker(facts), strip.style("regular", 0.92), "center");
}
