// Lists the cases of support documents.
import {
  type Case,
  type Client,
  dateIn,
  expectAnswer,
  expectError,
  expectThat,
  FISCAL_ID,
  MONEY,
  newKey,
} from "./kit.ts";

const PATH = "/dse/documentos";
const REHEARSAL = `${PATH}?dry_run=true`;

export const LINE = {
  codigo: "50201706",
  descripcion: "Café pergamino",
  cantidad: 10,
  precio_unitario: 12000,
  porcentaje_iva: 19,
};

/** Valid, of today, changed as asked. */
export function supportDocument(over: object = {}, supplier: object = {}): Record<string, unknown> {
  const proveedor = {
    tipo_documento: "13",
    nit: "1098765432",
    nombre: "Finca El Carmen",
    direccion: "Vereda El Carmen, lote 4",
    municipio: "Arbeláez",
    codigo_municipio: "25053",
    departamento: "Cundinamarca",
    codigo_departamento: "25",
    ...supplier,
  };
  return { fecha_documento: dateIn(), proveedor, items: [LINE], ...over };
}

const WEEK = { forma_generacion: "2", fecha_inicio_periodo: dateIn(-7), fecha_fin_periodo: dateIn(-1) };
const withholding = (over: object) => ({ authority_tax_code: "06", tax_name: "ReteRenta", ...over });

/** Bodies that the API refuses: the changed part, the field that the answer must name, the rule. */
const REFUSED: readonly (readonly [section: string, title: string, over: object, path: string])[] = [
  ["2.12", "a field that begins with _", { _nota: "x" }, "_nota"],
  ["2.12", "a _ field inside a line", { items: [{ ...LINE, _x: 1 }] }, "items.0._x"],
  ["2.12", "mode 1 with yesterday's date", { fecha_documento: dateIn(-1) }, "fecha_documento"],
  ["2.12", "a date that does not exist", { fecha_documento: "2026-02-30" }, "fecha_documento"],
  ["2.12", "no lines", { items: [] }, "items"],
  ["2.12", "a type other than 05", { tipo_authority: "01" }, "tipo_authority"],
  ["2.12", "a payment means of four digits", { medio_pago_codigo: "1000" }, "medio_pago_codigo"],
  ["2.12", "credit without a due date", { forma_pago: "2" }, "fecha_vencimiento"],
  ["2.12", "credit due before the document", { forma_pago: "2", fecha_vencimiento: dateIn(-1) }, "fecha_vencimiento"],
  [
    "2.12",
    "an accounting due date before the issue date",
    { fecha_vencimiento_contable: dateIn(-1) },
    "fecha_vencimiento_contable",
  ],
  ["2.12", "a week of eight days", { ...WEEK, fecha_inicio_periodo: dateIn(-8) }, "fecha_fin_periodo"],
  ["2.12", "a week that ends before it begins", { ...WEEK, fecha_inicio_periodo: dateIn(0) }, "fecha_inicio_periodo"],
  [
    "2.12",
    "a week that ends after the document",
    { ...WEEK, fecha_fin_periodo: dateIn(1), fecha_inicio_periodo: dateIn(0) },
    "fecha_fin_periodo",
  ],
  ["2.12", "mode 2 without its period", { forma_generacion: "2" }, "fecha_inicio_periodo"],
  ["2.14", "a UNSPSC of seven digits", { items: [{ ...LINE, codigo: "5020170" }] }, "items.0.codigo"],
  ["2.14", "a quantity of 0", { items: [{ ...LINE, cantidad: 0 }] }, "items.0.cantidad"],
  ["2.14", "a negative price", { items: [{ ...LINE, precio_unitario: -1 }] }, "items.0.precio_unitario"],
  ["2.14", "a price in quotes", { items: [{ ...LINE, precio_unitario: "12000" }] }, "items.0.precio_unitario"],
  ["2.14", "an unknown cost center", { items: [{ ...LINE, cost_center_id: 987654321 }] }, "items.0.cost_center_id"],
  ["2.15.1", "withholdings that are no list", { retenciones: {} }, "retenciones"],
  [
    "2.15.3",
    "two withholdings with one key",
    { retenciones: [withholding({ percent: 1 }), withholding({ percent: 2 })] },
    "retenciones.1.retention_key",
  ],
  [
    "2.15.4",
    "a withholding without a code",
    { retenciones: [{ tax_name: "x", percent: 1 }] },
    "retenciones.0.authority_tax_code",
  ],
  [
    "2.15.5",
    "a base above the total",
    { retenciones: [withholding({ base_amount: 142800.01, percent: 1 })] },
    "retenciones.0.base_amount",
  ],
  ["2.15.6", "a negative percentage", { retenciones: [withholding({ percent: -1 })] }, "retenciones.0.percent"],
  [
    "2.15.7",
    "an amount two cents away from base x percent",
    { retenciones: [withholding({ base_amount: 120000, percent: 2.5, amount: 3000.02 })] },
    "retenciones.0.amount",
  ],
];

/** Bodies that the API accepts, and what the service makes of them. */
const PRICED: readonly (readonly [section: string, title: string, over: object, expected: object])[] = [
  [
    "2.14",
    "base, tax, totals by quantity, price and rate",
    {},
    { subtotal: "120000.00", impuestos: "22800.00", total: "142800.00", neto_pagar: "142800.00" },
  ],
  [
    "2.14",
    "a price from base / quantity",
    { items: [{ ...LINE, precio_unitario: undefined, base_imponible: 90000 }] },
    { subtotal: "90000.00", impuestos: "17100.00" },
  ],
  [
    "2.14",
    "iva is money here",
    { items: [{ ...LINE, porcentaje_iva: undefined, iva: 22800 }] },
    { impuestos: "22800.00" },
  ],
  ["2.14", "the client's totals do not count", { subtotal: 1, impuestos: 2, total: 3 }, { total: "142800.00" }],
  [
    "2.12",
    "cash: the due date is the issue date",
    { forma_pago: "1", fecha_vencimiento: dateIn(30) },
    { fecha_vencimiento: dateIn() },
  ],
  ["2.12", "a week of seven days, both ends counted", WEEK, { document_date: dateIn() }],
  [
    "2.12",
    "aliases of the header",
    { fecha_documento: undefined, fecha: dateIn(), payment_type: "2", payment_due_date: dateIn(30) },
    { fecha_vencimiento: dateIn(30) },
  ],
  [
    "2.15",
    "a withholding under its other names",
    { withholdings: [{ codigo_authority: "06", nombre: "Renta", porcentaje: 2.5, modo_base: "bruto" }] },
    { total_retenciones: "3570.00", neto_pagar: "139230.00" },
  ],
  [
    "2.15.2",
    "a withholding that is switched off",
    { retenciones: [withholding({ percent: 2.5, activa: false })] },
    { total_retenciones: "0.00" },
  ],
  [
    "2.15.7",
    "an amount one cent away",
    { retenciones: [withholding({ base_amount: 120000, percent: 2.5, amount: 3000.01 })] },
    { total_retenciones: "3000.01" },
  ],
];

const rehearsals: readonly Case[] = [
  ...REFUSED.map(
    ([section, title, over, path]): Case => ({
      section,
      title: `refuses ${title}`,
      module: "dse",
      run: async ({ post }) => {
        const answer = await post(REHEARSAL, supportDocument(over));
        expectThat(
          ["invalid_payload", "business_rule"].includes(answer.body?.code),
          `${answer.status} ${answer.body?.code}`,
        );
        expectError(answer, 400, answer.body.code, path);
      },
    }),
  ),
  ...PRICED.map(
    ([section, title, over, expected]): Case => ({
      section,
      title,
      module: "dse",
      run: async ({ post }) => {
        const answer = await post(REHEARSAL, supportDocument(over));
        expectAnswer(answer, 200, { ok: true, dry_run: true });
        expectAnswer({ ...answer, body: answer.body.documento }, 200, expected);
      },
    }),
  ),
  {
    section: "2.14",
    title: "NIU is taken as EA",
    module: "dse",
    run: async ({ post }) => {
      const answer = await post(REHEARSAL, supportDocument({ items: [{ ...LINE, unidad_medida: "NIU" }] }));
      expectThat(answer.body.documento?.items[0].unidad_medida === "EA", JSON.stringify(answer.body));
    },
  },
];

const keys: readonly Case[] = [
  {
    section: "4.7.1",
    title: "no key: 400",
    module: "dse",
    run: async ({ post }) => expectError(await post(PATH, supportDocument()), 400, "missing_idempotency_key"),
  },
  {
    section: "4.7.2",
    title: "a key of 121 characters: 400",
    module: "dse",
    run: async ({ post }) =>
      expectError(await post(PATH, supportDocument(), { key: "k".repeat(121) }), 400, "invalid_idempotency_key"),
  },
  {
    section: "4.7",
    title: "header and body with different keys: 400",
    module: "dse",
    run: async ({ post }) =>
      expectError(
        await post(PATH, supportDocument({ request_key: "b" }), { key: "a" }),
        400,
        "invalid_idempotency_key",
      ),
  },
  ...["abc", "0", "-1", "1.5"].map(
    (id): Case => ({
      section: "4.8",
      title: `id ${id}: 400`,
      module: "dse",
      run: async ({ get }) => expectError(await get(`${PATH}/${id}`), 400, "invalid_parameter"),
    }),
  ),
  {
    section: "4.8",
    title: "an unknown id: 404",
    module: "dse",
    run: async ({ get }) => expectError(await get(`${PATH}/999999999999`), 404, "not_found"),
  },
];

/** A new document that is accepted at once, or later: its id and the first answer. */
async function issue(client: Client, key: string, body: object) {
  const answer = await client.post(PATH, body, { key });
  expectThat(
    [201, 202, 502].includes(answer.status),
    `a new document: ${answer.status} ${JSON.stringify(answer.body)}`,
  );
  return answer;
}

const issuing: readonly Case[] = [
  {
    section: "4.7",
    title: "a new document has every field of 2.16",
    needs: "issue",
    module: "dse",
    run: async (client) => {
      const { body } = await issue(client, newKey(), supportDocument());
      const { documento } = body;
      expectThat(body.idempotent === false, "idempotent is not false");
      for (const name of ["subtotal", "impuestos", "total", "total_retenciones"]) {
        expectThat(MONEY.test(documento[name]), `${name}: ${documento[name]}`);
      }
      expectThat(Number.isInteger(documento.id) && Number.isInteger(documento.consecutivo), "ids are no integers");
      expectThat(FISCAL_ID.test(documento.cuds), `cuds: ${documento.cuds}`);
      const read = await client.get(`${PATH}/${documento.id}`);
      expectAnswer(read, 200, { ok: true });
      for (const name of ["accounting_due_date", "es_habilitacion", "xml_path", "zip_key", "last_status_error"]) {
        expectThat(name in read.body.documento, `the read answer lacks ${name}`);
      }
      for (const name of ["created_at", "updated_at"]) {
        expectThat(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(read.body.documento[name]), `${name} has another form`);
      }
    },
  },
  {
    section: "4.7.5",
    title: "same key, same payload in another order, with aliases and 10.0 for 10: the same document",
    needs: "issue",
    module: "dse",
    run: async (client) => {
      const key = newKey();
      const first = await issue(client, key, supportDocument());
      const { fecha_documento: fecha, proveedor, items } = supportDocument();
      const text = JSON.stringify({ items, proveedor, fecha }).replace('"cantidad":10', '"cantidad":10.0');
      const again = await client.post(PATH, text, { key });
      expectAnswer(again, 200, { ok: true, idempotent: true, pending: false });
      expectThat(again.body.documento.id === first.body.documento.id, "another document");
      expectThat(again.headers.get("idempotent-replayed") === "true", "no Idempotent-Replayed");
    },
  },
  {
    section: "4.7.6",
    title: "same key, another payload: 409",
    needs: "issue",
    module: "dse",
    run: async (client) => {
      const key = newKey();
      await issue(client, key, supportDocument());
      const other = await client.post(PATH, supportDocument({ medio_pago_codigo: "42" }), { key });
      expectError(other, 409, "idempotency_conflict");
    },
  },
  {
    section: "4.7",
    title: "ten at once with one key: one document",
    needs: "issue",
    module: "dse",
    run: async (client) => {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => client.post(PATH, supportDocument(), { key })),
      );
      const ids = new Set(answers.flatMap(({ body }) => body.documento?.id ?? []));
      expectThat(ids.size === 1, `${ids.size} documents`);
      expectThat(answers.filter(({ status }) => status === 201).length <= 1, "more than one 201");
      expectThat(
        answers.every(({ status }) => [200, 201, 202].includes(status)),
        answers.map((one) => one.status).join(),
      );
    },
  },
  {
    section: "2.12",
    title: "the key may come in the body",
    needs: "issue",
    module: "dse",
    run: async ({ post }) => {
      const body = supportDocument({ request_key: newKey() });
      const first = await post(PATH, body);
      const again = await post(PATH, body);
      expectThat(first.body.documento.id === again.body.documento?.id, "another document");
    },
  },
];

export const dseCases: readonly Case[] = [...rehearsals, ...keys, ...issuing];
