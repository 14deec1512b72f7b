// The tables of D1 in which the operator program orders audits of journals, and the cron answers.
import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Orders of an operator to compare journals with their rows; the cron works them off, one page of documents at a time. */
export const journalAudits = sqliteTable(
  "journal_audits",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    companyId: integer("company_id").notNull(),
    /** Only documents in this state; empty for all of them. */
    state: text().notNull(),
    /** Every document up to this id is done; the cron moves it by compare-and-set. */
    reached: integer().notNull().default(0),
    /** The newest document when the order was given. */
    lastId: integer("last_id").notNull(),
    /** Objects asked so far. */
    asked: integer().notNull().default(0),
    createdAt: text("created_at").notNull().default(sql`(strftime('%Y-%m-%d %H:%M:%S', 'now'))`),
    closedAt: text("closed_at"),
  },
  (table) => [uniqueIndex("journal_audits_open").on(table.companyId, table.state).where(sql`closed_at IS NULL`)],
);

/** Journals that an audit found lost or different, in plain words. */
export const journalFindings = sqliteTable(
  "journal_findings",
  {
    auditId: integer("audit_id").notNull(),
    documentId: integer("document_id").notNull(),
    what: text({ enum: ["lost", "different", "unanswered"] }).notNull(),
    detail: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.auditId, table.documentId] })],
);
