// Defines the facts read back from a signed XML document: those that are printed, and those that its container repeats. Numbers stay
// the text that was signed, and codes are codes: who prints them has their words.
import type { Environment } from "../company.ts";
import type { FiscalIdKind, TypeCode } from "../kind.ts";
import type { PesoTotals, Rounding, Ticket } from "./document.ts";

/** A place as it was signed; abroad it has neither the authority's names nor its codes. */
export interface SignedAddress {
  readonly line: string | null;
  readonly municipality: string | null;
  readonly department: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string | null;
  readonly countryName: string | null;
}

/** A party as it was signed. */
export interface SignedParty {
  readonly name: string;
  readonly identificationNumber: string;
  /** Type of the identification: 31 NIT, 13 cédula and so on; null where none was signed. */
  readonly identificationType: string | null;
  readonly checkDigit: string | null;
  /** Responsibilities joined by `;`, as signed (TaxLevelCode). */
  readonly taxLevelCode: string;
  readonly taxSchemeCode: string;
  readonly taxSchemeName: string;
  /** Where it is, of an issuer the branch that sells; its fiscal address where no other was signed. */
  readonly address: SignedAddress | null;
  readonly fiscalAddress: SignedAddress | null;
  /** Whom to ask for. */
  readonly contact: string | null;
  readonly tradeName: string | null;
  /** 1 a legal person, 2 a natural one. */
  readonly personType: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Code of the economic activity (CIIU). */
  readonly activity: string | null;
}

/** A tax or withholding of the whole document, or of a line, at one rate. */
export interface SignedTax {
  readonly code: string;
  readonly name: string;
  /** Percent; null for a tax by unit. */
  readonly rate: string | null;
  /** Amount for each unit of a tax that has no rate. */
  readonly perUnit: string | null;
  readonly base: string;
  readonly amount: string;
}

/** The numbering range that a document was signed with. */
export interface SignedNumbering {
  readonly resolution: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validFrom: string;
  readonly validTo: string;
}

/** A date and a time of Bogotá, `YYYY-MM-DD` and `HH:MM:SS-05:00`. */
export interface DateAndTime {
  readonly date: string;
  readonly time: string;
}

/** What is read from a signed document. Amounts are in its own currency, as printed. */
export interface SignedDocument {
  readonly typeCode: TypeCode;
  readonly environment: Environment;
  /** Prefix and number. */
  readonly number: string;
  readonly issued: DateAndTime;
  readonly fiscalIdKind: FiscalIdKind;
  readonly fiscalId: string;
  /** Text of the QR code. */
  readonly qrUrl: string;
  /** Null for notes, which are numbered without a range. */
  readonly numbering: SignedNumbering | null;
  readonly supplier: SignedParty;
  readonly customer: SignedParty;
  readonly taxes: readonly SignedTax[];
  /** LineExtensionAmount and PayableAmount. */
  readonly subtotal: string;
  readonly total: string;
  /** Sum of what was paid before. */
  readonly prepaid: string | null;
  readonly payments: readonly SignedPayment[];
  readonly terms: readonly SignedPaymentTerm[];
  readonly exchange: SignedExchange | null;
  /** Of a document in another currency that states them. */
  readonly pesoTotals: PesoTotals | null;
  /** Null for what is no ticket. */
  readonly ticket: Ticket | null;
}

/** A discount or charge of the whole document, or of a line. */
export interface SignedAllowance {
  readonly isCharge: boolean;
  readonly reason: string | null;
  /** As signed: one that only follows from the amount too. */
  readonly percent: string | null;
  readonly base: string | null;
  readonly amount: string;
}

/** The code of a product by a list of its own. */
export interface SignedItemCode {
  readonly code: string;
  /** 001 UNSPSC, 010 GTIN, 020 customs tariff, 999 the issuer's own; null where none was signed. */
  readonly scheme: string | null;
}

export interface SignedLine {
  readonly number: string;
  /** The seller's own code of the product, and that of a standard. */
  readonly sellerCode: string | null;
  readonly standardCode: SignedItemCode | null;
  readonly brand: string | null;
  readonly model: string | null;
  /** Parts of the description; one as a rule. */
  readonly descriptions: readonly string[];
  readonly notes: readonly string[];
  readonly quantity: string;
  readonly unitCode: string;
  readonly unitPrice: string;
  /** Given away. */
  readonly isFree: boolean;
  /** What a unit without price would have cost: 01 in trade, 02 in the inventory, 03 otherwise. */
  readonly referencePrice: { readonly amount: string; readonly typeCode: string } | null;
  readonly amount: string;
  readonly allowances: readonly SignedAllowance[];
  readonly taxes: readonly SignedTax[];
  /** What the line is for; of a support document, the purchase date and the way of generation. */
  readonly period: {
    readonly start: string | null;
    readonly end: string | null;
    readonly description: string | null;
  } | null;
}

/** How the document, or a part of it, is paid. */
export interface SignedPayment {
  /** 1 at once, 2 on credit. */
  readonly form: string;
  readonly meansCode: string | null;
  readonly dueDate: string | null;
  /** By which its terms name it. */
  readonly id: string | null;
  /** Number of the transfer, of the card's receipt and so on. */
  readonly reference: string | null;
}

/** The amount of a payment, or of an instalment of it. */
export interface SignedPaymentTerm {
  readonly paymentId: string | null;
  readonly amount: string;
  readonly dueDate: string | null;
}

/** What the buyer had paid before. */
export interface SignedPrepayment {
  readonly amount: string;
  readonly date: string | null;
  readonly reference: string | null;
}

/** What is handed over where, and on which terms. */
export interface SignedDelivery {
  readonly date: string | null;
  readonly address: SignedAddress | null;
  /** Number of the waybill. */
  readonly trackingId: string | null;
  readonly incoterm: string | null;
  /** What the term is called. */
  readonly incotermName: string | null;
  /** Place that the term is about. */
  readonly place: string | null;
}

/** Pesos, or what `currency` says, for one unit of the document's own currency. */
export interface SignedExchange {
  readonly rate: string;
  readonly date: string | null;
  readonly currency: string;
}

/** A paper that the document refers to. */
export interface SignedReference {
  readonly id: string | null;
  readonly date: string | null;
}

export interface SignedPeriod {
  readonly start: string;
  readonly end: string;
}

/** What a note says of itself and of the document that it corrects. */
export interface SignedCorrection {
  readonly conceptCode: string | null;
  readonly concept: string | null;
  /** Null for a note that names no document. */
  readonly corrected: {
    readonly number: string;
    readonly fiscalIdKind: FiscalIdKind;
    readonly fiscalId: string | null;
    readonly date: string | null;
  } | null;
  /** First and last day of what a note without document corrects. */
  readonly period: SignedPeriod | null;
}

/** A signed document with its lines and all that a drawing of it says. */
export interface WholeDocument extends SignedDocument {
  readonly currency: string;
  readonly dueDate: string | null;
  readonly prepayments: readonly SignedPrepayment[];
  /** Order of purchase, waybills, receipts and contracts. */
  readonly order: SignedReference | null;
  readonly despatches: readonly SignedReference[];
  readonly receipts: readonly SignedReference[];
  readonly contracts: readonly SignedReference[];
  /** First and last day of what is charged; null for notes, where the period is that of the correction. */
  readonly billedPeriod: SignedPeriod | null;
  readonly delivery: SignedDelivery | null;
  readonly references: readonly SignedReference[];
  /** Null for what is no note. */
  readonly correction: SignedCorrection | null;
  readonly notes: readonly string[];
  readonly lineCount: string;
  readonly lines: readonly SignedLine[];
  readonly allowances: readonly SignedAllowance[];
  readonly withholdings: readonly SignedTax[];
  /** NIT of who sent the document. */
  readonly softwareProvider: string | null;
}

/** Everything that a printed representation says and that does not come from configuration. */
export interface Printable {
  readonly document: SignedDocument;
  /** When the authority validated the document, by its signed answer; null before it did. */
  readonly validated: DateAndTime | null;
  /** Date of the resolution of the numbering range, kept with the document; null where it is not known. */
  readonly resolutionDate: string | null;
  /** How cash was rounded, kept with the document. */
  readonly roundings: readonly Rounding[];
}
