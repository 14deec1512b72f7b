// Finds the database in which a company lives, and goes on in another one when the company has moved there.
import { and, eq, exists, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  build,
  connect,
  type Database,
  type Execute,
  findOne,
  isReading,
  openDatabase,
  reachDatabase,
  type SqlQuery,
} from "./db.ts";
import { companies, type Kept } from "./schema.ts";

/** The Worker's bindings: `DB` is the first database and the directory; `DB1`, `DB2` and so on are found by name. */
export interface Bindings {
  readonly DB: D1Database;
}

/**
 * What a company's `home` says in a database; `sealed` is a copy that no mover writes any more, while it is compared; `kept`: older
 * documents of a company that goes on elsewhere.
 */
export const HOME = { here: 1, closed: 0, unread: -1, sealed: -2, kept: -3 } as const;

/** Whether the company of a row lives in the database of the row, which then is no copy. */
export function isAtHome(companyId: SQLiteColumn): SQL {
  const isIt = and(eq(companies.id, companyId), eq(companies.home, HOME.here));
  return exists(build.select({ one: sql`1` }).from(companies).where(isIt));
}

/** Whether a document is in the database of its row for good: where its company lives, or where it keeps older ones. */
export function isHeld(companyId: SQLiteColumn): SQL {
  const isIt = and(eq(companies.id, companyId), inArray(companies.home, [HOME.here, HOME.kept]));
  return exists(build.select({ one: sql`1` }).from(companies).where(isIt));
}

/** Whether rows of a company are read in the database of the row: also while it stands still before it goes on elsewhere. */
export function isRead(companyId: SQLiteColumn): SQL {
  const isIt = and(eq(companies.id, companyId), gte(companies.home, HOME.closed));
  return exists(build.select({ one: sql`1` }).from(companies).where(isIt));
}

/** The company does not live in the database that was asked, or stands still while it moves. Nothing was done. */
export class MovedError extends Error {
  override readonly name = "MovedError";
}

const known = new WeakMap<Bindings, readonly [D1Database, ...D1Database[]]>();

/** Every database, in the order of their numbers. */
export function listBindings(bindings: Bindings): readonly [D1Database, ...D1Database[]] {
  const found = known.get(bindings) ?? [bindings.DB, ...findOthers(bindings)];
  known.set(bindings, found);
  return found;
}

/** The same, to run statements. */
export function openAll(bindings: Bindings): readonly Database[] {
  return listBindings(bindings).map(openDatabase);
}

/** What each database answers, one after the other in the order of their numbers. */
export async function fromAll<Row>(
  bindings: Bindings,
  ask: (db: Database) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return (await Promise.all(openAll(bindings).map(ask))).flat();
}

function findOthers(bindings: Bindings): D1Database[] {
  const named = new Map<string, unknown>(Object.entries(bindings));
  const others: D1Database[] = [];
  for (let next = named.get("DB1"); isDatabase(next); next = named.get(`DB${others.length + 1}`)) others.push(next);
  return others;
}

function isDatabase(value: unknown): value is D1Database {
  return typeof value === "object" && value !== null && "prepare" in value && "batch" in value;
}

/** Companies whose database is remembered by one isolate; the database itself says when it is another one by now. */
const REMEMBERED = 10_000;
const remembered = new WeakMap<D1Database, Map<number, Place>>();

/** Where a company lives, and where older documents of it are kept. */
interface Place {
  readonly shard: number;
  readonly kept: readonly Kept[];
}

/** What is tried of a company of which nothing is remembered: a company that spans databases lives in none of which it is true. */
const FIRST: Place = { shard: 0, kept: [] };

function recall({ DB }: Bindings): Map<number, Place> {
  const places = remembered.get(DB) ?? new Map<number, Place>();
  if (places.size > REMEMBERED) places.clear();
  remembered.set(DB, places);
  return places;
}

/** A company's place, as the directory says; undefined when there is no such company. */
async function readPlace(bindings: Bindings, companyId: number): Promise<Place | undefined> {
  const { shard, kept, id } = companies;
  const row = await findOne(
    openDatabase(bindings.DB),
    build.select({ shard, kept }).from(companies).where(eq(id, companyId)),
  );
  if (row === undefined) return undefined;
  const place = { shard: row.shard, kept: row.kept ?? [] };
  recall(bindings).set(companyId, place);
  return place;
}

const selectHome = build.select({ home: companies.home }).from(companies).where(eq(companies.id, 0)).toSQL().sql;
/** Undoes its transaction unless the company is there: SQLite refuses abs() of the least integer. */
const requireHome = `SELECT abs(-9223372036854775807 - (coalesce((${selectHome}), 9) <> ?)) > 0`;
const REFUSED = /integer overflow/;

/**
 * Runs statements of one company, each time in one transaction with the question what its `home` is in their database.
 * @param at what its `home` must be there for a write; of older documents that are kept, also for a read.
 * @throws MovedError where that is something else.
 */
export function guard(execute: Execute, companyId: number, at: number = HOME.here): Execute {
  const readable: readonly unknown[] = at === HOME.kept ? [HOME.kept] : [HOME.here, HOME.closed];
  return async (queries) => {
    if (queries.every(isReading)) {
      const [[[found] = []] = [], ...rows] = await execute([{ sql: selectHome, params: [companyId] }, ...queries]);
      if (!readable.includes(found)) throw new MovedError(`company ${companyId} is not read here`);
      return rows;
    }
    try {
      return (await execute([{ sql: requireHome, params: [companyId, at] }, ...queries])).slice(1);
    } catch (cause) {
      if (!(cause instanceof Error && REFUSED.test(cause.message))) throw cause;
      throw new MovedError(`nothing of company ${companyId} changes here`);
    }
  };
}

/**
 * The database of a company. With one database it is that one, and nothing is asked. With several, what was remembered of the
 * company may be old: its database refuses then, the directory is read again, and the statements run once more.
 * @throws MovedError, from its statements, while the company is on its way.
 */
export function openHome(bindings: Bindings, companyId: number): Database {
  if (listBindings(bindings).length === 1) return openDatabase(bindings.DB);
  const attempt = ({ shard }: Place, queries: readonly SqlQuery[]) => reachHome(bindings, companyId, shard)(queries);
  return connect(async (queries) => {
    try {
      return await attempt(recall(bindings).get(companyId) ?? FIRST, queries);
    } catch (cause) {
      if (!(cause instanceof MovedError)) throw cause;
      const place = await readPlace(bindings, companyId);
      // No company has this id: the first database shows nothing of it.
      return place === undefined ? reachDatabase(bindings.DB)(queries) : attempt(place, queries);
    }
  });
}

/** @throws MovedError, itself or from its statements, where the company is something else there. */
function reachHome(bindings: Bindings, companyId: number, shard: number, at: number = HOME.here): Execute {
  const binding = listBindings(bindings)[shard];
  if (binding === undefined) throw new MovedError(`no database is bound as DB${shard}`);
  return guard(reachDatabase(binding), companyId, at);
}

/** One database of a company; its documents have ids from this one on, up to those of the next newer part. */
export interface Part {
  readonly db: Database;
  readonly from: number;
}

/** Every database with documents of a company, the newest first: there it lives and its documents are numbered. */
export type Parts = readonly [Part, ...Part[]];

/** The parts of a company: a database alone is the only one. */
export function toParts(where: Database | Parts): Parts {
  return "batch" in where ? [{ db: where, from: 0 }] : where;
}

/** The part that has a document; one without a number belongs to the newest. */
export function partOf(parts: Parts, documentId: number | null): Part {
  return parts.find(({ from }) => documentId !== null && documentId >= from) ?? parts[0];
}

/** What each part answers, asked at once; the newest first. */
export function askEach<Result>(parts: Parts, ask: (db: Database) => Promise<Result>): Promise<Result[]> {
  return Promise.all(parts.map(({ db }) => ask(db)));
}

/**
 * Does something over every database of a company. As `openHome`, and with one database it costs the same: what was remembered may
 * be old, a database refuses then, and the whole work begins once more.
 * @param work must ask the newest part before its result means anything; writes in it can be repeated.
 * @throws MovedError while the company is on its way.
 */
export async function overAll<Result>(
  bindings: Bindings,
  companyId: number,
  work: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  if (listBindings(bindings).length === 1) return work(toParts(openDatabase(bindings.DB)));
  const attempt = (place: Place) => work(openParts(bindings, companyId, place));
  try {
    return await attempt(recall(bindings).get(companyId) ?? FIRST);
  } catch (cause) {
    if (!(cause instanceof MovedError)) throw cause;
    const place = await readPlace(bindings, companyId);
    return place === undefined ? work(toParts(openDatabase(bindings.DB))) : attempt(place);
  }
}

function openParts(bindings: Bindings, companyId: number, { shard, kept }: Place): Parts {
  const open = (number: number, at: number) => connect(reachHome(bindings, companyId, number, at));
  const older = kept.map((one, index) => ({ db: open(one.shard, HOME.kept), from: kept[index - 1]?.below ?? 0 }));
  return [{ db: open(shard, HOME.here), from: kept.at(-1)?.below ?? 0 }, ...older.toReversed()];
}
