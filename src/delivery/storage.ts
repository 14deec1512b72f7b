// Stores the progress of one webhook and its waiting changes in the SQLite database of its object.
import * as z from "zod";
import type { Waiting } from "./plan.ts";
import type { DeliveryStore, Progress } from "./ports.ts";

const PROGRESS_KEY = "progress";

const WAITING = z.object({
  sequence: z.number(),
  documentId: z.number(),
  body: z.string(),
  failures: z.number(),
  firstFailedMs: z.number().nullable(),
  dueMs: z.number(),
});

/** Writes of one call are one transaction: there is no await between them. */
export function createDeliveryStore(storage: DurableObjectStorage): DeliveryStore {
  const { sql, kv } = storage;
  sql.exec(`CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY, documentId INTEGER NOT NULL, body TEXT NOT NULL,
    failures INTEGER NOT NULL, firstFailedMs INTEGER, dueMs INTEGER NOT NULL)`);
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
    listWaiting: () => WAITING.array().parse(sql.exec("SELECT * FROM waiting ORDER BY sequence").toArray()),
    settle: (sequence) => void sql.exec("DELETE FROM waiting WHERE sequence = ?", sequence),
    update: put,
    arm: (atMs) => storage.setAlarm(atMs),
    disarm: () => storage.deleteAlarm(),
  };
}
