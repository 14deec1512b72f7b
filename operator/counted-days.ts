// Writes the table of what companies issued by day: documents at rest out of kept counts, and the open ones out of their rows.
import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { TypeCode } from "../src/domain/kind.ts";
import { HOME } from "../src/store/base/home.ts";
import { companies, documentDays, documents } from "../src/store/base/schema.ts";

/** Columns of `countedDays`: how many production documents of a company, type and day are in each of these. */
export const COUNTED = {
  companyId: sql<number>`counted.company_id`,
  typeCode: sql<TypeCode>`counted.type_code`,
  day: sql<string>`counted.day`,
  accepted: sql<number>`counted.accepted`,
  rejected: sql<number>`counted.rejected`,
  open: sql<number>`counted.open`,
  /** Those that take a place in the plan. */
  planned: sql<number>`counted.planned`,
} as const;

/** The table `counted`, of days from one to another, both counted. @param companyId null: all that are shown in the database. */
export function countedDays(from: string, to: string, companyId: number | null): SQL {
  const { approved, rejected, pending, planned } = documentDays;
  // A company that is not named is walked to: the key of the counts begins with it.
  const isShown = sql`${companies.home} IN (${sql.raw(`${HOME.here}, ${HOME.closed}, ${HOME.kept}`)})`;
  const isOf = (column: SQLiteColumn) =>
    companyId === null ? sql`${column} = ${companies.id} AND ${isShown}` : sql`${column} = ${companyId}`;
  const source = (table: typeof documentDays | typeof documents) =>
    companyId === null ? sql`${companies} CROSS JOIN ${table}` : sql`${table}`;
  return sql`(SELECT ${documentDays.companyId} AS company_id, ${documentDays.typeCode} AS type_code, ${documentDays.day} AS day,
      ${approved} AS accepted, ${rejected} AS rejected, ${pending} AS open, ${planned} AS planned
    FROM ${source(documentDays)} WHERE ${isOf(documentDays.companyId)} AND ${documentDays.day} BETWEEN ${from} AND ${to}
    UNION ALL SELECT ${documents.companyId}, ${documents.typeCode}, ${documents.issueDate}, 0, 0, 1, ${documents.planSequence} IS NOT NULL
    FROM ${source(documents)} WHERE ${isOf(documents.companyId)} AND ${documents.dueAt} IS NOT NULL
      AND ${documents.environment} = 'produccion' AND ${documents.issueDate} BETWEEN ${from} AND ${to}) AS counted`;
}
