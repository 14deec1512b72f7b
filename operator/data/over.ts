// Says which of what the service reported once is over since, by what the rows and the record of actions say now.
import { and, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { build, type Database, isAmong, run } from "../../src/store/base/db.ts";
import { isRead } from "../../src/store/base/home.ts";
import { documents, events, ranges, series, webhooks } from "../../src/store/base/schema.ts";
import { attempt, attempts } from "../../src/store/document/exchange.ts";
import { indexedBy } from "../../src/store/document/search.ts";
import type { StoredAlert } from "../../src/store/watch/alerts.ts";

/** Of a document whose fate nobody knows: over once it has its verdict. */
const OF_FATE: readonly string[] = ["send_unknown", "key_mismatch", "answer_contradicts_itself"];

/** What the record says of a secret that was put in anew. */
const MENDING = z.object({
  software: z.array(z.object({ softwareId: z.string(), pin_changed: z.boolean() })).optional(),
  range: z.number().optional(),
  technical_key_changed: z.boolean().optional(),
  serialNumber: z.string().optional(),
});
const MENDING_ACTIONS = ["company.edit", "range.update", "certificate.import", "certificate.disable"];

/** @param databases all of them: a company's rows are in its own. */
export async function findOver(
  databases: readonly Database[],
  rows: readonly StoredAlert[],
): Promise<(row: StoredAlert) => boolean> {
  const [settled, resumed, enabled, mending, refused] = await Promise.all([
    findSettled(databases, rows),
    findResumed(databases, rows),
    findEnabled(databases, rows),
    findMending(databases, rows),
    findRefused(databases, rows),
  ]);
  return (row) => {
    const { code, companyId, detail, raisedAt } = row;
    if (OF_FATE.includes(code)) return settled.has(detail.documentId ?? null);
    if (code === "webhook_disabled") return typeof detail.webhook === "string" && enabled.has(detail.webhook);
    if (code === "number_taken") return resumed.has(nameStopped(row));
    if (code === "sending_refused") return !refused.has(`${companyId} ${detail.module}`);
    if (code !== "secret_unopened") return false;
    return mending.some(
      (one) => one.companyId === companyId && one.at > raisedAt && isMended(String(detail.secret), one),
    );
  };
}

/** The documents whose fate was reported as unknown, and which have their verdict since. */
async function findSettled(databases: readonly Database[], rows: readonly StoredAlert[]) {
  const ids = rows.flatMap(({ code, detail }) => (OF_FATE.includes(code) ? listNumbers(detail.documentId) : []));
  if (ids.length === 0) return new Set<string | number | null>();
  const { id, state } = documents;
  const settling = build
    .select({ id })
    .from(documents)
    .where(and(isAmong(id, ids), inArray(state, ["aceptado", "rechazado"])));
  const found = await Promise.all(databases.map((db) => run(db, settling)));
  return new Set<string | number | null>(found.flat().map((row) => row.id));
}

/** What another system's number stopped: a range, or the series of a note. */
function nameStopped({ companyId, detail: { rangeId, documentId } }: StoredAlert): string {
  return typeof rangeId === "number" ? `${companyId} range ${rangeId}` : `document ${documentId}`;
}

/** Those of the reported ranges and series that give numbers again. */
async function findResumed(databases: readonly Database[], rows: readonly StoredAlert[]): Promise<ReadonlySet<string>> {
  const taken = rows.filter(({ code }) => code === "number_taken");
  if (taken.length === 0) return new Set();
  const { id, companyId, stoppedBy } = ranges;
  const ofRanges = build
    .select({ id, companyId })
    .from(ranges)
    .where(
      and(
        isAmong(
          id,
          taken.flatMap(({ detail }) => listNumbers(detail.rangeId)),
        ),
        isNull(stoppedBy),
        isRead(companyId),
      ),
    );
  const ofNotes = build
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(
      series,
      and(
        eq(series.companyId, documents.companyId),
        sql`${series.typeCode} = ${documents.typeCode}`,
        eq(series.environment, documents.environment),
        eq(series.prefix, documents.prefix),
        isNull(series.stoppedBy),
      ),
    )
    .where(
      and(
        isAmong(
          documents.id,
          taken.flatMap(({ detail }) => listNumbers(detail.documentId)),
        ),
        isRead(documents.companyId),
      ),
    );
  const found = await Promise.all(databases.map((db) => db.batch([ofRanges, ofNotes])));
  return new Set(
    found.flatMap(([those, notes]) => [
      ...those.map((range) => `${range.companyId} range ${range.id}`),
      ...notes.map((note) => `document ${note.id}`),
    ]),
  );
}

/** Those of the reported webhooks that hear again. */
async function findEnabled(databases: readonly Database[], rows: readonly StoredAlert[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ code, detail: { webhook } }) =>
    code === "webhook_disabled" && typeof webhook === "string" ? [webhook] : [],
  );
  if (ids.length === 0) return new Set();
  const { id, companyId, disabledAt } = webhooks;
  const hearing = build
    .select({ id })
    .from(webhooks)
    .where(and(isAmong(id, ids), isNull(disabledAt), isRead(companyId)));
  const found = await Promise.all(databases.map((db) => run(db, hearing)));
  return new Set(found.flat().map((row) => row.id));
}

/** The companies and modules of which a document waits after the authority refused it before processing. */
async function findRefused(databases: readonly Database[], rows: readonly StoredAlert[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap((row) => (row.code === "sending_refused" ? (row.companyId ?? []) : []));
  if (ids.length === 0) return new Set();
  const { companyId, module, dueAt, state } = documents;
  const wasRefused = sql`EXISTS (SELECT 1 FROM ${attempts} WHERE ${attempt.outcome} = 'not-processed')`;
  // On its way once more, too: nothing of it is answered yet.
  const isWaiting = and(isNotNull(dueAt), inArray(state, ["firmado", "sending"]), isAmong(companyId, ids));
  const waiting = build
    .selectDistinct({ key: sql<string>`${companyId} || ' ' || ${module}`.as("key") })
    .from(indexedBy(documents, "documents_overdue"))
    .where(and(isWaiting, wasRefused));
  const found = await Promise.all(databases.map((db) => run(db, waiting)));
  return new Set(found.flat().map(({ key }) => key));
}

type Mending = z.output<typeof MENDING> & { readonly companyId: number; readonly at: string; readonly action: string };

/** What operators put in anew since the first report of a secret that does not open. */
async function findMending(databases: readonly Database[], rows: readonly StoredAlert[]): Promise<readonly Mending[]> {
  const closed = rows.filter(({ code }) => code === "secret_unopened");
  const [since] = closed.map(({ raisedAt }) => raisedAt).toSorted();
  if (since === undefined) return [];
  const { companyId, at, action, detail } = events;
  const ids = [...new Set(closed.flatMap((row) => row.companyId ?? []))];
  const isIt = and(isAmong(companyId, ids), inArray(action, MENDING_ACTIONS), gte(at, since), isRead(companyId));
  const done = build.select({ companyId, at, action, detail }).from(events).where(isIt);
  const found = await Promise.all(databases.map((db) => run(db, done)));
  return found.flat().flatMap(({ detail: text, ...event }) => {
    const facts = MENDING.safeParse(JSON.parse(text)).data;
    return facts === undefined ? [] : [{ ...event, ...facts }];
  });
}

/** Whether what was done puts a secret right, named as its alert names it. */
function isMended(secret: string, done: Mending): boolean {
  const [, software] = /^PIN of software (.+)$/.exec(secret) ?? [];
  if (software !== undefined) {
    return done.software?.some((one) => one.softwareId === software && one.pin_changed) === true;
  }
  const [, range] = /^technical key of range (\d+)$/.exec(secret) ?? [];
  if (range !== undefined) return done.range === Number(range) && done.technical_key_changed === true;
  const [, serial] = /^certificate (.+)$/.exec(secret) ?? [];
  if (serial === undefined) return false;
  return (
    done.action === "certificate.import" || (done.action === "certificate.disable" && done.serialNumber === serial)
  );
}

function listNumbers(value: unknown): readonly number[] {
  return typeof value === "number" ? [value] : [];
}
