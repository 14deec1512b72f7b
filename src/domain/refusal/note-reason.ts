// Defines what can be wrong with a note alone, as data; `problem.ts` has the reasons that it shares with other documents.
import type { CatalogueEntry } from "../catalogue/catalogue.ts";
import type { Amount } from "../document/document.ts";
import type { State } from "../document/state.ts";
import type { NoteType } from "../kind.ts";

/** A value as the client sent it. */
export interface Sent {
  readonly value: string;
}

/** A number that comes next in a series, as it would be printed. */
interface NextNumber {
  readonly typeCode: NoteType;
  readonly number: string;
}

interface Identification {
  readonly type: string;
  readonly number: string;
}

/** What may still be credited of a document, or of one charge of it, and what has been. */
export interface Balance {
  readonly invoiced: Amount;
  /** Accepted notes. */
  readonly credited: Amount;
  /** Notes whose outcome is not known yet; they count. */
  readonly inProcess: Amount;
  readonly available: Amount;
}

/** Every reason of notes, with the values that its sentence needs. */
export interface NoteReasonFacts {
  // What it corrects.
  readonly "reference-not-found": { readonly value: number };
  readonly "reference-required": object;
  readonly "reference-ambiguous": { readonly given: readonly ("documentId" | "external" | "period")[] };
  readonly "reference-date": Sent & { readonly today: string };
  readonly "not-correctable": { readonly typeCode: string; readonly noteType: NoteType };
  readonly "reference-rejected": { readonly number: string };
  readonly "reference-pending": { readonly state: State };
  /** The archive has not its signed file, of which a note is made. */
  readonly "reference-lost": { readonly number: string };
  readonly "reference-annulled": {
    readonly because: "annulment" | "annulment-pending" | "nothing-left" | "nothing-left-pending";
  };
  /** It has as many live notes as a document may have. */
  readonly "too-many-notes": { readonly most: number };
  readonly "period-invalid": {
    readonly start: string;
    readonly end: string;
    readonly today: string;
    readonly because: "not-a-date" | "start-after-end" | "after-today";
  };

  // Its concept.
  readonly "concept-required": { readonly concepts: readonly CatalogueEntry[] };
  readonly "concept-invalid": Sent & { readonly concepts: readonly CatalogueEntry[] };
  readonly "concept-needs-reference": object;
  readonly "concept-needs-whole": { readonly because: "lines" | "other-notes" | "allowances" };

  // What it takes.
  /** Its total would be zero. */
  readonly "nothing-to-credit": { readonly noteType: NoteType };
  /** `charge`: where the figures are those of one charge of the document, its number there. */
  readonly "exceeds-balance": Balance & { readonly requested: Amount; readonly charge?: number };
  readonly "line-unknown": { readonly line: number; readonly lines: readonly number[] };
  readonly "exceeds-line": {
    readonly line: number;
    readonly figure: "quantity" | "unitPrice" | "paidPrice" | "amount";
    readonly available: string;
    readonly requested: string;
  };
  /** A charge that the document does not have; `count`: how many it has. */
  readonly "charge-unknown": { readonly charge: number; readonly count: number };
  /** Without lines the note is the whole document, with its discounts and charges. */
  readonly "needs-lines": object;

  // What it repeats of the document.
  readonly "required-in-note": object;
  readonly "party-differs": { readonly expected: Identification; readonly given: Identification };
  /** Of a currency its code, of a rate the pesos for one unit, or its date. */
  readonly "currency-differs": Sent & { readonly expected: string };
  readonly "note-not-today": Sent & { readonly today: string };
  readonly "due-date-on-credit": { readonly sent: string | null; readonly issueDate: string };
  readonly "withholdings-of-note": { readonly count: number };

  // What numbers it.
  readonly "no-series": { readonly typeCode: NoteType };
  readonly "series-stopped": NextNumber;
  readonly "series-number-held": NextNumber;
}
