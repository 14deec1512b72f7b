// Tests every row of the table of answers for support documents, the rules of idempotency, and the document as read.
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, getSupportDocument, postSupportDocument } from "../support/api.ts";
import { awaitState } from "../support/issuance-object.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { sampleSupportDocument, taggedSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  tenant = await createTenant();
});

function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

/** Reads until the document is settled. */
async function settle(id: number): Promise<Answer> {
  for (let tries = 0; tries < 150; tries += 1) {
    const answer = await getSupportDocument(tenant, id);
    if (answer.body.pending === false) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`document ${id} did not settle`);
}

const DOCUMENT = {
  id: expect.any(Number),
  company_id: expect.any(Number),
  prefijo: "SEDS",
  consecutivo: expect.any(Number),
  document_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  moneda: "COP",
  subtotal: "120000.00",
  impuestos: "22800.00",
  total: "142800.00",
  total_retenciones: "0.00",
  cuds: expect.stringMatching(/^[0-9a-f]{96}$/),
};

describe("the table of answers (4.7)", () => {
  it("201: a new document, accepted", async () => {
    const { status, body, headers } = await postSupportDocument(tenant, newKey(), sampleSupportDocument());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ok: true,
      pending: false,
      idempotent: false,
      documento: { ...DOCUMENT, estado_authority: "aceptado" },
      authority: {
        is_valid: true,
        status_code: "00",
        status_description: expect.any(String),
        status_message: expect.any(String),
      },
    });
    expect(headers.get("idempotent-replayed")).toBeNull();
  });

  it("201: accepted with notifications, which the answer names", async () => {
    const { status, body } = await postSupportDocument(tenant, newKey(), taggedSupportDocument("#aviso"));
    expect(status).toBe(201);
    expect(body.authority.rules[0]).toMatchObject({ severity: "notificacion" });
  });

  it("200: a replay, the same document as it is now", async () => {
    const key = newKey();
    const first = await postSupportDocument(tenant, key, sampleSupportDocument());
    const { status, body, headers } = await postSupportDocument(tenant, key, sampleSupportDocument());
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, pending: false, idempotent: true, documento: first.body.documento });
    expect(headers.get("idempotent-replayed")).toBe("true");
  });

  it("422: rejected, and 422 again with ok:true on replay", async () => {
    const key = newKey();
    const first = await postSupportDocument(tenant, key, taggedSupportDocument("#rechazo"));
    expect(first.status).toBe(422);
    expect(first.body).toMatchObject({
      ok: false,
      pending: false,
      idempotent: false,
      error: expect.stringContaining("rechazó"),
      documento: { estado_authority: "rechazado" },
      authority: { is_valid: false, status_code: "99" },
    });
    const again = await postSupportDocument(tenant, key, taggedSupportDocument("#rechazo"));
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({
      ok: true,
      idempotent: true,
      pending: false,
      documento: { id: first.body.documento.id },
    });
  });

  it("202: a replay while the first is still being sent", async () => {
    const key = newKey();
    const first = postSupportDocument(tenant, key, taggedSupportDocument("#lento"));
    await awaitState(`dse:${tenant.companyId}:${tenant.clientId}:${key}`, "sending");
    const { status, body, headers } = await postSupportDocument(tenant, key, taggedSupportDocument("#lento"));
    expect(status).toBe(202);
    expect(body).toMatchObject({
      ok: true,
      idempotent: true,
      pending: true,
      message: expect.any(String),
      request_status: expect.any(String),
    });
    expect(headers.get("retry-after")).toBe("5");
    expect(headers.get("idempotent-replayed")).toBe("true");
    // A later read finds what the replay said, although the authority has not answered yet.
    const { id, cuds } = body.documento;
    const read = await getSupportDocument(tenant, id);
    expect(read.body).toMatchObject({ pending: true, documento: { id, cuds, estado_authority: "sending" } });
    expect(cuds).toMatch(/^[0-9a-f]{96}$/);
    expect((await first).status).toBe(201);
  });

  it("409 too for a payload that no new key would get issued: the key comes before the rules", async () => {
    const broken = sampleSupportDocument({ medio_pago_codigo: "99" });
    expect((await postSupportDocument(tenant, newKey(), broken)).status).toBe(400);
    const key = newKey();
    await postSupportDocument(tenant, key, sampleSupportDocument());
    expect((await postSupportDocument(tenant, key, broken)).status).toBe(409);
  });

  it("409: the same key with another payload", async () => {
    const key = newKey();
    await postSupportDocument(tenant, key, sampleSupportDocument());
    const { status, body } = await postSupportDocument(tenant, key, sampleSupportDocument({ moneda: "COP" }));
    expect(status).toBe(409);
    expect(body).toMatchObject({ ok: false, code: "idempotency_conflict", error: expect.any(String) });
  });

  it("502: an uncertain result, read by id until reconciled, sent once", async () => {
    const key = newKey();
    const answer = await postSupportDocument(tenant, key, taggedSupportDocument("#tarde"));
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      ok: false,
      pending: true,
      idempotent: false,
      error: expect.any(String),
      documento: { id: expect.any(Number), estado_authority: "en_proceso_http" },
    });
    const settled = await settle(answer.body.documento.id);
    expect(settled.body.documento.estado_authority).toBe("aceptado");
    const replay = await postSupportDocument(tenant, key, taggedSupportDocument("#tarde"));
    expect(replay.status).toBe(200);
    const arrivals = await listSendings(tenant.nit);
    expect(arrivals.filter((one) => one.document_key === settled.body.documento.cuds)).toHaveLength(1);
  });

  it("202: a replay of a document that is still uncertain", async () => {
    const key = newKey();
    const first = await postSupportDocument(tenant, key, taggedSupportDocument("#perdido"));
    expect(first.status).toBe(502);
    const { status, body } = await postSupportDocument(tenant, key, taggedSupportDocument("#perdido"));
    expect(status).toBe(202);
    expect(body).toMatchObject({
      ok: true,
      idempotent: true,
      pending: true,
      documento: { id: first.body.documento.id },
    });
    const read = await getSupportDocument(tenant, first.body.documento.id);
    expect(read.body).toMatchObject({ ok: true, pending: true });
  });

  it("in process at first is asked again before answering", async () => {
    const { status, body } = await postSupportDocument(tenant, newKey(), taggedSupportDocument("#proceso"));
    expect([201, 202]).toContain(status);
    expect(body).toMatchObject({ ok: true, idempotent: false });
    expect((await settle(body.documento.id)).body.documento.estado_authority).toBe("aceptado");
  });
});

describe("the key (4.7, idempotency rules)", () => {
  it("1: is mandatory", async () => {
    const { status, body } = await postSupportDocument(tenant, null, sampleSupportDocument());
    expect(status).toBe(400);
    expect(body).toMatchObject({
      ok: false,
      code: "missing_idempotency_key",
      error: expect.stringContaining("Idempotency-Key"),
    });
    expect((await postSupportDocument(tenant, "   ", sampleSupportDocument())).body.code).toBe(
      "missing_idempotency_key",
    );
  });

  it("2: has at most 120 characters", async () => {
    expect((await postSupportDocument(tenant, "k".repeat(120), sampleSupportDocument())).status).toBe(201);
    const { status, body } = await postSupportDocument(tenant, "k".repeat(121), sampleSupportDocument());
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_idempotency_key", error: expect.stringContaining("120") });
  });

  it.each(["request_key", "draft_key"])(
    "may come in the body as %s, and is then the same key as in the header",
    async (name) => {
      const key = newKey();
      const inBody = await postSupportDocument(tenant, null, sampleSupportDocument({ [name]: key }));
      expect(inBody.status).toBe(201);
      const inHeader = await postSupportDocument(tenant, key, sampleSupportDocument());
      expect(inHeader.status).toBe(200);
      expect(inHeader.body.documento.id).toBe(inBody.body.documento.id);
    },
  );

  it.each<[string, string | null, Readonly<Record<string, unknown>>]>([
    ["the header and the body differ", "a", { request_key: "b" }],
    ["the body's two differ", null, { request_key: "a", draft_key: "b" }],
    ["the body's is a number", null, { request_key: 5 }],
    ["the body's is too long", null, { draft_key: "k".repeat(121) }],
  ])("400 when %s", async (_name, key, fields) => {
    const { status, body } = await postSupportDocument(tenant, key, sampleSupportDocument(fields));
    expect(status).toBe(400);
    expect(body.code).toBe("invalid_idempotency_key");
  });

  it("3: belongs to the company and the API client, not to the token", async () => {
    const key = newKey();
    const mine = await postSupportDocument(tenant, key, sampleSupportDocument());
    const another = await createClient(tenant.companyId, ["dse.write"]);
    const theirs = await postSupportDocument(tenant, key, sampleSupportDocument(), { token: another.token });
    expect(theirs.status).toBe(201);
    expect(theirs.body.documento.id).not.toBe(mine.body.documento.id);
  });

  it("5: the same payload in another spelling is the same payload", async () => {
    const key = newKey();
    const body = sampleSupportDocument();
    const first = await postSupportDocument(tenant, key, body);
    const { fecha_documento: date, ...others } = body;
    const rewritten = JSON.stringify({ ...others, fecha: date }, null, 2).replace("12000", "1.2e4");
    const again = await postSupportDocument(tenant, key, rewritten);
    expect(again.status).toBe(200);
    expect(again.body.documento.id).toBe(first.body.documento.id);
  });

  it("a refused request consumes nothing and leaves the key free", async () => {
    const key = newKey();
    const before = await postSupportDocument(tenant, newKey(), sampleSupportDocument());
    expect(
      (await postSupportDocument(tenant, key, sampleSupportDocument({ fecha_documento: "2020-01-01" }))).status,
    ).toBe(400);
    const after = await postSupportDocument(tenant, key, sampleSupportDocument());
    expect(after.status).toBe(201);
    expect(after.body.documento.consecutivo).toBe(before.body.documento.consecutivo + 1);
  });

  it("many at once make one document", async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => postSupportDocument(tenant, key, sampleSupportDocument())),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 201, 202].includes(status))).toBe(true);
    const ids = new Set(answers.flatMap(({ body }) => (body.documento === undefined ? [] : [body.documento.id])));
    expect(ids.size).toBe(1);
  });
});

describe("reading by id (4.8, 2.16)", () => {
  it("every field has its type", async () => {
    const retenciones = [{ authority_tax_code: "06", tax_name: "ReteRenta", percent: 2.5 }];
    const items = [
      {
        codigo: "50201706",
        cantidad: 10,
        precio_unitario: 12000,
        porcentaje_iva: 19,
        cost_center_id: tenant.costCenterId,
      },
    ];
    const sent = sampleSupportDocument({ retenciones, items, fecha_vencimiento_contable: "2999-12-31" });
    const created = await postSupportDocument(tenant, newKey(), sent);
    const { status, body } = await getSupportDocument(tenant, created.body.documento.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      pending: false,
      documento: {
        ...created.body.documento,
        total_retenciones: "3000.00",
        neto_pagar: "139800.00",
        accounting_due_date: "2999-12-31",
        es_habilitacion: 0,
        xml_path: expect.any(String),
        zip_key: null,
        last_status_error: null,
        accounting_status: "posted",
        third_party_id: expect.any(Number),
        cost_center_id: tenant.costCenterId,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
    });
  });

  it("a company in habilitacion issues through its test set: es_habilitacion 1 and a zip key", async () => {
    const testing = await createTenant({ environment: "habilitacion" });
    const created = await postSupportDocument(testing, "k", sampleSupportDocument());
    expect([201, 202]).toContain(created.status);
    for (let tries = 0; tries < 150; tries += 1) {
      const { body } = await getSupportDocument(testing, created.body.documento.id);
      expect(body.documento).toMatchObject({ es_habilitacion: 1, zip_key: expect.any(String) });
      if (body.documento.estado_authority === "aceptado") return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the test set's verdict did not come");
  });

  it("another company's document and an unknown one look the same", async () => {
    const created = await postSupportDocument(tenant, newKey(), sampleSupportDocument());
    const stranger = await createTenant();
    const theirs = await getSupportDocument(stranger, created.body.documento.id);
    const nobodys = await getSupportDocument(stranger, 999_999_999);
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
    expect(theirs.body.code).toBe(nobodys.body.code);
  });
});

describe("the same printed strings everywhere", () => {
  it("answer, row and XML agree", async () => {
    const items = [
      { codigo: "50201706", cantidad: 3, precio_unitario: 33.333333, porcentaje_iva: 19 },
      { codigo: "50201706", cantidad: 1, base: 0.125, impuesto: 0 },
    ];
    const { body } = await postSupportDocument(tenant, newKey(), sampleSupportDocument({ items }));
    expect(body.documento).toMatchObject({ subtotal: "100.12", impuestos: "19.00", total: "119.12" });
    const xml = await fetchReceived(body.documento.cuds);
    for (const [name, value] of [
      ["LineExtensionAmount", "100.12"],
      ["TaxExclusiveAmount", "100.00"],
      ["TaxInclusiveAmount", "119.12"],
      ["PayableAmount", "119.12"],
    ]) {
      expect(xml).toContain(`<cbc:${name} currencyID="COP">${value}</cbc:${name}>`);
    }
  });
});
