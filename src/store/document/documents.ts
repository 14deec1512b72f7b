// Reads documents: as the API and the operator show them, as an issuance finds them again, and those that are overdue.
import { and, eq, getTableColumns, isNotNull, isNull, lt, not, or, type SQL, sql } from "drizzle-orm";
import type { Module } from "../../domain/company.ts";
import type { Attempt } from "../../domain/document/timeline.ts";
import type { NumberSource } from "../../domain/kind.ts";
import type { SaleSummary } from "../../domain/price/payment.ts";
import { build, type Database, isAmong, type RowOf, run, statement } from "../base/db.ts";
import { isHeld, runAcross } from "../base/home.ts";
import { documentDetails, documents, ranges, thirdParties } from "../base/schema.ts";
import type { NoteFacts } from "../base/stored-form.ts";

/** A document as it stands in D1. */
export type DocumentRow = Readonly<typeof documents.$inferSelect>;

/** Joins the third party of a document. */
export const hasThatThirdParty = and(
  eq(thirdParties.id, documents.thirdPartyId),
  eq(thirdParties.companyId, documents.companyId),
);

/** Joins what a document says beside its row, until its file has it. */
export const hasThatDetail = eq(documentDetails.documentId, documents.id);

/** The members of a signed party, in their order. */
const PARTY = ["name", "email", "address"] as const;

function asSigned<Value extends string | null>(member: (typeof PARTY)[number]): SQL<Value> {
  const place = sql.raw(String(PARTY.indexOf(member)));
  return sql<Value>`iif(${documents.party} IS NULL, ${thirdParties[member]}, ${documents.party} ->> ${place})`;
}

/** The third party of a document: whose it is by its row, and called as the document was signed. */
export const signedThirdParty = {
  identificationType: thirdParties.identificationType,
  identificationNumber: thirdParties.identificationNumber,
  id: sql<number>`${thirdParties.id}`.as("partyId"),
  name: asSigned<string>("name").as("partyName"),
  email: asSigned<string | null>("email").as("partyEmail"),
  address: asSigned<string | null>("address").as("partyAddress"),
};

/** The second of a document's reservation, as the database writes seconds. */
export const reservedSecond = sql<string>`replace(substr(${documents.reservedAt}, 1, 19), 'T', ' ')`;

/** By what the authority is asked about a document that was sent from here: the ZipKey of a batch, or else the CUFE or CUDS. */
export const trackId = sql<
  string | null
>`iif(${documents.issuanceName} IS NULL OR ${documents.state} IN ('creating', 'firmado'), NULL,
  coalesce(${documents.zipKey}, ${documents.fiscalId}))`
  .mapWith(documents.fiscalId)
  .as("trackId");

const { thirdPartyId, fingerprint, rangeId, planSequence, handOver, party, exchanges, ...shown } =
  getTableColumns(documents);

/** Documents with their third parties, to go on with a condition. */
export function selectDocuments() {
  return build
    .select({
      ...shown,
      createdAt: reservedSecond.as("createdAt"),
      detail: documentDetails.detail,
      trackId,
      thirdParty: signedThirdParty,
    })
    .from(documents)
    .leftJoin(documentDetails, hasThatDetail)
    .leftJoin(thirdParties, hasThatThirdParty);
}

/**
 * A document as its row shows it, with its third party. `dueAt`: ISO instant, null once terminal; `createdAt`, `updatedAt`:
 * `YYYY-MM-DD HH:MM:SS`, UTC; `timeline`: oldest first, null before the first projection.
 */
export type StoredDocument = Readonly<RowOf<ReturnType<typeof selectDocuments>>>;

/** One document of a company and module by id. */
export const selectDocument = statement(["id", "companyId", "module"], (value) =>
  selectDocuments().where(
    and(eq(documents.id, value.id), eq(documents.companyId, value.companyId), eq(documents.module, value.module)),
  ),
);

/** Finds one document of a company and module by id. */
export async function findDocument(
  db: Database,
  companyId: number,
  module: Module,
  id: number,
): Promise<StoredDocument | undefined> {
  const [document] = await runAcross(db, selectDocument({ id, companyId, module }));
  return document;
}

/** A document whose object should have woken by now. */
type OverdueDocument = Pick<DocumentRow, "id" | "companyId" | "state" | "reservedAt"> & {
  readonly issuanceName: string;
  readonly dueAt: string;
};

/** Documents due before `nowIso` (ISO instant), the longest overdue first: their alarms may be lost, or they are to go on at once. */
export function listOverdue(db: Database, nowIso: string, limit: number): Promise<OverdueDocument[]> {
  const { id, companyId, state, reservedAt } = documents;
  const issuanceName = sql<string>`${documents.issuanceName}`;
  const dueAt = sql<string>`${documents.dueAt}`;
  // The index of open documents is walked, and only those that are due are read; the plus keeps the index of names out.
  const isNamed = sql`+${documents.issuanceName} IS NOT NULL`;
  const isOverdue = and(isNotNull(documents.dueAt), lt(documents.dueAt, nowIso), isNamed, isHeld(documents.companyId));
  const overdue = build.select({ id, companyId, issuanceName, state, reservedAt, dueAt }).from(documents);
  return run(db, overdue.where(isOverdue).orderBy(documents.dueAt, id).limit(limit));
}

/** Documents as adoption and replay need them, to go on with a condition. */
function selectEntries() {
  return build
    .select({
      documentId: sql<number>`${documents.id}`.as("documentId"),
      reservationId: documents.reservationId,
      companyId: documents.companyId,
      clientId: documents.clientId,
      module: documents.module,
      key: documents.idempotencyKey,
      metadata: documents.metadata,
      establishment: documents.establishment,
      till: documents.till,
      environment: documents.environment,
      fingerprint: documents.fingerprint,
      reservedAt: documents.reservedAt,
      rangeKind: sql<NumberSource>`coalesce(${ranges.kind}, ${documents.typeCode})`.as("rangeKind"),
      numbering: {
        rangeId: documents.rangeId,
        resolution: sql<string>`coalesce(${ranges.resolution}, '')`.as("resolution"),
        resolutionDate: documents.resolutionDate,
        prefix: documents.prefix,
        from: sql<number>`coalesce(${ranges.fromNumber}, 0)`.as("fromNumber"),
        to: sql<number>`coalesce(${ranges.toNumber}, 0)`.as("toNumber"),
        validFrom: sql<string>`coalesce(${ranges.validFrom}, '')`.as("validFrom"),
        validTo: sql<string>`coalesce(${ranges.validTo}, '')`.as("validTo"),
        number: documents.number,
        // Null only in what was imported, which has no range.
        fileSequence: sql<number>`${documents.fileSequence}`.as("fileSequence"),
      },
      thirdPartyId: documents.thirdPartyId,
      planSequence: documents.planSequence,
      version: documents.version,
      state: documents.state,
      fiscalId: documents.fiscalId,
      fileName: documents.fileName,
      xmlPath: documents.xmlPath,
      xmlSha256: documents.xmlSha256,
      fileSha256: documents.fileSha256,
      zipKey: documents.zipKey,
      verdict: documents.verdict,
      typeCode: documents.typeCode,
      issueDate: documents.issueDate,
      currency: documents.currency,
      subtotal: documents.subtotal,
      taxes: documents.taxes,
      total: documents.total,
      withheld: documents.withheld,
      correctedId: documents.correctedId,
      note: sql<string | null>`iif(${documents.conceptCode} IS NULL, NULL, ${documentDetails.detail} ->> '$.note')`.as(
        "note",
      ),
      sale: sql<string | null>`${documentDetails.detail} ->> '$.sale'`.as("sale"),
      duplicate: sql<string | null>`CASE WHEN json_valid(${documents.timeline}) THEN ${selectDuplicate()} END`.as(
        "duplicate",
      ),
    })
    .from(documents)
    .leftJoin(documentDetails, hasThatDetail)
    .leftJoin(ranges, eq(ranges.id, documents.rangeId));
}

/** The last attempt that was answered with rule 90 under the document's own key. */
function selectDuplicate() {
  const outcome = sql`attempt.value ->> '$.outcome'`;
  return sql`(SELECT attempt.value FROM json_each(${documents.timeline}, '$.attempts') AS attempt
    WHERE ${outcome} = 'duplicate' ORDER BY attempt.key DESC LIMIT 1)`;
}

/** Whether a document has its numbers from here: of what was imported, only what adoption does not need is known. */
const isNumbered = or(isNotNull(ranges.id), isNotNull(documents.conceptCode));

/** What a note's row says of it; null for any other document, and where only a file was left of it. */
export function readNoteFacts({ note }: Pick<LedgerEntry, "note">): NoteFacts | null {
  return note === null ? null : (JSON.parse(note) as NoteFacts);
}

/** What follows from the gifts and prepayments of an invoice; undefined where it has none. */
export function readSale({ sale }: Pick<LedgerEntry, "sale">): SaleSummary | undefined {
  return sale === null ? undefined : (JSON.parse(sale) as SaleSummary);
}

/** The answer that the authority has the document already; null where it never said so. */
export function readDuplicate({ duplicate }: Pick<LedgerEntry, "duplicate">): Attempt | null {
  return duplicate === null ? null : (JSON.parse(duplicate) as Attempt);
}

/** A document as adoption and replay need it; `planSequence` is null where no plan counts. */
export type LedgerEntry = Readonly<RowOf<ReturnType<typeof selectEntries>>>;

/** The document of a name. */
export const findEntry = statement(["name"], (value) =>
  selectEntries().where(and(isNumbered, eq(documents.issuanceName, value.name))),
);

/** Finds the document of an Issuance object, of any reservation. */
export async function findByName(db: Database, name: string): Promise<LedgerEntry | undefined> {
  const [entry] = await runAcross(db, findEntry({ name }));
  return entry;
}

/** A row that is there and cannot be read: its JSON was spoiled. */
export interface UnreadableRow {
  /** Name of the error; its message would quote the row. */
  readonly unreadable: string;
}

/** What the rows of documents say, by id; a row whose range is gone is not among them. */
export async function readEntries(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LedgerEntry | UnreadableRow>> {
  const isReadable = or(isNull(documents.verdict), sql`json_valid(${documents.verdict})`) ?? sql`true`;
  const isWanted = isAmong(documents.id, ids);
  const spoiled = build
    .select({ id: sql<number>`${documents.id}`.as("documentId") })
    .from(documents)
    .leftJoin(ranges, eq(ranges.id, documents.rangeId))
    .where(and(isNumbered, isWanted, not(isReadable)));
  const [entries, unreadable] = await db.batch([selectEntries().where(and(isNumbered, isWanted, isReadable)), spoiled]);
  return new Map<number, LedgerEntry | UnreadableRow>([
    ...entries.map((entry) => [entry.documentId, entry] as const),
    ...unreadable.map(({ id }) => [id, { unreadable: SyntaxError.name }] as const),
  ]);
}
