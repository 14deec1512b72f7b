// Answers the dry run of a note: resolves or refuses it exactly as the real request would, and stores nothing.
import { findNoteDefaults } from "../../domain/default.ts";
import type { Note } from "../../domain/document.ts";
import { KINDS } from "../../domain/kind.ts";
import { listShares } from "../../domain/note-allowance.ts";
import type { NoteDraft } from "../../domain/note-draft.ts";
import { NoteRefusal } from "../../domain/refusal/note-refusal.ts";
import { loadCorrected } from "../../issuance/load-corrected.ts";
import { priceNote } from "../../issuance/price.ts";
import { createArchive, digestFile } from "../../store/archive/files.ts";
import { createMovingLedger } from "../../store/ledger.ts";
import { findNoteShortage } from "../../store/number/note-allocation.ts";
import type { Call } from "../app/route.ts";
import { ApiError, type ErrorFacts } from "../base/error.ts";
import { priceOrRefuse } from "../creation/dry-run.ts";
import { toDryRunReplyOfV2, toNotice, toPricedFields } from "../creation/dry-run-reply.ts";
import type { SoundRequest } from "../creation/request.ts";
import type { Naming } from "../message/naming.ts";
import { describeNoteRefusal } from "../message/note.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { toWireAllowances } from "../record/invoice.ts";
import { toWireShares } from "../record/note-relation.ts";
import { describeNameDoubts } from "./reply.ts";

/**
 * Does everything up to numbering, without a key and without writing.
 * @throws ApiError, the same that the real request would get before numbering.
 */
export async function rehearseNote(call: Call, { draft, metadata, naming }: SoundRequest<NoteDraft>) {
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
  const { module } = KINDS[draft.typeCode];
  const demand = { companyId: company.id, module, reservedAt: new Date(nowMs).toISOString() } as const;
  const shortage = await findNoteShortage(call.db, demand, draft.typeCode);
  const rehearsal = {
    rules: findNoteDefaults(draft, company).map((problem) => toNotice(describeProblem(problem, naming))),
    shortage: shortage === undefined ? undefined : describeShortage(shortage, draft),
  };
  return toDryRunReplyOfV2(toPricedNote(note), rehearsal, metadata);
}

/** A note as a dry run shows it. */
function toPricedNote(note: Note) {
  return {
    ...toPricedFields(note),
    tipo_authority: note.typeCode,
    concepto: note.concept.code,
    concepto_nombre: note.concept.name,
    descuentos_repartidos: toWireShares(listShares(note)),
    ...toWireAllowances(note.allowances),
  };
}

function describeShortage(
  shortage: NonNullable<Awaited<ReturnType<typeof findNoteShortage>>>,
  { typeCode }: NoteDraft,
): Pick<ErrorFacts, "code" | "message"> {
  if (shortage.type === "refused") return describeRefusal(shortage);
  return { code: shortage.facts.code, message: describeNoteRefusal(shortage.facts, typeCode).message };
}

function resolveOrRefuse(resolve: () => { readonly kind: string }, draft: NoteDraft, naming: Naming): Note {
  const document = priceOrRefuse(() => refuseNote(resolve, draft, naming), naming);
  if (!isNote(document)) throw new Error("a note was priced as something else");
  return document;
}

/** @throws ApiError of what only a note is refused for. */
function refuseNote<Priced>(resolve: () => Priced, { typeCode }: NoteDraft, { noteWords }: Naming): Priced {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof NoteRefusal)) throw error;
    const { message, details } = describeNoteRefusal(error.facts, typeCode, noteWords);
    throw new ApiError(error.facts.code, message, details);
  }
}

function isNote(document: { readonly kind: string }): document is Note {
  return document.kind === "note";
}
