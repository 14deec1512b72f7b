// Orders to compare journals with rows: written by the operator program, worked off by the cron, answered by findings.
import { type Database, readAll, writeBatch } from "./database.ts";
import { LEDGER_QUERY, type LedgerEntry, toLedgerEntry } from "./record.ts";

/** An order that is not worked off yet. */
export interface OpenAudit {
  readonly id: number;
  readonly companyId: number;
  /** Only documents in this state; empty for all of them. */
  readonly state: string;
  /** Every document up to this id is done. */
  readonly reached: number;
  readonly lastId: number;
}

/** Open orders, oldest first. */
export async function listOpenAudits(db: Database, limit: number): Promise<OpenAudit[]> {
  const sql = `SELECT id, company_id AS companyId, state, reached, last_id AS lastId FROM journal_audits
    WHERE closed_at IS NULL ORDER BY id LIMIT ?1`;
  return readAll<OpenAudit>(db.prepare(sql).bind(limit));
}

/** A document that an order may be about. */
export interface AuditedDocument {
  readonly id: number;
  readonly state: string;
  /** Null for imported documents, which have no object. */
  readonly issuanceName: string | null;
}

// One branch per prefix of the index `documents_list`: each reads no more rows than the page holds.
const PAGE = ["fe", "dse"]
  .flatMap((module) => ["produccion", "habilitacion"].map((environment) => ({ module, environment })))
  .map(
    ({ module, environment }) => `SELECT * FROM (SELECT id, state, issuance_name AS issuanceName FROM documents
      WHERE company_id = ?1 AND module = '${module}' AND environment = '${environment}' AND id > ?2 AND id <= ?3
      ORDER BY id LIMIT ?4)`,
  )
  .join(" UNION ALL ");

/** The next documents of an order, by id, whatever their state. */
export async function readAuditPage(db: Database, audit: OpenAudit, limit: number): Promise<AuditedDocument[]> {
  const { companyId, reached, lastId } = audit;
  const sql = `SELECT * FROM (${PAGE}) ORDER BY id LIMIT ?4`;
  return readAll<AuditedDocument>(db.prepare(sql).bind(companyId, reached, lastId, limit));
}

/** A row that is there and cannot be read: one of its JSON columns was spoiled. */
export interface UnreadableRow {
  /** Name of the error; its message may quote the row. */
  readonly unreadable: string;
}

/** What the rows of documents say, by id; a row whose range is gone is not among them. */
export async function readEntries(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LedgerEntry | UnreadableRow>> {
  const sql = `${LEDGER_QUERY} WHERE d.id IN (SELECT value FROM json_each(?1))`;
  const rows = await readAll<{ readonly id: number }>(db.prepare(sql).bind(JSON.stringify(ids)));
  return new Map(rows.map((row) => [row.id, readEntry(row)]));
}

function readEntry(row: unknown): LedgerEntry | UnreadableRow {
  try {
    return toLedgerEntry(row);
  } catch (cause) {
    return { unreadable: cause instanceof Error ? cause.name : "unknown error" };
  }
}

/** A journal that is not what its row says. */
export interface JournalFinding {
  readonly documentId: number;
  readonly what: "lost" | "different" | "unanswered";
  /** In plain words, without personal data. */
  readonly detail: string;
}

/** What one page of an order came to. */
export interface AuditStep {
  readonly reached: number;
  readonly asked: number;
  readonly isDone: boolean;
  readonly findings: readonly JournalFinding[];
}

/**
 * Writes a page's findings and moves the order on, in one transaction and only from where it stood: repeated, or run
 * beside another, it changes nothing (`nowIso` an ISO instant).
 */
export async function moveAudit(db: Database, audit: OpenAudit, step: AuditStep, nowIso: string): Promise<void> {
  const { id, reached: before } = audit;
  const { reached, asked, isDone, findings } = step;
  const insert = `INSERT INTO journal_findings (audit_id, document_id, what, detail)
    SELECT ?1, f.value ->> '$.documentId', f.value ->> '$.what', f.value ->> '$.detail' FROM json_each(?3) f
    WHERE EXISTS (SELECT 1 FROM journal_audits WHERE id = ?1 AND reached = ?2 AND closed_at IS NULL)
    ON CONFLICT DO NOTHING`;
  const move = `UPDATE journal_audits SET reached = ?3, asked = asked + ?4, closed_at = ?5
    WHERE id = ?1 AND reached = ?2 AND closed_at IS NULL`;
  await writeBatch(db, [
    db.prepare(insert).bind(id, before, JSON.stringify(findings)),
    db.prepare(move).bind(id, before, reached, asked, isDone ? nowIso : null),
  ]);
}

/** Which journals: of one company or of all, in one state or in all (an empty text). */
export interface AuditScope {
  readonly companyId: number | null;
  readonly state: string;
}

/** One order per company that has documents; a company whose order is open keeps that one. */
export function insertAudits(db: Database, { companyId, state }: AuditScope): D1PreparedStatement {
  const sql = `INSERT INTO journal_audits (company_id, state, last_id)
    SELECT c.id, ?2, (SELECT max(id) FROM documents) FROM companies c
    WHERE (?1 IS NULL OR c.id = ?1) AND EXISTS (SELECT 1 FROM documents WHERE company_id = c.id)
    ON CONFLICT DO NOTHING`;
  return db.prepare(sql).bind(companyId, state);
}

/** How far an order is. */
export interface AuditProgress extends OpenAudit {
  readonly asked: number;
  readonly closedAt: string | null;
}

/** The newest order of each company of a scope that has documents. */
export async function listNewestAudits(db: Database, { companyId, state }: AuditScope): Promise<AuditProgress[]> {
  const sql = `SELECT max(id) AS id, company_id AS companyId, state, reached, last_id AS lastId, asked, closed_at AS closedAt
    FROM journal_audits a WHERE (?1 IS NULL OR company_id = ?1) AND state = ?2
      AND EXISTS (SELECT 1 FROM documents d WHERE d.company_id = a.company_id)
    GROUP BY company_id ORDER BY company_id`;
  return readAll<AuditProgress>(db.prepare(sql).bind(companyId, state));
}

/** What orders found, by document. */
export async function listJournalFindings(
  db: Database,
  auditIds: readonly number[],
): Promise<(JournalFinding & { readonly companyId: number })[]> {
  const sql = `SELECT a.company_id AS companyId, f.document_id AS documentId, f.what, f.detail
    FROM journal_findings f JOIN journal_audits a ON a.id = f.audit_id
    WHERE f.audit_id IN (SELECT value FROM json_each(?1)) ORDER BY f.document_id`;
  return readAll(db.prepare(sql).bind(JSON.stringify(auditIds)));
}
