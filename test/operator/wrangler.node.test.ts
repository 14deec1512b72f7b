// The database as the operator's program reaches a deployed one: through wrangler itself, here on a local file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nameDatabase, openRemote, REMOTE_TIMEOUT_MS } from "../../operator/access/wrangler.ts";
import { patiently, readBatch } from "../../src/store/database.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-wrangler-"));
const db = openRemote(nameDatabase(false, folder));

afterAll(() => rmSync(folder, { recursive: true }));

it("takes values, answers rows and counts changes, however long a call takes", { timeout: 180_000 }, async () => {
  await patiently(REMOTE_TIMEOUT_MS, async () => {
    const insert = db.prepare("INSERT INTO paper VALUES (?1, ?2), (?3, NULL)").bind(1, 'd\'Artagnan; -- "ñ"', 2);
    const [, inserted] = await db.batch([db.prepare("CREATE TABLE paper (id INTEGER, name TEXT)"), insert]);
    expect(inserted?.meta.changes).toBe(2);
    const results = await readBatch(db, [
      db.prepare("SELECT id, name FROM paper WHERE id >= ?1 ORDER BY id").bind(1),
      db.prepare("SELECT max(id) AS n FROM paper"),
    ]);
    expect(results).toEqual([
      [
        { id: 1, name: 'd\'Artagnan; -- "ñ"' },
        { id: 2, name: null },
      ],
      [{ n: 2 }],
    ]);
  });
});
