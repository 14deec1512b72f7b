// Lists production documents of a module and the notes on them for v2, by filters, days and search, by page or after a cursor.
import { and, asc, desc, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Module } from "../../domain/company.ts";
import { STATES, type State } from "../../domain/document/state.ts";
import { listCodes, type TypeCode } from "../../domain/kind.ts";
import { build, byShape, type Database, findOne, nameOf, type RowOf, run, statement, writeCodes } from "../base/db.ts";
import { overParts } from "../base/home.ts";
import { documentDays, documents, thirdParties } from "../base/schema.ts";
import { hasThatThirdParty, signedThirdParty, trackId } from "./documents.ts";
import {
  indexedBy,
  isProduction,
  NO_SEARCH,
  readSearch,
  SEARCH_VALUES,
  type SearchShape,
  type Walk,
  writeDocumentSearch,
  writeList,
  writeNoteWalk,
  writePrefixes,
  writeTypeWalks,
} from "./search.ts";

/** Filter `estado`: `aprobado` is `aceptado`, `pendiente` everything that is not terminal. */
export const LIST_STATUSES = ["aprobado", "rechazado", "pendiente"] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
export interface DocumentFilter {
  readonly companyId: number;
  readonly module: Module;
  /** Types of the module, each once; empty: all. */
  readonly typeCodes: readonly TypeCode[];
  readonly status: ListStatus | null;
  /** What the client typed: as in v1, or the idempotency key. */
  readonly search: string | null;
  /** Issue dates, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Only notes on this document. */
  readonly correctedId: number | null;
  /** Only those that a branch, or a till, issued. */
  readonly establishment: string | null;
  readonly till: string | null;
}

/** Which part of a list: from an offset, or after a document, in the order of the ids. */
export interface DocumentSlice {
  readonly order: "ASC" | "DESC";
  readonly limit: number;
  readonly offset: number;
  /** Id of the last document that was seen. */
  readonly after: number | null;
}

/** A document as lists show it: everything but its lines. */
export type ListedDocument = RowOf<ReturnType<typeof selectPage>>;

/** What a search did not look at, which a client has to hear. */
export interface Narrowing {
  /** Everything up to this document is complete, in the order of the list; null where all of it is. */
  readonly horizon: number | null;
  /** More third parties may be meant than were looked at. */
  readonly isBroad: boolean;
}

/** Rows of a list with the number of all documents that the filter lets through, out of those that were looked at. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Null where every document was. */
  readonly narrowing: Narrowing | null;
}

export interface DocumentListing extends Listing<ListedDocument> {
  /** The document after which the list goes on; null at its end. */
  readonly next: number | null;
}

/** A page too far from both ends of a list: it would walk over everything before it. */
export class PageTooDeepError extends Error {
  override readonly name = "PageTooDeepError";
}

const TOO_DEEP = "a page far from both ends";

/** So far from the nearer end of a list a page may be. */
export const DEEPEST_OFFSET = 10_000;
/** From here on a page is walked to from the nearer end of the list. */
export const DEEP_OFFSET = 1_000;

/** What decides how the statements of a list read. */
interface ListShape extends Pick<DocumentFilter, "module" | "status"> {
  /** Each once; never none. */
  readonly typeCodes: readonly TypeCode[];
  readonly search: SearchShape | null;
  /** Whether keys are searched too. */
  readonly hasKey: boolean;
  readonly hasFrom: boolean;
  readonly hasTo: boolean;
  readonly isOfDocument: boolean;
  readonly isOfBranch: boolean;
  readonly isOfTill: boolean;
}

const FILTER_VALUES = [
  ...(["companyId", "from", "to", "correctedId", "establishment", "till"] as const),
  ...SEARCH_VALUES,
] as const;
type FilterPlaceholders = Readonly<Record<(typeof FILTER_VALUES)[number], Placeholder>>;
type Order = DocumentSlice["order"];

/** Rows of a list out of one database: from an offset, so many of them. */
export interface Cut {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Rows of a list that goes through the parts of a company one after the other, with the total of all of them: ids of a newer part
 * are greater than every one of an older. What comes before the offset is not read, nor what comes after a horizon.
 */
function listThrough(
  db: Database,
  order: Order,
  { offset, limit }: Cut,
  list: (db: Database, cut: Cut) => Promise<Listing<ListedDocument>>,
): Promise<Listing<ListedDocument>> {
  return overParts(db, async (parts) => {
    const rows: ListedDocument[] = [];
    let total = 0;
    let narrowing: Narrowing | null = null;
    for (const part of order === "DESC" ? parts : parts.toReversed()) {
      const listed = await list(part.db, { offset: Math.max(0, offset - total), limit: limit - rows.length });
      rows.push(...listed.rows);
      total += listed.total;
      narrowing = listed.narrowing ?? narrowing;
      if (listed.narrowing !== null && listed.narrowing.horizon !== null) break;
    }
    return { rows, total, narrowing };
  });
}

/**
 * One page, with the total: one round trip to each database of the company. What is not counted already takes a second one where
 * the page is empty, or far from the first.
 * @throws PageTooDeepError
 */
export async function listDocuments(
  db: Database,
  filter: DocumentFilter,
  slice: DocumentSlice,
): Promise<DocumentListing> {
  const { limit } = slice;
  // One more says whether there are others.
  const listing = await listSlice(db, filter, { ...slice, limit: limit + 1 }, true);
  const rows = listing.rows.slice(0, limit);
  const isCut = listing.rows.length > limit;
  const next = isCut ? rows.at(-1)?.id : listing.narrowing?.horizon;
  return { ...listing, rows, next: next ?? null };
}

/**
 * The same, of exactly the rows that are wanted.
 * @param hasKey whether a search finds documents by their key.
 * @throws PageTooDeepError
 */
export function listSlice(db: Database, filter: DocumentFilter, slice: DocumentSlice, hasKey: boolean) {
  return listThrough(db, slice.order, slice, (one, cut) => listPart(one, filter, { ...slice, ...cut }, hasKey));
}

async function listPart(
  db: Database,
  filter: DocumentFilter,
  { order, limit, offset, after }: DocumentSlice,
  hasKey: boolean,
): Promise<Listing<ListedDocument>> {
  const { companyId, module, typeCodes, status, from, to, correctedId, establishment, till } = filter;
  const search = filter.search === null ? NO_SEARCH : readSearch(filter.search, companyId, module);
  const shape: ListShape = {
    module,
    typeCodes: typeCodes.length === 0 ? listCodes({ module }) : typeCodes,
    status,
    search: search.shape,
    hasKey,
    ...{ hasFrom: from !== null, hasTo: to !== null, isOfDocument: correctedId !== null },
    ...{ isOfBranch: establishment !== null, isOfTill: till !== null },
  };
  const values = { companyId, from, to, correctedId, establishment, till, ...search.values };
  const isAfter = after !== null;
  const cut = (way: Order, most: number, start: number) =>
    pageOf({ ...shape, order: way, shown: order, isAfter })({ ...values, after, limit: most, offset: start });
  const counting = countOf({ ...shape, order })(values);
  if (offset < DEEP_OFFSET && !isKept(shape) && !isAfter) {
    const page = await run(db, foundOf({ ...shape, order })({ ...values, limit, offset }));
    // A page without rows says nothing of what is before it.
    const counted = page[0] ?? (await findOne(db, counting));
    const rows = page.map(({ found: _found, horizon: _horizon, isBroad: _isBroad, ...row }) => row);
    return { rows, total: counted?.found ?? 0, narrowing: toNarrowing(counted) };
  }
  if (offset < DEEP_OFFSET) {
    const page = cut(order, limit, offset);
    if (isKept(shape)) {
      const [counted, rows] = await db.batch([counting, page]);
      return { rows, total: counted[0]?.found ?? 0, narrowing: null };
    }
    const [counted, rows, reached] = await db.batch([
      counting,
      page,
      reachOf({ ...shape, order })({ ...values, after }),
    ]);
    return { rows, total: counted[0]?.found ?? 0, narrowing: toNarrowing(reached[0]) };
  }
  // A page far from the first: the nearer end is where the walk begins. What a horizon bounds has its end there.
  const back = order === "DESC" ? "ASC" : "DESC";
  if (isKept(shape) && !isAfter) {
    const deep = (way: Order) => deepPageOf({ ...shape, order: way, shown: order })({ ...values, limit, offset });
    const [counted, near, far] = await db.batch([counting, deep(order), deep(back)]);
    const rows = near.length > 0 ? near : far;
    const total = counted[0]?.found ?? 0;
    if (rows.length === 0 && offset < total) throw new PageTooDeepError(TOO_DEEP);
    return { rows, total, narrowing: null };
  }
  const counted = await findOne(db, counting);
  const total = counted?.found ?? 0;
  const narrowing = toNarrowing(counted);
  if (offset >= total) return { rows: [], total, narrowing };
  const most = Math.min(limit, total - offset);
  const isNear = narrowing !== null || offset <= total / 2;
  const distance = isNear ? offset : total - offset - most;
  if (distance > DEEPEST_OFFSET) throw new PageTooDeepError(TOO_DEEP);
  return { rows: await run(db, cut(isNear ? order : back, most, distance)), total, narrowing };
}

function toNarrowing(row: { readonly horizon: number | null; readonly isBroad: number } | undefined): Narrowing | null {
  if (row === undefined || (row.horizon === null && row.isBroad === 0)) return null;
  return { horizon: row.horizon, isBroad: row.isBroad !== 0 };
}

/** Whether a list is what kept counts count: by type, state and day. */
function isKept({ search, isOfDocument, isOfBranch, isOfTill }: ListShape): boolean {
  return search === null && !isOfDocument && !isOfBranch && !isOfTill;
}

const NO_HORIZON = { horizon: sql<number | null>`NULL`.as("horizon"), isBroad: sql<number>`0`.as("isBroad") };
const HORIZON = sql`(SELECT id FROM horizon)`;
const BREADTH = sql`(SELECT is_broad FROM breadth)`;

/** The statement that counts what a list of one shape has, and how far it reaches; made once for each shape. */
const countOf = byShape(({ order, ...shape }: ListShape & { readonly order: Order }) =>
  statement(FILTER_VALUES, (value) => {
    if (isKept(shape))
      return build.select({ found: writeKeptCount(shape, value).as("found"), ...NO_HORIZON }).from(sql`(SELECT 1)`);
    const { tables, hits } = writeFound(shape, value, { order });
    return build
      .select({
        found: sql<number>`found`.as("found"),
        horizon: sql<number | null>`horizon`.as("horizon"),
        isBroad: sql<number>`is_broad`.as("isBroad"),
      })
      .from(
        sql`(WITH RECURSIVE ${tables} SELECT (SELECT count(*) FROM (${hits})) AS found, ${HORIZON} AS horizon, ${BREADTH} AS is_broad)`,
      );
  }),
);

/** The statement that says how far what is found after a document reaches. */
const reachOf = byShape(({ order, ...shape }: ListShape & { readonly order: Order }) =>
  statement([...FILTER_VALUES, "after"], ({ after, ...value }) => {
    const { tables } = writeFound(shape, value, { order, isBeyond: writeBeyond(order, after) });
    return build
      .select({ horizon: sql<number | null>`horizon`.as("horizon"), isBroad: sql<number>`is_broad`.as("isBroad") })
      .from(sql`(WITH RECURSIVE ${tables} SELECT ${HORIZON} AS horizon, ${BREADTH} AS is_broad)`);
  }),
);

function writeBeyond(order: Order, after: Placeholder): SQL {
  return sql`${documents.id} ${sql.raw(order === "DESC" ? "<" : ">")} ${after}`;
}

/** Documents at rest are counted as they come to it, open ones when it is asked how many there are. */
function writeKeptCount(shape: ListShape, value: FilterPlaceholders): SQL<number> {
  const { companyId, typeCode, prefix, day } = documentDays;
  const { status, hasFrom, hasTo } = shape;
  const own = COUNTS.filter((one) => status === null || one.status === status);
  const sum = (columns: readonly SQL[]) => sql.join([...columns], sql` + `);
  const all = sum(own.flatMap((one) => [sql`${one.before}`, sql`${one.count}`]));
  const last = (
    isWanted: SQL,
  ) => sql`coalesce((SELECT ${all} FROM ${documentDays} WHERE ${companyId} = ${value.companyId}
    AND ${typeCode} = type AND ${prefix} = prefixes.prefix${isWanted} ORDER BY ${day} DESC LIMIT 1), 0)`;
  const upTo = last(hasTo ? sql` AND ${day} <= ${value.to}` : sql``);
  const earlier = hasFrom ? sql` - ${last(sql` AND ${day} < ${value.from}`)}` : sql``;
  const atRest = sql`(WITH RECURSIVE ${writePrefixes(value.companyId, shape.typeCodes)}
    SELECT coalesce(sum(${upTo}${earlier}), 0) FROM prefixes WHERE prefixes.prefix IS NOT NULL)`;
  if (status !== null && status !== "pendiente") return sql<number>`${atRest}`;
  return sql<number>`${atRest} + (SELECT count(*) FROM (${selectOpen(shape, value)}))`;
}

const COUNTS = [
  { status: "aprobado", count: documentDays.approved, before: documentDays.approvedBefore },
  { status: "rechazado", count: documentDays.rejected, before: documentDays.rejectedBefore },
  { status: "pendiente", count: documentDays.pending, before: documentDays.pendingBefore },
] as const;

/** What lists show of a document. */
const LISTED = {
  id: documents.id,
  companyId: documents.companyId,
  typeCode: documents.typeCode,
  environment: documents.environment,
  prefix: documents.prefix,
  number: documents.number,
  state: documents.state,
  issueDate: documents.issueDate,
  issueTime: documents.issueTime,
  dueDate: documents.dueDate,
  currency: documents.currency,
  subtotal: documents.subtotal,
  taxes: documents.taxes,
  total: documents.total,
  withheld: documents.withheld,
  fiscalId: documents.fiscalId,
  xmlPath: documents.xmlPath,
  trackId,
  zipKey: documents.zipKey,
  idempotencyKey: documents.idempotencyKey,
  metadata: documents.metadata,
  establishment: documents.establishment,
  till: documents.till,
  thirdParty: signedThirdParty,
};

/**
 * The statement that reads a page of a list of one shape and order; made once for each, and bound to `FILTER_VALUES`, `limit`,
 * `offset` and `after`, the id after which the page begins where `isAfter` says so. `shown`: the order of its rows.
 */
const pageOf = byShape(
  ({
    order,
    shown,
    isAfter,
    ...shape
  }: ListShape & { readonly order: Order; readonly shown: Order; readonly isAfter: boolean }) =>
    statement([...FILTER_VALUES, "limit", "offset", "after"], ({ limit, offset, after, ...value }) => {
      const walk = { order, isBeyond: isAfter ? writeBeyond(order, after) : undefined };
      // A limit that is bound as it is makes SQLite prepare twice.
      const [most, start] = [sql`CAST(${limit} AS INTEGER)`, sql`CAST(${offset} AS INTEGER)`];
      const cut = sql`ORDER BY id ${sql.raw(order)} LIMIT ${most} OFFSET ${start}`;
      if (isKept(shape)) {
        const hits = writeKept(shape, value, walk, sql`${most} + ${start}`);
        return selectPage(sql`SELECT id FROM (${hits}) ${cut}`, shown);
      }
      const { tables, hits } = writeFound(shape, value, walk);
      return selectPage(sql`WITH RECURSIVE ${tables} SELECT id FROM (${hits}) ${cut}`, shown);
    }),
);

/**
 * The statement of a page far from the first, of a list that is counted already: it walks in `order`, which begins at the first
 * document or at the last one, and reads nothing where the other end is nearer, or both are too far.
 */
const deepPageOf = byShape(({ order, shown, ...shape }: ListShape & { readonly order: Order; readonly shown: Order }) =>
  statement([...FILTER_VALUES, "limit", "offset"], ({ limit, offset, ...value }) => {
    const [isNearer, distance] =
      order === shown
        ? [sql`2 * skipped <= total`, sql`skipped`]
        : [sql`2 * skipped > total`, sql`max(0, total - skipped - most)`];
    const hits = writeKept(shape, value, { order, isBeyond: undefined }, sql`(SELECT most + start FROM cut)`);
    return selectPage(
      sql`WITH counted(total, skipped) AS (SELECT ${writeKeptCount(shape, value)}, CAST(${offset} AS INTEGER)),
        page(total, skipped, most) AS (
          SELECT *, max(0, min(CAST(${limit} AS INTEGER), total - skipped)) FROM counted),
        cut(most, start) AS MATERIALIZED (
          SELECT most * isRead, ${distance} * isRead FROM (
            SELECT *, ${isNearer} AND ${distance} <= ${sql.raw(String(DEEPEST_OFFSET))} AS isRead FROM page))
        SELECT id FROM (${hits}) ORDER BY id ${sql.raw(order)}
        LIMIT (SELECT most FROM cut) OFFSET (SELECT start FROM cut)`,
      shown,
    );
  }),
);

/** The statement that reads a page of what is not counted already, with how many there are: it walks once for both. */
const foundOf = byShape(({ order, ...shape }: ListShape & { readonly order: Order }) =>
  statement([...FILTER_VALUES, "limit", "offset"], ({ limit, offset, ...value }) => {
    const { tables, hits } = writeFound(shape, value, { order });
    const page = build
      .select({
        id: sql<number>`${nameOf(documents.id)}`.as("hit"),
        found: sql<number>`found`.as("found"),
        horizon: sql<number | null>`horizon`.as("horizon"),
        isBroad: sql<number>`is_broad`.as("isBroad"),
      })
      .from(
        sql`(WITH RECURSIVE ${tables}, wanted(id) AS MATERIALIZED (${hits})
          SELECT id, (SELECT count(*) FROM wanted) AS found, ${HORIZON} AS horizon, ${BREADTH} AS is_broad
          FROM wanted ORDER BY id ${sql.raw(order)} LIMIT CAST(${limit} AS INTEGER) OFFSET CAST(${offset} AS INTEGER))`,
      )
      .as("page");
    return build
      .select({ ...LISTED, found: page.found, horizon: page.horizon, isBroad: page.isBroad })
      .from(page)
      .crossJoin(documents)
      .leftJoin(thirdParties, hasThatThirdParty)
      .where(eq(documents.id, page.id))
      .orderBy(inOrder(order));
  }),
);

/** The documents of a page. @param slice their ids. */
function selectPage(slice: SQL, order: Order) {
  const page = build
    .select({ id: sql<number>`${nameOf(documents.id)}`.as("hit") })
    .from(sql`(${slice})`)
    .as("page");
  return build
    .select(LISTED)
    .from(page)
    .crossJoin(documents)
    .leftJoin(thirdParties, hasThatThirdParty)
    .where(eq(documents.id, page.id))
    .orderBy(inOrder(order));
}

function inOrder(order: Order): SQL {
  return order === "DESC" ? desc(documents.id) : asc(documents.id);
}

/** What is asked of each document of a list, besides whose it is. */
function writeWanted(shape: ListShape, { from, to, correctedId, establishment, till }: FilterPlaceholders) {
  return and(
    shape.hasFrom ? sql`${documents.issueDate} >= ${from}` : undefined,
    shape.hasTo ? sql`${documents.issueDate} <= ${to}` : undefined,
    shape.isOfDocument ? sql`${documents.correctedId} = ${correctedId}` : undefined,
    shape.isOfBranch ? sql`${documents.establishment} = ${establishment}` : undefined,
    shape.isOfTill ? sql`${documents.till} = ${till}` : undefined,
  );
}

function listStates(status: ListStatus | null): readonly State[] {
  if (status === null) return STATES;
  if (status === "pendiente") return STATES.filter((state) => state !== "aceptado" && state !== "rechazado");
  return [status === "aprobado" ? "aceptado" : "rechazado"];
}

/**
 * Ids of the documents of a list that is only filtered by type, state and day: one walk for each type and state, none of which
 * reads more than the page needs, and the open ones.
 * @param most how many of each.
 */
function writeKept(shape: ListShape, value: FilterPlaceholders, { order, isBeyond }: Walk, most: SQL): SQL {
  const { id, typeCode, state, dueAt } = documents;
  const isWanted = and(writeWanted(shape, value), isBeyond);
  const own = sql`SELECT ${id} AS own FROM ${indexedBy(documents, "documents_listed")}
    WHERE ${isProduction(value.companyId)} AND ${dueAt} IS NULL AND ${typeCode} = each_type.value AND ${state} = each_state.value
    ${writeSpan(shape, value)}${isWanted && sql` AND ${isWanted}`} ORDER BY ${id} ${sql.raw(order)} LIMIT ${most}`;
  const atRest = sql`SELECT each_hit.value AS id FROM json_each(${writeList(shape.typeCodes)}) AS each_type
    CROSS JOIN json_each(${writeList(listStates(shape.status))}) AS each_state
    CROSS JOIN json_each((SELECT json_group_array(own) FROM (${own}))) AS each_hit`;
  if (shape.status !== null && shape.status !== "pendiente") return atRest;
  return sql`${atRest} UNION ALL ${selectOpen(shape, value, isBeyond)}`;
}

/** Between which ids the documents of some days are, which a walk of them does not leave. */
function writeSpan({ typeCodes, hasFrom, hasTo }: ListShape, { companyId, from, to }: FilterPlaceholders): SQL {
  if (!hasFrom && !hasTo) return sql``;
  const { typeCode, prefix, day, firstId, lastId } = documentDays;
  const select = (bound: SQL) => sql`(WITH RECURSIVE ${writePrefixes(companyId, typeCodes)}
    SELECT ${bound} FROM prefixes CROSS JOIN ${documentDays} ON ${documentDays.companyId} = ${companyId}
      AND ${typeCode} = type AND ${prefix} = prefixes.prefix
      ${hasFrom ? sql`AND ${day} >= ${from}` : sql``} ${hasTo ? sql`AND ${day} <= ${to}` : sql``})`;
  return sql` AND ${documents.id} BETWEEN ${select(sql`min(${firstId})`)} AND ${select(sql`max(${lastId})`)}`;
}

/** Ids of the open documents of a list. */
function selectOpen(shape: ListShape, value: FilterPlaceholders, isBeyond?: SQL): SQL {
  const { id, typeCode, dueAt } = documents;
  const isWanted = and(
    isProduction(value.companyId),
    sql`${dueAt} IS NOT NULL`,
    sql`${typeCode} IN (${writeCodes(shape.typeCodes)})`,
    writeWanted(shape, value),
    isBeyond,
  );
  return sql`SELECT ${id} FROM ${indexedBy(documents, "documents_overdue")} WHERE ${isWanted}`;
}

/**
 * What a search finds, or else the notes on a document, or what a till or a branch issued: its tables, to follow WITH, and the ids
 * of what the filter lets through.
 */
function writeFound(
  shape: ListShape,
  value: FilterPlaceholders,
  walk: Walk,
): { readonly tables: SQL; readonly hits: SQL } {
  const { module, search, hasKey, status, typeCodes } = shape;
  const { id, typeCode, state } = documents;
  const tables =
    search === null ? writeWalkOf(shape, value, walk) : writeDocumentSearch(module, search, value, { ...walk, hasKey });
  const isComplete = sql`(${HORIZON} IS NULL OR hit.id ${sql.raw(walk.order === "DESC" ? ">=" : "<=")} ${HORIZON})`;
  const isFiltered = and(
    typeCodes.length === listCodes({ module }).length ? undefined : sql`${typeCode} IN (${writeCodes(typeCodes)})`,
    status === null ? undefined : sql`${state} IN (${writeCodes(listStates(status))})`,
    writeWanted(shape, value),
    walk.isBeyond,
  );
  // Hits are the company's documents of the module already: rows that nothing else is asked of are not read.
  if (isFiltered === undefined) return { tables, hits: sql`SELECT id FROM hit WHERE ${isComplete}` };
  return {
    tables,
    hits: sql`SELECT hit.id AS id FROM hit CROSS JOIN ${documents} ON ${id} = hit.id
      WHERE ${isComplete} AND ${isProduction(value.companyId)} AND ${isFiltered}`,
  };
}

/** The walk of a list that is no search: through the index of its narrowest filter. */
function writeWalkOf(shape: ListShape, value: FilterPlaceholders, walk: Walk): SQL {
  const { correctedId, establishment, till } = documents;
  if (shape.isOfDocument) return writeNoteWalk(sql`${correctedId} = ${value.correctedId}`, walk);
  const [index, isOfIt] = shape.isOfTill
    ? (["documents_till", sql`${till} = ${value.till}`] as const)
    : (["documents_establishment", sql`${establishment} = ${value.establishment}`] as const);
  const isWanted = sql`${isProduction(value.companyId)} AND ${isOfIt}${writeSpan(shape, value)}`;
  // Days are known of documents at rest.
  const open = shape.hasFrom || shape.hasTo ? selectOpen(shape, value, walk.isBeyond) : undefined;
  return writeTypeWalks(index, shape.typeCodes, { isWanted, open }, walk);
}
