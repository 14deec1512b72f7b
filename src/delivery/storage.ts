// Stores the progress of one webhook and its waiting changes in the SQLite database of its object.
import { DAY_MS } from "../domain/value/calendar.ts";
import { DELIVERIES_MOST, DELIVERY_DAYS, type Waiting } from "./plan.ts";
import type { Delivery, DeliveryPage, DeliveryStore, KeptDelivery, Progress } from "./ports.ts";

const PROGRESS_KEY = "progress";

/** A row of each table, as SQLite gives it. */
type WaitingRow = { [Name in keyof Waiting]: Waiting[Name] };
type DeliveryRow = { [Name in keyof KeptDelivery]: KeptDelivery[Name] };

/** Writes of one call are one transaction: there is no await between them. */
export function createDeliveryStore(storage: DurableObjectStorage): DeliveryStore {
  const { sql, kv } = storage;
  sql.exec(`CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY, documentId INTEGER NOT NULL, body TEXT NOT NULL,
    failures INTEGER NOT NULL, firstFailedMs INTEGER, dueMs INTEGER NOT NULL)`);
  createDeliveries(sql);
  const put = ({ sequence, documentId, body, failures, firstFailedMs, dueMs }: Waiting) => {
    const values = [sequence, documentId, body, failures, firstFailedMs, dueMs];
    sql.exec("INSERT OR REPLACE INTO waiting VALUES (?, ?, ?, ?, ?, ?)", ...values);
  };
  const read = () => kv.get<Progress>(PROGRESS_KEY);
  return {
    read,
    write: (progress) => kv.put(PROGRESS_KEY, progress),
    restart: (progress) => {
      sql.exec("DELETE FROM waiting");
      kv.put(PROGRESS_KEY, progress);
    },
    take: (changes, cursor) => {
      const progress = read();
      if (progress === undefined) throw new Error("changes are taken after a progress");
      for (const change of changes) put(change);
      kv.put(PROGRESS_KEY, { ...progress, cursor });
    },
    listWaiting: () => sql.exec<WaitingRow>("SELECT * FROM waiting ORDER BY sequence").toArray(),
    settle: (sequence) => void sql.exec("DELETE FROM waiting WHERE sequence = ?", sequence),
    update: put,
    note: (delivery) => noteDelivery(sql, delivery),
    arm: (atMs) => storage.setAlarm(atMs),
    disarm: () => storage.deleteAlarm(),
  };
}

function noteDelivery(sql: SqlStorage, { changeId, tries, atMs, status, failure, durationMs }: Delivery): void {
  const values = [changeId, tries, atMs, status, failure, durationMs];
  sql.exec(
    "INSERT INTO deliveries (changeId, tries, atMs, status, failure, durationMs) VALUES (?, ?, ?, ?, ?, ?)",
    ...values,
  );
  dropDeliveries(sql, atMs);
}

/** Deliveries of the last days after one, the oldest first; `nowMs` in epoch milliseconds. */
export function listDeliveries(
  { sql }: DurableObjectStorage,
  { after, limit, nowMs }: { readonly after: number; readonly limit: number; readonly nowMs: number },
): DeliveryPage {
  createDeliveries(sql);
  dropDeliveries(sql, nowMs);
  const shown = "SELECT * FROM deliveries WHERE id > ? AND atMs >= ? ORDER BY id LIMIT ?";
  const deliveries = sql.exec<DeliveryRow>(shown, after, nowMs - DELIVERY_DAYS * DAY_MS, limit).toArray();
  const { last } = sql.exec<{ last: number }>("SELECT coalesce(max(id), 0) AS last FROM deliveries").one();
  return { deliveries, last };
}

function createDeliveries(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS deliveries (id INTEGER PRIMARY KEY, changeId TEXT, tries INTEGER NOT NULL,
    atMs INTEGER NOT NULL, status INTEGER, failure TEXT, durationMs INTEGER NOT NULL)`);
}

/** Drops from the oldest on. The newest stays, however old, so that no id is given twice; it is not shown. */
function dropDeliveries(sql: SqlStorage, nowMs: number): void {
  const last = "(SELECT max(id) FROM deliveries)";
  const fresh = `coalesce((SELECT id FROM deliveries WHERE atMs >= ? ORDER BY id LIMIT 1), ${last})`;
  sql.exec(
    `DELETE FROM deliveries WHERE id < max(${fresh}, ${last} - ? + 1)`,
    ...[nowMs - DELIVERY_DAYS * DAY_MS, DELIVERIES_MOST],
  );
}
