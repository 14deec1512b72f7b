// Ends the links of a document, and says which generation of them is valid.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { build, type Database, statement } from "../base/db.ts";
import { runAcross } from "../base/home.ts";
import { documents } from "../base/schema.ts";
import { type StoredDocument, selectDocuments } from "./documents.ts";

/** The generation whose links open the document; null while none does. @param stored the column `link_generation`. */
export function findLinkGeneration(stored: number | null): number | null {
  if (stored === null) return 0;
  return stored < 0 ? null : stored;
}

const { linkGeneration } = documents;

/** What a company sells and hands over to its buyers by link. */
const selectLinked = statement(["id", "companyId"], (value) =>
  selectDocuments().where(
    and(
      eq(documents.id, value.id),
      eq(documents.companyId, value.companyId),
      sql`${documents.module} IN ('fe', 'dee')`,
    ),
  ),
);

/** Finds the document that a link may open. */
export async function findLinked(db: Database, companyId: number, id: number): Promise<StoredDocument | undefined> {
  const [document] = await runAcross(db, selectLinked({ id, companyId }));
  return document;
}

/** One update of a document's own row; it changes nothing else of it. */
function updating(next: SQL) {
  return statement(["id", "companyId"], (value) =>
    build
      .update(documents)
      .set({ linkGeneration: next })
      .where(and(eq(documents.id, value.id), eq(documents.companyId, value.companyId)))
      .returning({ generation: linkGeneration }),
  );
}

const reopenLinks = updating(sql`abs(${linkGeneration})`);
const renewLinks = updating(
  sql`CASE WHEN ${linkGeneration} < 0 THEN -${linkGeneration} ELSE coalesce(${linkGeneration}, 0) + 1 END`,
);
const endLinks = updating(
  sql`CASE WHEN ${linkGeneration} < 0 THEN ${linkGeneration} ELSE -coalesce(${linkGeneration}, 0) - 1 END`,
);
const WRITES = { reopen: reopenLinks, renew: renewLinks, end: endLinks } as const;

/** A document of a company. */
interface Named {
  readonly id: number;
  readonly companyId: number;
}

/**
 * `reopen`: links are given again where they were ended, and those that are valid stay; `renew`: all earlier links end; `end`: all
 * end until one of the others. Links that were ended once never open again.
 * @returns the generation of links that are given from now on; null after `end`.
 */
export async function changeLinks(db: Database, change: keyof typeof WRITES, named: Named): Promise<number | null> {
  const [row] = await runAcross(db, WRITES[change]({ ...named }));
  if (row === undefined) throw new Error(`document ${named.id} is gone`);
  return findLinkGeneration(row.generation);
}
