// Makes a database in memory with two companies that can issue every kind: one in production, one in its test set.

import { findCheckDigit } from "../../src/domain/catalogue/catalogue.ts";
import type { Environment } from "../../src/domain/company.ts";
import { type Binding, openDatabase as bind, run } from "../../src/store/base/db.ts";
import { addDefaultSeries } from "../../src/store/number/series.ts";
import {
  certificateContext,
  importVaultKeys,
  pinContext,
  seal,
  technicalKeyContext,
  type VaultKeys,
} from "../../src/store/secret/vault.ts";
import { makeCertificate } from "../support/certificate.ts";
import { COMPANY } from "../support/company.ts";
import { createD1 } from "../support/sqlite-d1.ts";
import { TEST_KEY } from "../support/test-key.ts";

const SOFTWARE_ID = "11111111-1111-1111-1111-111111111111";
const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
const VALID = { from: "2019-01-19", to: "2030-01-19" } as const;

/** Ids of the companies by the environment that they are in. */
export const COMPANY_IDS: Readonly<Record<Environment, number>> = { produccion: 1, habilitacion: 2 };

const RANGES = {
  fe: { kind: "fe", prefix: "SETP" },
  dse: { kind: "dse", prefix: "SEDS" },
  dee: { kind: "pos", prefix: "EPOS" },
} as const;

type Row = Readonly<Record<string, string | number | null>>;

/** The filled database. */
export async function openDatabase(): Promise<Binding> {
  const db = createD1();
  const keys = await importVaultKeys(TEST_KEY);
  await addCompany(db, keys, "produccion", "900373115");
  await addCompany(db, keys, "habilitacion", "800134536");
  return db;
}

async function addCompany(db: Binding, keys: VaultKeys, environment: Environment, nit: string): Promise<void> {
  const id = COMPANY_IDS[environment];
  const { tradeName, personType, responsibilities, taxSchemeCode, address, email, phone, withholdingTypes } = COMPANY;
  const checkDigit = findCheckDigit(nit) ?? "0";
  const profile = { checkDigit, tradeName, personType, responsibilities, taxSchemeCode, address, email, phone };
  await insert(db, "companies", {
    id,
    nit,
    name: `EMPRESA ${nit}`,
    environment,
    profile: JSON.stringify({ ...profile, industryCode: null, withholdingTypes }),
  });
  const { certificate, pemBundle } = await makeCertificate(nit);
  await insert(db, "certificates", {
    company_id: id,
    location: "vault",
    sealed_bundle: await seal(keys, certificateContext(id, certificate.serialNumber), pemBundle),
    subject: nit,
    issuer_name: certificate.issuerName,
    serial_number: certificate.serialNumber,
    chain: "[]",
    cert_digest: certificate.certDigest,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
  });
  await insert(db, "tills", { company_id: id, plate: "CAJA-01", place: "Salón principal", type: "Caja" });
  await run(bind(db), addDefaultSeries(id, ["dee"]));
  for (const [index, module] of (["fe", "dse", "dee"] as const).entries()) {
    await insert(db, "software", {
      company_id: id,
      module,
      software_id: SOFTWARE_ID,
      sealed_pin: await seal(keys, pinContext(id, SOFTWARE_ID), "75315"),
      provider_nit: nit,
      provider_check_digit: checkDigit,
      test_set_id: environment === "habilitacion" ? "a-test-set" : null,
    });
    const range = {
      kind: RANGES[module].kind,
      resolution: `1876000000${index}`,
      prefix: RANGES[module].prefix,
      fromNumber: 1,
    };
    await insert(db, "ranges", {
      company_id: id,
      kind: range.kind,
      resolution: range.resolution,
      resolution_date: VALID.from,
      prefix: range.prefix,
      from_number: 1,
      to_number: 1_000_000,
      valid_from: VALID.from,
      valid_to: VALID.to,
      sealed_technical_key: module === "fe" ? await seal(keys, technicalKeyContext(id, range), TECHNICAL_KEY) : null,
      next_number: 1,
    });
    for (const year of [0, 1].map((more) => new Date().getUTCFullYear() + more)) {
      await insert(db, "plans", { company_id: id, module, year, allowance: 1_000_000, used: 0 });
    }
  }
  await insert(db, "payment_methods", {
    company_id: id,
    form: "contado",
    label: "Efectivo",
    means_code: "10",
    means_name: "Efectivo",
    is_active: 1,
    is_default: 1,
  });
}

async function insert(db: Binding, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  const marks = names.map((_, index) => `?${index + 1}`).join(", ");
  await db
    .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`)
    .bind(...names.map((name) => row[name]))
    .run();
}
