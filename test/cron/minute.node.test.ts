// Tests that one failing part of a minute of the cron stops no other.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runMinute } from "../../src/cron/run-minute.ts";
import { insertAudits, listNewestAudits } from "../../src/store/audit/journal-audits.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import { listUndelivered } from "../../src/store/watch/alerts.ts";
import { openEngineNamespace } from "../issuance/engine-namespace.ts";
import { VERDICT } from "../support/engine-room.ts";

const MINUTE_MS = 60_000;

let lines: unknown[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A document whose alarm was lost, an order to compare it, and the minute in which both are due. */
async function open() {
  const namespace = await openEngineNamespace(1, { type: "unknown", reason: "timeout", detail: "timeout: 90 s" });
  const scope = { companyId: namespace.companyId, state: "" };
  await run(openDatabase(namespace.env.DB), insertAudits(scope));
  const [room] = namespace.rooms;
  if (room === undefined) throw new Error("no room");
  room.answers.push({ type: "accepted", verdict: VERDICT });
  room.clock.nowMs = Date.parse(room.record().wakeAt ?? "") + 11 * MINUTE_MS;
  return { ...namespace, room, scope, nowMs: room.clock.nowMs };
}

it("wakes what is overdue, then compares journals with rows", async () => {
  const { env, called, room, scope, nowMs } = await open();
  await runMinute(env, nowMs);
  expect(called).toEqual(["wake dse:1:1:1", "audit dse:1:1:1"]);
  expect(room.record().state).toBe("aceptado");
  expect(await listNewestAudits(openDatabase(env.DB), scope)).toMatchObject([
    { asked: 1, closedAt: expect.any(String) },
  ]);
  expect(lines).toEqual([]);
});

it.each([
  ["resend", "resend_orders", ["wake dse:1:1:1", "audit dse:1:1:1"]],
  ["audit", "journal_audits", ["wake dse:1:1:1"]],
])("reports a failing %s, and does all the rest", async (step, table, done) => {
  const { env, called, room, nowMs } = await open();
  await env.DB.prepare(`DROP TABLE ${table}`).bind().run();
  await runMinute(env, nowMs);
  expect(called).toEqual(done);
  expect(room.record().state).toBe("aceptado");
  const error = expect.stringContaining(`no such table: ${table}`);
  expect(lines).toEqual([{ level: "warn", code: "cron_failed", step, error }]);
});

it("reports each failure by itself, also when nothing can be done", async () => {
  const { env, nowMs } = await open();
  await env.DB.prepare("ALTER TABLE documents RENAME TO gone").bind().run();
  await env.DB.prepare("DROP TABLE journal_audits").bind().run();
  await runMinute(env, nowMs);
  expect(lines).toMatchObject(
    ["wake", "resend", "warn", "audit", "retire"].map((step) => ({ code: "cron_failed", step })),
  );
});

const BEAT = "https://beat.test/ping/CANARY-BEAT";

it("tells the outside monitor of a minute whose work was all done, and of no other", async () => {
  const { env, nowMs } = await open();
  const beats: string[] = [];
  const post = async (url: string) => {
    beats.push(url);
    return new Response("ok");
  };
  await runMinute({ ...env, HEARTBEAT_URL: BEAT }, nowMs, post);
  expect(beats).toEqual([BEAT]);
  await env.DB.prepare("DROP TABLE resend_orders").bind().run();
  await runMinute({ ...env, HEARTBEAT_URL: BEAT }, nowMs + MINUTE_MS, post);
  expect(beats).toEqual([BEAT]);
});

it("says that the monitor was not reached, and never its address", async () => {
  const { env, nowMs } = await open();
  await runMinute({ ...env, HEARTBEAT_URL: BEAT }, nowMs, () => Promise.reject(new TypeError(`no route to ${BEAT}`)));
  expect(lines).toEqual([{ level: "warn", code: "heartbeat_undelivered", error: "TypeError" }]);
});

it("keeps what failed for the operator, once an hour and part", async () => {
  const { env, nowMs } = await open();
  await env.DB.prepare("DROP TABLE resend_orders").bind().run();
  const hour = Math.ceil(nowMs / 3_600_000) * 3_600_000;
  for (const at of [hour, hour + MINUTE_MS, hour + 60 * MINUTE_MS]) await runMinute(env, at);
  const kept = (await listUndelivered(openDatabase(env.DB), 100)).filter(({ code }) => code === "cron_failed");
  expect(kept).toHaveLength(2);
  expect(kept[0]).toMatchObject({ companyId: null, detail: { severity: "warning", step: "resend" } });
});
