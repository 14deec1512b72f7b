// Tests the daily heads of the audit events: written once, keyed, and a warning when the database no longer has those of the
// day before.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepHeads } from "../../src/cron/event-heads.ts";
import { dayPath, importAuditKeys, readDay } from "../../src/store/audit/event-head.ts";
import { chainEvent, insertEvent } from "../../src/store/audit/events.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { seedCompany } from "../store/sample.ts";

const DAY_MS = 86_400_000;

let lines: Record<string, unknown>[];
let noonMs = Date.parse("2031-03-01T17:00:00Z");
beforeEach(() => {
  lines = [];
  // Each test has days of its own.
  noonMs += 100 * DAY_MS;
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => vi.restoreAllMocks());

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function addEvent(companyId: number, action: string): Promise<void> {
  const facts = { companyId, at: "2031-01-01T00:00:00Z", actor: "ana", reason: null, documentId: null, detail: {} };
  await run(openDatabase(env.DB), insertEvent(await chainEvent(openDatabase(env.DB), { ...facts, action })));
}

async function readKept(ms: number) {
  const path = dayPath(dayOf(ms));
  const file = await env.FILES.get(path);
  return file === null ? undefined : readDay(await importAuditKeys(env.AUDIT_KEY ?? ""), path, await file.bytes());
}

it("are written once, genuine, with every chain", async () => {
  const companyId = await seedCompany(env.DB);
  await addEvent(companyId, "one");
  await addEvent(companyId, "two");
  await keepHeads(env, noonMs);
  const kept = await readKept(noonMs);
  expect(kept).toMatchObject({ day: dayOf(noonMs), isGenuine: true });
  expect(kept?.heads).toContainEqual({ companyId, sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await addEvent(companyId, "three");
  // An isolate that knows nothing of the first run.
  await keepHeads({ ...env, FILES: env.FILES }, noonMs + 60_000);
  expect(await readKept(noonMs)).toEqual(kept);
});

it("are not written without a key", async () => {
  const { AUDIT_KEY: _none, ...rest } = env;
  await keepHeads(rest, noonMs);
  expect(await env.FILES.get(dayPath(dayOf(noonMs)))).toBeNull();
  expect(lines).toEqual([]);
});

it.each([
  ["cut", "DELETE FROM events WHERE company_id = ?1 AND sequence = 2"],
  [
    "rewritten",
    "UPDATE events SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE company_id = ?1 AND sequence = 2",
  ],
  ["deleted", "DELETE FROM events WHERE company_id = ?1"],
])("warn on the next day of a chain that was %s, once, and of no other", async (_, sql) => {
  const [companyId, sound] = [await seedCompany(env.DB), await seedCompany(env.DB)];
  for (const id of [companyId, sound]) {
    await addEvent(id, "one");
    await addEvent(id, "two");
  }
  await keepHeads(env, noonMs);
  await env.DB.prepare(sql).bind(companyId).run();
  // The cron stood still for a day.
  await keepHeads(env, noonMs + 2 * DAY_MS);
  await keepHeads(env, noonMs + 2 * DAY_MS + 60_000);
  const own = lines.filter((line) => line.companyId === companyId || line.companyId === sound);
  expect(own).toEqual([{ level: "warn", code: "events_changed", companyId, day: dayOf(noonMs), sequence: 2 }]);
});

it("warn in the log also when the warning was raised beforehand, as sent already", async () => {
  const companyId = await seedCompany(env.DB);
  await addEvent(companyId, "one");
  await keepHeads(env, noonMs);
  await env.DB.prepare("DELETE FROM events WHERE company_id = ?1").bind(companyId).run();
  const kept = await readKept(noonMs);
  const subject = `company:${companyId} day:${dayOf(noonMs)} ${kept?.mac.slice(0, 16)}`;
  await env.DB.prepare(
    "INSERT INTO alerts (code, subject, detail, raised_at, delivered_at) VALUES ('events_changed', ?1, '{}', 'x', 'x')",
  )
    .bind(subject)
    .run();
  await keepHeads(env, noonMs + DAY_MS);
  expect(lines).toContainEqual(expect.objectContaining({ code: "events_changed", companyId }));
});

it("warn of a file of the day before that somebody without the key wrote", async () => {
  await env.FILES.put(dayPath(dayOf(noonMs)), JSON.stringify({ day: dayOf(noonMs), heads: [], key: "1", mac: "00" }));
  await keepHeads(env, noonMs + DAY_MS);
  expect(lines).toEqual([{ level: "warn", code: "events_changed", companyId: 0, day: dayOf(noonMs), sequence: 0 }]);
});
