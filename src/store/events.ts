// What operators did into an append-only chain per company: each event carries the hash of the one before it.
import { Buffer } from "node:buffer";
import { type Database, readAll, readOne } from "./database.ts";
import type { Head } from "./event-head.ts";

/** Something that must never be forgotten. */
export interface NewEvent {
  /** 0 for what concerns no single company. */
  readonly companyId: number;
  /** ISO instant. */
  readonly at: string;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly documentId: number | null;
  /** Facts of the action; never a secret. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An event as stored; `detail` is the JSON text that was hashed. */
export interface StoredEvent extends Omit<NewEvent, "detail"> {
  readonly sequence: number;
  readonly detail: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** What the first event of a chain carries as the hash before it. */
const ORIGIN = "0".repeat(64);

const COLUMNS = `company_id AS companyId, sequence, at, actor, action, reason, document_id AS documentId, detail,
  previous_hash AS previousHash, hash`;

/**
 * The event that comes next in its company's chain. Its statement belongs into the batch of what it tells of, and its
 * head into the archive once that batch is written.
 */
export async function chainEvent(db: Database, event: NewEvent): Promise<StoredEvent> {
  const sql = `SELECT ${COLUMNS} FROM events WHERE company_id = ?1 ORDER BY sequence DESC LIMIT 1`;
  const last = await readOne<StoredEvent>(db.prepare(sql).bind(event.companyId));
  const sequence = (last?.sequence ?? 0) + 1;
  const next = { ...event, sequence, detail: JSON.stringify(event.detail), previousHash: last?.hash ?? ORIGIN };
  return { ...next, hash: await hashEvent(next) };
}

/** The statement that appends an event; its batch fails when another one was faster, which must then be chained anew. */
export function insertEvent(db: Database, event: StoredEvent): D1PreparedStatement {
  const { companyId, sequence, at, actor, action, reason, documentId, detail, previousHash, hash } = event;
  return db
    .prepare(
      `INSERT INTO events (company_id, sequence, at, actor, action, reason, document_id, detail, previous_hash, hash)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    )
    .bind(companyId, sequence, at, actor, action, reason, documentId, detail, previousHash, hash);
}

/** The last event of every chain. */
export async function listHeads(db: Database): Promise<Head[]> {
  const sql = `SELECT company_id AS companyId, max(sequence) AS sequence, hash FROM events
    GROUP BY company_id ORDER BY company_id`;
  return readAll<Head>(db.prepare(sql));
}

/** Those of the heads whose event is not there, or has another hash. */
export async function findChangedHeads(db: Database, heads: readonly Head[]): Promise<Head[]> {
  const sql = `SELECT h.value ->> '$.companyId' AS companyId, h.value ->> '$.sequence' AS sequence,
      h.value ->> '$.hash' AS hash
    FROM json_each(?1) h WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.company_id = h.value ->> '$.companyId'
      AND e.sequence = h.value ->> '$.sequence' AND e.hash = h.value ->> '$.hash')`;
  return readAll<Head>(db.prepare(sql).bind(JSON.stringify(heads)));
}

/** Events of one company, oldest first. */
export async function listEvents(db: Database, companyId: number): Promise<StoredEvent[]> {
  const sql = `SELECT ${COLUMNS} FROM events WHERE company_id = ?1 ORDER BY sequence`;
  return readAll<StoredEvent>(db.prepare(sql).bind(companyId));
}

/** Where a chain breaks: sequences missing, hashes that do not follow, contents that were changed. */
export async function findBrokenEvents(events: readonly StoredEvent[]): Promise<string[]> {
  const problems: string[] = [];
  let previousHash = ORIGIN;
  let expected = 1;
  for (const event of events) {
    const name = `event ${event.sequence} of company ${event.companyId}`;
    if (event.sequence !== expected) problems.push(`${name}: event ${expected} is missing before it`);
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
