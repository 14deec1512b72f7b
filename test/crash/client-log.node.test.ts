// Tests the log of the clients: which answer breaks a promise, and when an attack has shown nothing.
import { describe, expect, it } from "vitest";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { findSilence } from "./audit-client-log.ts";
import { type AnswerFacts, ClientLog, type KindName } from "./client-log.ts";

const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - 86_400_000);
const NOTHING = { id: undefined, number: undefined, state: undefined, fiscalId: undefined, code: undefined };

function openEntry(clientLog: ClientLog, companyId = 1, kind: KindName = "dse", day = TODAY) {
  const payload = { fecha_documento: day };
  return clientLog.open({ kind, companyId, client: "all", key: "k", payload, altered: { ...payload, x: 1 } });
}

/** What the log notes of one answer to a new key. */
function listViolations(
  facts: Partial<AnswerFacts> & { readonly status: number },
  companyId = 1,
  day = TODAY,
): string[] {
  const clientLog = new ClientLog();
  clientLog.takeAnswer(openEntry(clientLog, companyId, "dse", day), "payload", 0, { ...NOTHING, ...facts });
  return clientLog.violations;
}

describe("the log of the clients", () => {
  it.each([
    [400, "invalid_payload"],
    [400, "business_rule"],
    [400, "certificate_missing"],
    [403, "wrong_company"],
    [403, "missing_scope"],
    [401, "unauthorized"],
    [429, "rate_limited"],
    [500, "internal_error"],
  ])("notes %i %s to a sound request", (status, code) => {
    expect(listViolations({ status, code })).toEqual([`dse:1:k (document ?): status ${status} ${code}`]);
  });

  it.each([
    [403, "plan_exhausted", 4],
    [400, "range_exhausted", 5],
  ])("notes %i %s but of company %i, which runs out", (status, code, companyId) => {
    expect(listViolations({ status, code }, companyId)).toEqual([]);
    expect(listViolations({ status, code }, 1)).toHaveLength(1);
  });

  it("lets a service be out of reach, and a support document be of yesterday once it is tomorrow", () => {
    expect(listViolations({ status: 503, code: "unavailable" })).toEqual([]);
    expect(listViolations({ status: 400, code: "business_rule" }, 1, YESTERDAY)).toEqual([]);
  });
});

describe("an attack", () => {
  it("that issued nothing, or not every kind, has shown nothing", () => {
    const clientLog = new ClientLog();
    expect(findSilence(clientLog, ["dse", "fe"])).toEqual([
      "no dse was ever issued",
      "no fe was ever issued",
      "0 of 0 keys were answered with a document",
    ]);
    openEntry(clientLog, 1, "fe").id = 1;
    expect(findSilence(clientLog, ["dse", "fe"])).toEqual(["no dse was ever issued"]);
    expect(findSilence(clientLog, ["fe"])).toEqual([]);
  });

  it("whose keys were mostly never answered has shown little", () => {
    const clientLog = new ClientLog();
    openEntry(clientLog).id = 1;
    for (let more = 0; more < 9; more += 1) openEntry(clientLog);
    expect(findSilence(clientLog, ["dse"])).toEqual([]);
    openEntry(clientLog);
    expect(findSilence(clientLog, ["dse"])).toEqual(["1 of 11 keys were answered with a document"]);
  });
});
