// Defines what is printed of a signed document, in the words that are printed; numbers stay the text that was signed.
import type { TypeCode } from "../../src/domain/kind.ts";
import type { SignedAllowance } from "../../src/domain/signed-document.ts";

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
  readonly code: string | null;
  readonly description: string;
  readonly notes: readonly string[];
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly allowances: readonly SignedAllowance[];
  readonly taxes: readonly Tax[];
  /** Purchase date and way of generation of a line of a support document. */
  readonly period: string | null;
  /** Whether the price that was agreed held the taxes. */
  readonly isTaxIncluded: boolean;
}

export interface Totals {
  readonly lines: string;
  readonly prepaid: string | null;
  readonly payable: string;
  /** What a supplier gets after the withholdings; null for documents other than support documents. */
  readonly netPayable: string | null;
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

export interface PrintedDocument {
  readonly typeCode: TypeCode;
  readonly title: string;
  /** A second line under the title, of contingency documents. */
  readonly subtitle: string | null;
  readonly number: string;
  readonly date: string;
  readonly time: string;
  readonly isTest: boolean;
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
  readonly payment: { readonly form: string; readonly means: string | null; readonly dueDate: string | null } | null;
  readonly orderNumber: string | null;
  /** Papers that the document refers to: number and date. */
  readonly references: readonly string[];
  readonly correction: Correction | null;
  readonly notes: readonly string[];
  readonly lineCount: string;
  readonly lines: readonly Line[];
  readonly allowances: readonly SignedAllowance[];
  readonly taxes: readonly Tax[];
  readonly withholdings: readonly Tax[];
  readonly totals: Totals;
  /** When the authority validated it; null before, and for contingency 04. */
  readonly validation: { readonly date: string; readonly time: string } | null;
  readonly softwareProvider: string | null;
}
