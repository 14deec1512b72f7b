// The daily copy of the configuration: whole, in bounded pages, without a secret, and with the instant to go back to.
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { keepConfiguration, PAGES_AT_ONCE } from "../../src/cron/configuration.ts";
import {
  CONFIGURATION_ROOT,
  type Manifest,
  manifestPath,
  openManifest,
} from "../../src/store/audit/configuration-copy.ts";
import { importAuditKeys } from "../../src/store/audit/event-head.ts";
import { PAGE_COMPANIES } from "../../src/store/company/configuration.ts";
import { seedCompany } from "../store/sample.ts";

const DAY_MS = 86_400_000;
let nowMs = Date.parse("2032-03-01T17:00:00Z");
beforeEach(() => {
  // Each test has a day of its own.
  nowMs += DAY_MS;
});

const dayOf = () => new Date(nowMs).toISOString().slice(0, 10);
/** What an isolate that remembers nothing has. */
const freshEnv = () => ({
  ...env,
  FILES: new Proxy(env.FILES, { get: (files, name) => Reflect.get(files, name).bind(files) }),
});
async function readManifest(): Promise<Manifest | undefined> {
  const file = await env.FILES.get(manifestPath(dayOf()));
  if (file === null) return undefined;
  const { text, isGenuine } = await openManifest(await importAuditKeys(env.AUDIT_KEY ?? ""), await file.bytes());
  expect(isGenuine).toBe(true);
  return JSON.parse(text) as Manifest;
}
const readPages = async (manifest: Manifest | undefined) =>
  Promise.all((manifest?.pages ?? []).map(async ({ path }) => (await env.FILES.get(path))?.text() ?? ""));

it("has every table of a company, and nothing that is sealed, digested or may be an address with a secret", async () => {
  const id = await seedCompany(env.DB, { prefix: "CFG" });
  await env.DB.batch([
    env.DB.prepare("INSERT INTO api_clients (company_id, name, scopes) VALUES (?1, 'ERP', '[\"fe.read\"]')").bind(id),
    env.DB.prepare(
      `INSERT INTO tokens (id, client_id, digest, pepper_version)
       SELECT 'TOKEN1234567', id, 'd1ge5t', 1 FROM api_clients WHERE company_id = ?1`,
    ).bind(id),
    env.DB.prepare(
      `INSERT INTO webhooks (id, company_id, url, sealed_secret, start_after, reached)
       VALUES ('whk_1', ?1, 'https://hooks.example.com/in?token=oculto', 'sealed', 0, 0)`,
    ).bind(id),
  ]);
  await keepConfiguration(freshEnv(), nowMs);
  const manifest = await readManifest();
  expect(manifest).toMatchObject({ day: dayOf(), time_travel: new Date(nowMs).toISOString() });
  const text = (await readPages(manifest)).join("\n");
  const tables = ["companies", "tokens", "software", "certificates", "ranges", "series", "plans", "apiClients"];
  for (const table of [...tables, "paymentMethods", "costCenters", "branches", "tills", "mailers", "webhooks"]) {
    expect(text).toContain(`"${table}":[`);
  }
  expect(text).toContain('"prefix":"CFG"');
  expect(text).toContain("TOKEN1234567");
  expect(text).toContain('"url":"https://hooks.example.com"');
  expect(text).not.toMatch(/oculto|d1ge5t|sealed|pepper/i);
});

it("takes at most so many pages a minute, goes on with the next one, and is written once", async () => {
  const companies = PAGE_COMPANIES * (PAGES_AT_ONCE + 2);
  await env.DB.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
     INSERT INTO companies (nit, name, environment, profile) SELECT 'c' || n, 'c', 'produccion', '{}' FROM n`,
  )
    .bind(companies)
    .run();
  await keepConfiguration(freshEnv(), nowMs);
  expect(await readManifest()).toBeUndefined();
  const { objects } = await env.FILES.list({ prefix: `${CONFIGURATION_ROOT}${dayOf()}/` });
  expect(objects).toHaveLength(PAGES_AT_ONCE);
  await keepConfiguration(freshEnv(), nowMs + 60_000);
  const manifest = await readManifest();
  const all = await env.DB.prepare("SELECT count(*) AS n FROM companies").first<{ n: number }>();
  expect(manifest?.pages.reduce((sum, page) => sum + page.companies, 0)).toBe(all?.n);
  // The instant of the first page: what was written after it is in no page for certain.
  expect(manifest?.time_travel).toBe(new Date(nowMs).toISOString());
  const before = await readPages(manifest);
  await keepConfiguration(freshEnv(), nowMs + 120_000);
  expect(await readPages(await readManifest())).toEqual(before);
});

it("goes on behind the last of its pages, in however many parts R2 lists them", async () => {
  const files = new Proxy(env.FILES, {
    get: (target, name) =>
      name === "list"
        ? (options: R2ListOptions) => target.list({ ...options, limit: 3 })
        : Reflect.get(target, name).bind(target),
  });
  const companies = PAGE_COMPANIES * (PAGES_AT_ONCE * 2 + 2);
  await env.DB.prepare(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
     INSERT INTO companies (nit, name, environment, profile) SELECT 'p' || n, 'p', 'produccion', '{}' FROM n`,
  )
    .bind(companies)
    .run();
  const all = await env.DB.prepare("SELECT count(*) AS n FROM companies").first<{ n: number }>();
  const minutes = Math.ceil((all?.n ?? 0) / (PAGE_COMPANIES * PAGES_AT_ONCE));
  for (let minute = 0; minute <= minutes; minute += 1) {
    await keepConfiguration({ ...env, FILES: files }, nowMs + minute * 60_000);
  }
  expect((await readManifest())?.pages.reduce((sum, page) => sum + page.companies, 0)).toBe(all?.n);
});

it("is not written without a key, and one that others wrote is told", async () => {
  const { AUDIT_KEY: _none, ...rest } = env;
  await keepConfiguration({ ...rest, FILES: freshEnv().FILES }, nowMs);
  expect(await env.FILES.get(manifestPath(dayOf()))).toBeNull();
  const forged = new TextEncoder().encode(JSON.stringify({ text: "{}", key: "1", mac: "00" }));
  const keys = await importAuditKeys(env.AUDIT_KEY ?? "");
  expect(await openManifest(keys, forged)).toEqual({ text: "{}", isGenuine: false });
  expect(await openManifest(undefined, forged)).toMatchObject({ isGenuine: undefined });
});
