// Says what the service knows of outages of the authority, and how many documents each holds; the exchanges of the last hour do not show it.
import { and, eq, isNotNull, like, sql } from "drizzle-orm";
import type { Environment } from "../../src/domain/company.ts";
import { describeOutage, type KnownOutage } from "../../src/domain/document/brake.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { documents } from "../../src/store/base/schema.ts";
import { listBrakes } from "../../src/store/watch/brake.ts";
import { openDocuments } from "../../src/store/watch/health.ts";
import { isNoCopy } from "../left-behind.ts";

export interface Away {
  readonly environment: Environment;
  readonly state: KnownOutage["state"];
  readonly since: string;
  readonly only_of: number | null;
}

/** @param companyId of one company those that hold its documents; null: all. */
export async function listOutages(
  directory: Database,
  nowMs: number,
  companyId: number | null = null,
): Promise<readonly Away[]> {
  const brakes = await listBrakes(directory);
  return brakes.flatMap(({ environment, state: brake }) => {
    const known = describeOutage(brake, nowMs);
    if (known === null) return [];
    const { state, sinceMs, onlyOf } = known;
    if (companyId !== null && onlyOf !== null && onlyOf !== companyId) return [];
    return [{ environment, state, since: new Date(sinceMs).toISOString(), only_of: onlyOf }];
  });
}

/** With how many signed documents wait for each to end. */
export async function countHeld(databases: readonly Database[], outages: readonly Away[]) {
  if (outages.length === 0) return [];
  const { id, environment, companyId, state, lastStatusError } = documents;
  const isOpen = sql`${id} IN (SELECT ${id} FROM ${openDocuments})`;
  const isHeld = and(isOpen, eq(state, "firmado"), isNotNull(lastStatusError), like(lastStatusError, "held: %"));
  const counted = build
    .select({ environment, company: companyId, documents: sql<number>`count(*)`.as("total") })
    .from(documents)
    .where(and(isHeld, isNoCopy(companyId)))
    .groupBy(environment, companyId);
  const found = (await Promise.all(databases.map((db) => run(db, counted)))).flat();
  return outages.map((away) => {
    const own = found.filter(
      (row) => row.environment === away.environment && (away.only_of === null || away.only_of === row.company),
    );
    return { ...away, waiting: own.reduce((total, row) => total + row.documents, 0) };
  });
}
