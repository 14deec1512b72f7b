// Defines what crosses the border of an Issuance object: the command that asks for a document, and the result, as plain data.

import type { HandOverWish } from "../../domain/company/choice.ts";
import type { Company, Environment, Module } from "../../domain/company.ts";
import type { Amount, CorrectedDocument, Note, Withholding } from "../../domain/document/document.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import type { Printable } from "../../domain/document/signed-document.ts";
import type { State } from "../../domain/document/state.ts";
import type { Verdict } from "../../domain/document/timeline.ts";
import type { Draft } from "../../domain/draft/draft.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import type { TypeCode } from "../../domain/kind.ts";
import type { DiscountShare } from "../../domain/note/note-allowance.ts";
import type { SaleSummary } from "../../domain/price/payment.ts";
import type { RefusalFacts } from "../../domain/refusal/refusal.ts";

/** One authenticated, well-formed request to issue. */
export interface IssueCommand {
  /** Name of the object that is asked (`nameKey`). */
  readonly name: string;
  readonly module: Module;
  readonly companyId: number;
  readonly clientId: number;
  /** Null for an invoice without `draft_key`. */
  readonly key: string | null;
  /** Versioned digest of the canonical payload: `1:hex`. */
  readonly fingerprint: string;
  /** A note names what it corrects; the object resolves it, once it knows that the key is new. */
  readonly draft: Draft | NoteDraft;
  /** What the client keeps with the document; absent or null where it sent none. */
  readonly metadata?: Metadata | null;
  /** What it says of the e-mail to the buyer; absent or null where it says nothing. */
  readonly handOver?: HandOverWish | null;
  /** The issuer as read together with the token, so that a new document needs no further read; its environment is the key's. */
  readonly company: Company;
  /** Whether the answer is to carry what is printed of the document. */
  readonly isPrinted?: boolean;
}

/** The figures of a document: no personal data, so they stay in the journal for every replay. */
export interface DocumentSummary {
  readonly typeCode: TypeCode;
  readonly issueDate: string;
  readonly currency: string;
  readonly subtotal: Amount;
  readonly taxes: Amount;
  readonly total: Amount;
  readonly withheld: Amount;
  /** Empty for a document adopted from D1. */
  readonly withholdings: readonly Withholding[];
  /** Of a document with gifts, prepayments or rounded payments. */
  readonly sale?: SaleSummary;
  /** Of a note alone. */
  readonly note?: NoteSummary;
}

/** What a note says of itself and of what it corrects. */
interface NoteSummary {
  readonly concept: Note["concept"];
  /** Id of the corrected document, when this company keeps it here. */
  readonly correctedId: number | null;
  /** Null: a period is corrected. */
  readonly corrected: CorrectedDocument | null;
  readonly shares: readonly DiscountShare[];
}

/** A document as the answers to its creation show it. */
export interface DocumentView extends DocumentSummary {
  readonly id: number;
  readonly companyId: number;
  readonly module: Module;
  /** Where it was issued, wherever the company is now. */
  readonly environment: Environment;
  readonly prefix: string;
  readonly number: number;
  /** CUFE, CUDE or CUDS; null before the XML is signed. */
  readonly fiscalId: string | null;
  readonly zipKey: string | null;
  readonly state: State;
  /** It was handed to the authority, which did not refuse it before processing. */
  readonly wasSent: boolean;
}

/** Where a document was issued: code of the branch and name of the till; null where none was named. */
export interface PointOfSale {
  readonly establishment: string | null;
  readonly till: string | null;
}

/** What became of a request. */
export type IssueResult =
  /** Nothing was consumed, and the key stays free. */
  | ({ readonly type: "refused" } & RefusalFacts)
  /** The document that owns the key, by id, and by prefix and number; both null while it has no number. */
  | {
      readonly type: "conflict";
      readonly documentId: number | null;
      readonly number: string | null;
      readonly state: State;
    }
  | {
      readonly type: "issued";
      readonly isReplay: boolean;
      /** Null only while the reservation has no number yet. */
      readonly document: DocumentView | null;
      /** What is kept with the document for the client; null where nothing is. */
      readonly metadata: Metadata | null;
      readonly pointOfSale: PointOfSale;
      readonly verdict: Verdict | null;
      /** `uncertain` separates 502 from 202 for a new document that is not terminal. */
      readonly isUncertain: boolean;
      /**
       * What is printed of the document, where the command asked for it and the object still held the files; null before it
       * is signed.
       */
      readonly printable?: Printable | null;
    }
  /** D1, R2 or the object could not be reached; nothing is claimed. */
  | { readonly type: "unavailable" };

/** Two people's order about one document: to send a `send_unknown` one again, same bytes, or to close one. */
export interface OrderCommand {
  /** An order is obeyed once, however often it is handed over. */
  readonly orderId: number;
  readonly actor: string;
  readonly approver: string;
  readonly reason: string;
}

export type ResendResult =
  | { readonly type: "resent"; readonly state: State }
  /** Nothing was sent; `reason` is a stable code for the operator. */
  | { readonly type: "not-resent"; readonly reason: ResendRefusal; readonly state: State | null };

export type CloseResult =
  | { readonly type: "closed"; readonly state: State }
  /** Nothing was changed; `reason` is a stable code for the operator. */
  | { readonly type: "not-closed"; readonly reason: CloseRefusal; readonly state: State | null };

export type CloseRefusal =
  | "no-document"
  | "not-waiting"
  | "same-person"
  | "number-not-taken"
  /** It was sent, not every sending was refused, and it has been `send_unknown` for less than 72 hours. */
  | "may-be-on-its-way"
  /** It was sent, and the authority, asked once more, neither says that it does not know it nor refuses it. */
  | "not-denied"
  | "world-unreachable";

type ResendRefusal = "no-document" | "not-send-unknown" | "same-person" | "bytes-missing" | "world-unreachable";
