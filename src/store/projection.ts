// Writes the present state of an issuance into its row, never backwards.
import { and, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { restoreDocuments } from "./archive/restore.ts";
import {
  buildSnapshot,
  isWhole,
  PROGRESS,
  type Progress,
  type Restorable,
  STUB_VERSION,
  toProgress,
} from "./archive/snapshot.ts";
import { build, type Database, nameOf, run, statement } from "./base/db.ts";
import { documents, now, webhooks } from "./base/schema.ts";
import { isReserved, RESERVED } from "./number/allocation.ts";

/** The webhooks that want to hear of the row, separated by commas; they come with the write, so that they cost no round trip. */
const ENDPOINTS = sql<string | null>`(SELECT group_concat(${nameOf(webhooks.id)}) FROM ${webhooks}
  WHERE ${nameOf(webhooks.companyId)} = ${documents}.${nameOf(documents.companyId)} AND ${nameOf(webhooks.disabledAt)} IS NULL)`;

/** The company whose mailer has something to send by now: the triggers empty the column behind this statement. */
const MAILED_FOR = sql<number | null>`iif(${documents}.${nameOf(documents.handOver)} IS NOT NULL
  AND ${documents}.${nameOf(documents.state)} = 'aceptado', ${documents}.${nameOf(documents.companyId)}, NULL)`;

/** Who is to be woken once a row shows its state. */
export interface Shown {
  /** Webhooks that may have a change to deliver. */
  readonly webhookIds: readonly string[];
  /** The company whose e-mail is owed now; null where none is. */
  readonly mailedFor: number | null;
}

/** What a row at rest has in its file, and where that is. */
const LEFT: ReadonlySet<(typeof PROGRESS)[number]> = new Set(["timeline", "verdict", "exchanges", "fileSha256"]);

const writeProgress = statement(
  [...RESERVED, "leastVersion", ...PROGRESS],
  ({ reservationId, name, leastVersion, version, ...progress }) => {
    const isFiled = sql`${progress.fileSha256} IS NOT NULL`;
    // What a row left to its file, nobody who comes late brings back.
    const isKept = sql`${documents.fileSha256} IS NOT NULL AND NOT ${isFiled}`;
    const set = Object.fromEntries(
      PROGRESS.map((member) => {
        const value = sql`${sql.param({ version, ...progress }[member], documents[member])}`;
        return [member, LEFT.has(member) ? sql`iif(${isKept}, ${documents[member]}, ${value})` : value];
      }),
    );
    return build
      .update(documents)
      .set({ ...set, fingerprint: sql`iif(${isFiled}, NULL, ${documents.fingerprint})`, updatedAt: now })
      .where(
        and(
          isReserved({ reservationId, name }),
          or(lt(documents.version, version), and(eq(documents.version, version), eq(documents.state, progress.state))),
          gte(documents.version, leastVersion),
          // Only what came to the same end once more.
          or(isNull(documents.fileSha256), isFiled, eq(documents.state, progress.state)),
        ),
      )
      .returning({ id: documents.id, webhookIds: ENDPOINTS, mailedFor: MAILED_FOR });
  },
);

/**
 * Writes an issuance's present state, guarded by its version: a late writer changes nothing. Under one version of one
 * state, only the last error, the time of the next try, and whether it is filed may differ. A document that is filed leaves its lines,
 * time line and verdict to its file, which must be durable by then.
 * `due_at` is when the object means to wake, null once terminal. Safe to repeat.
 * A row that is missing, or a stub that `ledger rebuild` left, is written again whole if the issuance still knows how.
 */
export async function projectProgress(db: Database, progress: Progress | Restorable): Promise<Shown> {
  const { reservationId, name } = progress;
  const leastVersion = isWhole(progress) ? STUB_VERSION + 1 : STUB_VERSION;
  const changed = await run(db, writeProgress({ reservationId, name, leastVersion, ...toProgress(progress) }));
  const snapshot = changed.length === 0 ? buildSnapshot(progress) : undefined;
  if (snapshot !== undefined) await restoreDocuments(db, [{ snapshot, fileSha256: progress.fileSha256 ?? null }]);
  const { webhookIds = null, mailedFor = null } = changed[0] ?? {};
  return { webhookIds: webhookIds === null ? [] : webhookIds.split(","), mailedFor };
}
