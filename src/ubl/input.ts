// Defines what the builders turn into XML, and the parts that each kind of document adds to the common frame.
import type { Company, Environment, Numbering, Software } from "../domain/company.ts";
import type { Document, Note, TaxSubtotal } from "../domain/document/document.ts";

/** Everything that goes into a document's XML; the builders look nothing up. */
export interface UblInput {
  readonly document: Document;
  readonly company: Pick<Company, "industryCode">;
  readonly numbering: Numbering;
  readonly software: Pick<Software, "id" | "providerNit" | "providerCheckDigit">;
  /** SHA-384, lower-case hex. */
  readonly securityCode: string;
  /** CUFE, CUDE or CUDS, lower-case hex. */
  readonly fiscalId: string;
  readonly qrUrl: string;
  readonly environment: Environment;
}

/** The same of a note: its numbers are consecutive, without any range. */
export interface NoteInput extends Omit<UblInput, "document" | "numbering"> {
  readonly note: Note;
  readonly numbering: Pick<Numbering, "prefix" | "number">;
}

/** What invoices and support documents fill into the common frame, each as finished XML unless said. */
export interface DocumentParts {
  /** Invoiced period and references to other documents, or nothing. */
  readonly references: string;
  /** AccountingSupplierParty and AccountingCustomerParty. */
  readonly parties: string;
  /** Delivery and its terms, or nothing. */
  readonly delivery: string;
  /** The withholdings that the XML carries; entries of one code and rate may repeat. */
  readonly withholdings: readonly TaxSubtotal[];
  readonly lines: string;
}
