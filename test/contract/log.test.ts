// Tests what an operator sees from outside: one line per request and per exchange, their measurements, nothing else.
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/api/app.ts";
import type { Env } from "../../src/env.ts";
import type { AlertDetail } from "../../src/store/base/schema.ts";
import type { Warning } from "../../src/store/watch/health.ts";
import { call, getSupportDocument, postSupportDocument } from "../support/api.ts";
import { setClockAhead } from "../support/clock.ts";
import { type Recorder, recordConsole } from "../support/console.ts";
import { driveByAlarms } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { sampleSupportDocument, taggedSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { addWebhook } from "../support/webhook.ts";

/** Members that a line may have; before adding one, ask whether it can hold a person's data. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  request: [
    ...["event", "requestId", "method", "status", "durationMs", "trips", "route", "version", "code", "failure"],
    ...["tokenId", "clientId", "companyId", "documentId", "state", "isReplay", "isDryRun"],
  ],
  attempt: [
    ...["event", "companyId", "documentId", "module", "attemptId", "kind", "outcome", "reason", "httpStatus", "state"],
    ...["durationMs", "ageMs"],
  ],
  delivery: ["event", "webhook", "companyId", "message", "outcome", "durationMs"],
};

/** Members of a warning: all that any may have, for objects of other files' documents may warn at any time. */
const WARNING_MEMBERS = Object.keys({
  level: true,
  code: true,
  companyId: true,
  documentId: true,
  rangeId: true,
  tokenId: true,
  webhook: true,
  module: true,
  kind: true,
  typeCode: true,
  prefix: true,
  number: true,
  severity: true,
  cause: true,
  day: true,
  daysLeft: true,
  begins: true,
  notAfter: true,
  oldestMinutes: true,
  year: true,
  secret: true,
  sequence: true,
  size: true,
  numbersLeft: true,
  used: true,
  allowance: true,
  documents: true,
  unknown: true,
  sendings: true,
  tries: true,
  count: true,
  value: true,
  alert: true,
  step: true,
  error: true,
  refusal: true,
  detail: true,
  difference: true,
  statement: true,
  path: true,
  because: true,
  companies: true,
  among: true,
  environment: true,
  since: true,
  down: true,
  questions: true,
} satisfies Record<"level" | keyof AlertDetail | MemberOf<Warning>, true>);

/** The members of each of several types. */
type MemberOf<Type> = Type extends unknown ? keyof Type : never;

let tenant: Tenant;
let recorder: Recorder;

beforeAll(async () => {
  tenant = await createTenant();
});
beforeEach(() => {
  recorder = recordConsole();
});
afterEach(() => vi.restoreAllMocks());

const of = (event: string) => recorder.facts().filter((fact) => fact.event === event);
/** Only one company's: alarms of documents that other files left waiting speak too. */
const ownOf = (own: Tenant, event: string) => of(event).filter((fact) => fact.companyId === own.companyId);
const linesOf = (own: Tenant) => recorder.facts().filter((fact) => fact.companyId === own.companyId).length;

/** The day on which the company's token was used last; null before the first. */
async function readMark({ clientId }: Tenant): Promise<string | null> {
  return env.DB.prepare("SELECT last_used_day FROM tokens WHERE client_id = ?").bind(clientId).first("last_used_day");
}

describe("the log", () => {
  it.each(KINDS)(
    "has two lines of a new $title, of the request and the exchange, and one of its replay",
    async (kind) => {
      const own = await createTenant();
      const first = kind.factsOf(await kind.post(own, "log-1", kind.sample()));
      const ids = { companyId: own.companyId, documentId: first.id };
      expect(ownOf(own, "request")).toMatchObject([{ ...ids, status: 201, state: "aceptado", method: "POST" }]);
      expect(ownOf(own, "attempt")).toMatchObject([
        {
          ...ids,
          kind: "send",
          outcome: "accepted",
          httpStatus: 200,
          state: "aceptado",
          reason: null,
          ageMs: expect.any(Number),
        },
      ]);
      expect(linesOf(own)).toBe(2);
      // The day's mark of the token is written after the answer; without it the replay would write it again.
      await expect.poll(() => readMark(own)).not.toBeNull();
      recorder.clear();
      await kind.post(own, "log-1", kind.sample());
      expect(ownOf(own, "request")).toMatchObject([{ ...ids, status: 200, isReplay: true, trips: 1 }]);
      expect(linesOf(own)).toBe(1);
    },
  );

  it("reports every question about a lost answer, and when the outcome stays unknown", async () => {
    setClockAhead();
    const own = await createTenant();
    await postSupportDocument(own, "lost", taggedSupportDocument("#perdido"));
    await driveByAlarms(`dse:${own.companyId}:${own.clientId}:lost`);
    const [sending, ...questions] = ownOf(own, "attempt");
    expect(sending).toMatchObject({ kind: "send", outcome: "unknown", state: "en_proceso_http" });
    expect(questions.length).toBeGreaterThanOrEqual(4);
    expect(questions.every(({ kind, outcome }) => kind === "status" && outcome === "absent")).toBe(true);
    const settling = questions.filter(({ ageMs }) => ageMs !== null);
    expect(settling).toMatchObject([{ state: "send_unknown" }]);
  });

  it("names only what is on the list of each line", async () => {
    const own = await createTenant();
    // An address that nothing is sent to.
    await addWebhook(own, "https://127.0.0.1");
    await postSupportDocument(own, "heard", sampleSupportDocument());
    await expect.poll(() => ownOf(own, "delivery")).not.toEqual([]);
    await postSupportDocument(tenant, "members", sampleSupportDocument());
    await postSupportDocument(tenant, "members", taggedSupportDocument("#rechazo"));
    await postSupportDocument(tenant, null, sampleSupportDocument());
    await getSupportDocument(tenant, 999_999_999);
    await call("GET", "/nothing");
    const odd = recorder.facts().flatMap((fact) => {
      const allowed = MEMBERS[String(fact.event)] ?? WARNING_MEMBERS;
      return Object.keys(fact).filter((member) => !allowed.includes(member));
    });
    expect(odd).toEqual([]);
    expect(recorder.lines.length).toBe(recorder.facts().length);
  });

  it("names a token that is used at another company, or after its end", async () => {
    const other = await createTenant();
    const tokenId = tenant.token.split("_")[2];
    await call("GET", `/companies/${other.companyId}/dse/documentos/1`, undefined, { token: tenant.token });
    expect(of("request")).toMatchObject([
      { status: 403, code: "wrong_company", tokenId, companyId: tenant.companyId, clientId: tenant.clientId },
    ]);
    recorder.clear();
    await env.DB.prepare("UPDATE tokens SET revoked_at = '2020-01-01T00:00:00Z' WHERE client_id = ?1")
      .bind(other.clientId)
      .run();
    await getSupportDocument(other, 1);
    expect(of("request")).toMatchObject([{ status: 401, code: "unauthorized", tokenId: other.token.split("_")[2] }]);
  });

  it("stays one line for any text of a client", async () => {
    for (const text of ["a%0Ab", "a%0D%0A{%22event%22:%22request%22}", "%E2%80%A8", "%00"]) {
      await call("GET", `/companies/${tenant.companyId}/dse/documentos/${text}`, undefined, { token: tenant.token });
      await call("GET", `/${text}`);
    }
    expect(recorder.lines.filter((line) => /[\n\r]/.test(line))).toEqual([]);
    expect(of("request")).toHaveLength(8);
  });
});

describe("metrics", () => {
  it("are one point per request, with the route's pattern", async () => {
    const points: AnalyticsEngineDataPoint[] = [];
    const measured: Env = { ...env, METRICS: { writeDataPoint: (point) => void (point && points.push(point)) } };
    const request = new Request(`https://api.test/api/ext/v1/companies/${tenant.companyId}/dse/documentos/7`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    await createApp().fetch(request, measured, context as unknown as ExecutionContext);
    expect(points).toEqual([
      {
        indexes: ["request"],
        blobs: ["request", "/dse/documentos/:docId", "not_found", "GET", String(tenant.companyId)],
        doubles: [expect.any(Number), 404, expect.any(Number)],
      },
    ]);
  });
});

describe("the limit of requests", () => {
  const limited = (success: boolean): Env => ({
    ...env,
    RATE_LIMITED: "true",
    RATE_LIMIT: { limit: async () => ({ success }) },
  });
  const read = async (own: Env, token: string | null) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const url = `https://api.test/api/ext/v1/companies/${tenant.companyId}/dse/documentos/7`;
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    return createApp().fetch(new Request(url, { headers }), own, context as unknown as ExecutionContext);
  };

  it("is shown to every caller with a token, and nothing remains once it is reached", async () => {
    const { headers } = await read(limited(true), tenant.token);
    expect(headers.get("x-ratelimit-limit")).toBe(env.TOKEN_REQUESTS);
    expect(headers.get("ratelimit-policy")).toBe(`"token";q=${env.TOKEN_REQUESTS};w=60`);
    expect(headers.get("x-ratelimit-remaining")).toBeNull();
    const reached = await read(limited(false), tenant.token);
    expect(reached.status).toBe(429);
    expect(reached.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(reached.headers.get("x-ratelimit-reset")).toBe(reached.headers.get("retry-after"));
  });

  it("is not shown to strangers, nor where it is lifted", async () => {
    expect((await read(limited(true), null)).headers.get("x-ratelimit-limit")).toBeNull();
    expect((await read(env, tenant.token)).headers.get("x-ratelimit-limit")).toBeNull();
  });

  it("is asked before the key: what was refused left no trace", async () => {
    const count = env.DB.prepare("SELECT count(*) AS n FROM documents WHERE company_id = ?1").bind(tenant.companyId);
    const before = await count.first("n");
    const url = `https://api.test/api/ext/v1/companies/${tenant.companyId}/dse/documentos`;
    const request = new Request(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tenant.token}`,
        "idempotency-key": "limited",
        "content-type": "application/json",
      },
      body: JSON.stringify(sampleSupportDocument()),
    });
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const answer = await createApp().fetch(request, limited(false), context as unknown as ExecutionContext);
    expect(answer.status).toBe(429);
    expect(await count.first("n")).toBe(before);
    expect((await postSupportDocument(tenant, "limited", sampleSupportDocument({ moneda: "COP" }))).status).toBe(201);
  });
});

describe("the health of the service", () => {
  it("says that it is alive, and which release, and nothing more", async () => {
    const response = await exports.default.fetch("https://api.test/healthz");
    expect(Object.keys((await response.json()) as object).sort()).toEqual(["deployed", "ok", "release", "version"]);
  });
});
