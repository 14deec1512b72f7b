// Tests the reading of bodies that arrive piece by piece: whole, too large, too slow.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BODY_MAX_BYTES, BODY_TIMEOUT_MS, DRAINED_MOST_MS, readBodyBytes } from "../../src/api/app/body.ts";

/** A request whose body comes in these pieces, and then ends or goes on for ever. */
function request(
  pieces: readonly Uint8Array[],
  ends = true,
): { readonly request: Request; readonly wasCancelled: () => boolean } {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      if (ends) controller.close();
    },
    cancel() {
      cancelled = true;
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  return { request: new Request("https://api.test/", init as RequestInit), wasCancelled: () => cancelled };
}

describe("a body", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("comes whole, in pieces of any size", async () => {
    const { request: one } = request([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)]);
    expect((await readBodyBytes(one)).bytes).toEqual(Uint8Array.of(1, 2, 3));
  });

  it("may be of exactly the limit, and not a byte more", async () => {
    const { request: largest } = request([new Uint8Array(BODY_MAX_BYTES)]);
    expect((await readBodyBytes(largest)).bytes.length).toBe(BODY_MAX_BYTES);
    const { request: larger } = request([new Uint8Array(BODY_MAX_BYTES), Uint8Array.of(1)]);
    await expect(readBodyBytes(larger)).rejects.toMatchObject({ code: "body_too_large" });
  });

  it("that goes on for ever is given up after the limit, and its sender answered", async () => {
    const { request: endless, wasCancelled } = request([new Uint8Array(BODY_MAX_BYTES + 1)], false);
    const outcome = expect(readBodyBytes(endless)).rejects.toMatchObject({ code: "body_too_large" });
    await vi.advanceTimersByTimeAsync(DRAINED_MOST_MS);
    await outcome;
    expect(wasCancelled()).toBe(true);
  });

  it("that stalls is given up at the deadline", async () => {
    const { request: stalled, wasCancelled } = request([Uint8Array.of(1)], false);
    const outcome = expect(readBodyBytes(stalled)).rejects.toMatchObject({ code: "body_timeout" });
    await vi.advanceTimersByTimeAsync(BODY_TIMEOUT_MS);
    await outcome;
    expect(wasCancelled()).toBe(true);
  });

  it("that is absent is empty", async () => {
    const headers = { "content-type": "application/json" };
    const none = new Request("https://api.test/", { method: "POST", headers });
    expect(await readBodyBytes(none)).toEqual({ bytes: new Uint8Array(0), hasWaited: false });
  });
});
