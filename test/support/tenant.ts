// Creates a company that can issue: rows in D1, sealed secrets, an entry in the authority's register, and tokens.
import { env } from "cloudflare:workers";
import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import type { Environment, Module, RangeKind, StateOfCompany } from "../../src/domain/company.ts";
import { openDatabase, run } from "../../src/store/base/db.ts";
import type { CompanyProfile } from "../../src/store/base/schema.ts";
import { createTokenText, digestToken, readPeppers } from "../../src/store/company/clients.ts";
import { addDefaultSeries } from "../../src/store/number/series.ts";
import {
  certificateContext,
  importVaultKeys,
  pinContext,
  seal,
  technicalKeyContext,
} from "../../src/store/secret/vault.ts";
import { makeCertificate } from "./certificate.ts";
import { AUTHORITY_TEST_ORIGIN } from "./origin.ts";

const ALL_SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write"] as const;
const TICKET_SCOPES = ["dee.read", "dee.write"] as const;
const SOFTWARE_PIN = "75315";
const TICKET_PIN = "24680";
const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
const VALID_FROM = "2019-01-19";
const VALID_TO = "2030-01-19";

export interface TenantOptions {
  readonly environment?: Environment;
  readonly state?: StateOfCompany;
  readonly modules?: readonly Module[];
  /** Numbers left in each range. */
  readonly numbersLeft?: number;
  /** Allowance per module and year; `used` of them are gone. */
  readonly allowance?: number;
  readonly used?: number;
  readonly scopes?: readonly string[];
  readonly rangeValidTo?: string;
  readonly certificateValidity?: { readonly notBefore: Date; readonly notAfter: Date };
  /** The company sells nothing above five tax units by ticket. */
  readonly refusesLargeTickets?: boolean;
  /** Plates of its tills; each stands in `Almacén` and its place in the list. */
  readonly tills?: readonly string[];
  /** False: the company has no range of any kind. */
  readonly hasRanges?: boolean;
  /** Branches by code, with the prefix of their own ranges of these kinds, or null. */
  readonly branches?: Readonly<Record<string, BranchOption>>;
  /** The PIN of a second software, with which the company issues support documents; one software does both without it. */
  readonly supportPin?: string;
}

interface BranchOption {
  readonly prefix: string | null;
  /** Kinds of which it has a range of its own; invoices unless given. */
  readonly kinds?: readonly RangeKind[];
}

export interface Tenant {
  readonly companyId: number;
  readonly environment: Environment;
  readonly nit: string;
  readonly clientId: number;
  /** Token of a client with the wished scopes (all by default). */
  readonly token: string;
  readonly softwareId: string;
  readonly softwarePin: string;
  readonly technicalKey: string;
  readonly prefix: Readonly<Record<RangeKind, string>>;
  readonly paymentMethodIds: readonly number[];
  readonly inactivePaymentMethodId: number;
  readonly costCenterId: number;
}

let nextNit = 800_100_000 + Math.floor(Math.random() * 90_000_000);

/** Creates a company of its own for one test. */
export async function createTenant(options: TenantOptions = {}): Promise<Tenant> {
  nextNit += 1;
  const nit = String(nextNit);
  const environment = options.environment ?? "produccion";
  const modules = options.modules ?? ["fe", "dse"];
  const { id: companyId } = await insert("companies", {
    nit,
    name: `EMPRESA DE PRUEBA ${nit} SAS`,
    environment,
    state: options.state ?? "active",
    profile: JSON.stringify({
      ...makeProfile(nit),
      ...(options.refusesLargeTickets === true ? { refusesLargeTickets: true } : {}),
    }),
  });
  const softwareId = crypto.randomUUID();
  const { supportPin } = options;
  const software = { fe: { id: softwareId, pin: SOFTWARE_PIN } };
  const softwares: Softwares = {
    ...software,
    dse: supportPin === undefined ? software.fe : { id: crypto.randomUUID(), pin: supportPin },
    // The authority registers software for equivalent documents by itself.
    dee: { id: crypto.randomUUID(), pin: TICKET_PIN },
  };
  const testSetId = environment === "habilitacion" ? crypto.randomUUID() : null;
  await addSecrets({ companyId, nit, modules, softwares, testSetId, options });
  const ranges = options.hasRanges === false ? [] : await addRanges(companyId, nit, options);
  await addBranches(companyId, options);
  await addTills(companyId, options);
  await run(openDatabase(env.DB), addDefaultSeries(companyId, modules));
  await addPlans(companyId, modules, options);
  const methods = await addPaymentMethods(companyId);
  const costCenter = await insert("cost_centers", {
    company_id: companyId,
    code: "CC-1",
    alternative_code: "ALT-1",
    name: "Administración",
  });
  await register(nit, softwares, testSetId, ranges);
  const client = await createClient(companyId, options.scopes ?? listAllScopes(modules));
  const prefixOf = (kind: RangeKind) => ranges.find((range) => range.kind === kind)?.prefix ?? "";
  return {
    companyId,
    environment,
    nit,
    ...client,
    softwareId,
    softwarePin: SOFTWARE_PIN,
    technicalKey: TECHNICAL_KEY,
    prefix: { fe: prefixOf("fe"), contingency: prefixOf("contingency"), dse: prefixOf("dse"), pos: prefixOf("pos") },
    paymentMethodIds: methods.slice(0, 2),
    inactivePaymentMethodId: methods[2] ?? 0,
    costCenterId: costCenter.id,
  };
}

/** Every scope; those of tickets where the company sells with them. */
function listAllScopes(modules: readonly Module[]): readonly string[] {
  return [...ALL_SCOPES, ...(modules.includes("dee") ? TICKET_SCOPES : [])];
}

/** The company goes to its other environment, as the operator's program takes it there. */
export async function moveTenant(tenant: Tenant, environment: Environment, testSetId: string | null): Promise<Tenant> {
  const { companyId } = tenant;
  await env.DB.batch([
    env.DB.prepare("UPDATE companies SET environment = ?2 WHERE id = ?1").bind(companyId, environment),
    env.DB.prepare("UPDATE software SET test_set_id = ?2 WHERE company_id = ?1").bind(companyId, testSetId),
  ]);
  return { ...tenant, environment };
}

/** Another API client of a company, with a token. */
export async function createClient(
  companyId: number,
  scopes: readonly string[],
  token: { readonly expiresAt?: string; readonly revokedAt?: string } = {},
): Promise<{ readonly clientId: number; readonly token: string; readonly tokenId: string }> {
  const { id: clientId } = await insert("api_clients", {
    company_id: companyId,
    name: "Cliente de prueba",
    scopes: JSON.stringify(scopes),
  });
  return { clientId, ...(await issueToken(clientId, token)) };
}

/** Another token of a client. */
export async function issueToken(
  clientId: number,
  token: { readonly expiresAt?: string; readonly revokedAt?: string } = {},
): Promise<{ readonly token: string; readonly tokenId: string }> {
  const made = createTokenText("test");
  const [pepper] = readPeppers(env.TOKEN_PEPPER);
  await insert("tokens", {
    id: made.id,
    client_id: clientId,
    digest: await digestToken(pepper, made.secret),
    pepper_version: pepper.version,
    expires_at: token.expiresAt ?? null,
    revoked_at: token.revokedAt ?? null,
  });
  return { token: made.text, tokenId: made.id };
}

function makeProfile(nit: string): CompanyProfile {
  return {
    checkDigit: findCheckDigit(nit) ?? "0",
    tradeName: null,
    personType: "1",
    responsibilities: ["R-99-PN"],
    taxSchemeCode: "01",
    address: {
      line: "CALLE 1 # 2-03",
      municipalityCode: "11001",
      municipalityName: "Bogotá, D.C.",
      departmentCode: "11",
      departmentName: "Bogotá",
      postalCode: "110111",
      countryCode: "CO",
      countryName: "Colombia",
    },
    email: "facturas@example.com",
    phone: null,
    industryCode: null,
    withholdingTypes: [
      { type: "RETEFUENTE", taxCode: "06", name: "ReteRenta", baseModes: ["subtotal"] },
      { type: "RETEIVA", taxCode: "05", name: "ReteIVA", baseModes: ["impuestos"] },
      { type: "RETEICA", taxCode: "07", name: "ReteICA", baseModes: ["subtotal", "total"] },
    ],
  };
}

type Softwares = Readonly<Record<Module, { readonly id: string; readonly pin: string }>>;

interface SecretOptions {
  readonly companyId: number;
  readonly nit: string;
  readonly modules: readonly Module[];
  readonly softwares: Softwares;
  readonly testSetId: string | null;
  readonly options: TenantOptions;
}

async function addSecrets({ companyId, nit, modules, softwares, testSetId, options }: SecretOptions): Promise<void> {
  const keys = await importVaultKeys(env.VAULT_KEY);
  for (const module of modules) {
    const { id: softwareId, pin } = softwares[module];
    await insert("software", {
      company_id: companyId,
      module,
      software_id: softwareId,
      sealed_pin: await seal(keys, pinContext(companyId, softwareId), pin),
      provider_nit: nit,
      provider_check_digit: findCheckDigit(nit) ?? "0",
      test_set_id: testSetId,
    });
  }
  const { certificate, pemBundle } = await makeCertificate(nit, options.certificateValidity);
  await insert("certificates", {
    company_id: companyId,
    location: "vault",
    sealed_bundle: await seal(keys, certificateContext(companyId, certificate.serialNumber), pemBundle),
    subject: `Prueba ${nit}`,
    issuer_name: certificate.issuerName,
    serial_number: certificate.serialNumber,
    chain: "[]",
    cert_digest: certificate.certDigest,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
  });
}

interface TestRange {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validTo: string;
}

async function addRanges(companyId: number, nit: string, options: TenantOptions): Promise<TestRange[]> {
  const keys = await importVaultKeys(env.VAULT_KEY);
  const tail = nit.slice(-6);
  const prefixes = { fe: "SETP", contingency: "CONT", dse: "SEDS", pos: "EPOS" };
  const common = (
    ["fe", "contingency", "dse", ...(options.modules?.includes("dee") ? (["pos"] as const) : [])] as const
  ).map((kind) => ({ kind, prefix: prefixes[kind] }));
  const own = Object.values(options.branches ?? {}).flatMap(({ prefix, kinds = ["fe"] }) =>
    prefix === null ? [] : kinds.map((kind) => ({ kind, prefix })),
  );
  const ranges: TestRange[] = [...common, ...own].map((one, index) => ({
    ...one,
    resolution: `1876${index}${tail}000`,
    from: 1,
    to: options.numbersLeft ?? 100_000,
    validTo: options.rangeValidTo ?? VALID_TO,
  }));
  for (const range of ranges) {
    const identity = { kind: range.kind, resolution: range.resolution, prefix: range.prefix, fromNumber: range.from };
    await insert("ranges", {
      company_id: companyId,
      kind: range.kind,
      resolution: range.resolution,
      resolution_date: VALID_FROM,
      prefix: range.prefix,
      from_number: range.from,
      to_number: range.to,
      valid_from: VALID_FROM,
      valid_to: range.validTo,
      sealed_technical_key:
        range.kind === "fe" ? await seal(keys, technicalKeyContext(companyId, identity), TECHNICAL_KEY) : null,
      next_number: range.from,
    });
  }
  return ranges;
}

async function addBranches(companyId: number, { branches = {} }: TenantOptions): Promise<void> {
  for (const [code, { prefix }] of Object.entries(branches)) {
    const address = {
      line: `CALLE 10 # 43-20, ${code}`,
      ...{ municipalityCode: "05001", municipalityName: "Medellín", departmentCode: "05", departmentName: "Antioquia" },
      ...{ postalCode: "050021", countryCode: "CO", countryName: "Colombia" },
    };
    await insert("branches", {
      ...{ company_id: companyId, code, name: `Almacén ${code}`, address: JSON.stringify(address), prefix },
      ...{ phone: "6040000000", registration: "21000555" },
    });
  }
}

async function addTills(companyId: number, { tills = [] }: TenantOptions): Promise<void> {
  for (const [index, plate] of tills.entries()) {
    await insert("tills", { company_id: companyId, plate, place: `Almacén ${index + 1}`, type: "Caja" });
  }
}

async function addPlans(companyId: number, modules: readonly Module[], options: TenantOptions): Promise<void> {
  const year = new Date(Date.now() - 5 * 3_600_000).getUTCFullYear();
  for (const module of modules) {
    for (const each of [year, year + 1]) {
      await insert("plans", {
        company_id: companyId,
        module,
        year: each,
        allowance: options.allowance ?? 1_000_000,
        used: options.used ?? 0,
      });
    }
  }
}

async function addPaymentMethods(companyId: number): Promise<number[]> {
  const rows = [
    { form: "contado", label: "Efectivo", means_code: "10", means_name: "Efectivo", is_active: 1, is_default: 1 },
    {
      form: "credito",
      label: "Transferencia",
      means_code: "42",
      means_name: "Consignación",
      is_active: 1,
      is_default: 0,
    },
    { form: "contado", label: "Cheque", means_code: "20", means_name: "Cheque", is_active: 0, is_default: 0 },
  ];
  const ids: number[] = [];
  for (const row of rows) ids.push((await insert("payment_methods", { company_id: companyId, ...row })).id);
  return ids;
}

async function register(
  nit: string,
  softwares: Softwares,
  testSetId: string | null,
  ranges: readonly TestRange[],
): Promise<void> {
  const response = await fetch(`${AUTHORITY_TEST_ORIGIN}/taxpayers/${nit}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      nit,
      name: `EMPRESA DE PRUEBA ${nit} SAS`,
      software: Object.entries(softwares).map(([module, one]) => (module === "dee" ? { ...one, module } : one)),
      ranges: ranges.map((range) => ({
        resolution: range.resolution,
        resolution_date: VALID_FROM,
        prefix: range.prefix,
        from: range.from,
        to: range.to,
        valid_from: VALID_FROM,
        valid_to: range.validTo,
        technical_key: range.kind === "fe" ? TECHNICAL_KEY : null,
        kind: range.kind,
      })),
      test_sets: testSetId === null ? [] : [{ id: testSetId, software_id: softwares.fe.id }],
    }),
  });
  if (!response.ok) throw new Error(`the pretend authority refused the register entry: ${await response.text()}`);
}

async function insert(table: string, row: Readonly<Record<string, string | number | null>>): Promise<{ id: number }> {
  const names = Object.keys(row);
  const marks = names.map((_, index) => `?${index + 1}`).join(", ");
  const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks}) RETURNING rowid AS id`;
  const inserted = await env.DB.prepare(sql)
    .bind(...names.map((name) => row[name]))
    .first<{ id: number }>();
  if (inserted === null) throw new Error(`nothing was inserted into ${table}`);
  return inserted;
}
