// Orders of two operators to send an unknown document again, or to close one: written by the operator program, delivered by the cron.
import { type Database, readAll, write } from "./database.ts";

/** An open order, with the name of the object that must act on it. */
export interface ResendOrder {
  readonly id: number;
  readonly companyId: number;
  readonly documentId: number;
  readonly issuanceName: string;
  readonly kind: "resend" | "close";
  readonly actor: string;
  readonly approver: string;
  readonly reason: string;
  readonly createdAt: string;
}

/** Open orders, oldest first. */
export async function listResendOrders(db: Database, limit: number): Promise<ResendOrder[]> {
  const sql = `SELECT o.id, o.company_id AS companyId, o.document_id AS documentId, d.issuance_name AS issuanceName,
      o.kind, o.actor, o.approver, o.reason, o.created_at AS createdAt
    FROM resend_orders o JOIN documents d ON d.id = o.document_id AND d.company_id = o.company_id
    WHERE o.closed_at IS NULL AND d.issuance_name IS NOT NULL ORDER BY o.id LIMIT ?1`;
  return readAll<ResendOrder>(db.prepare(sql).bind(limit));
}

/**
 * Closes an order with what the object answered (`nowIso` an ISO instant).
 * @returns false when it was closed already.
 */
export async function closeResendOrder(db: Database, id: number, outcome: string, nowIso: string): Promise<boolean> {
  const sql = "UPDATE resend_orders SET closed_at = ?3, outcome = ?2 WHERE id = ?1 AND closed_at IS NULL";
  return (await write(db.prepare(sql).bind(id, outcome, nowIso))) === 1;
}

/** An order of any time, with what became of it. */
export interface ToldOrder {
  readonly kind: "resend" | "close";
  readonly actor: string;
  readonly approver: string;
  /** ISO instants. */
  readonly createdAt: string;
  readonly closedAt: string | null;
  /** What the object answered; null while open. */
  readonly outcome: string | null;
}

/** Every order for one document, oldest first. */
export async function listOrdersOf(db: Database, documentId: number): Promise<ToldOrder[]> {
  const sql = `SELECT kind, actor, approver, replace(created_at, ' ', 'T') || 'Z' AS createdAt, closed_at AS closedAt, outcome
    FROM resend_orders WHERE document_id = ?1 ORDER BY id`;
  return readAll<ToldOrder>(db.prepare(sql).bind(documentId));
}
