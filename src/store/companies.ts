// Reads a company in one round trip, with the lists that issuing needs: software, payment methods, cost centers, certificates.
import { and, desc, eq, isNull } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import type { Company, Software } from "../domain/company.ts";
import { build, type Database, statement } from "./db.ts";
import { HOME, MovedError } from "./home.ts";
import { certificates, companies, costCenters, paymentMethods, software } from "./schema.ts";

const findCompany = statement(["id"], (value) =>
  build
    .select({
      id: companies.id,
      nit: companies.nit,
      name: companies.name,
      environment: companies.environment,
      profile: companies.profile,
      home: companies.home,
    })
    .from(companies)
    .where(eq(companies.id, value.id)),
);

const findSoftware = statement(["id"], (value) =>
  build
    .select({
      module: software.module,
      id: software.softwareId,
      providerNit: software.providerNit,
      providerCheckDigit: software.providerCheckDigit,
      providerCode: software.providerCode,
      testSetId: software.testSetId,
    })
    .from(software)
    .where(eq(software.companyId, value.id)),
);

const findPaymentMethods = statement(["id"], (value) =>
  build
    .select({
      id: paymentMethods.id,
      form: paymentMethods.form,
      label: paymentMethods.label,
      meansCode: paymentMethods.meansCode,
      meansName: paymentMethods.meansName,
      isActive: paymentMethods.isActive,
      isDefault: paymentMethods.isDefault,
    })
    .from(paymentMethods)
    .where(eq(paymentMethods.companyId, value.id))
    .orderBy(paymentMethods.id),
);

const findCostCenters = statement(["id"], (value) =>
  build
    .select({
      id: costCenters.id,
      code: costCenters.code,
      alternativeCode: costCenters.alternativeCode,
      name: costCenters.name,
    })
    .from(costCenters)
    .where(eq(costCenters.companyId, value.id))
    .orderBy(costCenters.id),
);

const findCertificates = statement(["id"], (value) =>
  build
    .select({
      location: certificates.location,
      serialNumber: certificates.serialNumber,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
    })
    .from(certificates)
    .where(and(eq(certificates.companyId, value.id), isNull(certificates.disabledAt)))
    .orderBy(desc(certificates.notBefore), desc(certificates.id)),
);

/** The statements whose rows `toCompany` reads, for a batch. */
export function selectCompany(id: number) {
  const of = { id };
  return [
    findCompany(of),
    findSoftware(of),
    findPaymentMethods(of),
    findCostCenters(of),
    findCertificates(of),
  ] as const;
}

type CompanyRows = BatchResponse<ReturnType<typeof selectCompany>>;

/**
 * Loads an issuer with its software, payment methods, cost centers and certificates; no secret among them.
 * @returns undefined when there is no such company.
 * @throws MovedError when the company lives in another database.
 */
export async function loadCompany(db: Database, companyId: number): Promise<Company | undefined> {
  return toCompany(await db.batch(selectCompany(companyId)));
}

/**
 * The issuer; undefined when there is no such company.
 * @throws MovedError when the company lives in another database, of which this deployment need not know.
 */
export function toCompany([found, programs, methods, centers, summaries]: CompanyRows): Company | undefined {
  const [company] = found;
  if (company === undefined) return undefined;
  const { profile, home, ...others } = company;
  if (home < HOME.closed) throw new MovedError(`company ${others.id} is not read here`);
  const byModule = Object.fromEntries(programs.map(({ module, ...program }): [string, Software] => [module, program]));
  return {
    ...profile,
    ...others,
    modules: (["fe", "dse"] as const).filter((module) => byModule[module] !== undefined),
    software: byModule,
    paymentMethods: methods,
    costCenters: centers,
    certificates: summaries,
  };
}
