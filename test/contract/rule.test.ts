// Tests every rule of the authority that validation holds, over HTTP: 400, its code in `details`, and no number consumed.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import table from "../../src/domain/catalogue/rules.json" with { type: "json" };
import type { Module } from "../../src/domain/company.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { type Answer, call } from "../support/api.ts";
import { listSendings } from "../support/ledger.ts";
import { sampleInvoice, sampleSupportDocument } from "../support/sample.ts";
import { createTenant, type Tenant, type TenantOptions } from "../support/tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A change to the sample request that breaks one rule, and the field that the answer names. */
interface Breach {
  readonly path: string;
  readonly body?: Fields;
  /** Options of a company of its own. */
  readonly options?: TenantOptions;
  /** What is put into the company's own profile. */
  readonly profile?: Fields;
  /** v1 does not know the field. */
  readonly version?: "v2";
}

const DAY_MS = 86_400_000;
const TODAY = dateInBogota(Date.now());
const YESTERDAY = dateInBogota(Date.now() - DAY_MS);
const SIX_DAYS_AGO = dateInBogota(Date.now() - 6 * DAY_MS);
const TOMORROW = dateInBogota(Date.now() + DAY_MS);
const PAST = { notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") };
const ITEM = { desc: "Servicio", cant: 2, unit: 50000, iva: 19 };
const DOLLARS = { commercial_currency: "USD", applied_rate: 4000, rate_date: TODAY };
const LINE = { codigo: "50201706", descripcion: "Café", cantidad: 10, precio_unitario: 12000 };
const ADDRESS = {
  line: "CALLE 1 # 2-03",
  municipalityCode: "11001",
  municipalityName: "Bogotá, D.C.",
  departmentCode: "11",
  departmentName: "Bogotá",
  postalCode: "110111",
  countryCode: "CO",
  countryName: "Colombia",
};
const RENTA = { type: "RETEFUENTE", base_mode: "subtotal", percent: 2.5 };

const receiver = (changes: Fields) => ({ receptor: { ...(sampleInvoice().receptor as Fields), ...changes } });
const item = (changes: Fields) => ({ items: [{ ...ITEM, ...changes }] });
const supplier = (changes: Fields) => ({
  proveedor: { tipo_documento: "13", nit: "1098765432", nombre: "Finca", ...changes },
});

const INVOICES: Readonly<Record<string, Breach>> = {
  FAD05c: { path: "", options: { numbersLeft: 0 } },
  FAD09a: { path: "", options: { modules: ["fe"] } },
  FAD09b: { path: "", options: { rangeValidTo: "2020-01-01" } },
  FAD09e: { path: "fecha_emision", body: { fecha_emision: YESTERDAY } },
  FAD15a: { path: "currency.commercial_currency", body: { currency: { ...DOLLARS, commercial_currency: "XYZ" } } },
  FAR06: { path: "currency.applied_rate", body: { currency: { ...DOLLARS, applied_rate: null } } },
  FAR07: { path: "currency.rate_date", body: { currency: { ...DOLLARS, rate_date: TOMORROW } } },
  FAJ08: { path: "", profile: { address: { ...ADDRESS, line: "" } } },
  FAJ09: { path: "", profile: { address: { ...ADDRESS, municipalityCode: "11999" } } },
  FAJ12: { path: "", profile: { address: { ...ADDRESS, departmentCode: "05" } } },
  FAJ16: { path: "", profile: { address: { ...ADDRESS, countryCode: "US" } } },
  FAJ24b: { path: "", profile: { checkDigit: "x" } },
  FAJ26: { path: "", profile: { responsibilities: ["O-99"] } },
  FAK20: { path: "receptor.nombre", body: receiver({ nombre: "" }) },
  FAK25: { path: "receptor.numero_doc", body: receiver({ numero_doc: "800134536-9" }) },
  FAK48: { path: "receptor.tipo_doc", body: receiver({ tipo_doc: "99" }) },
  FAK55: { path: "receptor.email", body: receiver({ email: "a@b@example.com" }) },
  FAK62: { path: "receptor.numero_doc", body: receiver({ numero_doc: "ABC" }) },
  FAN03: { path: "payment.means_code", body: { payment: { form: "contado", means_code: "999" } } },
  FAN04: {
    path: "payment.due_date",
    body: { payment: { form: "credito", means_code: "42", due_date: YESTERDAY } },
  },
  FAX07: {
    path: "items.0",
    body: item({ cant: 99_999_999_999, unit: null, unit_input: 1.1, iva_incluido: true }),
  },
  FAX16: { path: "items.0.codigo_impuesto", body: item({ codigo_impuesto: "98" }) },
  FAT01: { path: "withholdings.1.type", body: { withholdings: [RENTA, RENTA] } },
  FAT05: {
    path: "withholdings.0.base_mode",
    body: { ...item({ iva: 0 }), withholdings: [{ type: "RETEIVA", base_mode: "impuestos", percent: 15 }] },
  },
  FAV01: { path: "items", body: { items: [] } },
  FAV04b: { path: "items.0.cant", body: item({ cant: 0 }) },
  FAV06: { path: "items.0", body: item({ cant: 0.001, unit: 1 }) },
  FAZ02: { path: "items.0.desc", body: item({ desc: " " }) },
  VLR01: { path: "items.0.iva", body: item({ iva: -1 }) },
  ZA01: {
    path: "items",
    body: { items: Array.from({ length: 600 }, () => ({ ...ITEM, desc: "x".repeat(200) })) },
  },
  FAK08: { path: "receptor.direccion", version: "v2", body: receiver({ direccion: "", codigo_municipio: "76001" }) },
  FAK10: {
    path: "receptor.municipio",
    version: "v2",
    body: receiver({ codigo_municipio: "76001", municipio: "Medellín" }),
  },
  FAK11: {
    path: "receptor.departamento",
    version: "v2",
    body: receiver({ codigo_municipio: "76001", departamento: "Antioquia" }),
  },
  FAK26: { path: "receptor.responsabilidades", version: "v2", body: receiver({ responsabilidades: ["O-49"] }) },
  FAK29: { path: "receptor.codigo_municipio", version: "v2", body: receiver({ codigo_municipio: "99999" }) },
  FAK41: { path: "receptor.tributo", version: "v2", body: receiver({ tributo: "02" }) },
  FAM05: {
    path: "entrega.codigo_municipio",
    version: "v2",
    body: { entrega: { direccion: "Calle 10 # 43-20", codigo_municipio: "99999" } },
  },
  FAM09: { path: "entrega.direccion", version: "v2", body: { entrega: { codigo_municipio: "05001" } } },
  FAM11: { path: "entrega.pais", version: "v2", body: { entrega: { direccion: "Calle 10", pais: "QQ" } } },
  FAV05: { path: "items.0.unidad_medida", version: "v2", body: item({ unidad_medida: "QQQ" }) },
  FAZ10: {
    path: "items.0.codigo_estandar.codigo",
    version: "v2",
    body: item({ codigo_estandar: { esquema: "010", codigo: "7701234567890" } }),
  },
  FBD03: {
    path: "anticipos",
    version: "v2",
    body: { anticipos: [{ valor: 999999999, fecha: YESTERDAY }] },
  },
  FBD05: { path: "anticipos.0.fecha", version: "v2", body: { anticipos: [{ valor: 1, fecha: TOMORROW }] } },
  ZD01: { path: "", options: { modules: ["fe"] } },
  ZD02: { path: "", options: { certificateValidity: PAST } },
};

const SUPPORT_DOCUMENTS: Readonly<Record<string, Breach>> = {
  DSAD05c: { path: "", options: { numbersLeft: 0 } },
  DSAD09a: { path: "", options: { modules: ["dse"] } },
  DSAD09b: { path: "", options: { rangeValidTo: "2020-01-01" } },
  FAR02: { path: "tasa_cambio", body: { tasa_cambio: 4000 } },
  FBB05: { path: "items.0.unidad_medida", body: { items: [{ ...LINE, unidad_medida: "QQQ" }] } },
  DSAD09: {
    path: "fecha_documento",
    body: {
      fecha_documento: TOMORROW,
      forma_generacion: "2",
      fecha_inicio_periodo: YESTERDAY,
      fecha_fin_periodo: TODAY,
    },
  },
  DSAD09e: {
    path: "fecha_documento",
    body: {
      fecha_documento: SIX_DAYS_AGO,
      forma_generacion: "2",
      fecha_inicio_periodo: SIX_DAYS_AGO,
      fecha_fin_periodo: SIX_DAYS_AGO,
    },
  },
  DSAD15a: { path: "moneda", body: { moneda: "XYZ", tasa_cambio: 1 } },
  DSAJ09: { path: "proveedor.codigo_municipio", body: supplier({ codigo_municipio: "11999" }) },
  DSAJ10: { path: "proveedor.municipio", body: supplier({ codigo_municipio: "11001", municipio: "Cali" }) },
  DSAJ11: { path: "proveedor.departamento", body: supplier({ codigo_municipio: "05001", departamento: "Cauca" }) },
  DSAJ12: { path: "proveedor.codigo_departamento", body: supplier({ codigo_departamento: "77" }) },
  DSAJ16: { path: "proveedor.pais", body: supplier({ pais: "QQ" }) },
  DSAJ24a: { path: "proveedor.nit", body: supplier({ nit: "10.987A" }) },
  DSAJ24b: { path: "proveedor.dv", body: supplier({ tipo_documento: "31", nit: "900373115", dv: "4" }) },
  DSAJ25a: { path: "proveedor.tipo_documento", body: supplier({ tipo_documento: "13", pais: "US" }) },
  DSAJ26: { path: "proveedor.regimen", body: supplier({ regimen: "O-99" }) },
  DSAJ40: { path: "proveedor.authority_tax_scheme_code", body: supplier({ authority_tax_scheme_code: "22" }) },
  DSAJ73: { path: "proveedor.codigo_postal", body: supplier({ codigo_postal: "1101" }) },
  DSAN03: { path: "medio_pago_codigo", body: { medio_pago_codigo: "999" } },
  DSAN04: { path: "fecha_vencimiento", body: { forma_pago: "2" } },
};

let usual: Tenant;

beforeAll(async () => {
  usual = await createTenant();
});

/** The company of a breach: everybody's, or one of its own with what is wrong with it. */
async function prepare(rule: string, { options, profile }: Breach): Promise<Tenant> {
  if (options === undefined && profile === undefined) return usual;
  const tenant = await createTenant(options);
  const change = (sql: string, ...values: string[]) =>
    env.DB.prepare(sql)
      .bind(tenant.companyId, ...values)
      .run();
  if (profile !== undefined) {
    await change("UPDATE companies SET profile = json_patch(profile, ?2) WHERE id = ?1", JSON.stringify(profile));
  }
  if (rule === "ZD01") await change("DELETE FROM certificates WHERE company_id = ?1");
  if (rule.endsWith("AD09a")) await change("UPDATE ranges SET valid_from = ?2 WHERE company_id = ?1", TOMORROW);
  return tenant;
}

function post(tenant: Tenant, module: Module, body: Fields, version: Breach["version"] = undefined): Promise<Answer> {
  const path = module === "fe" ? "/fe/facturas" : "/dse/documentos";
  const headers = { "idempotency-key": crypto.randomUUID() };
  return call("POST", `/companies/${tenant.companyId}${path}`, body, {
    token: tenant.token,
    headers,
    ...(version === undefined ? {} : { version }),
  });
}

async function countTaken({ companyId }: Tenant): Promise<unknown> {
  const sql =
    "SELECT (SELECT sum(next_number) FROM ranges WHERE company_id = ?1) AS numbers, (SELECT sum(used) FROM plans WHERE company_id = ?1) AS used";
  return env.DB.prepare(sql).bind(companyId).first();
}

describe.each<[Module, Readonly<Record<string, Breach>>, (changes: Fields) => Fields]>([
  ["fe", INVOICES, (changes) => sampleInvoice({ subtotal: null, impuestos: null, total: null, ...changes })],
  ["dse", SUPPORT_DOCUMENTS, sampleSupportDocument],
])("a breach of a rule, in %s", (module, breaches, sample) => {
  it.each(Object.entries(breaches))(
    "%s is a 400 that names it and its field, and nothing is consumed",
    async (rule, breach) => {
      const tenant = await prepare(rule, breach);
      const before = await countTaken(tenant);
      const { status, body } = await post(tenant, module, sample(breach.body ?? {}), breach.version);
      expect(status).toBe(400);
      expect(body.ok).toBe(false);
      expect(body.details.map((one: { path: string; rule?: string }) => `${one.path} ${one.rule}`)).toContain(
        `${breach.path} ${rule}`,
      );
      for (const { message } of body.details) expect(message).toMatch(/^\S.{15,}\.$/s);
      expect(await countTaken(tenant)).toEqual(before);
      expect(await listSendings(tenant.nit)).toEqual([]);
    },
  );
});

/**
 * What v1 cannot send: test/domain/note.node.test.ts breaks the rules of notes, test/contract/v2-till.test.ts those of discounts,
 * charges, taxes of a line and the number of a contingency's paper (FAI02).
 */
const V2_ONLY = ["src/domain/refusal/refusal.ts", "src/domain/price/document-allowance.ts"];
const V2_CODES = ["FAI02", "FAS07", "FAX01", "FAX09", "FBE05"];

it("every rule that the table holds by validation is broken above", () => {
  const validated = table
    .filter(({ held, by }) => held === "validation" && !V2_ONLY.includes(by))
    .flatMap(({ codes }) => codes)
    .filter((code) => !V2_CODES.includes(code));
  expect([...Object.keys(INVOICES), ...Object.keys(SUPPORT_DOCUMENTS)].sort()).toEqual(validated.sort());
});
