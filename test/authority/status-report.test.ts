// Checks which rules of a long answer of the authority are kept.
import { describe, expect, it } from "vitest";
import { keepRules, readRule } from "../../src/authority/status-report.ts";

const MOST_BYTES = 24 * 1024;
const rule = (index: number, severity: "Rechazo" | "Notificación", text: string) =>
  readRule(`Regla: FAD${index}, ${severity}: ${text}`, false);
const list = (count: number, make: (index: number) => ReturnType<typeof readRule>) =>
  Array.from({ length: count }, (_, index) => make(index));
const countBytes = (rules: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(rules)).length;

describe("the rules of an answer", () => {
  it.each([
    ["of 500 characters", "x".repeat(600)],
    ["of quotes, which JSON doubles", '"'.repeat(600)],
    ["of characters of three bytes", "€".repeat(600)],
  ])("300 %s stay below what an answer may hold", (_, text) => {
    const kept = keepRules(list(300, (index) => rule(index, "Rechazo", text)));
    expect(kept.length).toBeGreaterThan(10);
    expect(countBytes(kept)).toBeLessThanOrEqual(MOST_BYTES + 2 * kept.length);
  });

  it("are all kept when they are few and short", () => {
    const rules = list(40, (index) => rule(index, index % 2 === 0 ? "Rechazo" : "Notificación", "Texto de una regla"));
    expect(keepRules(rules)).toEqual(rules);
  });

  it("at most 200 are kept", () => {
    expect(keepRules(list(300, (index) => rule(index, "Rechazo", "")))).toHaveLength(200);
  });

  it("keep the rejection that comes after hundreds of notifications", () => {
    const rejection = rule(6, "Rechazo", "por qué se rechaza");
    const rules = [...list(300, (index) => rule(index, "Notificación", "y".repeat(400))), rejection];
    expect(keepRules(rules).at(-1)).toEqual(rejection);
  });
});
