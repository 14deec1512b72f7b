// Writes the row of a document again from what outlived D1, with its third party and the counters that it moves.
import { and, eq, getTableColumns, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Timeline } from "../../domain/document/timeline.ts";
import { build, type Database, excluded, insertSelect, isAmong, nameOf, runAll, type Statement } from "../base/db.ts";
import { documentDetails, documents, plans, ranges, series } from "../base/schema.ts";
import {
  readStored,
  type StoredDetail,
  writeDetail,
  writeExchanges,
  writeFigures,
  writeTimeline,
} from "../base/stored-form.ts";
import { linkCounterpart, planYear, takeFileSequence, writeDetailOf } from "../number/allocation.ts";
import { DETAIL, type Snapshot, STUB_VERSION, toExchange } from "./snapshot.ts";

// What else a snapshot may hold is left out, the id of its third party too.
const { thirdPartyId, ...restored } = getTableColumns(documents);
const { reservationId: _, ...others } = restored;

/**
 * A row as a projection would have written it: snapshots say in full what rows keep short.
 * @param fileSha256 of the file that has the snapshot; null where none has.
 */
function shorten(row: Snapshot["row"], fileSha256: string | null): Snapshot["row"] {
  const { figures, timeline, version } = documents;
  const text = row[timeline.name] ?? null;
  const life = text === null ? null : readStored<Timeline>(String(text));
  const said = readStored<StoredDetail>(String(row[DETAIL]));
  const common = { ...row, [figures.name]: row[version.name] === STUB_VERSION ? null : writeFigures(said) };
  if (fileSha256 !== null) return { ...common, ...leave(life, fileSha256) };
  return { ...common, [timeline.name]: life === null ? null : writeTimeline(life) };
}

/** What stands in a row whose document is in a file. */
function leave(life: Timeline | null, fileSha256: string): Snapshot["row"] {
  const { timeline, verdict, exchanges } = documents;
  return {
    [documents.fingerprint.name]: null,
    [timeline.name]: null,
    [verdict.name]: null,
    [exchanges.name]: writeExchanges((life?.attempts ?? []).map(toExchange)),
    [documents.fileSha256.name]: fileSha256,
  };
}

/** Columns that a snapshot has in full: JSON it has as the row. */
const SHORTENED: readonly SQLiteColumn[] = [
  documents.reservationId,
  documents.issueTime,
  documents.fiscalId,
  documents.fileName,
  documents.xmlSha256,
  documents.fileSha256,
];

/** A stub gives way to a row that knows more; every other row stays as it is. */
function insertRow(row: Snapshot["row"]): SQL {
  const read = (column: SQLiteColumn) => {
    const value = row[column.name] ?? null;
    return SHORTENED.includes(column) && value !== null ? sql`${sql.param(value, column)}` : sql`${value}`;
  };
  const values = Object.fromEntries(Object.entries(restored).map(([member, column]) => [member, read(column)]));
  const changes = Object.values(others).map((column) => sql`${nameOf(column)} = ${excluded(column)}`);
  const { issuanceName, reservationId, version } = documents;
  const isOther = sql`${reservationId} <> ${excluded(reservationId)}`;
  // A name that is another reservation's stays so: its row takes no null, so that the statement fails.
  const own = sql`${nameOf(reservationId)} = iif(${isOther}, NULL, ${reservationId})`;
  return sql`${insertSelect(documents, values, sql`WHERE true`)}
    ON CONFLICT (${nameOf(issuanceName)}) DO UPDATE SET ${own}, ${sql.join(changes, sql`, `)}
    WHERE ${isOther} OR (${version} = ${STUB_VERSION} AND ${excluded(version)} > ${STUB_VERSION})`;
}

/** Ranges, series of notes and plans past every document that a condition finds. They never go back. */
function moveCounters(isMoved: SQL | undefined) {
  return [moveRanges(isMoved), moveSeries(isMoved), movePlans(isMoved)] as const;
}

function moveRanges(isMoved: SQL | undefined) {
  const isNumbered = and(
    eq(ranges.id, documents.rangeId),
    eq(ranges.companyId, documents.companyId),
    sql`${documents.number} BETWEEN ${ranges.fromNumber} AND ${ranges.toNumber}`,
  );
  const highest = build
    .select({
      rangeId: sql<number>`${ranges.id}`.as("movedRange"),
      number: sql<number>`max(${documents.number})`.as("highest"),
    })
    .from(documents)
    .innerJoin(ranges, isNumbered)
    .where(isMoved)
    .groupBy(ranges.id)
    .as("moved");
  return build
    .update(ranges)
    .set({ nextNumber: sql`${highest.number} + 1` })
    .from(highest)
    .where(and(eq(ranges.id, highest.rangeId), lte(ranges.nextNumber, highest.number)));
}

function moveSeries(isMoved: SQL | undefined) {
  const { companyId, typeCode, environment, prefix, number, conceptCode } = documents;
  const noted = build
    .select({ companyId, typeCode, environment, prefix, number: sql<number>`max(${number})`.as("lastNote") })
    .from(documents)
    .where(and(isMoved, isNotNull(conceptCode)))
    .groupBy(companyId, typeCode, environment, prefix)
    .as("noted");
  const isOfSeries = and(
    eq(series.companyId, noted.companyId),
    eq(series.typeCode, sql`${noted.typeCode}`),
    eq(series.environment, noted.environment),
    eq(series.prefix, noted.prefix),
  );
  return build
    .update(series)
    .set({ nextNumber: sql`${noted.number} + 1` })
    .from(noted)
    .where(and(isOfSeries, lte(series.nextNumber, noted.number)));
}

/** A plan that came back smaller than what it gave is used up: nothing is given until it is corrected and moved again. */
function movePlans(isMoved: SQL | undefined) {
  const { companyId, module, planSequence, reservedAt } = documents;
  const year = planYear(reservedAt);
  const paid = build
    .select({
      companyId,
      module,
      year: year.as("planYear"),
      position: sql<number>`max(${planSequence})`.as("position"),
    })
    .from(documents)
    .where(and(isMoved, isNotNull(planSequence)))
    .groupBy(companyId, module, year)
    .as("paid");
  const used = sql`min(${paid.position}, ${plans.allowance})`;
  const isPaid = and(eq(plans.companyId, paid.companyId), eq(plans.module, paid.module), eq(plans.year, paid.year));
  return build
    .update(plans)
    .set({ used })
    .from(paid)
    .where(and(isPaid, lt(plans.used, used)));
}

/** A document as the archive has it whole, or as its label says. */
export interface Filed {
  readonly snapshot: Snapshot;
  /** Of the file that has the snapshot; null where none has. */
  readonly fileSha256: string | null;
}

/**
 * Writes rows that are missing, or of which there are only stubs, their third parties, and the counters that they move, in one
 * transaction. A row that is there stays.
 */
export async function restoreDocuments(db: Database, filed: readonly Filed[]): Promise<void> {
  const names = filed.map(({ snapshot }) => String(snapshot.row[documents.issuanceName.name]));
  const rows = filed.flatMap(writeRow);
  await runAll(db, [...rows, ...moveCounters(isAmong(documents.issuanceName, names))]);
}

/** The statements that write one document, without the counters that documents share. */
function writeRow({ snapshot: { row, thirdParty }, fileSha256 }: Filed): Statement[] {
  const read = (column: { readonly name: string }) => String(row[column.name]);
  const reserved = { reservationId: read(documents.reservationId), name: read(documents.issuanceName) };
  // What the file has is not sent: it may be longer than a statement.
  const detail = fileSha256 === null ? writeDetail(readStored<StoredDetail>(read(documentDetails.detail))) : undefined;
  return [
    build.run(insertRow(shorten(row, fileSha256))),
    takeFileSequence(reserved),
    ...(detail === undefined ? [] : [build.run(writeDetailOf(reserved, sql`${detail}`, row[documents.version.name]))]),
    ...(thirdParty === null ? [] : linkCounterpart(reserved, thirdParty)),
  ];
}

/** Moves the ranges, series and plans of a company past its documents: what was corrected since they were restored counts too. */
export async function restoreCounters(db: Database, companyId: number): Promise<void> {
  await runAll(db, moveCounters(eq(documents.companyId, companyId)));
}
