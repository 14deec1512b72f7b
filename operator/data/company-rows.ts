// Companies as rows whose columns are named like the flags of `company add`: what `company list --csv` gives and `company import` takes.
import { eq, gte } from "drizzle-orm";
import { MODULES } from "../../src/domain/company.ts";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build } from "../../src/store/base/db.ts";
import { HOME } from "../../src/store/base/home.ts";
import { companies, plans, software } from "../../src/store/base/schema.ts";
import type { Context } from "../command.ts";

/** Columns of a row that no flag is named like. */
export const LISTED_ALONE = ["id", "modules"] as const;

export type CompanyRow = Readonly<Record<string, string | number | null>>;

/** The companies that live in a database, with their software and the plans of this year; of secrets nothing. */
export async function readCompanyRows({ db, nowMs }: Pick<Context, "db" | "nowMs">): Promise<readonly CompanyRow[]> {
  const { id, nit, name, environment, state, profile } = companies;
  const isHere = gte(companies.home, HOME.closed);
  const [found, modules, contracted] = await db.batch([
    build.select({ id, nit, name, environment, state, profile }).from(companies).where(isHere).orderBy(id),
    build.select().from(software).orderBy(software.companyId, software.module),
    build
      .select()
      .from(plans)
      .where(eq(plans.year, yearOf(dateInBogota(nowMs())))),
  ]);
  const softwareOf = Map.groupBy(modules, (one) => one.companyId);
  const plansOf = Map.groupBy(contracted, (one) => one.companyId);
  return found.map(({ profile: known, ...company }) => {
    const own = softwareOf.get(company.id) ?? [];
    const plan = plansOf.get(company.id) ?? [];
    const { address } = known;
    return {
      id: company.id,
      nit: `${company.nit}-${known.checkDigit}`,
      name: company.name,
      environment: company.environment,
      state: company.state,
      modules: own.map(({ module }) => module).join(","),
      "trade-name": known.tradeName,
      "person-type": known.personType,
      responsibilities: known.responsibilities.join(","),
      "tax-scheme": known.taxSchemeCode,
      address: address.line,
      municipality: address.municipalityCode,
      "postal-code": address.postalCode,
      email: known.email,
      phone: known.phone,
      ciiu: known.industryCode,
      withholdings: known.withholdingTypes
        .map((one) => [one.type, one.taxCode, one.name, one.baseModes.join("+")].join(":"))
        .join(","),
      "large-tickets": known.refusesLargeTickets === true ? "refuse" : null,
      ...Object.fromEntries(
        MODULES.flatMap((module) => {
          const one = own.find((row) => row.module === module);
          return [
            [`${module}-software-id`, one?.softwareId ?? null],
            [`${module}-test-set`, one?.testSetId ?? null],
            ...(module === "dee" ? [[`${module}-environment`, one?.environment ?? null]] : []),
            [`${module}-plan`, plan.find((row) => row.module === module)?.allowance ?? null],
          ];
        }),
      ),
      "provider-nit": findCommon(own.map((one) => `${one.providerNit}-${one.providerCheckDigit}`)),
      "provider-code": findCommon(own.map((one) => one.providerCode)),
    };
  });
}

/** What all modules have: the flags of the provider are about all of them. */
function findCommon(values: readonly string[]): string | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}
