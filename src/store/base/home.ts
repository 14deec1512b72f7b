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
  type RowOf,
  reachDatabase,
  run,
  type Statement,
} from "./db.ts";
import { gateOf, type Lane } from "./gate.ts";
import { companies, type Kept } from "./schema.ts";

/** The Worker's bindings: `DB` is the first database and the directory; `DB1`, `DB2` and so on are found by name. */
export interface Bindings {
  readonly DB: D1Database;
  /** How many batches of one isolate are on their way to one database at a time. */
  readonly D1_IN_FLIGHT?: string;
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
  const before = known.get(bindings);
  if (before !== undefined) return before;
  const found = [bindings.DB, ...findOthers(bindings)] as const;
  const inFlight = Number(bindings.D1_IN_FLIGHT);
  if (inFlight >= 1) for (const binding of found) gateOf(binding).capacity = inFlight;
  known.set(bindings, found);
  return found;
}

/** The same, to run statements. */
export function openAll(bindings: Bindings): readonly Database[] {
  return listBindings(bindings).map((binding) => openDatabase(binding));
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

let selectHome: string | undefined;
/** Written once, by the first question: the builder would weigh on the start of every isolate. */
function writeSelectHome(): string {
  selectHome ??= build.select({ home: companies.home }).from(companies).where(eq(companies.id, 0)).toSQL().sql;
  return selectHome;
}
/** Undoes its transaction unless the company is there: SQLite refuses abs() of the least integer. */
const writeRequireHome = () => `SELECT abs(-9223372036854775807 - (coalesce((${writeSelectHome()}), 9) <> ?)) > 0`;
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
      const [[[found] = []] = [], ...rows] = await execute([
        { sql: writeSelectHome(), params: [companyId] },
        ...queries,
      ]);
      if (!readable.includes(found)) throw new MovedError(`company ${companyId} is not read here`);
      return rows;
    }
    try {
      return (await execute([{ sql: writeRequireHome(), params: [companyId, at] }, ...queries])).slice(1);
    } catch (cause) {
      if (!(cause instanceof Error && REFUSED.test(cause.message))) throw cause;
      throw new MovedError(`nothing of company ${companyId} changes here`);
    }
  };
}

/** One database of a company; its documents have ids from this one on, up to those of the next newer part. */
export interface Part {
  readonly db: Database;
  readonly from: number;
}

/** Every database with documents of a company, the newest first: there it lives and its documents are numbered. */
export type Parts = readonly [Part, ...Part[]];

type Over = <Result>(work: (parts: Parts) => Promise<Result>) => Promise<Result>;

/** How to go over the parts of a company, by its database; a database that is not here is its only part. */
const overs = new WeakMap<Database, Over>();

/**
 * The database of a company; those with older documents of it stand behind. With one database it is that one, and nothing is
 * asked. With several, what was remembered of the company may be old: its database refuses then, the directory is read again, and
 * the statements run once more.
 * @param lane of what is asked at the gate of its database.
 * @throws MovedError, from its statements, while the company is on its way.
 */
export function openHome(bindings: Bindings, companyId: number, lane: Lane = "begun"): Database {
  if (listBindings(bindings).length === 1) return openDatabase(bindings.DB, lane);
  const attempt: AtPlace = async (work) => {
    try {
      return await work(recall(bindings).get(companyId) ?? FIRST);
    } catch (cause) {
      if (!(cause instanceof MovedError)) throw cause;
      return work(await readPlace(bindings, companyId));
    }
  };
  const reach = (shard: number, at: number) => reachHome(bindings, companyId, { shard, at, lane });
  // No company has this id: the first database shows nothing of it.
  const reachNewest = (place: Place | undefined) =>
    place === undefined ? reachDatabase(bindings.DB, lane) : reach(place.shard, HOME.here);
  const newest = connect((queries) => attempt((place) => reachNewest(place)(queries)));
  overs.set(newest, (work) =>
    attempt((place) =>
      work(toParts(connect(reachNewest(place)), place?.kept ?? [], (shard) => connect(reach(shard, HOME.kept)))),
    ),
  );
  return newest;
}

/** Does something with a company's place, and once more if that was another one. */
type AtPlace = <Result>(work: (place: Place | undefined) => Promise<Result>) => Promise<Result>;

interface Reached {
  readonly shard: number;
  /** What the company's `home` must be there. */
  readonly at: number;
  readonly lane: Lane;
}

/** @throws MovedError, itself or from its statements, where the company is something else there. */
function reachHome(bindings: Bindings, companyId: number, { shard, at, lane }: Reached): Execute {
  const binding = listBindings(bindings)[shard];
  if (binding === undefined) throw new MovedError(`no database is bound as DB${shard}`);
  return guard(reachDatabase(binding, lane), companyId, at);
}

/** Whether the database of a company has so much to do for this isolate that a new document had better not begin. */
export function isHomeCrowded(bindings: Bindings, companyId: number): boolean {
  const { shard } = recall(bindings).get(companyId) ?? FIRST;
  const binding = listBindings(bindings)[shard];
  return binding !== undefined && gateOf(binding).isCrowded;
}

/**
 * A database of a company with those that keep older documents of it behind it.
 * @param execute runs statements where the company lives.
 * @param open the database of a number, for what is kept there.
 */
export function joinKept(execute: Execute, kept: readonly Kept[], open: (shard: number) => Database): Database {
  const newest = connect(execute);
  const parts = toParts(newest, kept, open);
  overs.set(newest, (work) => work(parts));
  return newest;
}

function toParts(newest: Database, kept: readonly Kept[], open: (shard: number) => Database): Parts {
  const older = kept.map(({ shard }, index) => ({ db: open(shard), from: kept[index - 1]?.below ?? 0 }));
  return [{ db: newest, from: kept.at(-1)?.below ?? 0 }, ...older.toReversed()];
}

/**
 * Does something over the parts of a company, for work that minds which of them has a row; `runAcross` is enough for other work.
 * What was remembered of the parts may be old: a database refuses then, and the whole work begins once more.
 * @param work must ask the newest part before its result means anything; writes in it can be repeated.
 * @throws MovedError while the company is on its way.
 */
export function overParts<Result>(db: Database, work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const over = overs.get(db);
  return over === undefined ? work([{ db, from: 0 }]) : over(work);
}

/** The part that has a document; one without a number belongs to the newest. */
export function partOf(parts: Parts, documentId: number | null): Part {
  return parts.find(({ from }) => documentId !== null && documentId >= from) ?? parts[0];
}

/** The rows of one statement in every database of a company, asked at once; those of an older one first. */
export function runAcross<Item extends Statement>(db: Database, item: Item): Promise<RowOf<Item>[]> {
  return overParts(db, (parts) => runIn(parts, item));
}

/** The same in the databases that keep older documents alone, where the newest was asked before. */
export function runInKept<Item extends Statement>(db: Database, item: Item): Promise<RowOf<Item>[]> {
  return overParts(db, ([, ...older]) => runIn(older, item));
}

/** The rows of two statements, of one moment in each database of a company; those of an older one first. */
export async function runBothAcross<One extends Statement, Other extends Statement>(
  db: Database,
  items: readonly [One, Other],
): Promise<readonly [RowOf<One>[], RowOf<Other>[]]> {
  const found = await overParts(db, (parts) => Promise.all(parts.map((part) => part.db.batch(items))));
  const oldestFirst = found.toReversed();
  return [oldestFirst.flatMap(([rows]) => rows), oldestFirst.flatMap(([, rows]) => rows)];
}

async function runIn<Item extends Statement>(parts: readonly Part[], item: Item): Promise<RowOf<Item>[]> {
  const found = await Promise.all(parts.map(({ db }) => run(db, item)));
  return found.toReversed().flat();
}
