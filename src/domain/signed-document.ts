// Defines the facts read back from a signed XML document: those that are printed, and those that its container repeats.
import type { Environment } from "./company.ts";
import type { FiscalIdKind, TypeCode } from "./kind.ts";

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
  /** Street and municipality; null where none was signed. */
  readonly addressLine: string | null;
  readonly municipality: string | null;
}

/** A tax of the whole document at one rate. */
export interface SignedTax {
  readonly code: string;
  readonly name: string;
  /** Percent; null for a tax by unit. */
  readonly rate: string | null;
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
}

/** Everything that a printed representation says and that does not come from configuration. */
export interface Printable {
  readonly document: SignedDocument;
  /** When the authority validated the document, by its signed answer; null before it did. */
  readonly validated: DateAndTime | null;
  /** Date of the resolution of the numbering range, kept with the document; null where it is not known. */
  readonly resolutionDate: string | null;
}
