// Finds what the database lacks before it can be worked with: tables, or a company.
import { build, type Database, findOne } from "../base/db.ts";
import { companies } from "../base/schema.ts";

/** Whether an error says that a table is not there: the migrations were never applied. */
export function isTableMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /\bno such table\b/.test(error.message) || isTableMissing(error.cause);
}

/** What the database lacks, in the order in which it is prepared. @throws Error when D1 fails for another reason. */
export async function findMissingData(db: Database): Promise<readonly ("tables" | "companies")[]> {
  try {
    const company = await findOne(db, build.select({ id: companies.id }).from(companies).limit(1));
    return company === undefined ? ["companies"] : [];
  } catch (cause) {
    if (isTableMissing(cause)) return ["tables", "companies"];
    throw cause;
  }
}
