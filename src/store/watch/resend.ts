// Keeps the orders of two operators to send an unknown document again, or to close one: the cron delivers them.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { build, type Database, run } from "../base/db.ts";
import { isAtHome } from "../base/home.ts";
import { documents, resendOrders } from "../base/schema.ts";

type OrderRow = Readonly<typeof resendOrders.$inferSelect>;

/** An open order, with the name of the object that must act on it. */
type ResendOrder = Pick<
  OrderRow,
  "id" | "companyId" | "documentId" | "kind" | "actor" | "approver" | "reason" | "createdAt"
> & { readonly issuanceName: string };

/** Open orders, oldest first. */
export function listResendOrders(db: Database, limit: number): Promise<ResendOrder[]> {
  const { id, companyId, documentId, kind, actor, approver, reason, createdAt, closedAt } = resendOrders;
  const issuanceName = sql<string>`${documents.issuanceName}`;
  const open = build
    .select({ id, companyId, documentId, issuanceName, kind, actor, approver, reason, createdAt })
    .from(resendOrders)
    .innerJoin(documents, and(eq(documents.id, documentId), eq(documents.companyId, companyId)))
    .where(and(isNull(closedAt), isNotNull(documents.issuanceName), isAtHome(companyId)));
  return run(db, open.orderBy(id).limit(limit));
}

/**
 * Closes an order with what the object answered (`nowIso` an ISO instant).
 * @returns false when it was closed already.
 */
export async function closeResendOrder(db: Database, id: number, outcome: string, nowIso: string): Promise<boolean> {
  const isOpen = and(eq(resendOrders.id, id), isNull(resendOrders.closedAt));
  const close = build.update(resendOrders).set({ closedAt: nowIso, outcome }).where(isOpen);
  return (await run(db, close.returning({ id: resendOrders.id }))).length === 1;
}

/** An order, open or closed, with what became of it: ISO instants; the outcome is what the object answered, null while open. */
type OrderHistory = Pick<OrderRow, "kind" | "actor" | "approver" | "createdAt" | "closedAt" | "outcome">;

/** Every order for one document, oldest first. */
export function listOrdersOf(db: Database, documentId: number): Promise<OrderHistory[]> {
  const { id, kind, actor, approver, closedAt, outcome } = resendOrders;
  const createdAt = sql<string>`replace(${resendOrders.createdAt}, ' ', 'T') || 'Z'`;
  const orders = build.select({ kind, actor, approver, createdAt, closedAt, outcome }).from(resendOrders);
  return run(db, orders.where(eq(resendOrders.documentId, documentId)).orderBy(id));
}
