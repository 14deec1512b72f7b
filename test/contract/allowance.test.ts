// Tests that what runs out is refused with its own code, exactly at its end, and consumes nothing.
import { describe, expect, it } from "vitest";
import { type Answer, postSupportDocument } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";

const STORM = 60;

function storm(tenant: Tenant): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: STORM }, (_, i) => postSupportDocument(tenant, `k-${i}`, sampleSupportDocument())),
  );
}

describe("the last two under a storm of different keys", () => {
  it.each<[string, TenantOptions, number, string]>([
    ["numbers of a range", { numbersLeft: 2 }, 400, "range_exhausted"],
    ["documents of a plan", { allowance: 50, used: 48 }, 403, "plan_exhausted"],
  ])("%s", async (_name, options, refusedStatus, code) => {
    const tenant = await createTenant(options);
    const answers = await storm(tenant);
    const issued = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === refusedStatus);
    expect([issued.length, refused.length]).toEqual([2, STORM - 2]);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set([code]));
    expect(issued.map(({ body }) => body.documento.consecutivo).sort()).toEqual([1, 2]);
    expect(await listSendings(tenant.nit)).toHaveLength(2);
  });
});

describe("a company that cannot issue", () => {
  const past = { notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") };

  it.each<[string, TenantOptions, number, string]>([
    ["no range", { hasRanges: false }, 400, "range_missing"],
    ["an expired range", { rangeValidTo: "2020-01-01" }, 400, "range_expired"],
    ["an expired certificate", { certificateValidity: past }, 400, "certificate_expired"],
    ["an empty plan", { allowance: 50, used: 50 }, 403, "plan_exhausted"],
  ])("for %s", async (_name, options, status, code) => {
    const tenant = await createTenant(options);
    const answer = await postSupportDocument(tenant, "k", sampleSupportDocument());
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ ok: false, code, error: expect.stringMatching(/.{20,}/) });
    expect(await listSendings(tenant.nit)).toHaveLength(0);
    // The key stays free, and the refusal is not remembered as a document.
    expect((await postSupportDocument(tenant, "k", sampleSupportDocument())).body.code).toBe(code);
  });
});
