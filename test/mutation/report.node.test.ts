// Tests what is wrong with the scores of mutation runs.
import { describe, expect, it } from "vitest";
import { findWeak, type MutationReport, scoreOf } from "./report.ts";

function reportOf(counts: Readonly<Record<string, number>>): MutationReport {
  const start = { line: 1, column: 1 };
  const mutants = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => ({ mutatorName: "x", status, location: { start, end: start } })),
  );
  return { files: { "a.ts": { source: "", mutants } } };
}

describe("a mutation score", () => {
  it.each([
    [{ Killed: 90, Timeout: 3, Survived: 7 }, []],
    [{ Killed: 84, Survived: 10, NoCoverage: 6, Ignored: 50 }, ["xml: 84.0 % noticed, 85 % wanted"]],
    [{ Killed: 90, Timeout: 4, Survived: 6 }, ["xml: 4.0 % timed out, which proves little"]],
    [{}, ["xml: 0.0 % noticed, 85 % wanted"]],
  ])("of %j has these weaknesses: %j", (counts, weak) => {
    expect(findWeak([scoreOf("xml", reportOf(counts))])).toEqual(weak);
  });
});
