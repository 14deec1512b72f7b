// Reads, page by page, the documents whose objects the cron asks to empty themselves when they have been at rest for long. One
// walk goes by id, from the oldest on; another, by the moment of rest, finds those that came to rest on a later day than that of
// their reservation.
import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { build, type Database, run } from "../base/db.ts";
import { isHeld } from "../base/home.ts";
import { documents, RESTED_LATE, toSqlTime, walks } from "../base/schema.ts";

/** Its place is the id of a document. */
export const BY_ID = "retire";
/** Its place is the second of a document's rest, since 1970. */
export const BY_REST = "retire-late";

export type Walk = typeof BY_ID | typeof BY_REST;

const { id, issuanceName, reservedAt, updatedAt, state, companyId } = documents;
const name = sql<string>`${issuanceName}`.as("objectName");

/** The next documents of the walk by id, of any state; imported ones have no object and are not among them. */
export function readWalkPage(db: Database, limit: number) {
  return run(
    db,
    build
      .select({ at: id, name, reservedAt, state })
      .from(documents)
      .where(and(gt(id, readReached(BY_ID)), isNotNull(issuanceName), isHeld(companyId)))
      .orderBy(id)
      .limit(limit),
  );
}

/**
 * The next documents of the walk by rest, and with the last of them all of the same second.
 * @param until the last moment of rest, an ISO instant.
 */
export function readLatePage(db: Database, limit: number, until: string) {
  const end = toSqlTime(until);
  const isNext = and(RESTED_LATE, gt(updatedAt, sql`datetime(${readReached(BY_REST)}, 'unixepoch')`));
  const last = build
    .select({ updatedAt })
    .from(documents)
    .where(isNext)
    .orderBy(updatedAt)
    .limit(1)
    .offset(limit - 1);
  const at = sql<number>`CAST(unixepoch(${updatedAt}) AS INTEGER)`.as("restedAt");
  return run(
    db,
    build
      .select({ at, name, state })
      .from(documents)
      .where(and(isNext, lte(updatedAt, sql`min(coalesce((${last}), ${end}), ${end})`), isHeld(companyId)))
      .orderBy(updatedAt),
  );
}

function readReached(walk: Walk) {
  return sql`coalesce((${build.select({ lastId: walks.lastId }).from(walks).where(eq(walks.name, walk))}), 0)`;
}

/** Remembers how far a walk has come. */
export async function moveWalk(db: Database, walk: Walk, reached: number): Promise<void> {
  const write = build.insert(walks).values({ name: walk, lastId: reached });
  await run(db, write.onConflictDoUpdate({ target: walks.name, set: { lastId: reached } }));
}
