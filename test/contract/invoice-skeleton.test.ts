// Issues, replays, reads and lists one invoice with its receiver, end to end, and calls the look-ups around it.
import { expect, it } from "vitest";
import { call, get, postInvoice, urlOf } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

it("issues an invoice that the authority accepts, once, replays it, reads it and lists it", async () => {
  const tenant = await createTenant();
  const body = sampleInvoice({ draft_key: "sale-1" });
  const first = await postInvoice(tenant, body);
  expect(first.body).toMatchObject({ ok: true, pending: false, idempotent: false, estado: "aceptado", enviado: true });
  expect(first.status).toBe(201);
  const again = await postInvoice(tenant, body);
  expect(again.status).toBe(200);
  expect(again.body).toMatchObject({ ok: true, idempotent: true, factura_id: first.body.factura_id });
  expect((await postInvoice(tenant, { ...body, observaciones: "otra" })).status).toBe(409);
  const read = await get(tenant, `/fe/docs/${first.body.factura_id}`);
  expect(read.body.doc).toMatchObject({ id: first.body.factura_id, cufe: first.body.cufe, es_habilitacion: false });
  const list = await get(tenant, "/fe/docs?q=Cliente");
  expect(list.body).toMatchObject({ ok: true, total: 1, page: 1, pages: 1 });
  const parties = await get(tenant, "/fe/terceros");
  expect(parties.body.terceros).toHaveLength(1);
  expect(await listSendings(tenant.nit)).toHaveLength(1);
});

it("answers 422 with the authority's rule when it rejects", async () => {
  const tenant = await createTenant();
  const rejected = await postInvoice(tenant, taggedInvoice("#rechazo"));
  expect(rejected.status).toBe(422);
  expect(rejected.body).toMatchObject({ ok: false, estado: "rechazado", details: [{ severity: "rechazo" }] });
});

it("looks an acquirer up once a day, and again when asked to", async () => {
  const tenant = await createTenant();
  const ask = (body: object) =>
    call("POST", `/companies/${tenant.companyId}/authority/get-acquirer`, body, { token: tenant.token });
  const first = await ask({ identification_type: "13", identification_number: "1399995" });
  expect(first.body).toMatchObject({ ok: true, cached: false });
  expect((await ask({ tipo_doc: "13", numero_doc: "1399995" })).body).toMatchObject({ ok: true, cached: true });
  expect((await ask({ tipo_doc: "13", numero_doc: "1399995", force_refresh: true })).body.cached).toBe(false);
  const unknown = await ask({ tipo_doc: "13", numero_doc: "77777777" });
  expect(unknown.status).toBe(urlOf("").includes("/v1") ? 502 : 404);
  expect(unknown.body.code).toBe("acquirer_not_found");
});

it("takes a price as a double prints it, rounded to six decimals", async () => {
  const tenant = await createTenant();
  const items = [{ desc: "Café", cant: 3, unit: 1000 / 1.19, iva: 19 }];
  const issued = await postInvoice(tenant, sampleInvoice({ items, subtotal: 2521.01, impuestos: 478.99, total: 3000 }));
  expect(issued.body).toMatchObject({ ok: true, subtotal: "2521.01", impuestos: "478.99", total: "3000.00" });
  const read = await get(tenant, `/fe/docs/${issued.body.factura_id}`);
  expect(read.body.doc.items[0].valor_unitario).toBe("840.336134");
});
