// Tests lists, filters, pages, every form of search, and documents read by id, each company its own.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { get, postInvoice } from "../support/api.ts";
import { sampleInvoice, taggedInvoice } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const NAMES = ["Compañía Ágil SAS", "Íñigo Peña", "Ferretería El Tornillo", "100% Café_Puro", "Wu"];

let tenant: Tenant;
let other: Tenant;
/** Ids in order of issue: one per name, then a rejected one and an uncertain one. */
const ids: number[] = [];
let creditNoteId: number;

async function issue(owner: Tenant, body: Record<string, unknown>): Promise<number> {
  const answer = await postInvoice(owner, body);
  return answer.body.factura_id as number;
}

/** A credit note as the operator program imports it. */
async function importCreditNote(owner: Tenant, thirdPartyId: number): Promise<number> {
  const row = await env.DB.prepare(
    `INSERT INTO documents (company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at,
       prefix, number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld,
       third_party_id, fiscal_id, xml_path)
     VALUES (?1, 'fe', '91', 'produccion', 0, ?2, 'imported', '2026-01-01T00:00:00Z', 'NC', 501, 'NC501', 'aceptado', 1,
       '2026-01-01', '08:00:00-05:00', 'COP', '100.00', '19.00', '119.00', '0.00', ?3, unhex(?4), 'imported/nc501.xml') RETURNING id`,
  )
    .bind(owner.companyId, `imported:${owner.companyId}`, thirdPartyId, String(owner.companyId).padStart(96, "c"))
    .first<{ id: number }>();
  const id = row?.id ?? 0;
  await env.DB.prepare("INSERT INTO document_details (document_id, company_id, detail) VALUES (?1, ?2, ?3)")
    .bind(id, owner.companyId, JSON.stringify({ lines: [], taxes: [], withholdings: [] }))
    .run();
  return id;
}

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  for (const [index, nombre] of NAMES.entries()) {
    const receptor = { tipo_doc: "13", numero_doc: String(52_000_100 + index), nombre };
    ids.push(await issue(tenant, sampleInvoice({ receptor })));
    await issue(other, sampleInvoice({ receptor }));
  }
  ids.push(await issue(tenant, taggedInvoice("#rechazo")));
  ids.push(await issue(tenant, taggedInvoice("#perdido")));
  const [receiver] = (await get(tenant, "/fe/terceros?q=tornillo")).body.terceros;
  creditNoteId = await importCreditNote(tenant, receiver.id);
});

async function list(query = "", owner = tenant) {
  const { status, body } = await get(owner, `/fe/docs${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

function idsOf(body: { readonly docs: readonly { readonly id: number }[] }): readonly number[] {
  return body.docs.map((doc) => doc.id);
}

describe("the list (4.1)", () => {
  it("is newest first, with its page, size and totals", async () => {
    const body = await list();
    expect(body).toMatchObject({ ok: true, page: 1, per_page: 20, total: 8, pages: 1 });
    expect(idsOf(body)).toEqual([creditNoteId, ...ids.toReversed()]);
  });

  it("goes by pages, every document once", async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}&per_page=3`)));
    expect(pages.map((body) => body.docs.length)).toEqual([3, 3, 2]);
    expect(pages.flatMap(idsOf)).toEqual([creditNoteId, ...ids.toReversed()]);
    expect(pages[2]).toMatchObject({ page: 3, per_page: 3, total: 8, pages: 3 });
  });

  it("has nothing beyond its last page", async () => {
    expect(await list("?page=99")).toMatchObject({ docs: [], total: 8, page: 99 });
    expect(await list("?page=9000&per_page=100")).toMatchObject({ docs: [], total: 8 });
    expect(await list("?page=99999999999999999999")).toMatchObject({ docs: [], total: 8 });
  });

  it.each([
    ["per_page=0", 1],
    ["per_page=-4", 1],
    ["per_page=101", 100],
    ["per_page=1000000", 100],
    ["per_page=99999999999999999999", 100],
  ])("clamps %s to %i in v1", async (query, size) => {
    expect((await get(tenant, `/fe/docs?${query}`, { version: "v1" })).body.per_page).toBe(size);
  });

  it.each<[string, () => readonly number[]]>([
    ["tipo=01", () => ids.toReversed()],
    ["tipo=91", () => [creditNoteId]],
    ["estado=aprobado", () => [creditNoteId, ...ids.slice(0, 5).toReversed()]],
    ["estado=rechazado", () => ids.slice(5, 6)],
    ["estado=pendiente", () => ids.slice(6)],
    ["tipo=01&estado=aprobado", () => ids.slice(0, 5).toReversed()],
    ["tipo=91&estado=aprobado", () => [creditNoteId]],
    ["tipo=91&estado=rechazado", () => []],
    ["tipo=&estado=&q=", () => [creditNoteId, ...ids.toReversed()]],
  ])("filters by %s", async (query, expected) => {
    const body = await list(`?${query}`);
    expect(idsOf(body)).toEqual(expected());
    expect(body.total).toBe(expected().length);
  });

  it.each([
    "tipo=04",
    "tipo=1",
    "estado=aceptado",
    "estado=APROBADO",
    "page=0",
    "page=-1",
    "page=a",
    "page=1.5",
    "per_page=x",
  ])("refuses %s", async (query) => {
    const { status, body } = await get(tenant, `/fe/docs?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, code: "invalid_parameter", details: [{ path: query.split("=")[0] }] });
  });
});

describe("the search (4.1)", () => {
  const at = (index: number) => () => [ids[index] ?? 0];
  it.each<[string, () => string | Promise<string>, () => readonly number[]]>([
    ["full number", () => "SETP3", at(2)],
    ["full number in lower case", () => "setp3", at(2)],
    ["full number with a hyphen", () => "SETP-3", at(2)],
    ["a credit note's number", () => "NC501", () => [creditNoteId]],
    ["CUFE", async () => (await get(tenant, `/fe/docs/${ids[3]}`)).body.doc.cufe, at(3)],
    ["CUFE in capitals", async () => (await get(tenant, `/fe/docs/${ids[3]}`)).body.doc.cufe.toUpperCase(), at(3)],
    ["the third party's number", () => "52000104", at(4)],
    ["a whole name", () => "Compañía Ágil SAS", at(0)],
    ["a name without its accents", () => "compania agil", at(0)],
    ["any part of a name", () => "ORNILL", () => [creditNoteId, ids[2] ?? 0]],
    ["two letters", () => "wu", at(4)],
    ["accents where the name has none", () => "fÉrretería él", () => [creditNoteId, ids[2] ?? 0]],
    ["signs that a pattern would take for its own", () => "100% caf", at(3)],
    ["an underscore", () => "é_p", at(3)],
    ["nothing that is there", () => "zzzz", () => []],
    ["a NUL", () => "tor\u0000nillo", () => []],
    ["a percent sign alone", () => "%", at(3)],
    ["quotes", () => '"tornillo" OR "agil"', () => []],
  ])("finds by %s", async (_, textOf, expected) => {
    const body = await list(`?q=${encodeURIComponent(await textOf())}`);
    expect(idsOf(body)).toEqual(expected());
    expect(body.total).toBe(expected().length);
  });

  it("takes a number alone for an id and for a consecutive", async () => {
    expect(idsOf(await list(`?q=${creditNoteId}`))).toContain(creditNoteId);
    expect(idsOf(await list("?q=501"))).toEqual([creditNoteId]);
    expect(idsOf(await list("?q=3"))).toContain(ids[2]);
  });

  it("goes together with filters and pages", async () => {
    expect(idsOf(await list("?q=tornillo&tipo=91"))).toEqual([creditNoteId]);
    expect(idsOf(await list("?q=tornillo&estado=rechazado"))).toEqual([]);
    const second = await list("?q=tornillo&per_page=1&page=2");
    expect(second).toMatchObject({ total: 2, pages: 2 });
    expect(idsOf(second)).toEqual([ids[2]]);
  });

  it("finds an invoice by the name that it was signed with, also when its receiver has another name now", async () => {
    const own = await createTenant();
    const receptor = { tipo_doc: "13", numero_doc: "40404040", nombre: "Antes Llamada" };
    const before = await issue(own, sampleInvoice({ receptor }));
    expect(idsOf(await list("?q=llamada", own))).toEqual([before]);
    const after = await issue(own, sampleInvoice({ receptor: { ...receptor, nombre: "Ahora Distinta" } }));
    const again = await issue(own, sampleInvoice({ receptor }));
    expect(idsOf(await list("?q=llamada", own))).toEqual([again, before]);
    expect(idsOf(await list("?q=distinta", own))).toEqual([after]);
    expect(idsOf(await list("?q=40404040", own))).toEqual([again, after, before]);
    expect((await get(own, "/fe/terceros")).body.terceros).toMatchObject([{ nombre: "Antes Llamada" }]);
    expect((await get(own, "/fe/terceros?q=distinta")).body.terceros).toEqual([]);
  });

  it.each([
    ["22", "1.234.567"],
    ["41", "12345-6"],
    ["22", "AB-123.4"],
  ])("finds a foreign number of type %s as it is shown: %s", async (tipo_doc, numero_doc) => {
    const own = await createTenant();
    await issue(own, sampleInvoice({ receptor: { tipo_doc, numero_doc, nombre: "Extranjero" } }));
    expect((await list(`?q=${numero_doc}`, own)).total).toBe(1);
    expect((await list(`?q=${numero_doc.toLowerCase()}`, own)).total).toBe(1);
    expect((await get(own, `/fe/terceros?q=${numero_doc}`)).body.terceros).toHaveLength(1);
  });

  it("refuses a text longer than any name", async () => {
    expect((await get(tenant, `/fe/docs?q=${"x".repeat(201)}`)).status).toBe(400);
  });
});

describe("each company its own", () => {
  it("another company's documents are in no list and no search", async () => {
    const theirs = await list("", other);
    expect(theirs.total).toBe(5);
    expect(idsOf(theirs).some((id) => ids.includes(id))).toBe(false);
    for (const text of ["tornillo", "SETP3", "52000102", String(ids[2])]) {
      const found = idsOf(await list(`?q=${text}`, other));
      expect(found.some((id) => ids.includes(id))).toBe(false);
    }
  });

  it("another company's id, an unknown one and a support document's look the same: 404", async () => {
    const answers = await Promise.all([get(other, `/fe/docs/${ids[0]}`), get(other, "/fe/docs/99999999")]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ ok: false, code: "not_found", error: expect.any(String) });
    }
  });
});

describe("the detail (4.2)", () => {
  it("reads a credit note like the rest", async () => {
    const { body } = await get(tenant, `/fe/docs/${creditNoteId}`);
    expect(body.doc).toMatchObject({
      ...{ id: creditNoteId, tipo_authority: "91", prefijo: "NC", consecutivo: 501, total: "119.00", items: [] },
      ...{ tercero: { nombre: "Ferretería El Tornillo" }, fecha_emision: "2026-01-01T08:00:00" },
    });
  });

  it("shows a rejected and an uncertain document with their states", async () => {
    expect((await get(tenant, `/fe/docs/${ids[5]}`)).body.doc.estado_authority).toBe("rechazado");
    const { doc } = (await get(tenant, `/fe/docs/${ids[6]}`)).body;
    expect(["en_proceso_http", "send_unknown"]).toContain(doc.estado_authority);
  });
});
