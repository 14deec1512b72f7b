// Tests that five rows of documents at rest fit into one page of D1, however many lines they have: bytes, not speed, decide how
// many documents a database holds. `row-size.node.test.ts` looks at the pages.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { writeInvoiceBody, writeSupportBody } from "../../bench/document.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { postInvoice, postSupportDocument } from "../support/api.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** A page has 4,096 bytes; five rows of it leave room for its head and theirs. */
const MOST_BYTES = 700;

const KINDS = {
  "support document": (tenant: Tenant, lines: number) =>
    postSupportDocument(tenant, `lines-${lines}`, JSON.parse(writeSupportBody(lines, dateInBogota(Date.now())))),
  invoice: (tenant: Tenant, lines: number) =>
    postInvoice(tenant, { ...JSON.parse(writeInvoiceBody(lines)), draft_key: `lines-${lines}` }),
};

/** Bytes of every value of a company's one row. */
async function measureRow(companyId: number): Promise<number> {
  const row = await env.DB.prepare("SELECT * FROM documents WHERE company_id = ?1").bind(companyId).first();
  const values = Object.values(row ?? {}).filter((value) => value !== null);
  return values.reduce((sum: number, value) => sum + measure(value), 0);
}

/** D1 gives bytes as a list of numbers. */
function measure(value: unknown): number {
  return Array.isArray(value) ? value.length : new TextEncoder().encode(String(value)).byteLength;
}

describe.each(Object.entries(KINDS))("the row of a %s", (_, post) => {
  it.each([1, 10, 100])(`with %d lines has less than ${MOST_BYTES} bytes`, async (lines) => {
    const tenant = await createTenant();
    expect((await post(tenant, lines)).status).toBe(201);
    expect(await measureRow(tenant.companyId)).toBeLessThan(MOST_BYTES);
  });
});
