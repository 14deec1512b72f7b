// Answers the dry run of a note: resolves or refuses it exactly as the real request would, and stores nothing.
import { findNoteDefaults } from "../../domain/default/default.ts";
import type { Note } from "../../domain/document/document.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { KINDS } from "../../domain/kind.ts";
import { listShares } from "../../domain/note/note-allowance.ts";
import type { Corrected } from "../../issuance/contract/ports.ts";
import { type CorrectedSource, loadCorrected } from "../../issuance/price/load-corrected.ts";
import { priceNote } from "../../issuance/price/price.ts";
import { createArchive, digestFile } from "../../store/archive/files.ts";
import { createMovingLedger } from "../../store/ledger.ts";
import { findNoteShortage } from "../../store/number/note-allocation.ts";
import { raiseWarning } from "../../telemetry/alert.ts";
import type { Call } from "../app/route.ts";
import type { Tells } from "../base/disclosure.ts";
import { priceOrRefuse, type SoundRequest } from "../creation/create.ts";
import { toDryRunReplyOfV2, toNotice, toPricedFields } from "../creation/dry-run-reply.ts";
import { describeProblem, describeRefusal } from "../message/refusal.ts";
import { toWireAllowances } from "../record/invoice.ts";
import { toWireShares } from "../record/note-relation.ts";
import { describeNameDoubts, discloseTaken } from "./reply.ts";

/**
 * Does everything up to numbering, without a key and without writing.
 * @throws ApiError, the same that the real request would get before numbering.
 */
export async function rehearseNote(call: Call, { draft, metadata, naming }: SoundRequest<NoteDraft>) {
  const { company } = call.caller;
  call.log({ isDryRun: true });
  const nowMs = Date.now();
  const { note, corrected } = await priceOrRefuse(async () => {
    const corrected = await lookUp(call, draft);
    return { note: priceNote({ draft, company }, nowMs, corrected).document, corrected };
  }, naming);
  const tells = discloseTaken(call, draft.typeCode, corrected.target !== null);
  call.notice(describeNameDoubts(draft, note.counterpart.name, naming));
  const { module } = KINDS[draft.typeCode];
  const demand = { companyId: company.id, module, reservedAt: new Date(nowMs).toISOString() } as const;
  const shortage = await findNoteShortage(call.db, demand, draft.typeCode);
  const rehearsal = {
    rules: findNoteDefaults(draft, company).map((problem) => toNotice(describeProblem(problem, naming))),
    shortage: shortage === undefined ? undefined : describeRefusal(shortage),
  };
  return toDryRunReplyOfV2(toPricedNote(note, tells), rehearsal, metadata, note);
}

async function lookUp({ env, caller }: Call, draft: NoteDraft): Promise<Corrected> {
  const alerting: Promise<unknown>[] = [];
  const alert: CorrectedSource["world"]["alert"] = (code, detail) =>
    raiseWarning(env, code, detail, (work) => alerting.push(work));
  const sources = {
    ledger: createMovingLedger(env, () => undefined),
    archive: createArchive(env.FILES),
    world: { sha256Hex: digestFile, alert },
  };
  try {
    return await loadCorrected(sources, draft, caller.company);
  } finally {
    await Promise.all(alerting);
  }
}

/** A note as a dry run shows it. */
function toPricedNote(note: Note, tells: Tells) {
  const { items, impuestos_detalle, fecha_vencimiento, ...priced } = toPricedFields(note);
  const { descuentos, cargos } = toWireAllowances(note.allowances);
  return {
    ...priced,
    fecha_vencimiento: tells("terms") ? fecha_vencimiento : null,
    items: tells("lines") ? items : null,
    impuestos_detalle: tells("lines") ? impuestos_detalle : null,
    tipo_authority: note.typeCode,
    concepto: note.concept.code,
    concepto_nombre: note.concept.name,
    descuentos_repartidos: tells("allowances") ? toWireShares(listShares(note)) : null,
    descuentos: tells("allowances") ? descuentos : null,
    cargos: tells("allowances") ? cargos : null,
  };
}
