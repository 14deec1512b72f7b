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
  /** What else v2 takes; a member is absent where it was not sent. */
  readonly personType?: "1" | "2";
  /** Of the five of the authority (FAK26). */
  readonly responsibilities?: readonly string[];
  readonly taxSchemeCode?: string;
  readonly tradeName?: string;
  readonly municipalityName?: string;
  readonly municipalityCode?: string;
  readonly departmentName?: string;
  readonly postalCode?: string;
  readonly phone?: string;
  /** A person at the buyer's. */
  readonly contact?: string;
  /** `matricula`: number in the register of commerce. */
  readonly registration?: string;
}

/** What an item says of the good itself; a member is absent unless v2 sent it. */
export interface ItemDraft {
  /** `codigo`: the issuer's own. */
  readonly code?: string;
  readonly standardCode?: { readonly scheme: "001" | "010" | "020"; readonly code: string };
  /** `unidad_medida`. */
  readonly unitCode?: string;
  readonly brand?: string;
  readonly model?: string;
  readonly note?: string;
}

/** How an item stands to its tax: taxed, exempt (taxed at 0 %), or outside of it. */
export type Treatment = "gravado" | "exento" | "excluido";

/** `obsequio`: a gift or a sample. */
export interface GiftDraft {
  /** Commercial value of one unit, without tax. */
  readonly referencePrice: DecimalText;
  /** Who bears its percentages; null: not said. */
  readonly taxBearer: GiftTaxBearer | null;
}

/** Who bears the percentages on a gift; a tax for each unit is the buyer's in any case. */
export type GiftTaxBearer = "vendedor" | "comprador";

/** FE item. */
export interface InvoiceLineDraft extends ItemDraft {
  readonly description: string;
  readonly quantity: DecimalText;
  /** `unit`: base value without tax. */
  readonly unitPrice: DecimalText | null;
  /** `unit_input`: the value as typed, with tax when `taxIncluded`. */
  readonly inputPrice: DecimalText | null;
  /** `iva`: rate in percent. */
  readonly taxRate: DecimalText;
  /** Null: not said, which is no. */
  readonly taxIncluded: boolean | null;
  /** `codigo_impuesto` / `tax_code`. */
  readonly taxCode: string | null;
  /** Absent unless v2 sent it. */
  readonly treatment?: Treatment;
  readonly gift?: GiftDraft;
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

/** One of several payments of an invoice. */
export interface PaymentPartDraft extends InvoicePaymentDraft {
  readonly amount: DecimalText | null;
  readonly reference: string | null;
  /** What the buyer hands over in coins beyond the amount; negative: less. */
  readonly rounding: DecimalText | null;
}

/** `cuotas`: a part of what is on credit. */
export interface InstalmentDraft {
  readonly amount: DecimalText;
  readonly dueDate: string;
}

/** `anticipos`: what was paid before. */
export interface PrepaymentDraft {
  readonly amount: DecimalText;
  readonly date: string;
  readonly reference: string | null;
}

/** A document of the buyer or the carrier, by its number. */
export interface Reference {
  readonly number: string;
  readonly date: string | null;
}

/** Documents that an invoice names; a kind is absent where it names none. */
export interface References {
  readonly purchaseOrder?: Reference;
  readonly despatches?: readonly Reference[];
  readonly receipts?: readonly Reference[];
  readonly contract?: Pick<Reference, "number">;
}

/** `entrega`. */
export interface DeliveryDraft {
  readonly address: string | null;
  readonly municipalityCode: string | null;
  /** Abroad. */
  readonly city: string | null;
  readonly countryCode: string | null;
  readonly date: string | null;
  readonly incoterm: string | null;
  readonly trackingId: string | null;
  readonly carrier: string | null;
}

/** What makes an invoice whole beside its lines; a member is absent unless v2 sent it. */
export interface WholeDraft {
  /** Instead of `payment`. */
  readonly payments?: readonly PaymentPartDraft[];
  readonly instalments?: readonly InstalmentDraft[];
  readonly prepayments?: readonly PrepaymentDraft[];
  readonly references?: References;
  readonly invoicedPeriod?: { readonly start: string; readonly end: string };
  readonly delivery?: DeliveryDraft;
  /** `tipo`. */
  readonly type?: "01" | "02";
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
  /** Whether any currency of the list is taken, and its totals are stated in pesos: in v2. */
  readonly isOfList?: true;
}

/** What makes an invoice a POS ticket; what is null was not said. */
export interface TicketDraft {
  readonly till: {
    readonly plate: string | null;
    readonly place: string | null;
    readonly type: string | null;
    readonly cashier: string | null;
    readonly saleCode: string | null;
  };
  /** In the shop's loyalty scheme. */
  readonly buyer: { readonly code: string | null; readonly name: string | null; readonly points: string | null };
  /** Of the deployment: who made the software. */
  readonly maker: SoftwareMaker;
  /** Pesos before taxes above which the company sells nothing with tickets; null: it sells any amount. */
  readonly limit: DecimalText | null;
}

/** A person, a company, and what they call the software. */
export interface SoftwareMaker {
  readonly person: string;
  readonly company: string;
  readonly product: string;
}

/** An electronic invoice as asked for. */
export interface InvoiceDraft extends WholeDraft {
  readonly kind: "invoice";
  readonly receiver: ReceiverDraft;
  readonly lines: readonly InvoiceLineDraft[];
  readonly claimedSubtotal: DecimalText | null;
  readonly claimedTaxes: DecimalText | null;
  readonly claimedTotal: DecimalText | null;
  readonly isContingency: boolean;
  /** Prefix and number of the paper of a contingency. */
  readonly contingencyNumber?: string | null;
  /** Code of the issuer's branch; absent unless v2 sent one. */
  readonly branch?: string;
  /** What the client calls the till; absent unless v2 sent it. */
  readonly till?: string;
  /** `descuentos`, `cargos`; absent unless v2 sent them. */
  readonly discounts?: readonly AllowanceDraft[];
  readonly charges?: readonly AllowanceDraft[];
  readonly issueDate: string | null;
  readonly payment: InvoicePaymentDraft | null;
  readonly aiu: AiuDraft | null;
  readonly withholdings: readonly InvoiceWithholdingDraft[];
  readonly currency: CurrencyDraft | null;
  readonly notes: string | null;
  /** Of a POS ticket alone. */
  readonly ticket?: TicketDraft;
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
export interface SupportDocumentDraft extends SupportClaims, Pick<WholeDraft, "payments" | "references"> {
  readonly kind: "support-document";
  /** Code of the issuer's branch; absent unless v2 sent one. */
  readonly branch?: string;
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
  readonly paymentForm: "1" | "2" | null;
  readonly paymentMeansCode: string | null;
  readonly dueDate: string | null;
  readonly accountingDueDate: string | null;
  readonly withholdings: readonly SupportWithholdingDraft[];
}

export type Draft = InvoiceDraft | SupportDocumentDraft;
