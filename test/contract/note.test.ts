// Tests notes over HTTP: annulments, returns, lower prices, debits, adjustments, and notes on what was issued elsewhere.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type Answer,
  get,
  getSupportDocument,
  postInvoice,
  postNote,
  postSupportDocument,
  useApiVersion,
} from "../support/api.ts";
import { stopClock } from "../support/clock.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const RECEIVER = { tipo_doc: "13", numero_doc: "1023456789", nombre: "Ana Díaz", email: "ana@example.com" };

/** An invoice of two lines: 3 x 10000 and 2 x 35000, IVA 19: 119000.00. */
async function issueInvoice(own: Tenant, more: object = {}): Promise<number> {
  const items = [
    { desc: "Cuaderno", cant: 3, unit: 10000, iva: 19 },
    { desc: "Mochila", cant: 2, unit: 35000, iva: 19 },
  ];
  const { status, body } = await postInvoice(
    own,
    sampleInvoice({ items, subtotal: 100000, impuestos: 19000, ...more }),
  );
  expect([status, body.total]).toEqual([201, "119000.00"]);
  return body.factura_id;
}

async function issueSupportDocument(own: Tenant): Promise<{ id: number; total: string }> {
  const { status, body } = await postSupportDocument(own, crypto.randomUUID(), sampleSupportDocument());
  expect(status).toBe(201);
  return body.documento;
}

describe("a credit note", () => {
  it("annuls an invoice whole, and its replay is the same note", async () => {
    const own = await createTenant();
    const factura_id = await issueInvoice(own);
    const { status, body } = await postNote(own, "91", "anular-1", { factura_id });
    expect(body).toMatchObject({
      ok: true,
      pending: false,
      idempotent: false,
      nota_id: expect.any(Number),
      factura_id,
      cude: expect.stringMatching(/^[0-9a-f]{96}$/),
      estado: "aceptado",
      enviado: true,
      company_id: own.companyId,
      tipo_authority: "91",
      prefijo: "NC",
      consecutivo: 1,
      moneda: "COP",
      subtotal: "100000.00",
      impuestos: "19000.00",
      total: "119000.00",
      concepto: "2",
      saldo_acreditable: "0.00",
      draft_key: "anular-1",
      idempotency_key: "anular-1",
      authority: { is_valid: true },
    });
    expect(status).toBe(201);
    expect([body.cufe, typeof body.concepto_nombre]).toEqual([body.cude, "string"]);
    const replayed = await postNote(own, "91", null, { factura_id, draft_key: "anular-1" });
    expect([replayed.status, replayed.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(replayed.body).toMatchObject({ idempotent: true, nota_id: body.nota_id, saldo_acreditable: "0.00" });
    const conflict = await postNote(own, "91", "anular-1", { factura_id, motivo: "otro" });
    expect([conflict.status, conflict.body.documento]).toEqual([
      409,
      { id: body.nota_id, numero: `${body.prefijo}${body.consecutivo}`, estado_authority: "aceptado" },
    ]);
    expect(await listSendings(own.nit)).toHaveLength(2);
  });

  it("returns part of a line, then the rest, to the cent", async () => {
    const factura_id = await issueInvoice(tenant);
    const part = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], motivo: "Una dañada" };
    const first = await postNote(tenant, "91", `parte ${factura_id}`, part);
    expect([first.status, first.body.total, first.body.saldo_acreditable]).toEqual([201, "11900.00", "107100.00"]);
    const rest = {
      factura_id,
      concepto: "1",
      items: [
        { linea: 1, cant: 2 },
        { linea: 2, cant: 2 },
      ],
    };
    const second = await postNote(tenant, "91", `resto ${factura_id}`, rest);
    expect([second.status, second.body.total, second.body.saldo_acreditable]).toEqual([201, "107100.00", "0.00"]);
    const third = await postNote(tenant, "91", `nada ${factura_id}`, part);
    expect([third.status, third.body.code]).toEqual([400, "reference_annulled"]);
  });

  it("lowers a price without taking units back", async () => {
    const factura_id = await issueInvoice(tenant);
    const items = [{ linea: 2, cant: 2, unit: 5000 }];
    const { status, body } = await postNote(tenant, "91", `precio ${factura_id}`, { factura_id, concepto: 4, items });
    expect([status, body.total, body.concepto]).toEqual([201, "11900.00", "4"]);
  });

  it("refuses what it does not know, and a line's own fields beside its number", async () => {
    const factura_id = await issueInvoice(tenant);
    const items = [{ linea: 1, cant: 1, desc: "Otro", bodega: "Sur" }];
    const { status, body } = await postNote(tenant, "91", `avisos ${factura_id}`, {
      factura_id,
      concepto: "1",
      items,
      sede: "Norte",
    });
    expect([status, body.code]).toEqual([400, "unknown_field"]);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["items.0.bodega", "sede", "items.0.desc"]);
  });

  it("on a period has no invoice and no balance", async () => {
    const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await postNote(tenant, "91", "periodo", {
      periodo: { fecha_inicio: day, fecha_fin: day },
      receptor: RECEIVER,
      concepto: "6",
      items: [{ desc: "Descuento por volumen", cant: 1, unit: 50000, iva: 19 }],
    });
    expect([status, body.factura_id, body.saldo_acreditable, body.total]).toEqual([201, null, null, "59500.00"]);
  });

  it("on an invoice that is kept here, named by its CUFE, minds its balance", async () => {
    const factura_id = await issueInvoice(tenant);
    const { body: read } = await get(tenant, `/fe/docs/${factura_id}`);
    const { cufe, prefijo, consecutivo, fecha_emision } = read.doc;
    const factura = { numero: `${prefijo}${consecutivo}`, cufe: cufe.toUpperCase(), fecha: fecha_emision.slice(0, 10) };
    const { status, body } = await postNote(tenant, "91", `externa ${factura_id}`, { factura, concepto: "2" });
    expect([status, body.factura_id, body.saldo_acreditable]).toEqual([201, factura_id, "0.00"]);
  });

  it("that the authority rejects keeps its number and frees its amount", async () => {
    const own = await createTenant();
    const factura_id = await issueInvoice(own);
    const rejected = await postNote(own, "91", "rechazada", { factura_id, motivo: "#rechazo" });
    expect([rejected.status, rejected.body]).toMatchObject([
      422,
      { ok: false, code: "document_rejected", estado: "rechazado", consecutivo: 1, saldo_acreditable: "119000.00" },
    ]);
    const again = await postNote(own, "91", "otra", { factura_id });
    expect([again.status, again.body.consecutivo]).toEqual([201, 2]);
  });

  it("is rehearsed without a key and without a trace", async () => {
    const own = await createTenant();
    const factura_id = await issueInvoice(own);
    const { status, body } = await postNote(own, "91", null, { factura_id }, { query: "?dry_run=true" });
    expect([status, body]).toMatchObject([
      200,
      { ok: true, dry_run: true, documento: { tipo_authority: "91", total: "119000.00", concepto: "2" } },
    ]);
    expect(body.numbering).toEqual({ available: true });
    const beyond = { factura_id, concepto: "3", items: [{ desc: "Todo", cant: 1, unit: 900000, iva: 19 }] };
    const refused = await postNote(own, "91", null, beyond, { query: "?dry_run=true" });
    expect([refused.status, refused.body.code]).toEqual([400, "exceeds_balance"]);
    expect((await postNote(own, "91", "real", { factura_id })).body.consecutivo).toBe(1);
  });

  it("of a company in habilitacion goes through its test set", async () => {
    const own = await createTenant({ environment: "habilitacion" });
    const factura_id = await issueInvoice(own);
    const { status, body } = await postNote(own, "91", "prueba", { factura_id });
    expect([status, body.es_habilitacion]).toEqual([201, true]);
  });
});

describe("a debit note", () => {
  it("raises an invoice and leaves what may be credited", async () => {
    const factura_id = await issueInvoice(tenant);
    const items = [{ desc: "Intereses de mora", cant: 1, unit: 3500, iva: 0 }];
    const { status, body } = await postNote(tenant, "92", `intereses ${factura_id}`, {
      factura_id,
      concepto: "1",
      items,
    });
    expect([status, body]).toMatchObject([
      201,
      { tipo_authority: "92", prefijo: "ND", factura_id, total: "3500.00", saldo_acreditable: "119000.00" },
    ]);
  });

  it("has its own keys: the same text on two paths is two operations", async () => {
    const factura_id = await issueInvoice(tenant);
    const items = [{ desc: "Flete", cant: 1, unit: 1000, iva: 19 }];
    const [debit, credit] = [
      await postNote(tenant, "92", "misma", { factura_id, concepto: "2", items }),
      await postNote(tenant, "91", "misma", { factura_id, concepto: "3", items }),
    ];
    expect([debit.status, credit.status]).toEqual([201, 201]);
  });
});

describe("an adjustment note", () => {
  it("annuls a support document, and is answered as one", async () => {
    const { id, total } = await issueSupportDocument(tenant);
    const { status, body } = await postNote(tenant, "95", `ajuste ${id}`, { documento_id: id });
    const facts = { tipo_authority: "95", prefijo: "NAS", total, concepto: "2", estado_authority: "aceptado" };
    expect([status, body]).toMatchObject([201, { ok: true, pending: false, idempotent: false, documento: facts }]);
    expect(body.documento.documento_soporte).toMatchObject({ id, cuds: expect.stringMatching(/^[0-9a-f]{96}$/) });
    expect(body.documento.saldo_acreditable).toBe("0.00");
    const replayed = await postNote(tenant, "95", `ajuste ${id}`, { documento_id: id });
    expect([replayed.status, replayed.body.documento.id]).toEqual([200, body.documento.id]);
  });

  it("returns part of a purchase", async () => {
    const { id } = await issueSupportDocument(tenant);
    const note = { documento_id: id, concepto: "1", items: [{ linea: 1, cantidad: 4 }], motivo: "Grano partido" };
    const { status, body } = await postNote(tenant, "95", `parte ${id}`, note);
    expect([status, body.documento.total, body.documento.saldo_acreditable]).toEqual([201, "57120.00", "85680.00"]);
  });

  it("refuses a name that begins with an underscore, and an invoice's id", async () => {
    const { id } = await issueSupportDocument(tenant);
    const odd = await postNote(tenant, "95", "raya", { documento_id: id, _x: 1 });
    expect([odd.status, odd.body.code, odd.body.details[0].path]).toEqual([400, "invalid_payload", "_x"]);
    const other = await postNote(tenant, "95", "factura", { documento_id: await issueInvoice(tenant) });
    expect([other.status, other.body.code]).toEqual([404, "reference_not_found"]);
  });
});

describe("the key of a note", () => {
  it("is mandatory, and the header's and the body's must agree", async () => {
    const missing = await postNote(tenant, "91", null, { factura_id: 1 });
    expect([missing.status, missing.body.code]).toEqual([400, "missing_idempotency_key"]);
    expect(missing.body.error).toContain(
      "envíe la cabecera Idempotency-Key, o `draft_key` en el cuerpo, con una clave",
    );
    const unread = await postNote(tenant, "91", null, "{");
    expect([unread.status, unread.body.code]).toEqual([400, "missing_idempotency_key"]);
    const differs = await postNote(tenant, "91", "una", { factura_id: 1, draft_key: "otra" });
    expect([differs.status, differs.body.code]).toEqual([400, "invalid_idempotency_key"]);
    const long = await postNote(tenant, "91", "k".repeat(121), { factura_id: 1 });
    expect([long.status, long.body.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("stays free after a refusal", async () => {
    const factura_id = await issueInvoice(tenant);
    const refused = await postNote(tenant, "91", `libre ${factura_id}`, { factura_id, concepto: "9" });
    expect([refused.status, refused.body.code]).toEqual([400, "concept_invalid"]);
    expect((await postNote(tenant, "91", `libre ${factura_id}`, { factura_id })).status).toBe(201);
  });

  it("stays free at an invoice in process, where nothing is consumed, and works once the invoice is settled", async () => {
    const own = await createTenant();
    // The authority answers late: no question is due while the clock stands.
    const goOn = stopClock();
    onTestFinished(goOn);
    const invoiced = await postInvoice(own, taggedInvoice("#tarde"));
    expect(invoiced.body).toMatchObject({ pending: true, factura_id: expect.any(Number) });
    const { factura_id } = invoiced.body;
    const before = await readConsumed(own);
    const refused = await postNote(own, "91", "en proceso", { factura_id });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      400,
      "reference_pending",
      [expect.objectContaining({ path: "factura_id", value: invoiced.body.estado })],
    ]);
    expect(await readConsumed(own)).toEqual(before);
    expect(await listSendings(own.nit)).toHaveLength(1);
    goOn();
    const readState = async () => (await get(own, `/fe/docs/${factura_id}`)).body.doc.estado_authority;
    await expect.poll(readState, { interval: 50, timeout: 15_000 }).toBe("aceptado");
    // The note is as late as its invoice: the tag is in the name of the party that both have.
    const repeat = () => postNote(own, "91", "en proceso", { factura_id });
    expect((await repeat()).body).toMatchObject({ nota_id: expect.any(Number), consecutivo: 1, total: "119000.00" });
    await expect.poll(async () => (await repeat()).status, { interval: 50, timeout: 15_000 }).toBe(200);
    expect((await repeat()).body).toMatchObject({ estado: "aceptado", consecutivo: 1, saldo_acreditable: "0.00" });
    expect((await listSendings(own.nit)).map(({ number }) => number)).toEqual([expect.any(String), "NC1"]);
  });
});

describe("a refusal of what a note corrects", () => {
  it.each(["", "?dry_run=true"])("names it as the client sent it (%s)", async (query) => {
    const own = await createTenant();
    const factura_id = await issueInvoice(own);
    expect((await postNote(own, "91", "anula", { factura_id })).status).toBe(201);
    const { doc } = (await get(own, `/fe/docs/${factura_id}`)).body;
    const factura = {
      numero: `${doc.prefijo}${doc.consecutivo}`,
      cufe: doc.cufe,
      fecha: doc.fecha_emision.slice(0, 10),
    };
    const key = query === "" ? "otra" : null;
    for (const reference of [{ factura_id }, { factura }]) {
      const { status, body } = await postNote(own, "91", key, reference, { query });
      expect([status, body.code], JSON.stringify(body)).toEqual([400, "reference_annulled"]);
      expect(body.details[0].path).toBe(Object.keys(reference)[0]);
    }
  });
});

/** What a note that is issued takes: numbers, places of the plan, a row, an amount. */
async function readConsumed({ companyId }: Tenant) {
  const read = async (sql: string) => (await env.DB.prepare(sql).bind(companyId).all()).results;
  return {
    series: await read("SELECT type_code, environment, next_number FROM series WHERE company_id = ?1 ORDER BY 1, 2"),
    plans: await read("SELECT module, year, used FROM plans WHERE company_id = ?1 ORDER BY 1, 2"),
    documents: await read("SELECT type_code, number, state FROM documents WHERE company_id = ?1 ORDER BY id"),
  };
}

describe("the shape of a note", () => {
  it.each([
    ["factura_id", { factura_id: "12" }],
    ["factura.cufe", { factura: { numero: "A1", cufe: "12", fecha: "2026-01-01" } }],
    ["periodo.fecha_fin", { periodo: { fecha_inicio: "2026-01-01" } }],
    ["items", { factura_id: 1, items: [] }],
    ["items.0.linea", { factura_id: 1, items: [{ linea: 1.5, cant: 1 }] }],
    ["items.0.cant", { factura_id: 1, items: [{ linea: 1, cant: 0 }] }],
    [
      "items.1.desc",
      {
        factura_id: 1,
        items: [
          { linea: 1, cant: 1 },
          { cant: 1, unit: 1, iva: 0 },
        ],
      },
    ],
    ["motivo", { factura_id: 1, motivo: "x".repeat(501) }],
    ["items.0.iva_incluido", { factura_id: 1, items: [{ desc: "x", cant: 1, unit: 1, iva: 19, iva_incluido: true }] }],
  ])("names %s", async (path, body) => {
    const answer = await postNote(tenant, "91", "forma", body);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_payload"]);
    expect(answer.body.details[0].path).toBe(path);
  });
});

describe("what a note of any kind may not carry", () => {
  it.each([
    ["91", "withholdings"],
    ["91", "retenciones"],
    ["92", "retenciones"],
    ["95", "withholdings"],
    ["95", "retenciones"],
  ] as const)("a %s: %s that are not empty", async (typeCode, name) => {
    const reference =
      typeCode === "95"
        ? { documento_id: (await issueSupportDocument(tenant)).id }
        : { factura_id: await issueInvoice(tenant) };
    const key = `sin ${typeCode} ${name}`;
    const items = typeCode === "92" ? { concepto: "1", items: [{ desc: "Mora", cant: 1, unit: 100, iva: 0 }] } : {};
    const refused = await postNote(tenant, typeCode, key, { ...reference, ...items, [name]: [{}] });
    expect([refused.status, refused.body.code]).toEqual([400, "withholdings_not_allowed"]);
    expect(refused.body.details[0].path).toBe(name);
    const plain = { ...reference, ...items, [name]: [], attachment_tokens: [] };
    expect((await postNote(tenant, typeCode, key, plain)).status).toBe(201);
  });

  it.each([
    ["91", "factura"],
    ["92", "factura"],
    ["95", "documento"],
  ] as const)("a %s: names that begin with an underscore, at any depth", async (typeCode, name) => {
    const { status, body } = await postNote(tenant, typeCode, "raya", { [`${name}_id`]: 1, _x: 1, [name]: { _y: 1 } });
    const paths = body.details.map(({ path }: { path: string }) => path);
    expect([status, body.code]).toEqual([400, "invalid_payload"]);
    expect(paths).toEqual(expect.arrayContaining(["_x", `${name}._y`]));
  });

  it.each(["91", "92", "95"] as const)("a %s: attachments", async (typeCode) => {
    const reference = typeCode === "95" ? { documento_id: 1 } : { factura_id: 1 };
    const { status, body } = await postNote(tenant, typeCode, "adjuntos", { ...reference, attachment_tokens: ["a"] });
    expect([status, body.code, body.details[0].path]).toEqual([400, "invalid_payload", "attachment_tokens.0"]);
  });
});

describe("what v1 says of notes", () => {
  it("is a 404 for a debit and an adjustment note, and for the routes of notes", async () => {
    const factura_id = await issueInvoice(tenant);
    const items = [{ desc: "Flete", cant: 1, unit: 1000, iva: 19 }];
    const debit = await postNote(tenant, "92", `v1 ${factura_id}`, { factura_id, concepto: "2", items });
    const { id } = await issueSupportDocument(tenant);
    const adjustment = await postNote(tenant, "95", `v1 ${id}`, { documento_id: id });
    expect((await get(tenant, `/fe/docs/${debit.body.nota_id}`, { version: "v1" })).status).toBe(404);
    const read = await getSupportDocument(tenant, adjustment.body.documento.id, { version: "v1" });
    expect(read.status).toBe(404);
    const route = await postNote(tenant, "91", "v1", { factura_id }, { version: "v1" });
    expect([route.status, route.body.code]).toEqual([404, "route_not_found"]);
  });
});

/** As a client does, whose request the crowd kept waiting for too long. */
async function repeatWhileBusy(send: () => Promise<Answer>): Promise<Answer> {
  for (let answer = await send(); ; answer = await send()) if (answer.status < 500) return answer;
}

describe("many notes at once", () => {
  const crowd = env.TEST_BUDGET.stormRounds > 1 ? 1_000 : 200;

  it(`are one note when ${crowd} requests have one key`, async () => {
    const own = await createTenant();
    const body = { factura_id: await issueInvoice(own), concepto: "1", items: [{ linea: 1, cant: 1 }] };
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => repeatWhileBusy(() => postNote(own, "91", "una", body))),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(answers.map(({ status }) => status).filter((one) => ![200, 201, 202].includes(one))).toEqual([]);
    expect(new Set(answers.flatMap((one) => one.body.nota_id ?? [])).size).toBe(1);
    const { results } = await env.DB.prepare("SELECT number FROM documents WHERE company_id = ?1 AND type_code = '91'")
      .bind(own.companyId)
      .all();
    expect(results).toEqual([{ number: 1 }]);
    expect((await listSendings(own.nit)).filter(({ number }) => number === "NC1")).toHaveLength(1);
  });

  it("never credit more than the invoice, and their numbers have no holes", async () => {
    const own = await createTenant();
    const factura_id = await issueInvoice(own);
    const body = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => repeatWhileBusy(() => postNote(own, "91", `a la vez ${i}`, body))),
    );
    const issued = answers.filter(({ status }) => status < 300);
    expect(issued).toHaveLength(3);
    const refused = new Set(answers.filter(({ status }) => status >= 300).map((one) => one.body.code));
    expect([...refused]).toEqual(["exceeds_line"]);
    expect(issued.map((one) => one.body.consecutivo).sort()).toEqual([1, 2, 3]);
  });
});
