// Tests with canaries in documents that a token without the read scope learns nothing that others wrote, from any answer of any
// route, and still issues notes on them.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { API_VERSIONS, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { ROUTES } from "../../src/api/routes.ts";
import { type Answer, postInvoice, postNote, postSupportDocument } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

type Module = "fe" | "dse";
type NoteType = "91" | "92" | "95";

/** Texts and prices of others: each is in a document, and in nothing that the caller sends. The totals of a note are told. */
const CANARIES: Readonly<Record<Module, readonly string[]>> = {
  fe: [
    ...["1023456781", "Zulema Canario", "canario.fe@example.com", "Transversal Canario", "Cigarra Canario"],
    ...["Cupón Canario", "Propina Canario", "73911.17", "8123.45", "601.37", "507.13"],
  ],
  dse: [
    ...["1098712345", "Yolanda Canario", "canario.dse@example.com", "Vereda Canario", "Café Canario"],
    ...["64913.27", "7341.19"],
  ],
};

const INVOICE = sampleInvoice({
  receptor: {
    tipo_doc: "13",
    numero_doc: "1023456781",
    nombre: "Zulema Canario",
    email: "canario.fe@example.com",
    direccion: "Transversal Canario 9",
  },
  items: [
    { desc: "Cigarra Canario", cant: 2, unit: "73911.17", iva: 19 },
    { desc: "Cigarra Canario menor", cant: 2, unit: "8123.45", iva: 5 },
  ],
  ...{ subtotal: undefined, impuestos: undefined, total: undefined },
  descuentos: [{ valor: "601.37", motivo: "Cupón Canario" }],
  cargos: [{ valor: "507.13", motivo: "Propina Canario" }],
});
const SUPPORT_DOCUMENT = sampleSupportDocument({
  proveedor: {
    ...(sampleSupportDocument().proveedor as object),
    nit: "1098712345",
    nombre: "Yolanda Canario",
    direccion: "Vereda Canario",
    email: "canario.dse@example.com",
  },
  items: [
    { codigo: "50201706", descripcion: "Café Canario", cantidad: 2, precio_unitario: "64913.27", porcentaje_iva: 19 },
    {
      codigo: "50201706",
      descripcion: "Café Canario bajo",
      cantidad: 2,
      precio_unitario: "7341.19",
      porcentaje_iva: 5,
    },
  ],
});

const ANA = { tipo_doc: "13", numero_doc: "1000000001", nombre: "Ana Díaz", email: "ana@example.com" };
const SUPPLIER = { ...(sampleSupportDocument().proveedor as object), nit: "1000000001", nombre: "Ana Díaz" };

/** What a caller may try on an invoice: every sentence that compares with it, and notes that are issued. */
const ON_INVOICE: readonly object[] = [
  {},
  { concepto: "1" },
  { concepto: "1", receptor: ANA },
  { concepto: "1", receptor: { ...ANA, numero_doc: "1023456781" }, knows: "1023456781" },
  { concepto: "1", items: [{ linea: 9, cant: 1 }] },
  { concepto: "1", items: [{ linea: 1, cant: 99 }] },
  { concepto: "4", items: [{ linea: 1, cant: 1, unit: 999999 }] },
  { concepto: "4", items: [{ linea: 1, cant: 1, unit_input: 999999, iva_incluido: true }] },
  {
    concepto: "4",
    items: [
      { linea: 1, cant: 2, unit: 70000 },
      { linea: 1, cant: 2, unit: 70000 },
    ],
  },
  { concepto: "1", items: [{ linea: 1, cant: 2 }], cargos: [{ cargo: 1, valor: 9999 }] },
  { concepto: "1", items: [{ linea: 1, cant: 2 }], cargos: [{ cargo: 7, valor: 1 }] },
  { concepto: "1", items: [{ linea: 1, cant: 2 }], cargos: [{ cargo: 1, valor: 1 }] },
  { concepto: "1", items: [{ linea: 1, cant: 2 }], prorratear: true },
  { concepto: "1", items: [{ desc: "Mora", cant: 1, unit: 9999999, iva: 0 }] },
  { concepto: "1", items: [{ linea: 2, cant: 2 }] },
  { concepto: "1", currency: { code: "USD", applied_rate: 4000 } },
  { concepto: "1", subtotal: 1, impuestos: 1, total: 1 },
  { concepto: "99" },
];
const ON_SUPPORT_DOCUMENT: readonly object[] = [
  {},
  { concepto: "1" },
  { concepto: "1", proveedor: SUPPLIER },
  { concepto: "1", proveedor: { ...SUPPLIER, nit: "1098712345" }, knows: "1098712345" },
  { concepto: "1", items: [{ linea: 9, cantidad: 1 }] },
  { concepto: "1", items: [{ linea: 1, cantidad: 99 }] },
  { concepto: "4", items: [{ linea: 1, cantidad: 1, precio_unitario: 999999 }] },
  { concepto: "1", items: [{ linea: 1, cantidad: 2 }] },
  { concepto: "1", moneda: "USD", tasa_cambio: 4000 },
];

/** Sets of scopes, each with the modules that it may not read. */
const BLIND: readonly (readonly [scopes: readonly string[], blind: readonly Module[]])[] = [
  [["fe.write"], ["fe", "dse"]],
  [["dse.write"], ["fe", "dse"]],
  [
    ["fe.write", "dse.write"],
    ["fe", "dse"],
  ],
  [["fe.write", "dse.write", "dse.read"], ["fe"]],
  [["fe.write", "dse.write", "fe.read"], ["dse"]],
];

let tenant: Tenant;
let issued: Readonly<Record<Module, { readonly id: number; readonly number: string; readonly fiscalId: string }>>;

async function issue() {
  const invoice = await postInvoice(tenant, { ...INVOICE, draft_key: crypto.randomUUID() }, { version: "v2" });
  expect(invoice.status, JSON.stringify(invoice.body)).toBe(201);
  const { factura_id, cufe, prefijo, consecutivo } = invoice.body;
  const support = await postSupportDocument(tenant, crypto.randomUUID(), SUPPORT_DOCUMENT, { version: "v2" });
  expect(support.status, JSON.stringify(support.body)).toBe(201);
  const { documento } = support.body;
  return {
    fe: { id: factura_id, number: `${prefijo}${consecutivo}`, fiscalId: cufe },
    dse: { id: documento.id, number: `${documento.prefijo}${documento.consecutivo}`, fiscalId: documento.cuds },
  };
}

beforeAll(async () => {
  tenant = await createTenant();
  issued = await issue();
});

/** The canaries in an answer, but for one that the caller sent. */
function findLeaks(
  { body, headers }: Pick<Answer, "body" | "headers">,
  modules: readonly Module[],
  sent = "",
): string[] {
  const text = `${[...headers].join("\n")}\n${JSON.stringify(body)}`;
  return modules.flatMap((module) => CANARIES[module]).filter((one) => text.includes(one) && !sent.includes(one));
}

function listTries(typeCode: NoteType): readonly (readonly [body: object, sent: string])[] {
  const { id, number, fiscalId } = issued[typeCode === "95" ? "dse" : "fe"];
  const fecha = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);
  const elsewhere =
    typeCode === "95"
      ? { documento: { numero: number, cuds: fiscalId, fecha } }
      : { factura: { numero: number, cufe: fiscalId, fecha } };
  const here = typeCode === "95" ? { documento_id: id } : { factura_id: id };
  const tries = typeCode === "95" ? ON_SUPPORT_DOCUMENT : ON_INVOICE;
  return tries.flatMap((one) => {
    const { knows = "", ...body } = one as { readonly knows?: string };
    return [here, elsewhere].map((reference) => [{ ...reference, ...body }, knows] as const);
  });
}

async function tryNotes(token: string, typeCode: NoteType, blind: readonly Module[], query: string): Promise<number[]> {
  const seen: number[] = [];
  const leaks: string[] = [];
  for (const [body, sent] of listTries(typeCode)) {
    const answer = await postNote(tenant, typeCode, crypto.randomUUID(), body, { token, query });
    leaks.push(
      ...findLeaks(answer, blind, sent).map((leak) => `${typeCode} ${query} ${JSON.stringify(body)}: ${leak}`),
    );
    seen.push(answer.status);
  }
  expect(leaks).toEqual([]);
  return seen;
}

describe.each(BLIND)("a token with %j", (scopes, blind) => {
  it("sees nothing of others in a rehearsal of any note", async () => {
    const { token } = await createClient(tenant.companyId, scopes);
    issued = await issue();
    for (const typeCode of ["91", "92", "95"] as const) {
      const seen = await tryNotes(token, typeCode, blind, "?dry_run=true");
      const mayWrite = scopes.includes(typeCode === "95" ? "dse.write" : "fe.write");
      expect(new Set(seen).has(200)).toBe(mayWrite);
    }
  });

  it("issues notes, repeats them, and sees nothing of others in the answers", async () => {
    const { token } = await createClient(tenant.companyId, scopes);
    for (const typeCode of ["91", "92", "95"] as const) {
      if (!scopes.includes(typeCode === "95" ? "dse.write" : "fe.write")) continue;
      issued = await issue();
      expect(await tryNotes(token, typeCode, blind, "")).toContain(201);
      issued = await issue();
      const body = typeCode === "95" ? { documento_id: issued.dse.id } : { factura_id: issued.fe.id, concepto: "1" };
      const whole = typeCode === "92" ? { ...body, items: [{ linea: 1, cant: 2 }] } : body;
      const key = crypto.randomUUID();
      // The key belongs to the company: what another client issued is repeated, or is in its way.
      const first = await postNote(tenant, typeCode, key, whole);
      expect(first.status, JSON.stringify(first.body)).toBe(201);
      const replay = await postNote(tenant, typeCode, key, whole, { token });
      expect([replay.status, findLeaks(replay, blind)]).toEqual([200, []]);
      const conflict = await postNote(tenant, typeCode, key, { ...whole, motivo: "otra" }, { token });
      expect([conflict.status, findLeaks(conflict, blind)]).toEqual([409, []]);
    }
  });

  it("sees nothing of others in any answer of any route to a plain call", async () => {
    const { token } = await createClient(tenant.companyId, scopes);
    for (const version of API_VERSIONS) {
      for (const route of ROUTES.filter((one) => existsIn(version, one))) {
        for (const { id, fiscalId } of [issued.fe, issued.dse]) {
          const path = route.path.replace(":docId", String(id)).replace(":nombre", "xml");
          const url = `https://api.test${basePathOf(version)}/companies/${tenant.companyId}${path}`;
          const headers = { authorization: `Bearer ${token}`, "idempotency-key": fiscalId.slice(0, 40) };
          const body = route.method === "POST" ? JSON.stringify({ factura_id: id, documento_id: id }) : null;
          const response = await exports.default.fetch(new Request(url, { method: route.method, headers, body }));
          const answer = { body: await response.text(), headers: response.headers };
          expect(findLeaks(answer, blind), `${route.method} ${url}`).toEqual([]);
        }
      }
    }
  });
});

it("who may read sees each of them in a rehearsal or a refusal, so that the search is not blind", async () => {
  issued = await issue();
  const texts: string[] = [];
  for (const typeCode of ["91", "92", "95"] as const) {
    for (const [body] of listTries(typeCode)) {
      const { body: seen } = await postNote(tenant, typeCode, null, body, { query: "?dry_run=true" });
      texts.push(JSON.stringify(seen));
    }
  }
  const all = texts.join();
  const seen = Object.values(CANARIES)
    .flat()
    .filter((one) => all.includes(one));
  expect(seen).toEqual(
    expect.arrayContaining([
      "1023456781",
      "Zulema Canario",
      "Cigarra Canario",
      "Cupón Canario",
      "73911.17",
      "64913.27",
    ]),
  );
});

it("a rehearsal says that it leaves something out, and keeps what the caller sent", async () => {
  const { token } = await createClient(tenant.companyId, ["fe.write"]);
  const body = { factura_id: issued.fe.id, concepto: "1" };
  const { body: seen } = await postNote(tenant, "91", null, body, { token, query: "?dry_run=true" });
  const { body: shown } = await postNote(tenant, "91", null, body, { query: "?dry_run=true" });
  const { subtotal, impuestos, total } = shown.documento;
  expect(seen.documento).toMatchObject({ subtotal, impuestos, total, items: null, descuentos: null, cargos: null });
  expect(JSON.stringify(seen.notices)).toContain("fe.read");
  const elsewhere = {
    factura: { numero: "FE77", cufe: "b".repeat(96), fecha: "2026-01-15" },
    receptor: ANA,
    concepto: "3",
    items: [{ desc: "Jabón", cant: 1, unit: 500, iva: 19 }],
  };
  const { body: own } = await postNote(tenant, "91", null, elsewhere, { token, query: "?dry_run=true" });
  expect(own.documento.items).toMatchObject([{ descripcion: "Jabón" }]);
});
