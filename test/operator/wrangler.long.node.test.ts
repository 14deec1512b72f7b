// The database as the operator's program reaches a deployed one: through wrangler itself, here on a local file.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { describeLocal, nameDatabase, openRemote } from "../../operator/access/wrangler.ts";
import { build } from "../../src/store/base/db.ts";
import { costCenters } from "../../src/store/base/schema.ts";
import { CREATION, describeTexts, keepTexts, readTexts, TEXTS } from "./cost-center-values.ts";

const folder = mkdtempSync(join(tmpdir(), "factura-edge-wrangler-"));
const { db, execute } = openRemote(nameDatabase(describeLocal(folder)));

afterAll(() => rmSync(folder, { recursive: true }));

it("takes values and gives rows unchanged, and does all of a batch or nothing", { timeout: 180_000 }, async () => {
  await execute(CREATION.map((text) => ({ sql: text, params: [] })));
  await keepTexts(db, TEXTS);
  expect(await readTexts(db)).toEqual(describeTexts(TEXTS));
  const insert = build.insert(costCenters).values({ companyId: 1, code: "A", name: "n" });
  await expect(db.batch([insert, insert])).rejects.toThrow("UNIQUE constraint failed");
  const all = build.select({ n: count() }).from(costCenters);
  expect(await db.batch([all, all])).toEqual([[{ n: TEXTS.length }], [{ n: TEXTS.length }]]);
});
