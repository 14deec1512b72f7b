// Puts the facts of a whole sale into the XML of a signed invoice, as its elements are written: for drawings, which do not look at signatures.
import type { PesoTotals } from "../../src/domain/document/document.ts";
import { buildPesoTotals } from "../../src/ubl/peso-total.ts";

const money = (name: string, amount: string) => `<cbc:${name} currencyID="COP">${amount}</cbc:${name}>`;
const text = (name: string, value: string) => `<cbc:${name}>${value}</cbc:${name}>`;
const reference = (name: string, id: string, date: string) =>
  `<cac:${name}>${text("ID", id)}${date === "" ? "" : text("IssueDate", date)}</cac:${name}>`;

export const ADDRESS =
  "<cbc:CityName>Medellín</cbc:CityName><cbc:CountrySubentity>Antioquia</cbc:CountrySubentity>" +
  "<cac:AddressLine><cbc:Line>Calle 10 # 43-20, local 3</cbc:Line></cac:AddressLine>" +
  "<cac:Country><cbc:IdentificationCode>CO</cbc:IdentificationCode><cbc:Name>Colombia</cbc:Name></cac:Country>";

/** One of several means: its number, its code, and its amount. */
export function payment(id: string, form: string, code: string, terms: readonly (readonly [string, string])[]): string {
  const means = `<cac:PaymentMeans>${text("ID", form)}${text("PaymentMeansCode", code)}${text("PaymentID", id)}</cac:PaymentMeans>`;
  const parts = terms.map(
    ([amount, due], index) =>
      `<cac:PaymentTerms>${text("ID", String(index + 1))}${text("PaymentMeansID", id)}${money("Amount", amount)}` +
      `${due === "" ? "" : text("PaymentDueDate", due)}</cac:PaymentTerms>`,
  );
  return means + parts.join("");
}

export function prepayment(amount: string, date: string, receipt: string): string {
  const paid = `${text("ID", "1")}${money("PaidAmount", amount)}${text("ReceivedDate", date)}`;
  return `<cac:PrepaidPayment>${paid}${receipt === "" ? "" : text("InstructionID", receipt)}</cac:PrepaidPayment>`;
}

export const order = (id: string, date = "") => reference("OrderReference", id, date);
export const despatch = (id: string, date = "") => reference("DespatchDocumentReference", id, date);
export const receipt = (id: string, date = "") => reference("ReceiptDocumentReference", id, date);
export const contract = (id: string) => reference("ContractDocumentReference", id, "");

export function delivery(date: string, address: string, waybill: string): string {
  return (
    `<cac:Delivery>${text("ActualDeliveryDate", date)}${text("TrackingID", waybill)}` +
    `<cac:DeliveryAddress>${address}</cac:DeliveryAddress></cac:Delivery>`
  );
}

export function deliveryTerms(incoterm: string, name: string, place: string): string {
  return `<cac:DeliveryTerms>${text("SpecialTerms", place)}${text("LossRiskResponsibilityCode", incoterm)}${text("LossRisk", name)}</cac:DeliveryTerms>`;
}

export function period(start: string, end: string): string {
  return `<cac:InvoicePeriod>${text("StartDate", start)}${text("EndDate", end)}</cac:InvoicePeriod>`;
}

/** With these elements above the lines; those of the payment instead of the document's own. */
export function withHead(xml: string, elements: string): string {
  const isPaid = elements.includes("<cac:PaymentMeans>");
  const bare = isPaid ? xml.replace(/<cac:PaymentMeans>.*?<\/cac:PaymentMeans>/g, "") : xml;
  return bare.replace("<cac:AccountingSupplierParty>", `${elements}$&`);
}

/** With a sum of what was paid before. */
export function withPrepaid(xml: string, amount: string): string {
  return xml.replace("<cbc:PayableAmount", `${money("PrepaidAmount", amount)}$&`);
}

/** With other elements in the item of each line, or before it. */
export function withItem(xml: string, item: string, line = ""): string {
  return xml.replace(
    /<cac:Item>(<cbc:Description>[^<]*<\/cbc:Description>).*?<\/cac:Item>/g,
    `${line}<cac:Item>$1${item}</cac:Item>`,
  );
}

/** The code of a product by a standard. */
export function standard(scheme: string, code: string): string {
  return `<cac:StandardItemIdentification><cbc:ID schemeID="${scheme}">${code}</cbc:ID></cac:StandardItemIdentification>`;
}

export function seller(code: string): string {
  return `<cac:SellersItemIdentification>${text("ID", code)}</cac:SellersItemIdentification>`;
}

/** With the lines given away, at a price that they would have had, and a discount of their taxes. */
export function asGift(xml: string, price: string, taxes: string): string {
  const reference =
    `<cac:PricingReference><cac:AlternativeConditionPrice>${money("PriceAmount", price)}${text("PriceTypeCode", "01")}` +
    "</cac:AlternativeConditionPrice></cac:PricingReference>";
  const discount =
    `<cac:AllowanceCharge>${text("ChargeIndicator", "false")}${text("AllowanceChargeReason", "IVA del obsequio asumido por el vendedor")}` +
    `${text("MultiplierFactorNumeric", "100.00")}${money("Amount", taxes)}${money("BaseAmount", taxes)}</cac:AllowanceCharge>`;
  return withHead(
    xml
      .replaceAll("<cbc:FreeOfChargeIndicator>false<", "<cbc:FreeOfChargeIndicator>true<")
      .replaceAll("<cac:Item>", `${reference}<cac:Item>`),
    discount,
  );
}

const NOTHING = "0.00";
const NO_PESOS: PesoTotals = {
  ...{ subtotal: NOTHING, lineDiscounts: NOTHING, lineCharges: NOTHING, gross: NOTHING, iva: NOTHING, inc: NOTHING },
  ...{ bags: NOTHING, otherTaxes: NOTHING, taxes: NOTHING, net: NOTHING, discounts: NOTHING, charges: NOTHING },
  ...{ payable: NOTHING, reteRenta: NOTHING, reteIva: NOTHING, reteIca: NOTHING, prepaid: NOTHING },
};

/** With the sums in pesos of a document in another currency; those that are not named are zero. */
export function withPesoTotals(xml: string, totals: Partial<PesoTotals>): string {
  const content = buildPesoTotals("4105.32", { ...NO_PESOS, ...totals });
  return xml.replace(
    "</ext:UBLExtensions>",
    `<ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension>$&`,
  );
}

/** What a ticket says in its own extensions, by the names of the pairs; what is not named is what a shop says that says nothing. */
export type TicketPairs = Readonly<Partial<Record<keyof typeof USUAL_PAIRS, string>>>;

const USUAL_PAIRS = {
  ...{ NombreApellido: "No aplica", RazonSocial: "Programas Ñandú S.A.S.", NombreSoftware: "factura-edge" },
  ...{ Codigo: "", NombresApellidos: "", Puntos: "0" },
  ...{ PlacaCaja: "CAJA-01", UbicaciónCaja: "Sala de ventas", Cajero: "No aplica", TipoCaja: "Caja", CódigoVenta: "" },
};

/** An invoice as the ticket that it could have been: other type, identifier, extensions. */
export function asTicket(xml: string, pairs: TicketPairs = {}): string {
  const customer = xml.slice(xml.indexOf("<cac:AccountingCustomerParty>"));
  const signed = (name: string) => new RegExp(`<cbc:${name}[^>]*>([^<]*)<`).exec(customer)?.[1] ?? "";
  const buyer = { Codigo: signed("CompanyID"), NombresApellidos: signed("RegistrationName") };
  const all = { ...USUAL_PAIRS, ...buyer, ...pairs };
  const write = (outer: string, inner: string, names: readonly (keyof typeof USUAL_PAIRS)[]) => {
    const content = names.map((name) => `<Name>${name}</Name><Value>${all[name]}</Value>`).join("");
    return `<ext:UBLExtension><ext:ExtensionContent><${outer}><${inner}>${content}</${inner}></${outer}></ext:ExtensionContent></ext:UBLExtension>`;
  };
  const extensions =
    write("FabricanteSoftware", "InformacionDelFabricanteDelSoftware", [
      "NombreApellido",
      "RazonSocial",
      "NombreSoftware",
    ]) +
    write("BeneficiosComprador", "InformacionBeneficiosComprador", ["Codigo", "NombresApellidos", "Puntos"]) +
    write("PuntoVenta", "InformacionCajaVenta", ["PlacaCaja", "UbicaciónCaja", "Cajero", "TipoCaja", "CódigoVenta"]);
  return xml
    .replace(/(<cbc:InvoiceTypeCode>)\d\d/, "$120")
    .replace(/CUFE-SHA384/g, "CUDE-SHA384")
    .replace(/(<cbc:ProfileID>)[^<]*/, "$1DIAN 2.1: Documento Equivalente POS")
    .replace("</ext:UBLExtensions>", `${extensions}$&`);
}
