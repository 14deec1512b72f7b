// Makes a table of one company the same in another database: compares what both have, page by page, and writes what differs.

import { and, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { MODULES } from "../../src/domain/company.ts";
import { build, type Database, excluded, findOne, nameOf, run } from "../../src/store/base/db.ts";
import {
  apiClients,
  branches,
  certificates,
  changes,
  costCenters,
  deliveries,
  documentDetails,
  documents,
  events,
  fileSequences,
  journalAudits,
  journalFindings,
  mailers,
  paymentMethods,
  plans,
  ranges,
  resendOrders,
  series,
  signedNames,
  software,
  thirdParties,
  tills,
  tokens,
  webhooks,
} from "../../src/store/base/schema.ts";

/** A table whose rows go with their company. */
interface Moved {
  readonly table: SQLiteTable;
  readonly isOf: (companyId: number) => SQL;
}

function owned(table: SQLiteTable & { readonly companyId: SQLiteColumn }): Moved {
  return { table, isOf: (companyId) => eq(table.companyId, companyId) };
}

/** Every table of a company, in an order in which each finds what it refers to. */
export const MOVED: readonly Moved[] = [
  ...[software, certificates, apiClients].map(owned),
  {
    table: tokens,
    isOf: (companyId) =>
      inArray(
        tokens.clientId,
        build.select({ id: apiClients.id }).from(apiClients).where(eq(apiClients.companyId, companyId)),
      ),
  },
  ...[
    ranges,
    series,
    plans,
    fileSequences,
    branches,
    tills,
    paymentMethods,
    costCenters,
    thirdParties,
    signedNames,
    documents,
    documentDetails,
  ].map(owned),
  ...[events, resendOrders, journalAudits].map(owned),
  {
    table: journalFindings,
    isOf: (companyId) =>
      inArray(
        journalFindings.auditId,
        build.select({ id: journalAudits.id }).from(journalAudits).where(eq(journalAudits.companyId, companyId)),
      ),
  },
  ...[webhooks, deliveries, mailers].map(owned),
  // Behind the documents: triggers write changes of their own when those are copied, and here these go again.
  owned(changes),
];

/**
 * The same of a company that only goes on in the other database: documents with lower ids stay, and so do their changes. The newest
 * change goes too: those of the other database come after it.
 * @param below undefined for a company that goes whole.
 */
export function listMoved(below: number | undefined): readonly Moved[] {
  if (below === undefined) return MOVED;
  const last = (companyId: number) =>
    MODULES.map(
      (module) => sql`(SELECT max(latest.sequence) FROM ${changes} AS latest
        WHERE latest.company_id = ${companyId} AND latest.module = ${module})`,
    );
  const isOf = new Map<SQLiteTable, Moved["isOf"]>([
    [documents, (companyId) => sql`${and(eq(documents.companyId, companyId), gte(documents.id, below))}`],
    [
      documentDetails,
      (companyId) => sql`${and(eq(documentDetails.companyId, companyId), gte(documentDetails.documentId, below))}`,
    ],
    [
      changes,
      (companyId) => sql`(${eq(changes.companyId, companyId)} AND (${gte(changes.documentId, below)}
        OR ${changes.sequence} IN (${sql.join(last(companyId), sql`, `)})))`,
    ],
  ]);
  return MOVED.map((moved) => ({ ...moved, isOf: isOf.get(moved.table) ?? moved.isOf }));
}

/** What an earlier mover copied of documents that stay where they were: it set out with an older one, or arrives only now. */
export function listStray(below: number): readonly Moved[] {
  const isStray = (owner: SQLiteColumn, id: SQLiteColumn) => (companyId: number) =>
    sql`${and(eq(owner, companyId), lt(id, below))}`;
  return [
    { table: documents, isOf: isStray(documents.companyId, documents.id) },
    { table: documentDetails, isOf: isStray(documentDetails.companyId, documentDetails.documentId) },
    { table: changes, isOf: isStray(changes.companyId, changes.documentId) },
  ];
}

/** What a database goes on reading of a company that keeps documents there. */
const KEPT: readonly SQLiteTable[] = [ranges, thirdParties, signedNames, documents, documentDetails, changes];

/** What is of no use in a database that keeps documents of a company. */
export const NOT_KEPT = MOVED.filter(({ table }) => !KEPT.includes(table));

/** Rows that are compared at a time. */
const PAGE = 500;
/** Rows that are read whole at a time. */
const READ_AT_ONCE = 100;
/** Compared by their length: they change together with the version of their row. */
const LONG: readonly SQLiteColumn[] = [documentDetails.detail, documents.timeline, documents.verdict];

interface Parts {
  readonly columns: readonly SQLiteColumn[];
  readonly keys: readonly SQLiteColumn[];
}

function splitColumns(table: SQLiteTable): Parts {
  const columns = Object.values(getTableColumns(table));
  const [composite] = getTableConfig(table).primaryKeys;
  return { columns, keys: composite?.columns ?? columns.filter(({ primary }) => primary) };
}

function list(parts: readonly SQL[] | readonly SQLiteColumn[]): SQL {
  return sql.join([...parts], sql`, `);
}

/** Bytes have no place in JSON: a letter says what a text of such a column stands for. */
function toJson(column: SQLiteColumn): SQL {
  if (!isPacked(column)) return sql`${column}`;
  return sql`CASE typeof(${column}) WHEN 'blob' THEN 'x' || hex(${column}) WHEN 'text' THEN 't' || ${column} END`;
}

function fromJson(column: SQLiteColumn, index: number): SQL {
  const value = sql`value ->> ${sql.raw(String(index))}`;
  if (!isPacked(column)) return value;
  return sql`CASE substr(${value}, 1, 1) WHEN 'x' THEN unhex(substr(${value}, 2)) WHEN 't' THEN substr(${value}, 2) END`;
}

function isPacked(column: SQLiteColumn): boolean {
  return column.getSQLType() === "blob";
}

function toArray(parts: readonly SQL[] | readonly SQLiteColumn[]): SQL<string> {
  return sql<string>`json_array(${list(parts)})`;
}

interface Row {
  /** JSON text of its key. */
  readonly key: string;
  /** What is compared. */
  readonly print: string;
}

/** Values of a key, each of which is an integer or a text, out of its JSON text. */
function readKey(key: string, { keys }: Parts): SQL {
  return list(keys.map((_, index) => sql`(${key} ->> ${sql.raw(String(index))})`));
}

interface Range {
  readonly after: string | null;
  readonly upTo: string | null;
}

function selectPage({ table, isOf }: Moved, companyId: number, { after, upTo }: Range, limit: number) {
  const parts = splitColumns(table);
  const { columns, keys } = parts;
  const compared = columns.map((column) => (LONG.includes(column) ? sql`length(${column})` : toJson(column)));
  const isAfter = after === null ? sql`true` : sql`(${list(keys)}) > (${readKey(after, parts)})`;
  const isUpTo = upTo === null ? sql`true` : sql`(${list(keys)}) <= (${readKey(upTo, parts)})`;
  return build
    .select({ key: toArray(keys).as("rowKey"), print: toArray(compared).as("rowPrint") })
    .from(table)
    .where(sql`${isOf(companyId)} AND ${isAfter} AND ${isUpTo}`)
    .orderBy(...keys)
    .limit(limit);
}

/** Rows of these keys, whole, each as the JSON text of its values in the order of the columns. */
async function readRows(db: Database, { table }: Moved, keys: readonly string[]): Promise<string[]> {
  const { columns, keys: keyed } = splitColumns(table);
  const found = build
    .select({ row: toArray(columns.map(toJson)).as("wholeRow") })
    .from(table)
    .where(isAmongKeys(keyed, keys));
  return (await run(db, found)).map(({ row }) => row);
}

function isAmongKeys(columns: readonly SQLiteColumn[], keys: readonly string[]): SQL {
  const values = columns.map((_, index) => sql`value ->> ${sql.raw(String(index))}`);
  return sql`(${list(columns)}) IN (SELECT ${list(values)} FROM json_each(${`[${keys.join(",")}]`}))`;
}

function writeRows({ table }: Moved, rows: readonly string[]) {
  const { columns, keys } = splitColumns(table);
  const values = columns.map(fromJson);
  const others = columns.filter((column) => !keys.includes(column));
  const set = others.map((column) => sql`${nameOf(column)} = ${excluded(column)}`);
  return build.run(sql`INSERT INTO ${table} (${list(columns.map(nameOf))})
    SELECT ${list(values)} FROM json_each(${`[${rows.join(",")}]`}) WHERE true
    ON CONFLICT (${list(keys.map(nameOf))}) DO UPDATE SET ${list(set)}`);
}

/** Two databases, and the company that goes from one to the other. */
export interface Sides {
  readonly companyId: number;
  readonly from: Database;
  readonly to: Database;
  /** The second one, for writes that fail once the company's rows there are no copy any more. */
  readonly copy: Database;
  /** Bytes of rows that one call may carry: it is one statement, and at wrangler a parameter of a program. */
  readonly carried: number;
  /** Documents with lower ids stay. */
  readonly below: number | undefined;
}

/**
 * Compares a table of a company in both databases, and makes the second like the first unless it only compares.
 * @param onRows hears how many rows were looked at.
 * @returns how many rows differed.
 */
export async function matchTable(
  moved: Moved,
  sides: Sides,
  mode: "write" | "compare",
  onRows: (count: number) => void,
): Promise<number> {
  const { companyId, from, to } = sides;
  let differing = 0;
  for (let after: string | null = null; ; ) {
    const wanted: readonly Row[] = await run(from, selectPage(moved, companyId, { after, upTo: null }, PAGE));
    const last = wanted.length < PAGE ? null : (wanted.at(-1)?.key ?? null);
    const present = await run(to, selectPage(moved, companyId, { after, upTo: last }, -1));
    const prints = new Map(present.map(({ key, print }) => [key, print]));
    const keys = new Set(wanted.map(({ key }) => key));
    const missing = wanted.filter(({ key, print }) => prints.get(key) !== print).map(({ key }) => key);
    const surplus = present.filter(({ key }) => !keys.has(key)).map(({ key }) => key);
    differing += missing.length + surplus.length;
    if (mode === "write") await writePage(moved, sides, missing, surplus);
    onRows(wanted.length);
    if (last === null) return differing;
    after = last;
  }
}

async function writePage(
  moved: Moved,
  { from, copy, carried }: Sides,
  missing: readonly string[],
  surplus: readonly string[],
): Promise<void> {
  for (const keys of split(surplus, carried)) await run(copy, deleteRows(moved, keys));
  for (let start = 0; start < missing.length; start += READ_AT_ONCE) {
    const rows = await readRows(from, moved, missing.slice(start, start + READ_AT_ONCE));
    for (const some of split(rows, carried)) {
      const [only = ""] = some;
      if (some.length > 1 || measure(only) <= carried) await run(copy, writeRows(moved, some));
      else await writeInPieces(moved, copy, only, carried);
    }
  }
}

/**
 * A row that no call can carry: its longest text goes in pieces, each behind those before it. Cut off between two of them, the row
 * differs by that text's length, and is written anew.
 */
async function writeInPieces(moved: Moved, copy: Database, row: string, carried: number): Promise<void> {
  const { columns, keys } = splitColumns(moved.table);
  const values = JSON.parse(row) as unknown[];
  const [longest] = columns
    .flatMap((column, place) => {
      const text = values[place];
      return typeof text === "string" && LONG.includes(column) ? [{ column, place, text }] : [];
    })
    .sort((one, other) => other.text.length - one.text.length);
  if (longest === undefined) throw new Error("a row is too long for a statement");
  const { column, place, text: whole } = longest;
  // A character is six bytes at most, as JSON and with its quote doubled.
  const pieces = cutText(whole, Math.floor(carried / 12));
  await run(copy, writeRows(moved, [JSON.stringify(values.with(place, pieces[0]?.text))]));
  const key = JSON.stringify(keys.map((one) => values[columns.indexOf(one)]));
  for (const { text, before } of pieces.slice(1)) {
    await run(
      copy,
      build.run(sql`UPDATE ${moved.table} SET ${nameOf(column)} = ${column} || ${text}
        WHERE ${isAmongKeys(keys, [key])} AND length(${column}) = ${before}`),
    );
  }
}

/** A text in pieces of so many characters, each with how many stand before it, as the database counts them. */
function cutText(text: string, most: number): { readonly text: string; readonly before: number }[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / most) }, (_, n) => ({
    text: characters.slice(n * most, (n + 1) * most).join(""),
    before: n * most,
  }));
}

function deleteRows({ table }: Moved, keys: readonly string[]) {
  return build.run(sql`DELETE FROM ${table} WHERE ${isAmongKeys(splitColumns(table).keys, keys)}`);
}

/** Texts in groups that one call can carry. */
function split(texts: readonly string[], carried: number): string[][] {
  const groups: string[][] = [];
  let size = carried;
  for (const text of texts) {
    const group = groups.at(-1);
    const own = measure(text);
    if (group === undefined || size + own > carried) {
      groups.push([text]);
      size = own;
    } else {
      group.push(text);
      size += own;
    }
  }
  return groups;
}

/** Bytes of a text in a statement, where its quotes are doubled. */
function measure(text: string): number {
  return Buffer.byteLength(text) + (text.match(/'/g)?.length ?? 0);
}

/** Rows of a company that go. */
export async function countRows({ from: db, companyId, below }: Sides): Promise<number> {
  let total = 0;
  for (const { table, isOf } of listMoved(below)) {
    const counted = build
      .select({ rows: sql<number>`count(*)`.as("rows") })
      .from(table)
      .where(isOf(companyId));
    total += (await findOne(db, counted))?.rows ?? 0;
  }
  return total;
}

/** Takes a company's rows out of some tables of a database, those first that refer to others. */
export async function clearRows(
  tables: readonly Moved[],
  { db, copy }: { readonly db: Database; readonly copy: Database },
  companyId: number,
  onRows: (count: number) => void,
): Promise<void> {
  for (const moved of tables.toReversed()) {
    for (;;) {
      const page = await run(db, selectPage(moved, companyId, { after: null, upTo: null }, PAGE));
      if (page.length === 0) break;
      const keys = page.map(({ key }) => key);
      await run(copy, deleteRows(moved, keys));
      onRows(page.length);
    }
  }
}
