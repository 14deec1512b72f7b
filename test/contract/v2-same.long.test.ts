// Runs suites of v1 against v2: every path of v1 exists there and behaves the same.
import { describe, expect, it, TestRunner } from "vitest";
import { call, get, postInvoice, postSupportDocument, useApiVersion } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

useApiVersion("v2");
/** Where another file of this runtime has loaded a suite, it is loaded anew: what is loaded once registers its tests once. */
const SUITES = import.meta.glob(
  [
    "./skeleton.test.ts",
    "./invoice-skeleton.test.ts",
    "./fe-create.test.ts",
    "./fe-list.test.ts",
    "./support-document.test.ts",
    "./error.test.ts",
  ],
  { query: "?v2" },
);
for (const [name, load] of Object.entries(SUITES)) {
  const { tasks } = TestRunner.getCurrentSuite();
  const before = tasks.length;
  await load();
  if (tasks.length === before) throw new Error(`${name} brought no tests`);
}

describe("the two versions", () => {
  it("share the keys of an invoice: what one issued is a replay in the other, and a conflict with another body", async () => {
    const tenant = await createTenant();
    const body = sampleInvoice({ draft_key: "venta-1" });
    const first = await postInvoice(tenant, body, { version: "v1" });
    expect(first.status).toBe(201);
    const again = await postInvoice(tenant, body, { version: "v2" });
    expect([again.status, again.body.factura_id]).toEqual([200, first.body.factura_id]);
    const other = await postInvoice(tenant, { ...body, observaciones: "otra" }, { version: "v2" });
    expect(other.status).toBe(409);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it("share the keys of a support document", async () => {
    const tenant = await createTenant();
    const body = sampleSupportDocument();
    const first = await postSupportDocument(tenant, "compra-1", body, { version: "v2" });
    expect(first.status).toBe(201);
    const again = await postSupportDocument(tenant, "compra-1", body, { version: "v1" });
    expect([again.status, again.body.documento.id]).toEqual([200, first.body.documento.id]);
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it.each(["v1", "v2"] as const)("link an error of %s to its own reference", async (version) => {
    const tenant = await createTenant();
    const { headers } = await get(tenant, "/fe/docs/999999999", { version });
    expect(headers.get("link")).toBe(`</api/ext/${version}/docs#error-not_found>; rel="help"`);
  });

  it("answer 405 with the methods of the path, and 404 to a path that neither has", async () => {
    const tenant = await createTenant();
    const path = `/companies/${tenant.companyId}`;
    const wrong = await call("DELETE", `${path}/fe/terceros`, undefined, { token: tenant.token });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
    const none = await call("GET", `${path}/fe/nada`, undefined, { token: tenant.token });
    expect([none.status, none.body.code]).toEqual([404, "route_not_found"]);
  });
});
