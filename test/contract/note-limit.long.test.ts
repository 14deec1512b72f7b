// Tests that a document has a bounded number of live notes, however they come, and that it shows them in pages.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { MOST_NOTES } from "../../src/domain/note/note-reference.ts";
import { get, postInvoice, postNote, postSupportDocument, useApiVersion } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

useApiVersion("v2");

type NoteType = "91" | "92" | "95";

interface Corrected {
  readonly id: number;
  readonly read: string;
  body(typeCode: NoteType): object;
}

const OWN = { desc: "Mora", cant: 1, unit: 1, iva: 0 };

async function sell(tenant: Tenant): Promise<Corrected> {
  const { body } = await postInvoice(tenant, sampleInvoice());
  const id = body.factura_id;
  const ofType = { "91": { linea: 1, cant: 1, unit: 1 }, "92": OWN, "95": {} };
  return {
    id,
    read: `/fe/docs/${id}`,
    body: (typeCode) => ({ factura_id: id, concepto: typeCode === "91" ? "3" : "1", items: [ofType[typeCode]] }),
  };
}

async function buy(tenant: Tenant): Promise<Corrected> {
  const { body } = await postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument());
  const id = body.documento.id;
  const items = [{ linea: 1, cantidad: 1, precio_unitario: 1 }];
  return {
    id,
    read: `/dse/documentos/${id}`,
    body: () => ({ documento_id: id, concepto: "3", items }),
  };
}

/** Repeats a note's row: so many notes are on the document as if they had been issued. */
async function repeat(noteId: number, times: number, state = "aceptado"): Promise<void> {
  const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('documents')").all<{ name: string }>();
  const own: Readonly<Record<string, string>> = {
    issuance_name: "NULL",
    fiscal_id: "NULL",
    idempotency_key: "NULL",
    due_at: "NULL",
    state: `'${state}'`,
    reservation_id: "hex(randomblob(16))",
    number: "number + 1000000 + i",
    full_number: `'X' || ${noteId} || '${state}' || i`,
  };
  const names = results.map(({ name }) => name).filter((name) => name !== "id");
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO documents (${names.join()}) SELECT ${names.map((name) => own[name] ?? name).join()} FROM documents, n WHERE id = ?1`,
  )
    .bind(noteId, times)
    .run();
}

async function issueNote(tenant: Tenant, corrected: Corrected, typeCode: NoteType, query = "") {
  const { status, body } = await postNote(tenant, typeCode, crypto.randomUUID(), corrected.body(typeCode), { query });
  return { status, code: body.code, id: Number(body.nota_id ?? body.documento?.id), body };
}

describe.each<[NoteType, (tenant: Tenant) => Promise<Corrected>]>([
  ["91", sell],
  ["92", sell],
  ["95", buy],
])("notes of type %s on one document", (typeCode, make) => {
  it(`are at most ${MOST_NOTES} that live; rejected ones do not count`, async () => {
    const tenant = await createTenant();
    const corrected = await make(tenant);
    const first = await issueNote(tenant, corrected, typeCode);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    await repeat(first.id, 30, "rechazado");
    await repeat(first.id, MOST_NOTES - 2);
    expect((await issueNote(tenant, corrected, typeCode)).status).toBe(201);
    for (const query of ["?dry_run=true", ""]) {
      const refused = await issueNote(tenant, corrected, typeCode, query);
      expect([refused.status, refused.code]).toEqual([409, "too_many_notes"]);
      expect(refused.body.error).toMatch(/ya tiene todas las notas/);
      expect(refused.body.details[0]).toMatchObject({ value: "500" });
    }
  });

  it("that come at the same time pass the bound together no more than one by one", async () => {
    const tenant = await createTenant();
    const corrected = await make(tenant);
    const first = await issueNote(tenant, corrected, typeCode);
    await repeat(first.id, MOST_NOTES - 2);
    const answers = await Promise.all([1, 2, 3].map(() => issueNote(tenant, corrected, typeCode)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it("are shown in pages of a hundred, with how many there are", async () => {
    const tenant = await createTenant();
    const corrected = await make(tenant);
    const { id } = await issueNote(tenant, corrected, typeCode);
    await repeat(id, 249);
    const read = async (query: string) => {
      const { status, body } = await get(tenant, corrected.read + query);
      const { notas, notas_total } = body.doc ?? body.documento ?? {};
      return { status, total: notas_total, ids: (notas ?? []).map((note: { id: number }) => note.id) as number[] };
    };
    const [whole, second, third, fourth] = await Promise.all(
      ["", "?notas_page=2", "?notas_page=3", "?notas_page=4"].map(read),
    );
    expect([whole?.ids.length, second?.ids.length, third?.ids.length, fourth?.ids.length]).toEqual([100, 100, 50, 0]);
    const all = [whole, second, third].flatMap((page) => page?.ids ?? []);
    expect([new Set(all).size, all.toSorted((one, other) => one - other), whole?.total]).toEqual([250, all, 250]);
    for (const page of ["0", "x", "-1"]) expect((await read(`?notas_page=${page}`)).status).toBe(400);
  });
});

/** Rows that D1 reads for each note that is there, while a further one is read, checked and numbered. */
const ROWS_OF_A_NOTE = 4;
/** Rows that alarms of earlier documents may read meanwhile. */
const ROWS_BESIDE = 100;

it.each<[NoteType, (tenant: Tenant) => Promise<Corrected>]>([
  ["91", sell],
  ["92", sell],
  ["95", buy],
])("a further note of type %s reads a bounded number of rows of D1 for each that is there", async (typeCode, make) => {
  const tenant = await createTenant();
  const corrected = await make(tenant);
  const first = await issueNote(tenant, corrected, typeCode);
  const readRows = () => countRead(async () => expect((await issueNote(tenant, corrected, typeCode)).status).toBe(201));
  const few = await readRows();
  await repeat(first.id, MOST_NOTES - 3);
  const many = await readRows();
  expect(few).toBeGreaterThan(0);
  expect(many - few).toBeLessThanOrEqual((MOST_NOTES - 2) * ROWS_OF_A_NOTE + ROWS_BESIDE);
});

/** Rows that D1 says it read while work ran; objects of this test share its bindings. */
async function countRead(work: () => Promise<unknown>): Promise<number> {
  let rowsRead = 0;
  const plain = env.DB.batch.bind(env.DB);
  const spy = vi.spyOn(Object.getPrototypeOf(env.DB), "batch").mockImplementation(async (...args: unknown[]) => {
    const results = await plain(args[0] as D1PreparedStatement[]);
    for (const { meta } of results) rowsRead += meta.rows_read;
    return results;
  });
  await work();
  spy.mockRestore();
  return rowsRead;
}
