// Answers the dry run of a note: resolves or refuses it exactly as the real request would, and stores nothing.
import { findNoteDefaults } from "../../domain/default.ts";
import type { Note } from "../../domain/document.ts";
import { KINDS } from "../../domain/kind.ts";
import { listShares } from "../../domain/note-allowance.ts";
import type { NoteDraft } from "../../domain/note-draft.ts";
import { NoteRefusal } from "../../domain/refusal/note-refusal.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { loadCorrected } from "../../issuance/load-corrected.ts";
import { priceNote } from "../../issuance/price.ts";
import { createArchive, digestFile } from "../../store/archive/files.ts";
import { createMovingLedger } from "../../store/ledger.ts";
import { findNoteShortage } from "../../store/number/note-allocation.ts";
import { toApiError } from "../app/error-table.ts";
import type { ReplyOf } from "../app/reply.ts";
import type { Call } from "../app/route.ts";
import { ApiError, type ErrorFacts } from "../base/error.ts";
import { toNotice, toPricedFields } from "../creation/dry-run-reply.ts";
import { toWireAllowances } from "../invoice/till-reply.ts";
import type { Naming } from "../message/naming.ts";
import { describeNoteRefusal } from "../message/note.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { toWireShares } from "../record/shares.ts";
import { describeNameDoubts } from "./reply.ts";
import type { noteDryRunSchema } from "./reply-schema.ts";
import type { NoteRequest } from "./request.ts";

/**
 * Does everything up to numbering, without a key and without writing.
 * @throws ApiError, the same that the real request would get before numbering.
 */
export async function answerNoteDryRun(
  call: Call,
  { draft, metadata, naming }: Pick<NoteRequest, "metadata" | "naming"> & { readonly draft: NoteDraft },
): Promise<ReplyOf<200, typeof noteDryRunSchema>> {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const sources = {
    ledger: createMovingLedger(call.env, () => undefined),
    archive: createArchive(call.env.FILES),
    world: { sha256Hex: digestFile },
  };
  const corrected = await loadCorrected(sources, draft, company);
  const note = resolveOrRefuse(() => priceNote({ draft, company }, nowMs, corrected).document, draft, naming);
  call.notice(describeNameDoubts(draft, note.counterpart.name, naming));
  const module = KINDS[draft.typeCode].module;
  const demand = { companyId: company.id, module, reservedAt: new Date(nowMs).toISOString() } as const;
  const shortage = await findNoteShortage(call.db, demand, draft.typeCode);
  const refusal = shortage === undefined ? undefined : describeShortage(shortage, draft);
  const numbering =
    refusal === undefined ? { available: true } : { available: false, code: refusal.code, message: refusal.message };
  const defaults = findNoteDefaults(draft, company).map((problem) => toNotice(describeProblem(problem, naming)));
  const documento = {
    ...toPricedFields(note),
    tipo_authority: note.typeCode,
    concepto: note.concept.code,
    concepto_nombre: note.concept.name,
    descuentos_repartidos: toWireShares(listShares(note)),
    ...toWireAllowances(note.allowances),
  };
  return { status: 200, body: { ok: true, dry_run: true, documento, rules: defaults, numbering, metadatos: metadata } };
}

function describeShortage(
  shortage: NonNullable<Awaited<ReturnType<typeof findNoteShortage>>>,
  { typeCode }: NoteDraft,
): Pick<ErrorFacts, "code" | "message"> {
  if (shortage.type === "refused") return describeRefusal(shortage);
  return { code: shortage.facts.code, message: describeNoteRefusal(shortage.facts, typeCode).message };
}

function resolveOrRefuse(resolve: () => { readonly kind: string }, draft: NoteDraft, naming: Naming): Note {
  try {
    const document = resolve();
    if (!isNote(document)) throw new Error("a note was priced as something else");
    return document;
  } catch (error) {
    if (error instanceof NoteRefusal) {
      const { message, details } = describeNoteRefusal(error.facts, draft.typeCode, naming.noteWords);
      throw new ApiError(error.facts.code, message, details);
    }
    throw error instanceof Refusal ? toApiError(error, naming) : error;
  }
}

function isNote(document: { readonly kind: string }): document is Note {
  return document.kind === "note";
}
