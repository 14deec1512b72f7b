// Defines the drafts of notes: what a client asked for, aliases resolved, amounts as exact decimal text. Plain JSON.
import type { SalesNoteType } from "../kind.ts";
import type {
  AllowanceDraft,
  CurrencyDraft,
  DecimalText,
  InvoiceLineDraft,
  InvoicePaymentDraft,
  ReceiverDraft,
  SupplierDraft,
  SupportLineDraft,
} from "./draft.ts";

/** What a note does to one line of the corrected document, by the line's number there. */
export interface LineCorrectionDraft {
  readonly type: "correction";
  readonly line: number;
  readonly quantity: DecimalText;
  /** Base value of one unit; null: the line's own. A lower one corrects the price and returns nothing. */
  readonly unitPrice: DecimalText | null;
  /** What is paid back for one unit, its taxes included, instead of that base value; null: not said. */
  readonly paidPrice: DecimalText | null;
}

/** A charge of a note: money of a charge of the corrected document, by its number there from 1, or one of its own. */
export type NoteChargeDraft =
  | { readonly type: "returned"; readonly charge: number; readonly amount: DecimalText }
  | { readonly type: "own"; readonly allowance: AllowanceDraft };

/** A line of a note: one of the corrected document, or one of its own. */
export type NoteLineDraft<Item> = LineCorrectionDraft | { readonly type: "own"; readonly item: Item };

/** A document that was issued elsewhere by the same issuer, as the client knows it. */
export interface ExternalDocumentDraft {
  readonly number: string;
  /** 96 hexadecimal digits. */
  readonly fiscalId: string;
  readonly issueDate: string;
  /** 01 to 04 of an invoice, 05 of a support document, 20 of a ticket. */
  readonly typeCode: "01" | "02" | "03" | "04" | "05" | "20";
}

interface NoteDraftCommon {
  readonly kind: "note";
  /** Document of this company that is issued or kept here. */
  readonly documentId: number | null;
  readonly external: ExternalDocumentDraft | null;
  /** Null: not said; a number is taken as its text. */
  readonly concept: string | null;
  /** Why, in the issuer's words. */
  readonly motive: string | null;
  readonly notes: string | null;
  readonly issueDate: string | null;
  /** How many withholdings were sent: the schema of notes has none. */
  readonly withholdingCount: number;
  readonly claimedSubtotal: DecimalText | null;
  readonly claimedTaxes: DecimalText | null;
  readonly claimedTotal: DecimalText | null;
}

/** A credit or debit note as asked for. */
export interface InvoiceNoteDraft extends NoteDraftCommon {
  readonly typeCode: SalesNoteType;
  /** What the client calls the till; absent where it sent none. */
  readonly till?: string;
  readonly period: { readonly start: string; readonly end: string } | null;
  readonly receiver: ReceiverDraft | null;
  /** Null: the whole document. */
  readonly lines: readonly NoteLineDraft<InvoiceLineDraft>[] | null;
  /** Of the whole note, of its own. */
  readonly discounts: readonly AllowanceDraft[];
  readonly charges: readonly NoteChargeDraft[];
  /** Whether returned lines of the invoice carry their share of its discounts; of a debit note without meaning. */
  readonly areDiscountsShared: boolean;
  readonly payment: InvoicePaymentDraft | null;
  readonly currency: CurrencyDraft | null;
}

/** An adjustment note to a support document as asked for. */
export interface AdjustmentNoteDraft extends NoteDraftCommon {
  readonly typeCode: "95";
  readonly period: null;
  readonly supplier: SupplierDraft | null;
  readonly lines: readonly NoteLineDraft<SupportLineDraft>[] | null;
  readonly payment: SupportPaymentDraft;
  readonly currency: string | null;
  /** Of a document that was issued elsewhere in another currency: pesos for one unit of it. */
  readonly exchangeRate: DecimalText | null;
  readonly exchangeRateDate: string | null;
}

/** What is null is as in the corrected document. */
interface SupportPaymentDraft {
  readonly form: "1" | "2" | null;
  readonly meansCode: string | null;
  readonly dueDate: string | null;
}

export type NoteDraft = InvoiceNoteDraft | AdjustmentNoteDraft;
