// Stops a range when another system used a number of it, until an operator has looked.
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { build, type Database, greatestOf, insertSelect, run, template } from "../base/db.ts";
import { documents, givenIds, ranges } from "../base/schema.ts";
import { stopSeries } from "./series.ts";

/** The document that found out, and its place in its range; a note has none, but a place in its series. */
export interface Collision {
  readonly documentId: number | null;
  readonly numbering: { readonly rangeId: number | null; readonly number: number } | null;
}

/** Who gave the number before: another system, or this service, of which D1 was set back behind it. */
export type GivenBefore = "elsewhere" | "before-restore";

/** More documents than a database can have taken since the oldest moment to which it can be set back: 30 days. */
const MOST_LOST = 1_000_000;

/**
 * Stops the range of a document, or the series of a note; repeated, it changes nothing. Of a database that was set back the ids, too,
 * would be those of documents that it lost: further ones are given past all of them.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function stopRange(db: Database, { documentId, numbering }: Collision, given: GivenBefore): Promise<void> {
  if (documentId === null || numbering === null) throw new Error("a document without a number has no range to stop");
  if (given === "before-restore") await run(db, skipIds({ least: documentId + MOST_LOST }));
  if (numbering.rangeId === null) return stopSeries(db, documentId, numbering.number);
  // Numbers given before an operator let the range go on may still come back as taken: he has seen to them.
  const isNew = and(isNull(ranges.stoppedBy), lte(ranges.stopsFrom, numbering.number));
  const stop = build.update(ranges).set({ stoppedBy: documentId });
  await run(db, stop.where(and(eq(ranges.id, numbering.rangeId), isNew)));
}

const skipIds = template(["least"], ({ least }) =>
  insertSelect(givenIds, { id: least }, sql`WHERE ${greatestOf(documents.id)} <= ${least} ON CONFLICT DO NOTHING`),
);

/** The statement that lets a range go on: from its next number on, a collision stops it again. */
export function resumeRange(rangeId: number) {
  return build.update(ranges).set({ stoppedBy: null, stopsFrom: ranges.nextNumber }).where(eq(ranges.id, rangeId));
}
