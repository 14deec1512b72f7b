// Tests, over HTTP, any combination of what lies at the border of a rule: a document that the authority accepts, or a 400.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BorderRequest, invoicesAtBorders, supportDocumentsAtBorders } from "../support/border.ts";
import { cases } from "../support/cases.ts";
import { KINDS, type Kind } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const CASES = 40;
const OPTIONS = { nowMs: Date.now(), slackSeconds: 120 };

const requestsOf = (kind: Kind) =>
  kind.module === "dse"
    ? supportDocumentsAtBorders(kind.sample(), OPTIONS)
    : invoicesAtBorders(kind.sample({ subtotal: null, impuestos: null, total: null }), OPTIONS);

/** The body carries the key; a gateway's header comes beside it. */
function post(kind: Kind, tenant: Tenant, { body, headerKey }: BorderRequest) {
  return kind.post(tenant, null, body, headerKey === undefined ? {} : { headers: { "idempotency-key": headerKey } });
}

describe.each(KINDS)("$title", (kind) => {
  it("issues every request that breaks no rule once, and the authority accepts it", async () => {
    const tenant = await createTenant({ numbersLeft: 100_000, allowance: 500 });
    const ids = new Set<number>();
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(requestsOf(kind), async (request) => {
        const answer = await post(kind, tenant, request);
        const facts = { status: answer.status, paths: pathsOf(answer.body) };
        expect(facts, answer.body?.error).toEqual({
          status: request.refused.length === 0 ? 201 : 400,
          paths: request.refused,
        });
        if (request.refused.length > 0) return;
        taken += 1;
        ids.add(kind.factsOf(answer).id ?? 0);
        const again = await post(kind, tenant, request);
        expect([again.status, kind.factsOf(again).id]).toEqual([200, kind.factsOf(answer).id]);
      }),
      // A shrunk request would have the key of an issued one.
      { numRuns: cases(CASES), endOnFailure: true },
    );
    expect(taken).toBeGreaterThan(0);
    expect(ids.size).toBe(taken);
    expect(await listSendings(tenant.nit)).toHaveLength(taken);
  });
});

function pathsOf(body: { readonly details?: readonly { readonly path: string }[] }): readonly string[] {
  return [...new Set((body.details ?? []).map(({ path }) => path))].sort();
}
