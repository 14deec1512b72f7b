// Makes note drafts with everything left out, the documents that they correct, and what becomes of them.
import type { Note, NoteLine } from "../../src/domain/document/document.ts";
import type { State } from "../../src/domain/document/state.ts";
import type { InvoiceLineDraft, SupportLineDraft } from "../../src/domain/draft/draft.ts";
import type {
  AdjustmentNoteDraft,
  InvoiceNoteDraft,
  LineCorrectionDraft,
  NoteDraft,
} from "../../src/domain/draft/note-draft.ts";
import { resolveNote } from "../../src/domain/note/note.ts";
import type { EarlierNote } from "../../src/domain/note/note-balance.ts";
import type { Correctable, Target } from "../../src/domain/note/note-reference.ts";
import type { Why } from "../../src/domain/refusal/problem.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import { COMPANY, NOW_MS } from "./company.ts";

const NOTHING = {
  kind: "note",
  documentId: 812,
  external: null,
  period: null,
  concept: null,
  lines: null,
  motive: null,
  notes: null,
  issueDate: null,
  withholdingCount: 0,
  currency: null,
  claimedSubtotal: null,
  claimedTaxes: null,
  claimedTotal: null,
} as const;

/** A credit note that says nothing but its document. */
export function creditDraft(changes: Partial<InvoiceNoteDraft> = {}): InvoiceNoteDraft {
  const own = { receiver: null, payment: null, discounts: [], charges: [], areDiscountsShared: true };
  return { ...NOTHING, typeCode: "91", ...own, ...changes };
}

/** A debit note of an interest of 1,000 without tax. */
export function debitDraft(changes: Partial<InvoiceNoteDraft> = {}): InvoiceNoteDraft {
  return creditDraft({ typeCode: "92", concept: "1", lines: [own(INTEREST)], ...changes });
}

/** An adjustment note that says nothing but its document. */
export function adjustmentDraft(changes: Partial<AdjustmentNoteDraft> = {}): AdjustmentNoteDraft {
  return {
    ...NOTHING,
    typeCode: "95",
    supplier: null,
    payment: { form: null, meansCode: null, dueDate: null },
    exchangeRate: null,
    exchangeRateDate: null,
    ...changes,
  };
}

const INTEREST: InvoiceLineDraft = {
  description: "Intereses de mora",
  quantity: "1",
  unitPrice: "1000",
  inputPrice: null,
  taxRate: "0",
  taxIncluded: false,
  taxCode: null,
};

export function own<Item extends InvoiceLineDraft | SupportLineDraft>(item: Item) {
  return { type: "own", item } as const;
}

/** So many units of a line of the document, at its price or at the one given. */
export function units(line: number, quantity: string, unitPrice: string | null = null): LineCorrectionDraft {
  return { type: "correction", line, quantity, unitPrice, paidPrice: null };
}

/** So many units of a line, for each of which so much is paid back, taxes included. */
export function paidBack(line: number, quantity: string, paidPrice: string): LineCorrectionDraft {
  return { type: "correction", line, quantity, unitPrice: null, paidPrice };
}

/** A document that the authority has accepted, with the notes on it. */
export function targetOf(
  document: Correctable["document"],
  notes: readonly EarlierNote[] = [],
  state: State = "aceptado",
): Target & Correctable {
  return { type: "document", document, number: "SETP990000101", fiscalId: "a".repeat(96), state, notes };
}

/** A note as those that come after it see it. */
export function earlier(note: Note, state: State = "aceptado"): EarlierNote {
  const { typeCode, concept, totals, lines, allowances = [] } = note;
  return { typeCode, state, conceptCode: concept.code, total: totals.total, lines, allowances };
}

export function resolve(draft: NoteDraft, target: Target | null): Note {
  return resolveNote(draft, { company: COMPANY, nowMs: NOW_MS, target });
}

/** The one reason for which a note is refused; undefined for one that is not. */
export function refusalOf(draft: NoteDraft, target: Target | null): Why | undefined {
  try {
    resolve(draft, target);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.why !== null) return error.why;
    throw error;
  }
}

/** What a line of a note corrects and charges, in short. */
export function brief({ corrects, quantity, unitPrice, base, taxes }: NoteLine): string {
  const of = corrects === null ? "own" : `${corrects.line}:${corrects.quantity.replace(/\.?0+$/, "")}`;
  return `${of} ${quantity.replace(/\.?0+$/, "")} x ${unitPrice} = ${base} + ${taxes.map(({ amount }) => amount).join(" + ")}`;
}
