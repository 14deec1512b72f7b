// Lists the cases of invoices, their list, third parties and acquirers.
import { type Case, dateIn, expectAnswer, expectError, expectThat, FISCAL_ID, MONEY, newKey } from "./kit.ts";

const PATH = "/fe/facturas";
const REHEARSAL = `${PATH}?dry_run=true`;
const LINE = { desc: "Servicio de soporte", cant: 2, unit: 50000, iva: 19 };

/** Valid, of today, changed as asked. */
export function invoice(over: object = {}, receiver: object = {}): Record<string, unknown> {
  const receptor = {
    tipo_doc: "31",
    numero_doc: "800134536",
    nombre: "Comercial Andina SAS",
    email: "compras@example.org",
    direccion: "Carrera 4 # 5-06",
    ...receiver,
  };
  return { receptor, items: [LINE], payment: { form: "contado", means_code: "10", due_date: "" }, ...over };
}

const REFUSED: readonly (readonly [section: string, title: string, over: object, path: string])[] = [
  ["2.1", "no items", { items: [] }, "items"],
  ["2.1", "a total that the items do not give", { total: 120000 }, "total"],
  ["2.1", "observations of 4001 characters", { observaciones: "x".repeat(4001) }, "observaciones"],
  ["2.1", "a draft key of 81 characters", { draft_key: "k".repeat(81) }, "draft_key"],
  ["2.1", "a token of an attachment", { attachment_tokens: ["x"] }, "attachment_tokens.0"],
  ["2.3", "a quantity of 0", { items: [{ ...LINE, cant: 0 }] }, "items.0.cant"],
  ["2.3", "a negative rate", { items: [{ ...LINE, iva: -1 }] }, "items.0.iva"],
  ["2.4", "credit without a due date", { payment: { form: "credito", means_code: "42" } }, "payment.due_date"],
  [
    "2.4",
    "credit due before the issue",
    { payment: { form: "credito", means_code: "42", due_date: dateIn(-1) } },
    "payment.due_date",
  ],
  ["2.4", "an unknown payment method", { payment: { form: "contado", method_id: 987654321 } }, "payment.method_id"],
  [
    "2.6",
    "a withholding that is not configured",
    { withholdings: [{ type: "inventada", base_mode: "x", percent: 1 }] },
    "withholdings.0.type",
  ],
  ["2.7", "dollars without a rate", { currency: { commercial_currency: "USD" } }, "currency.applied_rate"],
];

const PRICED: readonly (readonly [
  section: string,
  title: string,
  items: readonly object[],
  totals: object,
  tax: string | undefined,
])[] = [
  [
    "2.3.1",
    "exactly 8 is INC, code 04",
    [{ desc: "Almuerzo", cant: 1, unit: 100000, iva: 8 }],
    { subtotal: "100000.00", impuestos: "8000.00", total: "108000.00" },
    "04",
  ],
  [
    "2.3.2",
    "another positive rate is IVA, code 01",
    [LINE],
    { subtotal: "100000.00", impuestos: "19000.00", total: "119000.00" },
    "01",
  ],
  ["2.3.3", "a rate of 0 causes no tax", [{ ...LINE, iva: 0 }], { impuestos: "0.00", total: "100000.00" }, undefined],
  [
    "2.3",
    "a price that includes the tax",
    [{ desc: "Café", cant: 1, unit_input: 11900, iva: 19, iva_incluido: true }],
    { subtotal: "10000.00", impuestos: "1900.00" },
    "01",
  ],
];

const rehearsals: readonly Case[] = [
  ...REFUSED.map(
    ([section, title, over, path]): Case => ({
      section,
      title: `refuses ${title}`,
      module: "fe",
      run: async ({ post }) => {
        // The key is no part of a rehearsal: what is wrong with it shows in the real request.
        const answer = await post("draft_key" in over ? PATH : REHEARSAL, invoice(over));
        expectThat(
          ["invalid_payload", "business_rule", "invalid_idempotency_key"].includes(answer.body?.code),
          JSON.stringify(answer.body),
        );
        expectError(answer, 400, answer.body.code, path);
      },
    }),
  ),
  ...PRICED.map(
    ([section, title, items, totals, tax]): Case => ({
      section,
      title,
      module: "fe",
      run: async ({ post }) => {
        const answer = await post(REHEARSAL, invoice({ items }));
        expectAnswer(answer, 200, { ok: true, dry_run: true });
        expectAnswer({ ...answer, body: answer.body.documento }, 200, totals);
        const codes = answer.body.documento.impuestos_detalle.map((one: { codigo: string }) => one.codigo);
        expectThat(JSON.stringify(codes) === JSON.stringify(tax === undefined ? [] : [tax]), `taxes ${codes}`);
      },
    }),
  ),
];

const lists: readonly Case[] = [
  {
    section: "4.1",
    title: "the list: pages, sizes, totals",
    module: "fe",
    run: async ({ get }) => {
      const answer = await get("/fe/docs?page=1&per_page=1000");
      expectAnswer(answer, 200, { ok: true, page: 1, per_page: 100 });
      expectThat(Array.isArray(answer.body.docs) && answer.body.docs.length <= 100, "docs");
      expectThat(answer.body.pages === Math.ceil(answer.body.total / 100), "pages");
    },
  },
  ...["page=0", "page=x", "estado=enviado", "tipo=05"].map(
    (query): Case => ({
      section: "4.1",
      title: `the list with ${query}: 400`,
      module: "fe",
      run: async ({ get }) =>
        expectError(await get(`/fe/docs?${query}`), 400, "invalid_parameter", query.split("=")[0]),
    }),
  ),
  {
    section: "4.2",
    title: "an unknown id: 404",
    module: "fe",
    run: async ({ get }) => expectError(await get("/fe/docs/999999999999"), 404, "not_found"),
  },
  {
    section: "4.3",
    title: "third parties with every field of 2.10",
    module: "fe",
    run: async ({ get }) => {
      const answer = await get("/fe/terceros");
      expectAnswer(answer, 200, { ok: true });
      for (const party of answer.body.terceros) {
        for (const name of ["nombre", "tipo_documento", "numero_documento", "email", "direccion"]) {
          expectThat(typeof party[name] === "string", `${name} is no text`);
        }
      }
    },
  },
  {
    section: "4.5",
    title: "the acquirer look-up answers 200, or 502 with its code",
    module: "fe",
    run: async ({ post }) => {
      const answer = await post("/authority/get-acquirer", { tipo_doc: "31", numero_documento: "900373115" });
      if (answer.status === 200) expectThat(answer.body.acquirer.identification_number === "900373115", "another one");
      else expectError(answer, 502, answer.body.code);
    },
  },
  {
    section: "2.11",
    title: "the acquirer look-up without a number: 400",
    module: "fe",
    run: async ({ post }) =>
      expectError(
        await post("/authority/get-acquirer", { tipo_doc: "31" }),
        400,
        "invalid_payload",
        "identification_number",
      ),
  },
];

const issuing: readonly Case[] = [
  {
    section: "4.6",
    title: "a new invoice is read, listed and found by its number",
    needs: "issue",
    module: "fe",
    run: async ({ post, get }) => {
      const answer = await post(PATH, invoice({ draft_key: newKey() }));
      expectThat([201, 202, 502].includes(answer.status), `${answer.status} ${JSON.stringify(answer.body)}`);
      const { factura_id: id, cufe, prefijo, consecutivo, enviado } = answer.body;
      expectThat(Number.isInteger(id) && FISCAL_ID.test(cufe) && enviado === true, JSON.stringify(answer.body));
      const read = await get(`/fe/docs/${id}`);
      expectAnswer(read, 200, { ok: true });
      const { doc } = read.body;
      expectThat(doc.cufe === cufe && doc.consecutivo === consecutivo, "the record differs");
      for (const name of ["subtotal", "impuestos", "total"]) expectThat(MONEY.test(doc[name]), `${name}: ${doc[name]}`);
      expectThat(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(doc.fecha_emision), `fecha_emision: ${doc.fecha_emision}`);
      expectThat(doc.items.length === 1 && doc.items[0].codigo_impuesto === "01", "items");
      if (doc.es_habilitacion) return;
      const found = await get(`/fe/docs?q=${prefijo}${consecutivo}`);
      expectThat(
        found.body.docs.some((one: { id: number }) => one.id === id),
        "not found by its number",
      );
    },
  },
  {
    section: "4.6",
    title: "same draft key: the same invoice; another payload: 409",
    needs: "issue",
    module: "fe",
    run: async ({ post }) => {
      const body = invoice({ draft_key: newKey() });
      const first = await post(PATH, body);
      const again = await post(PATH, body);
      expectThat(again.body.factura_id === first.body.factura_id, "another invoice");
      expectAnswer(again, 200, { ok: true, idempotent: true });
      expectError(await post(PATH, { ...body, observaciones: "otra" }), 409, "idempotency_conflict");
    },
  },
];

export const feCases: readonly Case[] = [...rehearsals, ...lists, ...issuing];
