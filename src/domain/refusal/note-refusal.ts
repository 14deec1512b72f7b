// Defines why a note is refused, as a code with the figures that its sentence needs; the API writes the sentence.
import type { CatalogueEntry } from "../catalogue.ts";
import type { Amount } from "../document.ts";
import type { NoteType } from "../kind.ts";
import type { State } from "../state.ts";
import type { Reason } from "./problem.ts";

/** One refusal, as plain data: its code and figures. Amounts are printed decimals, dates `YYYY-MM-DD` of Bogotá. */
export type NoteRefusalFacts =
  | { readonly code: "reference_not_found" }
  | { readonly code: "reference_required" }
  | { readonly code: "reference_ambiguous"; readonly given: readonly NoteReferenceField[] }
  | { readonly code: "not_correctable"; readonly typeCode: string }
  | { readonly code: "reference_rejected"; readonly number: string }
  | { readonly code: "reference_pending"; readonly state: State }
  | {
      readonly code: "reference_annulled";
      readonly because: "annulment" | "annulment-pending" | "nothing-left" | "nothing-left-pending";
    }
  | { readonly code: "concept_required"; readonly concepts: readonly CatalogueEntry[] }
  | { readonly code: "concept_invalid"; readonly value: string; readonly concepts: readonly CatalogueEntry[] }
  | { readonly code: "concept_needs_reference" }
  | { readonly code: "concept_needs_whole"; readonly because: "lines" | "other-notes" | "allowances" }
  /** Its total would be zero. */
  | { readonly code: "nothing_to_credit" }
  | ({
      readonly code: "exceeds_balance";
      readonly requested: Amount;
      /** Where the figures are those of one charge of the document: its number there, and its place in the request, from 0. */
      readonly charge?: { readonly number: number; readonly index: number };
    } & Balance)
  | ({ readonly code: "line_unknown"; readonly line: number; readonly lines: readonly number[] } & OfLine)
  | ({
      readonly code: "exceeds_line";
      readonly line: number;
      readonly figure: "quantity" | "unitPrice" | "paidPrice" | "amount";
      readonly available: string;
      readonly requested: string;
    } & OfLine)
  | { readonly code: "party_differs"; readonly expected: Identification; readonly given: Identification }
  /** Of a currency its code, of a rate the pesos for one unit, or its date. */
  | { readonly code: "currency_differs"; readonly expected: string; readonly given: string }
  | { readonly code: "date_not_today"; readonly given: string; readonly today: string }
  | { readonly code: "withholdings_not_allowed"; readonly count: number }
  | {
      readonly code: "period_invalid";
      readonly start: string;
      readonly end: string;
      readonly today: string;
      readonly because: "not-a-date" | "start-after-end" | "after-today";
    }
  | {
      readonly code: "series_missing";
      readonly typeCode: NoteType;
      /** Why a series that is there gives no number; absent: there is none. */
      readonly because?: "stopped" | "number-held";
      /** The number that would come next. */
      readonly number?: string;
    }
  /** Everything else that breaks a rule. */
  | ({ readonly code: "business_rule" } & BusinessFigures);

export type NoteRefusalCode = NoteRefusalFacts["code"];
export type NoteReferenceField = "documentId" | "external" | "period";

/** A line of the request, from 0. */
interface OfLine {
  readonly index: number;
}

interface Identification {
  readonly type: string;
  readonly number: string;
}

type BusinessFigures =
  | { readonly reason: "required"; readonly field: "lines" | "receiver" | "supplier" | "exchangeRate" }
  | {
      readonly reason: "line-value";
      readonly index: number;
      readonly field: "quantity" | "unitPrice" | "paidPrice";
      readonly value: string;
      readonly fault: "not-positive" | "too-fine";
    }
  | { readonly reason: "unit-unknown"; readonly index: number; readonly value: string }
  /** A charge that the document does not have; `count`: how many it has. */
  | { readonly reason: "charge-unknown"; readonly index: number; readonly charge: number; readonly count: number }
  /** The note is the whole document, with its discounts and charges. */
  | { readonly reason: "needs-lines"; readonly field: "discounts" | "charges" | "areDiscountsShared" }
  | { readonly reason: "line-without-value"; readonly index: number; readonly base: Amount }
  | { readonly reason: "reference-date"; readonly given: string; readonly today: string }
  | { readonly reason: "currency-unknown"; readonly value: string }
  | { readonly reason: "payment-means-unknown"; readonly value: string }
  | { readonly reason: "due-date"; readonly value: string | null; readonly issueDate: string }
  | Reason<"tax-sum-off">
  | { readonly reason: "total-too-large"; readonly total: Amount; readonly most: string };

/** What may still be credited of a document, and what has been. */
export interface Balance {
  /** Total of the document. */
  readonly invoiced: Amount;
  /** Accepted notes. */
  readonly credited: Amount;
  /** Notes whose outcome is not known yet; they count. */
  readonly inProcess: Amount;
  readonly available: Amount;
}

/** Thrown before anything is consumed. */
export class NoteRefusal extends Error {
  readonly facts: NoteRefusalFacts;

  constructor(facts: NoteRefusalFacts) {
    super(facts.code);
    this.name = "NoteRefusal";
    this.facts = facts;
  }
}

/** Rules of the authority that a note would break, for credit, debit and adjustment notes. */
const RULES: Readonly<Partial<Record<NoteRefusalCode, Readonly<Partial<Record<NoteType, string>>>>>> = {
  reference_rejected: { "91": "CBG04a", "92": "DBG04a", "95": "NSBG04" },
  reference_pending: { "91": "CBG04a", "92": "DBG04a", "95": "NSBG04" },
  concept_required: { "91": "CBF03", "92": "DBF03" },
  concept_invalid: { "91": "CBF03", "92": "DBF03" },
  concept_needs_reference: { "91": "CBF03a" },
  exceeds_balance: { "91": "VLR02", "95": "VLR02" },
  date_not_today: { "91": "CAD09e", "92": "DAD09e" },
};

/** The authority's rule behind a refusal, where it has one. */
export function ruleOfRefusal(code: NoteRefusalCode, typeCode: NoteType): string | undefined {
  return RULES[code]?.[typeCode];
}
