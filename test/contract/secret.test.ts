// Tests a company whose PIN, technical key or certificate does not open: nothing is taken, the operator is warned, and what has
// a number goes on once the secret is back.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { listUndelivered } from "../../src/store/watch/alerts.ts";
import { advanceClock, setClockAhead } from "../support/clock.ts";
import { driveByAlarms, driveOnce, live, readRecord } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { listSendings } from "../support/ledger.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

beforeEach(() => {
  setClockAhead();
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

interface Secret {
  readonly title: string;
  readonly table: string;
  readonly column: string;
  /** How the warning calls it. */
  readonly name: RegExp;
  readonly modules: readonly ("dse" | "fe")[];
}

const SECRETS: readonly Secret[] = [
  { title: "PIN", table: "software", column: "sealed_pin", name: /^PIN of software /, modules: ["dse", "fe"] },
  {
    title: "certificate",
    table: "certificates",
    column: "sealed_bundle",
    name: /^certificate \d+$/,
    modules: ["dse", "fe"],
  },
  {
    title: "technical key",
    table: "ranges",
    column: "sealed_technical_key",
    name: /^technical key of range \d+$/,
    modules: ["fe"],
  },
];

/** What isolates know of a company's secrets is older than this by then. */
const FORGOTTEN_MS = 61_000;

/** Swaps the company's sealed texts with as many that were sealed under a key that is not there. @returns what swaps them back. */
async function spoil({ table, column }: Secret, { companyId }: Tenant): Promise<() => Promise<void>> {
  const change = async (version: string, other: string) => {
    const sql = `UPDATE ${table} SET ${column} = replace(${column}, ?2, ?3) WHERE company_id = ?1`;
    await env.DB.prepare(sql).bind(companyId, version, other).run();
  };
  await change("v1.1.", "v1.999.");
  return () => change("v1.999.", "v1.1.");
}

async function readTaken({ companyId }: Tenant) {
  return env.DB.prepare(
    `SELECT (SELECT count(*) FROM documents WHERE company_id = ?1) AS documents,
      (SELECT sum(next_number - from_number) FROM ranges WHERE company_id = ?1) AS numbers,
      (SELECT sum(used) FROM plans WHERE company_id = ?1) AS plan`,
  )
    .bind(companyId)
    .first();
}

describe.each(KINDS)("$title", (kind) => {
  const secrets = SECRETS.filter(({ modules }) => modules.includes(kind.module));

  it.each(secrets)(
    "without its $title takes nothing, warns the operator, and issues once it is back",
    async (secret) => {
      const tenant = await createTenant();
      const heal = await spoil(secret, tenant);
      for (let tries = 0; tries < 3; tries += 1) {
        const refused = await kind.post(tenant, "k", kind.sample());
        expect(refused.status).toBe(503);
        expect(refused.headers.get("Retry-After")).toMatch(/^\d+$/);
      }
      expect(await readTaken(tenant)).toEqual({ documents: 0, numbers: 0, plan: 0 });
      expect(await readRecord(kind.nameOf(tenant, "k"))).toBeUndefined();
      const { companyId } = tenant;
      const alerts = (await listUndelivered(openDatabase(env.DB), 10_000)).filter(
        (alert) => alert.companyId === companyId,
      );
      expect(alerts).toEqual([
        expect.objectContaining({
          code: "secret_unopened",
          detail: expect.objectContaining({ companyId, secret: expect.stringMatching(secret.name) }),
        }),
      ]);
      await heal();
      const created = await kind.post(tenant, "k", kind.sample());
      expect(created.status).toBe(201);
      expect(kind.factsOf(created)).toMatchObject({ number: 1, state: "aceptado" });
    },
  );

  it.each(secrets)("whose $title is lost after its number waits for it, and is sent once", async (secret) => {
    const tenant = await createTenant();
    const name = kind.nameOf(tenant, "k");
    const command = await kind.toCommand(tenant, "k", kind.sample());
    const crash = { point: "signer.sign before", visit: 1, writes: "saved" } as const;
    await live(name, (engine) => engine.issue(command), { crash });
    const heal = await spoil(secret, tenant);
    advanceClock(FORGOTTEN_MS);
    await driveOnce(name);
    await driveOnce(name);
    expect((await readRecord(name))?.state).toBe("creating");
    expect((await kind.post(tenant, "k", kind.sample())).status).toBe(202);
    expect((await kind.post(tenant, "other", kind.sample())).status).toBe(503);
    expect(await readTaken(tenant)).toEqual({ documents: 1, numbers: 1, plan: 1 });
    await heal();
    expect((await driveByAlarms(name))?.state).toBe("aceptado");
    expect(await listSendings(tenant.nit)).toHaveLength(1);
  });

  it("that was issued is shown to its client although no secret opens any more", async () => {
    const tenant = await createTenant();
    const created = await kind.post(tenant, "k", kind.sample());
    for (const secret of secrets) await spoil(secret, tenant);
    advanceClock(FORGOTTEN_MS);
    const replay = await kind.post(tenant, "k", kind.sample());
    expect(replay.status).toBe(200);
    expect(kind.factsOf(replay)).toEqual(kind.factsOf(created));
  });
});
