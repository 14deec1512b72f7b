// Loads what a note refers to: the document of this company, rebuilt from its signed file, and the notes on it.
import type { Company } from "../../domain/company.ts";
import type { CorrectableDocument, Party } from "../../domain/document/document.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { isNoteType, KINDS } from "../../domain/kind.ts";
import { isLowering, type NoteTakes } from "../../domain/note/note-balance.ts";
import { type SettledNotes, sumTakes } from "../../domain/note/note-takes.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { readFiled } from "../../store/archive/filed.ts";
import { DamagedFileError, type FileDamage } from "../../store/archive/files.ts";
import type { StoredDetail } from "../../store/base/stored-form.ts";
import {
  type CorrectedQuery,
  type CorrectedRow,
  type Correction,
  listLive,
  listUnsigned,
  takesOf,
  toStoredNote,
} from "../../store/document/corrected.ts";
import { readCorrected } from "../../ubl/read-corrected.ts";
import type { Corrected, Ports } from "../contract/ports.ts";

/** Signed files that were read before, by their digest: one who asks again need not fetch them again. */
export type ReadFiles = Map<string, CorrectableDocument>;

/** Where a corrected document and its notes are kept, and who is told that its file is gone. */
export type CorrectedSource = Pick<Ports, "ledger" | "archive"> & {
  readonly world: Pick<Ports["world"], "sha256Hex" | "alert">;
};

const NOTHING: Corrected = { target: null, correction: null };

/**
 * Loads what a note names, by id or, where the document is kept here, by its CUFE or CUDS: two round trips, one to D1 and one
 * to R2. A document of the company's other environment is as unknown as another company's.
 * @param asOf the correction of a note that was numbered before: the notes of that time count, and no other.
 * @throws Refusal `file_lost`, with an alert, when the archive has not the signed file that the row promises; Error when D1 or R2
 *   does not answer.
 */
export async function loadCorrected(
  { ledger, archive, world }: CorrectedSource,
  draft: NoteDraft,
  company: Pick<Company, "id" | "environment">,
  { read = new Map(), asOf }: { readonly read?: ReadFiles; readonly asOf?: Correction | undefined } = {},
): Promise<Corrected> {
  const query = toQuery(draft, company);
  if (query === undefined) return NOTHING;
  const row = await ledger.findCorrected(query);
  if (row === undefined) {
    const { documentId: id } = query;
    return id === null ? NOTHING : { target: { type: "unknown", id }, correction: null };
  }
  const { state, typeCode, fullNumber: number, fiscalId, xmlPath, xmlSha256 } = row;
  if (isNoteType(typeCode)) return { target: { type: "note", typeCode }, correction: null };
  if (state !== "aceptado") return { target: { type: "unaccepted", typeCode, number, state }, correction: null };
  if (fiscalId === null || xmlPath === null || xmlSha256 === null) {
    throw new Error(`document ${row.id} is accepted and names no signed file`);
  }
  let signed = read.get(xmlSha256);
  if (signed === undefined) {
    const bytes = await archive.get(xmlPath);
    if (bytes === undefined || (await world.sha256Hex(bytes)) !== xmlSha256) {
      const difference: FileDamage = bytes === undefined ? "missing-file" : "changed-file";
      world.alert("file_lost", { companyId: company.id, documentId: row.id, difference });
      const field = [draft.documentId === null ? "external" : "documentId"] as const;
      throw new Refusal({ reason: "reference-lost", field, number });
    }
    signed = readCorrected(bytes, row.establishment);
    read.set(xmlSha256, signed);
  }
  const refuse = (cause: unknown): unknown => {
    if (!(cause instanceof DamagedFileError)) return cause;
    world.alert("file_lost", { companyId: company.id, documentId: row.id, difference: cause.damage });
    const field = [draft.documentId === null ? "external" : "documentId"] as const;
    return new Refusal({ reason: "reference-lost", field, number });
  };
  const counted = asOf === undefined ? row.notes : listAsOf(row.notes, asOf);
  const [detail, { takes, settled }] = await Promise.all([readDetail(archive, row), readTakes(archive, counted)]).catch(
    (cause: unknown) => Promise.reject(refuse(cause)),
  );
  const notes = counted.map((note) => toStoredNote(note, takes.get(note.id) ?? NOTHING_TAKEN));
  const liveNotes = listLive(notes, draft.typeCode);
  const isSettledAsked = settled !== undefined && KINDS[draft.typeCode].effect === "lowers";
  const live = isSettledAsked ? { liveNotes, settled } : { liveNotes };
  return {
    target: { type: "document", document: complete(signed, row, detail), number, fiscalId, state, notes },
    correction: asOf ?? { documentId: row.id, ...live },
  };
}

type NoteRow = CorrectedRow["notes"][number];

const NOTHING_TAKEN: NoteTakes = { lines: [], allowances: [] };
const UNTOLD = { lines: [] };

/** @throws DamagedFileError when the archive has not the file to which it was left. */
async function readDetail(
  archive: CorrectedSource["archive"],
  row: CorrectedRow | NoteRow,
): Promise<Pick<StoredDetail, "lines" | "allowances" | "payments" | "note">> {
  return row.detail ?? (await readFiled(archive.get, row))?.detail ?? UNTOLD;
}

/** What live notes took, by their ids. */
interface Taken {
  readonly takes: ReadonlyMap<number, NoteTakes>;
  /** What those that are accepted took together; undefined where none is. */
  readonly settled: SettledNotes | undefined;
}

/**
 * What the notes took that lower their document. The newest one says what those took together that were accepted before it: these
 * are not read again, and the first of them has the sum in its place.
 * @throws DamagedFileError as above.
 */
async function readTakes(archive: CorrectedSource["archive"], notes: readonly NoteRow[]): Promise<Taken> {
  const live = notes.filter(isLoweringRow);
  const accepted = live.filter(({ state }) => state === "aceptado");
  const newest = live.at(-1);
  if (newest === undefined) return { takes: new Map(), settled: undefined };
  const last = await readDetail(archive, newest);
  const known = last.note?.settled;
  const knownIds = known?.ids.split(",").map(Number) ?? [];
  const acceptedIds = new Set(accepted.map(({ id }) => id));
  // A sum of which a part does not count any more is of no use.
  const isGood = known !== undefined && knownIds.every((id) => acceptedIds.has(id));
  const summed = new Set(isGood ? knownIds : []);
  const others = live.filter((note) => note !== newest && !summed.has(note.id));
  const read = await Promise.all(
    others.map(async (note) => [note.id, takesOf(await readDetail(archive, note))] as const),
  );
  const takes = new Map<number, NoteTakes>([...read, [newest.id, takesOf(last)]]);
  const [first] = summed;
  if (known !== undefined && first !== undefined) takes.set(first, known);
  const counted = accepted.flatMap(({ id }) => takes.get(id) ?? []);
  const ids = accepted.map(({ id }) => id).join(",");
  return { takes, settled: counted.length === 0 ? undefined : { ids, ...sumTakes(counted) } };
}

function isLoweringRow({ typeCode, state }: NoteRow): boolean {
  return isNoteType(typeCode) && isLowering({ typeCode, state });
}

/** The notes that were live then, as if they still were. */
function listAsOf(notes: readonly NoteRow[], { liveNotes }: Correction): readonly NoteRow[] {
  const ids = new Set(liveNotes.split(","));
  return notes.filter(({ id }) => ids.has(String(id))).map((note) => ({ ...note, state: "aceptado" }));
}

/** Undefined where the draft names no document, or too much: then it is refused without a look. */
function toQuery(
  { documentId, external, period, typeCode }: NoteDraft,
  { id: companyId, environment }: Pick<Company, "id" | "environment">,
): CorrectedQuery | undefined {
  const isOne = [documentId, external, period].filter((one) => one !== null).length === 1;
  if (!isOne || period !== null) return undefined;
  return {
    companyId,
    module: KINDS[typeCode].module,
    environment,
    documentId,
    fiscalId: external?.fiscalId.toLowerCase() ?? null,
  };
}

/**
 * What a signed file does not say, and the row does: cost centers, whether prices held their taxes, how cash was rounded, and the
 * counterpart as the client identified it.
 */
function complete(
  signed: CorrectableDocument,
  { thirdParty }: CorrectedRow,
  detail: Pick<StoredDetail, "lines" | "payments">,
): CorrectableDocument {
  const unsigned = listUnsigned(detail);
  const lines = signed.lines.map((line) => ({ ...line, ...unsigned.get(line.number) }));
  const counterpart = thirdParty === null ? signed.counterpart : completeParty(signed.counterpart, thirdParty);
  return { ...signed, ...findRounded(detail), lines, counterpart };
}

/** The payments of a document of which one was rounded: they say what was signed, with what was not. */
function findRounded({ payments }: Pick<StoredDetail, "payments">): Pick<StoredDetail, "payments"> {
  return payments?.some(({ rounding }) => rounding !== undefined) ? { payments } : {};
}

/** A resident vendor is printed as a NIT under any identification; one abroad without address. */
function completeParty(
  signed: Party,
  { identificationType, identificationNumber, email, address }: NonNullable<CorrectedRow["thirdParty"]>,
): Party {
  if (identificationNumber !== signed.identificationNumber) return signed;
  return {
    ...signed,
    identificationType,
    email: signed.email ?? email,
    address: signed.address ?? (address === null ? null : { ...NOWHERE, line: address }),
  };
}

/** An address of which only the line is known is kept, and never printed. */
const NOWHERE = {
  municipalityCode: null,
  municipalityName: null,
  departmentCode: null,
  departmentName: null,
  postalCode: null,
  countryCode: null,
  countryName: null,
};
