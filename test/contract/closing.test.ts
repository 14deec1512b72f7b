// Tests the closing of some days: kinds, states, groups, currencies, notes against, parameters, and whose documents it adds up.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { get, postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { addUpList, addUpMeans, addUpTaxes, copyDay, listDays } from "../support/closing.ts";
import { sampleInvoice, sampleSupportDocument, taggedInvoice, taggedSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const today = dateInBogota(Date.now());
const DOLLARS = { commercial_currency: "USD", applied_rate: 4000, rate_date: today };
const NO_STATES = { aceptado: 0, pendiente: 0, rechazado: 0, desconocido: 0 };

async function close(tenant: Tenant, module: "fe" | "dse", query = `desde=${today}&hasta=${today}`) {
  const { status, body } = await get(tenant, `/${module}/resumen?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

/** What the pair of a document, which a test changes in its row, is about. */
function change(tenant: Tenant, id: number, set: string): Promise<unknown> {
  return env.DB.prepare(`UPDATE documents SET ${set} WHERE company_id = ?1 AND id = ?2`)
    .bind(tenant.companyId, id)
    .run();
}

describe("the closing of a day of invoices", () => {
  let tenant: Tenant;
  let other: Tenant;
  const items = (cant: number, unit: number, iva: number) => [{ desc: "Café", cant, unit, iva }];

  beforeAll(async () => {
    [tenant, other] = [await createTenant(), await createTenant()];
    const post = async (over: Readonly<Record<string, unknown>>): Promise<number> => {
      const { receptor } = sampleInvoice();
      const { status, body } = await postInvoice(tenant, { receptor, payment: { form: "contado" }, ...over });
      expect([201, 422, 502]).toContain(status);
      return body.factura_id;
    };
    const first = await post({
      draft_key: "1",
      items: items(2, 50_000, 19),
      payment: { form: "contado", means_code: "10" },
    });
    const charges = { descuentos: [{ valor: 500.25, motivo: "Bono" }], cargos: [{ valor: 1000, motivo: "Propina" }] };
    await post({
      draft_key: "2",
      items: items(1, 10_000, 5),
      payment: { form: "contado", means_code: "48" },
      ...charges,
    });
    await post({ draft_key: "3", items: items(3, 333.33, 0), payment: { form: "contado", means_code: "48" } });
    const bag = { codigo: "22", valor_unitario: 70 };
    await post({ draft_key: "4", items: [{ desc: "Bolsa", cant: 2, unit: 100, iva: 19, otros_impuestos: [bag] }] });
    await post({ draft_key: "5", es_contingencia: true, items: items(1, 200, 19) });
    await post({ draft_key: "6", items: items(1, 40, 19), currency: DOLLARS });
    await post({ ...taggedInvoice("#rechazo"), draft_key: "7" });
    await post({ ...taggedInvoice("#perdido"), draft_key: "8" });
    const devolution = { factura_id: first, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    expect((await postNote(tenant, "91", "devuelve", devolution)).status).toBe(201);
    const interest = { factura_id: first, concepto: "1", items: [{ desc: "Intereses", cant: 1, unit: 1000, iva: 0 }] };
    expect((await postNote(tenant, "92", "cobra", interest)).status).toBe(201);
    await postInvoice(other, sampleInvoice({ draft_key: "de otra empresa" }));
  });

  it("says to the cent what the sale was, with notes counted against", async () => {
    const { ok, desde, hasta, total, grupos } = await close(tenant, "fe");
    expect({ ok, desde, hasta }).toEqual({ ok: true, desde: today, hasta: today });
    const all = { descuentos: "0.00", cargos: "0.00" };
    expect(total.estados).toEqual({ aceptado: 7, pendiente: 1, rechazado: 1, desconocido: 0 });
    expect(total.tipos).toEqual([
      {
        ...{ tipo_authority: "01", cantidad: 5, subtotal: "211199.99", impuestos: "38678.00" },
        ...{ descuentos: "500.25", cargos: "1000.00", total: "250377.74" },
      },
      { ...all, tipo_authority: "03", cantidad: 1, subtotal: "200.00", impuestos: "38.00", total: "238.00" },
      { ...all, tipo_authority: "91", cantidad: 1, subtotal: "50000.00", impuestos: "9500.00", total: "59500.00" },
      { ...all, tipo_authority: "92", cantidad: 1, subtotal: "1000.00", impuestos: "0.00", total: "1000.00" },
    ]);
    expect(total.impuestos).toEqual([
      { codigo: "01", nombre: "IVA", tarifa: "19.00", base: "150400.00", valor: "28576.00" },
      { codigo: "01", nombre: "IVA", tarifa: "5.00", base: "10000.00", valor: "500.00" },
      { codigo: "22", nombre: "INC Bolsas", tarifa: null, base: "200.00", valor: "140.00" },
    ]);
    expect(total.neto).toBe("192115.74");
    expect(total.medios).toEqual([
      { codigo: "10", nombre: "Efectivo", valor: "180116.00" },
      { codigo: "48", nombre: "Tarjeta Crédito", valor: "11999.74" },
    ]);
    expect(grupos).toMatchObject([{ clave: null, moneda: "USD", neto: "47.60" }]);
  });

  it("is the sum over the list and over the documents one by one", async () => {
    const docs = await listDays(tenant, "fe", today, today);
    const { total, grupos } = await close(tenant, "fe");
    for (const [group, currency] of [
      [total, "COP"],
      [grupos[0], "USD"],
    ]) {
      const own = docs.filter((doc) => doc.currency === currency);
      expect(group).toMatchObject({ moneda: currency, ...addUpList(own) });
      expect(group.impuestos).toMatchObject(await addUpTaxes(tenant, "fe", own));
    }
  });

  it("divides by day, and by what the row names as branch and till", async () => {
    const docs = await listDays(tenant, "fe", today, today);
    const [first, second, third] = docs.map(({ id }) => id);
    if (first === undefined || second === undefined || third === undefined) throw new Error("too few documents");
    const yesterday = addDays(today, -1);
    await change(tenant, first, `issue_date = '${yesterday}', establishment = 'CEN', till = 'Caja 2'`);
    await change(tenant, second, "establishment = 'CEN', till = 'Caja 1'");
    await change(tenant, third, "establishment = 'SUR'");
    const span = `desde=${yesterday}&hasta=${today}`;
    const keys = async (by: string) =>
      (await close(tenant, "fe", `${span}&agrupar=${by}`)).grupos.map(
        ({ clave, moneda, tipos }: { clave: string; moneda: string; tipos: { cantidad: number }[] }) => [
          clave,
          moneda,
          tipos.reduce((sum, { cantidad }) => sum + cantidad, 0),
        ],
      );
    const undivided = await close(tenant, "fe", span);
    expect(undivided.total.neto).toBe("192115.74");
    expect(await keys("dia")).toEqual([
      [yesterday, "COP", 1],
      [today, "COP", 7],
      [today, "USD", 1],
    ]);
    expect(await keys("establecimiento")).toEqual([
      ["CEN", "COP", 2],
      ["SUR", "COP", 1],
      [null, "COP", 5],
      [null, "USD", 1],
    ]);
    expect(await keys("caja")).toEqual([
      ["Caja 1", "COP", 1],
      ["Caja 2", "COP", 1],
      [null, "COP", 6],
      [null, "USD", 1],
    ]);
    const { total, grupos } = await close(tenant, "fe", `desde=${yesterday}&hasta=${yesterday}&agrupar=dia`);
    expect(total.neto).toBe("119000.00");
    expect({ clave: yesterday, ...total }).toEqual(grupos[0]);
    await change(tenant, first, `issue_date = '${today}'`);
  });

  it("counts a document of which nobody knows the result apart, and still adds it up", async () => {
    const docs = await listDays(tenant, "fe", today, today);
    const before = await close(tenant, "fe");
    const open = docs.find(({ state }) => state === "en_proceso_http");
    // Past every version that its object, which goes on asking, may show meanwhile.
    await change(tenant, open?.id ?? 0, "state = 'send_unknown', version = version + 1000");
    const { total } = await close(tenant, "fe");
    expect(total).toEqual({ ...before.total, estados: { aceptado: 7, pendiente: 0, rechazado: 1, desconocido: 1 } });
  });

  it("of another company, and of another module, shows nothing of it", async () => {
    const { total } = await close(other, "fe");
    expect(total).toMatchObject({ neto: "119000.00", tipos: [{ tipo_authority: "01", cantidad: 1 }] });
    expect((await close(tenant, "dse")).total).toEqual({
      ...{ moneda: "COP", estados: NO_STATES, tipos: [], impuestos: [], medios: [], numeros: [], neto: "0.00" },
    });
    const foreign = await get(tenant, `/fe/resumen?desde=${today}&hasta=${today}`, { token: other.token });
    expect([foreign.status, foreign.body.code]).toEqual([403, "wrong_company"]);
  });

  it("needs the scope that reads its module", async () => {
    const { token } = await createClient(tenant.companyId, ["dse.read", "fe.write"]);
    const refused = await get(tenant, `/fe/resumen?desde=${today}&hasta=${today}`, { token });
    expect([refused.status, refused.body.code]).toEqual([403, "missing_scope"]);
    expect((await get(tenant, `/dse/resumen?desde=${today}&hasta=${today}`, { token })).status).toBe(200);
  });

  it("does not exist in v1", async () => {
    const { status } = await get(tenant, `/fe/resumen?desde=${today}&hasta=${today}`, { version: "v1" });
    expect(status).toBe(404);
  });

  it.each([
    ["hasta=2026-03-02", "invalid_parameter", "desde", "falta"],
    ["desde=2026-03-02", "invalid_parameter", "hasta", "falta"],
    ["desde=2026-02-30&hasta=2026-03-02", "invalid_parameter", "desde", "2026-02-30"],
    ["desde=2026-03-02&hasta=hoy", "invalid_parameter", "hasta", "hoy"],
    ["desde=2026-03-02&hasta=2026-03-01", "invalid_parameter", "hasta", "anterior a `desde` (2026-03-02)"],
    ["desde=2026-03-02&hasta=2026-03-02&agrupar=mes", "invalid_parameter", "agrupar", "dia, establecimiento, caja"],
    ["desde=2026-03-01&hasta=2026-04-01", "range_too_long", "hasta", "32 días desde `desde`"],
    ["desde=2026-03-02&hasta=2026-03-02&tipo=01", "invalid_parameter", "tipo", "desde"],
  ])("refuses %s with %s about %s", async (query, code, path, words) => {
    const { status, body } = await get(tenant, `/fe/resumen?${query}`);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.details).toMatchObject([{ path, message: expect.stringContaining(words) }]);
    expect(body.details[0].message).toContain(`\`${path}\``);
  });

  it("takes 31 days, and says everything that is wrong at once", async () => {
    expect((await get(tenant, "/fe/resumen?desde=2026-03-01&hasta=2026-03-31")).status).toBe(200);
    const { body } = await get(tenant, "/fe/resumen?desde=ayer&agrupar=mes");
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(["desde", "hasta", "agrupar"]);
  });
});

describe("the closing of a day of support documents", () => {
  it("is what was bought, less what adjustment notes took back", async () => {
    const tenant = await createTenant();
    const first = await postSupportDocument(tenant, "1", sampleSupportDocument());
    await postSupportDocument(tenant, "2", taggedSupportDocument("#rechazo"));
    const note = { documento_id: first.body.documento.id, concepto: "1", items: [{ linea: 1, cantidad: 4 }] };
    expect((await postNote(tenant, "95", "ajusta", note)).status).toBe(201);
    const docs = await listDays(tenant, "dse", today, today);
    const { total, grupos } = await close(tenant, "dse");
    expect(grupos).toEqual([]);
    expect(total).toMatchObject({ moneda: "COP", ...addUpList(docs) });
    expect(total.impuestos).toMatchObject(await addUpTaxes(tenant, "dse", docs));
    expect(total.neto).toBe("85680.00");
    expect(total.medios).toMatchObject([{ valor: "85680.00" }]);
  });
});

it("counts each of several payments under its own means, what was paid before under none, and a part that is returned under the first that paid so much", async () => {
  const tenant = await createTenant();
  const { payment, ...sale } = sampleInvoice({ draft_key: "dos medios", caja: "Caja 2" });
  const pagos = [
    { form: "contado", means_code: "48", valor: 100_000 },
    { form: "contado", means_code: "10", valor: 9_000 },
  ];
  const anticipos = [{ valor: 10_000, fecha: today }];
  const first = await postInvoice(tenant, { ...sale, pagos, anticipos });
  expect([first.status, first.body.error]).toEqual([201, undefined]);
  const paid = await close(tenant, "fe", `desde=${today}&hasta=${today}&agrupar=caja`);
  expect(paid.grupos).toMatchObject([{ clave: "Caja 2", neto: "119000.00" }]);
  expect(paid.total.medios).toMatchObject([
    { codigo: "10", valor: "9000.00" },
    { codigo: "48", valor: "100000.00" },
  ]);
  const back = { factura_id: first.body.factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
  expect((await postNote(tenant, "91", "devuelve", back)).status).toBe(201);
  expect((await close(tenant, "fe")).total.medios).toMatchObject([
    { codigo: "10", valor: "9000.00" },
    { codigo: "48", valor: "40500.00" },
  ]);
});

it("takes each return from several means in their order, from none of them more than it paid", async () => {
  const tenant = await createTenant();
  const { payment, subtotal, impuestos, total, ...sale } = sampleInvoice({ draft_key: "por partes" });
  const items = [{ desc: "Café", cant: 4, unit: 5_000, iva: 0, tratamiento: "excluido" }];
  const pagos = [
    { form: "contado", means_code: "49", valor: 7_000 },
    { form: "contado", means_code: "10", valor: 13_000 },
  ];
  const sold = await postInvoice(tenant, { ...sale, items, pagos });
  expect([sold.status, sold.body.error]).toEqual([201, undefined]);
  const seen: unknown[] = [];
  for (const key of ["una", "otra", "la tercera", "la última"]) {
    const back = { factura_id: sold.body.factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
    expect((await postNote(tenant, "91", key, back)).body).toMatchObject({ ok: true });
    const { medios } = (await close(tenant, "fe")).total;
    seen.push(Object.fromEntries(medios.map(({ codigo, valor }: Record<string, string>) => [codigo, valor])));
  }
  expect(seen).toEqual([
    { 10: "13000.00", 49: "2000.00" },
    { 10: "10000.00", 49: "0.00" },
    { 10: "5000.00", 49: "0.00" },
    { 10: "0.00", 49: "0.00" },
  ]);
});

it("gives back to each of several means what it paid where an invoice is annulled", async () => {
  const tenant = await createTenant();
  const { payment, ...sale } = sampleInvoice({ draft_key: "anulada" });
  const pagos = [
    { form: "contado", means_code: "48", valor: 100_000 },
    { form: "contado", means_code: "10", valor: 19_000 },
  ];
  const sold = await postInvoice(tenant, { ...sale, pagos });
  expect([sold.status, sold.body.error]).toEqual([201, undefined]);
  expect((await postNote(tenant, "91", "anula", { factura_id: sold.body.factura_id })).status).toBe(201);
  const { total } = await close(tenant, "fe");
  expect(total.neto).toBe("0.00");
  expect(total.medios.filter(({ valor }: { readonly valor: string }) => valor !== "0.00")).toEqual([]);
});

it("gives back to each of several means of a support document what it paid", async () => {
  const tenant = await createTenant();
  const { forma_pago, medio_pago_codigo, ...purchase } = sampleSupportDocument();
  const bought = await postSupportDocument(tenant, "varios", {
    ...purchase,
    pagos: [
      { form: "contado", means_code: "48", valor: 100_000 },
      { form: "contado", means_code: "10", valor: 42_800 },
    ],
  });
  expect([bought.status, bought.body.error]).toEqual([201, undefined]);
  const seen = async () => {
    const { medios } = (await close(tenant, "dse")).total;
    return Object.fromEntries(medios.map(({ codigo, valor }: Record<string, string>) => [codigo, valor]));
  };
  expect(await seen()).toEqual({ 10: "42800.00", 48: "100000.00" });
  expect((await postNote(tenant, "95", "anula", { documento_id: bought.body.documento.id })).status).toBe(201);
  expect(await seen()).toEqual({ 10: "0.00", 48: "0.00" });
});

/** Coins of cash that a sale did not charge, or charged in excess. */
describe("a drawer of which cash was rounded", () => {
  const items = (cant: number, unit: number) => [{ desc: "Pan", cant, unit, iva: 0, tratamiento: "excluido" }];
  const cash = (valor: number, redondeo?: number) => ({ form: "contado", means_code: "10", valor, redondeo });
  const sell = async (tenant: Tenant, over: Readonly<Record<string, unknown>>): Promise<number> => {
    const { payment, subtotal, impuestos, total, ...sale } = sampleInvoice();
    const { status, body } = await postInvoice(tenant, { ...sale, caja: "Caja 1", ...over });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.factura_id;
  };
  const giveBack = async (tenant: Tenant, id: number, over: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await postNote(tenant, "91", crypto.randomUUID(), { factura_id: id, ...over });
    expect([status, body.error]).toEqual([201, undefined]);
  };
  const meansOf = (group: { readonly medios: readonly Readonly<Record<string, string>>[] }) =>
    group.medios.map(({ codigo, valor, redondeo }) => [codigo, valor, redondeo]);

  it("holds what was paid in cash and its rounding, through returns of a part, of the rest and of all", async () => {
    const tenant = await createTenant();
    const seen = async () => meansOf((await close(tenant, "fe")).total);
    const one = await sell(tenant, { draft_key: "una", items: items(2, 10_013.5), pagos: [cash(20_027, -27)] });
    const card = { form: "contado", means_code: "48", valor: 10_000 };
    const two = await sell(tenant, { draft_key: "dos", items: items(1, 20_043), pagos: [card, cash(10_043, 7)] });
    await sell(tenant, { draft_key: "tres", items: items(1, 5_000), caja: "Caja 2" });
    const refused = { ...taggedInvoice("#rechazo"), draft_key: "no", caja: "Caja 2", payment: undefined };
    const { status } = await postInvoice(tenant, { ...refused, pagos: [{ means_code: "10", redondeo: -50 }] });
    expect(status).toBe(422);

    // 20,000 and 10,050 and 5,000 lie in the drawers.
    expect(await seen()).toEqual([
      ["10", "35070.00", "-20.00"],
      ["48", "10000.00", undefined],
    ]);
    const { grupos } = await close(tenant, "fe", `desde=${today}&hasta=${today}&agrupar=caja`);
    expect(grupos.map(meansOf)).toEqual([
      [
        ["10", "30070.00", "-20.00"],
        ["48", "10000.00", undefined],
      ],
      [["10", "5000.00", undefined]],
    ]);

    const part = { concepto: "1", items: [{ linea: 1, cant: 1 }] };
    await giveBack(tenant, one, part);
    expect(await seen()).toContainEqual(["10", "25056.50", "-20.00"]);
    await giveBack(tenant, one, part);
    expect(await seen()).toContainEqual(["10", "15043.00", "7.00"]);
    const interest = { factura_id: two, concepto: "1", items: [{ desc: "Intereses", cant: 1, unit: 1000, iva: 0 }] };
    expect((await postNote(tenant, "92", "cobra", interest)).status).toBe(201);
    expect(await seen()).toEqual([
      ["10", "15043.00", "7.00"],
      ["48", "11000.00", undefined],
    ]);
    const isSumOfAll = async () => {
      const { medios } = (await close(tenant, "fe")).total;
      const docs = await listDays(tenant, "fe", today, today);
      expect(medios.map(({ nombre: _, ...said }: Record<string, string>) => said)).toEqual(
        await addUpMeans(tenant, "fe", docs),
      );
    };
    await isSumOfAll();
    await giveBack(tenant, two);
    expect(await seen()).toEqual([
      ["10", "5000.00", "0.00"],
      ["48", "1000.00", undefined],
    ]);
    await isSumOfAll();
  });

  it("is whole again where one payment that was rounded, after a prepayment, is annulled", async () => {
    const tenant = await createTenant();
    const anticipos = [{ valor: 5_000, fecha: today }];
    const sold = { draft_key: "una", items: items(1, 20_027), anticipos, pagos: [cash(15_027, -27)] };
    const id = await sell(tenant, sold);
    expect(meansOf((await close(tenant, "fe")).total)).toEqual([["10", "15027.00", "-27.00"]]);
    await giveBack(tenant, id);
    expect(meansOf((await close(tenant, "fe")).total)).toEqual([["10", "-5000.00", "0.00"]]);
  });

  it("keeps the rounding of a sale that is paid back by other means", async () => {
    const tenant = await createTenant();
    const id = await sell(tenant, { draft_key: "una", items: items(1, 20_027), pagos: [cash(20_027, -27)] });
    await giveBack(tenant, id, { payment: { form: "contado", means_code: "47" } });
    expect(meansOf((await close(tenant, "fe")).total)).toEqual([
      ["10", "20027.00", "-27.00"],
      ["47", "-20027.00", undefined],
    ]);
  });

  it("is emptied by purchases alike", async () => {
    const tenant = await createTenant();
    const { forma_pago, medio_pago_codigo, ...purchase } = sampleSupportDocument();
    const pagos = [cash(142_800, 20)];
    const bought = await postSupportDocument(tenant, "compra", { ...purchase, pagos });
    expect([bought.status, bought.body.error]).toEqual([201, undefined]);
    expect(meansOf((await close(tenant, "dse")).total)).toEqual([["10", "142800.00", "20.00"]]);
    expect((await postNote(tenant, "95", "anula", { documento_id: bought.body.documento.id })).status).toBe(201);
    expect(meansOf((await close(tenant, "dse")).total)).toEqual([["10", "0.00", "0.00"]]);
  });
});

describe("a day of many documents", () => {
  it("is exact beyond what a float holds", async () => {
    const tenant = await createTenant();
    const { body } = await postInvoice(tenant, sampleInvoice({ draft_key: "una" }));
    const copies = 300;
    await copyDay(tenant, body.factura_id, { day: "2026-01-05", count: copies, total: "999999999999999.99" });
    const { total } = await close(tenant, "fe", "desde=2026-01-05&hasta=2026-01-05");
    expect(total.neto).toBe("299999999999999997.00");
    expect(total.numeros).toMatchObject([{ cantidad: copies }]);
    expect(total.impuestos).toMatchObject([{ base: "30000000.00", valor: "5700000.00" }]);
    expect(total.estados).toEqual({ ...NO_STATES, aceptado: copies });
  });
});
