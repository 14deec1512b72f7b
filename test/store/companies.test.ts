// Tests how rows of a company and of a token are read, in one round trip.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../../src/store/base/db.ts";
import { findTokenWithCompany, touchToken } from "../../src/store/company/clients.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { seedCompany } from "./sample.ts";

/** An id that no other file's clients have: files share a database. */
const clientOf = (companyId: number) => 5_000_000 + companyId;

async function seedFullCompany() {
  const id = await seedCompany(env.DB, { modules: ["dse", "fe"] });
  const certificate = `INSERT INTO certificates (company_id, location, subject, issuer_name, serial_number, chain,
    cert_digest, not_before, not_after) VALUES (?1, 'vault', 's', 'i', ?2, '[]', 'd', ?3, ?4)`;
  await env.DB.batch([
    env.DB.prepare(certificate).bind(id, "1", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
    env.DB.prepare(certificate).bind(id, "12345678901234567890", "2026-06-01T00:00:00Z", "2028-01-01T00:00:00Z"),
    env.DB.prepare(
      `INSERT INTO payment_methods (company_id, form, label, means_code, means_name, is_active, is_default)
       VALUES (?1, 'contado', 'Caja', '10', 'Efectivo', 1, 1), (?1, 'credito', 'Vieja', '1', 'No definido', 0, 0)`,
    ).bind(id),
    env.DB.prepare("INSERT INTO cost_centers (company_id, code, name) VALUES (?1, 'ADM', 'Administración')").bind(id),
    env.DB.prepare(
      "INSERT INTO api_clients (id, company_id, name, scopes) VALUES (?1, ?2, 'ERP', '[\"dse.read\"]')",
    ).bind(clientOf(id), id),
    env.DB.prepare("INSERT INTO tokens (id, client_id, digest, pepper_version) VALUES (?1, ?2, 'digest', 1)").bind(
      `token${id}`,
      clientOf(id),
    ),
  ]);
  return id;
}

describe("a company is read in one round trip", () => {
  it("with software, payment methods, cost centers and certificates, the newest first", async () => {
    const id = await seedFullCompany();
    expect(await loadCompany(openDatabase(env.DB), id)).toMatchObject({
      id,
      name: "Compañía Ágil S.A.S.",
      checkDigit: "7",
      environment: "produccion",
      modules: ["fe", "dse"],
      software: { fe: { id: "software", providerCode: "000", testSetId: null }, dse: { providerNit: "900000001" } },
      paymentMethods: [
        { form: "contado", label: "Caja", meansCode: "10", isActive: true, isDefault: true },
        { form: "credito", isActive: false, isDefault: false },
      ],
      costCenters: [{ code: "ADM", alternativeCode: null, name: "Administración" }],
      certificates: [{ serialNumber: "12345678901234567890", location: "vault" }, { serialNumber: "1" }],
      withholdingTypes: [{ type: "renta", taxCode: "06" }],
    });
  });

  it("without software it has no module, and an unknown one is undefined", async () => {
    const id = await seedCompany(env.DB, { modules: [] });
    expect(await loadCompany(openDatabase(env.DB), id)).toMatchObject({ modules: [], software: {}, certificates: [] });
    expect(await loadCompany(openDatabase(env.DB), 999_999)).toBeUndefined();
  });

  it("carries nothing sealed", async () => {
    const id = await seedFullCompany();
    expect(JSON.stringify(await loadCompany(openDatabase(env.DB), id))).not.toContain("sealed");
  });
});

describe("a token is read with the company of the path", () => {
  it("and carries its own company and its client's scopes", async () => {
    const id = await seedFullCompany();
    const other = await seedCompany(env.DB);
    const found = await findTokenWithCompany(env, `token${id}`, other);
    expect(found).toMatchObject({
      token: { clientId: clientOf(id), companyId: id, scopes: ["dse.read"], digest: "digest", revokedAt: null },
      company: { id: other },
    });
    expect(await findTokenWithCompany(env, "none", 999_999)).toEqual({
      token: undefined,
      company: undefined,
    });
  });

  it("and its last day of use only moves forward", async () => {
    const id = await seedFullCompany();
    await touchToken(openDatabase(env.DB), `token${id}`, "2026-11-20");
    await touchToken(openDatabase(env.DB), `token${id}`, "2026-11-19");
    const { token } = await findTokenWithCompany(env, `token${id}`, id);
    expect(token).toMatchObject({ lastUsedDay: "2026-11-20" });
  });
});
