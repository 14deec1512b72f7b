// Finds the database in which a company lives, and goes on in another one when the company has moved there.
import { and, eq, exists, gte, type SQL, sql } from "drizzle-orm";
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
import { companies } from "./schema.ts";

/** The Worker's bindings: `DB` is the first database and the directory; `DB1`, `DB2` and so on are found by name. */
export interface Bindings {
  readonly DB: D1Database;
}

/** What a company's `home` says in a database; `sealed` is a copy that no mover writes any more, while it is compared. */
export const HOME = { here: 1, closed: 0, unread: -1, sealed: -2 } as const;

/** Whether the company of a row lives in the database of the row, which then is no copy. */
export function isAtHome(companyId: SQLiteColumn): SQL {
  const isIt = and(eq(companies.id, companyId), eq(companies.home, HOME.here));
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
const remembered = new WeakMap<D1Database, Map<number, number>>();

function recall({ DB }: Bindings): Map<number, number> {
  const shards = remembered.get(DB) ?? new Map<number, number>();
  if (shards.size > REMEMBERED) shards.clear();
  remembered.set(DB, shards);
  return shards;
}

/** The number of a company's database, as the directory says; undefined when there is no such company. */
async function readShard(bindings: Bindings, companyId: number): Promise<number | undefined> {
  const { shard, id } = companies;
  const row = await findOne(
    openDatabase(bindings.DB),
    build.select({ shard }).from(companies).where(eq(id, companyId)),
  );
  if (row !== undefined) recall(bindings).set(companyId, row.shard);
  return row?.shard;
}

const selectHome = build.select({ home: companies.home }).from(companies).where(eq(companies.id, 0)).toSQL().sql;
/** Undoes its transaction unless the company is there: SQLite refuses abs() of the least integer. */
const requireHome = `SELECT abs(-9223372036854775807 - (coalesce((${selectHome}), 9) <> ?)) > 0`;
const REFUSED = /integer overflow/;

/**
 * Runs statements of one company, each time in one transaction with the question what its `home` is in their database.
 * @param at what its `home` must be there for a write.
 * @throws MovedError where that is something else.
 */
export function guard(execute: Execute, companyId: number, at: number = HOME.here): Execute {
  return async (queries) => {
    if (queries.every(isReading)) {
      const [[[found] = []] = [], ...rows] = await execute([{ sql: selectHome, params: [companyId] }, ...queries]);
      if (found !== HOME.here && found !== HOME.closed) throw new MovedError(`company ${companyId} is not read here`);
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
  const attempt = (shard: number, queries: readonly SqlQuery[]) => {
    const binding = listBindings(bindings)[shard];
    if (binding === undefined) throw new MovedError(`no database is bound as DB${shard}`);
    return guard(reachDatabase(binding), companyId)(queries);
  };
  return connect(async (queries) => {
    try {
      return await attempt(recall(bindings).get(companyId) ?? 0, queries);
    } catch (cause) {
      if (!(cause instanceof MovedError)) throw cause;
      const shard = await readShard(bindings, companyId);
      // No company has this id: the first database shows nothing of it.
      return shard === undefined ? reachDatabase(bindings.DB)(queries) : attempt(shard, queries);
    }
  });
}
