// Keeps one request of each operation as it leaves the service, understood by the pretend authority, for the verifiers.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AuthorityClient } from "../../src/authority/client.ts";
import { buildXmlFileName, type Operation, toZipFileName, zipFile } from "../../src/authority/soap.ts";
import { connectAuthority } from "../../src/issuance/port/authority-port.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { call, postInvoice, postSupportDocument } from "../support/api.ts";
import { fetchReceived } from "../support/ledger.ts";
import { sampleInvoice, taggedSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { keepRequest } from "./evidence.ts";

/** What left the service, by operation. */
const left = new Map<string, string>();

beforeEach(() => {
  left.clear();
  const send = globalThis.fetch.bind(globalThis);
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const [, operation] = /\/(\w+)"$/.exec(new Headers(init?.headers).get("content-type") ?? "") ?? [];
    if (operation !== undefined) left.set(operation, String(init?.body));
    return send(input, init);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Waits for a request of an operation, checks that its body calls it, and keeps it. */
async function keepOperation(operation: Operation): Promise<void> {
  await vi.waitFor(() => expect([...left.keys()]).toContain(operation), { timeout: 10_000 });
  const request = left.get(operation) ?? "";
  expect(request).toContain(`<soap:Body><wcf:${operation}>`);
  await keepRequest(`operation-${operation.toLowerCase()}`, request);
}

async function connect(tenant: Tenant): Promise<AuthorityClient> {
  const company = await loadCompany(openDatabase(env.DB), tenant.companyId);
  if (company === undefined) throw new Error("the tenant has no company");
  return connectAuthority(env, company);
}

it("SendBillSync, and GetStatus when its answer is lost", async () => {
  const tenant = await createTenant();
  const { body } = await postSupportDocument(tenant, "lost", taggedSupportDocument("#silencio"));
  expect(body.documento.cuds).toMatch(/^[0-9a-f]{96}$/);
  await keepOperation("SendBillSync");
  await keepOperation("GetStatus");
});

it("SendTestSetAsync, and GetStatusZip for its verdict", async () => {
  const tenant = await createTenant({ environment: "habilitacion" });
  expect((await postInvoice(tenant, sampleInvoice())).status).toBe(201);
  await keepOperation("SendTestSetAsync");
  await keepOperation("GetStatusZip");
});

it("GetAcquirer", async () => {
  const tenant = await createTenant();
  const question = { identification_type: "13", identification_number: "1399995" };
  const path = `/companies/${tenant.companyId}/authority/get-acquirer`;
  expect((await call("POST", path, question, { token: tenant.token })).status).toBe(200);
  await keepOperation("GetAcquirer");
});

it("GetXmlByDocumentKey gives back the very bytes that were sent", async () => {
  const tenant = await createTenant();
  const { cufe } = (await postInvoice(tenant, sampleInvoice())).body;
  const { outcome } = await (await connect(tenant)).getXmlByDocumentKey(cufe);
  expect(outcome.type === "found" && new TextDecoder().decode(outcome.xml)).toBe(await fetchReceived(cufe));
  await keepOperation("GetXmlByDocumentKey");
});

it("GetNumberingRange gives the ranges of the register", async () => {
  const tenant = await createTenant();
  const { outcome } = await (await connect(tenant)).getNumberingRange(tenant.nit, tenant.nit, tenant.softwareId);
  expect(outcome).toMatchObject({
    type: "ranges",
    ranges: [
      { prefix: tenant.prefix.fe, technicalKey: tenant.technicalKey, validFrom: "2019-01-19", from: 1 },
      { prefix: tenant.prefix.contingency, technicalKey: null },
      { prefix: tenant.prefix.dse, technicalKey: null },
    ],
  });
  await keepOperation("GetNumberingRange");
});

it("SendBillAsync is acknowledged with the key of its batch", async () => {
  const tenant = await createTenant();
  const { cufe } = (await postInvoice(tenant, sampleInvoice())).body;
  const fileName = buildXmlFileName("fv", { nit: tenant.nit, providerCode: "000", year: 2026, sequence: 9 });
  const zip = zipFile(fileName, new TextEncoder().encode(await fetchReceived(cufe)));
  const client = await connect(tenant);
  const { outcome } = await client.sendBillAsync(toZipFileName(fileName), zip, cufe);
  expect(outcome.type).toBe("acknowledged");
  await keepOperation("SendBillAsync");
  // The number was processed before, with this very document: rule 90 and nothing else.
  const zipKey = outcome.type === "acknowledged" ? outcome.zipKey : "";
  expect((await client.getStatusZip(zipKey, cufe)).outcome.type).toBe("duplicate");
});
