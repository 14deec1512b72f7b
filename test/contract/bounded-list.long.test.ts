// Tests what lists answer where they do not look at everything: bounded searches, how a client goes on, and pages too deep.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { get, postInvoice, postSupportDocument } from "../support/api.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** More than twice what one search looks at. */
const FOUND = 4_100;
/** So many that the middle is too far from both ends. */
const DEEP = 20_400;

/** Copies a document of a company, to the same third party, until there are so many of its type. */
async function copyDocument(id: number, until: number): Promise<void> {
  const columns = await env.DB.prepare("SELECT name FROM pragma_table_info('documents') WHERE name <> 'id'").raw<
    [string]
  >();
  const own: Readonly<Record<string, string>> = {
    issuance_name: "issuance_name || ':' || i",
    idempotency_key: "'copia-' || i",
    reservation_id: "reservation_id || ':' || i",
    number: "number + i",
    full_number: "prefix || (number + i)",
    file_sequence: "NULL",
    plan_sequence: "NULL",
    fiscal_id: "NULL",
  };
  const values = columns.map(([name]) => own[name] ?? name);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
    INSERT INTO documents (${columns.join(", ")}) SELECT ${values.join(", ")} FROM documents CROSS JOIN n WHERE documents.id = ?1`,
  )
    .bind(id, until)
    .run();
}

/** A company with so many invoices, and so many support documents, all of one receiver and one supplier. */
async function createFull(documents: number): Promise<Tenant> {
  const tenant = await createTenant();
  const invoice = await postInvoice(tenant, sampleInvoice({ draft_key: "la primera" }));
  await copyDocument(invoice.body.factura_id, documents);
  const purchase = await postSupportDocument(tenant, "la primera", sampleSupportDocument());
  await copyDocument(purchase.body.documento.id, documents);
  return tenant;
}

const LISTS = [
  ["fe/docs", "Cliente"],
  ["dse/documentos", "Carmen"],
] as const;

describe("a search that finds more than it looks at", () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createFull(FOUND);
  });

  it("of v1 answers in its usual form, counts what it looked at, and says so", async () => {
    const whole = await get(tenant, "/fe/docs?per_page=100");
    expect(whole.body.total).toBe(FOUND);
    expect(whole.body).not.toHaveProperty("notices");
    const { status, body } = await get(tenant, `/fe/docs?per_page=100&q=${LISTS[0][1]}`);
    expect(status).toBe(200);
    const { notices, ...rest } = body;
    expect(Object.keys(rest)).toEqual(Object.keys(whole.body));
    expect(rest).toMatchObject({ ok: true, page: 1, per_page: 100, total: 2_000 });
    expect(rest.docs.map(({ id }: { id: number }) => id)).toEqual(whole.body.docs.map(({ id }: { id: number }) => id));
    expect(notices).toEqual([
      {
        path: "q",
        message: expect.stringMatching(/^El parámetro `q` alcanza más de 2000 documentos: /),
        rule: "4.1",
        severity: "notificacion",
      },
    ]);
    expect((await get(tenant, `/fe/docs?per_page=100&page=21&q=${LISTS[0][1]}`)).body.docs).toEqual([]);
  });

  it.each(LISTS)("of v2, in %s, has no total, and its cursor goes on to every match, each once", async (path, text) => {
    const seen: number[] = [];
    let after = "";
    do {
      const { status, body } = await get(tenant, `/${path}?per_page=100&q=${text}${after}`, { version: "v2" });
      expect(status).toBe(200);
      if (seen.length === 0) {
        expect(body).toMatchObject({ total: null, pages: null, hay_mas: true, cursor: expect.any(String) });
        expect(body.notices).toMatchObject([{ path: "q" }]);
      }
      seen.push(...body.docs.map(({ id }: { id: number }) => id));
      expect(body.hay_mas).toBe(body.cursor !== null);
      after = body.cursor === null ? "" : `&after=${body.cursor}`;
    } while (after !== "");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(seen.length).toBe(FOUND);
  });
});

describe("the documents of a branch or a till, more than a list looks at", () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createFull(FOUND);
    const name = "UPDATE documents SET establishment = 'CEN', till = 'Caja 1' WHERE company_id = ?1";
    await env.DB.prepare(name).bind(tenant.companyId).run();
  });

  it.each(LISTS.flatMap(([path]) => ["establecimiento=CEN", "caja=Caja%201"].map((filter) => [path, filter] as const)))(
    "have no total in %s?%s, and the cursor goes on to every one, each once",
    async (path, filter) => {
      const seen: number[] = [];
      let after = "";
      do {
        const { status, body } = await get(tenant, `/${path}?per_page=100&${filter}${after}`, { version: "v2" });
        expect(status).toBe(200);
        if (seen.length === 0) {
          expect(body).toMatchObject({ total: null, pages: null, hay_mas: true, cursor: expect.any(String) });
          expect(body.notices).toMatchObject([{ path: filter.split("=")[0] }]);
        }
        seen.push(...body.docs.map(({ id }: { id: number }) => id));
        after = body.cursor === null ? "" : `&after=${body.cursor}`;
      } while (after !== "");
      expect(seen).toEqual([...new Set(seen)].toSorted((one, other) => other - one));
      expect(seen.length).toBe(FOUND);
    },
  );
});

describe("a page", () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await createFull(DEEP);
  });

  it.each([
    ["v1", "fe/docs"],
    ["v2", "fe/docs"],
    ["v2", "dse/documentos"],
  ] as const)(
    "of %s, in %s, too far from both ends is refused with what to do; near to either it is read",
    async (version, path) => {
      const read = (page: number) => get(tenant, `/${path}?per_page=100&page=${page}`, { version });
      const deep = await read(102);
      expect(deep.status).toBe(400);
      expect(deep.body).toMatchObject({ ok: false, code: "invalid_parameter" });
      expect(deep.body.error).toContain(
        "El parámetro `page` queda a más de 10000 registros de ambos extremos del listado; acótelo con filtros o, en v2, siga con `after`; se recibió",
      );
      expect(deep.body.error).toContain("102");
      const newest =
        "SELECT id FROM documents WHERE company_id = ?1 AND module = ?2 ORDER BY id DESC LIMIT 100 OFFSET ?3";
      // On either side of where a page begins to be walked to from the nearer end, and of the middle.
      for (const page of [1, 10, 11, 101, 104, 204]) {
        const { status, body } = await read(page);
        expect([page, status, body.total]).toEqual([page, 200, DEEP]);
        const offset = (page - 1) * 100;
        const wanted = env.DB.prepare(newest).bind(tenant.companyId, path.slice(0, path.indexOf("/")), offset);
        const { results } = await wanted.all<{ id: number }>();
        const shown: readonly { id: number }[] = body.docs ?? body.documentos;
        expect(shown.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
      }
      const beyond = await read(205);
      expect([beyond.status, (beyond.body.docs ?? beyond.body.documentos).length]).toEqual([200, 0]);
    },
  );
});
