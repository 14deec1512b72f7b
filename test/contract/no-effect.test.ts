// Counts what leaves the Worker at every port for each POST of a caller that may not, or may no longer, call: nothing.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "../../src/api/app/route.ts";
import { createApp } from "../../src/api/app.ts";
import { API_VERSIONS, type ApiVersion, basePathOf, existsIn } from "../../src/api/base/version.ts";
import { ROUTES } from "../../src/api/routes.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { Env } from "../../src/env.ts";
import { postInvoice, postSupportDocument } from "../support/api.ts";
import { countRoundTrips } from "../support/round-trip.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, issueToken, type Tenant } from "../support/tenant.ts";
import { issueTicket, sampleTicket } from "../support/ticket.ts";

let tenant: Tenant;
let invoiceId: number;
let supportId: number;
let ticketId: number;
const today = () => dateInBogota(Date.now());

beforeAll(async () => {
  tenant = await createTenant({ modules: ["fe", "dse", "dee"] });
  ticketId = await issueTicket(tenant, "ticket");
  invoiceId = (await postInvoice(tenant, sampleInvoice())).body.factura_id;
  const settings = { sender: null, replyTo: null, isAutomatic: false, testAddresses: [] };
  const turnOn = env.DB.prepare("UPDATE companies SET mail = ?2 WHERE id = ?1");
  await turnOn.bind(tenant.companyId, JSON.stringify(settings)).run();
  supportId = (await postSupportDocument(tenant, crypto.randomUUID(), sampleSupportDocument())).body.documento.id;
});

/** A body that each POST would do something for; one that is not listed has none, and fails here. */
const BODIES: Readonly<Record<string, () => object>> = {
  createInvoice: () => sampleInvoice(),
  createSupportDocument: () => sampleSupportDocument(),
  createCreditNote: () => ({ factura_id: invoiceId, concepto: "3", items: [{ linea: 1, cant: 1, unit: 1 }] }),
  createDebitNote: () => ({
    factura_id: invoiceId,
    concepto: "1",
    items: [{ desc: "Mora", cant: 1, unit: 100, iva: 0 }],
  }),
  createAdjustmentNote: () => ({
    documento_id: supportId,
    concepto: "3",
    items: [{ linea: 1, cantidad: 1, precio_unitario: 1 }],
  }),
  createLink: () => ({ renovar: true }),
  createTicket: () => sampleTicket(),
  createTicketCreditNote: () => ({ documento_id: ticketId, concepto: "3", items: [{ linea: 1, cant: 1, unit: 1 }] }),
  createTicketDebitNote: () => ({
    documento_id: ticketId,
    concepto: "1",
    items: [{ desc: "Mora", cant: 1, unit: 100, iva: 0 }],
  }),
  createTicketLink: () => ({ renovar: true }),
  orderInvoiceMail: () => ({ correo: "compras@example.org" }),
  orderTicketMail: () => ({ correo: "compras@example.org" }),
  getAcquirer: () => ({ tipo_doc: "13", numero_doc: "1020304050", force_refresh: true }),
};

const POSTS = API_VERSIONS.flatMap((version) =>
  ROUTES.filter((route) => route.method === "POST" && existsIn(version, route)).map(
    (route) => [`${version} ${route.operationId}`, version, route] as const,
  ),
);

/** Says that code runs for the request under test: objects of earlier requests go on in the same isolate, and fetch. */
const underTest = new AsyncLocalStorage<true>();

/** An isolate whose every port is counted. */
function startCounted() {
  const left: string[] = [];
  /** The same binding, with each call to one of these members counted before it goes on. */
  const counting = <Port extends object>(name: string, port: Port, members: readonly string[]): Port =>
    new Proxy(port, {
      get(target, member) {
        const found: unknown = Reflect.get(target, member);
        if (typeof found !== "function") return found;
        return (...values: unknown[]) => {
          if (members.includes(String(member))) left.push(`${name}.${String(member)}`);
          return found.apply(target, values);
        };
      },
    });
  const fetched = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((...values) => {
    if (underTest.getStore()) left.push("fetch");
    return fetched(...values);
  });
  const trips = countRoundTrips(env.DB);
  /** The rate is counted once the caller is let in. */
  const admitted: (() => Promise<void>)[] = [];
  const RATE_LIMIT: RateLimit = {
    limit: async () => {
      for (const act of admitted.splice(0)) void act();
      return { success: true };
    },
  };
  const isolate = {
    ...env,
    DB: trips.db,
    RATE_LIMITED: "true",
    RATE_LIMIT,
    ISSUANCE: counting("object", env.ISSUANCE, ["getByName", "get"]),
    MAILERS: counting("mailer", env.MAILERS, ["getByName", "get"]),
    WEBHOOKS: counting("webhook", env.WEBHOOKS, ["getByName", "get"]),
    EMAIL: counting("mail", { send: () => Promise.reject(new Error("a request sends nothing")) }, ["send"]),
    FILES: counting("R2", env.FILES, ["put", "delete"]),
    ...(env.RENDERER && { RENDERER: counting("renderer", env.RENDERER, ["fetch"]) }),
  } as unknown as Env;
  const listLeft = () => [
    ...left,
    ...trips.readTrips().all.filter((sql) => /^\s*(insert|update|delete|replace)/i.test(sql)),
  ];
  const whenAdmitted = (act: () => Promise<void>) => void admitted.push(act);
  return { isolate, listLeft, whenAdmitted };
}

async function send(
  isolate: Env,
  { version, route, token }: { readonly version: ApiVersion; readonly route: Route; readonly token: string },
  body: BodyInit,
) {
  const url = `https://api.test${basePathOf(version)}/companies/${tenant.companyId}${route.path.replace(":docId", String(route.path.startsWith("/dee/") ? ticketId : invoiceId))}`;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  const context = createExecutionContext();
  const request = new Request(url, { method: "POST", headers, body });
  const response = await underTest.run(true, async () => createApp().fetch(request, isolate, context));
  const answer = { status: response.status, text: await response.text() };
  await waitOnExecutionContext(context);
  return answer;
}

/** A token that was used today: nothing else is written for it. */
async function meet() {
  const { token, tokenId } = await issueToken(tenant.clientId);
  await env.DB.prepare("UPDATE tokens SET last_used_day = ?2 WHERE id = ?1").bind(tokenId, today()).run();
  const revoke = () =>
    env.DB.prepare("UPDATE tokens SET revoked_at = '2026-01-01T00:00:00.000Z' WHERE id = ?1").bind(tokenId).run();
  return { token, revoke };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(POSTS)("%s", (_title, version, route) => {
  const bodyOf = () => JSON.stringify(BODIES[route.operationId]?.());

  it("of a token that was revoked, or never was one, is 401 and leaves nothing at any port", async () => {
    const { token, revoke } = await meet();
    await revoke();
    for (const one of [token, `${token}x`]) {
      const { isolate, listLeft } = startCounted();
      const { status } = await send(isolate, { version, route, token: one }, bodyOf());
      expect([status, listLeft()]).toEqual([401, []]);
    }
  });

  it.each<[string, (bytes: Uint8Array) => readonly [first: Uint8Array | undefined, rest: Uint8Array]]>([
    ["between its parts", (bytes) => [bytes.slice(0, 9), bytes.slice(9)]],
    ["before its end", (bytes) => [bytes.slice(0, -1), bytes.slice(-1)]],
    ["before its only part", (bytes) => [undefined, bytes]],
  ])("of a token that is revoked while the body comes, %s, likewise", async (_, split) => {
    const { token, revoke } = await meet();
    const { isolate, listLeft, whenAdmitted } = startCounted();
    const [first, rest] = split(new TextEncoder().encode(bodyOf()));
    const body = new ReadableStream({
      async start(controller) {
        if (first !== undefined) controller.enqueue(first);
        whenAdmitted(async () => {
          await revoke();
          await new Promise((resolve) => setTimeout(resolve, 20));
          controller.enqueue(rest);
          controller.close();
        });
      },
    });
    const { status } = await send(isolate, { version, route, token }, body);
    expect([status, listLeft()]).toEqual([401, []]);
  });

  it("of a token that is good leaves something, so that the count is not blind", async () => {
    const { token } = await meet();
    const { isolate, listLeft } = startCounted();
    const { status, text } = await send(isolate, { version, route, token }, bodyOf());
    expect([200, 201, 202, 404, 502], text).toContain(status);
    expect(listLeft().length).toBeGreaterThan(0);
  });
});
