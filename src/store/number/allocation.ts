// Gives a reservation and its priced document a number, in one D1 batch that can be repeated without consuming anything twice.
import {
  and,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  ne,
  notExists,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { HandOver } from "../../domain/company/choice.ts";
import type { Environment, RangeKind } from "../../domain/company.ts";
import type { CorrectableDocument, Document } from "../../domain/document/document.ts";
import type { Metadata } from "../../domain/document/metadata.ts";
import { readPaperNumber } from "../../domain/doubt/doubt.ts";
import type { NumberSource } from "../../domain/kind.ts";
import { listShares } from "../../domain/note/note-allowance.ts";
import { summarizeSale } from "../../domain/price/payment.ts";
import { Refusal, type RefusalFacts } from "../../domain/refusal/refusal.ts";
import { yearOf } from "../../domain/value/calendar.ts";
import {
  build,
  type Database,
  excluded,
  findOne,
  greatestOf,
  insertSelect,
  nameOf,
  runNamed,
  type SqlValue,
  statement,
  template,
} from "../base/db.ts";
import { HOME } from "../base/home.ts";
import { moduleEnvironment } from "../base/module-environment.ts";
import {
  companies,
  documentDetails,
  documents,
  fileSequences,
  givenIds,
  plans,
  ranges,
  type SignedParty,
  signedNames,
  software,
  thirdParties,
} from "../base/schema.ts";
import { foldText, type StoredDetail, writeFigures } from "../base/stored-form.ts";
import type { Correction } from "../document/corrected.ts";
import { type DocumentRow, findEntry, type LedgerEntry, reservedSecond } from "../document/documents.ts";
import {
  buildShortageQuery,
  explainShortage,
  hasMoved,
  isNextNumberHeld,
  nextFullNumber,
  planYearOf,
  selectNextRange,
} from "./refusal-reason.ts";

/** The part of an issuance that asks for a number, of a range or of a series. `reservedAt`: ISO instant. */
export type AnyReservation = Pick<
  DocumentRow,
  "reservationId" | "module" | "companyId" | "clientId" | "reservedAt" | "version"
> & {
  readonly fingerprint: string;
  /** Name of the Issuance object. */
  readonly name: string;
  readonly key: string | null;
  /** Where the document belongs: nothing is given while its company is in the other one. */
  readonly environment: Environment;
  readonly rangeKind: NumberSource;
  readonly wakeAt: string | null;
  /** Of a note: the document of this company that it corrects; absent or null where there is none. */
  readonly correction?: Correction | null;
  /** What the client keeps with the document; absent or null where it sent none. */
  readonly metadata?: Metadata | null;
  /** What is owed by e-mail once it is accepted; absent or null where nothing is. */
  readonly handOver?: HandOver | null;
};

/** The same, of a document that a range numbers. */
export type Reservation = AnyReservation & { readonly rangeKind: RangeKind };

/** Why no number was given; nothing was consumed. */
interface Refused extends RefusalFacts {
  readonly type: "refused";
  /** The number that is next in its range or series, when another document of the company holds it; else null. */
  readonly heldNumber: string | null;
}

export type Allocation =
  | ({ readonly type: "allocated" } & Pick<
      LedgerEntry,
      "documentId" | "environment" | "numbering" | "thirdPartyId" | "planSequence"
    >)
  | Refused
  /** The company has gone to its other environment since the reservation: nothing was taken. */
  | { readonly type: "moved" }
  /** The name has a document under another reservation, or further on than this one: the journal was lost or set back. */
  | { readonly type: "taken"; readonly row: LedgerEntry };

/** Columns of a document that come from its reservation and its priced document as they are. */
const INPUT = [
  "companyId",
  "module",
  "typeCode",
  "clientId",
  "issuanceName",
  "idempotencyKey",
  "reservationId",
  "fingerprint",
  "reservedAt",
  "state",
  "version",
  "issueDate",
  "issueTime",
  "dueDate",
  "accountingDueDate",
  "currency",
  "subtotal",
  "taxes",
  "total",
  "withheld",
  "costCenterId",
  "paperNumber",
  "establishment",
  "till",
  "metadata",
  "dueAt",
] as const satisfies readonly (keyof DocumentRow)[];

/** What becomes of a reservation and its document in the row, once there is a number. */
type AllocationInput = Pick<DocumentRow, (typeof INPUT)[number]>;

/**
 * The id of a counterpart as the document of a company names it: the one that it has, or the next, which the same batch gives
 * it. Third parties are never deleted, so that the next is new.
 */
export function selectPartyId(module: Placeholder, type: Placeholder, number: Placeholder): SQL<number> {
  const { id, companyId, identificationType, identificationNumber } = thirdParties;
  const isParty = and(
    eq(companyId, companies.id),
    eq(thirdParties.module, module),
    eq(identificationType, type),
    eq(identificationNumber, number),
  );
  const known = build.select({ id }).from(thirdParties).where(isParty);
  return sql<number>`coalesce((${known}), (SELECT max(${id}) FROM ${thirdParties}) + 1, 1)`;
}

/** The document of a reservation. Its name finds it; under another reservation the name is another document's. */
export function isReserved(value: ReservationKey<Placeholder | string>): SQL | undefined {
  const reservationId = sql.param(value.reservationId, documents.reservationId);
  return and(eq(documents.issuanceName, value.name), eq(documents.reservationId, reservationId));
}

/** What finds the row of a reservation. */
export const RESERVED = ["reservationId", "name"] as const;
type ReservationKey<Value> = Readonly<Record<(typeof RESERVED)[number], Value>>;

/** The id of the next document: none that was ever given, here or elsewhere. */
const nextDocumentId = sql<number>`1 + max(${greatestOf(documents.id)}, ${greatestOf(givenIds.id)})`;

/** What every insertion is given. */
export const GIVEN = [
  ...INPUT,
  "handOver",
  "environment",
  "figures",
  "party",
  "planYear",
  "fileYear",
  "partyType",
  "partyNumber",
] as const;

/**
 * The row of a document whose number is free: module, plan, file sequence and third party are those of its company.
 * @param numbering columns that come from what numbers it, and others of its own.
 * @param source what numbers it, with the condition of its join.
 */
export function insertNumbered(
  {
    environment,
    planYear,
    fileYear,
    partyType,
    partyNumber,
    ...input
  }: Readonly<Record<(typeof GIVEN)[number], Placeholder>>,
  numbering: Parameters<typeof insertSelect<typeof documents>>[1],
  source: SQL,
  isFree: SQL | undefined,
): SQL {
  const plan = and(eq(plans.companyId, companies.id), eq(plans.module, software.module), eq(plans.year, planYear));
  const files = and(eq(fileSequences.companyId, companies.id), eq(fileSequences.year, fileYear));
  const known = build.select({ id: documents.id }).from(documents);
  return insertSelect(
    documents,
    {
      ...input,
      id: nextDocumentId,
      thirdPartyId: selectPartyId(input.module, partyType, partyNumber),
      environment: moduleEnvironment,
      fileSequence: sql`coalesce(${fileSequences.next}, 1)`,
      planSequence: sql`iif(${moduleEnvironment} = 'produccion', ${plans.used} + 1, NULL)`,
      ...numbering,
    },
    sql`FROM ${companies}
      JOIN ${software} ON ${and(eq(software.companyId, companies.id), eq(software.module, input.module))}
      JOIN ${source}
      LEFT JOIN ${plans} ON ${plan}
      LEFT JOIN ${fileSequences} ON ${files}
      WHERE ${and(
        eq(companies.id, input.companyId),
        sql`${companies.home} = ${sql.raw(String(HOME.here))}`,
        eq(moduleEnvironment, environment),
        sql`(${moduleEnvironment} <> 'produccion' OR ${plans.used} < ${plans.allowance})`,
        isFree,
        notExists(known.where(eq(documents.issuanceName, input.issuanceName))),
      )}`,
  );
}

const paper = alias(documents, "paper");

const insertDocument = template([...GIVEN, "rangeKind", "branchPrefix"], ({ rangeKind, branchPrefix, ...given }) =>
  insertNumbered(
    given,
    {
      rangeId: ranges.id,
      prefix: ranges.prefix,
      number: ranges.nextNumber,
      fullNumber: nextFullNumber(ranges),
      resolutionDate: ranges.resolutionDate,
    },
    sql`${ranges} ON ${ranges.id} = (${selectNextRange(rangeKind, branchPrefix, given.issueDate)})`,
    and(sql`NOT ${isNextNumberHeld(ranges, given.typeCode)}`, notExists(selectPaperHolder(given))),
  ),
);

/**
 * The live document of a company that names a paper: at the insertion itself, so that of several at once only one is numbered.
 * A contingency that names none is of the paper that bears its own number. Without a paper there is none.
 */
function selectPaperHolder({ companyId, paperNumber }: Readonly<Record<"companyId" | "paperNumber", Placeholder>>) {
  const isMine = and(
    eq(paper.companyId, companyId),
    sql`${paper.environment} = (SELECT ${companies.environment} FROM ${companies} WHERE ${companies.id} = ${companyId})`,
  );
  const isOwnNumber = and(eq(paper.typeCode, sql`'03'`), isNull(paper.paperNumber), eq(paper.fullNumber, paperNumber));
  return build
    .select({ id: paper.id, number: paper.fullNumber, state: paper.state })
    .from(paper)
    .where(
      and(
        sql`${paperNumber} IS NOT NULL`,
        isMine,
        or(eq(paper.paperNumber, paperNumber), isOwnNumber),
        ne(paper.state, "rechazado"),
      ),
    );
}

const findHolder = statement(["companyId", "paperNumber"], selectPaperHolder);

/** Why a document gets no number that names the paper of another one; undefined where none does. */
export async function findPaperTaken(
  db: Database,
  companyId: number,
  document: Document,
): Promise<Refusal | undefined> {
  const value = paperOf(document);
  if (value === null) return undefined;
  const holder = await findOne(db, findHolder({ companyId, paperNumber: readPaperNumber(value) }));
  if (holder === undefined) return undefined;
  const { id: documentId, number, state } = holder;
  const facts = { value, documentId, number, state, rule: "FAI02" };
  return new Refusal([{ field: ["contingencyNumber"], reason: "paper-number-taken", ...facts }]);
}

function paperOf(document: Document): string | null {
  return document.kind === "invoice" ? (document.contingencyReference?.id ?? null) : null;
}

/** What a document says beside its row. Repeated after its file has it, the statement changes nothing. */
export const keepDetail = template([...RESERVED, "detail"], ({ detail, ...reserved }) =>
  writeDetailOf(reserved, detail),
);

/** @param detail as its column keeps it. @param version which the row must show; whichever it shows unless given. */
export function writeDetailOf(
  reserved: ReservationKey<Placeholder | string>,
  detail: Placeholder | SQL,
  version?: SqlValue,
): SQL {
  const isShown = version === undefined ? undefined : sql`${documents.version} = ${version}`;
  const isHere = and(isReserved(reserved), isNull(documents.fileSha256), isShown);
  const end = sql`FROM ${documents} WHERE ${isHere}
    ON CONFLICT (${nameOf(documentDetails.documentId)}) DO UPDATE SET ${nameOf(documentDetails.detail)} = ${excluded(documentDetails.detail)}`;
  return insertSelect(documentDetails, { documentId: documents.id, companyId: documents.companyId, detail }, end);
}

// Each counter moves only from the very value that the document took: repeated, the same statement changes nothing.
const takeNumber = statement(RESERVED, (value) =>
  build
    .update(ranges)
    .set({ nextNumber: sql`${documents.number} + 1` })
    .from(documents)
    .where(and(isReserved(value), eq(ranges.id, documents.rangeId), eq(ranges.nextNumber, documents.number))),
);

/** As `planYearOf`, inside a statement: the plan of that year pays for a document with any date of its own. */
export function planYear(reservedAt: SQLWrapper): SQL<number> {
  return sql<number>`CAST(strftime('%Y', ${reservedAt}, '-5 hours') AS INTEGER)`;
}

/** The plan past the place of a document. */
export const takePlan = statement(RESERVED, (value) =>
  build
    .update(plans)
    .set({ used: sql`${documents.planSequence}` })
    .from(documents)
    .where(
      and(
        isReserved(value),
        eq(plans.companyId, documents.companyId),
        eq(plans.module, documents.module),
        eq(plans.year, planYear(documents.reservedAt)),
        eq(plans.used, sql`${documents.planSequence} - 1`),
      ),
    ),
);

const issueYear = sql`CAST(substr(${documents.issueDate}, 1, 4) AS INTEGER)`;

/** The file sequence past the one of a document. */
export const takeFileSequence = statement(RESERVED, (value) =>
  build
    .insert(fileSequences)
    .select(
      build
        .select({
          companyId: documents.companyId,
          year: sql<number>`${issueYear}`.as("issueYear"),
          next: sql<number>`${documents.fileSequence} + 1`.as("nextSequence"),
        })
        .from(documents)
        .where(and(isReserved(value), isNotNull(documents.fileSequence))),
    )
    .onConflictDoUpdate({
      target: [fileSequences.companyId, fileSequences.year],
      set: { next: excluded(fileSequences.next) },
      setWhere: sql`${fileSequences.next} < ${excluded(fileSequences.next)}`,
    }),
);

/** The counterpart of a document as a row of third parties has it; `id` as it had before, null when that is not known. */
export interface Counterpart {
  readonly id: number | null;
  readonly type: string;
  readonly number: string;
  readonly name: string;
  readonly foldedName: string;
  readonly email: string | null;
  readonly address: string | null;
}

/** Whether this batch gave a document its number: the file sequence of one that is repeated is taken already. */
const isFirstRun = notExists(
  build
    .select({ next: fileSequences.next })
    .from(fileSequences)
    .where(
      and(
        eq(fileSequences.companyId, documents.companyId),
        eq(fileSequences.year, issueYear),
        gt(fileSequences.next, documents.fileSequence),
      ),
    ),
);

const PARTY = [...RESERVED, "id", "type", "number", "partyName", "foldedName", "email", "address"] as const;
type Party = Readonly<Record<(typeof PARTY)[number], Placeholder>>;

/** Which document brings its counterpart up to date. */
type Condition = (party: Party) => SQL | undefined;

function isPartyOf({ type, number }: Party): SQL | undefined {
  return and(
    eq(thirdParties.companyId, documents.companyId),
    eq(thirdParties.module, documents.module),
    eq(thirdParties.identificationType, type),
    eq(thirdParties.identificationNumber, number),
  );
}

/** Both names of a counterpart that is known under another than the document gives it. */
function keepSignedNames(isMeant: Condition) {
  return template(PARTY, (party) => {
    const { partyName, foldedName } = party;
    const isRenamed = and(
      isReserved(party),
      isMeant(party),
      sql`${documents.module} <> 'dse'`,
      ne(thirdParties.name, partyName),
    );
    return insertSelect(
      signedNames,
      {
        companyId: thirdParties.companyId,
        thirdPartyId: thirdParties.id,
        name: sql`iif(side.value, ${thirdParties.name}, ${partyName})`,
        foldedName: sql`iif(side.value, ${thirdParties.foldedName}, ${foldedName})`,
      },
      sql`FROM ${documents} JOIN ${thirdParties} ON ${isPartyOf(party)}, json_each('[0,1]') AS side WHERE ${isRenamed} ON CONFLICT DO NOTHING`,
    );
  });
}

/**
 * The counterpart of a document, new or brought up to date. It is found by who it is; an `id` that it had before is only its
 * own while no other row has it.
 */
function keepThirdParty(isMeant: Condition) {
  return template(PARTY, (party) => {
    const { id, type, number, partyName, foldedName, email, address } = party;
    const { updatedAt, ...had } = thirdParties;
    const wanted = sql`coalesce(${documents.thirdPartyId}, ${id})`;
    const isTaken = exists(build.select({ id: had.id }).from(thirdParties).where(eq(had.id, wanted)));
    return sql`${insertSelect(
      thirdParties,
      {
        id: sql`(SELECT ${wanted} WHERE NOT ${isTaken})`,
        companyId: documents.companyId,
        module: documents.module,
        identificationType: type,
        identificationNumber: number,
        name: partyName,
        foldedName,
        email,
        address,
        updatedAt: reservedSecond,
      },
      sql`FROM ${documents} WHERE ${and(isReserved(party), isMeant(party))}`,
    )}
    ON CONFLICT (${nameOf(had.companyId)}, ${nameOf(had.module)},
      ${nameOf(had.identificationType)}, ${nameOf(had.identificationNumber)})
    DO UPDATE SET ${nameOf(had.name)} = ${excluded(had.name)}, ${nameOf(had.foldedName)} = ${excluded(had.foldedName)},
      ${nameOf(had.email)} = coalesce(${excluded(had.email)}, ${had.email}),
      ${nameOf(had.address)} = coalesce(${excluded(had.address)}, ${had.address}),
      ${nameOf(updatedAt)} = ${excluded(updatedAt)}
    WHERE ${gte(sql`${excluded(updatedAt)}`, updatedAt)}`;
  });
}

// A note on a document of this company leaves the counterpart as it is called by now.
const keepNewNames = keepSignedNames(() => and(isFirstRun, isNull(documents.correctedId)));
const keepNewParty = keepThirdParty((party) => {
  const { name, email, address } = thirdParties;
  // Most documents say nothing new of their counterpart: then no row is written, not even the sequence of ids.
  const isSaid = sql`(${documents.correctedId} IS NOT NULL OR ${name} = ${party.partyName}
    AND ${email} IS coalesce(${party.email}, ${email}) AND ${address} IS coalesce(${party.address}, ${address}))`;
  const said = build
    .select({ id: thirdParties.id })
    .from(thirdParties)
    .where(and(isPartyOf(party), isSaid));
  return and(isFirstRun, notExists(said));
});

/**
 * The statements that write the counterpart that a document just numbered names, before its file sequence is taken: both
 * names first, because the row of the counterpart may take the new one over.
 */
export function keepCounterpart(reserved: ReservationKey<string>, party: Counterpart) {
  const values = { ...party, ...reserved, partyName: party.name };
  return { names: keepNewNames(values), party: keepNewParty(values) };
}

/** Whether a document that was restored still names no counterpart. */
const isUnlinked = isNull(documents.thirdPartyId);
const keepOldNames = keepSignedNames(() => isUnlinked);
const keepOldParty = keepThirdParty(() => isUnlinked);
const linkParty = statement(PARTY, (party) => {
  const found = build.select({ id: thirdParties.id }).from(thirdParties).where(isPartyOf(party));
  return build
    .update(documents)
    .set({ thirdPartyId: sql`(${found})` })
    .where(and(isReserved(party), isUnlinked));
});

/** The statements that make a restored document name its counterpart. */
export function linkCounterpart(reserved: ReservationKey<string>, party: Counterpart) {
  const values = { ...party, ...reserved, partyName: party.name };
  return [keepOldNames(values), keepOldParty(values), linkParty(values)] as const;
}

/**
 * Gives a document its number: contracted module, allowance of the year of its reservation, active range, file sequence, third party and
 * the row `creating`, all in one transaction, or nothing at all.
 * Idempotent by `reservationId`; a name that another reservation took comes back as `taken`.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function allocateNumber(
  db: Database,
  reservation: Reservation,
  document: CorrectableDocument,
): Promise<Allocation> {
  const { reservationId, name, rangeKind } = reservation;
  const reserved = { reservationId, name };
  const branchPrefix = document.branch?.prefix ?? null;
  const { found, shortage } = await runNamed(db, {
    document: insertDocument({ ...bindGiven(reservation, document), rangeKind, branchPrefix }),
    detail: keepDetail({ ...reserved, detail: toDetail(document, reservation.correction) }),
    ...keepCounterpart(reserved, toCounterpart(document, null)),
    number: takeNumber(reserved),
    plan: takePlan(reserved),
    file: takeFileSequence(reserved),
    found: findEntry({ name }),
    shortage: buildShortageQuery({ ...reservation, branchPrefix }, document.issueDate),
  });
  const [row] = found;
  const [facts] = shortage;
  if (row !== undefined) return toAllocated(row, reservation);
  if (hasMoved(facts, reservation)) return { type: "moved" };
  const refusal =
    (await findPaperTaken(db, reservation.companyId, document)) ??
    explainShortage(facts, reservation, document.issueDate);
  return { type: "refused", ...refusal.facts, heldNumber: facts?.heldNumber ?? null };
}

/** The values of `GIVEN`: what a reservation and its priced document say, of a range or of a series. */
export function bindGiven(reservation: AnyReservation, document: Document) {
  const { environment, correction } = reservation;
  const { identificationType, identificationNumber } = document.counterpart;
  return {
    ...toInput(reservation, document),
    handOver: reservation.handOver ?? null,
    figures: writeFigures(toDetail(document, correction)),
    party: toSignedParty(document),
    environment,
    planYear: planYearOf(reservation),
    fileYear: yearOf(document.issueDate),
    partyType: identificationType,
    partyNumber: identificationNumber,
  };
}

/** What a row that was found says of its reservation. */
export function toAllocated(row: LedgerEntry, { reservationId, version }: AnyReservation): Allocation {
  // A row is never ahead of its journal, unless the journal was set back to an earlier moment.
  const isAhead = row.version > version;
  if (row.reservationId !== reservationId || isAhead) return { type: "taken", row };
  const { documentId, numbering, thirdPartyId, planSequence } = row;
  return { type: "allocated", documentId, environment: row.environment, numbering, thirdPartyId, planSequence };
}

/** The columns of a document that are known before it has a number. */
export function toInput(reservation: AnyReservation, document: Document): AllocationInput {
  const { name, module, companyId, clientId, key, reservationId, fingerprint, reservedAt, version, wakeAt } =
    reservation;
  const paper = paperOf(document);
  const { typeCode, issueDate, issueTime, dueDate, currency, totals } = document;
  return {
    ...{ companyId, module, typeCode, clientId, issuanceName: name, idempotencyKey: key },
    ...{ reservationId, fingerprint, reservedAt, state: "creating", version, issueDate, issueTime, dueDate },
    accountingDueDate: document.kind === "support-document" ? document.accountingDueDate : null,
    currency,
    ...{ subtotal: totals.subtotal, taxes: totals.taxes, total: totals.total, withheld: totals.withheld },
    costCenterId: document.lines.find((line) => line.costCenterId !== null)?.costCenterId ?? null,
    paperNumber: paper === null ? null : readPaperNumber(paper),
    ...{ establishment: document.branch?.code ?? null, till: document.till ?? null },
    metadata: reservation.metadata ?? null,
    dueAt: wakeAt,
  };
}

/** What `documentDetails.detail` holds. */
export function toDetail(document: Document, correction?: Correction | null): StoredDetail {
  const { lines, taxes, withholdings, totals, payment, exchangeRate, notes } = document;
  const { allowances = [] } = document;
  const own = allowances.length === 0 ? {} : { allowances };
  const detail = {
    lines,
    taxes,
    withholdings,
    ...own,
    totals,
    payment,
    ...pickWhole(document),
    exchangeRate,
    notes,
  };
  const sale = summarizeSale(document);
  const said = sale === undefined ? detail : { ...detail, sale };
  if (document.kind !== "note") return said;
  const { concept, motive, corrected, period } = document;
  const { liveNotes = "", settled } = correction ?? {};
  const facts = { concept, motive, corrected, period, shares: listShares(document), liveNotes };
  return { ...said, note: settled === undefined ? facts : { ...facts, settled } };
}

/** The third party's row may say something else tomorrow; the document says what was signed. */
export function toSignedParty({ counterpart: { name, email, address } }: Document): SignedParty {
  return [name, email, address?.line ?? null];
}

/** What an invoice says beside its lines; a part is absent where it says nothing. */
function pickWhole(document: Document): Partial<StoredDetail> {
  const { payments, instalments, prepayments, references } = document;
  const { invoicedPeriod = undefined, delivery = undefined } = document.kind === "invoice" ? document : {};
  return {
    ...(payments === undefined ? {} : { payments }),
    ...(instalments === undefined ? {} : { instalments }),
    ...(prepayments === undefined ? {} : { prepayments }),
    ...(references === undefined ? {} : { references }),
    ...(invoicedPeriod === undefined ? {} : { invoicedPeriod }),
    ...(delivery === undefined ? {} : { delivery }),
  };
}

/** The columns that only the rows of notes fill. */
export function toNoteColumns({ correction }: AnyReservation, document: Document) {
  if (document.kind !== "note") return {};
  return { conceptCode: document.concept.code, correctedId: correction?.documentId ?? null };
}

/** The counterpart as a row of third parties. */
export function toCounterpart({ counterpart }: Document, id: number | null): Counterpart {
  return {
    type: counterpart.identificationType,
    number: counterpart.identificationNumber,
    name: counterpart.name,
    foldedName: foldText(counterpart.name),
    email: counterpart.email,
    address: counterpart.address?.line ?? null,
    id,
  };
}
