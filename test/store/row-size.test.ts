// Tests that two rows of ordinary documents fit into one page of D1: bytes, not speed, decide how many documents a database holds.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { writeInvoiceBody, writeSupportBody } from "../../bench/document.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { postInvoice, postSupportDocument } from "../support/api.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** A page has 4,096 bytes; two rows of it leave room for its head. */
const MOST_BYTES = 2_040;

const KINDS = {
  "support document": (tenant: Tenant, lines: number) =>
    postSupportDocument(tenant, `lines-${lines}`, JSON.parse(writeSupportBody(lines, dateInBogota(Date.now())))),
  invoice: (tenant: Tenant, lines: number) =>
    postInvoice(tenant, { ...JSON.parse(writeInvoiceBody(lines)), draft_key: `lines-${lines}` }),
};

/** Bytes of every value of a company's rows, on average. */
async function measureRows(companyId: number): Promise<number> {
  const { results } = await env.DB.prepare("SELECT * FROM documents WHERE company_id = ?1").bind(companyId).all();
  const sizes = results.map((row) =>
    Object.values(row).reduce((sum: number, value) => sum + (value === null ? 0 : measure(String(value))), 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

function measure(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

describe.each(Object.entries(KINDS))("the row of a %s", (_, post) => {
  it(`with one to three lines has less than ${MOST_BYTES} bytes on average`, async () => {
    const tenant = await createTenant();
    for (const lines of [1, 2, 3]) expect((await post(tenant, lines)).status).toBe(201);
    expect(await measureRows(tenant.companyId)).toBeLessThan(MOST_BYTES);
  });
});
