// Judges the reference's whole invoices, and each of its rules about them by a document that breaks nothing else.
import { expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { listShared, readShared } from "../support/shared.ts";
import { makeDocument } from "./document-maker.ts";
import { before, type Edit, mark, set, without } from "./edit.ts";
import { contentOf, drop, insertBefore, setContent } from "./element-scan.ts";
import { NIT, readSigner, SECRETS } from "./harness.ts";
import { CLEAN, judge } from "./judged.ts";

const FOLDER = "authority/samples/invoice";
const ITEMS = "01-items-codigos-unidades";
const BUYER = "02-comprador-completo-y-sede";
const TWO_MEANS = "03-dos-medios-de-pago";
const GIFT = "05-obsequio-iva-asumido";
const BAG = "06-bolsa-gratis-inc-bolsas";
const EXPORT = "07-exportacion-02-usd";
const ORDER = "08-orden-despacho-entrega-anticipo";
const NOTE = "09-nc91-devolucion-con-descuento-global";

const CUSTOMER = "cac:AccountingCustomerParty/cac:Party";
const PLACE = `${CUSTOMER}/cac:PhysicalLocation/cac:Address`;
const SCHEME = `${CUSTOMER}/cac:PartyTaxScheme`;
const REGISTERED = `${SCHEME}/cac:RegistrationAddress`;
const CODE = "cac:InvoiceLine/cac:Item/cac:StandardItemIdentification";
const MEANS = "cac:PaymentMeans";
const PREPAID = "cac:PrepaidPayment";
const DELIVERED = "cac:Delivery/cac:DeliveryAddress";
const FREE = "cac:PricingReference";
const EXCHANGE = "cac:PaymentExchangeRate";
const PESOS = "ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/CustomTagGeneral/TotalesCop";

/** Final consumers, who leave no e-mail. */
const UNREACHED: readonly string[] = [TWO_MEANS, BAG];

/** Of what stands more than once. */
const SECOND = 1;

/** An element, put before another of its parent's children. */
const move =
  (path: string, name: string, next: string, index = 0): Edit =>
  (xml) => {
    const content = contentOf(xml, `${path}${name}`, index);
    const moved = `<${name}>${content}</${name}>`;
    return insertBefore(drop(xml, `${path}${name}`, index), `${path}${next}`, moved, index);
  };

/** What breaks a rule that rejects. */
const REJECTED: readonly (readonly [rule: string, sample: string, what: string, edit: Edit])[] = [
  ["FAV06", GIFT, "a gift with a value", set("cac:InvoiceLine/cbc:LineExtensionAmount", "1.00", SECOND)],
  [
    "FAW03",
    GIFT,
    "a reference price of zero",
    set(`cac:InvoiceLine/${FREE}/cac:AlternativeConditionPrice/cbc:PriceAmount`, "0.00"),
  ],
  [
    "FAW03",
    BAG,
    "a reference price of seven decimals",
    set(`cac:InvoiceLine/${FREE}/cac:AlternativeConditionPrice/cbc:PriceAmount`, "50.0000001"),
  ],
  [
    "FAW04",
    GIFT,
    "a reference price in dollars",
    mark(`cac:InvoiceLine/${FREE}/cac:AlternativeConditionPrice/cbc:PriceAmount`, "currencyID", "USD"),
  ],
  ["CAW01", NOTE, "a returned gift without its reference price", without(`cac:CreditNoteLine/${FREE}`)],
  ["CAW02", NOTE, "an empty reference", set(`cac:CreditNoteLine/${FREE}`, "")],
  [
    "CAW03",
    NOTE,
    "a reference price of zero",
    set(`cac:CreditNoteLine/${FREE}/cac:AlternativeConditionPrice/cbc:PriceAmount`, "0.00"),
  ],
  ["FAZ02", ITEMS, "no description", set("cac:InvoiceLine/cac:Item/cbc:Description", " ")],
  ["FAZ09", ITEMS, "no code of the good", without(CODE)],
  ["FAZ10", ITEMS, "an UNSPSC of seven digits", set(`${CODE}/cbc:ID`, "2612160", SECOND)],
  ["FAZ10", ITEMS, "an UNSPSC under the agency of GTIN", mark(`${CODE}/cbc:ID`, "schemeAgencyID", "9", SECOND)],
  ["FAZ10", EXPORT, "a tariff under the agency of UNSPSC", mark(`${CODE}/cbc:ID`, "schemeAgencyID", "10")],
  ["FAZ10", ITEMS, "an empty code", set(`${CODE}/cbc:ID`, " ")],
  ["FAZ11", ITEMS, "a scheme of no list", mark(`${CODE}/cbc:ID`, "schemeID", "011")],
  ["FAZ14", ITEMS, "a GTIN without its agency", mark(`${CODE}/cbc:ID`, "schemeAgencyID", undefined)],
  ["FAZ14", ITEMS, "a GTIN under another agency", mark(`${CODE}/cbc:ID`, "schemeAgencyID", "10")],
  ["FAK20", BUYER, "a buyer without name", set(`${SCHEME}/cbc:RegistrationName`, " ")],
  ["CAK26", NOTE, "a responsibility of the RUT", set(`${SCHEME}/cbc:TaxLevelCode`, "O-48")],
  ["FAK29", BUYER, "a registered address without municipality", without(`${REGISTERED}/cbc:ID`)],
  ["FAK29", BUYER, "a registered municipality of no list", set(`${REGISTERED}/cbc:ID`, "76999")],
  ["FAK32", BUYER, "a registered department of no list", set(`${REGISTERED}/cbc:CountrySubentityCode`, "04")],
  ["FAK36", BUYER, "a registered country of no list", set(`${REGISTERED}/cac:Country/cbc:IdentificationCode`, "XX")],
  ["FAN01", TWO_MEANS, "no payment", (xml) => drop(drop(xml, MEANS), MEANS)],
  ["FAN02", TWO_MEANS, "a second payment of another form", set(`${MEANS}/cbc:ID`, "3", SECOND)],
  ["FAN03", TWO_MEANS, "a second payment by a means of no list", set(`${MEANS}/cbc:PaymentMeansCode`, "999", SECOND)],
  ["FAN04", TWO_MEANS, "a second payment on credit without its day", set(`${MEANS}/cbc:ID`, "2", SECOND)],
  ["CAN03a", NOTE, "a means of no list", set(`${MEANS}/cbc:PaymentMeansCode`, "999")],
  ["CAN03b", NOTE, "no means", set(`${MEANS}/cbc:PaymentMeansCode`, "")],
  ["FBD02", ORDER, "a second prepayment without number", set(`${PREPAID}/cbc:ID`, "", SECOND)],
  ["FBD04", ORDER, "a prepayment in dollars", mark(`${PREPAID}/cbc:PaidAmount`, "currencyID", "USD")],
  ["FBD05", ORDER, "a prepayment without its day", without(`${PREPAID}/cbc:ReceivedDate`)],
  ["FAU12", ORDER, "prepayments that are not their sum", set("cac:LegalMonetaryTotal/cbc:PrepaidAmount", "390001.00")],
  ["FAU14", ORDER, "a total without what was prepaid", set("cac:LegalMonetaryTotal/cbc:PayableAmount", "800000.00")],
  ["FAU14", GIFT, "a total with the IVA of the gift", set("cac:LegalMonetaryTotal/cbc:PayableAmount", "243700.00")],
  ["FAM05", ORDER, "a delivery to a municipality of no list", set(`${DELIVERED}/cbc:ID`, "05999")],
  ["FAM05", ORDER, "a delivery to no municipality", without(`${DELIVERED}/cbc:ID`)],
  ["FAM08", ORDER, "a delivery to a department of no list", set(`${DELIVERED}/cbc:CountrySubentityCode`, "04")],
  ["FAM09", ORDER, "a delivery without address", without(`${DELIVERED}/cac:AddressLine`)],
  ["FAM10", ORDER, "a delivery with an empty address", set(`${DELIVERED}/cac:AddressLine/cbc:Line`, " ")],
  ["FAM11", ORDER, "a delivery to no country", without(`${DELIVERED}/cac:Country`)],
  ["FAM12", EXPORT, "a delivery to a country of no list", set(`${DELIVERED}/cac:Country/cbc:IdentificationCode`, "XX")],
  ["FAD12a", EXPORT, "a type of no list", set("cbc:InvoiceTypeCode", "05x")],
  ["FAD15a", EXPORT, "a currency of no list", (xml) => xml.replaceAll("USD", "XXY")],
  ["FAR01", EXPORT, "dollars without their rate", without(EXCHANGE)],
  ["FAR02", EXPORT, "the rate of another currency", set(`${EXCHANGE}/cbc:SourceCurrencyCode`, "EUR")],
  ["FAR04", EXPORT, "a rate to another currency", set(`${EXCHANGE}/cbc:TargetCurrencyCode`, "USD")],
  ["FAR06", EXPORT, "a rate of zero", set(`${EXCHANGE}/cbc:CalculationRate`, "0")],
  ["FAR07", EXPORT, "a rate without its day", without(`${EXCHANGE}/cbc:Date`)],
  [
    "ZB01",
    ORDER,
    "terms of delivery before the delivery",
    before("cac:Delivery", "<cac:DeliveryTerms></cac:DeliveryTerms>"),
  ],
  ["ZB01", ORDER, "an order after its despatch", move("", "cac:OrderReference", "cac:ReceiptDocumentReference")],
  [
    "ZB01",
    ORDER,
    "a contract before a receipt",
    move("", "cac:ContractDocumentReference", "cac:ReceiptDocumentReference"),
  ],
  ["ZB01", ORDER, "prepayments after the taxes", move("", PREPAID, "cac:LegalMonetaryTotal")],
  [
    "ZB01",
    ORDER,
    "a tracking number after the address",
    (xml) => setContent(xml, "cac:Delivery", `${contentOf(xml, "cac:Delivery")}<cbc:TrackingID>1</cbc:TrackingID>`),
  ],
  ["ZB01", TWO_MEANS, "the number of a term after its amount", move("cac:PaymentTerms/", "cbc:ID", "cbc:Amount")],
  [
    "ZB01",
    TWO_MEANS,
    "a due date of another kind",
    before("cac:PaymentTerms/cbc:Amount", "<cbc:PaymentDueDate>mañana</cbc:PaymentDueDate>"),
  ],
  ["ZB01", EXPORT, "a model before its brand", move("cac:InvoiceLine/cac:Item/", "cbc:ModelName", "cbc:BrandName")],
  [
    "ZB01",
    EXPORT,
    "the risk before its code",
    move("cac:DeliveryTerms/", "cbc:LossRisk", "cbc:LossRiskResponsibilityCode"),
  ],
  [
    "ZB01",
    GIFT,
    "a gift's mark after its reference price",
    move("cac:InvoiceLine/", "cbc:FreeOfChargeIndicator", "cac:TaxTotal", SECOND),
  ],
  [
    "ZB01",
    GIFT,
    "the kind of a reference price before it",
    move(`cac:InvoiceLine/${FREE}/cac:AlternativeConditionPrice/`, "cbc:PriceTypeCode", "cbc:PriceAmount"),
  ],
  ["ZB01", NOTE, "prepayments", before("cac:LegalMonetaryTotal", `<${PREPAID}><cbc:ID>1</cbc:ID></${PREPAID}>`)],
];

/** What breaks a rule that notifies: the document is accepted with it. */
const NOTIFIED: readonly (readonly [rules: string, sample: string, what: string, edit: Edit])[] = [
  ["FAW01 FAW02", GIFT, "a gift without its reference price", without(`cac:InvoiceLine/${FREE}`)],
  [
    "FAW05",
    BAG,
    "a reference price of another kind",
    set(`cac:InvoiceLine/${FREE}/cac:AlternativeConditionPrice/cbc:PriceTypeCode`, "04"),
  ],
  [
    "FAV05",
    ITEMS,
    "a quantity of a unit off the list",
    mark("cac:InvoiceLine/cbc:InvoicedQuantity", "unitCode", "MON"),
  ],
  [
    "FBB05",
    ITEMS,
    "a price of a unit off the list",
    mark("cac:InvoiceLine/cac:Price/cbc:BaseQuantity", "unitCode", "H87"),
  ],
  [
    "CAV05",
    NOTE,
    "a quantity of a unit off the list",
    mark("cac:CreditNoteLine/cbc:CreditedQuantity", "unitCode", "E48"),
  ],
  ["FAZ12", ITEMS, "another name of a scheme", mark(`${CODE}/cbc:ID`, "schemeName", "EAN")],
  ["FAK08", BUYER, "a place without its municipality", without(`${PLACE}/cbc:ID`)],
  ["CAK08", NOTE, "a place without its city", without(`${PLACE}/cbc:CityName`)],
  ["FAK09", BUYER, "a municipality off the list", set(`${PLACE}/cbc:ID`, "76999")],
  ["FAK10", BUYER, "a city off the list", set(`${PLACE}/cbc:CityName`, "Santiago de Cali")],
  ["FAK11", BUYER, "a department off the list", set(`${PLACE}/cbc:CountrySubentity`, "Valle")],
  ["FAK12", BUYER, "a department's code off the list", set(`${PLACE}/cbc:CountrySubentityCode`, "7")],
  ["FAK16", EXPORT, "a country off the list", set(`${PLACE}/cac:Country/cbc:IdentificationCode`, "XX")],
  ["FAK17", BUYER, "a country of another name", set(`${PLACE}/cac:Country/cbc:Name`, "COLOMBIA")],
  ["FAK28", BUYER, "a registered address without street", set(`${REGISTERED}/cac:AddressLine/cbc:Line`, "")],
  ["FAK30", BUYER, "a registered city off the list", set(`${REGISTERED}/cbc:CityName`, "Santiago de Cali")],
  ["FAK31", BUYER, "a registered department off the list", set(`${REGISTERED}/cbc:CountrySubentity`, "Valle")],
  ["FAK26", BUYER, "a responsibility of the RUT", set(`${SCHEME}/cbc:TaxLevelCode`, "O-48")],
  ["FAK26", TWO_MEANS, "a final consumer of responsibilities", set(`${SCHEME}/cbc:TaxLevelCode`, "O-13")],
  ["FAK41", BUYER, "a tax of another name", set(`${SCHEME}/cac:TaxScheme/cbc:Name`, "INC")],
  ["FAN05", TWO_MEANS, "a second payment without number", without(`${MEANS}/cbc:PaymentID`, SECOND)],
  [
    "FBD03",
    ORDER,
    "a prepayment above the total",
    (xml) => xml.replaceAll(">300000.00<", ">1300000.00<").replaceAll(">390000.00<", ">1390000.00<"),
  ],
];

/** What no rule refuses, although the texts say otherwise. */
const REMARKED: readonly (readonly [remark: string, sample: string, what: string, edit: Edit])[] = [
  [
    "el INCOTERM 'DPU' no está en la lista",
    EXPORT,
    "a term of 2020",
    set("cac:DeliveryTerms/cbc:LossRiskResponsibilityCode", "DPU"),
  ],
  ["FctConvCop no es la tasa del documento", EXPORT, "totals of another rate", set(`${PESOS}/FctConvCop`, "4000")],
  ["MonedaCop no es COP", EXPORT, "totals in dollars", set(`${PESOS}/MonedaCop`, "USD")],
  ["VlrPagarCop (3125.00) no es 12829125.00", EXPORT, "a total in dollars", set(`${PESOS}/VlrPagarCop`, "3125.00")],
  [
    "la nota con referencia lleva un periodo",
    NOTE,
    "the period of its invoice",
    before(
      "cac:DiscrepancyResponse",
      "<cac:InvoicePeriod><cbc:StartDate>2026-11-01</cbc:StartDate></cac:InvoicePeriod>",
    ),
  ],
];

describeShared("whole invoices", () => {
  const signer = readSigner();
  const samples = listShared(FOLDER)
    .filter((name) => name.endsWith(".unsigned.xml"))
    .map((name) => name.replace(".unsigned.xml", ""));
  const read = (name: string) => readShared(`${FOLDER}/${name}.unsigned.xml`);
  /** The invoice that the note returns a part of. */
  const key = contentOf(read(NOTE), "cac:BillingReference/cac:InvoiceDocumentReference/cbc:UUID");
  const returned = { nit: NIT, type: "01", issueDate: "2026-11-20", total: "456000.00" };

  async function judgeChanged(sample: string, edit: Edit) {
    const text = read(sample);
    const changed = edit(text);
    expect(changed).not.toBe(text);
    return judge(makeDocument(text, SECRETS, signer, { before: edit }), { [key]: returned });
  }

  it("are nine", () => {
    expect(samples).toHaveLength(9);
  });

  it.each(samples)("%s is accepted without a remark", async (name) => {
    const notices = UNREACHED.includes(name) ? ["FAK55"] : [];
    const judged = await judge(makeDocument(read(name), SECRETS, signer), { [key]: returned });
    expect(judged).toEqual({ ...CLEAN, notices });
  });

  it.each(REJECTED)("%s: %s with %s is refused", async (rule, sample, _, edit) => {
    expect((await judgeChanged(sample, edit)).rejections).toContain(rule);
  });

  it.each(NOTIFIED)("%s: %s with %s is accepted with a notice", async (rules, sample, _, edit) => {
    const expected = [...rules.split(" "), ...(UNREACHED.includes(sample) ? ["FAK55"] : [])].sort();
    const { rejections, notices } = await judgeChanged(sample, edit);
    expect([rejections, [...notices].sort()]).toEqual([[], expected]);
  });

  it.each(REMARKED)("'%s': %s with %s is accepted", async (remark, sample, _, edit) => {
    expect(await judgeChanged(sample, edit)).toEqual({ ...CLEAN, remarks: [remark] });
  });

  it("a street alone is let pass: most clients send no more", async () => {
    const street = (xml: string) =>
      setContent(xml, PLACE, contentOf(xml, PLACE).replace(/^.*(?=<cac:AddressLine>)/s, ""));
    expect(await judgeChanged(BUYER, street)).toEqual(CLEAN);
  });

  it("digits of a GTIN are not its business", async () => {
    expect(await judgeChanged(ITEMS, set(`${CODE}/cbc:ID`, "7701234567890"))).toEqual(CLEAN);
  });
});
