// Tests failures of a call to an object: called again, an honest "unavailable", or reported as the bug that they are.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../src/env.ts";
import { issueThroughObject } from "../../src/issuance/contract/stub.ts";
import { COMMAND } from "../support/record.ts";

const ISSUED = { type: "unavailable" } as const;
const CONFLICT = { type: "conflict", documentId: 1, number: "FE1", state: "aceptado" } as const;

let lines: unknown[];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** An environment whose object fails in turn with these marks, and then answers. */
function failing(...failures: readonly object[]) {
  const asked: unknown[] = [];
  const left = [...failures];
  const getByName = (name: string, options: unknown) => ({
    issue: async () => {
      asked.push([name, options]);
      const failure = left.shift();
      if (failure !== undefined) throw Object.assign(new Error("call failed"), failure);
      return CONFLICT;
    },
  });
  return { env: { ISSUANCE: { getByName } } as unknown as Env, asked };
}

const RESET = { remote: true, durableObjectReset: true };
const RETRYABLE = { remote: true, retryable: true };
const GONE = {};
const OVERLOADED = { remote: true, retryable: true, overloaded: true };
const BUG = { remote: true };

describe("a call to an object", () => {
  it.each([
    ["answered at once", [], CONFLICT, 1, []],
    ["reset once", [RESET], CONFLICT, 2, ["gone"]],
    ["to be repeated, twice", [RETRYABLE, RETRYABLE], CONFLICT, 3, ["gone", "gone"]],
    ["gone three times", [GONE, GONE, GONE], ISSUED, 3, ["gone", "gone", "gone"]],
    ["overloaded", [OVERLOADED], ISSUED, 1, ["overloaded"]],
    ["reset and then overloaded", [RESET, OVERLOADED], ISSUED, 2, ["gone", "overloaded"]],
  ])("that is %s", async (_, failures, expected, calls, kinds) => {
    const { env, asked } = failing(...failures);
    expect(await issueThroughObject(env, COMMAND)).toEqual(expected);
    expect(asked).toEqual(Array(calls).fill([COMMAND.name, { locationHint: "enam" }]));
    const warnings = kinds.map((kind, index) => ({
      level: "warn",
      code: "object_unreachable",
      kind,
      tries: index + 1,
    }));
    expect(lines).toEqual(warnings);
  });

  it("that says nothing is out of reach after half a minute, and not asked again", async () => {
    vi.useFakeTimers();
    try {
      const asked: string[] = [];
      const getByName = (name: string) => ({ issue: () => new Promise(() => void asked.push(name)) });
      const waiting = issueThroughObject({ ISSUANCE: { getByName } } as unknown as Env, COMMAND);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await waiting).toEqual(ISSUED);
      expect(asked).toEqual([COMMAND.name]);
      expect(lines).toEqual([{ level: "warn", code: "object_unreachable", kind: "silent", tries: 1 }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that met a bug is not repeated, and says so", async () => {
    const { env, asked } = failing(BUG);
    await expect(issueThroughObject(env, COMMAND)).rejects.toThrow("call failed");
    expect(asked).toHaveLength(1);
    expect(lines).toEqual([]);
  });
});
