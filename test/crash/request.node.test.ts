// Tests what the clients of an attack draw: each kind that no answer has shown yet comes before everything else.
import { describe, expect, it } from "vitest";
import { createRandom } from "../support/random.ts";
import { ClientLog, KIND_NAMES, type KindName } from "./client-log.ts";
import { drawOperation } from "./request.ts";

const COMPANY = { id: 1, modules: ["dse", "fe"] as const, series: { "94": { prefix: "NCP", next: 1 } } };

/** Kinds in the order drawn, each accepted at once. */
function drawKinds(count: number, kinds: readonly KindName[] = KIND_NAMES): KindName[] {
  const clientLog = new ClientLog();
  const random = createRandom(1);
  return Array.from({ length: count }, (_, index) => {
    const drawing = { random, kinds, clientLog, run: "r", lostRate: 0 };
    const operation = drawOperation(drawing, [COMPANY]);
    const facts = { status: 201, id: index + 1, number: index + 1, fiscalId: String(index), code: undefined };
    clientLog.takeAnswer(clientLog.open(operation), "payload", 0, { ...facts, state: "aceptado" });
    return operation.kind;
  });
}

describe("an operation", () => {
  it("is of a kind that was not issued yet, while there is one", () => {
    expect(drawKinds(KIND_NAMES.length).toSorted()).toEqual(KIND_NAMES.toSorted());
  });

  it("is of any kind once all were issued, and only of those asked for", () => {
    expect(new Set(drawKinds(200).slice(KIND_NAMES.length))).toEqual(new Set(KIND_NAMES));
    expect(new Set(drawKinds(100, ["dee", "ndp"]))).toEqual(new Set(["dee", "ndp"]));
  });
});
