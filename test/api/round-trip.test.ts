// Counts how often a request waits for D1: each round trip is a wait of the client that no processor can shorten.
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/api/app.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import type { Env } from "../../src/env.ts";
import type { IssueCommand } from "../../src/issuance/contract/command.ts";
import { Issuance } from "../../src/issuance/object.ts";
import { confirmStorage } from "../../src/store/archive/files.ts";
import { countRoundTrips } from "../support/round-trip.ts";
import { supportBody } from "../support/support-body.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const AUTHENTICATION = 1;
const app = createApp();

/** The Worker and its objects over a counted database: as a fresh isolate, since what one keeps hangs on its binding. */
function startIsolate() {
  const counted = countRoundTrips(env.DB);
  const issue = (name: string) => (command: IssueCommand) =>
    runInDurableObject(env.ISSUANCE.getByName(name), (_, state) => new Issuance(state, isolate).issue(command));
  const ISSUANCE = {
    getByName: (name: string) => ({ issue: issue(name) }),
  } as unknown as Env["ISSUANCE"];
  const isolate: Env = { ...(env as unknown as Env), DB: counted.db, ISSUANCE };
  return {
    /** Trips until the answer was there, those after it left out. */
    async call(tenant: Tenant, method: string, path: string, body?: unknown, key = "") {
      counted.reset();
      const context = createExecutionContext();
      const request = new Request(`https://api.test/api/ext/v1/companies/${tenant.companyId}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tenant.token}`,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await app.fetch(request, isolate, context);
      const trips = counted.readTrips();
      const answer = {
        status: response.status,
        body: (await response.json()) as { id?: number; documento?: { id: number } },
      };
      await waitOnExecutionContext(context);
      return { ...answer, trips };
    },
  };
}

/** A tenant whose token was used today already: the day's mark is no part of what is counted. */
async function createUsedTenant(): Promise<Tenant> {
  const tenant = await createTenant();
  await env.DB.prepare("UPDATE tokens SET last_used_day = ?1 WHERE client_id = ?2")
    .bind(dateInBogota(Date.now()), tenant.clientId)
    .run();
  return tenant;
}

const today = () => dateInBogota(Date.now());

// Its storage is marked already, as before every request of a deployment but its first.
beforeAll(() => confirmStorage({ ...env }));

describe("round trips to D1, one after another", () => {
  it("are three for a new document: who calls, its number, what became of it; one more in a new isolate", async () => {
    const tenant = await createUsedTenant();
    const isolate = startIsolate();
    const cold = await isolate.call(tenant, "POST", "/dse/documentos", supportBody({}, today()), "cold");
    expect(cold.status).toBe(201);
    // No secret was opened yet, and nothing heard of the authority: both are asked at once, before the number.
    expect(cold.trips.inSequence).toBe(AUTHENTICATION + 3);
    const warm = await isolate.call(tenant, "POST", "/dse/documentos", supportBody({}, today()), "warm");
    expect(warm.status).toBe(201);
    expect(warm.trips.inSequence).toBe(AUTHENTICATION + 2);
    expect(warm.trips.statements).toHaveLength(AUTHENTICATION + 2);
  });

  it("are none after authentication for a replay and for a conflict: the key's object remembers", async () => {
    const tenant = await createUsedTenant();
    const isolate = startIsolate();
    await isolate.call(tenant, "POST", "/dse/documentos", supportBody({}, today()), "again");
    const replay = await isolate.call(tenant, "POST", "/dse/documentos", supportBody({}, today()), "again");
    expect([replay.status, replay.trips.statements.length]).toEqual([200, AUTHENTICATION]);
    const other = supportBody({ forma_pago: "1" }, today());
    const conflict = await isolate.call(tenant, "POST", "/dse/documentos", other, "again");
    expect([conflict.status, conflict.trips.statements.length]).toEqual([409, AUTHENTICATION]);
  });

  it("are none after authentication for a request that breaks a rule of its own", async () => {
    const tenant = await createUsedTenant();
    const isolate = startIsolate();
    await isolate.call(tenant, "GET", "/fe/docs");
    const refused = await isolate.call(tenant, "POST", "/dse/documentos", { items: [] }, "bad");
    expect([refused.status, refused.trips.statements.length]).toEqual([400, AUTHENTICATION]);
  });

  it("are one for a read, which comes with the caller, and one more for a list, two for a search in vain", async () => {
    const tenant = await createUsedTenant();
    const isolate = startIsolate();
    const made = await isolate.call(tenant, "POST", "/dse/documentos", supportBody({}, today()), "read");
    const read = await isolate.call(tenant, "GET", `/dse/documentos/${made.body.id ?? made.body.documento?.id}`);
    expect([read.status, read.trips.inSequence]).toEqual([200, AUTHENTICATION]);
    const lists = [
      ["/fe/docs", 1],
      // From whichever end of the list is nearer, which the database knows.
      ["/fe/docs?per_page=100&page=20", 1],
      ["/fe/terceros", 1],
      // A search that finds nothing asks once more how far it has looked.
      ["/fe/docs?q=maria&estado=aprobado", 2],
    ] as const;
    for (const [path, trips] of lists) {
      const list = await isolate.call(tenant, "GET", path);
      expect([path, list.status, list.trips.inSequence]).toEqual([path, 200, AUTHENTICATION + trips]);
    }
  });
});
