// Tests POS tickets through HTTP: what is signed and answered, what is refused before anything is consumed, and their keys.
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { postInvoice, postTicket } from "../support/api.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleTicket } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const MODULES = ["fe", "dse", "dee"] as const;
let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  tenant = await createTenant({ modules: MODULES, tills: ["CAJA-01"] });
});

function post(changes: Fields = {}, of: Tenant = tenant, query = ""): Promise<Answer> {
  keys += 1;
  return postTicket(of, `venta-${keys}`, sampleTicket(changes), { query });
}

async function issue(changes: Fields = {}, of: Tenant = tenant) {
  const { status, body } = await post(changes, of);
  expect([status, status === 201 ? "" : JSON.stringify(body)]).toEqual([201, ""]);
  return { body, xml: await fetchReceived(body.documento.cude) };
}

const item = (changes: Fields = {}) => ({ desc: "Queso", cant: 1, unit: 10000, iva: 19, ...changes });
const valueAfter = (xml: string, name: string) =>
  new RegExp(`<Name>${name}</Name><Value>([^<]*)</Value>`).exec(xml)?.[1];
const pathsOf = ({ body }: Answer): readonly string[] => body.details.map(({ path }: { path: string }) => path);

describe("a ticket", () => {
  it("without a receiver is of the final consumer, and answers as a support document does", async () => {
    const { body, xml } = await issue();
    expect(body).toMatchObject({
      ok: true,
      pending: false,
      idempotent: false,
      draft_key: "venta-1",
      caja: "CAJA-01",
      documento: {
        tipo_authority: "20",
        prefijo: "EPOS",
        consecutivo: 1,
        moneda: "COP",
        estado_authority: "aceptado",
        subtotal: "40000.00",
        impuestos: "3200.00",
        total: "43200.00",
        saldo_por_pagar: "43200.00",
        caja: {
          placa: "CAJA-01",
          ubicacion: "Almacén 1",
          tipo: "Caja",
          cajero: "No aplica",
          codigo_venta: "EPOS1",
        },
        comprador: { codigo: "222222222222", nombre: "consumidor final", puntos: "0" },
        es_habilitacion: 0,
      },
      authority: { is_valid: true },
      representacion: {
        titulo: "Documento equivalente electrónico tiquete de máquina registradora con sistema P.O.S.",
        identificador: { nombre: "CUDE", valor: body.documento.cude },
      },
    });
    expect(body.documento.cude).toMatch(/^[0-9a-f]{96}$/);
    const pairs = ["PlacaCaja", "UbicaciónCaja", "Cajero", "TipoCaja", "CódigoVenta", "SubTotal", "Puntos"];
    expect(pairs.map((name) => valueAfter(xml, name))).toEqual(
      ...[["CAJA-01", "Almacén 1", "No aplica", "Caja", "EPOS1", "40000.00", "0"]],
    );
    expect(valueAfter(xml, "RazonSocial")).toBe("Programas Ejemplo S.A.S.");
    expect(xml).toContain("<cbc:InvoiceTypeCode>20</cbc:InvoiceTypeCode>");
  });

  it.each<[string, Fields, Fields]>([
    ["a cashier and a code of its own", { caja: { cajero: "Ana", codigo_venta: "V-9" } }, { cajero: "Ana" }],
    ["the plate of the till that is known", { caja: { placa: "CAJA-01" } }, { ubicacion: "Almacén 1" }],
    ["a till that nobody registered", { caja: { placa: "X-9", ubicacion: "Feria" } }, { placa: "X-9", tipo: "Caja" }],
    ["empty texts, which say nothing", { caja: { placa: "", tipo: "", cajero: "" } }, { cajero: "No aplica" }],
    ["nulls, which say nothing", { caja: null, comprador: null, receptor: null }, { placa: "CAJA-01" }],
  ])("says of its till: %s", async (_, changes, expected) => {
    expect((await issue(changes)).body.documento.caja).toMatchObject(expected);
  });

  it.each<[string, Fields, Fields]>([
    [
      "a company, whose number and name it has",
      { receptor: sampleInvoice().receptor },
      { codigo: "800134536", nombre: "Cliente de Prueba SA", puntos: "0" },
    ],
    [
      "loyalty of its own",
      { comprador: { codigo: "L-7", nombre: "Luz Peña", puntos: "120" } },
      { codigo: "L-7", nombre: "Luz Peña", puntos: "120" },
    ],
    [
      "points that are a number, as tills send them",
      { comprador: { puntos: 4.5 } },
      { codigo: "222222222222", nombre: "consumidor final", puntos: "4.5" },
    ],
  ])("says of its buyer: %s", async (_, changes, expected) => {
    expect((await issue(changes)).body.documento.comprador).toEqual(expected);
  });

  it.each<[string, Fields, readonly [string, string, string]]>([
    [
      "a bag with its tax, an excluded and an exempt good",
      {
        items: [
          item({ iva: 0, tratamiento: "excluido" }),
          item({ iva: 0, tratamiento: "exento" }),
          item({ iva: 0, unit: 100, otros_impuestos: [{ codigo: "22", valor_unitario: 70 }] }),
        ],
      },
      ["20100.00", "70.00", "20170.00"],
    ],
    [
      "a tip, which no tax counts",
      { items: [item()], cargos: [{ valor: 1000, motivo: "Propina" }] },
      ["10000.00", "1900.00", "12900.00"],
    ],
    ["a discount of a line", { items: [item({ descuento: 1000 })] }, ["9000.00", "1710.00", "10710.00"]],
    [
      "two payments",
      {
        items: [item()],
        pagos: [
          { form: "contado", means_code: "10", valor: 5000 },
          { form: "contado", means_code: "48", valor: 6900 },
        ],
      },
      ["10000.00", "1900.00", "11900.00"],
    ],
  ])("carries %s", async (_, changes, totals) => {
    const { documento } = (await issue(changes)).body;
    expect([documento.subtotal, documento.impuestos, documento.total]).toEqual(totals);
  });

  it("says how its cash was rounded", async () => {
    const pagos = [{ means_code: "10", redondeo: -27 }];
    const { documento, representacion } = (await issue({ items: [item()], pagos })).body;
    expect([documento.saldo_por_pagar, documento.redondeo]).toEqual(["11900.00", "-27.00"]);
    expect(representacion.pagos).toMatchObject([{ means_code: "10", redondeo: "-27.00" }]);
  });

  it("is rehearsed as it will be issued, and nothing is sent", async () => {
    const before = (await listSendings(tenant.nit)).length;
    const { status, body } = await postTicket(tenant, null, sampleTicket(), { query: "?dry_run=true" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      dry_run: true,
      documento: { tipo_authority: "20", total: "43200.00", caja: { placa: "CAJA-01", codigo_venta: null } },
      numbering: { available: true },
    });
    expect(await listSendings(tenant.nit)).toHaveLength(before);
  });
});

describe("refused with nothing consumed", () => {
  it.each<[string, Fields, string, readonly string[]]>([
    ["withholdings", { withholdings: [] }, "unknown_field", ["withholdings"]],
    ["an AIU", { aiu: { enabled: false } }, "unknown_field", ["aiu"]],
    ["a currency", { currency: { commercial_currency: "COP" } }, "unknown_field", ["currency"]],
    ["a contingency", { es_contingencia: false }, "unknown_field", ["es_contingencia"]],
    ["the number of a paper", { numero_contingencia: "CT1" }, "unknown_field", ["numero_contingencia"]],
    ["a type", { tipo: "20" }, "unknown_field", ["tipo"]],
    ["the maker, which the deployment says", { fabricante: {} }, "unknown_field", ["fabricante"]],
    ["an unknown member of the till", { caja: { subtotal: 1 } }, "unknown_field", ["caja.subtotal"]],
    ["an unknown member of loyalty", { comprador: { email: "a@b.co" } }, "unknown_field", ["comprador.email"]],
    ["a till that is a text", { caja: "Caja 1" }, "invalid_payload", ["caja"]],
    ["a till that is a list", { caja: [] }, "invalid_payload", ["caja"]],
    ["a cashier that is a number", { caja: { cajero: 7 } }, "invalid_payload", ["caja.cajero"]],
    ["a plate of 101 characters", { caja: { placa: "x".repeat(101) } }, "invalid_payload", ["caja.placa"]],
    ["points that are an object", { comprador: { puntos: {} } }, "invalid_payload", ["comprador.puntos"]],
    ["points that are too long", { comprador: { puntos: "9".repeat(101) } }, "invalid_payload", ["comprador.puntos"]],
    ["a control character", { caja: { cajero: "A\u0000na" } }, "invalid_payload", ["caja.cajero"]],
    ["no items", { items: [] }, "invalid_payload", ["items"]],
    ["an unknown till without its place", { caja: { placa: "X-9" } }, "till_required", ["caja"]],
    ["a total that is not the sum", { total: 1 }, "business_rule", ["total"]],
    ["a receiver without a number", { receptor: { nombre: "Luz" } }, "invalid_payload", ["receptor.numero_doc"]],
    ["a date that is not today", { fecha_emision: "2020-01-01" }, "business_rule", ["fecha_emision"]],
  ])("%s", async (_, changes, code, paths) => {
    const answer = await post(changes);
    expect([answer.status, answer.body.code, pathsOf(answer)]).toEqual([400, code, paths]);
  });

  it("all that is wrong is said in one answer, the till too", async () => {
    const answer = await post({ items: [], caja: { placa: "X-9" }, aiu: {} });
    expect([answer.body.code, pathsOf(answer)]).toEqual(["invalid_payload", ["aiu", "items", "caja"]]);
  });

  it("no till at all where the company has none, or several", async () => {
    for (const tills of [[], ["A", "B"]]) {
      const other = await createTenant({ modules: MODULES, tills });
      const { status, body } = await post({}, other);
      expect([status, body.code, body.details[0].path]).toEqual([400, "till_required", "caja"]);
      expect((await issue({ caja: { placa: "B", ubicacion: "Patio" } }, other)).body.documento.consecutivo).toBe(1);
    }
  });

  it("no key", async () => {
    const { status, body } = await postTicket(tenant, null, sampleTicket());
    expect([status, body.code]).toEqual([400, "missing_idempotency_key"]);
  });

  it("two keys that differ", async () => {
    const { status, body } = await postTicket(tenant, "a", sampleTicket({ draft_key: "b" }));
    expect([status, body.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("a company without the module, and a token without its scope", async () => {
    const without = await createTenant({ scopes: ["fe.write", "dee.write"] });
    expect((await post({}, without)).body.code).toBe("module_not_contracted");
    const other = await createClient(tenant.companyId, ["fe.write", "dse.write", "dee.read"]);
    expect((await post({}, { ...tenant, token: other.token })).body.code).toBe("missing_scope");
  });

  it("v1 knows no such path", async () => {
    expect((await postTicket(tenant, "x", sampleTicket(), { version: "v1" })).status).toBe(404);
  });
});

describe("a key", () => {
  it("of any number of requests is one ticket", async () => {
    const mine = await createTenant({ modules: MODULES, tills: ["CAJA-01"] });
    const answers = await Promise.all(Array.from({ length: 40 }, () => postTicket(mine, "misma", sampleTicket())));
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(3);
    expect(answers.every(({ status }) => [200, 201, 202].includes(status))).toBe(true);
    expect(await listSendings(mine.nit)).toHaveLength(1);
    const { status, body } = await postTicket(mine, "misma", sampleTicket());
    expect([status, body.idempotent, body.documento.consecutivo]).toEqual([200, true, 1]);
  });

  it("of another content is a conflict that names the ticket", async () => {
    await postTicket(tenant, "otra", sampleTicket());
    const { status, body } = await postTicket(tenant, "otra", sampleTicket({ caja: { cajero: "Ana" } }));
    expect([status, body.code, body.documento.estado_authority]).toEqual([409, "idempotency_conflict", "aceptado"]);
  });

  it("is another operation on another path", async () => {
    const key = "de-las-dos";
    expect((await postInvoice(tenant, sampleInvoice({ draft_key: key }), { version: "v2" })).status).toBe(201);
    expect((await postTicket(tenant, key, sampleTicket())).status).toBe(201);
  });

  it("in the body is a key as well", async () => {
    expect((await postTicket(tenant, null, sampleTicket({ draft_key: "cuerpo" }))).status).toBe(201);
    expect((await postTicket(tenant, "cuerpo", sampleTicket())).status).toBe(200);
  });
});

describe("five tax units before taxes", () => {
  const LIMIT = 261_870;
  const of = (unit: number) => ({ items: [item({ unit })] });
  const codesOf = ({ body }: Answer): readonly string[] =>
    (body.notices ?? []).map(({ rule }: { rule: string }) => rule).filter((rule: string) => rule.startsWith("ticket"));

  it("are sold in silence, one peso more with a notice", async () => {
    expect(codesOf(await post(of(LIMIT)))).toEqual([]);
    const above = await post(of(LIMIT + 1));
    expect([above.status, codesOf(above)]).toEqual([201, ["ticket_over_5_uvt"]]);
  });

  it("are the most that a company sells which so chose", async () => {
    const strict = await createTenant({ modules: MODULES, tills: ["CAJA-01"], refusesLargeTickets: true });
    const { status, body } = await post(of(LIMIT + 1), strict);
    expect([status, body.code]).toEqual([400, "ticket_over_5_uvt"]);
    expect((await post(of(LIMIT), strict)).status).toBe(201);
  });
});

describe("a character that no printed form shows", () => {
  it("is remarked on where the client wrote it, and nowhere else", async () => {
    const answer = await post({
      caja: { cajero: "Ana \u{1F600}" },
      comprador: { nombre: "Luz \u{1F600}" },
      payment: { form: "contado", means_code: "10" },
    });
    expect([answer.status, answer.body.notices.map(({ path }: { path: string }) => path)]).toEqual([
      201,
      ["caja.cajero", "comprador.nombre"],
    ]);
  });
});

describe("as the authority decides", () => {
  it("a rejection is 422, and its replay shows it", async () => {
    const receptor = { ...(sampleInvoice().receptor as object), nombre: "Cliente #rechazo" };
    const first = await postTicket(tenant, "rechazado", sampleTicket({ receptor }));
    expect([first.status, first.body.code, first.body.ok]).toEqual([422, "document_rejected", false]);
    expect(first.body.documento.estado_authority).toBe("rechazado");
    const again = await postTicket(tenant, "rechazado", sampleTicket({ receptor }));
    expect([again.status, again.body.ok, again.body.idempotent]).toEqual([422, true, true]);
  });
});
