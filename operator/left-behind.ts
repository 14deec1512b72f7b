// Keeps the rows that moved companies left behind in a database for a week out of lists over all companies.
import { and, eq, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { build } from "../src/store/base/db.ts";
import { HOME, isHeld, isRead } from "../src/store/base/home.ts";
import { companies } from "../src/store/base/schema.ts";

/** Whether a row is no copy that a move left; also where no company of its number is known. */
export function isNotLeftBehind(companyId: SQLiteColumn): SQL {
  const isCopy = and(eq(companies.id, companyId), lt(companies.home, HOME.closed));
  return notExists(build.select({ one: sql`1` }).from(companies).where(isCopy));
}

/** The same of documents, older ones of which a database may keep. */
export function isNoCopy(companyId: SQLiteColumn): SQL {
  const isCopy = and(eq(companies.id, companyId), lt(companies.home, HOME.closed), ne(companies.home, HOME.kept));
  return notExists(build.select({ one: sql`1` }).from(companies).where(isCopy));
}

/** Whether documents of a company are read in the database of the row: where it lives, or where it keeps older ones. */
export function isShown(companyId: SQLiteColumn): SQL | undefined {
  return or(isRead(companyId), isHeld(companyId));
}
