// Keeps what operators did as an append-only chain per company: each event carries the hash of the one before it.
import { Buffer } from "node:buffer";
import { and, desc, eq, max, ne, notExists, type SQL, sql } from "drizzle-orm";
import { build, type Database, findOne, isAmongJson, run } from "../base/db.ts";
import { HOME } from "../base/home.ts";
import { companies, events } from "../base/schema.ts";
import type { Head } from "./event-head.ts";

/** An event as stored; `detail` is the JSON text that was hashed. */
export type StoredEvent = Readonly<typeof events.$inferSelect>;

/** Something that must never be forgotten: `companyId` is 0 for what concerns no single company, `at` an ISO instant. */
type NewEvent = Pick<StoredEvent, "companyId" | "at" | "actor" | "action" | "reason" | "documentId"> & {
  /** Facts of the action; never a secret. */
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Says that the events before it, down to a number, were lost with the database: the only event that may leave numbers out. */
export const LOST = "event.lost";

/** What the first event of a chain carries as the hash before it. */
const ORIGIN = "0".repeat(64);

/** The last event of a company, or of the deployment (0). */
export function selectNewest(companyId: number | SQL) {
  return build.select().from(events).where(eq(events.companyId, companyId)).orderBy(desc(events.sequence)).limit(1);
}

/** The last events of several companies, one each. */
export function selectNewestOf(companyIds: readonly number[]) {
  const ids = JSON.stringify(companyIds);
  const newest = sql`SELECT ${events.companyId}, max(${events.sequence}) FROM ${events}
    WHERE ${isAmongJson(events.companyId, ids)} GROUP BY ${events.companyId}`;
  return build.select().from(events).where(sql`(${events.companyId}, ${events.sequence}) IN (${newest})`);
}

/**
 * The event that comes next in its company's chain. Its statement belongs into the batch of what it records, and its
 * head into the archive once that batch is written.
 * @param above a number that it comes after; the last one of the chain unless given.
 */
export async function chainEvent(db: Database, event: NewEvent, above = 0): Promise<StoredEvent> {
  return chainAfter(await findOne(db, selectNewest(event.companyId)), event, above);
}

/** The same after an event that is known to be the last one of its chain; undefined where there is none. */
export async function chainAfter(last: StoredEvent | undefined, event: NewEvent, above = 0): Promise<StoredEvent> {
  const sequence = Math.max(last?.sequence ?? 0, above) + 1;
  const next = { ...event, sequence, detail: JSON.stringify(event.detail), previousHash: last?.hash ?? ORIGIN };
  return { ...next, hash: await hashEvent(next) };
}

/** The statement that appends an event; its batch fails when another one was faster, which must then be chained anew. */
export function insertEvent(event: StoredEvent) {
  return build.insert(events).values(event);
}

/** The last event of every chain that goes on in this database. */
export function listHeads(db: Database): Promise<Head[]> {
  // SQLite takes the other columns of a group from the row that has the maximum.
  const sequence = sql<number>`${max(events.sequence)}`.as("last");
  const heads = build.select({ companyId: events.companyId, sequence, hash: events.hash }).from(events);
  // A chain of no company of this database counts as well: it may be forged.
  const left = build
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, events.companyId), ne(companies.home, HOME.here)));
  return run(db, heads.where(notExists(left)).groupBy(events.companyId).orderBy(events.companyId));
}

/** Those of the heads whose event is not there, or has another hash. */
export function findChangedHeads(db: Database, heads: readonly Head[]): Promise<Head[]> {
  // Named unlike the columns of events, which the condition compares them with.
  const head = build
    .select({
      companyId: sql<number>`value ->> '$.companyId'`.as("headCompanyId"),
      sequence: sql<number>`value ->> '$.sequence'`.as("headSequence"),
      hash: sql<string>`value ->> '$.hash'`.as("headHash"),
    })
    .from(sql`json_each(${JSON.stringify(heads)})`)
    .as("head");
  const isIt = and(
    eq(events.companyId, head.companyId),
    eq(events.sequence, head.sequence),
    eq(events.hash, head.hash),
  );
  return run(
    db,
    build
      .select()
      .from(head)
      .where(notExists(build.select({ one: sql`1` }).from(events).where(isIt))),
  );
}

/** Events of one company, oldest first. */
export function listEvents(db: Database, companyId: number): Promise<StoredEvent[]> {
  return run(db, build.select().from(events).where(eq(events.companyId, companyId)).orderBy(events.sequence));
}

/** Where a chain breaks: sequences missing, hashes that do not follow, contents that were changed. */
export async function findBrokenEvents(events: readonly StoredEvent[]): Promise<string[]> {
  const problems: string[] = [];
  let previousHash = ORIGIN;
  let expected = 1;
  for (const event of events) {
    const name = `event ${event.sequence} of company ${event.companyId}`;
    const isSkipping = event.action === LOST && event.sequence > expected;
    if (event.sequence !== expected && !isSkipping) problems.push(`${name}: event ${expected} is missing before it`);
    if (event.previousHash !== previousHash) problems.push(`${name} does not follow the one before it`);
    if ((await hashEvent(event)) !== event.hash) problems.push(`${name} was changed after it was written`);
    previousHash = event.hash;
    expected = event.sequence + 1;
  }
  return problems;
}

async function hashEvent(event: Omit<StoredEvent, "hash">): Promise<string> {
  const { companyId, sequence, at, actor, action, reason, documentId, detail, previousHash } = event;
  const text = JSON.stringify([companyId, sequence, at, actor, action, reason, documentId, detail, previousHash]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
