// What an operator registers into prepared statements, so that several can be written as one transaction.
import { and, eq, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { Database } from "./database.ts";
import {
  apiClients,
  certificates,
  companies,
  costCenters,
  paymentMethods,
  plans,
  ranges,
  resendOrders,
  software,
  tokens,
} from "./schema.ts";

type Insert<Table extends { $inferInsert: object }> = Table["$inferInsert"];

/** A query of the builder into a prepared statement of `db`. */
function prepare(db: Database, query: { toSQL(): { sql: string; params: unknown[] } }): D1PreparedStatement {
  const { sql: text, params } = query.toSQL();
  return db.prepare(text).bind(...params);
}

/** The builder never runs anything here: it only writes SQL. */
const build = drizzle({} as D1Database);

const touched = { updatedAt: sql`(strftime('%Y-%m-%d %H:%M:%S', 'now'))` };

export function insertCompany(db: Database, row: Insert<typeof companies>): D1PreparedStatement {
  return prepare(db, build.insert(companies).values(row));
}

export function updateCompany(db: Database, id: number, row: Partial<Insert<typeof companies>>): D1PreparedStatement {
  return prepare(
    db,
    build
      .update(companies)
      .set({ ...row, ...touched })
      .where(eq(companies.id, id)),
  );
}

/** One software per module: a second one replaces the first. */
export function putSoftware(db: Database, row: Insert<typeof software>): D1PreparedStatement {
  const target = [software.companyId, software.module];
  return prepare(db, build.insert(software).values(row).onConflictDoUpdate({ target, set: row }));
}

export function updateSoftware(
  db: Database,
  companyId: number,
  module: Insert<typeof software>["module"],
  row: Partial<Insert<typeof software>>,
): D1PreparedStatement {
  const query = build.update(software).set(row);
  return prepare(db, query.where(and(eq(software.companyId, companyId), eq(software.module, module))));
}

/** Changes the allowance of a plan, or begins it; a change never lowers what was used. */
export function putPlan(db: Database, row: Insert<typeof plans>): D1PreparedStatement {
  const target = [plans.companyId, plans.module, plans.year];
  const set = { allowance: row.allowance };
  return prepare(db, build.insert(plans).values(row).onConflictDoUpdate({ target, set }));
}

export function insertCertificate(db: Database, row: Insert<typeof certificates>): D1PreparedStatement {
  return prepare(db, build.insert(certificates).values(row));
}

export function insertRange(db: Database, row: Insert<typeof ranges>): D1PreparedStatement {
  return prepare(db, build.insert(ranges).values(row));
}

export function updateRange(db: Database, id: number, row: Partial<Insert<typeof ranges>>): D1PreparedStatement {
  return prepare(db, build.update(ranges).set(row).where(eq(ranges.id, id)));
}

/** Replaces a sealed text only while it is the one that was read: a rotation never undoes a change made meanwhile. */
export function replaceSealed(
  db: Database,
  kind: "software" | "ranges" | "certificates",
  before: string,
  after: string,
): D1PreparedStatement {
  const column = { software: "sealed_pin", ranges: "sealed_technical_key", certificates: "sealed_bundle" }[kind];
  return db.prepare(`UPDATE ${kind} SET ${column} = ?2 WHERE ${column} = ?1`).bind(before, after);
}

export function insertClient(db: Database, row: Insert<typeof apiClients>): D1PreparedStatement {
  return prepare(db, build.insert(apiClients).values(row));
}

export function insertToken(db: Database, row: Insert<typeof tokens>): D1PreparedStatement {
  return prepare(db, build.insert(tokens).values(row));
}

/** Revokes a token that is not revoked yet (`nowIso` an ISO instant). */
export function revokeToken(db: Database, id: string, nowIso: string): D1PreparedStatement {
  const query = build.update(tokens).set({ revokedAt: nowIso });
  return prepare(db, query.where(and(eq(tokens.id, id), isNull(tokens.revokedAt))));
}

/** Brings the end of a token forward (ISO instant). */
export function expireToken(db: Database, id: string, expiresAt: string): D1PreparedStatement {
  return prepare(db, build.update(tokens).set({ expiresAt }).where(eq(tokens.id, id)));
}

export function insertPaymentMethod(db: Database, row: Insert<typeof paymentMethods>): D1PreparedStatement {
  return prepare(db, build.insert(paymentMethods).values(row));
}

/** Leaves a company without a default payment method, before another becomes it. */
export function clearDefaultPaymentMethod(db: Database, companyId: number): D1PreparedStatement {
  const query = build.update(paymentMethods).set({ isDefault: false });
  return prepare(db, query.where(eq(paymentMethods.companyId, companyId)));
}

export function insertCostCenter(db: Database, row: Insert<typeof costCenters>): D1PreparedStatement {
  return prepare(db, build.insert(costCenters).values(row));
}

export function insertResendOrder(db: Database, row: Insert<typeof resendOrders>): D1PreparedStatement {
  return prepare(db, build.insert(resendOrders).values(row));
}
