// A database or a bucket that another deployment has marked is refused: by every request, by the cron, by the queue of events.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { runMinute } from "../../src/cron/run-minute.ts";
import type { Env } from "../../src/env.ts";
import worker from "../../src/index.ts";
import { markPath } from "../../src/store/archive/files.ts";
import { sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

const OWN = "factura-edge";

/** What an isolate of a deployment starts with: nothing is confirmed yet. */
const start = (deployment = OWN): Env => ({ ...env, DEPLOYMENT: deployment });

async function post(bindings: Env, tenant: Tenant): Promise<{ readonly status: number; readonly code: unknown }> {
  const request = new Request(`https://api.test/api/ext/v2/companies/${tenant.companyId}/dse/documentos`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${tenant.token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(sampleSupportDocument()),
  });
  const answer = await worker.fetch(request, bindings, createExecutionContext());
  const { code } = await answer.json<{ code?: unknown }>();
  return { status: answer.status, code };
}

/** Whose each part is, as it says itself. */
const MARKS = [
  { part: "the first database", mark: (name: string) => markDatabase(env.DB, name) },
  { part: "another database", mark: (name: string) => markDatabase(databaseOf(env), name) },
  { part: "the bucket", mark: (name: string) => env.FILES.put(markPath(), name) },
] as const;

function databaseOf(bindings: object): D1Database {
  return (bindings as { readonly DB1: D1Database }).DB1;
}

function markDatabase(db: D1Database, name: string): Promise<unknown> {
  return db
    .prepare("INSERT INTO deployments (id, name) VALUES (1, ?1) ON CONFLICT DO UPDATE SET name = ?1")
    .bind(name)
    .run();
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { mark } of MARKS) await mark(OWN);
});

it("marks what nobody has marked with the name of the deployment that uses it first", async () => {
  await env.DB.prepare("DELETE FROM deployments").run();
  await env.FILES.delete(markPath());
  expect(await post(start(), await createTenant())).toMatchObject({ status: 201 });
  expect(await env.DB.prepare("SELECT name FROM deployments").first("name")).toBe(OWN);
  expect(await (await env.FILES.get(markPath()))?.text()).toBe(OWN);
  expect(await post(start(), await createTenant())).toMatchObject({ status: 201 });
});

it.each(MARKS)("refuses every request where $part is another deployment's, and takes no number", async ({ mark }) => {
  const tenant = await createTenant();
  await mark("factura-edge-staging");
  const count = () => env.DB.prepare("SELECT count(*) AS found FROM documents").first("found");
  const before = await count();
  expect(await post(start(), tenant)).toEqual({ status: 503, code: "unavailable" });
  expect(await count()).toBe(before);
  await mark(OWN);
  expect(await post(start(), tenant)).toMatchObject({ status: 201 });
});

it("the cron does nothing with the rows of another deployment", async () => {
  await markDatabase(env.DB, "factura-edge-staging");
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const beats = vi.fn();
  await runMinute({ ...start(), HEARTBEAT_URL: "https://beat.example.com" }, Date.now(), beats);
  expect(warned.mock.calls.flat().map((line) => JSON.parse(String(line)))).toEqual([
    expect.objectContaining({ code: "foreign_storage" }),
  ]);
  expect(beats).not.toHaveBeenCalled();
});

it("an event about an e-mail waits in the queue", async () => {
  await markDatabase(env.DB, "factura-edge-staging");
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const [ack, retry] = [vi.fn(), vi.fn()];
  const message = { id: "1", timestamp: new Date(), body: {}, attempts: 1, ack, retry };
  const batch = { queue: "events", messages: [message] } as unknown as MessageBatch;
  await worker.queue(batch, start());
  expect([ack.mock.calls.length, retry.mock.calls.length]).toEqual([0, 1]);
});

it("a database that does not answer shuts nothing that works without it, and is asked again", async () => {
  await env.FILES.put(markPath(), "factura-edge-staging");
  const bindings = start();
  const read = vi.spyOn(bindings.FILES, "get").mockRejectedValueOnce(new Error("R2: internal error"));
  expect(await post(bindings, await createTenant())).toMatchObject({ status: 201 });
  expect(await post(bindings, await createTenant())).toEqual({ status: 503, code: "unavailable" });
  expect(read).toHaveBeenCalled();
});
