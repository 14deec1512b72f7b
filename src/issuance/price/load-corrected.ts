// Loads what a note refers to: the document of this company, rebuilt from its signed file, and the notes on it.
import type { Company } from "../../domain/company.ts";
import type { CorrectableDocument, Party } from "../../domain/document/document.ts";
import type { NoteDraft } from "../../domain/draft/note-draft.ts";
import { isNoteType, KINDS } from "../../domain/kind.ts";
import { Refusal } from "../../domain/refusal/refusal.ts";
import { readFiled } from "../../store/archive/filed.ts";
import { DamagedFileError, type FileDamage } from "../../store/archive/files.ts";
import {
  type CorrectedQuery,
  type CorrectedRow,
  type Correction,
  listLive,
  listUnsigned,
  type StoredNote,
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
const UNKNOWN: Corrected = { target: { type: "unknown" }, correction: null };

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
  if (row === undefined) return query.documentId === null ? NOTHING : UNKNOWN;
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
  const details = await readDetails({ archive, world }, row, company.id, () => {
    const field = [draft.documentId === null ? "external" : "documentId"] as const;
    return new Refusal({ reason: "reference-lost", field, number });
  });
  const all = row.notes.map((note) => toStoredNote(note, details.get(note.id) ?? UNTOLD));
  const notes = asOf === undefined ? all : listAsOf(all, asOf);
  const unsigned = listUnsigned(details.get(row.id) ?? UNTOLD);
  return {
    target: { type: "document", document: complete(signed, row, unsigned), number, fiscalId, state, notes },
    correction: asOf ?? { documentId: row.id, liveNotes: listLive(notes, draft.typeCode) },
  };
}

/** Of a note that was rejected. */
const UNTOLD = { lines: [] };

/**
 * Details of a document and of the notes on it that count, by their ids, wherever they are kept.
 * @throws what `refuse` makes, with an alert, when the archive has not the file to which one of them was left.
 */
async function readDetails(
  { archive, world }: Pick<CorrectedSource, "archive" | "world">,
  row: CorrectedRow,
  companyId: number,
  refuse: () => Refusal,
) {
  const wanted = [row, ...row.notes.filter(({ state }) => state !== "rechazado")];
  try {
    const read = wanted.map(
      async (one) => [one.id, one.detail ?? (await readFiled(archive.get, one))?.detail] as const,
    );
    return new Map(await Promise.all(read));
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    world.alert("file_lost", { companyId, documentId: row.id, difference: cause.damage });
    throw refuse();
  }
}

/** The notes that were live then, as if they still were. */
function listAsOf(notes: readonly StoredNote[], { liveNotes }: Correction): readonly StoredNote[] {
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
 * What a signed file does not say, and the row does: cost centers, whether prices held their taxes, and the counterpart as the
 * client identified it.
 */
function complete(
  signed: CorrectableDocument,
  { thirdParty }: CorrectedRow,
  unsigned: ReturnType<typeof listUnsigned>,
): CorrectableDocument {
  const lines = signed.lines.map((line) => ({ ...line, ...unsigned.get(line.number) }));
  const counterpart = thirdParty === null ? signed.counterpart : completeParty(signed.counterpart, thirdParty);
  return { ...signed, lines, counterpart };
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
