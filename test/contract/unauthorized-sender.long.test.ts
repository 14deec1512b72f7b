// Tests what clients see while the authority does not let a company send: each answer takes a caller's whole patience, so all
// wait at once.
import { describe, expect, it } from "vitest";
import { readRecord } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { createTenant } from "../support/tenant.ts";

const CASES = KINDS.flatMap((kind) =>
  (["produccion", "habilitacion"] as const).map((environment) => ({ title: kind.title, kind, environment })),
);

describe("a document of a company that may not send", { concurrent: true }, () => {
  it.each(CASES)("waits unsent and certain: $title in $environment", async ({ kind, environment }) => {
    const tenant = await createTenant({ environment });
    const first = await kind.post(tenant, "k", kind.tagged("#noautorizado"));
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ ok: true, pending: true, request_status: "firmado" });
    expect(first.body).not.toHaveProperty("authority");
    expect(first.body.enviado ?? false).toBe(false);
    const record = await readRecord(kind.nameOf(tenant, "k"));
    expect(record?.state).toBe("firmado");
    const sendings = record?.attempts ?? [];
    expect(new Set(sendings.map(({ kind: what, outcome }) => `${what} ${outcome}`))).toEqual(
      new Set(["send not-processed"]),
    );
    expect(record?.lastError?.detail).toMatch(/no autorizado a enviar documentos para emisor con NIT …\d{3}\.$/);
    expect(JSON.stringify(record?.attempts)).not.toContain(tenant.nit);
    const again = await kind.post(tenant, "k", kind.tagged("#noautorizado"));
    expect(again).toMatchObject({
      status: 202,
      body: { pending: true, idempotent: true, request_status: "firmado" },
    });
    expect(kind.factsOf(again)).toMatchObject({ id: kind.factsOf(first).id, number: 1, state: "firmado" });
  });
});
