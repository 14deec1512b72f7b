// Tests what v2 answers beyond v1: the key of a document, who owns a key, and parameters that do not exist.
import { beforeAll, describe, expect, it } from "vitest";
import { API_VERSIONS } from "../../src/api/base/version.ts";
import { call, get, postInvoice, useApiVersion, withApiVersion } from "../support/api.ts";
import { KINDS } from "../support/kind.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

describe("the key of a document", () => {
  it.each(KINDS)("of $title is in its creation, its replay and its reading, under both names", async (kind) => {
    const own = await createTenant();
    const keys = { draft_key: "clave-1", idempotency_key: "clave-1" };
    const created = await kind.post(own, "clave-1", kind.sample());
    expect([created.status, created.body]).toMatchObject([201, keys]);
    const replayed = await kind.post(own, "clave-1", kind.sample());
    expect([replayed.status, replayed.body]).toMatchObject([200, keys]);
    const read = await kind.read(own, kind.factsOf(created).id ?? 0);
    expect([read.status, read.body]).toMatchObject([200, keys]);
  });

  it.each([
    ["#rechazo", 422],
    ["#perdido", 502],
  ])("is in the answer to %s too", async (tag, status) => {
    const answer = await postInvoice(tenant, taggedInvoice(tag, { draft_key: `clave ${tag}` }));
    expect([answer.status, answer.body.draft_key]).toEqual([status, `clave ${tag}`]);
  });

  it("is null where there was none", async () => {
    const created = await postInvoice(tenant, sampleInvoice());
    expect(created.body).toMatchObject({ draft_key: null, idempotency_key: null });
    const read = await get(tenant, `/fe/docs/${created.body.factura_id}`);
    expect(read.body).toMatchObject({ draft_key: null, idempotency_key: null });
  });

  it.each(KINDS)("is in no answer of v1 about $title", async (kind) => {
    await withApiVersion("v1", async () => {
      const created = await kind.post(tenant, "clave-v1", kind.sample());
      const read = await kind.read(tenant, kind.factsOf(created).id ?? 0);
      expect(JSON.stringify([created.body, read.body])).not.toContain("clave-v1");
    });
  });
});

describe("a conflict", () => {
  it.each(API_VERSIONS.flatMap((version) => KINDS.map((kind) => ({ version, kind, title: kind.title }))))(
    "names the $title that owns the key, in $version",
    async ({ version, kind }) => {
      const key = `conflicto ${version}`;
      const first = await kind.post(tenant, key, kind.sample(), { version });
      const more = kind.module === "fe" ? { observaciones: "otra" } : { fecha_vencimiento_contable: "2030-01-01" };
      const { status, body } = await kind.post(tenant, key, kind.sample(more), { version });
      expect([status, body.code]).toEqual([409, "idempotency_conflict"]);
      const { id, number } = kind.factsOf(first);
      const numero = expect.stringMatching(new RegExp(`^\\D+${number}$`));
      expect(body.documento).toEqual({ id, numero, estado_authority: "aceptado" });
      expect(body.error).toContain(`${body.documento.numero} (estado aceptado)`);
      expect(body.error).not.toMatch(/otra clave/);
    },
  );
});

describe("a parameter that a route does not have", () => {
  it("is refused, and those that it has are named", async () => {
    const { status, body } = await get(tenant, "/fe/docs?estados=aprobado&per_page=1");
    expect([status, body.code]).toEqual([400, "invalid_parameter"]);
    expect(body.details).toHaveLength(1);
    expect(body.details[0].path).toBe("estados");
    for (const name of ["page", "per_page", "tipo", "estado", "q"]) expect(body.error).toContain(`\`${name}\``);
    expect(body.error).toContain("¿quiso decir `estado`?");
  });

  it("is refused as one that comes twice is, of which only the first would count", async () => {
    const { status, body } = await get(tenant, "/fe/docs?estado=aprobado&estado=pendiente");
    expect([status, body.code]).toEqual([400, "invalid_parameter"]);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["estado"]);
  });

  it("is refused where none exists, and before anything is issued", async () => {
    const read = await get(tenant, "/establecimientos?x=1");
    expect([read.status, read.body.error]).toEqual([400, "El parámetro `x` no es de esta ruta, que admite: ninguno."]);
    const path = `/companies/${tenant.companyId}/fe/facturas?dryrun=true`;
    const created = await call("POST", path, sampleInvoice(), { token: tenant.token });
    expect([created.status, created.body.details[0].message]).toEqual([
      400,
      "El parámetro `dryrun` no es de esta ruta (¿quiso decir `dry_run`?), que admite: `dry_run`.",
    ]);
  });
});

describe("iva_incluido without unit_input", () => {
  const items = [{ desc: "Café", cant: 1, unit: 100000, iva: 19, iva_incluido: true }];

  it("is refused with both fields, and with every other problem", async () => {
    const { status, body } = await postInvoice(
      tenant,
      sampleInvoice({ items, payment: { form: "contado", means_code: "999" } }),
    );
    expect([status, body.code]).toEqual([400, "invalid_payload"]);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      "items.0.iva_incluido",
      "items.0.unit_input",
      "payment.means_code",
    ]);
  });

  it("is a notice in v1", async () => {
    const { status, body } = await postInvoice(tenant, sampleInvoice({ items }), { version: "v1" });
    expect(status).toBe(201);
    expect(body.notices.map(({ path }: { path?: string }) => path)).toContain("items.0.iva_incluido");
  });
});
