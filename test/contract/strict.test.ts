// Tests that v2 refuses what it would not use, with all other problems in one answer, before anything is consumed; v1 only remarks.
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, get, postInvoice, postSupportDocument } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

const V2 = { version: "v2" } as const;
const UNCLAIMED = { subtotal: undefined, impuestos: undefined, total: undefined };
const MOST_BYTES = 64 * 1024;

let tenant: Tenant;
let invoiceId: number;
let supportDocumentId: number;

beforeAll(async () => {
  tenant = await createTenant();
  invoiceId = (await postInvoice(tenant, sampleInvoice(), V2)).body.factura_id;
  supportDocumentId = (await postSupportDocument(tenant, "compra-0", sampleSupportDocument(), V2)).body.documento.id;
});

let keys = 0;
function post(path: string, body: Fields, version: "v1" | "v2" = "v2", key?: string): Promise<Answer> {
  keys += 1;
  const headers = { "idempotency-key": key ?? `estricta-${keys}` };
  return call("POST", `/companies/${tenant.companyId}${path}`, body, { token: tenant.token, version, headers });
}

/** The places of amounts that were written as thousands. */
const noticedIn = ({ body }: Answer): readonly string[] =>
  (body.notices ?? []).flatMap(({ path, message }: Fields) => (String(message).includes("se leyó") ? [path] : []));
const line = (changes: Fields = {}) => ({ desc: "Servicio", cant: 2, unit: 50000, iva: 19, ...changes });
const invoice = (changes: Fields = {}) => sampleInvoice({ ...UNCLAIMED, items: [line()], ...changes });
const [SUPPORT_LINE] = sampleSupportDocument().items as readonly [Fields];
const supportDocument = (changes: Fields = {}) => sampleSupportDocument(changes);
const creditNote = (changes: Fields = {}) => ({ factura_id: invoiceId, ...changes });
const adjustment = (changes: Fields = {}) => ({ documento_id: supportDocumentId, ...changes });

const INVOICES = "/fe/facturas";
const SUPPORT_DOCUMENTS = "/dse/documentos";
const CREDIT_NOTES = "/fe/notas-credito";
const DEBIT_NOTES = "/fe/notas-debito";
const ADJUSTMENTS = "/dse/notas-ajuste";
const ACQUIRER = "/authority/get-acquirer";

interface Detail {
  readonly path: string;
  readonly message: string;
}
const detailsOf = ({ body }: Answer): readonly Detail[] => body.details ?? [];
const pathsOf = (answer: Answer) => detailsOf(answer).map(({ path }) => path);

describe("a member that its place does not know", () => {
  it.each<[string, string, () => Fields, readonly string[]]>([
    ["of an invoice", INVOICES, () => invoice({ sede: "Norte" }), ["sede"]],
    ["of another place", INVOICES, () => invoice({ items: [line({ receptor: {} })] }), ["items.0.receptor"]],
    ["of a switched-off AIU", INVOICES, () => invoice({ aiu: { enabled: false, tasa: 1 } }), ["aiu.tasa"]],
    ["of a support document", SUPPORT_DOCUMENTS, () => supportDocument({ receptor: {} }), ["receptor"]],
    [
      "of a disabled withholding",
      SUPPORT_DOCUMENTS,
      () => supportDocument({ retenciones: [{ enabled: false, tarifa: 1 }] }),
      ["retenciones.0.tarifa"],
    ],
    ["of a credit note", CREDIT_NOTES, () => creditNote({ nota: 1, receptr: {} }), ["nota", "receptr"]],
    ["of a debit note", DEBIT_NOTES, () => ({ ...creditNote({ concepto: "3", items: [line()] }), x: 1 }), ["x"]],
    ["of an adjustment note", ADJUSTMENTS, () => adjustment({ factura_id: 1 }), ["factura_id"]],
    [
      "beside a line's number",
      ADJUSTMENTS,
      () => adjustment({ items: [{ linea: 1, cantidad: 1, codigo: "1" }] }),
      ["items.0.codigo"],
    ],
    ["of a look-up", ACQUIRER, () => ({ tipo_doc: "31", numero_doc: "900373115", nombre: "x" }), ["nombre"]],
  ])("%s is refused, and nothing is issued", async (_, path, write, paths) => {
    const answer = await post(path, write());
    expect([answer.status, answer.body.code, pathsOf(answer)]).toEqual([400, "unknown_field", paths]);
    expect(answer.body).not.toHaveProperty("notices");
  });

  it("is refused beside every other problem, with the name that was meant", async () => {
    const item = { desc: "x", cantidad: 1, unit: 1, iva: 0.19 };
    const answer = await post(INVOICES, invoice({ items: [item], fecha_emision: "2020-01-01", sede: 1 }));
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_payload"]);
    expect(pathsOf(answer)).toEqual(["items.0.cantidad", "sede", "items.0.cant", "fecha_emision"]);
    expect(detailsOf(answer)[0]?.message).toContain("¿quiso decir `cant`?");
  });

  it("is refused in a dry run too, and frees the key", async () => {
    const rehearsed = await post(`${INVOICES}?dry_run=true`, invoice({ sede: "Norte" }));
    expect([rehearsed.status, rehearsed.body.code]).toEqual([400, "unknown_field"]);
    const [refused, issued] = [
      await post(INVOICES, invoice({ sede: "Norte" }), "v2", "libre"),
      await post(INVOICES, invoice(), "v2", "libre"),
    ];
    expect([refused.status, issued.status]).toEqual([400, 201]);
  });

  it("is named in a notice by v1, which issues the document", async () => {
    const answer = await post(INVOICES, invoice({ sede: "Norte" }), "v1");
    expect([answer.status, answer.body.notices.at(-1).path]).toEqual([201, "sede"]);
  });

  it.each([INVOICES, SUPPORT_DOCUMENTS, CREDIT_NOTES, ADJUSTMENTS, ACQUIRER])(
    "fills less than 64 KB of an answer of POST %s, however many there are",
    async (path) => {
      const names = Array.from({ length: 2_000 }, (_, i) => [`${i}${"\u{1F600}".repeat(100)}`, 1]);
      const { status, body } = await post(path, Object.fromEntries(names));
      expect(status).toBe(400);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(MOST_BYTES);
      expect(body.details.at(-1).message).toMatch(/^Hay \d+ problemas más/);
    },
  );

  it("is none of what v1 takes as absent: null, empty text, an empty list", async () => {
    const absent = { attachment_tokens: [], observaciones: "", aiu: null, currency: null, withholdings: [] };
    expect((await post(INVOICES, invoice({ ...absent, fecha_emision: "" }))).status).toBe(201);
    const bare = { observaciones: "", retenciones: [], attachment_tokens: [], fecha_emision: "" };
    expect((await post(`${ADJUSTMENTS}?dry_run=true`, adjustment(bare))).status).toBe(200);
    const items = [{ ...SUPPORT_LINE, iva: null }];
    expect((await post(SUPPORT_DOCUMENTS, supportDocument({ items, hora: "" }))).status).toBe(201);
  });
});

describe("a value that was surely not meant", () => {
  it.each<[string, string, () => Fields, readonly [string, string]]>([
    [
      "a payment at once that is due later",
      INVOICES,
      () => invoice({ payment: { form: "contado", means_code: "10", due_date: "2099-12-31" } }),
      ["payment.due_date", 'no lo envíe, o envíe "credito"'],
    ],
    [
      "the same without its form",
      INVOICES,
      () => invoice({ payment: { means_code: "48", due_date: "2099-12-31" } }),
      ["payment.due_date", 'no lo envíe, o envíe "credito"'],
    ],
    [
      "a rate as a fraction",
      INVOICES,
      () => invoice({ items: [line({ iva: 0.19 })] }),
      ["items.0.iva", "¿quiso decir 19?"],
    ],
    [
      "the same as text",
      INVOICES,
      () => invoice({ items: [line({ iva: "0.05" })] }),
      ["items.0.iva", "¿quiso decir 5?"],
    ],
    [
      "in an AIU",
      INVOICES,
      () => {
        const aiu = {
          enabled: true,
          contract_base: 1e6,
          administracion_percent: 10,
          tax_rate: 0.19,
          iva_base_mode: "AIU_TOTAL",
        };
        return invoice({ aiu });
      },
      ["aiu.tax_rate", "¿quiso decir 19?"],
    ],
    [
      "in a note",
      CREDIT_NOTES,
      () => creditNote({ concepto: "3", items: [line({ unit: 1, iva: 0.19 })] }),
      ["items.0.iva", "¿quiso decir 19?"],
    ],
    [
      "in a support document",
      SUPPORT_DOCUMENTS,
      () => supportDocument({ items: [{ ...SUPPORT_LINE, porcentaje_iva: 0.19 }] }),
      ["items.0.porcentaje_iva", "¿quiso decir 19?"],
    ],
    [
      "a country that is none",
      INVOICES,
      () => invoice({ receptor: { ...(sampleInvoice().receptor as Fields), pais: "Colombia" } }),
      ["receptor.pais", "ISO 3166-1"],
    ],
    [
      "a reason without its discount",
      INVOICES,
      () => invoice({ items: [line({ descuento_motivo: "Feria" })] }),
      ["items.0.descuento_motivo", "items.0.descuento"],
    ],
    [
      "the word for a payment means",
      INVOICES,
      () => invoice({ payment: { means_code: "efectivo" } }),
      ["payment.means_code", '¿quiso decir "10", Efectivo?'],
    ],
    [
      "another word for one",
      SUPPORT_DOCUMENTS,
      () => supportDocument({ medio_pago_codigo: "Tarjeta de crédito" }),
      ["medio_pago_codigo", '¿quiso decir "48", Tarjeta Crédito?'],
    ],
    ...(
      [
        ["CC", '¿quiso decir "13", Cédula de ciudadanía?'],
        ["nit", '¿quiso decir "31", NIT?'],
        ["C.E.", '¿quiso decir "22", Cédula de extranjería?'],
        ["Cédula de ciudadanía", '¿quiso decir "13", Cédula de ciudadanía?'],
        ["pasaporte", '¿quiso decir "41", Pasaporte?'],
      ] as const
    ).flatMap<[string, string, () => Fields, [string, string]]>(([word, said]) => [
      [
        `the buyer's type ${word}`,
        INVOICES,
        () => invoice({ receptor: { ...(sampleInvoice().receptor as Fields), tipo_doc: word } }),
        ["receptor.tipo_doc", said],
      ],
      [
        `the supplier's type ${word}`,
        SUPPORT_DOCUMENTS,
        () =>
          supportDocument({ proveedor: { ...(sampleSupportDocument().proveedor as Fields), tipo_documento: word } }),
        ["proveedor.tipo_documento", said],
      ],
      [
        `an acquirer's type ${word}`,
        ACQUIRER,
        () => ({ identification_type: word, identification_number: "900373115" }),
        ["identification_type", said],
      ],
    ]),
    ...(
      [
        ["efectivo", '¿quiso decir "contado", con `means_code` "10", Efectivo?'],
        ["tarjeta", '¿quiso decir "contado", con `means_code` "48", Tarjeta Crédito, o "49", Tarjeta Débito?'],
        ["CRÉDITO", '¿quiso decir "credito"?'],
        ["cash", '¿quiso decir "contado", con `means_code` "10", Efectivo?'],
        ["1", '¿quiso decir "contado"?'],
      ] as const
    ).map<[string, string, () => Fields, [string, string]]>(([word, said]) => [
      `the form of payment ${word}`,
      INVOICES,
      () => invoice({ payment: { form: word } }),
      ["payment.form", said],
    ]),
    [
      "the form of payment of a purchase in words",
      SUPPORT_DOCUMENTS,
      () => supportDocument({ forma_pago: "efectivo" }),
      ["forma_pago", '¿quiso decir "1", con `medio_pago_codigo` "10", Efectivo?'],
    ],
    [
      "text for an object",
      INVOICES,
      () => invoice({ currency: "USD" }),
      [
        "currency",
        'debe ser un objeto JSON, como {"commercial_currency": "COP", "applied_rate": 4105.32, …}; se recibió "USD"',
      ],
    ],
    [
      "the till of a ticket, an object, in an invoice",
      INVOICES,
      () => invoice({ caja: { placa: "CAJA-01" } }),
      [
        "caja",
        'debe ser un texto de hasta 40 caracteres, como "Caja 2" (¿quiso decir "CAJA-01"?); se recibió un objeto',
      ],
    ],
    [
      "the same in a note",
      CREDIT_NOTES,
      () => creditNote({ caja: { placa: "CAJA-01" } }),
      ["caja", '(¿quiso decir "CAJA-01"?)'],
    ],
    [
      "no buyer",
      INVOICES,
      () => invoice({ receptor: undefined }),
      [
        "receptor",
        'se le factura como consumidor final, con {"tipo_doc":"13","numero_doc":"222222222222","nombre":"consumidor final"}.',
      ],
    ],
    [
      "a member of a list beside it",
      INVOICES,
      () => invoice({ redondeo: 27 }),
      ["redondeo", "¿quiso decir `pagos[].redondeo`?"],
    ],
    [
      "a member of an object beside it",
      INVOICES,
      () => invoice({ payment: {}, means_code: "10" }),
      ["means_code", "¿quiso decir `payment.means_code`?"],
    ],
    [
      "the English of a member",
      INVOICES,
      () => invoice({ payment: undefined, payment_method: {} }),
      ["payment_method", "¿quiso decir `payment`?"],
    ],
    [
      "the invoice of a note in English",
      CREDIT_NOTES,
      () => ({ invoice_id: invoiceId, concepto: "1" }),
      ["invoice_id", "¿quiso decir `factura_id`?"],
    ],
    [
      "the mode of a purchase",
      SUPPORT_DOCUMENTS,
      () => supportDocument({ modo: "1" }),
      ["modo", "¿quiso decir `forma_generacion`?"],
    ],
    ...(
      [
        ["31/12/2026", '¿quiso decir "2026-12-31"?'],
        ["5-1-2027", '¿quiso decir "2027-01-05"?'],
        ["12/31/2026", '¿quiso decir "2026-12-31"?'],
        ["2026/12/31", '¿quiso decir "2026-12-31"?'],
        ["20261231", '¿quiso decir "2026-12-31"?'],
        ["2026-12-31T10:00:00-05:00", '¿quiso decir "2026-12-31"?'],
        ["31/02/2026", 'con la forma AAAA-MM-DD, o un texto vacío; se recibió "31/02/2026"'],
      ] as const
    ).map<[string, string, () => Fields, [string, string]]>(([date, said]) => [
      `the date ${date}`,
      INVOICES,
      () => invoice({ fecha_emision: date }),
      ["fecha_emision", said],
    ]),
    [
      "the date of a credit",
      INVOICES,
      () => invoice({ payment: { form: "credito", due_date: "31/12/2030" } }),
      ["payment.due_date", '¿quiso decir "2030-12-31"?'],
    ],
    [
      "a choice in other letters",
      INVOICES,
      () => invoice({ receptor: { ...(sampleInvoice().receptor as Fields), tipo_persona: "JURIDICA" } }),
      ["receptor.tipo_persona", '¿quiso decir "juridica"?'],
    ],
  ])("%s is refused, with what was meant", async (_, path, write, [at, said]) => {
    const answer = await post(path, write());
    expect([answer.status, pathsOf(answer)]).toEqual([400, [at]]);
    // A word that looks like a code is judged with the rules.
    expect(["invalid_payload", "business_rule", "unknown_field"]).toContain(answer.body.code);
    expect(detailsOf(answer)[0]?.message).toContain(said);
  });

  it.each<[unknown, string]>([
    [19, "¿quiso decir `porcentaje_iva`: 19?"],
    ["19", "¿quiso decir `porcentaje_iva`: 19?"],
    [0.19, "¿quiso decir `porcentaje_iva`: 19?"],
    [1900, "¿quiso decir `impuesto`: 1900?"],
  ])("`iva` of a support document or its note, which v1 takes as money: %j", async (iva, said) => {
    const { porcentaje_iva: _, ...bare } = SUPPORT_LINE;
    const items = [{ ...bare, iva }];
    for (const answer of [
      await post(SUPPORT_DOCUMENTS, supportDocument({ items })),
      await post(ADJUSTMENTS, adjustment({ concepto: "3", items })),
    ]) {
      expect([answer.status, pathsOf(answer)]).toEqual([400, ["items.0.iva"]]);
      const [{ message } = { message: "" }] = detailsOf(answer);
      for (const part of ["`porcentaje_iva`", "`impuesto`", said]) expect(message).toContain(part);
    }
  });

  it("a means code beside a payment method that has another one", async () => {
    const [method] = (await get(tenant, "/fe/payment-methods")).body.payment_methods;
    const { id: method_id, payment_form: form } = method;
    const answer = await post(INVOICES, invoice({ payment: { form, method_id, means_code: "48" } }));
    expect([answer.status, pathsOf(answer)]).toEqual([400, ["payment.means_code"]]);
  });
});

describe("totals of a support document and of its note, where they come", () => {
  const items = [{ codigo: "50201706", cantidad: 2, precio_unitario: 50000, porcentaje_iva: 19 }];
  const right = { subtotal: 100000, impuestos: "19000.00", total: 119000 };

  it("are those of the lines", async () => {
    expect((await post(SUPPORT_DOCUMENTS, supportDocument({ items, ...right }))).status).toBe(201);
  });

  it.each(["subtotal", "impuestos", "total"])("or are refused with both figures: %s", async (name) => {
    const answer = await post(SUPPORT_DOCUMENTS, supportDocument({ items, ...right, [name]: 5 }));
    expect([answer.status, pathsOf(answer)]).toEqual([400, [name]]);
    expect(detailsOf(answer)[0]?.message).toContain("es 5 y las líneas suman");
    const note = await post(ADJUSTMENTS, adjustment({ [name]: 5 }));
    expect([note.status, pathsOf(note)]).toEqual([400, [name]]);
    expect((await post(SUPPORT_DOCUMENTS, supportDocument({ items, [name]: 5 }), "v1")).status).toBe(201);
  });
});

describe("decimal text", () => {
  it("is the number that it writes, in an invoice: the same document, and the same request", async () => {
    const body = invoice({ items: [line({ unit: 10840.34 })], total: 25800.01 });
    const text = invoice({ items: [line({ cant: "2", unit: "10840.34", iva: "19.00" })], total: "25800.01" });
    const first = await post(INVOICES, text, "v2", "texto");
    const again = await post(INVOICES, body, "v2", "texto");
    expect([first.status, first.body.total, again.status]).toEqual([201, "25800.01", 200]);
    expect(again.body.factura_id).toBe(first.body.factura_id);
    expect((await post(INVOICES, text, "v1", "texto-1")).status).toBe(400);
  });

  it("is what is read back of an invoice, and can be sent again", async () => {
    const { doc } = (await get(tenant, `/fe/docs/${invoiceId}`, V2)).body;
    const items = doc.items.map((item: Fields) => {
      const { descripcion: desc, cantidad: cant, valor_unitario: unit } = item;
      return { desc, cant, unit, iva: "19.00" };
    });
    const { subtotal, impuestos, total } = doc;
    const answer = await post(INVOICES, invoice({ items, subtotal, impuestos, total }));
    expect([answer.status, answer.body.total]).toEqual([201, total]);
  });

  it.each<[string, () => Fields, string]>([
    ["items.0.unit", () => invoice({ items: [line({ unit: "$1.250.000" })] }), "(¿quiso decir 1250000?)"],
    ["items.0.unit", () => invoice({ items: [line({ unit: "1.250.000,50" })] }), "(¿quiso decir 1250000.50?)"],
    ["items.0.unit", () => invoice({ items: [line({ unit: "25,000" })] }), "(¿quiso decir 25000?)"],
    ["items.0.unit", () => invoice({ items: [line({ unit: "10840,34" })] }), "(¿quiso decir 10840.34?)"],
    ["items.0.iva", () => invoice({ items: [line({ iva: "19%" })] }), "(¿quiso decir 19?)"],
  ])("with other signs is refused with what was meant: %s", async (at, write, said) => {
    const answer = await post(INVOICES, write());
    expect([answer.status, pathsOf(answer)]).toEqual([400, [at]]);
    expect(detailsOf(answer)[0]?.message).toContain(said);
  });

  it("has a decimal point and no thousands: 25.000 is twenty-five, as it is in a number", async () => {
    const items = [line({ cant: "1.250", unit: "25.000", iva: "19.000" })];
    const answer = await post(INVOICES, invoice({ items }));
    expect([answer.status, answer.body.subtotal]).toEqual([201, "31.25"]);
    expect(noticedIn(answer)).toEqual(["items.0.cant", "items.0.unit"]);
  });

  it("that looks like thousands is named in the answer, in a dry run and where the request is refused", async () => {
    const items = [line({ unit: "25.000" })];
    const path = `/companies/${tenant.companyId}${INVOICES}?dry_run=true`;
    const dry = await call("POST", path, invoice({ items }), { ...V2, token: tenant.token });
    expect([dry.status, dry.body.documento.total, noticedIn(dry)]).toEqual([200, "59.50", ["items.0.unit"]]);
    const real = await post(INVOICES, invoice({ items }), "v2", "miles");
    const again = await post(INVOICES, invoice({ items }), "v2", "miles");
    expect([real.status, noticedIn(real), again.status, noticedIn(again)]).toEqual([
      ...[201, ["items.0.unit"], 200, ["items.0.unit"]],
    ]);
    const wrong = await post(INVOICES, invoice({ items, total: 59500 }));
    expect([wrong.status, noticedIn(wrong)]).toEqual([400, ["items.0.unit"]]);
    const own = { ...SUPPORT_LINE, precio_unitario: "25.000" };
    const purchase = await post(SUPPORT_DOCUMENTS, supportDocument({ items: [own] }));
    expect([purchase.status, noticedIn(purchase)]).toEqual([201, ["items.0.precio_unitario"]]);
    const note = await post(
      CREDIT_NOTES,
      creditNote({ concepto: "1", items: [{ linea: 1, cant: "1", unit: "1.500" }] }),
    );
    expect([note.status, noticedIn(note)]).toEqual([201, ["items.0.unit"]]);
    const english = await call("POST", path, invoice({ items }), {
      ...V2,
      token: tenant.token,
      headers: { "accept-language": "en" },
    });
    const [notice] = english.body.notices.filter(({ path }: Fields) => path === "items.0.unit");
    expect(notice.message).toContain('If you meant 25000, send "25000"');
  });

  it("changes no answer of v1: it is refused there, as any text is", async () => {
    const answer = await post(INVOICES, invoice({ items: [line({ unit: "25.000" })] }), "v1");
    expect([answer.status, pathsOf(answer), answer.body.notices]).toEqual([400, ["items.0.unit"], undefined]);
  });

  it("is taken by a support document and by notes", async () => {
    const items = [{ ...SUPPORT_LINE, cantidad: "1.5", precio_unitario: "10840.34" }];
    const numbers = [{ ...SUPPORT_LINE, cantidad: 1.5, precio_unitario: 10840.34 }];
    const first = await post(SUPPORT_DOCUMENTS, supportDocument({ items }), "v2", "texto");
    const again = await post(SUPPORT_DOCUMENTS, supportDocument({ items: numbers }), "v2", "texto");
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.documento.id).toBe(first.body.documento.id);
    const returned = creditNote({ concepto: "1", items: [{ linea: 1, cant: "1" }] });
    expect((await post(CREDIT_NOTES, returned)).status).toBe(201);
  });
});

describe("a sale without a key", () => {
  it("is told so in v2, and only there", async () => {
    const { draft_key: _, ...body } = invoice();
    const send = (version: "v1" | "v2") => postInvoice(tenant, body, { version });
    const [now, before] = [await send("v2"), await send("v1")];
    expect([now.status, before.status]).toEqual([201, 201]);
    expect(now.body.notices.map(({ path }: Fields) => path)).toContain("draft_key");
    expect(before.body.notices.map(({ path }: Fields) => path)).not.toContain("draft_key");
    const keyed = await post(INVOICES, body);
    expect(keyed.body.notices.map(({ path }: Fields) => path)).not.toContain("draft_key");
  });
});

describe("a sale that does not say how it is paid", () => {
  it.each<[string, Fields, readonly string[]]>([
    ["nothing", { payment: undefined }, ["payment"]],
    ["an empty payment", { payment: {} }, ["payment.means_code"]],
    ["a form without means", { payment: { form: "contado" } }, ["payment.means_code"]],
    ["means", { payment: { means_code: "48" } }, []],
    ["a day that is over, as a retry has", { payment: { means_code: "48", due_date: "2020-01-01" } }, []],
    ["a list", { payment: undefined, pagos: [{ means_code: "48" }] }, []],
    ["a list without means", { payment: undefined, pagos: [{ form: "contado" }] }, ["pagos.0.means_code"]],
  ])("with %s is told in a dry run what is printed", async (_, fields, told) => {
    const { draft_key: _key, ...body } = invoice(fields);
    const { status, body: answer } = await post(`${INVOICES}?dry_run=true`, body);
    expect(status, JSON.stringify(answer)).toBe(200);
    const named = answer.rules.map(({ field }: Fields) => field);
    expect(named.filter((place: string) => /^pa(?:yment|gos)/.test(place))).toEqual(told);
    expect((await post(INVOICES, body)).status).toBe(201);
  });
});
