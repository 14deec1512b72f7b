// Tests the notes 94 and 93 on a ticket through HTTP: what is signed and answered, what is refused, and that together they never exceed it.
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, get, postInvoice, postNote, postSupportDocument, postTicket } from "../support/api.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument, sampleTicket } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const MODULES = ["fe", "dse", "dee"] as const;
const OTHER_CUDE = "ab".repeat(48);
let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  tenant = await createTenant({ modules: MODULES, tills: ["CAJA-01"] });
});

async function issueTicket(changes: Fields = {}, of: Tenant = tenant): Promise<Fields & { id: number; cude: string }> {
  keys += 1;
  const { status, body } = await postTicket(of, `venta-${keys}`, sampleTicket(changes));
  expect([status, status === 201 ? "" : JSON.stringify(body)]).toEqual([201, ""]);
  return body.documento;
}

function post(typeCode: "93" | "94", body: Fields, of: Tenant = tenant): Promise<Answer> {
  keys += 1;
  return postNote(of, typeCode, `nota-${keys}`, body);
}

async function issue(typeCode: "93" | "94", fields: Fields) {
  const { status, body } = await post(typeCode, fields);
  expect([status, status === 201 ? "" : JSON.stringify(body)]).toEqual([201, ""]);
  return { body, xml: await fetchReceived(body.documento.cude) };
}

const item = (changes: Fields = {}) => ({ desc: "Queso", cant: 1, unit: 10000, iva: 19, ...changes });

describe("a credit note", () => {
  it("without lines annuls the ticket to the cent, tip and discounts too", async () => {
    const ticket = await issueTicket({
      items: [item({ descuento: 1000 })],
      cargos: [{ valor: 900, motivo: "Propina", codigo: "03" }],
    });
    const { body, xml } = await issue("94", { documento_id: ticket.id });
    expect(body.documento).toMatchObject({
      tipo_authority: "94",
      prefijo: "NCP",
      total: ticket.total,
      concepto: "2",
      saldo_acreditable: "0.00",
      estado_authority: "aceptado",
      tiquete: { id: ticket.id, cude: ticket.cude },
    });
    expect(xml).toContain("<cbc:ProfileID>DIAN 2.1: Nota de ajuste crédito al documento equivalente</cbc:ProfileID>");
    expect(xml).toContain("<cbc:CreditNoteTypeCode>94</cbc:CreditNoteTypeCode>");
    expect(xml).toContain("<cbc:CustomizationID>20</cbc:CustomizationID>");
    expect(xml).not.toContain("<PuntoVenta>");
    expect(body.representacion.titulo).toBe("Nota de ajuste crédito al documento equivalente electrónico");
    const read = (await get(tenant, `/dee/documentos/${ticket.id}`, { version: "v2" })).body;
    expect([read.documento.anulado, read.documento.saldo_acreditable]).toEqual([true, "0.00"]);
  });

  it("of a line pays back what was paid for one", async () => {
    const ticket = await issueTicket();
    const { documento } = (await issue("94", { documento_id: ticket.id, concepto: 1, items: [{ linea: 1, cant: 1 }] }))
      .body;
    expect([documento.total, documento.saldo_acreditable]).toEqual(["21600.00", "21600.00"]);
  });

  it("on a ticket of another system needs its lines, and no balance is known", async () => {
    const documento = { numero: "POS77", cude: OTHER_CUDE, fecha: "2026-01-02" };
    const answer = await post("94", { documento, concepto: "1" });
    expect([answer.status, answer.body.details.map(({ path }: { path: string }) => path)]).toEqual([400, ["items"]]);
    const dry = await postNote(
      tenant,
      "94",
      null,
      { documento, concepto: "1", items: [item()] },
      { query: "?dry_run=true" },
    );
    expect([dry.status, dry.body.documento.total]).toEqual([200, "11900.00"]);
  });
});

describe("a debit note", () => {
  it("raises the ticket, has no type code, and leaves what may be credited", async () => {
    const ticket = await issueTicket();
    const { body, xml } = await issue("93", {
      documento_id: ticket.id,
      concepto: "1",
      items: [item({ unit: 500, iva: 0 })],
    });
    expect(body.documento).toMatchObject({
      tipo_authority: "93",
      prefijo: "NDP",
      total: "500.00",
      concepto: "1",
      concepto_nombre: "Intereses",
      saldo_acreditable: ticket.total,
    });
    expect(xml).not.toMatch(/TypeCode>9[34]</);
    expect(xml).toContain("<cbc:ProfileID>DIAN 2.1: Nota de ajuste débito al documento equivalente</cbc:ProfileID>");
  });

  it("needs its concept", async () => {
    const ticket = await issueTicket();
    const { status, body } = await post("93", { documento_id: ticket.id });
    expect([status, body.code]).toEqual([400, "concept_required"]);
  });
});

describe("refused with nothing consumed", () => {
  let ticket: Fields & { id: number };
  let invoiceId: number;
  let supportId: number;
  beforeAll(async () => {
    ticket = await issueTicket();
    invoiceId = (await postInvoice(tenant, sampleInvoice(), { version: "v2" })).body.factura_id;
    supportId = (await postSupportDocument(tenant, "compra", sampleSupportDocument(), { version: "v2" })).body.documento
      .id;
  });
  const of = (changes: Fields) => ({ documento_id: ticket.id, ...changes });

  it.each<[string, "93" | "94", () => Fields, number, string]>([
    ["no reference", "94", () => ({ concepto: "1", items: [item()] }), 400, "reference_required"],
    [
      "both references",
      "94",
      () => of({ documento: { numero: "A1", cude: OTHER_CUDE, fecha: "2026-01-02" } }),
      400,
      "reference_ambiguous",
    ],
    ["a period, of which no ticket is", "94", () => of({ periodo: {} }), 400, "unknown_field"],
    ["the name of an invoice", "94", () => ({ factura_id: ticket.id }), 400, "unknown_field"],
    ["a currency", "94", () => of({ currency: { commercial_currency: "COP" } }), 400, "unknown_field"],
    ["a document that nobody has", "94", () => ({ documento_id: 999_999_999 }), 404, "reference_not_found"],
    ["an invoice", "94", () => ({ documento_id: invoiceId }), 404, "reference_not_found"],
    ["a support document", "94", () => ({ documento_id: supportId }), 404, "reference_not_found"],
    ["a concept of invoices alone", "94", () => of({ concepto: "6", items: [item()] }), 400, "concept_invalid"],
    ["a concept of credit alone", "93", () => of({ concepto: "4", items: [item()] }), 400, "concept_invalid"],
    ["lines without a concept", "94", () => of({ items: [{ linea: 1, cant: 1 }] }), 400, "concept_required"],
    ["more than the ticket", "94", () => of({ concepto: "3", items: [item({ unit: 90000 })] }), 400, "exceeds_balance"],
    ["more than the line", "94", () => of({ concepto: "1", items: [{ linea: 1, cant: 3 }] }), 400, "exceeds_line"],
    [
      "a line that is not there",
      "94",
      () => of({ concepto: "1", items: [{ linea: 9, cant: 1 }] }),
      400,
      "line_unknown",
    ],
    ["an annulment of a part", "94", () => of({ concepto: "2", items: [item()] }), 400, "concept_needs_whole"],
    ["another buyer", "94", () => of({ receptor: sampleInvoice().receptor }), 400, "party_differs"],
    ["withholdings", "94", () => of({ withholdings: [{}] }), 400, "withholdings_not_allowed"],
    ["another day", "94", () => of({ fecha_emision: "2020-01-01" }), 400, "date_not_today"],
    ["an id that is a text", "94", () => ({ documento_id: "1" }), 400, "invalid_payload"],
    [
      "a CUDE of 95 digits",
      "94",
      () => ({ documento: { numero: "A1", cude: OTHER_CUDE.slice(1), fecha: "2026-01-02" } }),
      400,
      "invalid_payload",
    ],
  ])("%s", async (_, typeCode, fields, status, code) => {
    const answer = await post(typeCode, fields());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it("a note on a note, and a ticket on the path of invoices", async () => {
    const { documento } = (await issue("94", of({ concepto: "1", items: [{ linea: 1, cant: 1 }] }))).body;
    expect((await post("94", { documento_id: documento.id })).body.code).toBe("not_correctable");
    expect((await postNote(tenant, "91", "cruzada", { factura_id: ticket.id })).body.code).toBe("reference_not_found");
    expect((await postNote(tenant, "95", "cruzada", { documento_id: ticket.id })).body.code).toBe(
      "reference_not_found",
    );
  });

  it("no key, and a second annulment", async () => {
    const other = await issueTicket();
    expect((await postNote(tenant, "94", null, { documento_id: other.id })).body.code).toBe("missing_idempotency_key");
    await issue("94", { documento_id: other.id });
    expect((await post("94", { documento_id: other.id })).body.code).toBe("reference_annulled");
  });
});

describe("a key of notes", () => {
  it("replays its note, and is another operation on each path", async () => {
    const ticket = await issueTicket();
    const credit = { documento_id: ticket.id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    const first = await postNote(tenant, "94", "misma", credit);
    const again = await postNote(tenant, "94", "misma", credit);
    expect([first.status, again.status, again.body.documento.id]).toEqual([201, 200, first.body.documento.id]);
    expect((await postNote(tenant, "94", "misma", { ...credit, motivo: "Otra" })).status).toBe(409);
    const debit = { documento_id: ticket.id, concepto: "3", items: [item()] };
    expect((await postNote(tenant, "93", "misma", debit)).status).toBe(201);
  });
});

describe("notes on one ticket at once", () => {
  it("never exceed it, and each that fits is issued", async () => {
    const mine = await createTenant({ modules: MODULES, tills: ["CAJA-01"] });
    const ticket = await issueTicket({ items: [item({ cant: 20, unit: 1000 })] }, mine);
    const all = Array.from({ length: 40 }, () =>
      post("94", { documento_id: ticket.id, concepto: "1", items: [{ linea: 1, cant: 3 }] }, mine),
    );
    const answers = await Promise.all(all);
    const issued = answers.filter(({ status }) => status === 201);
    expect(issued).toHaveLength(6);
    const codes = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code));
    expect([...codes].every((code) => code === "exceeds_line" || code === "exceeds_balance")).toBe(true);
    expect(await listSendings(mine.nit)).toHaveLength(7);
    const read = (await get(mine, `/dee/documentos/${ticket.id}`, { version: "v2" })).body.documento;
    expect([read.saldo_acreditable, read.notas.length]).toEqual(["2380.00", 6]);
  });
});
