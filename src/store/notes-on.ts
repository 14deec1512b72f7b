// Lists the notes on one document, as the reading of that document shows them.
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { build, type Database, type RowOf, run, statement } from "./db.ts";
import { documents } from "./schema.ts";

const selectNotes = statement(["companyId", "documentId"], (value) =>
  build
    .select({
      id: documents.id,
      typeCode: documents.typeCode,
      prefix: documents.prefix,
      number: documents.number,
      conceptCode: documents.conceptCode,
      state: documents.state,
      total: documents.total,
    })
    .from(documents)
    .where(
      and(
        isNotNull(documents.correctedId),
        eq(documents.correctedId, value.documentId),
        eq(documents.companyId, value.companyId),
      ),
    )
    .orderBy(asc(documents.id)),
);

/** A note as the document that it corrects lists it. */
export type ListedNote = Readonly<RowOf<ReturnType<typeof selectNotes>>>;

/** Every note on a document, rejected ones included, oldest first. */
export function listNotesOn(db: Database, companyId: number, documentId: number): Promise<readonly ListedNote[]> {
  return run(db, selectNotes({ companyId, documentId }));
}
