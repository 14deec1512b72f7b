// Rows that should have moved, and operators' orders, into calls to their objects: which, when, and what is kept of the answer.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import type { ResendResult } from "../../src/issuance/command.ts";
import { deliverResendOrders, wakeOverdue } from "../../src/issuance/overdue.ts";
import { allocateNumber } from "../../src/store/allocation.ts";
import { sampleReservation, sampleSupportDocument, seedCompany } from "../store/sample.ts";
import { createD1 } from "../support/sqlite-d1.ts";

const DUE_MS = Date.parse("2026-11-20T15:01:00.000Z");

let lines: unknown[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Documents of one company, due at the same instant, and objects that answer as they are told. */
async function open(
  count: number,
  answer: (name: string) => ResendResult = () => ({ type: "resent", state: "sending" }),
) {
  const DB = createD1();
  const companyId = await seedCompany(DB);
  for (let index = 1; index <= count; index += 1) {
    const reservation = sampleReservation(companyId, {
      name: `dse:1:1:${index}`,
      wakeAt: new Date(DUE_MS).toISOString(),
    });
    await allocateNumber(DB, reservation, sampleSupportDocument());
  }
  const called: unknown[] = [];
  const getByName = (name: string) => ({
    wake: async (own: string) => void called.push(["wake", name, own]),
    resend: async (order: object) => {
      called.push(["resend", name, order]);
      return answer(name);
    },
  });
  return { env: { DB, ISSUANCE: { getByName } } as unknown as Env, called, companyId };
}

it("a document is poked once its alarm is two minutes late, by its own name", async () => {
  const { env, called } = await open(2);
  expect(await wakeOverdue(env, DUE_MS + 2 * 60_000)).toBe(0);
  expect(await wakeOverdue(env, DUE_MS + 2 * 60_000 + 1)).toBe(2);
  expect(called).toEqual([1, 2].map((index) => ["wake", `dse:1:1:${index}`, `dse:1:1:${index}`]));
});

it.each<[ResendResult, string | null]>([
  [{ type: "resent", state: "sending" }, "resent"],
  [{ type: "not-resent", reason: "bytes-missing", state: "send_unknown" }, "not-resent: bytes-missing"],
  [{ type: "not-resent", reason: "world-unreachable", state: "send_unknown" }, null],
])("an order answered with %j is closed as %j", async (result, outcome) => {
  const { env, called, companyId } = await open(1, () => result);
  const order = { actor: "ana", approver: "luis", reason: "rolled back" };
  await env.DB.prepare(
    "INSERT INTO resend_orders (company_id, document_id, actor, approver, reason) VALUES (?1, 1, 'ana', 'luis', 'rolled back')",
  )
    .bind(companyId)
    .run();
  expect(await deliverResendOrders(env, DUE_MS)).toBe(1);
  expect(called).toEqual([["resend", "dse:1:1:1", order]]);
  const row = await env.DB.prepare("SELECT outcome, closed_at AS closedAt FROM resend_orders").bind().first();
  expect(row).toEqual({ outcome, closedAt: outcome === null ? null : new Date(DUE_MS).toISOString() });
});

it("an object that fails is reported, and the others are poked all the same", async () => {
  const { env, called } = await open(9);
  const getByName = (name: string) => ({
    wake: async () => {
      if (name.endsWith(":1")) throw new Error("reset");
      called.push(name);
    },
  });
  expect(await wakeOverdue({ ...env, ISSUANCE: { getByName } } as unknown as Env, DUE_MS + 3_600_000)).toBe(9);
  expect(called).toHaveLength(8);
  expect(lines).toEqual([{ level: "warn", code: "poke_failed", error: "Error: reset" }]);
});
