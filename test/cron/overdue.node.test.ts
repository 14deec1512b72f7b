// Tests the calls that the cron makes for overdue rows and operators' orders: which, when, and what is kept of the answer.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Outcome } from "../../src/authority/outcome.ts";
import { deliverResendOrders, hurryAfterOutage, wakeOverdue } from "../../src/cron/overdue.ts";
import { RELEASED } from "../../src/domain/document/brake.ts";
import { type EngineNamespace, openEngineNamespace, type Platform, ringAlarm } from "../issuance/engine-namespace.ts";
import { type EngineRoom, VERDICT } from "../support/engine-room.ts";
import { silentSince } from "../support/outage-state.ts";

const UNKNOWN: Outcome = { type: "unknown", reason: "timeout", detail: "timeout: 90 s" };
const ABSENT: Outcome = { type: "absent", detail: "status 66", verdict: { ...VERDICT, isValid: false } };
const ACCEPTED: Outcome = { type: "accepted", verdict: VERDICT };
const MINUTE_MS = 60_000;
/** Questions after which the document is `send_unknown`. */
const QUESTIONS = 9;

let lines: unknown[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Documents that are asked about at the same instant, and accepted. */
async function open(count: number, platform?: Platform): Promise<EngineNamespace & { readonly dueMs: number }> {
  const namespace = await openEngineNamespace(count, UNKNOWN, platform);
  const [dueMs, ...others] = new Set(namespace.rooms.map((room) => Date.parse(room.record().wakeAt ?? "")));
  if (dueMs === undefined || others.length > 0) throw new Error("not due together");
  for (const { answers, clock } of namespace.rooms) {
    answers.push(ACCEPTED);
    clock.nowMs = dueMs + MINUTE_MS;
  }
  return { ...namespace, dueMs };
}

const readStates = ({ rooms }: EngineNamespace) => rooms.map((room) => room.record().state);

it("a document is poked once its alarm is two minutes late, by its own name", async () => {
  const namespace = await open(2);
  expect(await wakeOverdue(namespace.env, namespace.dueMs + 2 * MINUTE_MS)).toBe(0);
  expect(await wakeOverdue(namespace.env, namespace.dueMs + 2 * MINUTE_MS + 1)).toBe(2);
  expect(namespace.called.toSorted()).toEqual(["wake dse:1:1:1", "wake dse:1:1:2"]);
  expect(readStates(namespace)).toEqual(["aceptado", "aceptado"]);
});

describe("after an outage of the authority", () => {
  /** Documents that were sent into an outage, and are asked about in an hour; as `listBrakes` finds it. */
  async function outlast(brake: object) {
    const namespace = await open(3);
    const { env } = namespace;
    const [nowMs, later] = [namespace.dueMs - 3 * MINUTE_MS, new Date(namespace.dueMs + 60 * MINUTE_MS).toISOString()];
    for (const { clock, journal, record } of namespace.rooms) {
      clock.nowMs = nowMs;
      journal.replace(record().version, { ...record(), wakeAt: later });
    }
    const updated = new Date(nowMs - MINUTE_MS).toISOString().slice(0, 19).replace("T", " ");
    await env.DB.prepare("UPDATE documents SET due_at = ?1, updated_at = ?2").bind(later, updated).run();
    const insert = "INSERT INTO authority_health (environment, state, version) VALUES ('produccion', ?1, 1)";
    await env.DB.prepare(insert).bind(JSON.stringify(brake)).run();
    const run = async (atMs: number) => {
      await hurryAfterOutage(env, atMs);
      return wakeOverdue(env, atMs);
    };
    return { ...namespace, nowMs, run };
  }
  it("what was sent into it is asked about with the next minute, the oldest first, and once", async () => {
    const backMs = Date.parse("2026-11-20T14:59:00.000Z");
    const { run, nowMs, called, rooms, ...namespace } = await outlast({
      ...RELEASED,
      heldFrom: backMs - MINUTE_MS,
      backSince: backMs,
    });
    expect(await run(nowMs)).toBe(3);
    for (const room of rooms) await room.settle();
    expect(called.toSorted()).toEqual(["wake dse:1:1:1", "wake dse:1:1:2", "wake dse:1:1:3"]);
    expect(readStates({ ...namespace, called, rooms })).toEqual(Array(3).fill("aceptado"));
    expect(await run(nowMs + MINUTE_MS)).toBe(0);
  });

  it("nothing is hurried while it lasts, nor long after it", async () => {
    const downMs = Date.parse("2026-11-20T14:00:00.000Z");
    const down = await outlast(silentSince(downMs));
    expect(await down.run(down.nowMs)).toBe(0);
    const over = await outlast({ ...RELEASED, heldFrom: downMs, backSince: downMs });
    expect(await over.run(over.nowMs)).toBe(0);
  });
});

const loseBytes = ({ journal, files, record }: EngineRoom) => {
  journal.dropSignedBytes();
  files.files.delete(record().xmlPath ?? "");
};
const loseReach = (room: EngineRoom) => {
  room.journal.dropSignedBytes();
  room.fail("get");
};
it.each<[string, (room: EngineRoom) => void, string | null, string]>([
  ["whose bytes are there is closed as resent", () => undefined, "resent", "aceptado"],
  ["whose bytes are gone is closed as that", loseBytes, "not-resent: bytes-missing", "send_unknown"],
  ["whose archive is away stays open", loseReach, null, "send_unknown"],
])("an order for a document %s", async (_, change, outcome, state) => {
  const namespace = await openEngineNamespace(1, UNKNOWN);
  const [room] = namespace.rooms;
  if (room === undefined) throw new Error("no room");
  room.answers.push(...Array(QUESTIONS).fill(ABSENT));
  await ringAlarm(room, QUESTIONS);
  change(room);
  const insert = `INSERT INTO resend_orders (company_id, document_id, actor, approver, reason)
    VALUES (?1, 1, 'ana', 'luis', 'rolled back')`;
  await namespace.env.DB.prepare(insert).bind(namespace.companyId).run();
  room.answers.push(ACCEPTED);
  const { nowMs } = room.clock;
  expect(await deliverResendOrders(namespace.env, nowMs)).toBe(1);
  await room.settle();
  expect(namespace.called).toEqual(["resend dse:1:1:1"]);
  expect(room.record().state).toBe(state);
  const ordered = room.record().changes.filter(({ event }) => event === "operator-resend");
  expect(ordered).toMatchObject(outcome === "resent" ? [{ actor: "ana + luis", reason: "rolled back" }] : []);
  const row = await namespace.env.DB.prepare("SELECT outcome, closed_at AS closedAt FROM resend_orders").bind().first();
  expect(row).toEqual({ outcome, closedAt: outcome === null ? null : new Date(nowMs).toISOString() });
});

it("an object that fails is reported, and the others are poked all the same", async () => {
  const namespace = await open(9, async (_, name) => {
    if (name.endsWith(":1")) throw new Error("reset");
  });
  expect(await wakeOverdue(namespace.env, namespace.dueMs + 60 * MINUTE_MS)).toBe(9);
  expect(readStates(namespace)).toEqual(["en_proceso_http", ...Array(8).fill("aceptado")]);
  expect(lines).toEqual([{ level: "warn", code: "poke_failed", error: "Error: reset" }]);
});

it("a silent object is given up after half a minute, and the others are poked all the same", async () => {
  const namespace = await open(9, (_, name) =>
    name.endsWith(":1") ? new Promise(() => undefined) : Promise.resolve(),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const poked = wakeOverdue(namespace.env, namespace.dueMs + 60 * MINUTE_MS);
    await vi.waitFor(() => expect(readStates(namespace).slice(1)).toEqual(Array(8).fill("aceptado")));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await poked).toBe(9);
  } finally {
    vi.useRealTimers();
  }
  expect(lines).toEqual([
    { level: "warn", code: "poke_failed", error: "DeadlineError: wake: no answer within 30000 ms" },
  ]);
});
