// The database as the operator's program reaches a deployed one: through wrangler itself, here on a local file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nameDatabase, openRemote, REMOTE_TIMEOUT_MS } from "../../src/operator/access/wrangler.ts";
import { patiently, readAll, readBatch, write } from "../../src/store/database.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-wrangler-"));
const db = openRemote(nameDatabase(false, folder));

beforeAll(() => patiently(REMOTE_TIMEOUT_MS, () => write(db.prepare("CREATE TABLE paper (id INTEGER, name TEXT)"))));
afterAll(() => rmSync(folder, { recursive: true }));

it("takes values, answers rows and counts changes, however long a call takes", { timeout: 180_000 }, async () => {
  await patiently(REMOTE_TIMEOUT_MS, async () => {
    const insert = db.prepare("INSERT INTO paper VALUES (?1, ?2), (?3, NULL)").bind(1, 'd\'Artagnan; -- "ñ"', 2);
    expect(await write(insert)).toBe(2);
    const rows = await readAll(db.prepare("SELECT id, name FROM paper WHERE id >= ?1 ORDER BY id").bind(1));
    expect(rows).toEqual([
      { id: 1, name: 'd\'Artagnan; -- "ñ"' },
      { id: 2, name: null },
    ]);
    const counts = await readBatch(db, [
      db.prepare("SELECT count(*) AS n FROM paper"),
      db.prepare("SELECT max(id) AS n FROM paper"),
    ]);
    expect(counts).toEqual([[{ n: 2 }], [{ n: 2 }]]);
  });
});
