// Resolves and prices a note together with the document that it corrects, or refuses it with every reason.

import { findNoteConcept, listNoteConcepts } from "../catalogue/catalogue.ts";
import { pickCertificate } from "../company/choice.ts";
import type { Company } from "../company.ts";
import type {
  Amount,
  CorrectedDocument,
  DocumentCommon,
  InvoiceNote,
  Note,
  NoteLine,
  PaymentPart,
} from "../document/document.ts";
import type { NoteDraft } from "../draft/note-draft.ts";
import { checkClaims } from "../invoice/invoice.ts";
import { KINDS, type NoteType } from "../kind.ts";
import { findIssuerProblems, issuerParty } from "../party/party.ts";
import { toPesos } from "../price/currency.ts";
import { ProblemList, throwIfAny } from "../refusal/problem-list.ts";
import { Refusal, refuseNote } from "../refusal/refusal.ts";
import { withFirstBases } from "../ticket/ticket.ts";
import { dateInBogota, timeInBogota } from "../value/calendar.ts";
import { ANNULMENT } from "./note-balance.ts";
import { isAnnulment, resolveContent } from "./note-content.ts";
import { shareReturn, withoutRounding } from "./note-payment.ts";
import { type Correctable, checkPeriod, findCorrectable, pickReference, type Target } from "./note-reference.ts";
import { resolveAdjustmentTerms, resolveInvoiceTerms } from "./note-terms.ts";

/** What a note is resolved with. */
interface NoteContext {
  readonly company: Company;
  /** Epoch milliseconds; issue date and time are its Bogotá date and time. */
  readonly nowMs: number;
  /** What the reference names here; null for a period, and for a document issued elsewhere that is not kept here. */
  readonly target: Target | null;
}

/**
 * Resolves and checks a note before any number is taken.
 * @throws Refusal for the first thing that forbids the note, with all the problems of parties and lines of its own, or without a
 * valid certificate.
 */
export function resolveNote(draft: NoteDraft, { company, nowMs, target }: NoteContext): Note {
  const today = dateInBogota(nowMs);
  const problems = new ProblemList();
  problems.addAll(findIssuerProblems(company));
  checkFields(draft, today);
  const external = pickReference(draft, today);
  const correctable = target === null ? null : findCorrectable(target, draft);
  const concept = resolveConcept(draft, correctable !== null);
  const context = { company, today, problems };
  const {
    isResident,
    isInPesos = false,
    ...terms
  } = draft.typeCode === "95"
    ? resolveAdjustmentTerms(draft, correctable, context)
    : resolveInvoiceTerms(draft, correctable, context);
  const resolved = resolveContent(draft, { correctable, concept, ...context });
  const content = draft.typeCode === "94" ? withFirstBases(resolved) : resolved;
  checkClaims(draft, content.totals, content.lines.length, problems);
  throwIfAny(problems.all);
  pickCertificate(company, nowMs);
  const common = {
    kind: "note",
    concept,
    motive: draft.motive === "" ? null : draft.motive,
    issueDate: today,
    issueTime: timeInBogota(nowMs),
    dueDate: terms.payment.dueDate,
    notes: [draft.motive ?? "", draft.notes ?? ""].filter((text) => text !== ""),
    issuer: issuerParty(company),
    ...(correctable?.document.branch && { branch: correctable.document.branch }),
    ...("till" in draft && draft.till !== undefined ? { till: draft.till } : {}),
    withholdings: [],
    ...terms,
    ...dividePayments(terms.payments, draft.typeCode, concept.code, correctable, content.totals.total),
    ...content,
    ...(isInPesos && terms.exchangeRate !== null
      ? { pesoTotals: toPesos({ ...content, withholdings: [] }, terms.exchangeRate.rate) }
      : {}),
  } as const;
  const corrected = correctable === null ? external : describeCorrected(correctable);
  return typed(draft, common, corrected, isResident);
}

/** What each of several payments gives back; of a note that raises, which one pays is not said. */
function dividePayments(
  payments: readonly PaymentPart[] | undefined,
  typeCode: NoteType,
  concept: string,
  correctable: Correctable | null,
  total: Amount,
): Pick<DocumentCommon, "payments"> {
  if (payments === undefined) return {};
  if (isAnnulment(typeCode, concept)) {
    const [only, second] = payments;
    // The means of a single payment gives back what was paid before it, too.
    const isRounded = second === undefined && only?.rounding !== undefined;
    return isRounded ? { payments: [{ ...only, amount: total }] } : {};
  }
  if (KINDS[typeCode].effect === "raises") {
    return { payments: payments.map((one) => ({ ...withoutRounding(one), amount: null })) };
  }
  return { payments: shareReturn(payments, correctable?.notes ?? [], total) };
}

type Common = DocumentCommon & Pick<Note, "kind" | "concept" | "motive"> & { readonly lines: readonly NoteLine[] };

function typed(draft: NoteDraft, common: Common, corrected: CorrectedDocument | null, isResident: boolean): Note {
  if (draft.typeCode !== "95") {
    const { typeCode, period } = draft;
    return {
      ...common,
      typeCode,
      operationType: OPERATION_TYPES[typeCode][corrected === null ? 1 : 0],
      corrected,
      period,
    };
  }
  if (corrected === null) throw new Refusal({ reason: "reference-required", field: ["documentId"] });
  return { ...common, typeCode: "95", operationType: isResident ? "10" : "11", corrected, period: null };
}

/** With reference, and without. */
const OPERATION_TYPES: Readonly<Record<InvoiceNote["typeCode"], readonly ["20" | "30", "22" | "32"]>> = {
  "91": ["20", "22"],
  "92": ["30", "32"],
  "93": ["20", "32"],
  "94": ["20", "22"],
};

function checkFields(draft: NoteDraft, today: string): void {
  const { typeCode, withholdingCount: count, issueDate: value } = draft;
  if (count > 0) throw new Refusal({ reason: "withholdings-of-note", field: ["withholdingCount"], count });
  if (value !== null && value !== today) {
    throw refuseNote(typeCode, { reason: "note-not-today", field: ["issueDate"], value, today });
  }
  if (draft.period !== null) checkPeriod(draft.period, today);
}

/** Defaults to the annulment, but only for a whole document that is stored here; never guessed when lines are sent. */
function resolveConcept({ typeCode, concept, lines, period }: NoteDraft, isKnown: boolean): Note["concept"] {
  const isGuessable = KINDS[typeCode].effect === "lowers" && isKnown && lines === null;
  const code = concept ?? (isGuessable ? ANNULMENT : undefined);
  const listed = { field: ["concept"], concepts: listNoteConcepts(typeCode) } as const;
  if (code === undefined) throw refuseNote(typeCode, { reason: "concept-required", ...listed });
  const found = findNoteConcept(typeCode, code);
  if (found === undefined) throw refuseNote(typeCode, { reason: "concept-invalid", value: code, ...listed });
  if (period !== null && isAnnulment(typeCode, code)) {
    throw refuseNote(typeCode, { reason: "concept-needs-reference", field: ["concept"] });
  }
  return found;
}

function describeCorrected({ document, number, fiscalId }: Correctable): CorrectedDocument {
  return { number, fiscalId, fiscalIdKind: KINDS[document.typeCode].fiscalId.name, issueDate: document.issueDate };
}
