// Tests that an object that has answered keeps no timer: with one pending it would stay in memory, and be paid for, until it
// fires.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALL_KINDS, EVERY_MODULE } from "../support/kind.ts";
import { createTenant } from "../support/tenant.ts";

const SOON_MS = 3_000;

/** Milliseconds of every timer that was started and neither fired nor cleared. */
let pending: Map<unknown, number>;
beforeEach(() => {
  pending = new Map();
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, milliseconds = 0) => {
    const timer = start(() => {
      pending.delete(timer);
      work();
    }, milliseconds);
    pending.set(timer, milliseconds);
    return timer;
  });
  vi.stubGlobal("clearTimeout", (timer: Parameters<typeof clear>[0]) => {
    pending.delete(timer);
    clear(timer);
  });
  const startSignal = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const signal = startSignal(milliseconds);
    pending.set(signal, milliseconds);
    signal.addEventListener("abort", () => pending.delete(signal));
    return signal;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(ALL_KINDS)("$title", (kind) => {
  it.each([
    { tag: "", status: 201 },
    { tag: "#rechazo", status: 422 },
    { tag: "#cortado", status: 502 },
    { tag: "#html", status: 502 },
    { tag: "#proceso", status: 201 },
  ])("answered $status ($tag): no timer is left", async ({ tag, status }) => {
    const tenant = await createTenant(EVERY_MODULE);
    const answer = await kind.post(tenant, "a", tag === "" ? kind.sample() : kind.tagged(tag));
    expect(answer.status).toBe(status);
    await vi.waitFor(() => expect([...pending.values()]).toEqual([]), { timeout: SOON_MS });
  });
});
