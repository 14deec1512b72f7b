// Builds what documents of every type have in common: the frame around their content, the authority's extension, parties, payment, rate;
// lines and sums.

import { findCheckDigit, NIT } from "../domain/catalogue/catalogue.ts";
import { type Address, fullNumber } from "../domain/company.ts";
import type {
  AllowanceCharge,
  Amount,
  Document,
  DocumentCommon,
  DocumentLine,
  ExchangeRate,
  Party,
  Payment,
  PaymentPart,
  PerUnit,
  ReferencePrice,
  TaxSubtotal,
} from "../domain/document/document.ts";
import { environmentCode } from "../domain/document/fiscal-id.ts";
import { KINDS } from "../domain/kind.ts";
import { COLOMBIA } from "../domain/party/party.ts";
import { rateKey } from "../domain/tax/tax.ts";
import { addAmounts, decimal, print, sum } from "../domain/value/decimal.ts";
import { attributes, element, escapeAttribute, escapeText, group, text } from "../xml/element.ts";
import type { NoteInput, UblInput } from "./input.ts";
import { buildPesoTotals } from "./peso-total.ts";
import {
  AGENCY_ATTRIBUTES,
  AUTHORITY_CHECK_DIGIT,
  AUTHORITY_EXTENSION,
  AUTHORITY_NIT,
  COUNTRY_LIST_ATTRIBUTES,
  COUNTRY_NAME_ATTRIBUTES,
  ITEM_SCHEME_ATTRIBUTES,
  identificationAttributes,
  PROFILES,
  ROOTS,
  UBL_VERSION,
} from "./wire-literal.ts";

/** Canonical text around the place of the signature, as `signature/xades.ts` takes it. */
export interface DocumentXml {
  /** Ends right after the opening of the last extension. */
  readonly head: string;
  /** Begins with the closing of that extension. */
  readonly tail: string;
  /** The root's namespace declarations, each with its leading space. */
  readonly rootNamespaces: string;
}

const CREDIT = "2";

const EXTENSION_START = "<ext:UBLExtension><ext:ExtensionContent>";
const EXTENSION_END = "</ext:ExtensionContent></ext:UBLExtension>";
const VERSION = text("cbc:UBLVersionID", UBL_VERSION);

/**
 * Puts the authority's extension and the content into the root of the document's kind, with the place of the signature as the last extension.
 * @param content from UBLVersionID to the last line.
 * @param others contents of further extensions, between the two.
 */
export function frame(
  { typeCode, exchangeRate, pesoTotals }: Document,
  extension: string,
  content: string,
  others: readonly string[] = [],
): DocumentXml {
  const root = ROOTS[KINDS[typeCode].root];
  const start = `<${root.name}${root.namespaces}${root.schemaLocation}><ext:UBLExtensions>${EXTENSION_START}`;
  const inPesos =
    exchangeRate === null || pesoTotals === undefined ? "" : buildPesoTotals(exchangeRate.rate, pesoTotals);
  const more = [...(inPesos === "" ? [] : [inPesos]), ...others].map((one) => EXTENSION_START + one + EXTENSION_END);
  return {
    head: start + extension + EXTENSION_END + more.join("") + EXTENSION_START,
    tail: `${EXTENSION_END}</ext:UBLExtensions>${content}</${root.name}>`,
    rootNamespaces: root.namespaces,
  };
}

/** From UBLVersionID to IssueTime. */
export function buildIdentification(document: Document, input: UblInput | NoteInput): string {
  const environmentId = environmentCode(input.environment);
  const uuid = attributes({ schemeID: environmentId, schemeName: `${KINDS[document.typeCode].fiscalId.name}-SHA384` });
  return (
    VERSION +
    text("cbc:CustomizationID", document.operationType) +
    text("cbc:ProfileID", PROFILES[document.typeCode]) +
    text("cbc:ProfileExecutionID", environmentId) +
    text("cbc:ID", fullNumber(input.numbering)) +
    text("cbc:UUID", input.fiscalId, uuid) +
    text("cbc:IssueDate", document.issueDate) +
    text("cbc:IssueTime", document.issueTime)
  );
}

/** From the notes to LineCountNumeric. */
export function buildDescription(document: Document): string {
  let notes = "";
  for (const note of document.notes) notes += text("cbc:Note", note);
  return (
    notes +
    text("cbc:DocumentCurrencyCode", document.currency) +
    text("cbc:LineCountNumeric", String(document.lines.length))
  );
}

/** Whether a payment is on credit, and so has a date on which it is due. */
export function isOnCredit(payment: Payment): boolean {
  return payment.form === CREDIT;
}

/** Every payment, numbered from 1; credit carries its due date (FAN04). */
export function buildPayments({ payment, payments }: Pick<DocumentCommon, "payment" | "payments">): string {
  const parts = payments ?? [{ ...payment, reference: null }];
  return parts.map(buildPayment).join("");
}

/** PaymentID is free text that the authority requires (FAN05); its samples number the means of payment. */
function buildPayment(payment: Payment & Pick<PaymentPart, "reference">, index: number): string {
  return group("cac:PaymentMeans", [
    text("cbc:ID", payment.form),
    text("cbc:PaymentMeansCode", payment.meansCode),
    isOnCredit(payment) ? text("cbc:PaymentDueDate", payment.dueDate) : undefined,
    payment.reference === null ? undefined : text("cbc:InstructionID", payment.reference),
    text("cbc:PaymentID", String(index + 1)),
  ]);
}

/** One unit of the document's currency in Colombian pesos (FAR01 to FAR07); nothing for pesos. */
export function buildExchangeRate(currency: string, exchangeRate: ExchangeRate | null): string {
  if (exchangeRate === null) return "";
  return group("cac:PaymentExchangeRate", [
    text("cbc:SourceCurrencyCode", currency),
    text("cbc:SourceCurrencyBaseRate", "1.00"),
    text("cbc:TargetCurrencyCode", "COP"),
    text("cbc:TargetCurrencyBaseRate", "1.00"),
    text("cbc:CalculationRate", exchangeRate.rate),
    text("cbc:Date", exchangeRate.date),
  ]);
}

const INVOICE_SOURCE = group("sts:InvoiceSource", [text("cbc:IdentificationCode", "CO", COUNTRY_LIST_ATTRIBUTES)]);
const AUTHORIZATION_PROVIDER = group("sts:AuthorizationProvider", [
  text("sts:AuthorizationProviderID", AUTHORITY_NIT, identificationAttributes(NIT, AUTHORITY_CHECK_DIGIT)),
]);

/**
 * The content of the first extension; its schema fixes the order (FAB03 and following).
 * @param control numbering range; notes, which are numbered without one, leave it out.
 */
export function buildExtension(input: UblInput | NoteInput, control?: string): string {
  const { software } = input;
  return group(AUTHORITY_EXTENSION, [
    control,
    INVOICE_SOURCE,
    group("sts:SoftwareProvider", [
      text("sts:ProviderID", software.providerNit, identificationAttributes(NIT, software.providerCheckDigit)),
      text("sts:SoftwareID", software.id, AGENCY_ATTRIBUTES),
    ]),
    text("sts:SoftwareSecurityCode", input.securityCode, AGENCY_ATTRIBUTES),
    AUTHORIZATION_PROVIDER,
    text("sts:QRCode", input.qrUrl),
  ]);
}

/** The range as the authority granted it (FAB05 to FAB12); a range without prefix has no Prefix. */
export function buildInvoiceControl(numbering: UblInput["numbering"]): string {
  return group("sts:InvoiceControl", [
    text("sts:InvoiceAuthorization", numbering.resolution),
    group("sts:AuthorizationPeriod", [
      text("cbc:StartDate", numbering.validFrom),
      text("cbc:EndDate", numbering.validTo),
    ]),
    group("sts:AuthorizedInvoices", [
      numbering.prefix === "" ? undefined : text("sts:Prefix", numbering.prefix),
      text("sts:From", String(numbering.from)),
      text("sts:To", String(numbering.to)),
    ]),
  ]);
}

/**
 * Attributes of a party's own identification: the check digit goes with a NIT only (FAJ24, FAK24, FAK47).
 */
export function ownIdentification(party: Party): string {
  const { identificationType, identificationNumber } = party;
  if (identificationType !== NIT) return identificationAttributes(identificationType, undefined);
  return identificationAttributes(NIT, party.checkDigit ?? findCheckDigit(identificationNumber));
}

/**
 * Attributes of a resident vendor's identification: always as a NIT, with the check digit computed (DSAJ24a, DSAJ25a).
 * @throws Error when the number has no check digit: validation refuses such vendors.
 */
export function residentIdentification(party: Party): string {
  const checkDigit = findCheckDigit(party.identificationNumber);
  if (checkDigit === undefined) throw new Error("a resident vendor's number is not one that has a check digit");
  return identificationAttributes(NIT, checkDigit);
}

/**
 * PartyTaxScheme.
 * @param identification attributes of CompanyID, as made above.
 * @param address goes inside as RegistrationAddress, its fields directly (FAJ28).
 */
export function buildTaxScheme(party: Party, identification: string, address?: PlacedAddress | null): string {
  return group("cac:PartyTaxScheme", [
    text("cbc:RegistrationName", party.name),
    text("cbc:CompanyID", party.identificationNumber, identification),
    text("cbc:TaxLevelCode", party.responsibilities.join(";")),
    address ? buildAddress("cac:RegistrationAddress", address) : undefined,
    group("cac:TaxScheme", [text("cbc:ID", party.taxSchemeCode), text("cbc:Name", party.taxSchemeName)]),
  ]);
}

/** An address with a known country, which the authority's lists require. */
type PlacedAddress = Address & { readonly countryCode: string; readonly countryName: string };

/** Whether an address can be printed; one without a country cannot. */
export function isPlaced(address: Address | null): address is PlacedAddress {
  return address !== null && address.countryCode !== null && address.countryName !== null;
}

/** PartyName: what a party trades as. */
export function buildName(party: Pick<Party, "name" | "tradeName">): string {
  return element("cac:PartyName", text("cbc:Name", party.tradeName ?? party.name));
}

/** PhysicalLocation. */
export function buildLocation(address: PlacedAddress): string {
  return element("cac:PhysicalLocation", buildAddress("cac:Address", address));
}

/** DeliveryAddress. */
export function buildDeliveryAddress(address: PlacedAddress): string {
  return buildAddress("cac:DeliveryAddress", address);
}

/** An address by the authority's lists; outside Colombia the municipality and department codes are left out. */
function buildAddress(name: string, address: PlacedAddress): string {
  const isColombian = address.countryCode === COLOMBIA;
  return group(name, [
    isColombian ? optional("cbc:ID", address.municipalityCode) : undefined,
    optional("cbc:CityName", address.municipalityName),
    optional("cbc:PostalZone", address.postalCode),
    optional("cbc:CountrySubentity", address.departmentName),
    isColombian ? optional("cbc:CountrySubentityCode", address.departmentCode) : undefined,
    group("cac:AddressLine", [text("cbc:Line", address.line)]),
    group("cac:Country", [
      text("cbc:IdentificationCode", address.countryCode),
      text("cbc:Name", address.countryName, COUNTRY_NAME_ATTRIBUTES),
    ]),
  ]);
}

/** An element with a value, or nothing when there is none. */
export function optional(name: string, value: string | null): string | undefined {
  return value === null ? undefined : text(name, value);
}

/**
 * One group per tax code, with one subtotal per rate (FAS01a, FAS04, FAT01); nothing for an empty list.
 * Codes and rates keep the order in which they come.
 * @param currency the currencyID attribute, printed once per document.
 * @param bare whether a tax for each unit is printed without a base.
 */
export function buildTaxTotals(
  name: "cac:TaxTotal" | "cac:WithholdingTaxTotal",
  subtotals: readonly TaxSubtotal[],
  currency: string,
  bare = false,
): string {
  const [only] = subtotals;
  if (only === undefined) return "";
  if (subtotals.length === 1) return buildTaxTotal(name, [only], currency, bare);
  let printed = "";
  for (const sameCode of groupBy(subtotals, (subtotal) => subtotal.code)) {
    const rates = groupBy(sameCode, rateKey).map(mergeSameRate);
    printed += buildTaxTotal(name, rates, currency, bare);
  }
  return printed;
}

/** Whether a document prints taxes for each unit without a base, as the authority's sample of a ticket does. */
export function isBare({ typeCode }: Pick<Document, "typeCode">): boolean {
  return KINDS[typeCode].module === "dee";
}

/** One AllowanceCharge each, numbered from 1 (FAQ02, FBE01); nothing for none. */
export function buildAllowances(allowances: readonly AllowanceCharge[] | undefined, currency: string): string {
  let printed = "";
  for (const [index, allowance] of (allowances ?? []).entries()) {
    printed += element(
      "cac:AllowanceCharge",
      text("cbc:ID", String(index + 1)) +
        text("cbc:ChargeIndicator", String(allowance.isCharge)) +
        (allowance.reasonCode === null ? "" : text("cbc:AllowanceChargeReasonCode", allowance.reasonCode)) +
        text("cbc:AllowanceChargeReason", allowance.reason) +
        text("cbc:MultiplierFactorNumeric", allowance.percent) +
        text("cbc:Amount", allowance.amount, currency) +
        text("cbc:BaseAmount", allowance.base, currency),
    );
  }
  return printed;
}

/**
 * The totals of a document; withholdings are informative and never subtracted. The document's own discounts and charges come
 * after the taxes (FAU08, FAU10, FAU14).
 */
export function buildMonetaryTotal(
  name: "cac:LegalMonetaryTotal" | "cac:RequestedMonetaryTotal",
  { totals, allowances = [], prepayments = [] }: Pick<DocumentCommon, "totals" | "allowances" | "prepayments">,
  currency: string,
): string {
  const discounts = allowances.filter(({ isCharge }) => !isCharge);
  const charges = allowances.filter(({ isCharge }) => isCharge);
  const inclusive = allowances.length === 0 ? totals.total : addAmounts([totals.subtotal, totals.taxes]);
  return group(name, [
    text("cbc:LineExtensionAmount", totals.subtotal, currency),
    text("cbc:TaxExclusiveAmount", totals.taxableBase, currency),
    text("cbc:TaxInclusiveAmount", inclusive, currency),
    buildAllowanceTotal("cbc:AllowanceTotalAmount", discounts, currency),
    buildAllowanceTotal("cbc:ChargeTotalAmount", charges, currency),
    buildAllowanceTotal("cbc:PrepaidAmount", prepayments, currency),
    text("cbc:PayableAmount", totals.total, currency),
  ]);
}

function buildAllowanceTotal(
  name: string,
  allowances: readonly { readonly amount: Amount }[],
  currency: string,
): string | undefined {
  if (allowances.length === 0) return undefined;
  return text(name, addAmounts(allowances.map(({ amount }) => amount)), currency);
}

/** TaxAmount is the exact sum of its subtotals (FAS02). */
function buildTaxTotal(name: string, subtotals: readonly TaxSubtotal[], currency: string, bare: boolean): string {
  let printed = "";
  for (const subtotal of subtotals) printed += buildSubtotal(subtotal, currency, bare);
  return `<${name}><cbc:TaxAmount${currency}>${addUp(subtotals, "amount")}</cbc:TaxAmount>${printed}</${name}>`;
}

/** Amounts and rates are digits and a point, so they need no escaping. */
function buildSubtotal(
  { base, amount, perUnit, rate, code, name }: TaxSubtotal,
  currency: string,
  bare: boolean,
): string {
  const taxable = `<cbc:TaxableAmount${currency}>${base}</cbc:TaxableAmount>`;
  return (
    `<cac:TaxSubtotal>${bare && perUnit !== undefined ? "" : taxable}` +
    `<cbc:TaxAmount${currency}>${amount}</cbc:TaxAmount>` +
    (perUnit === undefined
      ? `<cac:TaxCategory><cbc:Percent>${rate}</cbc:Percent>`
      : `${buildPerUnit(perUnit, currency)}<cac:TaxCategory>`) +
    `<cac:TaxScheme><cbc:ID>${code}</cbc:ID><cbc:Name>${escapeText(name)}</cbc:Name></cac:TaxScheme>` +
    "</cac:TaxCategory></cac:TaxSubtotal>"
  );
}

/** A nominal tax has no percentage (FAS09 to FAS12). */
function buildPerUnit({ amount, units, unitCode }: PerUnit, currency: string): string {
  return (
    `<cbc:BaseUnitMeasure unitCode="${escapeAttribute(unitCode)}">${units}</cbc:BaseUnitMeasure>` +
    `<cbc:PerUnitAmount${currency}>${amount}</cbc:PerUnitAmount>`
  );
}

/** Two withholdings of one code and rate are one subtotal: bases and amounts add up. */
function mergeSameRate(subtotals: readonly [TaxSubtotal, ...TaxSubtotal[]]): TaxSubtotal {
  const [first] = subtotals;
  if (subtotals.length === 1) return first;
  return { ...first, base: addUp(subtotals, "base"), amount: addUp(subtotals, "amount") };
}

function addUp(subtotals: readonly TaxSubtotal[], field: "base" | "amount"): Amount {
  const [only] = subtotals;
  if (only !== undefined && subtotals.length === 1) return only[field];
  return print(sum(subtotals.map((subtotal) => decimal(subtotal[field]))));
}

/** Groups in order of first appearance. */
function groupBy(
  subtotals: readonly TaxSubtotal[],
  keyOf: (subtotal: TaxSubtotal) => string,
): readonly [TaxSubtotal, ...TaxSubtotal[]][] {
  const groups = new Map<string, [TaxSubtotal, ...TaxSubtotal[]]>();
  for (const subtotal of subtotals) {
    const known = groups.get(keyOf(subtotal));
    if (known === undefined) groups.set(keyOf(subtotal), [subtotal]);
    else known.push(subtotal);
  }
  return [...groups.values()];
}

/** How a type of document names its lines, and in which order their parts come. */
export interface LineNames {
  readonly line: string;
  readonly quantity: string;
  /** Whether discounts and charges follow the taxes, as in notes, or come before them. */
  readonly areAllowancesLast: boolean;
}

export const INVOICE_LINE: LineNames = {
  line: "cac:InvoiceLine",
  quantity: "cbc:InvoicedQuantity",
  areAllowancesLast: false,
};

/** What a kind of document puts into its lines beyond the common ones. */
interface LineParts {
  readonly names: LineNames;
  /** What follows LineExtensionAmount: FreeOfChargeIndicator or InvoicePeriod. */
  readonly afterAmount: string;
  readonly withholdings: readonly TaxSubtotal[];
  /** Whether a tax for each unit is printed without a base. */
  readonly bare?: boolean;
}

/** One line; BaseQuantity repeats the quantity, so that price x base quantity is the amount (FAV06). */
export function buildLine(line: DocumentLine, currency: string, parts: LineParts): string {
  const { names } = parts;
  const unit = ` unitCode="${escapeAttribute(line.unitCode)}"`;
  const note = line.note === null ? "" : `<cbc:Note>${escapeText(line.note)}</cbc:Note>`;
  const scheme = ITEM_SCHEME_ATTRIBUTES[line.product.scheme];
  const allowances = buildAllowances(line.allowances, currency);
  // Amounts and quantities are digits and a point, so they need no escaping.
  return (
    `<${names.line}><cbc:ID>${line.number}</cbc:ID>${note}<${names.quantity}${unit}>${line.quantity}</${names.quantity}>` +
    `<cbc:LineExtensionAmount${currency}>${line.base}</cbc:LineExtensionAmount>${parts.afterAmount}` +
    buildReferencePrice(line.referencePrice, currency) +
    (names.areAllowancesLast ? "" : allowances) +
    buildTaxTotals("cac:TaxTotal", line.taxes, currency, parts.bare) +
    (names.areAllowancesLast ? allowances : "") +
    buildTaxTotals("cac:WithholdingTaxTotal", parts.withholdings, currency) +
    `<cac:Item><cbc:Description>${escapeText(line.description)}</cbc:Description>${buildItem(line)}<cac:StandardItemIdentification>` +
    `<cbc:ID${scheme}>${escapeText(line.product.code)}</cbc:ID></cac:StandardItemIdentification></cac:Item>` +
    `<cac:Price><cbc:PriceAmount${currency}>${line.unitPrice}</cbc:PriceAmount>` +
    `<cbc:BaseQuantity${unit}>${line.quantity}</cbc:BaseQuantity></cac:Price></${names.line}>`
  );
}

/** Brand, model and the issuer's own code, where the item has them. */
function buildItem({ brand, model, sellerCode }: DocumentLine): string {
  return (
    (brand === undefined ? "" : text("cbc:BrandName", brand)) +
    (model === undefined ? "" : text("cbc:ModelName", model)) +
    (sellerCode === undefined ? "" : element("cac:SellersItemIdentification", text("cbc:ID", sellerCode)))
  );
}

/** In every kind of line between what follows its value and its discounts or taxes; nothing for a line with a value. */
function buildReferencePrice(price: ReferencePrice | undefined, currency: string): string {
  if (price === undefined) return "";
  return (
    `<cac:PricingReference><cac:AlternativeConditionPrice><cbc:PriceAmount${currency}>${price.amount}</cbc:PriceAmount>` +
    `<cbc:PriceTypeCode>${price.typeCode}</cbc:PriceTypeCode></cac:AlternativeConditionPrice></cac:PricingReference>`
  );
}
