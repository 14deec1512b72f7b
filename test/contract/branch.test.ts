// Tests the branches of a company and its tills: who may name them, which range numbers what, what is signed, and what lists find.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { nameKey } from "../../src/domain/kind.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { rebuildDocuments } from "../../src/store/archive/rebuild.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { type Answer, call, get, postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { readArchiveOf } from "../support/archive-reader.ts";
import { loseJournal } from "../support/issuance-object.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const BRANCHES = { CEN: { prefix: null }, NOR: { prefix: "NOR" }, SUR: { prefix: "SUR" } } as const;
type Body = Readonly<Record<string, unknown>>;

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant({ branches: BRANCHES });
});

function sell(own: Tenant, more: Body, options = {}): Promise<Answer> {
  return postInvoice(own, sampleInvoice({ draft_key: crypto.randomUUID(), ...more }), options);
}

function buy(own: Tenant, more: Body): Promise<Answer> {
  return postSupportDocument(own, crypto.randomUUID(), { ...sampleSupportDocument(), ...more });
}

/** The signed file of a document, without line breaks. */
async function readXml(own: Tenant, path: string): Promise<string> {
  const { DB, FILES } = env;
  const id = Number(path.split("/").at(-1));
  const row = await DB.prepare("SELECT xml_path AS path FROM documents WHERE company_id = ?1 AND id = ?2")
    .bind(own.companyId, id)
    .first<{ path: string }>();
  return (await FILES.get(row?.path ?? ""))?.text() ?? "";
}

async function countNumbers(own: Tenant): Promise<unknown> {
  const sql = "SELECT prefix, next_number - from_number AS given FROM ranges WHERE company_id = ?1 ORDER BY id";
  return (await env.DB.prepare(sql).bind(own.companyId).raw()).map(([prefix, given]) => `${prefix} ${given}`);
}

describe("GET establecimientos", () => {
  it("lists the branches of the company, by code", async () => {
    const { status, body } = await get(tenant, "/establecimientos");
    expect(status).toBe(200);
    expect(body.establecimientos.map(({ codigo, prefijo }: Record<string, unknown>) => [codigo, prefijo])).toEqual([
      ["CEN", null],
      ["NOR", "NOR"],
      ["SUR", "SUR"],
    ]);
    expect(body.establecimientos[0]).toEqual({
      ...{ codigo: "CEN", nombre: "Almacén CEN", direccion: "CALLE 10 # 43-20, CEN", prefijo: null },
      ...{ codigo_municipio: "05001", municipio: "Medellín", departamento: "Antioquia", codigo_postal: "050021" },
      ...{ telefono: "6040000000", matricula: "21000555" },
    });
  });

  it.each([
    [["fe.read"], 200],
    [["dse.read"], 200],
    [["fe.write", "dse.write"], 403],
  ] as const)("answers a token with %j with %i", async (scopes, status) => {
    const { token } = await createClient(tenant.companyId, scopes);
    expect((await get(tenant, "/establecimientos", { token })).status).toBe(status);
  });

  it("is empty for a company without any, and unknown to v1", async () => {
    const own = await createTenant();
    expect((await get(own, "/establecimientos")).body).toEqual({ ok: true, establecimientos: [] });
    expect((await get(own, "/establecimientos", { version: "v1" })).status).toBe(404);
  });
});

const KINDS = [
  ["an invoice", sell, "/fe/docs", "fe"],
  ["a support document", buy, "/dse/documentos", "dse"],
] as const;

function idOf({ body }: Answer): number {
  return body.documento?.id ?? body.nota_id ?? body.factura_id;
}

describe.each(KINDS)("the branch of %s", (_, post, list, module) => {
  it("is echoed, read and listed", async () => {
    const created = await post(tenant, { establecimiento: "CEN" });
    expect([created.status, created.body.establecimiento], JSON.stringify(created.body)).toEqual([201, "CEN"]);
    const read = await get(tenant, `${list}/${idOf(created)}`);
    expect(read.body.establecimiento).toBe("CEN");
    const listed = await get(tenant, `${list}?establecimiento=CEN`);
    expect(listed.body.docs[0]).toMatchObject({ id: idOf(created), establecimiento: "CEN" });
  });

  it("is null where none was named, or it came empty", async () => {
    for (const establecimiento of [undefined, null, ""]) {
      const created = await post(tenant, { establecimiento });
      expect([created.status, created.body.establecimiento, created.body.caja]).toEqual([201, null, null]);
    }
  });

  it.each(["XXX", "cen", "CEN 2"])(
    "that there is not, %s, is refused with the known ones, and nothing is consumed",
    async (code) => {
      const own = await createTenant({ branches: BRANCHES });
      const { status, body } = await post(own, { establecimiento: code });
      expect([status, body.code]).toEqual([400, "business_rule"]);
      expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["establecimiento"]);
      for (const text of ["establecimiento", code, "CEN", "NOR", "SUR"]) expect(body.error).toContain(text);
      expect(await countNumbers(own)).toEqual(["SETP 0", "CONT 0", "SEDS 0", "NOR 0", "SUR 0"]);
    },
  );

  it("of another company is unknown", async () => {
    const own = await createTenant({ branches: { OTRO: { prefix: null } } });
    const { status, body } = await post(own, { establecimiento: "CEN" });
    expect([status, body.code]).toEqual([400, "business_rule"]);
    expect(body.error).not.toContain("NOR");
    const none = await post(await createTenant(), { establecimiento: "CEN" });
    expect([none.status, none.body.code]).toEqual([400, "business_rule"]);
  });

  it("is never sent inline", async () => {
    for (const establecimiento of [{ codigo: "CEN", direccion: "Calle 1" }, 7, ["CEN"], true, "x".repeat(21)]) {
      const { status, body } = await post(tenant, { establecimiento });
      expect([status, body.details?.map(({ path }: { path: string }) => path)]).toEqual([400, ["establecimiento"]]);
    }
  });

  it("outlives the journal and D1", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const key = crypto.randomUUID();
    const named = module === "fe" ? { draft_key: key } : {};
    const send = () =>
      module === "fe"
        ? sell(own, { ...named, establecimiento: "CEN" })
        : postSupportDocument(own, key, { ...sampleSupportDocument(), establecimiento: "CEN" });
    const created = await send();
    await loseJournal(nameKey({ ...own, module }, key));
    expect((await send()).body).toMatchObject({ idempotent: true, establecimiento: "CEN" });
    await env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(own.companyId).run();
    await rebuildDocuments(openDatabase(env.DB), readArchiveOf(own.companyId), new Date().toISOString());
    expect((await get(own, `${list}/${idOf(created)}`)).body.establecimiento).toBe("CEN");
  });

  it("is shown by a dry run, which refuses an unknown one too", async () => {
    const path = module === "fe" ? "/fe/facturas" : "/dse/documentos";
    const sample = module === "fe" ? sampleInvoice() : sampleSupportDocument();
    const rehearse = (code: string) =>
      call(
        ...(["POST", `/companies/${tenant.companyId}${path}?dry_run=true`] as const),
        ...([{ ...sample, establecimiento: code }, { token: tenant.token }] as const),
      );
    expect((await rehearse("CEN")).body).toMatchObject({ establecimiento: "CEN", numbering: { available: true } });
    expect((await rehearse("XXX")).body).toMatchObject({ code: "business_rule" });
  });
});

describe("the same key", () => {
  const other = [
    { establecimiento: "NOR" },
    { establecimiento: undefined },
    { establecimiento: "CEN", caja: "Caja 2" },
  ];
  it.each(other)("with %j is another request", async (changes) => {
    const body = sampleInvoice({ draft_key: crypto.randomUUID(), establecimiento: "CEN", caja: "Caja 1" });
    const first = await postInvoice(tenant, body);
    expect(first.body).toMatchObject({ establecimiento: "CEN", caja: "Caja 1" });
    const conflict = await postInvoice(tenant, { ...body, ...changes });
    expect([conflict.status, conflict.body.code]).toEqual([409, "idempotency_conflict"]);
    expect((await postInvoice(tenant, body)).body).toMatchObject({
      idempotent: true,
      factura_id: first.body.factura_id,
    });
  });
});

describe("the ranges", () => {
  it("with the prefix of a branch number its invoices, and those without a branch take none of them", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const numbers: unknown[] = [];
    for (const establecimiento of ["NOR", "SUR", "NOR", "CEN", undefined]) {
      const { body } = await sell(own, { establecimiento });
      numbers.push([body.prefijo, body.consecutivo]);
    }
    expect(numbers).toEqual([
      ["NOR", 1],
      ["SUR", 1],
      ["NOR", 2],
      ["SETP", 1],
      ["SETP", 2],
    ]);
  });

  it("of a branch that are used up are not replaced by the common ones", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const end = "UPDATE ranges SET next_number = to_number + 1 WHERE company_id = ?1 AND prefix = 'NOR'";
    await env.DB.prepare(end).bind(own.companyId).run();
    const full = await sell(own, { establecimiento: "NOR" });
    expect([full.status, full.body.code]).toEqual([400, "range_exhausted"]);
    expect(full.body.error).toContain("NOR 1-");
    expect(full.body.error).not.toContain("SETP");
    await env.DB.prepare("UPDATE ranges SET is_active = 0 WHERE company_id = ?1 AND prefix = 'NOR'")
      .bind(own.companyId)
      .run();
    const inactive = await sell(own, { establecimiento: "NOR" });
    expect([inactive.body.code, inactive.body.error]).toEqual([
      "range_missing",
      expect.stringContaining("prefijo NOR"),
    ]);
    expect((await sell(own, { establecimiento: "SUR" })).status).toBe(201);
    expect((await sell(own, {})).body.prefijo).toBe("SETP");
  });

  it("of a branch are left alone where the common ones are used up", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const end = "UPDATE ranges SET next_number = to_number + 1 WHERE company_id = ?1 AND prefix = 'SETP'";
    await env.DB.prepare(end).bind(own.companyId).run();
    const { status, body } = await sell(own, {});
    expect([status, body.code]).toEqual([400, "range_exhausted"]);
    expect(body.error).not.toContain("NOR");
  });

  it("of a kind of which a branch has none are the common ones", async () => {
    const own = await createTenant({
      branches: { NOR: { prefix: "NOR" }, EVRY: { prefix: "EVRY", kinds: ["fe", "contingency", "dse"] } },
    });
    const prefixes = async (establecimiento: string) => [
      (await sell(own, { establecimiento })).body.prefijo,
      (await sell(own, { establecimiento, es_contingencia: true })).body.prefijo,
      (await buy(own, { establecimiento })).body.documento.prefijo,
    ];
    expect(await prefixes("NOR")).toEqual(["NOR", "CONT", "SEDS"]);
    expect(await prefixes("EVRY")).toEqual(["EVRY", "EVRY", "EVRY"]);
  });
});

describe("what is signed", () => {
  it("of an invoice is the branch as the place of sale, and the company's own fiscal address", async () => {
    const { body } = await sell(tenant, { establecimiento: "NOR", caja: "Caja secreta" });
    const xml = await readXml(tenant, `/fe/docs/${body.factura_id}`);
    const supplier = /<cac:AccountingSupplierParty>.*<\/cac:AccountingSupplierParty>/s.exec(xml)?.[0] ?? "";
    expect(supplier).toMatch(/<cac:PhysicalLocation>.*CALLE 10 # 43-20, NOR.*<\/cac:PhysicalLocation>/s);
    expect(supplier).toMatch(/<cac:RegistrationAddress>.*CALLE 1 # 2-03.*<\/cac:RegistrationAddress>/s);
    expect(supplier).toContain("<cac:PartyName><cbc:Name>Almacén NOR</cbc:Name></cac:PartyName>");
    expect(supplier).toContain("<cbc:ID>NOR</cbc:ID><cbc:Name>21000555</cbc:Name>");
    expect(xml).not.toContain("Caja secreta");
  });

  it("is told by what is printed: the fiscal address, and the branch beside it", async () => {
    const fiscal = { direccion: "CALLE 1 # 2-03", municipio: "Bogotá, D.C." };
    const sede = { nombre: "Almacén NOR", direccion: "CALLE 10 # 43-20, NOR", municipio: "Medellín" };
    const issuerOf = ({ body }: Answer) => body.representacion.emisor;
    expect(issuerOf(await sell(tenant, { establecimiento: "NOR" }))).toMatchObject({ ...fiscal, sede });
    expect(issuerOf(await sell(tenant, {}))).toMatchObject({ ...fiscal, sede: null });
    const none = { direccion: null, municipio: null };
    expect(issuerOf(await buy(tenant, { establecimiento: "NOR" }))).toMatchObject({ ...none, sede });
    expect(issuerOf(await buy(tenant, {}))).toMatchObject({ ...none, sede: null });
  });

  it("is the branch as it was at the reservation: edited since, a note on the invoice still says the old one", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const invoice = await sell(own, { establecimiento: "NOR" });
    await env.DB.prepare(
      "UPDATE branches SET name = 'Otro', address = replace(address, 'CALLE 10', 'CALLE 99') WHERE company_id = ?1",
    )
      .bind(own.companyId)
      .run();
    const { factura_id } = invoice.body;
    const credit = await postNote(own, "91", crypto.randomUUID(), {
      factura_id,
      concepto: "1",
      items: [{ linea: 1, cant: 1 }],
      caja: "Devoluciones",
    });
    const items = [{ desc: "Intereses", cant: 1, unit: 1000, iva: 0 }];
    const debit = await postNote(own, "92", crypto.randomUUID(), { factura_id, concepto: "1", items });
    expect(credit.body).toMatchObject({ establecimiento: "NOR", caja: "Devoluciones", prefijo: "NC" });
    expect(debit.body).toMatchObject({ establecimiento: "NOR", caja: null, prefijo: "ND" });
    for (const { body } of [credit, debit]) {
      const xml = await readXml(own, `/fe/docs/${body.nota_id}`);
      expect(xml).toContain("Almacén NOR");
      expect(xml).toContain("CALLE 10 # 43-20, NOR");
      expect(xml).not.toContain("CALLE 99");
    }
    const listed = await get(own, "/fe/docs?establecimiento=NOR");
    expect(listed.body.docs.map(({ tipo_authority: type }: Record<string, unknown>) => type)).toEqual([
      "92",
      "91",
      "01",
    ]);
  });

  it("of a support document and the note on it is the branch of the buyer", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const purchase = await buy(own, { establecimiento: "SUR" });
    const { id } = purchase.body.documento;
    const note = await postNote(own, "95", crypto.randomUUID(), { documento_id: id });
    expect([note.status, note.body.establecimiento], JSON.stringify(note.body)).toEqual([201, "SUR"]);
    for (const each of [id, note.body.documento.id]) {
      const xml = await readXml(own, `/dse/documentos/${each}`);
      const buyer = /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/s.exec(xml)?.[0] ?? "";
      expect(buyer).toContain("CALLE 10 # 43-20, SUR");
    }
    expect((await get(own, "/dse/documentos?establecimiento=SUR")).body.total).toBe(2);
  });

  it("of a note on an invoice without a branch, or without reference, is none", async () => {
    const { body } = await sell(tenant, {});
    const note = await postNote(tenant, "91", crypto.randomUUID(), { factura_id: body.factura_id });
    expect(note.body.establecimiento).toBeNull();
    const refused = await postNote(tenant, "91", null, {
      factura_id: body.factura_id,
      draft_key: "e",
      establecimiento: "CEN",
    });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, "establecimiento"]);
  });
});

describe("the till", () => {
  it("is echoed, read and listed as it was sent, and is what its filter finds", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const created = await sell(own, { caja: "  Caja Ñandú nº 1 ", establecimiento: "CEN" });
    expect([created.status, created.body.caja]).toEqual([201, "Caja Ñandú nº 1"]);
    await sell(own, { caja: "Caja 2", establecimiento: "CEN" });
    await sell(own, { caja: "Caja 2" });
    const total = async (query: string) => (await get(own, `/fe/docs?${query}`)).body.total;
    expect((await get(own, `/fe/docs/${idOf(created)}`)).body.caja).toBe("Caja Ñandú nº 1");
    expect(await total(`caja=${encodeURIComponent("Caja Ñandú nº 1")}`)).toBe(1);
    expect(await total("caja=Caja%202")).toBe(2);
    expect(await total("caja=Caja%202&establecimiento=CEN")).toBe(1);
    expect(await total("establecimiento=CEN")).toBe(2);
    expect(await total("caja=Caja")).toBe(0);
    expect(await total("caja=&establecimiento=")).toBe(3);
  });

  it.each<[string, unknown]>([
    ["41 characters", "x".repeat(41)],
    ["a number", 2],
    ["an object", { placa: "X" }],
    ["two lines", "a\nb"],
    ["a control character", "a\u0007"],
  ])("of %s is refused", async (_, caja) => {
    const { status, body } = await sell(tenant, { caja });
    expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["caja"]]);
  });

  it("of forty characters is taken, and leaves the signed file its label", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const caja = "🐦".repeat(40);
    const { body } = await sell(own, { caja, establecimiento: "NOR", draft_key: "😀".repeat(80) });
    expect(body.caja).toBe(caja);
    await env.DB.prepare("DELETE FROM documents WHERE company_id = ?1").bind(own.companyId).run();
    const { list, read } = readArchiveOf(own.companyId);
    const unsettled = {
      async *list(prefix: string) {
        for await (const file of list(prefix)) if (!file.path.endsWith("/document.json.gz")) yield file;
      },
      read,
    };
    const report = await rebuildDocuments(openDatabase(env.DB), unsettled, new Date().toISOString());
    expect(report).toEqual({ restored: 0, stubs: 1, present: 0, problems: [] });
    const row = await env.DB.prepare("SELECT establishment, till FROM documents WHERE company_id = ?1")
      .bind(own.companyId)
      .first();
    expect(row).toEqual({ establishment: "NOR", till: caja });
  });

  it("is not taken by a support document", async () => {
    const { status, body } = await buy(tenant, { caja: "Caja 1" });
    expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["caja"]]);
  });
});

describe("v1", () => {
  it("ignores both with its usual notice, and shows none of what v2 kept", async () => {
    const more = { establecimiento: "XXX", caja: "Caja 1", draft_key: crypto.randomUUID() };
    const { status, body } = await sell(tenant, more, { version: "v1" });
    expect(status).toBe(201);
    const named = body.notices.map(({ path, field }: Record<string, string>) => path ?? field);
    expect(named).toEqual(expect.arrayContaining(["establecimiento", "caja"]));
    expect(body).not.toHaveProperty("establecimiento");
    const kept = await sell(tenant, { establecimiento: "NOR", caja: "Caja 9" });
    const read = await get(tenant, `/fe/docs/${idOf(kept)}`, { version: "v1" });
    expect(JSON.stringify(read.body)).not.toMatch(/establecimiento|Caja 9/);
  });
});

describe("a list of one branch", () => {
  it("takes every other filter", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const first = await sell(own, { establecimiento: "NOR" });
    await sell(own, { establecimiento: "SUR" });
    const { factura_id } = first.body;
    await postNote(own, "91", crypto.randomUUID(), { factura_id });
    const today = dateInBogota(Date.now());
    const yesterday = dateInBogota(Date.now() - 86_400_000);
    const total = async (query: string) => (await get(own, `/fe/docs?establecimiento=NOR&${query}`)).body.total;
    expect(await total("tipo=01")).toBe(1);
    expect(await total("tipo=91")).toBe(1);
    expect(await total("estado=aprobado")).toBe(2);
    expect(await total("estado=rechazado")).toBe(0);
    expect(await total(`desde=${today}&hasta=${today}`)).toBe(2);
    expect(await total(`hasta=${yesterday}`)).toBe(0);
    expect(await total(`factura_id=${factura_id}`)).toBe(1);
    expect(await total(`q=${first.body.prefijo}${first.body.consecutivo}`)).toBe(1);
    expect(await total("orden=id")).toBe(2);
  });

  it("shows an open document of its days too", async () => {
    const own = await createTenant({ branches: BRANCHES });
    const { body } = await sell(own, { establecimiento: "NOR" });
    const open = "UPDATE documents SET state = 'enviado', due_at = '2099-01-01T00:00:00.000Z' WHERE id = ?1";
    await env.DB.prepare(open).bind(body.factura_id).run();
    const today = dateInBogota(Date.now());
    for (const query of ["", `&desde=${today}`, `&hasta=${today}`, "&estado=pendiente"]) {
      expect((await get(own, `/fe/docs?establecimiento=NOR${query}`)).body.total, query).toBe(1);
    }
    expect((await get(own, "/fe/docs?establecimiento=NOR&estado=aprobado")).body.total).toBe(0);
    expect((await get(own, `/fe/docs?establecimiento=SUR&desde=${today}`)).body.total).toBe(0);
  });

  it("of another company has nothing of this one", async () => {
    const own = await createTenant({ branches: BRANCHES });
    await sell(own, { establecimiento: "NOR", caja: "Caja 1" });
    const other = await createTenant({ branches: BRANCHES });
    expect((await get(other, "/fe/docs?establecimiento=NOR")).body.docs).toEqual([]);
    expect((await get(other, "/fe/docs?caja=Caja%201")).body.docs).toEqual([]);
  });
});
