// Calls of a database that is slow: each has its deadline, and the operator's program more patience than the service.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patiently, READ_TIMEOUT_MS, readAll } from "../../src/store/database.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A statement that answers after so many milliseconds. */
function slowStatement(milliseconds: number): D1PreparedStatement {
  const all = () => new Promise((resolve) => setTimeout(() => resolve({ results: [{ n: 1 }] }), milliseconds));
  return { all } as unknown as D1PreparedStatement;
}

describe("a read that takes longer than its deadline", () => {
  it("is given up, and says so", async () => {
    const reading = readAll(slowStatement(READ_TIMEOUT_MS + 1));
    const failing = expect(reading).rejects.toThrow(`D1 read: no answer within ${READ_TIMEOUT_MS} ms`);
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    await failing;
  });

  it("is waited for by whoever has the patience, and no longer than that", async () => {
    const read = (milliseconds: number) => patiently(60_000, async () => readAll(slowStatement(milliseconds)));
    const inTime = read(59_999);
    const late = expect(read(60_001)).rejects.toThrow("D1 read: no answer within 60000 ms");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await inTime).toEqual([{ n: 1 }]);
    await late;
  });
});
