// The rows of a company into the issuer that travels with a command, in one round trip.
import type {
  CertificateSummary,
  Company,
  CostCenter,
  Environment,
  Module,
  PaymentMethod,
  Software,
} from "../domain/company.ts";
import { type Database, readOne } from "./database.ts";

/** The JSON of `companies.profile`: the fiscal profile, and the lists that only a company's own documents use. */
export type CompanyProfile = Pick<
  Company,
  | "checkDigit"
  | "tradeName"
  | "personType"
  | "responsibilities"
  | "taxSchemeCode"
  | "address"
  | "email"
  | "phone"
  | "industryCode"
  | "withholdingTypes"
>;

/** A row of `COMPANY_QUERY`: lists arrive as JSON text. */
export interface CompanyRow {
  readonly id: number;
  readonly nit: string;
  readonly name: string;
  readonly environment: Environment;
  readonly profile: string;
  readonly software: string;
  readonly payment_methods: string;
  readonly cost_centers: string;
  readonly certificates: string;
}

/** One company by id (`?1`), its lists folded to JSON so that one statement brings everything. */
export const COMPANY_QUERY = `
SELECT c.id, c.nit, c.name, c.environment, c.profile,
  (SELECT json_group_object(s.module, json_object('id', s.software_id, 'providerNit', s.provider_nit,
      'providerCheckDigit', s.provider_check_digit, 'providerCode', s.provider_code, 'testSetId', s.test_set_id))
    FROM software s WHERE s.company_id = c.id) AS software,
  (SELECT json_group_array(json_object('id', p.id, 'form', p.form, 'label', p.label, 'meansCode', p.means_code,
      'meansName', p.means_name, 'isActive', json(iif(p.is_active, 'true', 'false')),
      'isDefault', json(iif(p.is_default, 'true', 'false'))))
    FROM (SELECT * FROM payment_methods WHERE company_id = ?1 ORDER BY id) p) AS payment_methods,
  (SELECT json_group_array(json_object('id', k.id, 'code', k.code, 'alternativeCode', k.alternative_code,
      'name', k.name))
    FROM (SELECT * FROM cost_centers WHERE company_id = ?1 ORDER BY id) k) AS cost_centers,
  (SELECT json_group_array(json_object('location', x.location, 'serialNumber', x.serial_number,
      'notBefore', x.not_before, 'notAfter', x.not_after))
    FROM (SELECT * FROM certificates WHERE company_id = ?1 AND disabled_at IS NULL ORDER BY not_before DESC, id DESC) x) AS certificates
FROM companies c WHERE c.id = ?1`;

/** Loads an issuer with its software, payment methods, cost centers and certificates; no secret among them. */
export async function loadCompany(db: Database, companyId: number): Promise<Company | undefined> {
  const row = await readOne<CompanyRow>(db.prepare(COMPANY_QUERY).bind(companyId));
  return row === undefined ? undefined : toCompany(row);
}

/** A row of `COMPANY_QUERY` into the issuer. */
export function toCompany(row: CompanyRow): Company {
  const profile = JSON.parse(row.profile) as CompanyProfile;
  const software = JSON.parse(row.software) as Partial<Record<Module, Software>>;
  return {
    ...profile,
    id: row.id,
    nit: row.nit,
    name: row.name,
    environment: row.environment,
    modules: (["fe", "dse"] as const).filter((module) => software[module] !== undefined),
    software,
    paymentMethods: JSON.parse(row.payment_methods) as PaymentMethod[],
    costCenters: JSON.parse(row.cost_centers) as CostCenter[],
    certificates: JSON.parse(row.certificates) as CertificateSummary[],
  };
}
