// Judges the lines: numbering, quantities, value, discounts, item codes, prices, purchase dates (rules AV, AW, AZ, BB, BE, FC).
import { all, at, attribute, children, type Element, textAt, textOf } from "../dom.ts";
import {
  type Amount,
  amountOrZero,
  CENT,
  multiply,
  near,
  percentOf,
  plainText,
  readAmount,
  sumOf,
  ZERO,
} from "./amount.ts";
import { isUnit } from "./catalogue.ts";
import type { Sheet } from "./sheet.ts";

const AIU_NOTE = "Contrato de servicios AIU por concepto de:";
const FORMS: Readonly<Record<string, string>> = { "1": "Por operación", "2": "Acumulado semanal" };

/** Adds the findings about every line. */
export function judgeLines(sheet: Sheet): void {
  sheet.lines.forEach((line, index) => {
    if (textAt(line, "cbc:ID") !== String(index + 1)) sheet.reject("AV02", "Los números de línea no son consecutivos.");
    judgeQuantity(sheet, line);
    judgeValue(sheet, line);
    judgeReference(sheet, line);
    judgeDiscounts(sheet, line);
    judgeItem(sheet, line);
    if (sheet.isSupport) judgePurchase(sheet, line);
    if (sheet.type === "95" && all(line, "cac:TaxTotal").length === 0)
      sheet.reject("AX04", "La línea no lleva tributos.");
  });
  if (textAt(sheet.root, "cbc:CustomizationID") === "09") {
    const noted = sheet.lines.some((line) =>
      children(line, "cbc:Note").some((one) => textOf(one).startsWith(AIU_NOTE)),
    );
    sheet.require(noted, "AV03", `En operación AIU una línea lleva la nota '${AIU_NOTE}'.`);
  }
}

function judgeQuantity(sheet: Sheet, line: Element): void {
  const quantity = at(line, sheet.quantityName);
  sheet.require(quantity !== undefined, "AV04a", "No se informó la cantidad.");
  sheet.require(
    !quantity || isUnit(attribute(quantity, "unitCode") ?? ""),
    "AV05",
    "La unidad de medida no está en la lista.",
  );
  const price = at(line, "cac:Price");
  sheet.require(price !== undefined, "BB01", "Falta el grupo Price.");
  const baseQuantity = at(price, "cbc:BaseQuantity");
  sheet.require(!price || baseQuantity !== undefined, "BB04", "No se informó la cantidad base del precio.");
  const unit = attribute(baseQuantity, "unitCode") ?? "";
  sheet.require(!baseQuantity || isUnit(unit), "BB05", "La unidad del precio no está en la lista.");
  const base = readAmount(textAt(line, "cac:Price/cbc:BaseQuantity"));
  if (base !== readAmount(textAt(line, sheet.quantityName)))
    sheet.remark("BaseQuantity difiere de la cantidad de la línea");
}

function judgeValue(sheet: Sheet, line: Element): void {
  const stated = amountOrZero(textAt(line, "cbc:LineExtensionAmount"));
  if (at(line, "cac:PricingReference/cac:AlternativeConditionPrice")) {
    sheet.require(stated === ZERO, "AV06", "Una línea sin costo lleva valor 0.00.");
    return;
  }
  const price = amountOrZero(textAt(line, "cac:Price/cbc:PriceAmount"));
  const quantity = amountOrZero(textAt(line, "cac:Price/cbc:BaseQuantity"));
  const ofKind = (indicator: string): Amount =>
    sumOf(
      children(line, "cac:AllowanceCharge")
        .filter((one) => textAt(one, "cbc:ChargeIndicator").trim() === indicator)
        .map((one) => amountOrZero(textAt(one, "cbc:Amount"))),
    );
  const expected = multiply(price, quantity) - ofKind("false") + ofKind("true");
  const text = `El valor de la línea (${plainText(stated)}) no es precio por cantidad menos descuentos más cargos (${plainText(expected)}).`;
  sheet.require(near(stated, expected, CENT), "AV06", text);
}

/** A line that costs nothing says what one unit of it is worth. */
function judgeReference(sheet: Sheet, line: Element): void {
  const isFree = amountOrZero(textAt(line, "cbc:LineExtensionAmount")) === ZERO;
  const reference = at(line, "cac:PricingReference");
  sheet.require(!isFree || reference !== undefined, "AW01", "Una línea de valor 0.00 lleva el grupo PricingReference.");
  if (!isFree && reference === undefined) return;
  const prices = reference === undefined ? [] : all(reference, "cac:AlternativeConditionPrice");
  sheet.require(prices.length > 0, "AW02", "Falta el grupo AlternativeConditionPrice.");
  for (const price of prices) {
    const amount = textAt(price, "cbc:PriceAmount");
    const holds = /^\d+(\.\d{1,6})?$/.test(amount) && amountOrZero(amount) > ZERO;
    sheet.require(holds, "AW03", "El precio de referencia debe ser mayor que cero y tener hasta 6 decimales.");
    const type = textAt(price, "cbc:PriceTypeCode");
    sheet.require(/^0[123]$/.test(type), "AW05", "El tipo del precio de referencia no está en la lista.");
  }
}

/** The rules know `true` and `false` only, although the schema also lets 1 and 0 pass. */
export function isPlainBoolean(charge: Element): boolean {
  return /^(true|false)$/.test(textAt(charge, "cbc:ChargeIndicator").trim());
}

/** A percentage is printed with few decimals: half of its last unit of the base, and a cent. */
export function allowanceTolerance(base: Amount): Amount {
  return base / 20_000n + CENT;
}

function judgeDiscounts(sheet: Sheet, line: Element): void {
  for (const one of children(line, "cac:AllowanceCharge")) {
    const percent = readAmount(textAt(one, "cbc:MultiplierFactorNumeric"));
    const base = readAmount(textAt(one, "cbc:BaseAmount"));
    const amount = amountOrZero(textAt(one, "cbc:Amount"));
    sheet.require(isPlainBoolean(one), "BE03", "ChargeIndicator debe ser true o false.");
    if (percent === undefined || base === undefined) {
      sheet.reject("BE01", "El descuento o cargo de la línea no lleva porcentaje y base.");
      continue;
    }
    sheet.require(percent <= amountOrZero("100"), "BE05", "El porcentaje del descuento o cargo supera 100.");
    sheet.require(base > ZERO, "BE08", "La base del descuento o cargo debe ser mayor que cero.");
    const holds = near(amount, percentOf(base, percent), allowanceTolerance(base));
    sheet.require(holds, "BE06", "El descuento o cargo no es base por porcentaje.");
  }
}

/** schemeID -> schemeName and schemeAgencyID of the item code lists. */
const ITEM_SCHEMES: Readonly<Record<string, { name: string; agency: string | undefined }>> = {
  "001": { name: "UNSPSC", agency: "10" },
  "010": { name: "GTIN", agency: "9" },
  "020": { name: "Partida Arancelarias", agency: "195" },
  "999": { name: "Estándar de adopción del contribuyente", agency: undefined },
};

function judgeItem(sheet: Sheet, line: Element): void {
  const descriptions = all(line, "cac:Item/cbc:Description");
  const described = descriptions.some((one) => textOf(one).trim() !== "");
  sheet.require(described, "AZ02", "No se informó la descripción.");
  const standard = all(line, "cac:Item/cac:StandardItemIdentification");
  sheet.require(standard.length > 0, "AZ09", "Falta StandardItemIdentification.");
  for (const one of standard) {
    const id = at(one, "cbc:ID");
    const scheme = ITEM_SCHEMES[attribute(id, "schemeID") ?? ""];
    sheet.require(scheme !== undefined, "AZ11", "El estándar del código de producto no está en la lista.");
    sheet.require(textAt(one, "cbc:ID").trim() !== "", "AZ10", "No se informó el código de producto.");
    if (!scheme) continue;
    const agency = attribute(id, "schemeAgencyID");
    const isGtin = scheme.name === "GTIN";
    if (isGtin) sheet.require(agency === "9", "AZ14", "El estándar 010 lleva schemeAgencyID 9.");
    else if (agency !== undefined && agency !== "") {
      sheet.require(agency === scheme.agency, "AZ10", "El código no corresponde a la agencia.");
    }
    if (scheme.name === "UNSPSC") {
      sheet.require(/^\d{8}$/.test(textAt(one, "cbc:ID")), "AZ10", "Un código UNSPSC tiene 8 dígitos.");
    }
    if (attribute(id, "schemeName") !== scheme.name)
      sheet.reject("AZ12", "El nombre del estándar no está en la lista.");
  }
}

function judgePurchase(sheet: Sheet, line: Element): void {
  const periods = children(line, "cac:InvoicePeriod");
  const period = periods[0];
  // The official sample of an adjustment note has none.
  const isLeftOut = sheet.isNote && periods.length === 0;
  sheet.require(isLeftOut || periods.length === 1, "FC01", "Cada línea lleva un grupo InvoicePeriod.");
  if (!period) return;
  const start = textAt(period, "cbc:StartDate");
  const form = textAt(period, "cbc:DescriptionCode");
  const issued = textAt(sheet.root, "cbc:IssueDate");
  sheet.require(/^\d{4}-\d\d-\d\d$/.test(start), "FC02a", "No se informó la fecha de la compra.");
  sheet.require(FORMS[form] !== undefined, "FC03", "La forma de generación no es 1 ni 2.");
  sheet.require(
    textAt(period, "cbc:Description") === FORMS[form],
    "FC04",
    "La descripción no corresponde a la forma de generación.",
  );
  if (form === "1")
    sheet.require(start === issued, "FC02b", "La fecha de la compra debe ser igual a la fecha de emisión.");
  else sheet.require(start <= issued, "FC02b", "La fecha de la compra no puede ser posterior a la fecha de emisión.");
}
