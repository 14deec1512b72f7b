// Tests that what is asked of e-mails reads as few rows beside five thousand of one company, all to one buyer, as beside a few.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { COUNTED_MOST, readMailHealth } from "../../operator/data/mail-health.ts";
import { connect, type Database } from "../../src/store/base/db.ts";
import { companies } from "../../src/store/base/schema.ts";
import { countStopping, findMailOfEvent, findNextMail, listDueMail } from "../../src/store/delivery/mail-deliveries.ts";
import { listMail } from "../../src/store/delivery/mail-list.ts";
import { seedCompany } from "./sample.ts";

const MANY = 5_000;
const BUYER = "compras@cliente.example.com";
const NOW_MS = Date.parse("2026-11-20T15:00:00.000Z");
const NOW = new Date(NOW_MS).toISOString();
let rowsRead = 0;
const counted = connect(async (queries) => {
  const statements = queries.map(({ sql, params }) => env.DB.prepare(sql).bind(...params));
  const results = await env.DB.batch<Record<string, unknown>>(statements);
  rowsRead += results.reduce((total, { meta }) => total + meta.rows_read, 0);
  return results.map(({ results: found }) => found.map((row) => Object.values(row)));
});

let companyId: number;
beforeAll(async () => {
  companyId = await seedCompany(env.DB, { modules: ["fe"], kind: "fe", prefix: "FE" });
  // Delivered in the course of ten days; every thousandth did not arrive, three wait and one has no answer.
  await env.DB.prepare(
    `INSERT INTO deliveries (company_id, document_id, ordinal, module, kind, recipient, state, reason, created_at, sent_at, attempt_at, due_at, provider_id, subject_hash)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT ?1, i, 1, 'fe', 'automatico', ?3,
       CASE WHEN i % 1000 = 0 THEN 'rebotado' WHEN i IN (11, 12, 13) THEN 'pendiente' WHEN i = 14 THEN 'incierto' ELSE 'entregado' END,
       CASE WHEN i % 1000 = 0 THEN 'buzon_lleno' END,
       at, at, at,
       CASE WHEN i IN (11, 12, 13, 14) THEN ?4 END, CASE WHEN i <> 14 THEN 'message-' || i END, 'subject-' || i
     FROM (SELECT i, strftime('%Y-%m-%dT%H:%M:%fZ', ?4, '-' || (i * 3) || ' minutes') AS at FROM n)`,
  )
    .bind(companyId, MANY, BUYER, NOW)
    .run();
});

/** A company two thousand of whose buyers bounced; to a few of the others, something is due. */
let unlucky: number;
beforeAll(async () => {
  unlucky = await seedCompany(env.DB, { modules: ["fe"], kind: "fe", prefix: "FE" });
  await env.DB.prepare(
    `INSERT INTO deliveries (company_id, document_id, ordinal, module, kind, recipient, state, reason, created_at, due_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     SELECT ?1, i, 1, 'fe', 'automatico', 'Buyer' || i || '@Cliente.example.com',
       iif(i % 500 = 0, 'pendiente', 'rebotado'), iif(i % 500 = 0, NULL, 'buzon_inexistente'), ?2, iif(i % 500 = 0, ?2, NULL)
     FROM n`,
  )
    .bind(unlucky, NOW)
    .run();
});

const all = { modules: ["fe"], state: null, from: null, to: null, after: null, limit: 101 } as const;
const event = { providerId: "unknown", recipient: BUYER, after: "2026-11-13T15:00:00.000Z" };

it.each<readonly [string, number, (db: Database) => Promise<unknown>, unknown]>([
  [
    "what is due, and whether the buyer's address is suppressed",
    40,
    async (db) => (await listDueMail(db, companyId, NOW, 4)).map(({ isSuppressed }) => isSuppressed),
    [false, false, false, false],
  ],
  ["when the next one is due", 5, (db) => findNextMail(db, companyId), NOW],
  ["how many stand in the way of an address", 20, (db) => countStopping(db, companyId, BUYER), MANY / 1_000],
  [
    "what is due beside two thousand other addresses that bounced",
    40,
    async (db) => (await listDueMail(db, unlucky, NOW, 4)).map(({ isSuppressed }) => isSuppressed),
    [false, false, false, false],
  ],
  [
    "how many of two thousand stand in the way of one address",
    5,
    (db) => countStopping(db, unlucky, "buyer7@cliente.EXAMPLE.com"),
    1,
  ],
  [
    "the e-mail of an event whose id never came",
    5,
    async (db) => (await findMailOfEvent(db, { ...event, subjectHash: "subject-14" }))?.documentId,
    14,
  ],
  [
    "the e-mail of an event of somebody else",
    5,
    (db) => findMailOfEvent(db, { ...event, subjectHash: "of another" }),
    undefined,
  ],
  [
    "a page of those in a state that few are in",
    30,
    async (db) => (await listMail(db, { ...all, companyId, state: "rebotado" })).length,
    MANY / 1_000,
  ],
  ["a page of all", 250, async (db) => (await listMail(db, { ...all, companyId })).length, 101],
  [
    "how they stand, for the operator",
    3 * COUNTED_MOST,
    (db) => readMailHealth(db, NOW_MS, eq(companies.id, companyId)),
    [expect.objectContaining({ company: 0, waiting: 3, uncertain: 1, suppressed: 0, no_event_for_a_day: false })],
  ],
])("%s takes at most %i rows", async (_what, most, ask, expected) => {
  rowsRead = 0;
  const found = await ask(counted);
  expect(JSON.parse(JSON.stringify(found ?? null), (name, value) => (name === "company" ? 0 : value))).toEqual(
    expected ?? null,
  );
  expect(rowsRead).toBeLessThanOrEqual(most);
});
