// Issues one document end to end: the smallest proof that the parts fit.
import { expect, it } from "vitest";
import { getSupportDocument, postSupportDocument } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

it("issues a support document that the authority accepts, once, and replays it", async () => {
  const tenant = await createTenant();
  const body = sampleSupportDocument();
  const first = await postSupportDocument(tenant, "k-1", body);
  expect(first.body).toMatchObject({ ok: true, pending: false, idempotent: false });
  expect(first.status).toBe(201);
  const again = await postSupportDocument(tenant, "k-1", body);
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({ ok: true, idempotent: true, documento: { id: first.body.documento.id } });
  const read = await getSupportDocument(tenant, first.body.documento.id);
  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({ ok: true, pending: false, documento: { estado_authority: "aceptado" } });
  expect(await listSendings(tenant.nit)).toHaveLength(1);
});
