// Tests that a closing is the sum over the list, to the cent: at every moment while sixteen clients issue, and for random days.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { addDays, dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, get, postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { addUpList, addUpTaxes, type ListedDocument, listDays } from "../support/closing.ts";
import { createRandom, drawInteger, pick, type Random } from "../support/random.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createClient, createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

const CLIENTS = 16;
const today = dateInBogota(Date.now());
const { receptor: RECEIVER } = sampleInvoice();
const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write"];

interface Sums {
  readonly moneda: string;
  readonly numeros: readonly { readonly prefijo: string; readonly hasta: number }[];
  readonly medios: readonly { readonly valor: string }[];
}

/** What a till sells: prices with and without tax, discounts, charges, more taxes, several means. */
function drawSale(random: Random, key: string): Readonly<Record<string, unknown>> {
  const cents = (most: number) => (drawInteger(random, most * 100) + 1) / 100;
  const items = Array.from({ length: 1 + drawInteger(random, 3) }, (_, index) => ({
    desc: `Producto ${index}`,
    cant: 1 + drawInteger(random, 4),
    ...(random() < 0.5 ? { unit: cents(900) } : { unit_input: cents(9_000), iva_incluido: true }),
    iva: pick(random, [19, 5, 8, 0]),
    ...(random() < 0.3 ? { descuento_porcentaje: pick(random, [5, 12.5]) } : {}),
    ...(random() < 0.2 ? { otros_impuestos: [{ codigo: "22", valor_unitario: 70 }] } : {}),
  }));
  return {
    draft_key: key,
    receptor: RECEIVER,
    items,
    ...(random() < 0.3 ? { cargos: [{ porcentaje: 10, motivo: "Propina" }] } : {}),
    ...(random() < 0.2 ? { descuentos: [{ porcentaje: 3, motivo: "Bono" }] } : {}),
    ...(random() < 0.2 ? { es_contingencia: true } : {}),
    payment: { form: "contado", means_code: pick(random, ["10", "47", "48", "49"]) },
  };
}

/** One client: it sells, gives part of it back, and buys. */
async function work(tenant: Tenant, random: Random, name: string): Promise<void> {
  const { token } = await createClient(tenant.companyId, SCOPES);
  const own = { ...tenant, token };
  const isIssued = ({ status, body }: Answer) => expect([status, body.error]).toEqual([201, undefined]);
  const sale = await postInvoice(own, drawSale(random, `${name} vende`));
  isIssued(sale);
  isIssued(await postInvoice(own, drawSale(random, `${name} vende otra vez`)));
  const back = { factura_id: sale.body.factura_id, concepto: "1", items: [{ linea: 1, cant: 1 }] };
  isIssued(await postNote(own, "91", `${name} devuelve`, back));
  const items = [
    { codigo: "50201706", descripcion: "Café", cantidad: 2, precio_unitario: 1000.05, porcentaje_iva: 19 },
  ];
  const purchase = await postSupportDocument(own, `${name} compra`, sampleSupportDocument({ items }));
  isIssued(purchase);
  if (random() < 0.5) return;
  const less = { documento_id: purchase.body.documento.id, concepto: "1", items: [{ linea: 1, cantidad: 1 }] };
  isIssued(await postNote(own, "95", `${name} ajusta`, less));
}

async function close(tenant: Tenant, module: "fe" | "dse", from: string, to: string, by = "") {
  const { status, body } = await get(tenant, `/${module}/resumen?desde=${from}&hasta=${to}&agrupar=${by}`);
  expect(status).toBe(200);
  return body;
}

/** Of all documents of a day those that a closing of it saw: numbers are given in the order in which rows are written. */
function seenBy({ numeros }: Sums, docs: readonly ListedDocument[]): readonly ListedDocument[] {
  return docs.filter(({ prefix, number }) => numeros.some((one) => one.prefijo === prefix && number <= one.hasta));
}

it("is one moment while sixteen clients issue, and the sum of random days after it", async () => {
  const tenant = await createTenant();
  const random = createRandom(env.TEST_BUDGET.seed);
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    work(tenant, createRandom(index + 1), `cliente ${index}`),
  );
  let isOver = false;
  const over = Promise.all(clients).finally(() => {
    isOver = true;
  });
  const moments: { readonly module: "fe" | "dse"; readonly total: Sums }[] = [];
  while (!isOver) {
    for (const module of ["fe", "dse"] as const) {
      moments.push({ module, total: (await close(tenant, module, today, today)).total });
    }
  }
  await over;
  const lists = { fe: await listDays(tenant, "fe", today, today), dse: await listDays(tenant, "dse", today, today) };
  expect(new Set(moments.map(({ total }) => JSON.stringify(total.numeros))).size).toBeGreaterThan(2);
  for (const { module, total } of moments) {
    const { estados, ...sums } = addUpList(seenBy(total, lists[module]));
    expect(total).toMatchObject(sums);
  }
  await spread(tenant, random, [...lists.fe, ...lists.dse]);
  for (const module of ["fe", "dse"] as const) {
    for (let round = 0; round < 4; round += 1) {
      const from = addDays(today, -drawInteger(random, 31));
      const to = addDays(from, drawInteger(random, 31));
      const docs = await listDays(tenant, module, from, to);
      const { total, grupos } = await close(tenant, module, from, to, "dia");
      expect(total).toMatchObject({ moneda: "COP", ...addUpList(docs) });
      expect(total.impuestos).toMatchObject(await addUpTaxes(tenant, module, docs));
      const days = [...new Set(docs.map(({ day }) => day))].sort();
      expect(grupos).toMatchObject(
        days.map((day) => ({ clave: day, ...addUpList(docs.filter((doc) => doc.day === day)) })),
      );
    }
  }
});

/** Gives documents to other days, and lets the authority have rejected some. */
async function spread(tenant: Tenant, random: Random, docs: readonly ListedDocument[]): Promise<void> {
  const update = env.DB.prepare("UPDATE documents SET issue_date = ?3, state = ?4 WHERE company_id = ?1 AND id = ?2");
  await env.DB.batch(
    docs.map(({ id }) => {
      const day = addDays(today, -drawInteger(random, 40));
      return update.bind(tenant.companyId, id, day, random() < 0.1 ? "rechazado" : "aceptado");
    }),
  );
}
