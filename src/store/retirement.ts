// Walks through the documents of a database from the oldest on, to empty the objects of those that have been at rest for long.
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { build, type Database, run } from "./db.ts";
import { isAtHome } from "./home.ts";
import { documents, walks } from "./schema.ts";

const WALK = "retire";

/** The next documents of the walk, of any state; imported ones have no object and are not among them. */
export function readWalkPage(db: Database, limit: number) {
  const { id, issuanceName, reservedAt, state, companyId } = documents;
  const reached = sql`coalesce((${build.select({ lastId: walks.lastId }).from(walks).where(eq(walks.name, WALK))}), 0)`;
  return run(
    db,
    build
      .select({ id, name: sql<string>`${issuanceName}`.as("objectName"), reservedAt, state })
      .from(documents)
      .where(and(gt(id, reached), isNotNull(issuanceName), isAtHome(companyId)))
      .orderBy(id)
      .limit(limit),
  );
}

/** Remembers the last document of the walk that is done with. */
export async function moveWalk(db: Database, lastId: number): Promise<void> {
  const write = build.insert(walks).values({ name: WALK, lastId });
  await run(db, write.onConflictDoUpdate({ target: walks.name, set: { lastId } }));
}
