// Reads what companies are configured with, page by page and without any secret, for the daily copy of the archive.
import { and, between, getTableColumns, gt, inArray } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { build, type Database, run } from "../base/db.ts";
import { isRead } from "../base/home.ts";
import {
  apiClients,
  branches,
  certificates,
  companies,
  costCenters,
  mailers,
  paymentMethods,
  plans,
  ranges,
  series,
  software,
  tills,
  tokens,
  webhooks,
} from "../base/schema.ts";

/** Companies of one page. */
export const PAGE_COMPANIES = 50;

/** Columns of secrets, sealed or digested; an address of a webhook may hold one, and is cut. */
const SECRET = /^(?:sealed_|previous_)|^digest$|pepper/;

const OWNED = {
  software,
  certificates,
  ranges,
  series,
  plans,
  apiClients,
  paymentMethods,
  costCenters,
  branches,
  tills,
  mailers,
  webhooks,
};

/** The tables of a copy by their names in it, in an order in which each finds what it refers to. */
export const COPIED: ReadonlyMap<string, SQLiteTable> = new Map(Object.entries({ companies, ...OWNED, tokens }));

/** Rows by table, each with the members of its columns that are no secret. */
type Configuration = Readonly<Record<string, readonly object[]>>;

/** A page of companies in the order of their ids. */
interface ConfigurationPage {
  /** The last id of the page; null when no company comes after it. */
  readonly next: number | null;
  readonly companies: number;
  readonly tables: Configuration;
}

/** What the companies after an id are configured with, of those that live in a database. */
export async function readConfiguration(db: Database, after: number): Promise<ConfigurationPage> {
  const which = and(gt(companies.id, after), isRead(companies.id));
  const found = await run(
    db,
    build
      .select({ id: companies.id })
      .from(companies)
      .where(which)
      .orderBy(companies.id)
      .limit(PAGE_COMPANIES + 1),
  );
  const ids = found.slice(0, PAGE_COMPANIES).map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return { next: null, companies: 0, tables: {} };
  const ofPage = (column: SQLiteColumn) => and(between(column, after + 1, last), isRead(column));
  const clients = build.select({ id: apiClients.id }).from(apiClients).where(ofPage(apiClients.companyId));
  const owned = Object.entries(OWNED).map(
    ([name, table]) => [name, selectShown(table).where(ofPage(table.companyId))] as const,
  );
  const [heads, given, ...rows] = await db.batch([
    selectShown(companies).where(ofPage(companies.id)),
    selectShown(tokens).where(inArray(tokens.clientId, clients)),
    ...owned.map(([, query]) => query),
  ]);
  const named = owned.map(([name], place) => [name, (rows[place] ?? []).map(cutAddress)] as const);
  const tables = { companies: heads, tokens: given, ...Object.fromEntries(named) };
  return { next: found.length > ids.length ? last : null, companies: ids.length, tables };
}

function selectShown(table: SQLiteTable) {
  const shown = Object.entries(getTableColumns(table)).filter(([, column]) => !SECRET.test(column.name));
  const fields: Record<string, SQLiteColumn> = Object.fromEntries(shown);
  return build.select(fields).from(table);
}

/** Of the address of a webhook where it goes; the rest of it may be a secret. */
function cutAddress(row: Readonly<Record<string, unknown>>): object {
  const { url } = row;
  return typeof url === "string" ? { ...row, url: new URL(url).origin } : row;
}
