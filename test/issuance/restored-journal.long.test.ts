// Tests an object whose storage was set back to an earlier state, behind D1: it must notice, warn, and never send.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { listUndelivered } from "../../src/store/watch/alerts.ts";
import { setClockAhead } from "../support/clock.ts";
import { recordConsole } from "../support/console.ts";
import { type CrashPoint, driveByAlarms, killInstance, live, readRecord } from "../support/issuance-object.ts";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant } from "../support/tenant.ts";

/** Points before the barrier to which storage may be set back, and after which the document went on to its verdict. */
const POINTS: readonly { readonly title: string; readonly crash: CrashPoint }[] = [
  { title: "reserved", crash: { point: "ledger.allocate before", visit: 1, writes: "saved" } },
  { title: "reserved, and numbered in D1", crash: { point: "ledger.allocate after", visit: 1, writes: "saved" } },
  { title: "numbered", crash: { point: "signer.sign before", visit: 1, writes: "saved" } },
  { title: "signed", crash: { point: "archive.putOnce before", visit: 1, writes: "saved" } },
  { title: "signed, and archived", crash: { point: "archive.putOnce after", visit: 1, writes: "saved" } },
];

type Row = Record<string, SqlStorageValue>;
type Tables = Readonly<Record<string, readonly Row[]>>;

const TABLES = ["journal"] as const;

/** Everything that an object remembers. */
function copyStorage(name: string): Promise<Tables> {
  return runInDurableObject(env.ISSUANCE.getByName(name), (_, { storage }) =>
    Object.fromEntries(TABLES.map((table) => [table, storage.sql.exec(`SELECT * FROM ${table}`).toArray()])),
  );
}

/** Sets an object's memory back, with its alarm, and ends the instance that remembered more. */
async function restoreStorage(name: string, tables: Tables, alarmMs: number): Promise<void> {
  await runInDurableObject(env.ISSUANCE.getByName(name), async (_, { storage }) => {
    for (const [table, rows] of Object.entries(tables)) {
      storage.sql.exec(`DELETE FROM ${table}`);
      for (const row of rows) {
        const names = Object.keys(row);
        const marks = names.map(() => "?").join(", ");
        storage.sql.exec(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`, ...Object.values(row));
      }
    }
    await storage.setAlarm(alarmMs);
  });
  await killInstance(name);
}

beforeEach(() => setClockAhead());
afterEach(() => vi.restoreAllMocks());

describe.each(ALL_KINDS)("$title", (kind) => {
  describe.each(POINTS)("a journal set back to $title", ({ crash }) => {
    it.each(["alarms", "client"])("never sends again, and says what happened: %s first", async (who) => {
      const tenant = await createTenant(EVERY_MODULE);
      const key = "restored";
      const name = kind.nameOf(tenant, key);
      const command = await kind.toCommand(tenant, key, kind.sample());
      const life = await live(name, (engine) => engine.issue(command), { crash });
      expect(life.ended.type).toBe("died");
      const early = await copyStorage(name);
      await driveByAlarms(name);
      expect((await readRecord(name))?.state).toBe("aceptado");
      expect(await listSendings(tenant.nit)).toHaveLength(1);

      const { facts } = recordConsole();
      await restoreStorage(name, early, Date.now() + 60_000);
      if (who === "client") {
        const replay = await kind.post(tenant, key, kind.sample());
        expect([200, 202]).toContain(replay.status);
      }
      await driveByAlarms(name);

      expect(await listSendings(tenant.nit)).toHaveLength(1);
      const record = await readRecord(name);
      expect(record).toMatchObject({ state: "aceptado", isAdopted: true });
      const warnings = facts().filter(
        ({ code, companyId }) => code === "journal_stale" && companyId === tenant.companyId,
      );
      expect(warnings).toHaveLength(1);
      const alerts = await listUndelivered(openDatabase(env.DB), 10_000);
      expect(alerts).toContainEqual(
        expect.objectContaining({ code: "journal_stale", subject: `document:${record?.documentId}` }),
      );
      const again = await kind.post(tenant, key, kind.sample());
      expect(again.status).toBe(200);
      expect((await kind.post(tenant, key, kind.tagged("#otro"))).status).toBe(409);
    });
  });
});
