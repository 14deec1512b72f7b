// Reads a company in one round trip, with the lists that issuing needs: software, payment methods, cost centers, branches, tills, certificates.

import { and, desc, eq, isNull } from "drizzle-orm";
import { type Company, MODULES, type Software } from "../../domain/company.ts";
import { build, type Database, type NamedRows, runNamed, statement } from "../base/db.ts";
import { HOME, MovedError } from "../base/home.ts";
import { branches, certificates, companies, costCenters, paymentMethods, software, tills } from "../base/schema.ts";

const findCompany = statement(["id"], (value) =>
  build
    .select({
      id: companies.id,
      nit: companies.nit,
      name: companies.name,
      environment: companies.environment,
      state: companies.state,
      profile: companies.profile,
      mail: companies.mail,
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
      environment: software.environment,
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

const findBranches = statement(["id"], (value) =>
  build
    .select({
      code: branches.code,
      name: branches.name,
      address: branches.address,
      prefix: branches.prefix,
      phone: branches.phone,
      registration: branches.registration,
    })
    .from(branches)
    .where(eq(branches.companyId, value.id))
    .orderBy(branches.code),
);

const findTills = statement(["id"], (value) =>
  build
    .select({ plate: tills.plate, place: tills.place, type: tills.type })
    .from(tills)
    .where(eq(tills.companyId, value.id))
    .orderBy(tills.plate),
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
  return {
    company: findCompany(of),
    software: findSoftware(of),
    paymentMethods: findPaymentMethods(of),
    costCenters: findCostCenters(of),
    branches: findBranches(of),
    tills: findTills(of),
    certificates: findCertificates(of),
  };
}

type CompanyRows = NamedRows<ReturnType<typeof selectCompany>>;

/**
 * Loads an issuer with its software, payment methods, cost centers, branches and certificates; no secret among them.
 * @returns undefined when there is no such company.
 * @throws MovedError when the company lives in another database.
 */
export async function loadCompany(db: Database, companyId: number): Promise<Company | undefined> {
  return toCompany(await runNamed(db, selectCompany(companyId)));
}

/**
 * The issuer; undefined when there is no such company.
 * @throws MovedError when the company lives in another database, of which this deployment need not know.
 */
export function toCompany({ company, ...lists }: CompanyRows): Company | undefined {
  const [found] = company;
  if (found === undefined) return undefined;
  const { profile, home, ...others } = found;
  if (home < HOME.closed) throw new MovedError(`company ${others.id} is not read here`);
  const byModule = Object.fromEntries(
    lists.software.map(({ module, ...program }): [string, Software] => [module, program]),
  );
  return {
    ...profile,
    ...others,
    modules: MODULES.filter((module) => byModule[module] !== undefined),
    software: byModule,
    paymentMethods: lists.paymentMethods,
    costCenters: lists.costCenters,
    branches: lists.branches,
    tills: lists.tills,
    certificates: lists.certificates,
  };
}
