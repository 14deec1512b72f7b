// Tests over HTTP that notes pay back what was paid: tax included, coupons, tips, full discounts, and invoices of other systems.
import { beforeAll, describe, expect, it } from "vitest";
import { call, get, postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

const RECEIVER = { tipo_doc: "13", numero_doc: "1023456789", nombre: "Ana Díaz", email: "ana@example.com" };
const SALE = [
  { desc: "Zapatos", cant: 1, unit_input: 43200, iva_incluido: true, iva: 19 },
  { desc: "Botas", cant: 1, unit_input: 56800, iva_incluido: true, iva: 19 },
];
const TWO = [{ desc: "Cuaderno", cant: 2, unit_input: 100, iva_incluido: true, iva: 19 }];

async function sell(items: readonly object[], more: object = {}): Promise<number> {
  const claims = { subtotal: undefined, impuestos: undefined, total: undefined };
  const { status, body } = await postInvoice(tenant, sampleInvoice({ ...claims, items, ...more }));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.factura_id;
}

function note(body: object, typeCode: "91" | "92" = "91") {
  return postNote(tenant, typeCode, crypto.randomUUID(), body);
}

function rehearse(body: object) {
  const path = `/companies/${tenant.companyId}/fe/facturas?dry_run=true`;
  return call("POST", path, body, { token: tenant.token });
}

async function readLeft(factura_id: number) {
  const { body } = await get(tenant, `/fe/docs/${factura_id}`);
  return [body.doc.saldo_acreditable, body.doc.anulada, body.doc.notas.length];
}

describe("a return pays back what was paid", () => {
  it("to each of several means, and its read says how much of each", async () => {
    const pagos = [
      { form: "contado", means_code: "10", valor: 150 },
      { form: "contado", means_code: "49", valor: 50 },
    ];
    const factura_id = await sell(TWO, { payment: undefined, pagos });
    await note({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] });
    const { nota_id } = (await note({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] })).body;
    const { doc, representacion } = (await get(tenant, `/fe/docs/${nota_id}`)).body;
    const given = (one: Readonly<Record<string, unknown>>) => [one.means_code, one.valor];
    expect(doc.pagos.map(given)).toEqual([
      ["10", "50.00"],
      ["49", "50.00"],
    ]);
    expect(representacion.pagos.map(given)).toEqual([
      ["10", null],
      ["49", null],
    ]);
    const more = { factura_id: await sell(TWO, { payment: undefined, pagos }), concepto: "1", items: TWO };
    const raised = (await note(more, "92")).body;
    const debit = (await get(tenant, `/fe/docs/${raised.nota_id}`)).body;
    expect(debit.doc.pagos.map(given)).toEqual([
      ["10", null],
      ["49", null],
    ]);
  });

  it("of a price that held its tax", async () => {
    const factura_id = await sell(TWO);
    const one = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    const first = await note(one);
    expect([first.status, first.body.total, first.body.subtotal]).toEqual([201, "100.00", "84.03"]);
    expect((await note(one)).body).toMatchObject({ total: "100.00", saldo_acreditable: "0.00" });
  });

  it("of a sale with a coupon, and lists the shares in every answer", async () => {
    const factura_id = await sell(SALE, { descuentos: [{ valor: 10000, motivo: "Cupón" }] });
    const shares = [{ motivo: "Cupón", valor: "4320.00" }];
    const body = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    const rehearsed = await postNote(tenant, "91", null, body, { query: "?dry_run=true" });
    expect(rehearsed.body.documento).toMatchObject({ total: "38880.00", descuentos_repartidos: shares });
    const first = await postNote(tenant, "91", null, { ...body, draft_key: `cupon ${factura_id}` });
    expect([first.status, first.body.total, first.body.descuentos_repartidos]).toEqual([201, "38880.00", shares]);
    const replay = await postNote(tenant, "91", null, { ...body, draft_key: `cupon ${factura_id}` });
    expect([replay.status, replay.body.descuentos_repartidos]).toEqual([200, shares]);
    const { body: read } = await get(tenant, `/fe/docs/${first.body.nota_id}`);
    expect(read.doc).toMatchObject({
      descuentos_repartidos: shares,
      descuentos: [{ motivo: "Cupón", valor: "4320.00" }],
    });
    const last = await note({ factura_id, concepto: "1", items: [{ linea: 2, cant: 1 }] });
    expect(last.body).toMatchObject({ total: "51120.00", saldo_acreditable: "0.00" });
  });

  it("without the coupon's share where the note says so", async () => {
    const factura_id = await sell(SALE, { descuentos: [{ valor: 10000 }] });
    const whole = { factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], prorratear: false };
    expect((await note(whole)).body).toMatchObject({ total: "43200.00", descuentos_repartidos: [] });
  });

  it("a tip only where it is named, at most what is left of it", async () => {
    const factura_id = await sell(TWO, { cargos: [{ valor: 20, motivo: "Propina" }] });
    const items = [{ linea: 1, cant: 1 }];
    const cargos = [{ cargo: 1, valor: 20 }];
    expect((await note({ factura_id, concepto: "1", items })).body.total).toBe("100.00");
    const refused = await note({ factura_id, concepto: "1", items, cargos: [{ cargo: 1, valor: 20.01 }] });
    expect([refused.body.code, refused.body.details[0].path]).toEqual(["exceeds_balance", "cargos.0.valor"]);
    expect((await note({ factura_id, concepto: "1", items, cargos })).body.total).toBe("120.00");
    expect(await readLeft(factura_id)).toEqual(["0.00", false, 2]);
  });
});

describe("a lower price with its tax", () => {
  it("is what is paid back, without a notice", async () => {
    const factura_id = await sell([{ desc: "Plan", cant: 1, unit_input: 31500, iva_incluido: true, iva: 19 }]);
    const items = [{ linea: 1, cant: 1, unit_input: 5000, iva_incluido: true }];
    const { status, body } = await note({ factura_id, concepto: "4", items });
    expect([status, body.total, body.notices]).toEqual([201, "5000.00", []]);
  });

  it.each<[string, object, readonly string[]]>([
    ["both", { unit: 10, unit_input: 20, iva_incluido: true }, ["items.0.unit_input"]],
    ["without saying that the tax is in it", { unit_input: 20 }, ["items.0.unit_input"]],
    ["a base that cannot hold it", { unit: 20, iva_incluido: true }, ["items.0.iva_incluido", "items.0.unit_input"]],
    [
      "above the price paid",
      { unit_input: 100.01, iva_incluido: true },
      ["items.0.unit_input", "disponible", "solicitado"],
    ],
  ])("is refused: %s", async (_, price, paths) => {
    const factura_id = await sell(TWO);
    const { status, body } = await note({ factura_id, concepto: "4", items: [{ linea: 1, cant: 1, ...price }] });
    expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([400, paths]);
  });
});

describe("an invoice of 0.00", () => {
  it.each<[string, readonly object[], object]>([
    ["at a full discount", [{ desc: "Muestra", cant: 1, unit: 100000, iva: 19, descuento_porcentaje: 100 }], {}],
    ["that a coupon covers", [{ desc: "Bono", cant: 1, unit: 100000, iva: 19 }], { descuentos: [{ valor: 119000 }] }],
  ])("%s has nothing to credit, and is annulled by a note of 0.00", async (_, items, more) => {
    const factura_id = await sell(items, more);
    const part = await note({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] });
    expect([part.status, part.body.code]).toEqual([400, "nothing_to_credit"]);
    const { status, body } = await note({ factura_id });
    expect([status, body.total, body.authority.is_valid]).toEqual([201, "0.00", true]);
    expect(await readLeft(factura_id)).toEqual(["0.00", true, 1]);
    expect((await note({ factura_id })).body.code).toBe("reference_annulled");
  });

  it("has its like among support documents", async () => {
    const items = [{ ...(sampleSupportDocument().items as object[])[0], precio_unitario: 0 }];
    const made = await postSupportDocument(
      tenant,
      crypto.randomUUID(),
      sampleSupportDocument({ items, retenciones: [] }),
    );
    expect([made.status, made.body.documento?.total]).toEqual([201, "0.00"]);
    const documento_id = made.body.documento.id;
    const { status, body } = await postNote(tenant, "95", crypto.randomUUID(), { documento_id });
    expect([status, body.documento.total, body.authority.is_valid]).toEqual([201, "0.00", true]);
  });
});

describe("a line of 0.00 in a note", () => {
  it("beside a paid one is accepted in the annulment and in a part", async () => {
    const gift = { desc: "Bolsa", cant: 3, unit: 100, iva: 19, descuento_porcentaje: 100 };
    const taxed = { ...gift, otros_impuestos: [{ codigo: "22", valor_unitario: 70 }] };
    for (const free of [gift, taxed]) {
      const factura_id = await sell([free, ...TWO]);
      const items = [
        { linea: 1, cant: 1 },
        { linea: 2, cant: 1 },
      ];
      const part = await note({ factura_id, concepto: "1", items });
      expect([part.status, part.body.authority?.rules]).toEqual([201, []]);
      expect((await note({ factura_id: await sell([free, ...TWO]) })).status).toBe(201);
    }
  });
});

describe("an invoice that its buyer has accepted", () => {
  const receptor = { ...RECEIVER, nombre: "Ana Díaz #aceptada" };

  it.each<[string, object, object]>([
    ["by a tag of the buyer", { receptor }, {}],
    ["by a tag of the note", {}, { motivo: "Devuelve una #aceptada" }],
  ])("admits no credit note that names it, %s, and the answer says the way out", async (_, sale, more) => {
    const factura_id = await sell(TWO, sale);
    const { status, body } = await note({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], ...more });
    expect([status, body.code, body.details[0].rule]).toEqual([422, "document_rejected", "LGC15"]);
    expect(body.error).toContain("`periodo`");
    const raised = await note({ factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }], ...more }, "92");
    expect(raised.status).toBe(201);
  });

  it("is corrected by a note for its period", async () => {
    const periodo = { fecha_inicio: "2026-01-01", fecha_fin: "2026-01-31" };
    const { status } = await note({ periodo, receptor, concepto: "3", items: TWO });
    expect(status).toBe(201);
  });
});

describe("an invoice of another system", () => {
  const factura = { numero: "FE77", cufe: "b".repeat(96), fecha: "2026-01-15" };
  const sale = {
    items: [
      { desc: "Jabón", cant: 3, unit_input: 21600, iva_incluido: true, iva: 19, descuento_porcentaje: 12.5 },
      { desc: "Bolsa", cant: 2, unit: 300, iva: 19, otros_impuestos: [{ codigo: "22", valor_unitario: 70 }] },
    ],
    descuentos: [{ valor: 1000, motivo: "Cupón" }],
    cargos: [{ porcentaje: 10, motivo: "Propina" }],
  };

  it.each(["91", "92"] as const)(
    "is corrected by a %s to the cent, with all that its lines and head had",
    async (typeCode) => {
      const claims = { subtotal: undefined, impuestos: undefined, total: undefined };
      const invoice = await rehearse(sampleInvoice({ ...claims, ...sale }));
      const body = { factura, receptor: RECEIVER, concepto: "3", ...sale };
      const { status, body: priced } = await postNote(tenant, typeCode, null, body, { query: "?dry_run=true" });
      expect(status, JSON.stringify(priced)).toBe(200);
      const { total, subtotal, impuestos, descuentos, cargos } = invoice.body.documento;
      expect(priced.documento).toMatchObject({ total, subtotal, impuestos, descuentos, cargos });
      expect(priced.notices).toBeUndefined();
    },
  );

  it("gives no charge back that it is not known to have", async () => {
    const body = { factura, receptor: RECEIVER, concepto: "3", ...sale, cargos: [{ cargo: 1, valor: 5 }] };
    const { status, body: refused } = await note(body);
    expect([status, refused.details[0].path]).toEqual([400, "cargos.0.cargo"]);
  });
});
