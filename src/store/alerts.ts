// What the service noticed into rows that keep it from being said twice, and that wait until the operator was told.
import { type Database, readAll, write, writeBatch } from "./database.ts";

/** Facts of an alert: ids, counts, dates. Never a person, never a secret. */
export type AlertDetail = Readonly<Record<string, string | number | null>>;

/** Something worth an operator's attention. The same code about the same subject is raised once. */
export interface NewAlert {
  readonly code: string;
  /** What it is about, and at which threshold. */
  readonly subject: string;
  readonly companyId: number | null;
  readonly detail: AlertDetail;
}

/** An alert as stored. */
export interface StoredAlert extends NewAlert {
  /** ISO instant. */
  readonly raisedAt: string;
}

interface AlertRow extends Omit<StoredAlert, "detail"> {
  readonly detail: string;
}

const COLUMNS = "code, subject, company_id AS companyId, detail, raised_at AS raisedAt";
/** Statements of one transaction. */
const AT_ONCE = 40;

/**
 * Keeps alerts that were not raised before (`nowIso` an ISO instant).
 * @returns the new ones.
 */
export async function raiseAlerts(db: Database, alerts: readonly NewAlert[], nowIso: string): Promise<StoredAlert[]> {
  const raised: StoredAlert[] = [];
  const sql = `INSERT INTO alerts (code, subject, company_id, detail, raised_at) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (code, subject) DO NOTHING RETURNING ${COLUMNS}`;
  for (let start = 0; start < alerts.length; start += AT_ONCE) {
    const statements = alerts
      .slice(start, start + AT_ONCE)
      .map(({ code, subject, companyId, detail }) =>
        db.prepare(sql).bind(code, subject, companyId, JSON.stringify(detail), nowIso),
      );
    for (const rows of await writeBatch(db, statements)) raised.push(...(rows as AlertRow[]).map(toAlert));
  }
  return raised;
}

/** Alerts that nobody was told of yet, oldest first. */
export async function listUndelivered(db: Database, limit: number): Promise<StoredAlert[]> {
  const sql = `SELECT ${COLUMNS} FROM alerts WHERE delivered_at IS NULL ORDER BY raised_at LIMIT ?1`;
  return (await readAll<AlertRow>(db.prepare(sql).bind(limit))).map(toAlert);
}

/** Marks alerts as told (`nowIso` an ISO instant). */
export async function markDelivered(db: Database, alerts: readonly StoredAlert[], nowIso: string): Promise<void> {
  const keys = JSON.stringify(alerts.map(({ code, subject }) => ({ code, subject })));
  const sql = `UPDATE alerts SET delivered_at = ?2 WHERE delivered_at IS NULL AND (code, subject) IN
    (SELECT value ->> '$.code', value ->> '$.subject' FROM json_each(?1))`;
  await write(db.prepare(sql).bind(keys, nowIso));
}

function toAlert(row: AlertRow): StoredAlert {
  return { ...row, detail: JSON.parse(row.detail) as AlertDetail };
}
