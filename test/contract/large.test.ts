// Tests documents near the authority's limit of 500 KB (ZA01): refused before a number is taken, or accepted whole.
import { expect, it } from "vitest";
import { call, postSupportDocument } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant } from "../support/tenant.ts";

const ITEM = { codigo: "50201706", descripcion: "Café", cantidad: 1, precio_unitario: 1000, porcentaje_iva: 19 };

it("refuses a document whose XML would pass 500 KB, names the rule and takes no number", async () => {
  const tenant = await createTenant();
  const items = Array.from({ length: 700 }, () => ({ ...ITEM, descripcion: "x".repeat(200) }));
  const refused = await postSupportDocument(tenant, "large", sampleSupportDocument({ items }));
  expect(refused.status).toBe(400);
  expect(refused.body.details[0].rule).toBe("ZA01");
  const next = await postSupportDocument(tenant, "large", sampleSupportDocument());
  expect(next.status).toBe(201);
  expect(next.body.documento.consecutivo).toBe(1);
});

it.each([100, 2_000])("refuses %i items with 50 withholdings each, for nothing", async (count) => {
  const tenant = await createTenant();
  const retenciones = Array.from({ length: 50 }, (_, index) => ({
    tipo: `r${index}`,
    codigo_authority: "06",
    nombre: `Rete ${index}`,
    porcentaje: (index + 1) / 100,
  }));
  const items = Array.from({ length: count }, () => ITEM);
  for (const query of ["", "?dry_run=true"]) {
    const path = `/companies/${tenant.companyId}/dse/documentos${query}`;
    const options = { token: tenant.token, headers: { "idempotency-key": "withheld" } };
    const refused = await call("POST", path, sampleSupportDocument({ items, retenciones }), options);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "business_rule", details: [{ path: "items", rule: "ZA01" }] });
    expect(refused.body.error).toContain(
      `reparta sus ${count} ítems, cada uno con 50 retenciones, en varios documentos`,
    );
  }
  expect(await listSendings(tenant.nit)).toEqual([]);
  const next = await postSupportDocument(tenant, "withheld", sampleSupportDocument());
  expect(next.status).toBe(201);
  expect(next.body.documento.consecutivo).toBe(1);
});

it("issues a document of 300 lines once", async () => {
  const tenant = await createTenant();
  const items = Array.from({ length: 300 }, () => ITEM);
  const issued = await postSupportDocument(tenant, "long", sampleSupportDocument({ items }));
  expect(issued.body).toMatchObject({ ok: true, documento: { subtotal: "300000.00", impuestos: "57000.00" } });
  expect(issued.status).toBe(201);
  expect(await listSendings(tenant.nit)).toHaveLength(1);
});
