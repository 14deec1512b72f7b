// Holds the order and number of elements in an invoice or a note, as the judge's own table: `?` optional, `*` any number, `+` at least
// one.

/** Element -> its children in order. Elements that stand here under no name are not looked into. */
const PARTY =
  "cbc:MarkCareIndicator? cbc:MarkAttentionIndicator? cbc:WebsiteURI? cbc:LogoReferenceID? cbc:EndpointID? " +
  "cbc:IndustryClassificationCode? cac:PartyIdentification* cac:PartyName* cac:Language? cac:PostalAddress? " +
  "cac:PhysicalLocation? cac:PartyTaxScheme* cac:PartyLegalEntity* cac:Contact? cac:Person* cac:AgentParty? " +
  "cac:ServiceProviderParty* cac:PowerOfAttorney* cac:FinancialAccount?";
const ADDRESS =
  "cbc:ID? cbc:AddressTypeCode? cbc:AddressFormatCode? cbc:Postbox? cbc:Floor? cbc:Room? cbc:StreetName? " +
  "cbc:AdditionalStreetName? cbc:BlockName? cbc:BuildingName? cbc:BuildingNumber? cbc:InhouseMail? cbc:Department? " +
  "cbc:MarkAttention? cbc:MarkCare? cbc:PlotIdentification? cbc:CitySubdivisionName? cbc:CityName? cbc:PostalZone? " +
  "cbc:CountrySubentity? cbc:CountrySubentityCode? cbc:Region? cbc:District? cbc:TimezoneOffset? cac:AddressLine* " +
  "cac:Country? cac:LocationCoordinate*";
const REFERENCE =
  "cbc:ID cbc:CopyIndicator? cbc:UUID? cbc:IssueDate? cbc:IssueTime? cbc:DocumentTypeCode? cbc:DocumentType? cbc:XPath* " +
  "cbc:LanguageID? cbc:LocaleCode? cbc:VersionID? cbc:DocumentStatusCode? cbc:DocumentDescription* cac:Attachment? " +
  "cac:ValidityPeriod? cac:IssuerParty? cac:ResultOfVerification?";
const PERIOD =
  "cbc:StartDate? cbc:StartTime? cbc:EndDate? cbc:EndTime? cbc:DurationMeasure? cbc:DescriptionCode* cbc:Description*";
const ITEM_ID =
  "cbc:ID cbc:ExtendedID? cbc:BarcodeSymbologyID? cac:PhysicalAttribute* cac:MeasurementDimension* cac:IssuerParty?";
const TAX_TOTAL =
  "cbc:TaxAmount cbc:RoundingAmount? cbc:TaxEvidenceIndicator? cbc:TaxIncludedIndicator? cac:TaxSubtotal*";
const ALLOWANCE =
  "cbc:ID? cbc:ChargeIndicator cbc:AllowanceChargeReasonCode? cbc:AllowanceChargeReason* cbc:MultiplierFactorNumeric? " +
  "cbc:PrepaidIndicator? cbc:SequenceNumeric? cbc:Amount cbc:BaseAmount? cbc:AccountingCostCode? cbc:AccountingCost? " +
  "cbc:PerUnitAmount? cac:TaxCategory* cac:TaxTotal? cac:PaymentMeans*";
const EXCHANGE =
  "cbc:SourceCurrencyCode cbc:SourceCurrencyBaseRate? cbc:TargetCurrencyCode cbc:TargetCurrencyBaseRate? " +
  "cbc:ExchangeMarketID? cbc:CalculationRate? cbc:MathematicOperatorCode? cbc:Date? cac:ForeignExchangeContract?";
const INVOICE =
  "ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? cbc:ProfileExecutionID? cbc:ID " +
  "cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? cbc:DueDate? cbc:InvoiceTypeCode? cbc:Note* " +
  "cbc:TaxPointDate? cbc:DocumentCurrencyCode? cbc:TaxCurrencyCode? cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? " +
  "cbc:PaymentAlternativeCurrencyCode? cbc:AccountingCostCode? cbc:AccountingCost? cbc:LineCountNumeric? " +
  "cbc:BuyerReference? cac:InvoicePeriod* cac:OrderReference? cac:BillingReference* cac:DespatchDocumentReference* " +
  "cac:ReceiptDocumentReference* cac:StatementDocumentReference* cac:OriginatorDocumentReference* " +
  "cac:ContractDocumentReference* cac:AdditionalDocumentReference* cac:ProjectReference* cac:Signature* " +
  "cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty? cac:BuyerCustomerParty? " +
  "cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery* cac:DeliveryTerms? cac:PaymentMeans* " +
  "cac:PaymentTerms* cac:PrepaidPayment* cac:AllowanceCharge* cac:TaxExchangeRate? cac:PricingExchangeRate? " +
  "cac:PaymentExchangeRate? cac:PaymentAlternativeExchangeRate? cac:TaxTotal* cac:WithholdingTaxTotal* " +
  "cac:LegalMonetaryTotal cac:InvoiceLine+";
const LINE =
  "cbc:ID cbc:UUID? cbc:Note* cbc:InvoicedQuantity? cbc:LineExtensionAmount cbc:TaxPointDate? cbc:AccountingCostCode? " +
  "cbc:AccountingCost? cbc:PaymentPurposeCode? cbc:FreeOfChargeIndicator? cac:InvoicePeriod* cac:OrderLineReference* " +
  "cac:DespatchLineReference* cac:ReceiptLineReference* cac:BillingReference* cac:DocumentReference* " +
  "cac:PricingReference? cac:OriginatorParty? cac:Delivery* cac:PaymentTerms* cac:AllowanceCharge* cac:TaxTotal* " +
  "cac:WithholdingTaxTotal* cac:Item cac:Price? cac:DeliveryTerms? cac:SubInvoiceLine* cac:ItemPriceExtension?";
const CREDIT_NOTE =
  "ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? cbc:ProfileExecutionID? cbc:ID " +
  "cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? cbc:TaxPointDate? cbc:CreditNoteTypeCode? cbc:Note* " +
  "cbc:DocumentCurrencyCode? cbc:TaxCurrencyCode? cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? " +
  "cbc:PaymentAlternativeCurrencyCode? cbc:AccountingCostCode? cbc:AccountingCost? cbc:LineCountNumeric? " +
  "cbc:BuyerReference? cac:InvoicePeriod* cac:DiscrepancyResponse* cac:OrderReference? cac:BillingReference* " +
  "cac:DespatchDocumentReference* cac:ReceiptDocumentReference* cac:ContractDocumentReference* " +
  "cac:AdditionalDocumentReference* cac:StatementDocumentReference* cac:OriginatorDocumentReference* cac:Signature* " +
  "cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty? cac:BuyerCustomerParty? " +
  "cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:Delivery* cac:DeliveryTerms* cac:PaymentMeans* " +
  "cac:PaymentTerms* cac:TaxExchangeRate? cac:PricingExchangeRate? cac:PaymentExchangeRate? " +
  "cac:PaymentAlternativeExchangeRate? cac:AllowanceCharge* cac:TaxTotal* cac:LegalMonetaryTotal " +
  "cac:CreditNoteLine+";
const DEBIT_NOTE =
  "ext:UBLExtensions? cbc:UBLVersionID? cbc:CustomizationID? cbc:ProfileID? cbc:ProfileExecutionID? cbc:ID " +
  "cbc:CopyIndicator? cbc:UUID? cbc:IssueDate cbc:IssueTime? cbc:Note* cbc:TaxPointDate? cbc:DocumentCurrencyCode? " +
  "cbc:TaxCurrencyCode? cbc:PricingCurrencyCode? cbc:PaymentCurrencyCode? cbc:PaymentAlternativeCurrencyCode? " +
  "cbc:AccountingCostCode? cbc:AccountingCost? cbc:LineCountNumeric? cac:InvoicePeriod* cac:DiscrepancyResponse* " +
  "cac:OrderReference? cac:BillingReference* cac:DespatchDocumentReference* cac:ReceiptDocumentReference* " +
  "cac:StatementDocumentReference* cac:ContractDocumentReference* cac:AdditionalDocumentReference* cac:Signature* " +
  "cac:AccountingSupplierParty cac:AccountingCustomerParty cac:PayeeParty? cac:BuyerCustomerParty? " +
  "cac:SellerSupplierParty? cac:TaxRepresentativeParty? cac:PrepaidPayment* cac:AllowanceCharge* cac:Delivery* " +
  "cac:DeliveryTerms* cac:PaymentMeans* cac:PaymentTerms* cac:TaxExchangeRate? cac:PricingExchangeRate? " +
  "cac:PaymentExchangeRate? cac:PaymentAlternativeExchangeRate? cac:TaxTotal* cac:RequestedMonetaryTotal " +
  "cac:DebitNoteLine+";
const CREDIT_LINE =
  "cbc:ID cbc:UUID? cbc:Note* cbc:CreditedQuantity? cbc:LineExtensionAmount? cbc:TaxPointDate? " +
  "cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? cbc:FreeOfChargeIndicator? " +
  "cac:InvoicePeriod* cac:OrderLineReference* cac:DiscrepancyResponse* cac:DespatchLineReference* " +
  "cac:ReceiptLineReference* cac:BillingReference* cac:DocumentReference* cac:PricingReference? " +
  "cac:OriginatorParty? cac:Delivery* cac:PaymentTerms* cac:TaxTotal* cac:AllowanceCharge* cac:Item? cac:Price? " +
  "cac:DeliveryTerms* cac:SubCreditNoteLine* cac:ItemPriceExtension?";
const DEBIT_LINE =
  "cbc:ID cbc:UUID? cbc:Note* cbc:DebitedQuantity? cbc:LineExtensionAmount cbc:TaxPointDate? " +
  "cbc:AccountingCostCode? cbc:AccountingCost? cbc:PaymentPurposeCode? cac:DiscrepancyResponse* " +
  "cac:DespatchLineReference* cac:ReceiptLineReference* cac:BillingReference* cac:DocumentReference* " +
  "cac:PricingReference? cac:Delivery* cac:TaxTotal* cac:AllowanceCharge* cac:Item? cac:Price? " +
  "cac:SubDebitNoteLine*";
const TOTAL =
  "cbc:LineExtensionAmount? cbc:TaxExclusiveAmount? cbc:TaxInclusiveAmount? cbc:AllowanceTotalAmount? " +
  "cbc:ChargeTotalAmount? cbc:PrepaidAmount? cbc:PayableRoundingAmount? cbc:PayableAmount cbc:PayableAlternativeAmount?";
const ITEM =
  "cbc:Description* cbc:PackQuantity? cbc:PackSizeNumeric? cbc:CatalogueIndicator? cbc:Name? cbc:HazardousRiskIndicator? " +
  "cbc:AdditionalInformation* cbc:Keyword* cbc:BrandName* cbc:ModelName* cac:BuyersItemIdentification? " +
  "cac:SellersItemIdentification? cac:ManufacturersItemIdentification* cac:StandardItemIdentification? " +
  "cac:CatalogueItemIdentification? cac:AdditionalItemIdentification* cac:CatalogueDocumentReference? " +
  "cac:ItemSpecificationDocumentReference* cac:OriginCountry? cac:CommodityClassification* cac:TransactionConditions* " +
  "cac:HazardousItem* cac:ClassifiedTaxCategory* cac:AdditionalItemProperty* cac:ManufacturerParty* " +
  "cac:InformationContentProviderParty? cac:OriginAddress* cac:ItemInstance* cac:Certificate* cac:Dimension*";
const DELIVERY =
  "cbc:ID? cbc:Quantity? cbc:MinimumQuantity? cbc:MaximumQuantity? cbc:ActualDeliveryDate? cbc:ActualDeliveryTime? " +
  "cbc:LatestDeliveryDate? cbc:LatestDeliveryTime? cbc:ReleaseID? cbc:TrackingID? cac:DeliveryAddress? " +
  "cac:DeliveryLocation? cac:AlternativeDeliveryLocation? cac:RequestedDeliveryPeriod? cac:PromisedDeliveryPeriod? " +
  "cac:EstimatedDeliveryPeriod? cac:CarrierParty? cac:DeliveryParty? cac:NotifyParty* cac:Despatch? cac:DeliveryTerms* " +
  "cac:MinimumDeliveryUnit? cac:MaximumDeliveryUnit? cac:Shipment?";
const PAYMENT_TERMS =
  "cbc:ID? cbc:PaymentMeansID* cbc:PrepaidPaymentReferenceID? cbc:Note* cbc:ReferenceEventCode? " +
  "cbc:SettlementDiscountPercent? cbc:PenaltySurchargePercent? cbc:PaymentPercent? cbc:Amount? " +
  "cbc:SettlementDiscountAmount? cbc:PenaltyAmount? cbc:PaymentTermsDetailsURI? cbc:PaymentDueDate? " +
  "cbc:InstallmentDueDate? cbc:InvoicingPartyReference? cac:SettlementPeriod? cac:PenaltyPeriod? cac:ExchangeRate? " +
  "cac:ValidityPeriod?";
const PRICE =
  "cbc:PriceAmount cbc:BaseQuantity? cbc:PriceChangeReason* cbc:PriceTypeCode? cbc:PriceType? cbc:OrderableUnitFactorRate? " +
  "cac:ValidityPeriod* cac:PriceList? cac:AllowanceCharge* cac:PricingExchangeRate?";
const SIGNED_SIGNATURE =
  "xades:SigningTime? xades:SigningCertificate? xades:SignaturePolicyIdentifier? xades:SignatureProductionPlace? xades:SignerRole?";

/** Element -> content model; `any` = one element of any kind. */
export const CONTENT: Readonly<Record<string, string>> = {
  Invoice: INVOICE,
  CreditNote: CREDIT_NOTE,
  DebitNote: DEBIT_NOTE,
  "ext:UBLExtensions": "ext:UBLExtension+",
  "ext:UBLExtension":
    "cbc:ID? cbc:Name? ext:ExtensionAgencyID? ext:ExtensionAgencyName? ext:ExtensionVersionID? ext:ExtensionAgencyURI? " +
    "ext:ExtensionURI? ext:ExtensionReasonCode? ext:ExtensionReason? ext:ExtensionContent",
  "ext:ExtensionContent": "any",
  "sts:DianExtensions":
    "sts:InvoiceControl? sts:InvoiceSource sts:SoftwareProvider sts:SoftwareSecurityCode sts:AuthorizationProvider sts:QRCode " +
    "cac:LegalMonetaryTotal?",
  "sts:InvoiceControl": "sts:InvoiceAuthorization sts:AuthorizationPeriod sts:AuthorizedInvoices",
  "sts:AuthorizationPeriod": PERIOD,
  "sts:AuthorizedInvoices": "sts:Prefix? sts:From sts:To",
  "sts:InvoiceSource": "cbc:IdentificationCode? cbc:Name?",
  "sts:SoftwareProvider": "sts:ProviderID sts:SoftwareID",
  "sts:AuthorizationProvider": "sts:AuthorizationProviderID",
  "ds:Signature": "ds:SignedInfo ds:SignatureValue ds:KeyInfo? ds:Object*",
  "ds:SignedInfo": "ds:CanonicalizationMethod ds:SignatureMethod ds:Reference+",
  "ds:Reference": "ds:Transforms? ds:DigestMethod ds:DigestValue",
  "ds:Transforms": "ds:Transform+",
  "ds:KeyInfo": "ds:X509Data+",
  "ds:X509Data": "ds:X509Certificate+",
  "xades:QualifyingProperties": "xades:SignedProperties? xades:UnsignedProperties?",
  "xades:SignedProperties": "xades:SignedSignatureProperties? xades:SignedDataObjectProperties?",
  "xades:SignedSignatureProperties": SIGNED_SIGNATURE,
  "xades:SigningCertificate": "xades:Cert+",
  "xades:Cert": "xades:CertDigest xades:IssuerSerial",
  "xades:CertDigest": "ds:DigestMethod ds:DigestValue",
  "xades:IssuerSerial": "ds:X509IssuerName ds:X509SerialNumber",
  "xades:SignaturePolicyIdentifier": "xades:SignaturePolicyId",
  "xades:SignaturePolicyId": "xades:SigPolicyId ds:Transforms? xades:SigPolicyHash xades:SigPolicyQualifiers?",
  "xades:SigPolicyId": "xades:Identifier xades:Description? xades:DocumentationReferences?",
  "xades:SigPolicyHash": "ds:DigestMethod ds:DigestValue",
  "xades:SignerRole": "xades:ClaimedRoles? xades:CertifiedRoles?",
  "xades:ClaimedRoles": "xades:ClaimedRole+",
  "cac:InvoicePeriod": PERIOD,
  "cac:OrderReference":
    "cbc:ID cbc:SalesOrderID? cbc:CopyIndicator? cbc:UUID? cbc:IssueDate? cbc:IssueTime? cbc:CustomerReference? " +
    "cbc:OrderTypeCode? cac:DocumentReference?",
  "cac:AdditionalDocumentReference": REFERENCE,
  "cac:DespatchDocumentReference": REFERENCE,
  "cac:ReceiptDocumentReference": REFERENCE,
  "cac:ContractDocumentReference": REFERENCE,
  "cac:AccountingSupplierParty":
    "cbc:CustomerAssignedAccountID? cbc:AdditionalAccountID* cbc:DataSendingCapability? cac:Party? cac:DespatchContact? " +
    "cac:AccountingContact? cac:SellerContact?",
  "cac:AccountingCustomerParty":
    "cbc:CustomerAssignedAccountID? cbc:SupplierAssignedAccountID? cbc:AdditionalAccountID* cac:Party? cac:DeliveryContact? " +
    "cac:AccountingContact? cac:BuyerContact?",
  "cac:Party": PARTY,
  "cac:PartyIdentification": "cbc:ID",
  "cac:PartyName": "cbc:Name",
  "cac:PhysicalLocation":
    "cbc:ID? cbc:Description* cbc:Conditions* cbc:CountrySubentity? cbc:CountrySubentityCode? cbc:LocationTypeCode? " +
    "cbc:InformationURI? cbc:Name? cac:ValidityPeriod* cac:Address? cac:SubsidiaryLocation* cac:LocationCoordinate*",
  "cac:Address": ADDRESS,
  "cac:RegistrationAddress": ADDRESS,
  "cac:DeliveryAddress": ADDRESS,
  "cac:AddressLine": "cbc:Line",
  "cac:Country": "cbc:IdentificationCode? cbc:Name?",
  "cac:OriginCountry": "cbc:IdentificationCode? cbc:Name?",
  "cac:PartyTaxScheme":
    "cbc:RegistrationName? cbc:CompanyID? cbc:TaxLevelCode? cbc:ExemptionReasonCode? cbc:ExemptionReason* " +
    "cac:RegistrationAddress? cac:TaxScheme",
  "cac:TaxScheme": "cbc:ID? cbc:Name? cbc:TaxTypeCode? cbc:CurrencyCode? cac:JurisdictionRegionAddress*",
  "cac:PartyLegalEntity":
    "cbc:RegistrationName? cbc:CompanyID? cbc:RegistrationDate? cbc:RegistrationExpirationDate? cbc:CompanyLegalFormCode? " +
    "cbc:CompanyLegalForm? cbc:SoleProprietorshipIndicator? cbc:CompanyLiquidationStatusCode? cbc:CorporateStockAmount? " +
    "cbc:FullyPaidSharesIndicator? cac:RegistrationAddress? cac:CorporateRegistrationScheme? cac:HeadOfficeParty? " +
    "cac:ShareholderParty*",
  "cac:CorporateRegistrationScheme":
    "cbc:ID? cbc:Name? cbc:CorporateRegistrationTypeCode? cac:JurisdictionRegionAddress*",
  "cac:Contact": "cbc:ID? cbc:Name? cbc:Telephone? cbc:Telefax? cbc:ElectronicMail? cbc:Note* cac:OtherCommunication*",
  "cac:Delivery": DELIVERY,
  "cac:DeliveryTerms":
    "cbc:ID? cbc:SpecialTerms* cbc:LossRiskResponsibilityCode? cbc:LossRisk* cbc:Amount? cac:DeliveryLocation? " +
    "cac:AllowanceCharge?",
  "cac:PaymentTerms": PAYMENT_TERMS,
  "cac:PaymentMeans":
    "cbc:ID? cbc:PaymentMeansCode cbc:PaymentDueDate? cbc:PaymentChannelCode? cbc:InstructionID? cbc:InstructionNote* " +
    "cbc:PaymentID* cac:CardAccount? cac:PayerFinancialAccount? cac:PayeeFinancialAccount? cac:CreditAccount? " +
    "cac:PaymentMandate? cac:TradeFinancing?",
  "cac:PrepaidPayment": "cbc:ID? cbc:PaidAmount? cbc:ReceivedDate? cbc:PaidDate? cbc:PaidTime? cbc:InstructionID?",
  "cac:AllowanceCharge": ALLOWANCE,
  "cac:PaymentExchangeRate": EXCHANGE,
  "cac:TaxTotal": TAX_TOTAL,
  "cac:WithholdingTaxTotal": TAX_TOTAL,
  "cac:TaxSubtotal":
    "cbc:TaxableAmount? cbc:TaxAmount cbc:CalculationSequenceNumeric? cbc:TransactionCurrencyTaxAmount? cbc:Percent? " +
    "cbc:BaseUnitMeasure? cbc:PerUnitAmount? cbc:TierRange? cbc:TierRatePercent? cac:TaxCategory",
  "cac:TaxCategory":
    "cbc:ID? cbc:Name? cbc:Percent? cbc:BaseUnitMeasure? cbc:PerUnitAmount? cbc:TaxExemptionReasonCode? " +
    "cbc:TaxExemptionReason* cbc:TierRange? cbc:TierRatePercent? cac:TaxScheme",
  "cac:LegalMonetaryTotal": TOTAL,
  "cac:RequestedMonetaryTotal": TOTAL,
  "cac:InvoiceLine": LINE,
  "cac:CreditNoteLine": CREDIT_LINE,
  "cac:DebitNoteLine": DEBIT_LINE,
  "cac:DiscrepancyResponse":
    "cbc:ReferenceID? cbc:ResponseCode? cbc:Description* cbc:EffectiveDate? cbc:EffectiveTime? cac:Status*",
  "cac:BillingReference":
    "cac:InvoiceDocumentReference? cac:SelfBilledInvoiceDocumentReference? cac:CreditNoteDocumentReference? " +
    "cac:SelfBilledCreditNoteDocumentReference? cac:DebitNoteDocumentReference? cac:ReminderDocumentReference? " +
    "cac:AdditionalDocumentReference? cac:BillingReferenceLine*",
  "cac:InvoiceDocumentReference": REFERENCE,
  "cac:PricingReference": "cac:OriginalItemLocationQuantity? cac:AlternativeConditionPrice*",
  "cac:Item": ITEM,
  "cac:SellersItemIdentification": ITEM_ID,
  "cac:StandardItemIdentification": ITEM_ID,
  "cac:Price": PRICE,
  "cac:AlternativeConditionPrice": PRICE,
};

export type Lexical = "decimal" | "date" | "time" | "boolean" | "integer" | "text";

export interface SimpleContent {
  readonly lexical: Lexical;
  readonly attributes: readonly string[];
  readonly required: readonly string[];
}

const IDENTIFIER = [
  "schemeID",
  "schemeName",
  "schemeAgencyID",
  "schemeAgencyName",
  "schemeVersionID",
  "schemeDataURI",
  "schemeURI",
];
const CODE = [
  "listID",
  "listAgencyID",
  "listAgencyName",
  "listName",
  "listVersionID",
  "name",
  "languageID",
  "listURI",
  "listSchemeURI",
];
const UNIT = ["unitCode", "unitCodeListID", "unitCodeListAgencyID", "unitCodeListAgencyName", "unitCodeListVersionID"];

/** What a leaf element may hold, by the ending of its name (UBL names its data types that way). */
export function simpleContent(name: string): SimpleContent {
  const none = { required: [], attributes: [] };
  if (name === "sts:From" || name === "sts:To") return { lexical: "integer", ...none };
  if (name === "sts:InvoiceAuthorization") return { lexical: "decimal", attributes: ["format"], required: [] };
  if (name.endsWith("Amount")) {
    return { lexical: "decimal", attributes: ["currencyID", "currencyCodeListVersionID"], required: ["currencyID"] };
  }
  if (name.endsWith("Measure")) return { lexical: "decimal", attributes: UNIT, required: ["unitCode"] };
  if (name.endsWith("Quantity")) return { lexical: "decimal", attributes: UNIT, required: [] };
  if (/(Percent|Numeric|Rate)$/.test(name)) return { lexical: "decimal", attributes: ["format"], required: [] };
  if (name.endsWith("Date")) return { lexical: "date", ...none };
  if (name.endsWith("Time")) return { lexical: "time", ...none };
  if (name.endsWith("Indicator")) return { lexical: "boolean", ...none };
  if (name === "sts:SoftwareSecurityCode" || /(ID|UUID)$/.test(name)) {
    return { lexical: "text", attributes: IDENTIFIER, required: [] };
  }
  if (name.endsWith("Code")) return { lexical: "text", attributes: CODE, required: [] };
  return { lexical: "text", attributes: ["languageID", "languageLocaleID"], required: [] };
}
