// Defines a priced document. Every amount is computed and printed once, so XML, hash, database row and answer carry the same
// string.
import type { Address, Branch } from "../company.ts";
import type { GiftTaxBearer, References, SoftwareMaker } from "../draft/draft.ts";
import type { CodeWith, FiscalIdKind, SalesNoteType } from "../kind.ts";

/** Type of the reference to the numbered paper on which a contingency invoice was written (FAI01, FAI02). */
export const CONTINGENCY_PAPER = "215";

/** Printed amount: plain notation, exactly two decimals, half-even. */
export type Amount = string;

/** One tax at one rate: on a line, or summed over the lines. */
export interface TaxSubtotal {
  /** Authority code: 01 IVA, 04 INC, 05 ReteIVA, 06 ReteRenta, 07 ReteICA, 22 INC Bolsas. */
  readonly code: string;
  readonly name: string;
  /** Percent, at least two decimals: `19.00`, `0.966`. */
  readonly rate: string;
  readonly base: Amount;
  readonly amount: Amount;
  /** Of a tax that is money for each unit and no percentage; its `rate` is then `0.00`. */
  readonly perUnit?: PerUnit;
}

/** How a nominal tax was computed (FAX09, FAS09): `amount` for each of the units, of 34 for each hundred of them. */
export interface PerUnit {
  /** Two to six decimals. */
  readonly amount: string;
  /** Six decimals. */
  readonly units: string;
  readonly unitCode: string;
}

/** A discount or a charge, on a line (FBE) or on the whole document (FAQ), where it leaves the tax bases alone. */
export interface AllowanceCharge {
  readonly isCharge: boolean;
  /** Of the authority's list of reasons; null where it has none, as for a tip. */
  readonly reasonCode: string | null;
  readonly reason: string;
  /** `amount` as percent of `base`: two decimals, or as many as give the amount to the cent. */
  readonly percent: string;
  readonly amount: Amount;
  readonly base: Amount;
}

/** What one unit of a line of 0.00 is worth without tax. */
export interface ReferencePrice {
  /** Above zero; two to six decimals. */
  readonly amount: string;
  /** 01 commercial value, 02 value in the inventory, 03 another. */
  readonly typeCode: "01" | "02" | "03";
}

/** A party as the document names it. */
export interface Party {
  readonly identificationType: string;
  readonly identificationNumber: string;
  readonly checkDigit: string | null;
  readonly personType: "1" | "2";
  readonly name: string;
  readonly tradeName: string | null;
  readonly responsibilities: readonly string[];
  readonly taxSchemeCode: string;
  readonly taxSchemeName: string;
  readonly address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** A person to ask; absent: none was named. */
  readonly contact?: string;
  /** Number in the register of commerce. */
  readonly registration?: string;
}

export interface DocumentLine {
  readonly number: number;
  readonly note: string | null;
  readonly description: string;
  /** Up to 6 decimals, printed with 6. */
  readonly quantity: string;
  readonly unitCode: string;
  /** Two to six decimals. */
  readonly unitPrice: string;
  /** Exactly of lines whose base is 0.00. */
  readonly referencePrice?: ReferencePrice;
  readonly base: Amount;
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly TaxSubtotal[];
  /** Whether base and taxes were split off a price that held the taxes; absent: they came on top, or the file does not say. */
  readonly isTaxIncluded?: true;
  /** Already in `base`; absent: none. */
  readonly allowances?: readonly AllowanceCharge[];
  /** The issuer's own code; absent: it has none, or the file does not say. */
  readonly sellerCode?: string;
  readonly brand?: string;
  readonly model?: string;
  /** UNSPSC, GTIN, customs tariff, or the issuer's own. */
  readonly product: { readonly code: string; readonly scheme: "001" | "010" | "020" | "999" };
  /** Of a gift or a sample: who bears its percentages. */
  readonly gift?: GiftTaxBearer;
  /** Support documents: purchase date of the line (DSFC02a). */
  readonly purchaseDate: string | null;
  readonly costCenterId: number | null;
}

export interface Totals {
  /** LineExtensionAmount: sum of the lines' bases. */
  readonly subtotal: Amount;
  /** TaxExclusiveAmount: sum of the lines' taxed bases. */
  readonly taxableBase: Amount;
  /** Sum of the header taxes. */
  readonly taxes: Amount;
  /** PayableAmount: subtotal and taxes, less the document's own discounts, with its own charges. */
  readonly total: Amount;
  /** Informative, never subtracted from the total. */
  readonly withheld: Amount;
  /** total - withheld of a support document (`neto_pagar`); the total of an invoice. */
  readonly netPayable: Amount;
}

/** A withholding with everything that row and answer need; only 05 and 06 reach the XML of a support document. */
export interface Withholding extends TaxSubtotal {
  readonly key: string;
  /** The client's own name for it; `name` is the authority's, as the XML prints it. */
  readonly label?: string;
}

export interface Payment {
  /** 1 cash, 2 credit (FAN02). */
  readonly form: "1" | "2";
  readonly meansCode: string;
  readonly dueDate: string;
}

/** One of several payments. */
export interface PaymentPart extends Payment {
  /** Null on a debit note: which payment pays it is not said. */
  readonly amount: Amount | null;
  readonly reference: string | null;
  /** Of coins, with its sign: printed, never signed. */
  readonly rounding?: Amount;
}

/** What was rounded off or up of a payment in coins, by the payment's number from 1; negative in the buyer's favour. */
export interface Rounding {
  readonly payment: number;
  readonly amount: Amount;
}

export interface Instalment {
  readonly amount: Amount;
  readonly dueDate: string;
}

export interface Prepayment {
  readonly amount: Amount;
  readonly date: string;
  readonly reference: string | null;
}

/** The totals of a document in another currency, in pesos at its rate. */
export interface PesoTotals {
  readonly subtotal: Amount;
  readonly lineDiscounts: Amount;
  readonly lineCharges: Amount;
  readonly gross: Amount;
  readonly iva: Amount;
  readonly inc: Amount;
  readonly bags: Amount;
  readonly otherTaxes: Amount;
  readonly taxes: Amount;
  readonly net: Amount;
  readonly discounts: Amount;
  readonly charges: Amount;
  readonly payable: Amount;
  readonly reteRenta: Amount;
  readonly reteIva: Amount;
  readonly reteIca: Amount;
  readonly prepaid: Amount;
}

/** Where, when and on which terms the goods are handed over. */
export interface Delivery {
  readonly address: Address | null;
  readonly date: string | null;
  readonly incoterm: { readonly code: string; readonly name: string } | null;
  readonly trackingId: string | null;
  /** Printed, never signed. */
  readonly carrier?: string;
}

/** USD documents: 1 unit of the document's currency in COP. */
export interface ExchangeRate {
  readonly rate: string;
  readonly date: string;
}

/** What documents of every type have. */
export interface DocumentCommon {
  readonly currency: string;
  readonly exchangeRate: ExchangeRate | null;
  /** Bogotá, `YYYY-MM-DD`. */
  readonly issueDate: string;
  /** Bogotá, `HH:MM:SS-05:00`. */
  readonly issueTime: string;
  readonly dueDate: string;
  readonly notes: readonly string[];
  readonly issuer: Party;
  /** The issuer's shop, as it was when the document was reserved; absent: none was named. */
  readonly branch?: Branch;
  /** The till as the client calls it, which is not signed; absent: none was named. */
  readonly till?: string;
  readonly counterpart: Party;
  /** On credit where any part of it is; the means of the first. */
  readonly payment: Payment;
  /** Absent: `payment` is the only one. */
  readonly payments?: readonly PaymentPart[];
  /** Of the part on credit; absent: it is due at once. */
  readonly instalments?: readonly Instalment[];
  /** Informative: they leave the total as it is. */
  readonly prepayments?: readonly Prepayment[];
  readonly references?: References;
  readonly lines: readonly DocumentLine[];
  /** Of a document in another currency; absent: it does not state them. */
  readonly pesoTotals?: PesoTotals;
  /** One entry per tax and rate, codes ascending, rates descending. */
  readonly taxes: readonly TaxSubtotal[];
  readonly withholdings: readonly Withholding[];
  /** Those of the whole document, in the order in which they are printed; absent: none. */
  readonly allowances?: readonly AllowanceCharge[];
  readonly totals: Totals;
}

/** What a POS ticket signs beside its sale. */
export interface Ticket {
  readonly till: {
    readonly plate: string;
    readonly place: string;
    readonly type: string;
    readonly cashier: string;
    /** Null: the document's own number. */
    readonly saleCode: string | null;
  };
  /** In the shop's loyalty scheme. */
  readonly buyer: { readonly code: string; readonly name: string; readonly points: string };
  readonly maker: SoftwareMaker;
}

/** Types 01, 02, 03 and 20: the issuer sells, the counterpart acquires. */
export interface Invoice extends DocumentCommon {
  readonly kind: "invoice";
  readonly typeCode: CodeWith<{ readonly shape: "invoice" }>;
  readonly operationType: "10" | "09";
  readonly invoicedPeriod?: { readonly start: string; readonly end: string };
  readonly delivery?: Delivery;
  /** Exactly of type 20. */
  readonly ticket?: Ticket;
  /** Type 03: reference to the contingency paper (FAI01, FAI02); a null id: the paper bears this document's own number. */
  readonly contingencyReference: {
    readonly id: string | null;
    readonly issueDate: string;
    readonly typeCode: string;
  } | null;
}

/** Type 05: the counterpart sells, the issuer buys and signs. */
export interface SupportDocument extends DocumentCommon {
  readonly kind: "support-document";
  readonly typeCode: CodeWith<{ readonly shape: "support-document" }>;
  /** 10 resident vendor, 11 non-resident. */
  readonly operationType: "10" | "11";
  readonly generationMode: "1" | "2";
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly accountingDueDate: string | null;
}

/** The document that a note corrects, as the note names it. */
export interface CorrectedDocument {
  /** Prefix and number. */
  readonly number: string;
  readonly fiscalId: string;
  /** A contingency invoice (03) has a CUDE of its own. */
  readonly fiscalIdKind: FiscalIdKind;
  readonly issueDate: string;
}

/** A line of a note, with what it takes from a line of the corrected document. */
export interface NoteLine extends DocumentLine {
  /** Null: the line is not one of the corrected document. A quantity of zero: only the price is corrected. */
  readonly corrects: { readonly line: number; readonly quantity: string } | null;
}

/** A discount or charge of a note. */
export interface NoteAllowance extends AllowanceCharge {
  /** The number, from 1, of the document's discount or charge of which it is a part; absent: it is the note's own. */
  readonly corrects?: number;
}

interface NoteCommon extends DocumentCommon {
  readonly kind: "note";
  /** Code of the type's list, with its name. */
  readonly concept: { readonly code: string; readonly name: string };
  /** Why, in the issuer's words; the first of `notes` then. */
  readonly motive: string | null;
  readonly lines: readonly NoteLine[];
  readonly allowances?: readonly NoteAllowance[];
}

/** Types 91 and 94 (credit), 92 and 93 (debit), with the parties of the sale; of an invoice, those without reference correct a period. */
export interface InvoiceNote extends NoteCommon {
  readonly typeCode: SalesNoteType;
  /** Of 91 and 92: 20 and 30 with reference, 22 and 32 without; of 94 and 93 the type of what they correct, 20. */
  readonly operationType: "20" | "22" | "30" | "32";
  readonly corrected: CorrectedDocument | null;
  readonly period: { readonly start: string; readonly end: string } | null;
}

/** Type 95, with the parties of the support document: the counterpart sells, the issuer buys and signs. */
export interface AdjustmentNote extends NoteCommon {
  readonly typeCode: CodeWith<{ readonly shape: "note"; readonly module: "dse" }>;
  /** 10 resident vendor, 11 non-resident. */
  readonly operationType: "10" | "11";
  readonly corrected: CorrectedDocument;
  readonly period: null;
}

export type Note = InvoiceNote | AdjustmentNote;

/** Documents that a note can correct. */
export type CorrectableDocument = Invoice | SupportDocument;

export type Document = CorrectableDocument | Note;
