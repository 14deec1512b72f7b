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
  const ranges = options.hasRanges === false ? [] : listRanges(nit, options);
  const [costCenterId = 0, cashId = 0, transferId = 0, inactivePaymentMethodId = 0] = await insertAll(companyId, [
    ["cost_centers", { code: "CC-1", alternative_code: "ALT-1", name: "Administración" }],
    ...listPaymentMethods(),
    ...(await listSecrets({ companyId, nit, modules, softwares, testSetId, options })),
    ...(await listRangeRows(companyId, ranges)),
    ...listBranches(options),
    ...listTills(options),
    ...listPlans(modules, options),
  ]);
  await run(openDatabase(env.DB), addDefaultSeries(companyId, modules));
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
    paymentMethodIds: [cashId, transferId],
    inactivePaymentMethodId,
    costCenterId,
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

async function listSecrets(wanted: SecretOptions): Promise<NewRow[]> {
  const { companyId, nit, modules, softwares, testSetId, options } = wanted;
  const keys = await importVaultKeys(env.VAULT_KEY);
  const rows: NewRow[] = [];
  for (const module of modules) {
    const { id: softwareId, pin } = softwares[module];
    const row = {
      module,
      software_id: softwareId,
      sealed_pin: await seal(keys, pinContext(companyId, softwareId), pin),
      provider_nit: nit,
      provider_check_digit: findCheckDigit(nit) ?? "0",
      test_set_id: testSetId,
    };
    rows.push(["software", row]);
  }
  const { certificate, pemBundle } = await makeCertificate(nit, options.certificateValidity);
  const row = {
    location: "vault",
    sealed_bundle: await seal(keys, certificateContext(companyId, certificate.serialNumber), pemBundle),
    subject: `Prueba ${nit}`,
    issuer_name: certificate.issuerName,
    serial_number: certificate.serialNumber,
    chain: "[]",
    cert_digest: certificate.certDigest,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
  };
  return [...rows, ["certificates", row]];
}

interface TestRange {
  readonly kind: RangeKind;
  readonly resolution: string;
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
  readonly validTo: string;
}

function listRanges(nit: string, options: TenantOptions): TestRange[] {
  const tail = nit.slice(-6);
  const prefixes = { fe: "SETP", contingency: "CONT", dse: "SEDS", pos: "EPOS" };
  const common = (
    ["fe", "contingency", "dse", ...(options.modules?.includes("dee") ? (["pos"] as const) : [])] as const
  ).map((kind) => ({ kind, prefix: prefixes[kind] }));
  const own = Object.values(options.branches ?? {}).flatMap(({ prefix, kinds = ["fe"] }) =>
    prefix === null ? [] : kinds.map((kind) => ({ kind, prefix })),
  );
  return [...common, ...own].map((one, index) => ({
    ...one,
    resolution: `1876${index}${tail}000`,
    from: 1,
    to: options.numbersLeft ?? 100_000,
    validTo: options.rangeValidTo ?? VALID_TO,
  }));
}

async function listRangeRows(companyId: number, ranges: readonly TestRange[]): Promise<NewRow[]> {
  const keys = await importVaultKeys(env.VAULT_KEY);
  const rows: NewRow[] = [];
  for (const { kind, resolution, prefix, from, to, validTo } of ranges) {
    const context = technicalKeyContext(companyId, { kind, resolution, prefix, fromNumber: from });
    const row = {
      kind,
      resolution,
      prefix,
      resolution_date: VALID_FROM,
      from_number: from,
      to_number: to,
      valid_from: VALID_FROM,
      valid_to: validTo,
      sealed_technical_key: kind === "fe" ? await seal(keys, context, TECHNICAL_KEY) : null,
      next_number: from,
    };
    rows.push(["ranges", row]);
  }
  return rows;
}

function listBranches({ branches = {} }: TenantOptions): NewRow[] {
  return Object.entries(branches).map(([code, { prefix }]) => {
    const address = {
      line: `CALLE 10 # 43-20, ${code}`,
      ...{ municipalityCode: "05001", municipalityName: "Medellín", departmentCode: "05", departmentName: "Antioquia" },
      ...{ postalCode: "050021", countryCode: "CO", countryName: "Colombia" },
    };
    const called = { code, name: `Almacén ${code}`, phone: "6040000000", registration: "21000555" };
    return ["branches", { ...called, address: JSON.stringify(address), prefix }];
  });
}

function listTills({ tills = [] }: TenantOptions): NewRow[] {
  return tills.map((plate, index) => ["tills", { plate, place: `Almacén ${index + 1}`, type: "Caja" }]);
}

function listPlans(modules: readonly Module[], { allowance = 1_000_000, used = 0 }: TenantOptions): NewRow[] {
  const thisYear = new Date(Date.now() - 5 * 3_600_000).getUTCFullYear();
  return modules.flatMap((module) =>
    [thisYear, thisYear + 1].map((year): NewRow => ["plans", { module, year, allowance, used }]),
  );
}

function listPaymentMethods(): NewRow[] {
  const methods = [
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
  return methods.map((method) => ["payment_methods", method]);
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

type Values = Readonly<Record<string, string | number | null>>;
/** A table and the values of its new row. */
type NewRow = readonly [table: string, values: Values];

async function insert(table: string, values: Values): Promise<{ id: number }> {
  const inserted = await toInsert([table, values]).first<{ id: number }>();
  if (inserted === null) throw new Error(`nothing was inserted into ${table}`);
  return inserted;
}

/** Adds rows of a company in one call; returns their ids in the same order. */
async function insertAll(companyId: number, rows: readonly NewRow[]): Promise<number[]> {
  const statements = rows.map(([table, values]) => toInsert([table, { company_id: companyId, ...values }]));
  const done = await env.DB.batch<{ id: number }>(statements);
  return done.map(({ results: [row] }, index) => {
    if (row === undefined) throw new Error(`nothing was inserted into ${rows[index]?.[0]}`);
    return row.id;
  });
}

function toInsert([table, values]: NewRow): D1PreparedStatement {
  const names = Object.keys(values);
  const marks = names.map((_, index) => `?${index + 1}`).join(", ");
  return env.DB.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks}) RETURNING rowid AS id`).bind(
    ...names.map((name) => values[name]),
  );
}
