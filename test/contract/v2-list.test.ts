// Tests the lists of v2, by page and by cursor, and what v2 reads of notes and of the documents that they correct.
import { beforeAll, describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import {
  call,
  get,
  getSupportDocument,
  postInvoice,
  postNote,
  postSupportDocument,
  useApiVersion,
} from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument, taggedSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

let tenant: Tenant;
/** Five invoices, a credit note on the first and a debit note on the second. */
let invoices: number[];
let credit: number;
let debit: number;
/** Three support documents, the last one rejected, and an adjustment note on the first. */
let purchases: number[];
let adjustment: number;

beforeAll(async () => {
  tenant = await createTenant();
  invoices = [];
  for (const place of [1, 2, 3, 4, 5]) {
    invoices.push((await postInvoice(tenant, sampleInvoice({ draft_key: `venta ${place}` }))).body.factura_id);
  }
  const [first, second] = invoices;
  credit = (await postNote(tenant, "91", "devuelve", { factura_id: first, motivo: "Se dañó" })).body.nota_id;
  const items = [{ desc: "Intereses", cant: 1, unit: 1000, iva: 0 }];
  debit = (await postNote(tenant, "92", "cobra", { factura_id: second, concepto: "1", items })).body.nota_id;
  purchases = [];
  for (const [place, body] of [
    sampleSupportDocument(),
    sampleSupportDocument(),
    taggedSupportDocument("#rechazo"),
  ].entries()) {
    purchases.push((await postSupportDocument(tenant, `compra ${place}`, body)).body.documento.id);
  }
  const note = { documento_id: purchases[0], concepto: "1", items: [{ linea: 1, cantidad: 1 }] };
  adjustment = (await postNote(tenant, "95", "ajusta", note)).body.documento.id;
});

async function list(path: string): Promise<number[]> {
  const { status, body } = await get(tenant, path);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.docs.map(({ id }: { id: number }) => id);
}

const today = dateInBogota(Date.now());

describe("GET fe/docs of v2", () => {
  it("lists invoices and both kinds of notes, newest first", async () => {
    expect(await list("/fe/docs")).toEqual([debit, credit, ...invoices.toReversed()]);
    const { body } = await get(tenant, "/fe/docs");
    expect(body).toMatchObject({ total: 7, page: 1, pages: 1, cursor: null, hay_mas: false });
    expect(body.docs.at(-1)).toMatchObject({ tipo_authority: "01", draft_key: "venta 1" });
  });

  it("filters by type, status, day, key and the invoice that a note corrects", async () => {
    expect(await list("/fe/docs?tipo=92")).toEqual([debit]);
    expect(await list("/fe/docs?tipo=91&estado=aprobado")).toEqual([credit]);
    expect(await list("/fe/docs?estado=rechazado")).toEqual([]);
    expect(await list(`/fe/docs?desde=${today}&hasta=${today}&tipo=01`)).toEqual(invoices.toReversed());
    expect(await list("/fe/docs?hasta=2020-01-01")).toEqual([]);
    expect(await list("/fe/docs?q=venta 3")).toEqual([invoices[2]]);
    expect(await list("/fe/docs?q=Cliente&tipo=91")).toEqual([credit]);
    expect(await list(`/fe/docs?factura_id=${invoices[0]}`)).toEqual([credit]);
    expect(await list(`/fe/docs?factura_id=${invoices[4]}`)).toEqual([]);
  });

  it("takes several types at once, and no page above its limit", async () => {
    expect(await list("/fe/docs?tipo=92,91")).toEqual([debit, credit]);
    expect(await list("/fe/docs?tipo=01,03")).toEqual(invoices.toReversed());
    expect(await list("/dse/documentos?tipo=05,95")).toEqual([adjustment, ...purchases.toReversed()]);
    for (const [path, name] of [
      ["/fe/docs?tipo=01,05", "tipo"],
      ["/fe/docs?tipo=01,", "tipo"],
      ["/dse/documentos?tipo=01", "tipo"],
      ["/fe/docs?per_page=101", "per_page"],
      ["/fe/docs?per_page=0", "per_page"],
      ["/fe/docs?per_page=-1", "per_page"],
      ["/dse/documentos?per_page=101", "per_page"],
      ["/fe/terceros?per_page=101", "per_page"],
    ] as const) {
      const { status, body } = await get(tenant, path);
      expect([status, body.code, body.details[0].path]).toEqual([400, "invalid_parameter", name]);
    }
    for (const path of ["/fe/docs?per_page=101", "/fe/terceros?per_page=101"]) {
      const { status, body } = await get(tenant, path, { version: "v1" });
      expect([status, body.per_page, body.notices?.[0]?.path]).toEqual([200, 100, "per_page"]);
    }
  });

  it("says 404 of an acquirer that the authority does not know", async () => {
    const question = { identification_type: "13", identification_number: "55.555.555" };
    const { status, body } = await call("POST", `/companies/${tenant.companyId}/authority/get-acquirer`, question, {
      token: tenant.token,
    });
    expect([status, body.code]).toEqual([404, "acquirer_not_found"]);
  });

  it.each([
    ["-id", () => [debit, credit, ...invoices.toReversed()]],
    ["id", () => [...invoices, credit, debit]],
  ])("is walked by cursor in the order %s, once through", async (orden, expected) => {
    const seen: number[] = [];
    let query = `?per_page=3&orden=${orden}`;
    for (;;) {
      const { status, body } = await get(tenant, `/fe/docs${query}`);
      expect(status).toBe(200);
      seen.push(...body.docs.map(({ id }: { id: number }) => id));
      expect(body.hay_mas).toBe(body.cursor !== null);
      if (body.cursor === null) break;
      query = `?per_page=3&after=${body.cursor}`;
    }
    expect(seen).toEqual(expected());
  });

  it("has contingency invoices among all, and alone by their type; v1 shows them among all only", async () => {
    const own = await createTenant();
    const plain = (await postInvoice(own, sampleInvoice())).body.factura_id;
    const paper = (await postInvoice(own, sampleInvoice({ es_contingencia: true }))).body.factura_id;
    const idsOf = async (query: string, version: "v1" | "v2") => {
      const { body } = await get(own, `/fe/docs${query}`, { version });
      return body.docs.map(({ id }: { id: number }) => id);
    };
    for (const version of ["v1", "v2"] as const) {
      expect(await idsOf("", version)).toEqual([paper, plain]);
      expect(await idsOf("?tipo=01", version)).toEqual([plain]);
    }
    expect(await idsOf("?tipo=03", "v2")).toEqual([paper]);
    expect(await idsOf("?tipo=03&estado=aprobado&q=Cliente", "v2")).toEqual([paper]);
    expect((await get(own, "/fe/docs?tipo=03", { version: "v1" })).status).toBe(400);
  });

  it("stays where it was while documents are added", async () => {
    const own = await createTenant();
    const ids: number[] = [];
    for (let i = 0; i < 4; i += 1) ids.push((await postInvoice(own, sampleInvoice())).body.factura_id);
    const first = await get(own, "/fe/docs?per_page=2");
    await postInvoice(own, sampleInvoice());
    const second = await get(own, `/fe/docs?per_page=2&after=${first.body.cursor}`);
    const seen = [...first.body.docs, ...second.body.docs].map(({ id }: { id: number }) => id);
    expect(seen).toEqual(ids.toReversed());
    expect(second.body).toMatchObject({ page: null, hay_mas: false, cursor: null });
  });

  it.each([
    ["tipo=95", "tipo"],
    ["desde=ayer", "desde"],
    ["desde=2026-03-02&hasta=2026-03-01", "hasta"],
    ["after=nada", "after"],
    ["orden=fecha", "orden"],
    ["factura_id=x", "factura_id"],
  ])("refuses %s", async (query, path) => {
    const { status, body } = await get(tenant, `/fe/docs?${query}`);
    expect([status, body.code, body.details[0].path]).toEqual([400, "invalid_parameter", path]);
  });

  it("refuses a page, or another order, beside a cursor", async () => {
    const { body } = await get(tenant, "/fe/docs?per_page=2");
    const beside = await get(tenant, `/fe/docs?after=${body.cursor}&page=2&orden=id`);
    expect(beside.body.details.map(({ path }: { path: string }) => path)).toEqual(["orden", "page"]);
  });
});

describe("GET fe/docs of v1", () => {
  it("shows credit notes, and knows no debit note", async () => {
    const { status, body } = await get(tenant, "/fe/docs", { version: "v1" });
    expect([status, body.total]).toEqual([200, 6]);
    expect(body.docs.map(({ id }: { id: number }) => id)).toEqual([credit, ...invoices.toReversed()]);
    expect(Object.keys(body.docs[0])).not.toContain("draft_key");
    const searched = await get(tenant, "/fe/docs?q=Cliente", { version: "v1" });
    expect(searched.body.total).toBe(6);
    expect((await get(tenant, "/fe/docs?tipo=92", { version: "v1" })).status).toBe(400);
  });
});

describe("GET dse/documentos of v2", () => {
  it("lists support documents and adjustment notes, newest first", async () => {
    const { status, body } = await get(tenant, "/dse/documentos");
    expect([status, body.total, body.hay_mas]).toEqual([200, 4, false]);
    expect(body.docs.map(({ id }: { id: number }) => id)).toEqual([adjustment, ...purchases.toReversed()]);
    expect(body.docs.at(-1)).toMatchObject({
      tipo_authority: "05",
      idempotency_key: "compra 0",
      estado_authority: "aceptado",
      proveedor: { nombre: "Finca El Carmen", numero_documento: "1098765432" },
    });
  });

  it("filters by type, status, day, text and the document that a note corrects", async () => {
    expect(await list("/dse/documentos?tipo=95")).toEqual([adjustment]);
    expect(await list("/dse/documentos?estado=rechazado")).toEqual([purchases[2]]);
    expect(await list(`/dse/documentos?desde=${today}&tipo=05&orden=id`)).toEqual(purchases);
    expect(await list("/dse/documentos?q=compra 1")).toEqual([purchases[1]]);
    expect(await list("/dse/documentos?q=finca&tipo=95")).toEqual([adjustment]);
    expect(await list("/dse/documentos?q=1098765432&tipo=05")).toEqual(purchases.toReversed());
    expect(await list("/dse/documentos?q=SEDS2")).toEqual([purchases[1]]);
    expect(await list(`/dse/documentos?documento_id=${purchases[0]}`)).toEqual([adjustment]);
    const { body } = await get(tenant, "/dse/documentos?per_page=3");
    expect(await list(`/dse/documentos?after=${body.cursor}`)).toEqual([purchases[0]]);
  });

  it("asks for its scope, and is not there in v1", async () => {
    expect((await get(tenant, "/dse/documentos", { version: "v1" })).status).toBe(405);
  });
});

describe("the reading of a note and of what it corrects", () => {
  it("names the invoice of a credit note", async () => {
    const { body: invoice } = await get(tenant, `/fe/docs/${invoices[0]}`);
    const { body } = await get(tenant, `/fe/docs/${credit}`);
    expect(body.doc).toMatchObject({
      tipo_authority: "91",
      cude: body.doc.cufe,
      concepto: "2",
      concepto_nombre: expect.any(String),
      motivo: "Se dañó",
      factura: { id: invoices[0], numero: "SETP1", cufe: invoice.doc.cufe, fecha: today },
    });
    expect(invoice.doc).toMatchObject({
      saldo_acreditable: "0.00",
      anulada: true,
      notas: [
        {
          id: credit,
          tipo_authority: "91",
          prefijo: "NC",
          consecutivo: 1,
          concepto: "2",
          estado_authority: "aceptado",
          total: "119000.00",
        },
      ],
    });
  });

  it("leaves the balance of an invoice after a debit note", async () => {
    const { body } = await get(tenant, `/fe/docs/${invoices[1]}`);
    expect(body.doc).toMatchObject({ saldo_acreditable: "119000.00", anulada: false, notas: [{ id: debit }] });
    expect((await get(tenant, `/fe/docs/${debit}`)).body.doc).toMatchObject({ tipo_authority: "92", concepto: "1" });
  });

  it("names the support document of an adjustment note", async () => {
    const { body: purchase } = await getSupportDocument(tenant, purchases[0] ?? 0);
    expect(purchase.documento).toMatchObject({
      tipo_authority: "05",
      anulado: false,
      saldo_acreditable: "128520.00",
      notas: [{ id: adjustment, tipo_authority: "95", prefijo: "NAS" }],
    });
    const { body } = await getSupportDocument(tenant, adjustment);
    expect(body.documento).toMatchObject({
      tipo_authority: "95",
      concepto: "1",
      documento_soporte: { id: purchases[0], numero: "SEDS1", cuds: purchase.documento.cuds, fecha: today },
    });
  });

  it("adds nothing to v1's", async () => {
    const { body } = await get(tenant, `/fe/docs/${credit}`, { version: "v1" });
    for (const name of ["cude", "concepto", "factura", "draft_key"]) expect(Object.keys(body.doc)).not.toContain(name);
  });
});
