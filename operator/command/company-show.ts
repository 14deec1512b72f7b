// `company show` shows all that is kept of a company on one screen, and which certificate and ranges are in use.
import { eq } from "drizzle-orm";
import type { Branch, Company } from "../../src/domain/company.ts";
import { build, run } from "../../src/store/base/db.ts";
import { plans, series } from "../../src/store/base/schema.ts";
import type { Command } from "../command.ts";
import { describeAddress } from "../data/address.ts";
import { listRanges } from "../data/range-list.ts";
import { required } from "../flag.ts";
import { listKept } from "../home.ts";
import { printFacts, printTable } from "../table.ts";
import { listCertificates } from "./certificate-disable.ts";
import { getCompany } from "./company.ts";

export const companyShow: Command = {
  name: "company show",
  reads: true,
  about: "shows a company's profile, software, certificates, ranges, series, plans and configuration",
  flags: [required("company", "id of the company")],
  run: async (context) => {
    const { db, nowMs, paint } = context;
    const company = await getCompany(context);
    const older = (await listKept(context, company.id)).length;
    const { module, year, allowance, used } = plans;
    const own = build.select({ module, year, allowance, used }).from(plans).where(eq(plans.companyId, company.id));
    const contracted = await run(db, own.orderBy(year, module));
    const ranges = await listRanges(context, company.id);
    const { typeCode: type, environment, prefix, nextNumber: next } = series;
    const numbered = build.select({ type, environment, prefix, next }).from(series);
    const notes = await run(db, numbered.where(eq(series.companyId, company.id)).orderBy(environment, type));
    const nowIso = new Date(nowMs()).toISOString();
    const listed = await listCertificates(context, company.id);
    const signing = listed.find((one) => one.disabledAt === null && one.notBefore <= nowIso && nowIso <= one.notAfter);
    const certificates = listed.map((one) => ({
      serial_number: one.serialNumber,
      location: one.location,
      not_before: one.notBefore,
      not_after: one.notAfter,
      use: one.disabledAt !== null ? "disabled" : one === signing ? paint("good", "signs now") : "does not sign now",
    }));
    const { software, paymentMethods, costCenters, branches, tills = [] } = company;
    const title = (text: string) => `\n${paint("strong", text)}`;
    const text = [
      paint("strong", `company ${company.id}: ${company.name}, NIT ${company.nit}-${company.checkDigit}`),
      describeProfile(company, older),
      title("Software"),
      printTable(
        Object.entries(software).map(([name, one]) => ({
          module: name,
          software_id: one.id,
          provider: `${one.providerNit} ${one.providerCode}`,
          test_set: one.testSetId,
          environment: one.environment ?? company.environment,
        })),
        "none: `operator company edit`",
      ),
      title("Certificates"),
      printTable(certificates, "none: `operator certificate import`"),
      title("Ranges"),
      printTable(
        ranges.map(({ company: _same, name: _too, ...range }) => range),
        "none: `operator range import`",
      ),
      title("Series of notes"),
      printTable(notes, "none: `operator series add`"),
      title("Plans"),
      printTable(contracted, "none: `operator plan set`"),
      title("Branches"),
      printTable(branches.map(describeBranch), "none: `operator branch add`"),
      ...(tills.length === 0 ? [] : [title("Tills"), printTable(copyRows(tills), "")]),
      title("Payment methods"),
      printTable(copyRows(paymentMethods), "none: `operator payment-method add`"),
      title("Cost centers"),
      printTable(copyRows(costCenters), "none"),
    ].join("\n");
    const signs = signing?.serialNumber ?? null;
    return { data: { ...company, plans: contracted, ranges, series: notes, signs }, text };
  },
};

/** @param older how many databases keep older documents of it. */
function describeProfile(company: Company, older: number): string {
  const { address, withholdingTypes } = company;
  return printFacts({
    state: company.state,
    environment: company.environment,
    trade_name: company.tradeName,
    person_type: company.personType === "1" ? "1 legal person" : "2 natural person",
    ...(company.modules.includes("dee")
      ? { large_tickets: company.refusesLargeTickets === true ? "refuse" : "notice" }
      : {}),
    responsibilities: company.responsibilities,
    tax_scheme: company.taxSchemeCode,
    address: describeAddress(address),
    postal_code: address.postalCode,
    email: company.email,
    phone: company.phone,
    ciiu: company.industryCode,
    withholdings: withholdingTypes.map((one) => `${one.type} (${one.taxCode} ${one.name})`),
    ...(older > 0 && { olderDocuments: `in ${older} older databases, see \`operator shard list\`` }),
  });
}

function describeBranch({ address, ...others }: Branch) {
  return { ...others, address: describeAddress(address) };
}

/** As rows of a table, which may have any members. */
function copyRows<Row extends object>(rows: readonly Row[]): { [Member in keyof Row]: Row[Member] }[] {
  return rows.map((row) => ({ ...row }));
}
