// Tests what a closing costs: it reads the rows of its days alone, and a day of ten thousand documents within a second.
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { closeDays } from "../../src/domain/price/closing.ts";
import { connect } from "../../src/store/base/db.ts";
import { sumDays } from "../../src/store/document/closing.ts";
import { postInvoice, postSupportDocument } from "../support/api.ts";
import { copyDay } from "../support/closing.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const LARGE = 10_000;
const SMALL = 50;
/** What a day costs however few documents it has: a step for each prefix of a kind, and for each state of each kind. */
const NO_ROWS = 90;
const DAY = "2026-01-10";

let rows = 0;
const counted = connect(async (queries) => {
  const statements = queries.map(({ sql, params }) => env.DB.prepare(sql).bind(...params));
  const results = await env.DB.batch<Record<string, unknown>>(statements);
  rows += results.reduce((total, { meta }) => total + meta.rows_read, 0);
  return results.map(({ results: found }) => found.map((row) => Object.values(row)));
});

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
  const other = await createTenant();
  const [own, foreign] = [
    await postInvoice(tenant, sampleInvoice({ draft_key: "una" })),
    await postInvoice(other, sampleInvoice({ draft_key: "una" })),
  ];
  const purchase = await postSupportDocument(tenant, "una", sampleSupportDocument());
  await copyDay(tenant, own.body.factura_id, { day: DAY, count: SMALL });
  for (const day of ["2026-01-09", "2026-01-11"]) await copyDay(tenant, own.body.factura_id, { day, count: 3_000 });
  await copyDay(tenant, purchase.body.documento.id, { day: DAY, count: 3_000 });
  await copyDay(other, foreign.body.factura_id, { day: DAY, count: LARGE });
});

const query = (day: string, companyId = tenant.companyId) =>
  ({ companyId, module: "fe", from: day, to: day, by: null }) as const;

it("reads the rows of its day, of its company and of its module, and no others", async () => {
  rows = 0;
  const { total } = closeDays(await sumDays(counted, query(DAY)), null);
  expect(total.net).toBe(`${SMALL * 119_000}.00`);
  // Two walks of the index, each with the id that it found and its document; a figure of a tax, one of a means and their end.
  expect(rows).toBeLessThanOrEqual(SMALL * 9 + NO_ROWS);
  rows = 0;
  await sumDays(counted, query("2026-01-12"));
  expect(rows).toBeLessThanOrEqual(NO_ROWS);
});

it("of ten thousand documents takes less than a second", async () => {
  const other = await createTenant();
  const { body } = await postInvoice(other, sampleInvoice({ draft_key: "una" }));
  await copyDay(other, body.factura_id, { day: DAY, count: LARGE });
  let tookMs = Number.POSITIVE_INFINITY;
  // The best of some: the machine may be busy with something else.
  for (let round = 0; round < 20 && tookMs >= 1_000; round += 1) {
    const start = performance.now();
    const { total } = closeDays(await sumDays(counted, query(DAY, other.companyId)), null);
    tookMs = Math.min(tookMs, performance.now() - start);
    expect(total.net).toBe(`${LARGE * 119_000}.00`);
  }
  expect(tookMs).toBeLessThan(1_000);
});

it("adds up a day whose ids lie among those of another, and what is open of it", async () => {
  const other = await createTenant();
  const { body } = await postInvoice(other, sampleInvoice({ draft_key: "una" }));
  await copyDay(other, body.factura_id, { day: "2026-02-01", count: 7 });
  await copyDay(other, body.factura_id, { day: "2026-02-02", count: 5 });
  const change = (set: string, place: number) =>
    env.DB.prepare(`UPDATE documents SET ${set} WHERE id = (SELECT max(id) - ?1 FROM documents)`).bind(place).run();
  await change("issue_date = '2026-02-01'", 0);
  await change("due_at = '2026-02-03T00:00:00.000Z'", 1);
  const sum = async (day: string) => closeDays(await sumDays(counted, query(day, other.companyId)), null).total.net;
  expect(await sum("2026-02-01")).toBe(`${8 * 119_000}.00`);
  expect(await sum("2026-02-02")).toBe(`${4 * 119_000}.00`);
});
