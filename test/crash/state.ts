// Reads the files that the local platform keeps: D1, every object's journal, the alarms, the archive.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { findLocalFile, listOtherFiles } from "../../operator/access/sqlite.ts";
import type { Module } from "../../src/domain/company.ts";
import type { Attempt, StateChange } from "../../src/domain/document/timeline.ts";
import type { IssueRecord } from "../../src/issuance/contract/ports.ts";
import { readSnapshot } from "../../src/store/archive/snapshot.ts";
import { unpackRow } from "../support/unpack.ts";

const OBJECT_FOLDER = "do/factura-edge-Issuance";
const R2_FOLDER = "r2/miniflare-R2BucketObject";
/** The platform's own file beside those of the objects: it holds their alarms. */
const METADATA = "metadata.sqlite";

export interface DocumentRow {
  readonly id: number;
  readonly company_id: number;
  readonly module: Module;
  readonly environment: string;
  readonly type_code: string;
  readonly client_id: number;
  readonly issuance_name: string;
  readonly idempotency_key: string | null;
  readonly reservation_id: string;
  /** Null for a note. */
  readonly range_id: number | null;
  readonly corrected_id: number | null;
  readonly total: string;
  readonly prefix: string;
  readonly number: number;
  readonly full_number: string;
  readonly file_sequence: number;
  readonly file_name: string | null;
  readonly plan_sequence: number | null;
  readonly issue_date: string;
  readonly state: string;
  readonly version: number;
  readonly fiscal_id: string | null;
  readonly xml_path: string | null;
  readonly xml_sha256: string | null;
  readonly due_at: string | null;
  /** Of `document.json.gz`, to which a row at rest leaves its time line. */
  readonly file_sha256: string | null;
  readonly timeline: string | null;
}

export interface RangeRow {
  readonly id: number;
  readonly company_id: number;
  readonly from_number: number;
  readonly to_number: number;
  readonly next_number: number;
}

export interface SeriesRow {
  readonly company_id: number;
  readonly type_code: string;
  readonly environment: string;
  readonly prefix: string;
  readonly first_number: number;
  readonly next_number: number;
}

/** A change that the feed shows. */
export interface ChangeRow {
  readonly document_id: number;
  readonly state: string;
}

export interface PlanRow {
  readonly company_id: number;
  readonly module: string;
  readonly year: number;
  readonly allowance: number;
  readonly used: number;
}

/** What a database says of a company. */
export interface HomeRow {
  readonly database: number;
  readonly company_id: number;
  /** Null where its row is gone. */
  readonly home: number | null;
  /** Where the directory says that it lives; meant in the first database alone. */
  readonly shard: number | null;
  readonly documents: number;
}

/** What an object's own file says. */
export interface JournalFile {
  /** Hash of the object's name: the name of its file. */
  readonly objectId: string;
  readonly record: Omit<IssueRecord, "document">;
  readonly hasDocument: boolean;
  readonly chunks: number;
  readonly pending: number;
  readonly alarmMs: number | null;
}

export interface State {
  readonly homes: readonly HomeRow[];
  /** These and all others of a company: where it is at home. */
  readonly documents: readonly DocumentRow[];
  readonly ranges: readonly RangeRow[];
  readonly series: readonly SeriesRow[];
  /** In the order of the feed. */
  readonly feed: readonly ChangeRow[];
  readonly plans: readonly PlanRow[];
  readonly sequences: readonly { readonly company_id: number; readonly year: number; readonly next: number }[];
  /** Orders of two people to send a document again, by document. */
  readonly orders: readonly { readonly document_id: number; readonly total: number }[];
  readonly counts: readonly {
    readonly company_id: number;
    readonly approved: number;
    readonly rejected: number;
    readonly pending: number;
  }[];
  readonly journals: readonly JournalFile[];
  /** Path in the archive -> SHA-256 of the bytes on disk; an answer behind a document's facts under its own path. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that SQLite itself finds damaged. */
  readonly damaged: readonly string[];
}

/** The time line of a row, as its journal projected it. */
export interface Timeline {
  readonly changes: readonly StateChange[];
  readonly attempts: readonly Attempt[];
}

const AT_HOME = "company_id IN (SELECT id FROM companies WHERE home = 1)";
const HOMES = `SELECT company_id, max(home) AS home, max(shard) AS shard, sum(documents) AS documents
  FROM (SELECT id AS company_id, home, shard, 0 AS documents FROM companies
    UNION ALL SELECT company_id, NULL, NULL, count(*) FROM documents GROUP BY company_id)
  GROUP BY company_id`;

/** Reads everything; no process may be writing. */
export function readState(folder: string): State {
  const damaged: string[] = [];
  const databases = listDatabases(folder).map((path) => openFile(path, damaged));
  const all = <Row>(sql: string) => databases.flatMap((db) => db.prepare(sql).all()) as unknown as Row[];
  const { files, timelines } = readArchive(folder, damaged);
  const whole = (row: DocumentRow): DocumentRow => {
    const path = `${(row.xml_path ?? "").replace(/\.xml$/, "")}/document.json.gz`;
    // What a row at rest left to its file counts where it is the very file.
    return row.file_sha256 !== null && files.get(path) === row.file_sha256
      ? { ...row, timeline: timelines.get(path) ?? null }
      : row;
  };
  const state = {
    homes: databases.flatMap((db, database) =>
      db
        .prepare(HOMES)
        .all()
        .map((row) => ({ ...row, database }) as unknown as HomeRow),
    ),
    documents: all<DocumentRow>(`SELECT * FROM documents WHERE ${AT_HOME} ORDER BY id`).map(unpackRow).map(whole),
    ranges: all<RangeRow>(`SELECT id, company_id, from_number, to_number, next_number FROM ranges WHERE ${AT_HOME}`),
    series: all<SeriesRow>(`SELECT * FROM series WHERE ${AT_HOME}`),
    feed: all<ChangeRow>(`SELECT document_id, state FROM changes WHERE ${AT_HOME} ORDER BY company_id, sequence`),
    plans: all<PlanRow>(`SELECT * FROM plans WHERE ${AT_HOME}`),
    sequences: all<State["sequences"][number]>(`SELECT * FROM file_sequences WHERE ${AT_HOME}`),
    orders: all<State["orders"][number]>(
      `SELECT document_id, count(*) AS total FROM resend_orders WHERE ${AT_HOME} GROUP BY document_id`,
    ),
    counts: all<State["counts"][number]>(
      `SELECT company_id, approved, rejected, pending FROM document_days WHERE ${AT_HOME}`,
    ),
    journals: readJournals(join(folder, OBJECT_FOLDER), damaged),
    files,
    damaged,
  };
  for (const db of databases) db.close();
  return state;
}

/** The counters as they stand before any load. */
export function readCounters(folder: string): Pick<State, "ranges" | "plans"> {
  const [first = ""] = listDatabases(folder);
  const db = new DatabaseSync(first, { readOnly: true });
  const ranges = db.prepare("SELECT id, company_id, from_number, to_number, next_number FROM ranges").all();
  const plans = db.prepare("SELECT * FROM plans").all();
  db.close();
  return { ranges: ranges as unknown as RangeRow[], plans: plans as unknown as PlanRow[] };
}

/** The files of D1 in the order of their numbers. */
function listDatabases(folder: string): string[] {
  const persistFolder = dirname(folder);
  const first = findLocalFile(persistFolder);
  if (first === undefined) throw new Error(`${folder} holds no database`);
  return [first, ...listOtherFiles(persistFolder)];
}

function readJournals(folder: string, damaged: string[]): JournalFile[] {
  const alarms = readAlarms(join(folder, METADATA));
  return listFiles(folder).flatMap((path) => {
    const db = openFile(path, damaged);
    const hasTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'journal'").get() !== undefined;
    const row = hasTable ? db.prepare("SELECT body FROM journal WHERE id = 1").get() : undefined;
    const count = "SELECT count(*) AS chunks, count(sha256) AS pending FROM journal WHERE id > 1";
    const { chunks = 0, pending = 0 } = hasTable ? (db.prepare(count).get() ?? {}) : {};
    const counts = { chunks: Number(chunks), pending: Number(pending) };
    db.close();
    if (row === undefined) return [];
    const { hasDocument, ...record } = JSON.parse(String(row.body)) as IssueRecord & { hasDocument: boolean };
    const objectId = (path.split("/").at(-1) ?? "").replace(".sqlite", "");
    return [{ objectId, record, hasDocument, ...counts, alarmMs: alarms.get(objectId) ?? null }];
  });
}

function readAlarms(path: string): Map<string, number> {
  const db = new DatabaseSync(path);
  const rows = db.prepare("SELECT actor_id, scheduled_time / 1000000 AS ms FROM _cf_ALARM").all();
  db.close();
  return new Map(rows.map(({ actor_id: id, ms }) => [String(id), Number(ms)]));
}

/** Digests of all files, and the time lines of documents at rest, by path. */
function readArchive(folder: string, damaged: string[]) {
  const db = openFile(findOnly(join(folder, R2_FOLDER)), damaged);
  const rows = db.prepare("SELECT key, blob_id FROM _mf_objects").all();
  db.close();
  const buckets = readdirSync(join(folder, "r2")).filter((name) => name !== "miniflare-R2BucketObject");
  const files = new Map<string, string>();
  const timelines = new Map<string, string>();
  for (const { key, blob_id: blob } of rows) {
    const path = buckets.map((bucket) => join(folder, "r2", bucket, "blobs", String(blob))).find(existsSync);
    const bytes = path === undefined ? undefined : readFileSync(path);
    files.set(String(key), bytes === undefined ? "missing" : digest(bytes));
    if (bytes === undefined || !String(key).endsWith("/document.json.gz")) continue;
    const { row } = readSnapshot(bytes);
    if (typeof row.timeline === "string") timelines.set(String(key), row.timeline);
    const answer = readBundled(bytes);
    if (answer !== undefined) files.set(answer.path, digest(answer.bytes));
  }
  return { files, timelines };
}

/** The answer that lies behind the facts of a settled document. */
function readBundled(packed: Buffer): { readonly path: string; readonly bytes: Buffer } | undefined {
  const bytes = gunzipSync(packed);
  const end = bytes.indexOf("\n");
  if (end === -1) return undefined;
  const { answerPath: path } = JSON.parse(bytes.subarray(0, end).toString()) as { answerPath: string };
  return { path, bytes: bytes.subarray(end + 1) };
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Not read-only: a transaction that the last kill cut off is rolled back when the file is opened, as the platform does. */
function openFile(path: string, damaged: string[]): DatabaseSync {
  const db = new DatabaseSync(path);
  const [check] = db.prepare("PRAGMA integrity_check").all();
  if (check?.integrity_check !== "ok") damaged.push(`${path}: ${String(check?.integrity_check)}`);
  return db;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== METADATA)
    .map((name) => join(folder, name));
}

function findOnly(folder: string): string {
  const [path, ...others] = listFiles(folder);
  if (path === undefined || others.length > 0) throw new Error(`${folder} holds ${others.length + 1} databases`);
  return path;
}
