// Writes the answers to the creation of a note: status, body and headers.
import { findNameDoubts } from "../../domain/doubt.ts";
import type { NoteType } from "../../domain/kind.ts";
import { findBalance } from "../../domain/note-balance.ts";
import type { NoteDraft } from "../../domain/note-draft.ts";
import type { DocumentView, IssueResult } from "../../issuance/command.ts";
import { loadBalance } from "../../store/document/corrected.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Call } from "../app/route.ts";
import type { Detail } from "../base/error.ts";
import { REPLAYED, type ReplyContext, replyToCreation, toSettledBody } from "../creation/reply.ts";
import { DOCUMENT } from "../message/document.ts";
import type { Naming } from "../message/naming.ts";
import { describeProblem } from "../message/refusal.ts";
import { toWireShares } from "../record/shares.ts";
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

/** Notices about a name of the party that the note does not carry. @param name of the party as the note carries it. */
export function describeNameDoubts(draft: NoteDraft, name: string, naming: Naming): readonly Detail[] {
  return findNameDoubts(draft, name).map((doubt) => describeProblem(doubt, naming));
}

/** Every case of the creation of a credit or debit note. */
export function toInvoiceNoteReply<Extra extends object>(
  result: IssueResult,
  context: ReplyContext,
  { balance, extra }: { readonly balance: string | null; readonly extra: Extra },
) {
  const describe = (document: DocumentView) => toInvoiceNote(document, balance);
  return replyToCreation(result, context, { describe, extra, uncertain: DOCUMENT.uncertainNote });
}

/** Every case of the creation of an adjustment note; the replay of a rejected one is 422 with `ok: true`, as of its document. */
export function toAdjustmentNoteReply<Extra extends object>(
  result: IssueResult,
  context: ReplyContext,
  { balance, extra }: { readonly balance: string | null; readonly extra: Extra },
) {
  const describe = (document: DocumentView) => ({ documento: toAdjustmentNote(document, balance) });
  const wording = { describe, extra, uncertain: DOCUMENT.uncertainNote };
  if (result.type === "issued" && result.isReplay && result.document?.state === "rechazado") {
    const body = toSettledBody(result, result.document, wording);
    return { status: 422, body, headers: REPLAYED, code: "document_rejected" } as const;
  }
  return replyToCreation(result, context, wording);
}

function toInvoiceNote(document: DocumentView, balance: string | null) {
  return {
    nota_id: document.id,
    factura_id: document.note?.correctedId ?? null,
    cude: document.fiscalId,
    cufe: document.fiscalId,
    estado: document.state,
    enviado: document.wasSent,
    company_id: document.companyId,
    tipo_authority: toInvoiceNoteType(document.typeCode),
    prefijo: document.prefix,
    consecutivo: document.number,
    fecha_emision: document.issueDate,
    moneda: document.currency,
    subtotal: document.subtotal,
    impuestos: document.taxes,
    total: document.total,
    ...toConcept(document),
    descuentos_repartidos: toWireShares(document.note?.shares),
    saldo_acreditable: balance,
    zip_key: document.zipKey,
    es_habilitacion: document.environment === "habilitacion",
  };
}

function toAdjustmentNote(document: DocumentView, balance: string | null) {
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
function toConcept({ note }: DocumentView) {
  return { concepto: note?.concept.code ?? null, concepto_nombre: note?.concept.name ?? null };
}

function toInvoiceNoteType(typeCode: DocumentView["typeCode"]): "91" | "92" {
  return typeCode === "92" ? "92" : "91";
}
