// Tests what is read of tickets and their notes: list, detail, files, closing, link, feed, and the state of the company.
import { exports } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { KIND_TEXTS } from "../../src/api/message/kind-text.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { call, get, useApiVersion } from "../support/api.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";
import { issueTicket, issueTicketNote } from "../support/ticket.ts";

useApiVersion("v2");

const MODULES = ["fe", "dse", "dee"] as const;
const CUDE = /^[0-9a-f]{96}$/;
let tenant: Tenant;
let annulled: number;
let note: number;
let kept: number;

beforeAll(async () => {
  tenant = await createTenant({ modules: MODULES });
  annulled = await issueTicket(tenant, "tiquete-1");
  note = await issueTicketNote(tenant, "nota-1", annulled);
  kept = await issueTicket(tenant, "tiquete-2", {
    receptor: { tipo_doc: "13", numero_doc: "1020304050", nombre: "Ana Díaz" },
    items: [{ desc: "Café", cant: 1, unit: 10000, iva: 19 }],
    cargos: [{ valor: 1000, motivo: "Propina", codigo: "03" }],
  });
});

const today = () => dateInBogota(Date.now());
const idsOf = (body: { docs: readonly { id: number }[] }) => body.docs.map(({ id }) => id);

describe("the list of tickets", () => {
  it("has tickets and notes, the newest first, each with its till and its buyer", async () => {
    const { status, body } = await get(tenant, "/dee/documentos");
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual([kept, note, annulled]);
    expect(body.docs[0]).toMatchObject({
      tipo_authority: "20",
      prefijo: "EPOS",
      consecutivo: 2,
      estado_authority: "aceptado",
      moneda: "COP",
      subtotal: "10000.00",
      impuestos: "1900.00",
      total: "12900.00",
      es_habilitacion: 0,
      caja: "CAJA-01",
      idempotency_key: "tiquete-2",
      cude: expect.stringMatching(CUDE),
      document_date: today(),
      tercero: { numero_documento: "1020304050", nombre: "Ana Díaz" },
    });
    expect(body.docs[1]).toMatchObject({ tipo_authority: "94", prefijo: "NCP", caja: null });
  });

  it.each<[query: () => string, () => readonly number[]]>([
    [() => "tipo=20", () => [kept, annulled]],
    [() => "tipo=94", () => [note]],
    [() => "tipo=93,94", () => [note]],
    [() => "estado=aprobado&orden=id", () => [annulled, note, kept]],
    [() => "estado=rechazado", () => []],
    [() => `documento_id=${annulled}`, () => [note]],
    [() => "caja=CAJA-01", () => [kept, annulled]],
    [() => "caja=CAJA-02", () => []],
    [() => `desde=${today()}&hasta=${today()}&q=EPOS2`, () => [kept]],
    [() => "q=tiquete-2", () => [kept]],
    [() => "q=nota-1", () => [note]],
    [() => "q=ana diaz", () => [kept]],
    [() => "q=1020304050", () => [kept]],
  ])("finds by %s", async (query, ids) => {
    const { body } = await get(tenant, `/dee/documentos?${query()}`);
    expect(idsOf(body)).toEqual(ids());
  });

  it("goes on after a cursor", async () => {
    const first = (await get(tenant, "/dee/documentos?per_page=2")).body;
    const rest = (await get(tenant, `/dee/documentos?per_page=2&after=${first.cursor}`)).body;
    expect([first.hay_mas, idsOf(first), idsOf(rest), rest.hay_mas]).toEqual([true, [kept, note], [annulled], false]);
  });

  it("refuses a type of another module by its name", async () => {
    const { status, body } = await get(tenant, "/dee/documentos?tipo=01");
    expect([status, body.code, body.details[0].path]).toEqual([400, "invalid_parameter", "tipo"]);
  });

  it("is no list of invoices, nor of support documents", async () => {
    for (const path of ["/fe/docs", "/dse/documentos"]) expect((await get(tenant, path)).body.docs).toEqual([]);
  });
});

describe("a ticket that is read by id", () => {
  it("shows the till and the loyalty as they were signed, its items, and the note that annulled it", async () => {
    const { status, body } = await get(tenant, `/dee/documentos/${annulled}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      pending: false,
      idempotency_key: "tiquete-1",
      authority: { is_valid: true },
    });
    expect(body.documento).toMatchObject({
      id: annulled,
      tipo_authority: "20",
      total: "11900.00",
      anulado: true,
      saldo_acreditable: "0.00",
      caja: {
        placa: "CAJA-01",
        ubicacion: "Salón principal",
        tipo: "Caja",
        cajero: "Pedro Ruiz",
        codigo_venta: "V-000101",
      },
      comprador: { codigo: "222222222222", nombre: "consumidor final", puntos: "120" },
      notas: [{ id: note, tipo_authority: "94", concepto: "2", total: "11900.00" }],
      items: [{ descripcion: "Camisa de algodón", codigo: "CAM01", tarifa: "19.00" }],
      pagos: [{ form: "contado", means_code: "10" }],
    });
    expect(body.documento).not.toHaveProperty("tiquete");
  });

  it("is printed under the words of the law, with its authorization, its CUDE and its till", async () => {
    const { representacion, documento } = (await get(tenant, `/dee/documentos/${kept}`)).body;
    expect(representacion).toMatchObject({
      titulo: KIND_TEXTS["20"].title,
      identificador: { nombre: "CUDE", valor: documento.cude },
      resolucion: {
        prefijo: "EPOS",
        texto: expect.stringMatching(/^Autorización de numeración de documento equivalente/),
      },
      tiquete: { caja: documento.caja, comprador: documento.comprador },
    });
    expect(representacion.validacion).not.toBeNull();
  });

  it("is a note with the ticket that it corrects, and no till of its own", async () => {
    const { body } = await get(tenant, `/dee/documentos/${note}`);
    const { cude } = (await get(tenant, `/dee/documentos/${annulled}`)).body.documento;
    expect(body.documento).toMatchObject({
      tipo_authority: "94",
      concepto: "2",
      motivo: "Devolución",
      caja: null,
      comprador: null,
      tiquete: { id: annulled, numero: "EPOS1", cude, fecha: today() },
    });
    expect(body.representacion.titulo).toBe("Nota de ajuste crédito al documento equivalente electrónico");
    expect(body.representacion).not.toHaveProperty("tiquete");
  });

  it("is not found among invoices, nor by another company, nor in v1", async () => {
    const other = await createTenant({ modules: MODULES });
    const answers = await Promise.all([
      get(tenant, `/fe/docs/${kept}`),
      get(tenant, `/dse/documentos/${kept}`),
      get(other, `/dee/documentos/${kept}`),
      get(tenant, `/dee/documentos/${kept}`, { version: "v1" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const among = ["las facturas y notas", "los documentos soporte y notas", "los tiquetes y notas"];
    expect(answers.slice(0, 3).map(({ body }) => body.error)).toEqual(
      among.map((some) => `No existe el documento ${kept} entre ${some} de esta ruta.`),
    );
  });
});

describe("the files of a ticket", () => {
  async function fetchFile(id: number, name: string) {
    const url = `https://api.test/api/ext/v2/companies/${tenant.companyId}/dee/documentos/${id}/archivos/${name}`;
    return exports.default.fetch(new Request(url, { headers: { authorization: `Bearer ${tenant.token}` } }));
  }

  it.each([
    ["xml", "application/xml", /^attachment; filename="ds\d+.*\.xml"$/],
    ["respuesta", "application/xml", /^attachment; filename="ar.*\.xml"$/],
    ["contenedor", "application/zip", /^attachment; filename="z.*\.zip"$/],
    ["carta.pdf", "application/pdf", /\.pdf"$/],
    ["tirilla-80.pdf", "application/pdf", /\.pdf"$/],
    ["tirilla-58.pdf", "application/pdf", /\.pdf"$/],
  ])("%s is %s", async (name, type, named) => {
    const response = await fetchFile(kept, name);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toMatch(named);
    await response.arrayBuffer();
  });

  it("are in the container: what was signed and answered in one, and the drawing", async () => {
    const zip = unzipSync(new Uint8Array(await (await fetchFile(kept, "contenedor")).arrayBuffer()));
    const names = Object.keys(zip).map((name) => name.replace(/\d[0-9a-f]*/, ""));
    expect(names.sort()).toEqual(["ad.pdf", "ad.xml"]);
  });
});

describe("the closing of tickets", () => {
  it("adds up their day, notes counted against, by till", async () => {
    const { status, body } = await get(tenant, `/dee/resumen?desde=${today()}&hasta=${today()}&agrupar=caja`);
    expect(status).toBe(200);
    expect(body.total).toMatchObject({
      estados: { aceptado: 3, pendiente: 0, rechazado: 0, desconocido: 0 },
      neto: "12900.00",
      impuestos: [{ codigo: "01", valor: "1900.00" }],
      medios: [{ codigo: "10", valor: "12900.00" }],
    });
    expect(body.total.tipos).toMatchObject([
      { tipo_authority: "20", cantidad: 2, total: "24800.00", cargos: "1000.00" },
      { tipo_authority: "94", cantidad: 1, total: "11900.00" },
    ]);
    expect(body.grupos.map(({ clave, neto }: { clave: string | null; neto: string }) => [clave, neto])).toEqual(
      expect.arrayContaining([
        ["CAJA-01", "24800.00"],
        [null, "-11900.00"],
      ]),
    );
  });

  it("leaves that of invoices as it was", async () => {
    const { body } = await get(tenant, `/fe/resumen?desde=${today()}&hasta=${today()}`);
    expect(body.total.neto).toBe("0.00");
  });
});

describe("what tells of tickets", () => {
  it("is the feed, to a token that reads them and to no other", async () => {
    const reader = await createClient(tenant.companyId, ["dee.read"]);
    const other = await createClient(tenant.companyId, ["fe.read", "dse.read"]);
    const { cambios } = (await get(tenant, "/cambios", { token: reader.token })).body;
    const told = cambios.map(({ tipo, documento }: { tipo: string; documento: Record<string, unknown> }) => [
      tipo,
      documento.modulo,
      documento.tipo_authority,
      documento.id,
    ]);
    expect(told).toContainEqual(["documento.aceptado", "dee", "20", kept]);
    expect(told).toContainEqual(["documento.aceptado", "dee", "94", note]);
    expect((await get(tenant, "/cambios", { token: other.token })).body.cambios).toEqual([]);
  });

  it("is the state of the company: range, series and plan of its own", async () => {
    const reader = await createClient(tenant.companyId, ["dee.read"]);
    const { modulos } = (await get(tenant, "/empresa", { token: reader.token })).body;
    expect(Object.keys(modulos)).toEqual(["dee"]);
    expect(modulos.dee).toMatchObject({
      contratado: true,
      plan: { usados: 3 },
      rangos: [{ prefijo: "EPOS", siguiente: 3 }],
      series: [
        { tipo_authority: "93", prefijo: "NDP", siguiente: 1 },
        { tipo_authority: "94", prefijo: "NCP", siguiente: 2 },
      ],
    });
  });

  it.each(["/establecimientos", "/webhooks"])("lets a token that reads tickets alone read %s", async (path) => {
    const reader = await createClient(tenant.companyId, ["dee.read"]);
    expect((await get(tenant, path, { token: reader.token })).status).toBe(200);
  });
});

describe("the scopes of tickets", () => {
  it.each([
    ["GET", "/dee/documentos", "dee.read"],
    ["GET", "/dee/documentos/1", "dee.read"],
    ["GET", "/dee/documentos/1/archivos/xml", "dee.read"],
    ["GET", "/dee/resumen", "dee.read"],
    ["POST", "/dee/documentos/1/enlace", "dee.write"],
    ["DELETE", "/dee/documentos/1/enlace", "dee.write"],
  ])("%s %s asks for %s, and for the module", async (method, path, scope) => {
    const others = ["fe.read", "fe.write", "dse.read", "dse.write", "dee.read", "dee.write"].filter(
      (one) => one !== scope,
    );
    const without = await createClient(tenant.companyId, others);
    const body = method === "POST" ? {} : undefined;
    const refused = await call(method, `/companies/${tenant.companyId}${path}`, body, { token: without.token });
    expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
    const plain = await createTenant();
    const holder = await createClient(plain.companyId, [scope]);
    const off = await call(method, `/companies/${plain.companyId}${path}`, body, { token: holder.token });
    expect([off.status, off.body.code]).toEqual([403, "module_not_contracted"]);
  });
});
