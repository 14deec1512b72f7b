// A document whose number another system used into a range that gives no further number until an operator has looked.
import { type Database, write } from "./database.ts";

/** The document that found out, and its place in its range. */
export interface Collision {
  readonly documentId: number | null;
  readonly numbering: { readonly rangeId: number; readonly number: number } | null;
}

// Numbers given before an operator let the range go on may still come back as taken: he has seen to them.
const STOP = `
UPDATE ranges SET stopped_by = ?1 WHERE id = ?2 AND stopped_by IS NULL AND stops_from <= ?3`;

/**
 * Stops the range of a document; repeated, it changes nothing.
 * @throws Error when D1 fails or does not answer: then nothing is known about its effect, and it is safe to repeat.
 */
export async function stopRange(db: Database, { documentId, numbering }: Collision): Promise<void> {
  if (documentId === null || numbering === null) throw new Error("a document without a number has no range to stop");
  await write(db.prepare(STOP).bind(documentId, numbering.rangeId, numbering.number));
}

/** The statement that lets a range go on: from its next number on, a collision stops it again. */
export function resumeRange(db: Database, rangeId: number): D1PreparedStatement {
  const sql = "UPDATE ranges SET stopped_by = NULL, stops_from = next_number WHERE id = ?1";
  return db.prepare(sql).bind(rangeId);
}
