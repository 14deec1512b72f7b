// Adds up a list and the documents in it, one by one, as a client does that does not trust the closing.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { addAmounts } from "../../src/domain/value/decimal.ts";
import { get } from "./api.ts";
import type { Tenant } from "./tenant.ts";

/** What the list of a module says of a document. */
export interface ListedDocument {
  readonly id: number;
  readonly type: string;
  readonly state: string;
  readonly currency: string;
  readonly day: string;
  readonly prefix: string;
  readonly number: number;
  readonly subtotal: string;
  readonly taxes: string;
  readonly total: string;
}

const LIST = { fe: "/fe/docs", dse: "/dse/documentos" } as const;
/** Notes that lower what was sold or bought. */
const LOWERING = ["91", "95"];

/** Every document of some days, in the order of their ids. */
export async function listDays(
  tenant: Tenant,
  module: keyof typeof LIST,
  from: string,
  to: string,
): Promise<readonly ListedDocument[]> {
  const found: ListedDocument[] = [];
  let after = "";
  do {
    const query = `?desde=${from}&hasta=${to}&orden=id&per_page=100${after}`;
    const { status, body } = await get(tenant, `${LIST[module]}${query}`, { version: "v2" });
    expect(status).toBe(200);
    found.push(...body.docs.map(toListed));
    after = body.cursor === null ? "" : `&after=${body.cursor}`;
  } while (after !== "");
  return found;
}

function toListed(doc: Readonly<Record<string, string & number>>): ListedDocument {
  const { id = 0, tipo_authority: type = "", estado_authority: state = "", moneda: currency = "" } = doc;
  const { prefijo: prefix = "", consecutivo: number = 0, subtotal = "", impuestos: taxes = "", total = "" } = doc;
  const { fecha_emision = "", document_date = "" } = doc;
  const day = (fecha_emision || document_date).slice(0, 10);
  return { id, type, state, currency, day, prefix, number, subtotal, taxes, total };
}

/** What a closing must say of documents of one currency, as far as their list shows it. */
export function addUpList(docs: readonly ListedDocument[]) {
  const live = docs.filter(({ state }) => state !== "rechazado");
  const isUnknown = (state: string) => state === "send_unknown";
  const count = (isIt: (state: string) => boolean) => docs.filter(({ state }) => isIt(state)).length;
  const settled = ["aceptado", "rechazado", "send_unknown"];
  return {
    estados: {
      aceptado: count((state) => state === "aceptado"),
      pendiente: count((state) => !settled.includes(state)),
      rechazado: count((state) => state === "rechazado"),
      desconocido: count(isUnknown),
    },
    tipos: groupBy(live, ({ type }) => type).map((own) => ({
      tipo_authority: own[0]?.type,
      cantidad: own.length,
      subtotal: addAmounts(own.map(({ subtotal }) => subtotal)),
      impuestos: addAmounts(own.map(({ taxes }) => taxes)),
      total: addAmounts(own.map(({ total }) => total)),
    })),
    numeros: groupBy(docs, ({ prefix }) => prefix).map((own) => ({
      prefijo: own[0]?.prefix,
      desde: Math.min(...own.map(({ number }) => number)),
      hasta: Math.max(...own.map(({ number }) => number)),
      cantidad: own.length,
    })),
    neto: addAmounts(live.map(({ type, total }) => sign(type, total))),
  };
}

/** Adds the taxes of live documents as each says them, read one by one. */
export async function addUpTaxes(tenant: Tenant, module: keyof typeof LIST, docs: readonly ListedDocument[]) {
  const taxes: { codigo: string; tarifa: string | null; base: string; valor: string }[] = [];
  for (const { id, type, state } of docs) {
    if (state === "rechazado") continue;
    const { body } = await get(tenant, `${LIST[module]}/${id}`, { version: "v2" });
    for (const { codigo, tarifa, base, valor } of body.representacion.impuestos) {
      taxes.push({ codigo, tarifa, base: sign(type, base), valor: sign(type, valor) });
    }
  }
  return groupBy(taxes, ({ codigo, tarifa }) => `${codigo} ${String(999 - Number(tarifa)).padStart(9, "0")}`).map(
    (own) => ({
      codigo: own[0]?.codigo,
      tarifa: own[0]?.tarifa,
      base: addAmounts(own.map(({ base }) => base)),
      valor: addAmounts(own.map(({ valor }) => valor)),
    }),
  );
}

/** Adds the payments of live documents as each says them, read one by one, and what was rounded of them. */
export async function addUpMeans(tenant: Tenant, module: keyof typeof LIST, docs: readonly ListedDocument[]) {
  const paid: { codigo: string; valor: string; redondeo?: string }[] = [];
  for (const { id, type, state, total } of docs) {
    if (state === "rechazado") continue;
    const { body } = await get(tenant, `${LIST[module]}/${id}`, { version: "v2" });
    const { pagos } = body.doc ?? body.documento;
    // Which of several payments pays a debit note is not said: all of it counts under the first.
    const known = pagos.some(({ valor }: { readonly valor: string | null }) => valor !== null) ? pagos : [pagos[0]];
    for (const { means_code: codigo, valor, redondeo } of known) {
      const amount = valor ?? (LOWERING.includes(type) ? total : body.representacion.saldo_por_pagar);
      const rounded = redondeo === null ? {} : { redondeo: sign(type, redondeo) };
      paid.push({ codigo, valor: sign(type, amount), ...rounded });
    }
  }
  return groupBy(paid, ({ codigo }) => codigo).map((own) => {
    const roundings = own.flatMap(({ redondeo }) => (redondeo === undefined ? [] : [redondeo]));
    const codigo = own[0]?.codigo;
    const valor = addAmounts(own.map((one) => one.valor));
    return roundings.length === 0 ? { codigo, valor } : { codigo, valor, redondeo: addAmounts(roundings) };
  });
}

function sign(type: string, amount: string): string {
  return LOWERING.includes(type) ? (amount.startsWith("-") ? amount.slice(1) : `-${amount}`) : amount;
}

/** In the order of their names. */
function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly (readonly Item[])[] {
  const names = [...new Set(items.map(nameOf))].sort();
  return names.map((name) => items.filter((item) => nameOf(item) === name));
}

/** So many copies of a document of a company, accepted on one day; with a total of their own where one is given. */
export async function copyDay(
  tenant: Tenant,
  id: number,
  { day, count, total }: { readonly day: string; readonly count: number; readonly total?: string },
): Promise<void> {
  const columns = await env.DB.prepare("SELECT name FROM pragma_table_info('documents') WHERE name <> 'id'").raw<
    [string]
  >();
  const number = "(CAST(substr(?3, 6, 2) || substr(?3, 9) AS INTEGER) * 100000 + i)";
  const own: Readonly<Record<string, string>> = {
    issuance_name: "issuance_name || ?3 || i",
    reservation_id: "reservation_id || ?3 || i",
    full_number: `prefix || ${number}`,
    total: "coalesce(?4, total)",
    ...{ idempotency_key: "NULL", file_sequence: "NULL", plan_sequence: "NULL", fiscal_id: "NULL", due_at: "NULL" },
    ...{ number, issue_date: "?3", state: "'aceptado'" },
  };
  const values = columns.map(([name]) => own[name] ?? name);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
    INSERT INTO documents (${columns.join(", ")}) SELECT ${values.join(", ")} FROM documents CROSS JOIN n
    WHERE documents.id = ?1 AND company_id = ?5`,
  )
    .bind(id, count, day, total ?? null, tenant.companyId)
    .run();
}
