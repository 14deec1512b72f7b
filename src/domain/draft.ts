// Defines drafts: what a client asked for, with aliases resolved and amounts as exact decimal text. Plain JSON, so that the
// journal can store it.

/** Exact decimal as text, plain notation, as the client wrote it in value. */
export type DecimalText = string;

/** FE receptor, defaults filled by domain. */
export interface ReceiverDraft {
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly name: string;
  readonly email: string | null;
  readonly address: string | null;
  /** `pais`: ours, upper case, because the contract's receivers have no country; null when not said. */
  readonly countryCode: string | null;
}

/** FE item. */
export interface InvoiceLineDraft {
  readonly description: string;
  readonly quantity: DecimalText;
  /** `unit`: base value without tax. */
  readonly unitPrice: DecimalText | null;
  /** `unit_input`: the value as typed, with tax when `taxIncluded`. */
  readonly inputPrice: DecimalText | null;
  /** `iva`: rate in percent. */
  readonly taxRate: DecimalText;
  readonly taxIncluded: boolean;
  /** `codigo_impuesto` / `tax_code`. */
  readonly taxCode: string | null;
  /** `descuento`: money off the line, or off the price paid when that includes the tax. Absent unless v2 sent it. */
  readonly discountAmount?: DecimalText | null;
  /** `descuento_porcentaje` of the same. */
  readonly discountPercent?: DecimalText | null;
  readonly discountReason?: string | null;
  /** Taxes beside that of `taxRate`. */
  readonly otherTaxes?: readonly OtherTaxDraft[];
}

/** One more tax of an item: a percentage, or money for each unit. */
export interface OtherTaxDraft {
  readonly code: string;
  /** Percent. */
  readonly rate: DecimalText | null;
  /** Money for one unit of the item; of 34, for a hundred millilitres. */
  readonly unitAmount: DecimalText | null;
  /** What one unit of the item holds, of 34 only. */
  readonly millilitres: DecimalText | null;
}

/** A discount or a charge of the whole invoice. */
export interface AllowanceDraft {
  readonly amount: DecimalText | null;
  /** Of the invoice's value before taxes. */
  readonly percent: DecimalText | null;
  readonly reason: string | null;
  /** Of the authority's list of reasons. */
  readonly code: string | null;
}

export interface InvoicePaymentDraft {
  readonly form: "contado" | "credito" | null;
  readonly methodId: number | null;
  readonly meansCode: string | null;
  readonly dueDate: string | null;
}

/** AIU contract. */
export interface AiuDraft {
  readonly contractBase: DecimalText;
  readonly administrationPercent: DecimalText;
  readonly contingencyPercent: DecimalText;
  readonly profitPercent: DecimalText;
  readonly taxRate: DecimalText;
  readonly taxBaseMode: "AIU_TOTAL" | "UTILIDAD";
}

export interface InvoiceWithholdingDraft {
  readonly type: string;
  readonly baseMode: string;
  readonly percent: DecimalText;
}

export interface CurrencyDraft {
  readonly code: string;
  readonly appliedRate: DecimalText | null;
  readonly officialRate: DecimalText | null;
  readonly rateDate: string | null;
}

/** An electronic invoice as asked for. */
export interface InvoiceDraft {
  readonly kind: "invoice";
  readonly receiver: ReceiverDraft;
  readonly lines: readonly InvoiceLineDraft[];
  readonly claimedSubtotal: DecimalText | null;
  readonly claimedTaxes: DecimalText | null;
  readonly claimedTotal: DecimalText | null;
  readonly isContingency: boolean;
  /** Prefix and number of the paper of a contingency. */
  readonly contingencyNumber?: string | null;
  /** `descuentos`, `cargos`; absent unless v2 sent them. */
  readonly discounts?: readonly AllowanceDraft[];
  readonly charges?: readonly AllowanceDraft[];
  readonly issueDate: string | null;
  readonly payment: InvoicePaymentDraft | null;
  readonly aiu: AiuDraft | null;
  readonly withholdings: readonly InvoiceWithholdingDraft[];
  readonly currency: CurrencyDraft | null;
  readonly notes: string | null;
}

/** DSE proveedor; what is null was not said (`default.ts` fills it). */
export interface SupplierDraft {
  readonly identificationType: string | null;
  readonly identificationNumber: string;
  readonly checkDigit: string | null;
  readonly name: string;
  readonly tradeName: string;
  /** `regimen`. */
  readonly regime: string | null;
  readonly taxSchemeCode: string | null;
  readonly address: string | null;
  readonly municipalityName: string | null;
  readonly municipalityCode: string | null;
  readonly departmentName: string | null;
  readonly departmentCode: string | null;
  readonly countryCode: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly postalCode: string | null;
}

/** DSE item. */
export interface SupportLineDraft {
  readonly productCode: string;
  readonly description: string | null;
  readonly quantity: DecimalText;
  readonly unitCode: string;
  readonly unitPrice: DecimalText | null;
  readonly base: DecimalText | null;
  readonly taxRate: DecimalText | null;
  /** Monetary tax (`impuesto` or its historic alias `iva`). */
  readonly taxAmount: DecimalText | null;
  readonly costCenterId: number | null;
  readonly costCenterCode: string | null;
}

/** DSE withholding element, enabled ones only, in display order. */
export interface SupportWithholdingDraft {
  readonly key: string;
  readonly taxCode: string;
  readonly name: string;
  readonly baseMode: "subtotal" | "impuestos" | "total" | null;
  readonly base: DecimalText | null;
  readonly percent: DecimalText | null;
  readonly amount: DecimalText | null;
  /** Index in the list as sent, for messages. */
  readonly index: number;
}

/** Totals that the client of a support document or of a note to one sent; absent members were not sent. */
export interface SupportClaims {
  readonly claimedSubtotal?: DecimalText;
  readonly claimedTaxes?: DecimalText;
  readonly claimedTotal?: DecimalText;
}

/** An electronic support document as asked for. */
export interface SupportDocumentDraft extends SupportClaims {
  readonly kind: "support-document";
  readonly documentDate: string;
  /** `HH:MM:SS`, Bogotá; null: the server's. */
  readonly time: string | null;
  readonly currency: string;
  /** `tasa_cambio`, `fecha_tasa_cambio`: ours, because the XML of a foreign currency needs them (FAR02 to FAR07). */
  readonly exchangeRate: DecimalText | null;
  readonly exchangeRateDate: string | null;
  readonly supplier: SupplierDraft;
  readonly lines: readonly SupportLineDraft[];
  readonly generationMode: "1" | "2";
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
  readonly paymentForm: "1" | "2";
  readonly paymentMeansCode: string;
  readonly dueDate: string | null;
  readonly accountingDueDate: string | null;
  readonly withholdings: readonly SupportWithholdingDraft[];
}

export type Draft = InvoiceDraft | SupportDocumentDraft;
