// Defines what is printed of a signed document, in the words that are printed; numbers stay the text that was signed.
import type { TypeCode } from "../../src/domain/kind.ts";

export interface Party {
  readonly name: string;
  /** Shown where it differs from the name. */
  readonly tradeName: string | null;
  /** `NIT`, `Cédula de ciudadanía`, … */
  readonly identificationName: string;
  /** With its check digit after a hyphen, where one was signed. */
  readonly identification: string;
  /** Street, city, department, postal code, country: each line as it is printed. */
  readonly address: readonly string[];
  /** Whom to ask for, where it is another name. */
  readonly contact: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Gran contribuyente, Autorretenedor, … */
  readonly qualities: readonly string[];
  /** Responsable de IVA, … */
  readonly regime: string | null;
  readonly activity: string | null;
}

export interface Tax {
  readonly code: string;
  readonly name: string;
  /** `19.00`; null for a tax by unit. */
  readonly rate: string | null;
  /** Amount for each unit of a tax that has no rate. */
  readonly perUnit: string | null;
  /** What that amount is for: `unidad`, `100 mL`. */
  readonly unit: string;
  readonly base: string | null;
  readonly amount: string;
}

export interface Line {
  readonly number: string;
  readonly description: string;
  /** Codes, brand, model, period, that it is a gift: what stands below the description. */
  readonly details: readonly string[];
  readonly notes: readonly string[];
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  /** Given away: its price is none, whatever taxes it has. */
  readonly isFree: boolean;
  readonly amount: string;
  readonly allowances: readonly Allowance[];
  readonly taxes: readonly Tax[];
  /** Whether the price that was agreed held the taxes. */
  readonly isTaxIncluded: boolean;
}

export interface Totals {
  readonly lines: string;
  /** What was paid before; null where nothing was. */
  readonly prepaid: string | null;
  readonly payable: string;
  /** What a supplier gets after the withholdings; null for documents other than support documents. */
  readonly netPayable: string | null;
}

/** A label and what stands beside it. */
export type Entry = readonly [label: string, value: string];

/** A discount or charge; one that takes a tax back that the seller pays has no percentage. */
export interface Allowance {
  readonly isCharge: boolean;
  readonly reason: string | null;
  readonly percent: string | null;
  readonly amount: string;
  readonly isAssumedTax: boolean;
}

/** A part of what is paid, later or before. */
export interface Instalment {
  /** `Cuota 1 de 3`, `RC-100`. */
  readonly label: string;
  readonly date: string | null;
  readonly amount: string;
}

export interface Authorization {
  readonly number: string;
  readonly prefix: string | null;
  readonly from: string;
  readonly to: string;
  readonly start: string | null;
  readonly end: string | null;
}

/** The document that a note corrects. */
export interface Corrected {
  readonly number: string;
  readonly fiscalIdName: string;
  readonly fiscalId: string | null;
  readonly date: string | null;
}

/** What a note says about itself. */
export interface Correction {
  readonly conceptCode: string | null;
  readonly concept: string | null;
  readonly corrected: Corrected | null;
  /** The period that a note without document corrects. */
  readonly period: readonly [start: string, end: string] | null;
}

/** A company, a person, and what they call the software; what nobody said is null. */
export interface SignedMaker {
  readonly company: string | null;
  readonly person: string | null;
  readonly software: string | null;
}

export interface PrintedDocument {
  readonly typeCode: TypeCode;
  readonly title: string;
  /** A second line under the title, of contingency documents. */
  readonly subtitle: string | null;
  readonly number: string;
  readonly date: string;
  readonly time: string;
  /** What marks a test; null in production. */
  readonly legend: string | null;
  /** CUFE, CUDE or CUDS. */
  readonly fiscalIdName: string;
  readonly fiscalId: string;
  readonly qr: string;
  readonly authorization: Authorization | null;
  readonly issuer: Party;
  readonly counterpart: Party;
  readonly counterpartRole: string;
  readonly currency: string;
  readonly exchange: { readonly rate: string; readonly date: string | null; readonly currency: string } | null;
  /** Each means with its amount, where there are several. */
  readonly payment: {
    readonly form: string;
    readonly means: readonly string[];
    readonly dueDate: string | null;
  } | null;
  readonly instalments: readonly Instalment[];
  readonly prepayments: readonly Instalment[];
  /** What the sale refers to and how it is delivered. */
  readonly circumstances: readonly Entry[];
  /** Papers that the document refers to: number and date. */
  readonly references: readonly string[];
  readonly correction: Correction | null;
  readonly notes: readonly string[];
  readonly lineCount: string;
  readonly lines: readonly Line[];
  readonly allowances: readonly Allowance[];
  readonly taxes: readonly Tax[];
  readonly withholdings: readonly Tax[];
  readonly totals: Totals;
  /** The sums in pesos of a document in another currency. */
  readonly pesoTotals: readonly { readonly label: string; readonly amount: string }[];
  /** When the authority validated it; null before, and for contingency 04. */
  readonly validation: { readonly date: string; readonly time: string } | null;
  readonly softwareProvider: string | null;
  /** Where a ticket was sold and by whom, and what its buyer collects. */
  readonly till: readonly Entry[];
  /** Who made the software, as a ticket was signed with it. */
  readonly signedMaker: SignedMaker | null;
}
