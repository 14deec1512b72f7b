// Judges the legal monetary total, header allowances and charges, and advance payments (rules AU, AQ, BD).
import { all, at, textAt, textOf } from "../dom.ts";
import {
  type Amount,
  amountOrZero,
  near,
  percentOf,
  plainText,
  readAmount,
  roundToUnit,
  sumOf,
  ZERO,
} from "./amount.ts";
import { allowanceTolerance, isPlainBoolean } from "./line.ts";
import type { Sheet } from "./sheet.ts";

/** Adds the findings about the totals. */
export function judgeTotals(sheet: Sheet): void {
  judgeHeaderAllowances(sheet);
  const { root } = sheet;
  const total = at(root, sheet.totalName);
  const stated = (name: string): Amount => amountOrZero(textAt(total, `cbc:${name}`));
  const sum = (path: string): Amount => sumOf(all(root, path).map((one) => amountOrZero(textOf(one))));
  const allowances = all(root, "cac:AllowanceCharge");
  const ofKind = (indicator: string): Amount =>
    sumOf(
      allowances
        .filter((one) => textAt(one, "cbc:ChargeIndicator").trim() === indicator)
        .map((one) => amountOrZero(textAt(one, "cbc:Amount"))),
    );
  compare(
    sheet,
    "AU02",
    "LineExtensionAmount",
    stated("LineExtensionAmount"),
    sum(`${sheet.lineName}/cbc:LineExtensionAmount`),
  );
  const bases =
    sheet.type === "94"
      ? sumFirstBases(sheet)
      : sum(`${sheet.lineName}/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount`);
  compare(sheet, "AU04", "TaxExclusiveAmount", stated("TaxExclusiveAmount"), bases);
  const withTaxes = stated("LineExtensionAmount") + sum("cac:TaxTotal/cbc:TaxAmount");
  compare(sheet, "AU06", "TaxInclusiveAmount", stated("TaxInclusiveAmount"), withTaxes);
  compare(sheet, "AU08", "AllowanceTotalAmount", stated("AllowanceTotalAmount"), ofKind("false"));
  compare(sheet, "AU10", "ChargeTotalAmount", stated("ChargeTotalAmount"), ofKind("true"));
  compare(sheet, "AU12", "PrepaidAmount", stated("PrepaidAmount"), sum("cac:PrepaidPayment/cbc:PaidAmount"));
  const payable =
    stated("TaxInclusiveAmount") -
    stated("AllowanceTotalAmount") +
    stated("ChargeTotalAmount") +
    stated("PayableRoundingAmount");
  compare(sheet, "AU14", "PayableAmount", stated("PayableAmount"), payable);
}

/** The rule of a credit note on a ticket reads the first tax of each line, and no other. */
function sumFirstBases(sheet: Sheet): Amount {
  const firsts = sheet.lines.flatMap((line) => all(line, "cac:TaxTotal").slice(0, 1));
  const bases = firsts.flatMap((total) => all(total, "cac:TaxSubtotal/cbc:TaxableAmount"));
  return sumOf(bases.map((one) => amountOrZero(textOf(one))));
}

/** The rule compares whole units; a difference of cents is only remarked. */
function compare(sheet: Sheet, rule: string, name: string, stated: Amount, expected: Amount): void {
  const text = `El valor de ${name} (${plainText(stated)}) no es el calculado (${plainText(expected)}).`;
  if (roundToUnit(stated) !== roundToUnit(expected)) sheet.reject(rule, text);
  else if (stated !== expected) sheet.remark(text);
}

function judgeHeaderAllowances(sheet: Sheet): void {
  all(sheet.root, "cac:AllowanceCharge").forEach((one, index) => {
    sheet.require(textAt(one, "cbc:ID") === String(index + 1), "AQ02", "Los descuentos y cargos no son consecutivos.");
    const amount = amountOrZero(textAt(one, "cbc:Amount"));
    sheet.require(isPlainBoolean(one), "AQ03", "ChargeIndicator debe ser true o false.");
    const base = readAmount(textAt(one, "cbc:BaseAmount"));
    const percent = readAmount(textAt(one, "cbc:MultiplierFactorNumeric"));
    if (percent !== undefined) {
      sheet.require(percent <= amountOrZero("100"), "AQ06", "El porcentaje del descuento o cargo supera 100.");
    }
    if (base === undefined) return;
    const whole = amountOrZero(textAt(sheet.root, `${sheet.totalName}/cbc:TaxInclusiveAmount`));
    sheet.require(base <= whole, "AQ09", "La base del descuento o cargo supera el valor del documento.");
    const isCharge = textAt(one, "cbc:ChargeIndicator").trim() === "true";
    sheet.require(isCharge || amount <= base, "AQ07", "El descuento supera su base.");
    if (percent === undefined || base === ZERO) return;
    const holds = near(amount, percentOf(base, percent), allowanceTolerance(base));
    if (!holds) sheet.remark("un descuento o cargo del encabezado no es base por porcentaje");
  });
}
