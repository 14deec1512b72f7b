// Builds the extension that states the totals of a document in pesos, and reads it back; its elements have no prefix.
import type { DocumentCommon, PesoTotals } from "../domain/document/document.ts";
import { element, text } from "../xml/element.ts";
import { getOnlyChild, getText, listChildren, type XmlElement } from "../xml/parse.ts";
import { get, list } from "./read.ts";

const TAG = "CustomTagGeneral";
const TOTALS = "TotalesCop";

/** @param rate pesos for one unit of the document's currency. */
export function buildPesoTotals(rate: string, totals: PesoTotals): string {
  const amounts =
    text("FctConvCop", rate) +
    text("MonedaCop", "COP") +
    text("SubTotalCop", totals.subtotal) +
    text("DescuentoDetalleCop", totals.lineDiscounts) +
    text("RecargoDetalleCop", totals.lineCharges) +
    text("TotalBrutoFacturaCop", totals.gross) +
    text("TotIvaCop", totals.iva) +
    text("TotIncCop", totals.inc) +
    text("TotBolCop", totals.bags) +
    text("ImpOtroCop", totals.otherTaxes) +
    text("MntImpCop", totals.taxes) +
    text("TotalNetoFacturaCop", totals.net) +
    text("MntDctoCop", totals.discounts) +
    text("MntRcgoCop", totals.charges) +
    text("VlrPagarCop", totals.payable) +
    text("ReteFueCop", totals.reteRenta) +
    text("ReteIvaCop", totals.reteIva) +
    text("ReteIcaCop", totals.reteIca) +
    text("TotAnticiposCop", totals.prepaid);
  return element(TAG, element(TOTALS, amounts));
}

/** The totals in pesos of a signed document; nothing for one that does not state them. */
export function readPesoTotals(root: XmlElement): Pick<DocumentCommon, "pesoTotals"> {
  const extensions = list(get(root, "ext:UBLExtensions"), "ext:UBLExtension");
  const child = (parent: XmlElement, name: string) => listChildren(parent, root.namespace, name);
  const [totals] = extensions
    .flatMap((one) => list(one, "ext:ExtensionContent"))
    .flatMap((content) => child(content, TAG))
    .flatMap((tag) => child(tag, TOTALS));
  if (totals === undefined) return {};
  const read = (name: string) => getText(getOnlyChild(totals, root.namespace, name));
  return {
    pesoTotals: {
      subtotal: read("SubTotalCop"),
      lineDiscounts: read("DescuentoDetalleCop"),
      lineCharges: read("RecargoDetalleCop"),
      gross: read("TotalBrutoFacturaCop"),
      iva: read("TotIvaCop"),
      inc: read("TotIncCop"),
      bags: read("TotBolCop"),
      otherTaxes: read("ImpOtroCop"),
      taxes: read("MntImpCop"),
      net: read("TotalNetoFacturaCop"),
      discounts: read("MntDctoCop"),
      charges: read("MntRcgoCop"),
      payable: read("VlrPagarCop"),
      reteRenta: read("ReteFueCop"),
      reteIva: read("ReteIvaCop"),
      reteIca: read("ReteIcaCop"),
      prepaid: read("TotAnticiposCop"),
    },
  };
}
