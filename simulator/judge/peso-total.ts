// Compares the totals in pesos that a document in another currency states with its own totals and its rate; no rule reads them.
import { all, at, children, type Element, textAt, textOf } from "../dom.ts";
import { type Amount, amountOrZero, CENT, multiply, near, plainText, sumOf } from "./amount.ts";
import type { Sheet } from "./sheet.ts";

const ORDER =
  "FctConvCop MonedaCop SubTotalCop DescuentoDetalleCop RecargoDetalleCop TotalBrutoFacturaCop TotIvaCop TotIncCop TotBolCop " +
  "ImpOtroCop MntImpCop TotalNetoFacturaCop MntDctoCop MntRcgoCop VlrPagarCop ReteFueCop ReteIvaCop ReteIcaCop TotAnticiposCop";
const SCHEME = "cac:TaxSubtotal/cac:TaxCategory/cac:TaxScheme/cbc:ID";

/** Adds the remarks about the extension, where there is one. */
export function judgePesoTotals(sheet: Sheet): void {
  const found = all(sheet.root, "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/CustomTagGeneral/TotalesCop");
  if (found.length > 1) sheet.remark("TotalesCop aparece más de una vez");
  const [totals] = found;
  if (totals === undefined) return;
  const names = children(totals).map((one) => one.nodeName);
  if (names.join(" ") !== ORDER) sheet.remark(`TotalesCop lleva ${names.join(", ")}`);
  if (textAt(totals, "MonedaCop") !== "COP") sheet.remark("MonedaCop no es COP");
  const rate = amountOrZero(textAt(sheet.root, "cac:PaymentExchangeRate/cbc:CalculationRate"));
  if (amountOrZero(textAt(totals, "FctConvCop")) !== rate) sheet.remark("FctConvCop no es la tasa del documento");
  for (const [name, amount] of Object.entries(listTotals(sheet))) {
    const [stated, expected] = [amountOrZero(textAt(totals, name)), multiply(amount, rate)];
    if (!near(stated, expected, CENT)) sheet.remark(`${name} (${plainText(stated)}) no es ${plainText(expected)}`);
  }
}

/** Name in the extension -> the document's own figure. */
function listTotals({ root, lines, totalName }: Sheet): Readonly<Record<string, Amount>> {
  const stated = (name: string): Amount => amountOrZero(textAt(at(root, totalName), `cbc:${name}`));
  const tax = (group: string, codes: (code: string) => boolean): Amount =>
    sumOf(
      all(root, group)
        .filter((one) => codes(textAt(one, SCHEME)))
        .map((one) => amountOrZero(textAt(one, "cbc:TaxAmount"))),
    );
  const taxed = (code: string): Amount => tax("cac:TaxTotal", (one) => one === code);
  const withheld = (code: string): Amount => tax("cac:WithholdingTaxTotal", (one) => one === code);
  const ofLines = (indicator: string): Amount => sumOf(lines.map((line) => sumAllowances(line, indicator)));
  const gross = stated("LineExtensionAmount");
  const taxes = tax("cac:TaxTotal", () => true);
  return {
    SubTotalCop: gross + ofLines("false") - ofLines("true"),
    DescuentoDetalleCop: ofLines("false"),
    RecargoDetalleCop: ofLines("true"),
    TotalBrutoFacturaCop: gross,
    TotIvaCop: taxed("01"),
    TotIncCop: taxed("04"),
    TotBolCop: taxed("22"),
    ImpOtroCop: tax("cac:TaxTotal", (one) => !["01", "04", "22"].includes(one)),
    MntImpCop: taxes,
    TotalNetoFacturaCop: gross + taxes,
    MntDctoCop: stated("AllowanceTotalAmount"),
    MntRcgoCop: stated("ChargeTotalAmount"),
    VlrPagarCop: stated("PayableAmount"),
    ReteFueCop: withheld("06"),
    ReteIvaCop: withheld("05"),
    ReteIcaCop: withheld("07"),
    TotAnticiposCop: stated("PrepaidAmount"),
  };
}

function sumAllowances(line: Element, indicator: string): Amount {
  return sumOf(
    children(line, "cac:AllowanceCharge")
      .filter((one) => textOf(at(one, "cbc:ChargeIndicator")).trim() === indicator)
      .map((one) => amountOrZero(textAt(one, "cbc:Amount"))),
  );
}
