// Writes what the answers to a creation say of a note.
import { findNameDoubts } from "../../domain/doubt/doubt.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { KINDS, type NoteType } from "../../domain/kind.ts";
import { findBalance } from "../../domain/note/note-balance.ts";
import type { DocumentView } from "../../issuance/contract/command.ts";
import { loadBalance } from "../../store/document/corrected.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Call } from "../app/route.ts";
import { disclose, type Tells } from "../base/disclosure.ts";
import type { Detail } from "../base/error.ts";
import { toIssuedFields, toTestSetFields } from "../invoice/reply.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem } from "../message/refusal.ts";
import { TEXT } from "../message/request.ts";
import { toWireShares } from "../record/note-relation.ts";
import { toCreatedFields } from "../support-document/reply.ts";

/**
 * The balance left of the corrected document; null when that is not stored here or D1 does not answer: the note has been issued
 * in any case.
 */
export async function readBalance(call: Pick<Call, "db">, document: DocumentView | null): Promise<string | null> {
  const correctedId = document?.note?.correctedId ?? null;
  if (document === null || correctedId === null) return null;
  try {
    const found = await loadBalance(call.db, document.companyId, correctedId);
    return found === undefined ? null : findBalance(found.total, found.notes).available;
  } catch (cause) {
    writeWarning("balance_not_read", { documentId: document.id, error: describeError(cause) });
    return null;
  }
}

/**
 * What the caller is told of what a note takes from its document; a notice says that there is more.
 * @param isKept whether that document is kept here: what a note on any other says, the caller sent itself.
 */
export function discloseTaken(call: Pick<Call, "caller" | "notice">, typeCode: NoteType, isKept: boolean): Tells {
  const { module } = KINDS[typeCode];
  const tells = disclose(call.caller.scopes, module);
  if (!isKept) return () => true;
  if (!tells("lines")) call.notice([{ path: "", message: TEXT.notTold(`${module}.read`) }]);
  return tells;
}

/** Notices about a name of the party that the note does not carry. @param name of the party as the note carries it. */
export function describeNameDoubts(draft: NoteDraft, name: string, naming: Naming): readonly Detail[] {
  return findNameDoubts(draft, name).map((doubt) => describeProblem(doubt, naming));
}

/** The members of an answer that describe a credit or debit note. */
export function toInvoiceNote(document: DocumentView, balance: string | null, tells: Tells) {
  return {
    nota_id: document.id,
    factura_id: document.note?.correctedId ?? null,
    cude: document.fiscalId,
    cufe: document.fiscalId,
    ...toIssuedFields(document, document.typeCode === "92" ? "92" : "91"),
    ...toConcept(document),
    descuentos_repartidos: tells("allowances") ? toWireShares(document.note?.shares) : null,
    saldo_acreditable: balance,
    ...toTestSetFields(document),
  };
}

/** The member that describes an adjustment note. */
export function toAdjustmentNote(document: DocumentView, balance: string | null) {
  const { note } = document;
  return {
    ...toCreatedFields(document),
    tipo_authority: "95" as const satisfies NoteType,
    ...toConcept(document),
    documento_soporte: note?.corrected
      ? {
          id: note.correctedId,
          numero: note.corrected.number,
          cuds: note.corrected.fiscalId,
          fecha: note.corrected.issueDate,
        }
      : null,
    saldo_acreditable: balance,
  };
}

/** Null in a note of which only a file was left. */
export function toConcept({ note }: DocumentView) {
  return { concepto: note?.concept.code ?? null, concepto_nombre: note?.concept.name ?? null };
}
