// Tests the one setting for the form of the security header in every request to the authority that leaves the service.
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SECURITY_VARIANTS } from "../../src/authority/soap.ts";
import type { Env } from "../../src/env.ts";
import { askAcquirer, createAuthority } from "../../src/issuance/port/authority-port.ts";
import { openDatabase } from "../../src/store/base/db.ts";
import { loadCompany } from "../../src/store/company/companies.ts";
import { live } from "../support/issuance-object.ts";
import { KINDS } from "../support/kind.ts";
import { fetchReceived, listSendings } from "../support/ledger.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function withSetting(value: string): Env {
  return { ...env, SOAP_SECURITY_VARIANT: value };
}

/** Issues an invoice by an object whose deployment has this setting, and reads the request that the authority received. */
async function issueWith(tenant: Tenant, value: string): Promise<string> {
  const [kind] = KINDS;
  if (kind === undefined) throw new Error("no kind of document");
  const command = await kind.toCommand(tenant, `variant-${value}`, kind.sample());
  const { ended } = await live(command.name, (engine) => engine.issue(command), {
    change: (ports) => ({ ...ports, authority: createAuthority(withSetting(value)) }),
  });
  expect(ended).toMatchObject({ type: "returned", result: { type: "issued", document: { state: "aceptado" } } });
  const sending = (await listSendings(tenant.nit)).at(-1);
  return fetchReceived(sending?.document_key ?? "", "soap");
}

/** What distinguishes the three forms. */
function formOf(request: string): (typeof SECURITY_VARIANTS)[number] {
  if (request.includes("ThumbprintSHA1")) return "thumbprint";
  return request.includes("InclusiveNamespaces") ? "plain" : "no-prefix-list";
}

describe("SOAP_SECURITY_VARIANT", () => {
  it.each(SECURITY_VARIANTS)(
    "%s is the form of what is sent and asked, and the authority takes it",
    async (variant) => {
      const warn = vi.spyOn(console, "warn");
      const tenant = await createTenant();
      expect(formOf(await issueWith(tenant, variant))).toBe(variant);
      const company = await loadCompany(openDatabase(env.DB), tenant.companyId);
      if (company === undefined) throw new Error("the tenant has no company");
      const fetched = vi.spyOn(globalThis, "fetch");
      expect(await askAcquirer(withSetting(variant), company, "13", "1399995")).toMatchObject({ type: "found" });
      expect(formOf(String(fetched.mock.calls[0]?.[1]?.body))).toBe(variant);
      expect(warn.mock.calls.filter(([line]) => String(line).includes("security_variant"))).toEqual([]);
    },
  );

  it("is plain when nothing is set", async () => {
    expect(formOf(await issueWith(await createTenant(), ""))).toBe("plain");
  });

  it("of no known form is plain, and the operator is warned, once", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(formOf(await issueWith(await createTenant(), "thumprint"))).toBe("plain");
    expect(formOf(await issueWith(await createTenant(), "thumprint"))).toBe("plain");
    expect(warn.mock.calls.filter(([line]) => String(line).includes("security_variant"))).toEqual([
      [JSON.stringify({ level: "warn", code: "security_variant_unknown", value: "thumprint" })],
    ]);
  });
});
