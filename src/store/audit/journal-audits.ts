// Keeps the orders to compare journals with rows: the operator gives them, the cron works them off, findings answer them.
import { and, eq, exists, gt, inArray, isNull, lt, lte, max, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { build, type Database, insertSelect, isAmong, run } from "../base/db.ts";
import { isAtHome } from "../base/home.ts";
import { companies, documents, journalAudits, journalFindings } from "../base/schema.ts";

const { id, companyId, state, reached, lastId, asked, closedAt } = journalAudits;
type AuditRow = Readonly<typeof journalAudits.$inferSelect>;

/** An order that is not worked off yet. */
export type OpenAudit = Pick<AuditRow, "id" | "companyId" | "state" | "reached" | "lastId">;

/** Open orders, oldest first. */
export function listOpenAudits(db: Database, limit: number): Promise<OpenAudit[]> {
  const open = build.select({ id, companyId, state, reached, lastId }).from(journalAudits);
  return run(
    db,
    open
      .where(and(isNull(closedAt), isAtHome(companyId)))
      .orderBy(id)
      .limit(limit),
  );
}

/** A document that an order may be about; `issuanceName` is null for imported documents, which have no object. */
export type AuditedDocument = Readonly<Pick<typeof documents.$inferSelect, "id" | "state" | "issuanceName">>;

/** The next documents of an order, by id, in any state. */
export function readAuditPage(db: Database, audit: OpenAudit, limit: number): Promise<AuditedDocument[]> {
  const { module, environment, dueAt } = documents;
  // One branch per index, with its literals: each reads no more rows than the page holds.
  const branch = (isThere: SQL) => {
    const page = build
      .select({ id: documents.id, state: documents.state, issuanceName: documents.issuanceName })
      .from(documents)
      .where(
        and(
          eq(documents.companyId, audit.companyId),
          isThere,
          gt(documents.id, audit.reached),
          lte(documents.id, audit.lastId),
        ),
      )
      .orderBy(documents.id)
      .limit(limit)
      .as("page");
    return build.select().from(page);
  };
  const pages = unionAll(
    branch(sql`${module} <> 'dse' AND ${environment} = 'produccion'`),
    branch(sql`${module} = 'dse' AND ${environment} = 'produccion' AND ${dueAt} IS NULL`),
    branch(sql`${module} = 'dse' AND ${environment} = 'produccion' AND ${dueAt} IS NOT NULL`),
    branch(sql`${environment} = 'habilitacion'`),
  );
  return run(db, pages.orderBy((page) => page.id).limit(limit));
}

/** A journal that is not what its row says; `detail` in plain words, without personal data. */
export type JournalFinding = Readonly<Pick<typeof journalFindings.$inferSelect, "documentId" | "what" | "detail">>;

/** What one page of an order came to. */
interface AuditStep {
  readonly reached: number;
  readonly asked: number;
  readonly isDone: boolean;
  readonly findings: readonly JournalFinding[];
}

/** Orders of the same documents that were worked off before one, and what they found: its own findings take their place. */
function dropOlder(audit: OpenAudit) {
  const older = and(eq(companyId, audit.companyId), eq(state, audit.state), lt(id, audit.id));
  const ofOlder = inArray(journalFindings.auditId, build.select({ id }).from(journalAudits).where(older));
  return [build.delete(journalFindings).where(ofOlder), build.delete(journalAudits).where(older)] as const;
}

/**
 * Writes a page's findings and moves the order on, in one transaction and only from where it stood: repeated, or run
 * beside another, it changes nothing (`nowIso` an ISO instant).
 */
export async function moveAudit(db: Database, audit: OpenAudit, step: AuditStep, nowIso: string): Promise<void> {
  const isUnmoved = and(eq(id, audit.id), eq(reached, audit.reached), isNull(closedAt));
  const found = sql`json_each(${JSON.stringify(step.findings)}) AS finding`;
  const insert = insertSelect(
    journalFindings,
    {
      auditId: audit.id,
      documentId: sql`finding.value ->> '$.documentId'`,
      what: sql`finding.value ->> '$.what'`,
      detail: sql`finding.value ->> '$.detail'`,
    },
    sql`FROM ${found} WHERE ${exists(build.select({ id }).from(journalAudits).where(isUnmoved))} ON CONFLICT DO NOTHING`,
  );
  const move = build
    .update(journalAudits)
    .set({ reached: step.reached, asked: sql`${asked} + ${step.asked}`, closedAt: step.isDone ? nowIso : null })
    .where(isUnmoved);
  await db.batch([build.run(insert), move, ...(step.isDone ? dropOlder(audit) : [])]);
}

/** Which journals: of one company or of all, in one state or in all (an empty text). */
export interface AuditScope {
  readonly companyId: number | null;
  readonly state: string;
}

/** One order per company that has documents; a company whose order is open keeps that one. */
export function insertAudits(scope: AuditScope) {
  const newest = build.select({ id: max(documents.id) }).from(documents);
  const insert = insertSelect(
    journalAudits,
    { companyId: companies.id, state: scope.state, lastId: sql`(${newest})` },
    sql`FROM ${companies} WHERE ${and(hasDocuments(companies.id), isAtHome(companies.id), isOf(companies.id, scope))} ON CONFLICT DO NOTHING`,
  );
  return build.run(insert);
}

/** How far an order is. */
export type AuditProgress = Pick<AuditRow, keyof OpenAudit | "asked" | "closedAt">;

/** The newest order of each company of a scope that has documents. */
export function listNewestAudits(db: Database, scope: AuditScope): Promise<AuditProgress[]> {
  const isWanted = and(isOf(companyId, scope), eq(state, scope.state), hasDocuments(companyId), isAtHome(companyId));
  const newest = build
    .select({ id: max(id) })
    .from(journalAudits)
    .where(isWanted)
    .groupBy(companyId);
  const audits = build.select({ id, companyId, state, reached, lastId, asked, closedAt }).from(journalAudits);
  return run(db, audits.where(inArray(id, newest)).orderBy(companyId));
}

function isOf(company: typeof companyId | typeof companies.id, scope: AuditScope): SQL | undefined {
  return scope.companyId === null ? undefined : eq(company, scope.companyId);
}

function hasDocuments(company: typeof companyId | typeof companies.id): SQL {
  return exists(build.select({ id: documents.id }).from(documents).where(eq(documents.companyId, company)));
}

/** What orders found, by document. */
export function listJournalFindings(
  db: Database,
  auditIds: readonly number[],
): Promise<(JournalFinding & { readonly companyId: number })[]> {
  const { auditId, documentId, what, detail } = journalFindings;
  const findings = build
    .select({ companyId, documentId, what, detail })
    .from(journalFindings)
    .innerJoin(journalAudits, eq(id, auditId));
  return run(db, findings.where(isAmong(auditId, auditIds)).orderBy(documentId));
}
