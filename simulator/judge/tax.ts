// Judges taxes and withholdings, in the header and in the lines, and that both say the same (rules AS, AT, AX, AY).
import { all, at, attribute, children, type Element, textAt, textOf } from "../dom.ts";
import {
  type Amount,
  amountOrZero,
  CENT,
  least,
  multiply,
  near,
  percentOf,
  plainText,
  readAmount,
  sumOf,
  ZERO,
} from "./amount.ts";
import { isUnit, NOMINAL_TAXES, TAX_NAMES, TAX_RATES } from "./catalogue.ts";
import type { Sheet } from "./sheet.ts";

const WITHHOLDINGS = ["05", "06", "07"];
const SCHEME = "cac:TaxCategory/cac:TaxScheme";

/** Rule letters of one place where tax totals stand. */
interface Place {
  readonly rule: "AS" | "AT" | "AX" | "AY";
  readonly isWithholding: boolean;
  /** How far the base may be from the one that was meant: a cent per line, and what six decimals of price leave open. */
  readonly tolerance: Amount;
  /** Of the taxes that share a base, all percentages together: a price may hold them all. */
  readonly percents?: Amount;
}

/** Half of the last decimal of a unit price. */
const PRICE_ROUNDING: Amount = CENT / 20_000n;
/** The published tolerance: no tax of a line, and no sum of one in the header, may be further off. */
const MOST_TOLERANCE: Amount = CENT * 200n;

/** More than one group of a tax, or a group of several. */
const ONCE: Readonly<Record<Place["rule"], string>> = { AS: "AS01a", AT: "AT01", AX: "AX01", AY: "AT01" };
/** A group without a subtotal, or with two of one rate. */
const EMPTY: Readonly<Record<Place["rule"], string>> = { AS: "AS04", AT: "AT05", AX: "AX01", AY: "AY04" };

interface Share {
  readonly code: string;
  readonly name: string;
  readonly percent: string;
  readonly base: Amount;
  readonly tax: Amount;
}

/** Adds the findings about every TaxTotal and WithholdingTaxTotal. */
export function judgeTaxes(sheet: Sheet): void {
  const spread = sumOf(sheet.lines.map((line) => lineTolerance(sheet, line)));
  const header = judgePlace(sheet, sheet.root, { rule: "AS", isWithholding: false, tolerance: spread });
  const withheld = judgePlace(sheet, sheet.root, {
    ...{ rule: "AT", isWithholding: true },
    tolerance: CENT * BigInt(Math.max(1, sheet.lines.length)),
  });
  const lineTaxes: Share[] = [];
  const lineWithheld: Share[] = [];
  for (const line of sheet.lines) {
    lineTaxes.push(
      ...judgePlace(sheet, line, { rule: "AX", isWithholding: false, tolerance: lineTolerance(sheet, line) }),
    );
    lineWithheld.push(...judgePlace(sheet, line, { rule: "AY", isWithholding: true, tolerance: CENT }));
  }
  judgeAgreement(sheet, header, lineTaxes);
  judgeWithholdingAgreement(sheet, withheld, lineWithheld);
}

/** What is left of a line that was corrected before keeps the cents of those corrections: notes, and tickets, have the published one. */
function lineTolerance(sheet: Sheet, line: Element): Amount {
  if (sheet.isNote || sheet.isTicket) return MOST_TOLERANCE;
  return CENT + multiply(PRICE_ROUNDING, amountOrZero(textAt(line, sheet.quantityName)));
}

/** A price that holds its taxes leaves to one of them what its base was rounded by, with the taxes on that. */
function taxTolerance({ isWithholding, tolerance, percents = ZERO }: Place, percent: Amount): Amount {
  if (isWithholding) return tolerance;
  return tolerance + percentOf(tolerance, percents > percent ? percents : percent);
}

function judgePlace(sheet: Sheet, parent: Element, around: Place): Share[] {
  const totals = children(parent, around.isWithholding ? "cac:WithholdingTaxTotal" : "cac:TaxTotal");
  const percents = totals.flatMap((total) => all(total, "cac:TaxSubtotal/cac:TaxCategory/cbc:Percent"));
  const place = { ...around, percents: sumOf(percents.map((one) => amountOrZero(textOf(one)))) };
  const seen = new Set<string>();
  const shares: Share[] = [];
  for (const total of totals) {
    const subtotals = children(total, "cac:TaxSubtotal");
    const found = subtotals.map((one) => judgeSubtotal(sheet, one, place));
    const code = found[0]?.code ?? "";
    const once = ONCE[place.rule];
    sheet.require(!seen.has(code), once, `Hay más de un grupo del tributo ${code}.`);
    seen.add(code);
    sheet.require(found.length > 0, EMPTY[place.rule], "El grupo del tributo no tiene TaxSubtotal.");
    sheet.require(
      found.every((one) => one.code === code),
      once,
      "Un grupo lleva tributos distintos.",
    );
    const rates = new Set(found.map((one) => one.percent));
    sheet.require(rates.size === found.length, EMPTY[place.rule], "Debe haber un TaxSubtotal por tarifa.");
    const sum = sumOf(found.map((one) => one.tax)) + amountOrZero(textAt(total, "cbc:RoundingAmount"));
    const stated = amountOrZero(textAt(total, "cbc:TaxAmount"));
    const text = `El valor del tributo ${code} (${plainText(stated)}) no es la suma de sus subtotales (${plainText(sum)}).`;
    sheet.require(stated === sum, `${place.rule}02`, text);
    shares.push(...found);
  }
  return shares;
}

function judgeSubtotal(sheet: Sheet, subtotal: Element, place: Place): Share {
  const scheme = at(subtotal, SCHEME);
  const code = textAt(scheme, "cbc:ID");
  const name = textAt(scheme, "cbc:Name");
  const percent = readAmount(textAt(subtotal, "cac:TaxCategory/cbc:Percent"));
  const base = readAmount(textAt(subtotal, "cbc:TaxableAmount"));
  const tax = amountOrZero(textAt(subtotal, "cbc:TaxAmount"));
  const list = place.isWithholding ? `${place.rule}12` : `${place.rule}16`;
  const listed = TAX_NAMES[code] !== undefined && WITHHOLDINGS.includes(code) === place.isWithholding;
  sheet.require(listed, list, `El tributo ${code} no está en la lista.`);
  if (listed && !(TAX_NAMES[code] ?? []).includes(name)) {
    sheet.reject(
      place.rule === "AX" || place.rule === "AS" ? "AS01a" : "AT01",
      `El nombre '${name}' no es el del tributo ${code}.`,
    );
  }
  // A tax of so much for each unit has no base in the samples of tickets.
  const isWithoutBase = sheet.isTicket && NOMINAL_TAXES.includes(code);
  sheet.require(base !== undefined || isWithoutBase, `${place.rule}05`, "No se informó la base gravable.");
  judgeRate(sheet, { code, percent, place });
  judgeCalculation(sheet, subtotal, { code, percent, base: base ?? ZERO, tax, place });
  const rate = percent === undefined ? unitRate(subtotal) : plainText(percent);
  return { code, name, percent: rate, base: base ?? ZERO, tax };
}

/** What stands for the rate of a nominal tax: so much for one of which unit. */
function unitRate(subtotal: Element): string {
  const perUnit = readAmount(textAt(subtotal, "cbc:PerUnitAmount"));
  if (perUnit === undefined) return "";
  return `${plainText(perUnit)}/${attribute(at(subtotal, "cbc:BaseUnitMeasure"), "unitCode") ?? ""}`;
}

function percentRule(place: Place): string {
  return place.isWithholding ? `${place.rule}10` : `${place.rule}14`;
}

interface Rate {
  readonly code: string;
  readonly percent: Amount | undefined;
  readonly place: Place;
}

function judgeRate(sheet: Sheet, { code, percent, place }: Rate): void {
  if (sheet.isSupport && !place.isWithholding) {
    sheet.require(code === "01", `${place.rule}16`, "El documento soporte solo admite IVA.");
  }
  if (sheet.isSupport && place.isWithholding) {
    sheet.require(
      code === "05" || code === "06",
      `${place.rule}12`,
      "El documento soporte solo admite ReteIVA y ReteRenta.",
    );
  }
  const rates = TAX_RATES[code];
  if (!rates || percent === undefined) return;
  const listed = rates.some((one) => readAmount(one) === percent);
  sheet.require(listed, percentRule(place), `La tarifa ${plainText(percent)} no es una tarifa del tributo ${code}.`);
}

interface Calculation extends Rate {
  readonly base: Amount;
  readonly tax: Amount;
}

function judgeCalculation(sheet: Sheet, subtotal: Element, { code, percent, base, tax, place }: Calculation): void {
  const perUnit = readAmount(textAt(subtotal, "cbc:PerUnitAmount"));
  const measure = at(subtotal, "cbc:BaseUnitMeasure");
  const isNominal = NOMINAL_TAXES.includes(code);
  if (isNominal || perUnit !== undefined) {
    sheet.require(isNominal, `${place.rule}07`, `El tributo ${code} es un porcentaje, no un valor por unidad.`);
    sheet.require(measure !== undefined, `${place.rule}09`, "Falta BaseUnitMeasure del tributo nominal.");
    const unit = attribute(measure, "unitCode") ?? "";
    const isKnown = measure === undefined || isUnit(unit);
    sheet.require(isKnown, place.rule === "AS" ? "AS10" : "AX09", "La unidad de BaseUnitMeasure no está en la lista.");
    const rule = place.rule === "AS" ? "AS11" : "AX09";
    sheet.require(perUnit !== undefined, rule, `No se informó el valor por unidad del tributo ${code}.`);
  }
  if (perUnit !== undefined) {
    const units = amountOrZero(textAt(subtotal, "cbc:BaseUnitMeasure"));
    const expected = multiply(perUnit, units) / (code === "34" ? 100n : 1n);
    sheet.require(
      near(tax, expected, least(place.tolerance, MOST_TOLERANCE)),
      `${place.rule}07`,
      `El tributo ${code} no es unidades por valor.`,
    );
    return;
  }
  if (isNominal) return;
  if (percent === undefined) sheet.reject(percentRule(place), `No se informó la tarifa del tributo ${code}.`);
  const expected = percentOf(base, percent ?? ZERO);
  const most = taxTolerance(place, percent ?? ZERO);
  if (near(tax, expected, place.isWithholding ? most : least(most, MOST_TOLERANCE))) return;
  const text = `El valor ${plainText(tax)} del tributo ${code} no es la base ${plainText(base)} por la tarifa ${plainText(percent ?? ZERO)}.`;
  // Observed as a notification in a document that was accepted with withholdings in the header only.
  if (place.rule === "AT" && all(sheet.root, `${sheet.lineName}/cac:WithholdingTaxTotal`).length === 0)
    sheet.notice("AT07", text);
  else sheet.reject(`${place.rule}07`, text);
}

function groupKey(share: Share): string {
  return `${share.code}|${share.name}|${share.percent}`;
}

function grouped(shares: readonly Share[]): Map<string, { code: string; base: Amount; tax: Amount }> {
  const groups = new Map<string, { code: string; base: Amount; tax: Amount }>();
  for (const share of shares) {
    const group = groups.get(groupKey(share)) ?? { code: share.code, base: ZERO, tax: ZERO };
    groups.set(groupKey(share), { code: share.code, base: group.base + share.base, tax: group.tax + share.tax });
  }
  return groups;
}

/** Every tax of the lines stands in the header with the same name, rate, base and value, and the other way round. */
function judgeAgreement(sheet: Sheet, header: readonly Share[], lines: readonly Share[]): void {
  const above = grouped(header);
  const below = grouped(lines);
  for (const [key, sum] of below) {
    const group = above.get(key);
    sheet.require(group !== undefined, "AS01a", `El tributo ${key} está en las líneas y no en el encabezado.`);
    if (!group) continue;
    const text = `El tributo ${key} del encabezado no es la suma de las líneas.`;
    sheet.require(group.base === sum.base && group.tax === sum.tax, "AS01b", text);
  }
  for (const key of above.keys()) {
    sheet.require(below.has(key), "AS01b", `El tributo ${key} está en el encabezado y no en las líneas.`);
  }
}

/** A withholding of a line must stand in the header; a header without lines is let pass, as the authority does. */
function judgeWithholdingAgreement(sheet: Sheet, header: readonly Share[], lines: readonly Share[]): void {
  const above = grouped(header);
  for (const [key, sum] of grouped(lines)) {
    const group = above.get(key);
    const holds = group !== undefined && group.base === sum.base && group.tax === sum.tax;
    sheet.require(holds, "AT01", `La retención ${key} de las líneas no corresponde a la del encabezado.`);
  }
  if (lines.length === 0) return;
  const below = grouped(lines);
  for (const [key, group] of above) {
    if (group.code === "07") continue;
    sheet.require(below.has(key), "AT01", `La retención ${key} del encabezado no está en las líneas.`);
  }
}
