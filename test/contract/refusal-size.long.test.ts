// Tests requests made to be answered at length: no refusal is larger than 64 KB, lists more than a hundred problems or quotes a
// long path.

import { exports } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const ANSWER_MOST_BYTES = 64 * 1024;
const PATH_MOST = 120;
const PROBLEMS_MOST = 100;

let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant();
});

interface Refused {
  readonly status: number;
  readonly bytes: number;
  readonly body: {
    readonly ok: boolean;
    readonly error: string;
    readonly documento?: { readonly id: number };
    readonly details?: readonly { readonly path: string; readonly message: string }[];
  };
}

/** @param path the version and what follows the company: `v1/fe/docs`. */
async function ask(method: string, path: string, more: RequestInit = {}): Promise<Refused> {
  const headers = {
    authorization: `Bearer ${tenant.token}`,
    ...(more.body === undefined ? {} : { "content-type": "application/json" }),
    ...(more.headers as Record<string, string>),
  };
  const [version, ...rest] = path.split("/");
  const url = `https://api.test/api/ext/${version}/companies/${tenant.companyId}/${rest.join("/")}`;
  const response = await exports.default.fetch(new Request(url, { method, ...more, headers }));
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) };
}

function expectModest({ bytes, body }: Refused): void {
  expect(body.ok).toBe(false);
  expect(bytes).toBeLessThanOrEqual(ANSWER_MOST_BYTES);
  const details = body.details ?? [];
  const listed = details.slice(0, PROBLEMS_MOST);
  for (const { path } of details) expect(path.length).toBeLessThanOrEqual(PATH_MOST);
  for (const { path, message } of listed) expect(message.length).toBeLessThanOrEqual(path.length + 1_000);
  expect(details.length).toBeLessThanOrEqual(PROBLEMS_MOST + 1);
}

const LONG = "k".repeat(25_000);
const MARKS = "\u0315\u0316".repeat(20_000);
const quoted = (text: string, times: number) => Array.from({ length: times }, () => text).join(",");

/** Bodies with far more to say than an answer may; each is refused on every route, or by the one named. */
const BODIES: readonly (readonly [string, string])[] = [
  ["a long name above a thousand lone surrogates", `{"${LONG}":[${quoted('"\\ud800"', 1_000)}]}`],
  ["long names one inside the other", `{"${LONG}":{"${LONG}":{"${LONG}":[${quoted('"\\ud800"', 1_000)}]}}}`],
  ["a name of quotes", `{"${'\\"'.repeat(25_000)}":[${quoted('"\\ud800"', 1_000)}]}`],
  ["a name of controls", `{"${"\\u0001".repeat(25_000)}":[${quoted('"\\ud800"', 1_000)}]}`],
  ["a name of half characters", `{"${"\\ud800".repeat(20_000)}":[${quoted('"\\ud800"', 1_000)}]}`],
  ["one name very often", `{${quoted(`"${"n".repeat(200)}":1`, 4_000)}}`],
  ["one short name very often", `{${quoted('"a":1', 150_000)}}`],
  ["reserved names", `{"x":[${quoted('{"__proto__":1}', 50_000)}]}`],
  ["exponents without end", `{"x":[${quoted(`1e${"9".repeat(40)}`, 20_000)}]}`],
  ["combining marks in a value", `{"x":"${MARKS}"}`],
  ["combining marks in a name", `{"${MARKS}":1}`],
  ["combining marks as escapes", `{"x":"${"\\u0315\\u0316".repeat(40_000)}"}`],
  ["combining marks in many values", `{"x":[${quoted(`"${"\u0315".repeat(31)}"`, 10_000)}]}`],
];

/** For the routes that take the lines of an invoice of v2. */
const LONG_SALES: readonly (readonly [string, string])[] = [
  [
    "everything wrong in every line of a till",
    JSON.stringify(
      sampleInvoice({
        items: Array.from({ length: 200 }, () => ({
          desc: "\u0001".repeat(90),
          cant: "x".repeat(90),
          unit_input: -1,
          iva: '"'.repeat(90),
          iva_incluido: "\\".repeat(90),
          descuento: [],
          descuento_porcentaje: "x".repeat(90),
          otros_impuestos: Array.from({ length: 10 }, () => ({ codigo: "\\".repeat(90), tarifa: '"'.repeat(90) })),
        })),
      }),
    ),
  ],
  [
    "charges and discounts of nothing",
    JSON.stringify(
      sampleInvoice({
        cargos: Array.from({ length: 1_000 }, () => ({ ['"'.repeat(200)]: 1 })),
        descuentos: Array.from({ length: 1_000 }, () => ({ porcentaje: "x".repeat(200), motivo: [] })),
      }),
    ),
  ],
  ["everything wrong in a whole invoice", writeBrokenWhole(10)],
  ["everything wrong in the longest lists of a whole invoice", writeBrokenWhole(100)],
];

/** Everything wrong in every list of a whole invoice, as long as it may be and longer. */
function writeBrokenWhole(times: number): string {
  const wrong = {
    valor: "x".repeat(90),
    due_date: '"'.repeat(90),
    fecha: [],
    numero: "\u0001".repeat(90),
    form: "\\".repeat(90),
  };
  const many = Array.from({ length: times }, () => wrong);
  return JSON.stringify(
    sampleInvoice({
      ...{ pagos: many, cuotas: many, anticipos: many, tipo: '"'.repeat(90), periodo_facturado: wrong },
      referencias: { orden_compra: wrong, remisiones: many, entradas: many, contrato: wrong, ['"'.repeat(200)]: 1 },
      entrega: { direccion: "\u0001".repeat(400), pais: '"'.repeat(90), incoterm: "\\".repeat(90) },
      items: Array.from({ length: 200 }, () => ({
        ...{
          desc: "x",
          cant: 1,
          iva: 19,
          unidad_medida: '"'.repeat(90),
          codigo: "x".repeat(90),
          nota: "\u0001".repeat(90),
        },
        ...{ codigo_estandar: { esquema: '"'.repeat(90), codigo: [] }, obsequio: { asume_iva: "\\".repeat(90) } },
      })),
    }),
  );
}

const NOTE_ROUTES = ["v2/fe/notas-credito", "v2/fe/notas-debito", "v2/dse/notas-ajuste"] as const;

/** For every route of notes. */
const LONG_CORRECTIONS: readonly (readonly [string, string])[] = [
  ["items that are nothing", `{"items":[${quoted("{}", 2_000)}]}`],
  ["more items than may be", `{"items":[${quoted("{}", 300_000)}]}`],
  ["corrections of no line", `{"items":[${quoted('{"linea":-1,"cant":"x","cantidad":"x"}', 2_000)}]}`],
  [
    "corrections with much beside the line",
    `{"items":[${quoted(`{"linea":1,"cant":0,"cantidad":0,"${'\\"'.repeat(300)}":1}`, 1_000)}]}`,
  ],
  [
    "withholdings under two names",
    `{"withholdings":[${quoted("1", 300)}],"retenciones":[${quoted(`"${"x".repeat(2_000)}"`, 300)}]}`,
  ],
  [
    "references and reasons at length",
    JSON.stringify({
      factura_id: '"'.repeat(10_000),
      documento_id: '"'.repeat(10_000),
      factura: { numero: "\u0001".repeat(10_000), cufe: "x".repeat(10_000), fecha: "\\".repeat(10_000) },
      documento: { numero: "\u0001".repeat(10_000), cuds: "x".repeat(10_000), fecha: "\\".repeat(10_000) },
      concepto: '"'.repeat(10_000),
      motivo: "\u0001".repeat(10_000),
    }),
  ],
];

/** Of one route each. */
const OWN_BODIES: readonly (readonly [string, string, string])[] = [
  [
    "names with an underscore below a long one",
    "v1/dse/documentos",
    `{"${LONG}":{${quoted('"_0":1', 1)}${many((i) => `,"_${i + 1}":1`, 3_000)}}}`,
  ],
  ["items that are nothing", "v1/dse/documentos", `{"items":[${quoted("{}", 2_000)}]}`],
  ["more items than may be", "v1/dse/documentos", `{"items":[${quoted("{}", 300_000)}]}`],
  [
    "items that contradict themselves",
    "v1/dse/documentos",
    `{"items":[${quoted('{"base":1,"base_imponible":2}', 30_000)}]}`,
  ],
  [
    "withholdings that contradict themselves",
    "v1/dse/documentos",
    `{"retenciones":[${quoted(`{"type":"${LONG.slice(0, 300)}","tipo":"x","nombre":"a","label":"b","base":1,"base_amount":2}`, 2_000)}]}`,
  ],
  [
    "everything wrong in every item",
    "v1/dse/documentos",
    JSON.stringify(
      sampleSupportDocument({
        items: Array.from({ length: 1_000 }, () => ({
          codigo: "\u0001".repeat(90),
          descripcion: 1,
          cantidad: "x".repeat(90),
          unidad_medida: [],
          precio_unitario: -1,
          base_imponible: "",
        })),
      }),
    ),
  ],
  ["items that are nothing", "v1/fe/facturas", `{"items":[${quoted("{}", 2_000)}]}`],
  ["more items than may be", "v1/fe/facturas", `{"items":[${quoted("{}", 300_000)}]}`],
  [
    "attachments",
    "v1/fe/facturas",
    JSON.stringify(sampleInvoice({ attachment_tokens: Array.from({ length: 2_000 }, () => '"'.repeat(200)) })),
  ],
  [
    "unknown withholdings",
    "v1/fe/facturas",
    JSON.stringify(
      sampleInvoice({
        withholdings: Array.from({ length: 50 }, (_, i) => ({
          type: `${'"'.repeat(55)}${i}`,
          base_mode: "\\".repeat(60),
          percent: 1,
        })),
      }),
    ),
  ],
  [
    "items of no tax",
    "v1/fe/facturas",
    JSON.stringify(
      sampleInvoice({
        items: Array.from({ length: 2_000 }, () => ({ desc: "x", cant: 1, unit: 1, iva: 77, tax_code: "zz" })),
      }),
    ),
  ],
  ...["v2/fe/facturas", "v2/fe/notas-credito", "v2/fe/notas-debito"].flatMap((path) =>
    LONG_SALES.map(([name, body]) => [name, path, body] as const),
  ),
  ...NOTE_ROUTES.flatMap((path) => LONG_CORRECTIONS.map(([name, body]) => [name, path, body] as const)),
  [
    "names that contradict each other",
    "v1/authority/get-acquirer",
    JSON.stringify({
      tipo_doc: '"'.repeat(100_000),
      tipo_documento: "\\".repeat(100_000),
      numero_doc: "1",
      numero_documento: [1],
    }),
  ],
  [
    "long values",
    "v1/authority/get-acquirer",
    JSON.stringify({
      tipo_doc: "\u0001".repeat(100_000),
      numero_doc: "9".repeat(100_000),
      force_refresh: "x".repeat(100_000),
    }),
  ],
];

function many(print: (index: number) => string, times: number): string {
  return Array.from({ length: times }, (_, index) => print(index)).join("");
}

const ROUTES = [
  "v1/dse/documentos",
  "v1/dse/documentos?dry_run=true",
  "v1/fe/facturas",
  "v1/fe/facturas?dry_run=true",
  "v1/authority/get-acquirer",
  "v2/dse/documentos",
  "v2/fe/facturas",
  "v2/fe/notas-credito",
  "v2/fe/notas-debito",
  "v2/dse/notas-ajuste",
];

describe.each(ROUTES)("POST %s", (path) => {
  it.each(BODIES)("answers briefly to %s", async (_, body) => {
    const refused = await ask("POST", path, { body, headers: { "idempotency-key": "brief" } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "invalid_json" });
    expectModest(refused);
  });
});

describe("one route's own", () => {
  it.each(OWN_BODIES)("%s: %s answers briefly", async (_, path, body) => {
    const refused = await ask("POST", path, { body, headers: { "idempotency-key": "brief" } });
    expect(refused.status).toBe(400);
    expectModest(refused);
  });

  it("says how many problems are not listed, in the list and in the sentence", async () => {
    const { body } = await ask("POST", "v1/fe/facturas", { body: `{${quoted('"a":1', 1_101)}}` });
    expect(body.details).toHaveLength(101);
    expect(body.details?.at(-1)).toEqual({ path: "", message: "Hay 1000 problemas más, que no se listan." });
    const lines = Array.from({ length: 150 }, () => ({ desc: "x", cant: 0, unit: 1, iva: 19 }));
    const { body: own } = await ask("POST", "v1/fe/facturas", {
      body: JSON.stringify(sampleInvoice({ items: lines })),
    });
    expect(own.details).toHaveLength(101);
    expect(own.details?.at(-1)?.message).toBe("Hay 50 problemas más, que no se listan.");
    expect(own.error).toMatch(/ \(y 149 más; details trae los primeros\)$/);
  });

  it("lists a hundred problems whole, as ever", async () => {
    const lines = Array.from({ length: 100 }, () => ({ desc: "x", cant: 0, unit: 1, iva: 19 }));
    const { body } = await ask("POST", "v1/fe/facturas", { body: JSON.stringify(sampleInvoice({ items: lines })) });
    expect(body.details).toHaveLength(100);
    expect(body.error).toMatch(/ \(y 99 más en details\)$/);
  });
});

/** Of both lists of v2. */
const LIST_PARAMETERS = ["page", "per_page", "tipo", "estado", "desde", "hasta", "after", "orden"] as const;

describe("what stands outside the body", () => {
  const text = encodeURIComponent('"\\'.repeat(2_000));
  it.each([
    ...["page", "per_page", "tipo", "estado"].map((name) => [`v1/fe/docs?${name}`, `v1/fe/docs?${name}=${text}`]),
    ...["v2/fe/docs", "v2/dse/documentos"].flatMap((path) =>
      LIST_PARAMETERS.map((name) => [`${path}?${name}`, `${path}?${name}=${text}`]),
    ),
    ["v2/fe/docs?factura_id", `v2/fe/docs?factura_id=${text}`],
    ["v2/dse/documentos?documento_id", `v2/dse/documentos?documento_id=${text}`],
    ...["after", "limit", "wait"].map((name) => [`v2/cambios?${name}`, `v2/cambios?${name}=${text}`]),
    ["v2/cambios?after of a long cursor", `v2/cambios?after=cur_${"z".repeat(8_000)}`],
    ...["v1", "v2"].flatMap((version) => [
      ...["page", "per_page"].map((name) => [
        `${version}/fe/terceros?${name}`,
        `${version}/fe/terceros?${name}=${text}`,
      ]),
      [`${version}/fe/docs?q that is long`, `${version}/fe/docs?q=${"x".repeat(8_000)}`],
      [
        `${version}/fe/terceros?q of marks`,
        `${version}/fe/terceros?q=${encodeURIComponent("\u0315\u0316".repeat(500))}`,
      ],
      [`${version}/fe/payment-methods?active`, `${version}/fe/payment-methods?active=${text}`],
      [`${version}/fe/docs/:docId`, `${version}/fe/docs/${text}`],
      [`${version}/fe/docs/:docId of digits`, `${version}/fe/docs/${"9".repeat(8_000)}`],
      [`${version}/dse/documentos/:docId`, `${version}/dse/documentos/${text}`],
      [`a route of ${version} that is not there`, `${version}/nothing/${text}`],
    ]),
    ["v2/dse/documentos?q that is long", `v2/dse/documentos?q=${"x".repeat(8_000)}`],
    ...["v2/fe/docs", "v2/dse/documentos"].flatMap((path) => [
      [`${path}/:docId/archivos/xml`, `${path}/${text}/archivos/xml`],
      [`${path}/:docId/archivos/:nombre of no document`, `${path}/1/archivos/${text}`],
    ]),
  ])("GET %s answers briefly", async (_, path) => {
    const refused = await ask("GET", path);
    expect([400, 404]).toContain(refused.status);
    expectModest(refused);
    expect(refused.bytes).toBeLessThan(2_048);
  });

  it("GET v2/dse/documentos/:docId/archivos/:nombre answers briefly of a document that is there", async () => {
    const body = JSON.stringify(sampleSupportDocument());
    const issued = await ask("POST", "v2/dse/documentos", { body, headers: { "idempotency-key": "with files" } });
    expect(issued.status).toBe(201);
    const { documento } = issued.body;
    for (const name of [text, "x".repeat(8_000), encodeURIComponent("\u0001ñ".repeat(2_000))]) {
      const refused = await ask("GET", `v2/dse/documentos/${documento?.id}/archivos/${name}`);
      expect(refused).toMatchObject({ status: 404, body: { code: "file_not_found" } });
      expectModest(refused);
      expect(refused.bytes).toBeLessThan(2_048);
    }
  });

  it.each([
    ["content-type", { "content-type": `text/${"x".repeat(8_000)}` }, 415],
    ["content-encoding", { "content-encoding": "x".repeat(8_000) }, 415],
    ["idempotency-key", { "idempotency-key": "x".repeat(8_000) }, 400],
    ["authorization", { authorization: `Bearer ${"x".repeat(8_000)}` }, 401],
  ])("the header $0 is answered briefly", async (_, headers, status) => {
    const refused = await ask("POST", "v1/dse/documentos", { body: "{}", headers });
    expect(refused.status).toBe(status);
    expectModest(refused);
    expect(refused.bytes).toBeLessThan(2_048);
  });

  it.each(["v1/fe/facturas", "v1/dse/documentos", "v2/fe/facturas", "v2/dse/documentos", ...NOTE_ROUTES])(
    "POST %s?dry_run=… answers briefly",
    async (path) => {
      const refused = await ask("POST", `${path}?${"dry_run=true&".repeat(500)}dry_run=${text}`, { body: "{}" });
      expect(refused.status).toBe(400);
      expectModest(refused);
      expect(refused.bytes).toBeLessThan(2_048);
    },
  );
});
