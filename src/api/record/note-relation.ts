// Writes the relations that v2 shows: for a note the document it corrects, for any other document the notes on it.
import { isNoteType, type NoteType } from "../../domain/kind.ts";
import type { DiscountShare } from "../../domain/note/note-allowance.ts";
import { findAnnulment, findBalance } from "../../domain/note/note-balance.ts";
import type { WholeDocument } from "../../store/archive/filed.ts";
import { type ListedNote, listNotesOn } from "../../store/document/corrected.ts";
import type { QueryParameter } from "../app/query-parameter.ts";
import type { Call } from "../app/route.ts";
import { ApiError } from "../base/error.ts";
import { describeParameter, PARAMETER } from "../message/request.ts";

const NOTES_PAGE = "notas_page";
const NOTES_PER_PAGE = 100;

/** `notas_page` of a reading by id. */
export const NOTES_PAGE_PARAMETER: QueryParameter = {
  name: NOTES_PAGE,
  description: `Página de \`notas\`, desde 1, de ${NOTES_PER_PAGE} cada una.`,
  schema: { type: "integer", minimum: 1, default: 1 },
  example: 1,
};

/** The members of an invoice, or of a note on one. */
export async function readInvoiceDetail(call: Call, document: WholeDocument) {
  const note = describeNote(document);
  if (note === undefined) {
    const { isVoid, ...notes } = await describeNotesOn(call, document);
    return { ...notes, anulada: isVoid };
  }
  const { facts, reference } = note;
  const { period, shares } = document.detail.note ?? {};
  return {
    cude: document.fiscalId,
    ...facts,
    descuentos_repartidos: toWireShares(shares),
    factura: reference === null ? null : { ...reference.common, cufe: reference.fiscalId },
    periodo: period ? { fecha_inicio: period.start, fecha_fin: period.end } : null,
  };
}

/** The members of a support document, or of a note on one. */
export async function readSupportDocumentDetail(call: Call, document: WholeDocument) {
  const note = describeNote(document);
  if (note === undefined) {
    const { isVoid, ...notes } = await describeNotesOn(call, document);
    return { tipo_authority: "05" as const, ...notes, anulado: isVoid };
  }
  const { facts, reference } = note;
  const documento_soporte = reference === null ? null : { ...reference.common, cuds: reference.fiscalId };
  return { tipo_authority: "95" as const, ...facts, documento_soporte };
}

/** The members of a ticket, or of a note on one. */
export async function readTicketDetail(call: Call, document: WholeDocument) {
  const note = describeNote(document);
  if (note === undefined) {
    const { isVoid, ...notes } = await describeNotesOn(call, document);
    return { ...notes, anulado: isVoid };
  }
  const { facts, reference } = note;
  return {
    ...facts,
    descuentos_repartidos: toWireShares(document.detail.note?.shares),
    tiquete: reference === null ? null : { ...reference.common, cude: reference.fiscalId },
  };
}

/** Undefined for what is no note; of one that only a file was left of, little is known. */
function describeNote({ typeCode, detail, conceptCode, correctedId }: WholeDocument) {
  if (!isNoteType(typeCode)) return undefined;
  const { concept, corrected = null, motive = null } = detail.note ?? {};
  const facts = { concepto: concept?.code ?? conceptCode, concepto_nombre: concept?.name ?? null, motivo: motive };
  if (corrected === null) return { facts, reference: null };
  const common = { id: correctedId, numero: corrected.number, fecha: corrected.issueDate };
  return { facts, reference: { common, fiscalId: corrected.fiscalId } };
}

/** The page of `notas` that the query asks for, from 1. @throws ApiError `invalid_parameter`. */
function readNotesPage({ query }: Call): number {
  const text = query.get(NOTES_PAGE) ?? "1";
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  const detail = describeParameter(NOTES_PAGE, PARAMETER.page(text));
  throw new ApiError("invalid_parameter", detail.message, [detail]);
}

async function describeNotesOn(call: Call, document: WholeDocument) {
  const page = readNotesPage(call);
  const notes = await listNotesOn(call.db, document.companyId, document.id);
  const earlier = notes.map((note) => ({
    typeCode: getNoteType(note),
    state: note.state,
    conceptCode: note.conceptCode ?? "",
    total: note.total,
    lines: [],
    allowances: [],
  }));
  return {
    notas: notes.slice((page - 1) * NOTES_PER_PAGE, page * NOTES_PER_PAGE).map(toListedNote),
    notas_total: notes.length,
    saldo_acreditable: findBalance(document.total, earlier).available,
    isVoid: findAnnulment(earlier) !== undefined,
  };
}

function toListedNote(note: ListedNote) {
  return {
    id: note.id,
    tipo_authority: getNoteType(note),
    prefijo: note.prefix,
    consecutivo: note.number,
    concepto: note.conceptCode,
    estado_authority: note.state,
    total: note.total,
  };
}

function getNoteType({ typeCode }: Pick<ListedNote, "typeCode">): NoteType {
  if (isNoteType(typeCode)) return typeCode;
  throw new Error(`a document of type ${typeCode} corrects another one`);
}

/** What the note carries of the document's discounts. */
export function toWireShares(shares: readonly DiscountShare[] = []) {
  return shares.map(({ reason: motivo, amount: valor }) => ({ motivo, valor }));
}
