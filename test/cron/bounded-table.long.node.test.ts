// Simulates months of one company's life and counts the rows of every table: what is no record of a sale, and nobody's
// configuration, has a bound, and what holds is reported once.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runMinute } from "../../src/cron/run-minute.ts";
import { DAY_MS } from "../../src/domain/value/calendar.ts";
import { insertAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { saveAcquirer } from "../../src/store/company/acquirers.ts";
import { raiseAlerts } from "../../src/store/watch/alerts.ts";
import { openEngineNamespace } from "../issuance/engine-namespace.ts";

const MINUTE_MS = 60_000;
const MONTH_DAYS = 30;
const MONTHS = 15;
/** Of each thing that others do, so many a day. */
const DAILY = 4;
/** Codes that the cron may report of a company in a day, and thresholds that hold. */
const MOST_LOOKED_FOR = 8;

/** Why each table may grow, or the rows that bound it. */
const TABLES: Readonly<Record<string, "record" | "configuration" | number>> = {
  // Of documents: as many rows as there are documents, parties or days.
  ...{
    documents: "record",
    document_details: "record",
    third_parties: "record",
    signed_names: "record",
    file_sequences: "record",
    deliveries: "record",
  },
  ...{ document_days: "record", third_party_counts: "record", third_party_names: "record" },
  // What people did.
  ...{ events: "record", resend_orders: "record" },
  // Written by an operator's program alone.
  ...{ companies: "configuration", software: "configuration", certificates: "configuration" },
  ...{ api_clients: "configuration", tokens: "configuration", ranges: "configuration", series: "configuration" },
  ...{ plans: "configuration", payment_methods: "configuration", cost_centers: "configuration" },
  branches: "configuration",
  tills: "configuration",
  webhooks: "configuration",
  mailers: "configuration",
  // A day.
  acquirers: DAILY,
  // 400 days of what is met at documents, 90 of what is looked for.
  alerts: 401 * DAILY + 91 * MOST_LOOKED_FOR,
  // As long as a cursor is good (400 days), and a day.
  changes: 402 * DAILY,
  // One for each environment of the authority.
  authority_health: 2,
  // Each departure of a company, and each set-back of the database.
  given_ids: 0,
  // The deployment that uses the database.
  deployments: 1,
  // One for each walk of the cron.
  walks: 4,
  // The newest order, and a finding for each document.
  ...{ journal_audits: 1, journal_findings: 1 },
};

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Namespace = Awaited<ReturnType<typeof openEngineNamespace>>;

async function count(db: D1Database): Promise<ReadonlyMap<string, number>> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*_names_*'",
    )
    .bind()
    .all<{ name: string }>();
  const counted = results.map(async ({ name }) => {
    const row = await db.prepare(`SELECT count(*) AS rows FROM ${name}`).bind().first<{ rows: number }>();
    return [name, row?.rows ?? 0] as const;
  });
  return new Map(await Promise.all(counted));
}

/** What writes to these tables in a day. */
async function liveDay({ env, companyId }: Namespace, day: number, nowMs: number): Promise<void> {
  const db = openDatabase(env.DB);
  const nowIso = new Date(nowMs).toISOString();
  for (let index = 0; index < DAILY; index += 1) {
    const identificationNumber = String(1_000_000 + day * DAILY + index);
    const answer = { name: "Ana", email: null, fetchedAt: nowIso };
    await saveAcquirer(db, { companyId, identificationType: "13", identificationNumber }, answer);
    const subject = `document:${day * DAILY + index}`;
    await raiseAlerts(db, [{ code: "send_unknown", subject, companyId, detail: {} }], nowIso);
    await env.DB.prepare("INSERT INTO changes VALUES (?1, 'fe', ?2, ?3, 'documento.aceptado', NULL)")
      .bind(companyId, nowMs + index, index)
      .all();
  }
  if (day % 7 === 0) await run(db, insertAudits({ companyId, state: "" }));
  await env.DB.prepare("UPDATE alerts SET delivered_at = ?1 WHERE delivered_at IS NULL").bind(nowIso).all();
}

it(`every table that is no record keeps its bound through ${MONTHS} months`, async () => {
  const namespace = await openEngineNamespace(1, { type: "unknown", reason: "timeout", detail: "timeout: 90 s" });
  const { env, companyId, room } = { ...namespace, room: namespace.rooms[0] };
  if (room === undefined) throw new Error("no room");
  const startMs = Math.ceil(Date.parse(room.record().wakeAt ?? "") / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  const over: string[] = [];
  const reported: string[] = [];
  for (let day = 0; day < MONTHS * MONTH_DAYS; day += 1) {
    const nowMs = startMs + day * DAY_MS;
    await liveDay(namespace, day, nowMs);
    room.clock.nowMs = nowMs;
    // The company's turn of the hour, and the look at its configuration.
    for (const minute of [0, companyId % 60]) await runMinute(env, nowMs + minute * MINUTE_MS);
    const { results } = await env.DB.prepare(
      "SELECT code, subject FROM alerts WHERE raised_at >= ?1 AND code <> 'send_unknown'",
    )
      .bind(new Date(nowMs).toISOString())
      .all<{ code: string; subject: string }>();
    reported.push(...results.map(({ code, subject }) => `${code} ${subject}`));
    if ((day + 1) % MONTH_DAYS > 0) continue;
    const counted = await count(env.DB);
    expect([...counted.keys()].toSorted()).toEqual(Object.keys(TABLES).toSorted());
    for (const [name, rows] of counted) {
      const bound = TABLES[name];
      if (typeof bound === "number" && rows > bound) over.push(`${name}: ${rows} rows on day ${day}`);
    }
  }
  expect(over).toEqual([]);
  // Each is reported once, however long it holds.
  expect(reported.length).toBeGreaterThan(0);
  expect(new Set(reported).size).toBe(reported.length);
});
