// Lists what must be refused when one value is changed and everything else is hashed and signed again.
import { CONTROL, CUS, EXT, LINE, SCHEME, SUP } from "./mutation-drop.ts";

/** A new value of an element, or of one of its attributes (undefined: the attribute is taken away). */
export interface Change {
  readonly rule: string;
  readonly path: string;
  readonly attribute?: string;
  readonly value: string | undefined;
}

const set = (rule: string, path: string, value: string): Change => ({ rule, path, value });
const mark = (rule: string, path: string, attribute: string, value: string | undefined): Change => ({
  rule,
  path,
  attribute,
  value,
});

const ID = "cac:PartyTaxScheme/cbc:CompanyID";
const ENTITY_ID = "cac:PartyLegalEntity/cbc:CompanyID";
const REGISTERED = "cac:PartyTaxScheme/cac:RegistrationAddress";
const HERE = "cac:PhysicalLocation/cac:Address";
const TOTAL = "cac:LegalMonetaryTotal";
const PROVIDER = `${EXT}/sts:SoftwareProvider/sts:ProviderID`;
const AGENCY = `${EXT}/sts:AuthorizationProvider/sts:AuthorizationProviderID`;

/** Rules of both kinds (AD01 is FAD01 and DSAD01), on a sample with a tax and two withholdings. */
export const CHANGES_BOTH: readonly Change[] = [
  set("AB05b", `${CONTROL}/sts:InvoiceAuthorization`, "18760000099"),
  set("AB07a", `${CONTROL}/sts:AuthorizationPeriod/cbc:StartDate`, "2025-01-01"),
  set("AB07b", `${CONTROL}/sts:AuthorizationPeriod/cbc:StartDate`, "2019-01-20"),
  set("AB08a", `${CONTROL}/sts:AuthorizationPeriod/cbc:EndDate`, "2023-12-31"),
  set("AB08b", `${CONTROL}/sts:AuthorizationPeriod/cbc:EndDate`, "2029-01-19"),
  set("AB10b", `${CONTROL}/sts:AuthorizedInvoices/sts:Prefix`, "OTRO"),
  set("AB11b", `${CONTROL}/sts:AuthorizedInvoices/sts:From`, "1"),
  set("AB12b", `${CONTROL}/sts:AuthorizedInvoices/sts:To`, "999999999"),
  mark("AB22a", PROVIDER, "schemeID", undefined),
  mark("AB22b", PROVIDER, "schemeID", "9"),
  mark("AB23", PROVIDER, "schemeName", "13"),
  set("AB24b", `${EXT}/sts:SoftwareProvider/sts:SoftwareID`, "00000000-0000-0000-0000-000000000000"),
  set("AB31", AGENCY, "800197269"),
  mark("AB34", AGENCY, "schemeID", "5"),
  mark("AB35", AGENCY, "schemeName", "13"),
  set("AD01", "cbc:UBLVersionID", "UBL 2.0"),
  set("AD03", "cbc:ProfileID", "DIAN 2.1"),
  set("AD04", "cbc:ProfileExecutionID", "3"),
  set("AD05a", "cbc:ID", "SETP-990000101"),
  set("AD05e", "cbc:ID", "ABCD990000101"),
  mark("AD07", "cbc:UUID", "schemeID", "1"),
  mark("AD08", "cbc:UUID", "schemeName", "CUFE-SHA1"),
  set("AD15a", "cbc:DocumentCurrencyCode", "QQQ"),
  mark("AD15b", `${TOTAL}/cbc:PayableAmount`, "currencyID", "EUR"),
  mark("AD15b", `${LINE}/cac:Price/cbc:PriceAmount`, "currencyID", "EUR"),
  mark("AU15", `${TOTAL}/cbc:PayableAmount`, "currencyID", "EUR"),
  mark("AU03", `${TOTAL}/cbc:LineExtensionAmount`, "currencyID", "EUR"),
  mark("AS03", "cac:TaxTotal/cbc:TaxAmount", "currencyID", "EUR"),
  mark("AS06", "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount", "currencyID", "EUR"),
  mark("AT08", "cac:WithholdingTaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "currencyID", "EUR"),
  mark("AV07", `${LINE}/cbc:LineExtensionAmount`, "currencyID", "EUR"),
  mark("AX08", `${LINE}/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount`, "currencyID", "EUR"),
  mark("AY03", `${LINE}/cac:WithholdingTaxTotal/cbc:TaxAmount`, "currencyID", "EUR"),
  mark("BB03", `${LINE}/cac:Price/cbc:PriceAmount`, "currencyID", "EUR"),
  set("AV04b", `${LINE}/cbc:InvoicedQuantity`, "-1.000000"),
  set("AD16", "cbc:LineCountNumeric", "9"),
  set("AK02", "cac:AccountingCustomerParty/cbc:AdditionalAccountID", "3"),
  set("AJ26", `${SUP}/cac:PartyTaxScheme/cbc:TaxLevelCode`, "O-99"),
  set("AN02", "cac:PaymentMeans/cbc:ID", "3"),
  set("AN03", "cac:PaymentMeans/cbc:PaymentMeansCode", "999"),
  set("AN04", "cac:PaymentMeans/cbc:ID", "2"),
  set("AS02", "cac:TaxTotal/cbc:TaxAmount", "1.00"),
  set("AS07", "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "1.00"),
  set("AS07", "cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount", "1.00"),
  set("AS01a", "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent", "16.00"),
  set("AS01a", `cac:TaxTotal/${SCHEME}/cbc:Name`, "INC"),
  set("AS16", `cac:TaxTotal/${SCHEME}/cbc:ID`, "99"),
  set("AS16", `cac:TaxTotal/${SCHEME}/cbc:ID`, "05"),
  set("AT02", "cac:WithholdingTaxTotal/cbc:TaxAmount", "1.00"),
  set("AT07", "cac:WithholdingTaxTotal/cac:TaxSubtotal/cbc:TaxAmount", "1.00"),
  set("AT12", `cac:WithholdingTaxTotal/${SCHEME}/cbc:ID`, "01"),
  set("AT01", `cac:WithholdingTaxTotal/${SCHEME}/cbc:Name`, "IVA"),
  set("AT01", "cac:WithholdingTaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent", "14.00"),
  set("AX07", `${LINE}/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount`, "1.00"),
  set("AX07", `${LINE}/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount`, "1.00"),
  set("AX16", `${LINE}/cac:TaxTotal/${SCHEME}/cbc:ID`, "98"),
  set("AS01a", `${LINE}/cac:TaxTotal/${SCHEME}/cbc:Name`, "IVa"),
  set("AY02", `${LINE}/cac:WithholdingTaxTotal/cbc:TaxAmount`, "1.00"),
  set("AY07", `${LINE}/cac:WithholdingTaxTotal/cac:TaxSubtotal/cbc:TaxAmount`, "1.00"),
  set("AY12", `${LINE}/cac:WithholdingTaxTotal/${SCHEME}/cbc:ID`, "01"),
  set("AU02", `${TOTAL}/cbc:LineExtensionAmount`, "1.00"),
  set("AU04", `${TOTAL}/cbc:TaxExclusiveAmount`, "1.00"),
  set("AU06", `${TOTAL}/cbc:TaxInclusiveAmount`, "1.00"),
  set("AU14", `${TOTAL}/cbc:PayableAmount`, "1.00"),
  set("AV06", `${LINE}/cbc:LineExtensionAmount`, "1.00"),
  set("AV06", `${LINE}/cac:Price/cbc:PriceAmount`, "1.00"),
  set("AV06", `${LINE}/cac:Price/cbc:BaseQuantity`, "7.000000"),
  set("AZ02", `${LINE}/cac:Item/cbc:Description`, "  "),
  set("AZ10", `${LINE}/cac:Item/cac:StandardItemIdentification/cbc:ID`, ""),
  mark("AZ11", `${LINE}/cac:Item/cac:StandardItemIdentification/cbc:ID`, "schemeID", "777"),
  mark("AZ14", `${LINE}/cac:Item/cac:StandardItemIdentification/cbc:ID`, "schemeID", "010"),
];

/** General codes that a wrong spelling of a value draws. */
export const CHANGES_GENERAL: readonly Change[] = [
  set("VLR01", "cac:TaxTotal/cbc:TaxAmount", "-1.00"),
  set("VLR01", `${LINE}/cbc:InvoicedQuantity`, "-1.000000"),
  set("ZB01", "cbc:IssueDate", "17/05/2024"),
  set("ZB01", "cbc:IssueDate", "2024-02-30"),
  set("ZB01", "cbc:IssueTime", "10:11"),
  set("ZB01", `${TOTAL}/cbc:PayableAmount`, "1,190.00"),
  set("ZB01", `${TOTAL}/cbc:PayableAmount`, ""),
  set("ZB01", `${TOTAL}/cbc:PayableAmount`, "1e3"),
  set("ZB01", `${CONTROL}/sts:AuthorizedInvoices/sts:From`, "uno"),
  set("ZB01", "cbc:LineCountNumeric", "una"),
  mark("ZB01", `${TOTAL}/cbc:PayableAmount`, "currencyID", undefined),
  mark("ZB01", "cbc:IssueDate", "format", "iso"),
  mark("ZB01", "cac:PaymentMeans", "Id", "uno"),
];

/** On the standard invoice. */
export const CHANGES_INVOICE: readonly Change[] = [
  set("FAB19b", PROVIDER, "800197268"),
  set("FAD02", "cbc:CustomizationID", "99"),
  set("FAD05b", "cbc:ID", "SETP989999999"),
  set("FAD05c", "cbc:ID", "SETP995000001"),
  set("FAD05e", "cbc:ID", "SETP0990000101"),
  set("FAD12a", "cbc:InvoiceTypeCode", "09"),
  set("FAB05b", "cbc:InvoiceTypeCode", "03"),
  set("FAD09a", "cbc:IssueDate", "2019-01-01"),
  set("FAD09b", "cbc:IssueDate", "2031-01-01"),
  set("FAJ02b", "cac:AccountingSupplierParty/cbc:AdditionalAccountID", "3"),
  set("FAJ09", `${SUP}/${HERE}/cbc:ID`, "99999"),
  set("FAJ12", `${SUP}/${HERE}/cbc:CountrySubentityCode`, "00"),
  set("FAJ16", `${SUP}/${HERE}/cac:Country/cbc:IdentificationCode`, "US"),
  set("FAJ29", `${SUP}/${REGISTERED}/cbc:ID`, "99999"),
  set("FAJ32", `${SUP}/${REGISTERED}/cbc:CountrySubentityCode`, "00"),
  set("FAJ36", `${SUP}/${REGISTERED}/cac:Country/cbc:IdentificationCode`, "US"),
  set("FAJ21", `${SUP}/${ID}`, "900373116"),
  mark("FAJ24a", `${SUP}/${ID}`, "schemeID", undefined),
  mark("FAJ24b", `${SUP}/${ID}`, "schemeID", "4"),
  mark("FAJ25", `${SUP}/${ID}`, "schemeName", "13"),
  mark("FAJ47", `${SUP}/${ENTITY_ID}`, "schemeID", "4"),
  mark("FAJ48", `${SUP}/${ENTITY_ID}`, "schemeName", "13"),
  set("FAB10a", `${SUP}/cac:PartyLegalEntity/cac:CorporateRegistrationScheme/cbc:ID`, "OTRO"),
  set("FAK29", `${CUS}/${REGISTERED}/cbc:ID`, "99999"),
  set("FAK32", `${CUS}/${REGISTERED}/cbc:CountrySubentityCode`, "00"),
  set("FAK36", `${CUS}/${REGISTERED}/cac:Country/cbc:IdentificationCode`, "QQ"),
  set("FAK24", `${CUS}/${ID}`, "800134537"),
  mark("FAK24", `${CUS}/${ID}`, "schemeID", undefined),
  mark("FAK25", `${CUS}/${ID}`, "schemeName", "99"),
  mark("FAK47", `${CUS}/${ENTITY_ID}`, "schemeID", undefined),
  mark("FAK48", `${CUS}/${ENTITY_ID}`, "schemeName", "99"),
];

/** On the support document in foreign currency. */
export const CHANGES_SUPPORT: readonly Change[] = [
  set("DSAD02b", "cbc:CustomizationID", "12"),
  set("DSAD03", "cbc:ProfileID", "DIAN 2.1: documento soporte en adquisiciones efectuadas a no obligados a facturar"),
  set("DSAD05b", "cbc:ID", "SEDS983999999"),
  set("DSAD05c", "cbc:ID", "SEDS985000001"),
  set("DSAJ02", "cac:AccountingSupplierParty/cbc:AdditionalAccountID", "3"),
  set("DSAJ09", `${SUP}/${HERE}/cbc:ID`, "99999"),
  set("DSAJ12", `${SUP}/${HERE}/cbc:CountrySubentityCode`, "00"),
  set("DSAJ16", `${SUP}/${HERE}/cac:Country/cbc:IdentificationCode`, "US"),
  mark("DSAJ24a", `${SUP}/${ID}`, "schemeID", undefined),
  mark("DSAJ24b", `${SUP}/${ID}`, "schemeID", "1"),
  mark("DSAJ25a", `${SUP}/${ID}`, "schemeName", "13"),
  set("DSAK21", `${CUS}/${ID}`, "900373116"),
  mark("DSAK24b", `${CUS}/${ID}`, "schemeID", "1"),
  mark("DSAK25", `${CUS}/${ID}`, "schemeName", "13"),
  set("DSAR02", "cac:PaymentExchangeRate/cbc:SourceCurrencyCode", "COP"),
  set("DSAR03", "cac:PaymentExchangeRate/cbc:SourceCurrencyBaseRate", "2.00"),
  set("DSAR04", "cac:PaymentExchangeRate/cbc:TargetCurrencyCode", "USD"),
  set("DSAR05", "cac:PaymentExchangeRate/cbc:TargetCurrencyBaseRate", "2.00"),
  set("DSAR06", "cac:PaymentExchangeRate/cbc:CalculationRate", "0"),
  set("DSAS16", `cac:TaxTotal/${SCHEME}/cbc:ID`, "04"),
  set("DSAT12", `cac:WithholdingTaxTotal/${SCHEME}/cbc:ID`, "07"),
  mark("DSAV05", `${LINE}/cbc:InvoicedQuantity`, "unitCode", "QQQ"),
  mark("DSBB05", `${LINE}/cac:Price/cbc:BaseQuantity`, "unitCode", "QQQ"),
  set("DSFC02b", `${LINE}/cac:InvoicePeriod/cbc:StartDate`, "2024-05-16"),
  set("DSFC03", `${LINE}/cac:InvoicePeriod/cbc:DescriptionCode`, "3"),
  set("DSFC04", `${LINE}/cac:InvoicePeriod/cbc:DescriptionCode`, "2"),
  set("DSFC04", `${LINE}/cac:InvoicePeriod/cbc:Description`, "Por operacion"),
];

/** On samples that carry what the others do not. */
export const CHANGES_OTHER: readonly (readonly [sample: string, change: Change])[] = [
  ["fe01-descuento-y-cargo-global", set("FAQ02", "cac:AllowanceCharge/cbc:ID", "5")],
  ["fe01-descuento-y-cargo-global", set("FAQ03", "cac:AllowanceCharge/cbc:ChargeIndicator", "0")],
  ["fe01-descuento-y-cargo-global", set("ZB01", "cac:AllowanceCharge/cbc:ChargeIndicator", "no")],
  ["fe01-descuento-y-cargo-global", set("FAQ06", "cac:AllowanceCharge/cbc:MultiplierFactorNumeric", "101")],
  ["fe01-descuento-y-cargo-global", set("FAQ07", "cac:AllowanceCharge/cbc:Amount", "30000.00")],
  ["fe01-descuento-y-cargo-global", set("FAU08", "cac:LegalMonetaryTotal/cbc:AllowanceTotalAmount", "1.00")],
  ["fe01-descuento-y-cargo-global", set("FAU10", "cac:LegalMonetaryTotal/cbc:ChargeTotalAmount", "1.00")],
  ["fe01-consumidor-final-credito", mark("FAK63", `${CUS}/cac:PartyIdentification/cbc:ID`, "schemeName", "99")],
  ["fe01-consumidor-final-credito", mark("FAK64", `${CUS}/cac:PartyIdentification/cbc:ID`, "schemeName", "31")],
  ["fe01-consumidor-final-credito", set("FAK62", `${CUS}/cac:PartyIdentification/cbc:ID`, "")],
  ["fe01-consumidor-final-credito", set("FBE05", `${LINE}/cac:AllowanceCharge/cbc:MultiplierFactorNumeric`, "101")],
  ["fe01-consumidor-final-credito", set("FBE06", `${LINE}/cac:AllowanceCharge/cbc:Amount`, "900.00")],
  ["fe01-consumidor-final-credito", set("FBE08", `${LINE}/cac:AllowanceCharge/cbc:BaseAmount`, "0.00")],
  ["fe01-consumidor-final-credito", set("FBE03", `${LINE}/cac:AllowanceCharge/cbc:ChargeIndicator`, "0")],
  ["fe01-usd", set("FAR02", "cac:PaymentExchangeRate/cbc:SourceCurrencyCode", "EUR")],
  ["fe01-usd", set("FAR04", "cac:PaymentExchangeRate/cbc:TargetCurrencyCode", "USD")],
  ["fe01-inc8", set("FAS01a", `cac:TaxTotal/${SCHEME}/cbc:Name`, "IVA")],
  ["fe01-exento-0", set("FAS01a", "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent", "5.00")],
  ["fe03-contingencia-facturador", mark("FAD08", "cbc:UUID", "schemeName", "CUFE-SHA384")],
  ["fe03-contingencia-facturador", set("FAI02", "cac:AdditionalDocumentReference/cbc:ID", "")],
  ["fe03-contingencia-facturador", set("FAB05b", "cbc:InvoiceTypeCode", "01")],
  ["ds05-no-residente-iva-asumido", mark("DSAJ25a", `${SUP}/${ID}`, "schemeName", "13")],
  ["ds05-no-residente-iva-asumido", set("DSAJ08a", "cbc:CustomizationID", "10")],
  ["ds05-residente-acumulado-semanal", set("DSFC02b", `${LINE}/cac:InvoicePeriod/cbc:StartDate`, "2024-05-18")],
];
