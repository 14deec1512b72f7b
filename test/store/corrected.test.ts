// Tests what reading a document with its notes costs: it must not grow with the documents of the company.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { connect, type Database } from "../../src/store/base/db.ts";
import { findCorrected, loadBalance } from "../../src/store/document/corrected.ts";
import { seedCompany } from "./sample.ts";

/** Invoices of a company, each with a note on it. @returns the id of the first invoice. */
async function fill(companyId: number, count: number): Promise<number> {
  const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO documents (company_id, module, type_code, environment, client_id, reservation_id, fingerprint, reserved_at, prefix,
      number, full_number, state, version, issue_date, issue_time, currency, subtotal, taxes, total, withheld, corrected_id,
      concept_code)`;
  const rest = `'produccion', 1, ?2 || '-' || PREFIX || i, '1:aa', '2026-01-01', PREFIX, i, PREFIX || i, 'aceptado', 1, '2026-01-01',
    '10:00', 'COP', '1', '0', '1', '0'`;
  const values = (typeCode: string, prefix: string) =>
    `SELECT ?2, 'fe', '${typeCode}', ${rest.replaceAll("PREFIX", `'${prefix}'`)}`;
  await env.DB.prepare(`${insert} ${values("01", "FE")}, NULL, NULL FROM n`)
    .bind(count, companyId)
    .run();
  const first = await env.DB.prepare("SELECT min(id) AS id FROM documents WHERE company_id = ?1")
    .bind(companyId)
    .first<number>("id");
  await env.DB.prepare(`${insert} ${values("91", "NC")}, ?3 + i - 1, '3' FROM n`)
    .bind(count, companyId, first)
    .run();
  return first ?? 0;
}

/** Rows that D1 reads. */
async function countRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  let rows = 0;
  const counted = connect((queries) =>
    Promise.all(
      queries.map(async ({ sql, params }) => {
        const { results, meta } = await env.DB.prepare(sql)
          .bind(...params)
          .run<Record<string, unknown>>();
        rows += meta.rows_read;
        return results.map((row) => Object.values(row));
      }),
    ),
  );
  await work(counted);
  return rows;
}

it.each<[string, (db: Database, companyId: number, documentId: number) => Promise<unknown>]>([
  ["what may still be credited", loadBalance],
  [
    "what a note corrects",
    (db, companyId, documentId) =>
      findCorrected(db, { companyId, module: "fe", environment: "produccion", documentId, fiscalId: null }),
  ],
])("%s reads as many rows in a company of a thousand documents as in one of two", async (_, read) => {
  const [few, many] = await Promise.all(
    [1, 500].map(async (count) => {
      const companyId = await seedCompany(env.DB);
      const documentId = await fill(companyId, count);
      return countRead((db) => read(db, companyId, documentId));
    }),
  );
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(few);
});
