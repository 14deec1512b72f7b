// Reads the document that a note corrects with the notes on it, and the notes on a document for its readers; each in one round trip.
import { and, asc, eq, isNotNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Environment, Module } from "../../domain/company.ts";
import type { DocumentLine, NoteLine } from "../../domain/document/document.ts";
import { KINDS, listCodes, type NoteType } from "../../domain/kind.ts";
import { type EarlierNote, isLowering, type NoteTakes } from "../../domain/note/note-balance.ts";
import { isAnnulment } from "../../domain/note/note-content.ts";
import type { SettledNotes } from "../../domain/note/note-takes.ts";
import { build, type Database, type RowOf, run, statement, writeCodes } from "../base/db.ts";
import { overParts, type Parts, runAcross } from "../base/home.ts";
import { documentDetails, documents, thirdParties } from "../base/schema.ts";
import type { StoredDetail } from "../base/stored-form.ts";
import { hasThatDetail, hasThatThirdParty, signedThirdParty } from "./documents.ts";

/** A document of this company that a note corrects, as its reservation remembers it. */
export interface Correction {
  readonly documentId: number;
  /** Ids of the live notes that the note was resolved with, ascending: `12,15`; empty for none. */
  readonly liveNotes: string;
  /** What those of them took that were accepted by then; absent where none was, and of a debit note. */
  readonly settled?: SettledNotes;
}

/** What a note names: one of the two is null. */
export interface CorrectedQuery {
  readonly companyId: number;
  readonly module: Module;
  readonly environment: Environment;
  readonly documentId: number | null;
  /** CUFE, CUDE or CUDS. */
  readonly fiscalId: string | null;
}

/** An earlier note with the id of its row. */
interface StoredNote extends EarlierNote {
  readonly id: number;
}

const QUERY = ["companyId", "module", "environment", "documentId", "fiscalId"] as const;

function isWanted(value: Readonly<Record<(typeof QUERY)[number], Placeholder>>): SQL | undefined {
  return and(
    or(eq(documents.id, value.documentId), eq(documents.fiscalId, sql.param(value.fiscalId, documents.fiscalId))),
    eq(documents.companyId, value.companyId),
    eq(documents.module, value.module),
    eq(documents.environment, value.environment),
  );
}

const selectCorrected = statement(QUERY, (value) =>
  build
    .select({
      id: sql<number>`${documents.id}`.as("documentId"),
      typeCode: documents.typeCode,
      fullNumber: documents.fullNumber,
      fiscalId: documents.fiscalId,
      state: documents.state,
      xmlPath: documents.xmlPath,
      xmlSha256: documents.xmlSha256,
      fileSha256: documents.fileSha256,
      establishment: documents.establishment,
      detail: documentDetails.detail,
      thirdParty: signedThirdParty,
    })
    .from(documents)
    .leftJoin(documentDetails, hasThatDetail)
    .leftJoin(thirdParties, hasThatThirdParty)
    .where(isWanted(value)),
);

/** @param corrected the id of what they correct. */
function selectNotesOn(corrected: SQL | Placeholder) {
  return build
    .select({
      id: documents.id,
      typeCode: documents.typeCode,
      state: documents.state,
      conceptCode: documents.conceptCode,
      total: documents.total,
      detail: documentDetails.detail,
      xmlPath: documents.xmlPath,
      fileSha256: documents.fileSha256,
    })
    .from(documents)
    .leftJoin(documentDetails, hasThatDetail)
    .where(and(isNotNull(documents.correctedId), sql`${documents.correctedId} = ${corrected}`))
    .orderBy(asc(documents.id));
}

const selectNotes = statement(QUERY, (value) =>
  selectNotesOn(sql`(${build.select({ id: documents.id }).from(documents).where(isWanted(value))})`),
);
/** Notes in another database than what they correct. */
const selectLaterNotes = statement(["correctedId"], ({ correctedId }) => selectNotesOn(correctedId));

type UnsignedFacts = Pick<DocumentLine, "costCenterId" | "isTaxIncluded" | "gift">;

/** A document that a note may correct, as its row shows it, and every note on it, oldest first. */
export type CorrectedRow = RowOf<ReturnType<typeof selectCorrected>> & {
  readonly notes: readonly RowOf<ReturnType<typeof selectNotes>>[];
};

/** Finds what a note names; undefined when this company has no such document in this module and environment. */
export function findCorrected(db: Database, query: CorrectedQuery): Promise<CorrectedRow | undefined> {
  return overParts(db, (parts) => findIn(parts, query));
}

async function findIn(parts: Parts, query: CorrectedQuery): Promise<CorrectedRow | undefined> {
  const looked = await Promise.all(parts.map(({ db }) => db.batch([selectCorrected(query), selectNotes(query)])));
  const index = looked.findIndex(([[one]]) => one !== undefined);
  const [[row] = [], own = []] = looked[index] ?? [];
  if (row === undefined) return undefined;
  // A note is never older than what it corrects, and so in no older database.
  const newer = parts.slice(0, index).toReversed();
  const later = await Promise.all(newer.map(({ db }) => run(db, selectLaterNotes({ correctedId: row.id }))));
  return { ...row, notes: [...own, ...later.flat()] };
}

/** What the signed file of a document does not say of its lines, by their numbers. */
export function listUnsigned({ lines }: Pick<StoredDetail, "lines">): ReadonlyMap<number, UnsignedFacts> {
  return new Map(lines.map((line) => [line.number, pickUnsigned(line)] as const));
}

function pickUnsigned({ costCenterId, isTaxIncluded, gift }: DocumentLine): UnsignedFacts {
  return {
    costCenterId,
    ...(isTaxIncluded === true ? { isTaxIncluded } : {}),
    ...(gift === undefined ? {} : { gift }),
  };
}

/** @param takes what it took, where it is asked. */
export function toStoredNote(
  { id, typeCode, state, conceptCode, total }: CorrectedRow["notes"][number],
  takes: NoteTakes,
): StoredNote {
  return { id, state, total, typeCode: typeCode as NoteType, conceptCode: conceptCode ?? "", ...takes };
}

/** @param detail of a note, wherever it is kept. */
export function takesOf({
  lines,
  allowances = [],
  payments = [],
}: Pick<StoredDetail, "lines" | "allowances" | "payments">): NoteTakes {
  const means = payments.flatMap(({ meansCode, amount }) => (amount === null ? [] : [{ meansCode, amount }]));
  // The row is a note's, and so are its lines.
  return { lines: lines as readonly NoteLine[], allowances, ...(means.length === 0 ? {} : { means }) };
}

/** Which live notes decide about a note of this type: those that lower the document; a debit note minds annulments alone. */
export function listLive(notes: readonly StoredNote[], typeCode: NoteType): string {
  const isLoweringType = KINDS[typeCode].effect === "lowers";
  return notes
    .filter((note) => isLowering(note) && (isLoweringType || isAnnulment(note.typeCode, note.conceptCode)))
    .map(({ id }) => id)
    .join(",");
}

/** Those of them that the newest database of the company has. @param from the least id of its documents. */
export function cutLive(liveNotes: string, from: number): string {
  return liveNotes
    .split(",")
    .filter((id) => Number(id) >= from)
    .join(",");
}

/** Types of notes that raise the amount of a document. */
const RAISING = writeCodes(listCodes({ effect: "raises" }));

/** The same as D1 has it now, inside another statement. */
export function selectLive(correctedId: Placeholder, typeCode: Placeholder): SQL<string> {
  const { id, state, conceptCode } = documents;
  const live = build
    .select({ id })
    .from(documents)
    .where(
      and(
        eq(documents.correctedId, correctedId),
        sql`${documents.typeCode} NOT IN (${RAISING})`,
        sql`${state} <> 'rechazado'`,
        sql`(${typeCode} NOT IN (${RAISING}) OR ${conceptCode} = '2')`,
      ),
    )
    .orderBy(asc(id));
  return sql<string>`coalesce((SELECT group_concat(id) FROM (${live})), '')`;
}

/** How many notes on a document are not rejected, inside another statement. */
export function countLive(correctedId: Placeholder): SQL<number> {
  const live = build
    .select({ live: sql`count(*)` })
    .from(documents)
    .where(and(eq(documents.correctedId, correctedId), sql`${documents.state} <> 'rechazado'`));
  return sql<number>`(${live})`;
}

const selectBalance = statement(["companyId", "documentId"], ({ companyId, documentId }) =>
  build
    .select({
      typeCode: documents.typeCode,
      state: documents.state,
      conceptCode: documents.conceptCode,
      total: documents.total,
      isNote: sql<number>`${documents.correctedId} IS NOT NULL`.as("isNote"),
    })
    .from(documents)
    .where(
      // The plus keeps D1 from walking all documents of the company.
      and(
        sql`+${documents.companyId} = ${companyId}`,
        or(eq(documents.id, documentId), eq(documents.correctedId, documentId)),
      ),
    ),
);

/** Total of a document and the notes on it, for what may still be credited; undefined when there is no such document. */
export async function loadBalance(
  db: Database,
  companyId: number,
  documentId: number,
): Promise<{ readonly total: string; readonly notes: readonly EarlierNote[] } | undefined> {
  const rows = await runAcross(db, selectBalance({ companyId, documentId }));
  const document = rows.find(({ isNote }) => isNote === 0);
  if (document === undefined) return undefined;
  const notes = rows.flatMap(({ isNote, typeCode, conceptCode, ...note }) =>
    isNote === 0
      ? []
      : [{ ...note, typeCode: typeCode as NoteType, conceptCode: conceptCode ?? "", lines: [], allowances: [] }],
  );
  return { total: document.total, notes };
}

const selectListed = statement(["companyId", "documentId"], (value) =>
  build
    .select({
      id: documents.id,
      typeCode: documents.typeCode,
      prefix: documents.prefix,
      number: documents.number,
      conceptCode: documents.conceptCode,
      state: documents.state,
      total: documents.total,
    })
    .from(documents)
    .where(
      and(
        isNotNull(documents.correctedId),
        eq(documents.correctedId, value.documentId),
        eq(documents.companyId, value.companyId),
      ),
    )
    .orderBy(asc(documents.id)),
);

/** A note as the document that it corrects lists it. */
export type ListedNote = Readonly<RowOf<ReturnType<typeof selectListed>>>;

/** Every note on a document, rejected ones included, oldest first. */
export function listNotesOn(db: Database, companyId: number, documentId: number): Promise<readonly ListedNote[]> {
  return runAcross(db, selectListed({ companyId, documentId }));
}
