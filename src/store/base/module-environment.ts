// Says in which environment a company issues the documents of a module: some modules are enabled by themselves.
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { KINDS, listCodes } from "../../domain/kind.ts";
import { build } from "./db.ts";
import { companies, software } from "./schema.ts";

const own = alias(software, "own");

/** Of the company and the software in a query that joins both. */
export const moduleEnvironment = sql<
  (typeof companies.$inferSelect)["environment"]
>`coalesce(${software.environment}, ${companies.environment})`;

/** Of the company in a query, for documents of a type. */
export function environmentOfType(typeCode: SQLWrapper): SQL {
  const modules = listCodes({}).map((code) => sql.raw(` WHEN '${code}' THEN '${KINDS[code].module}'`));
  const module = sql`CASE ${typeCode}${sql.join(modules)} END`;
  const ofModule = build
    .select({ environment: own.environment })
    .from(own)
    .where(and(eq(own.companyId, companies.id), eq(own.module, module)));
  return sql`coalesce((${ofModule}), ${companies.environment})`;
}
