// Says what companies lack before they can issue: software, a certificate, ranges, plans.
import { and, eq, gt, isNull } from "drizzle-orm";
import { MODULES, type Module, type RangeKind } from "../../src/domain/company.ts";
import { dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build } from "../../src/store/base/db.ts";
import { moduleEnvironment } from "../../src/store/base/module-environment.ts";
import { certificates, companies, plans, ranges, software } from "../../src/store/base/schema.ts";
import type { Context } from "../command.ts";

/** The kind of range without which a module numbers nothing. */
export const FIRST_RANGES: Readonly<Record<Module, RangeKind>> = { fe: "fe", dse: "dse", dee: "pos" };

/** What companies have, by company and thing: `7 certificate`, `7 range fe`, `7 plan fe`, `7 software fe`, `7 test fe` where that is for tests. */
export type Equipment = ReadonlySet<string>;

/** What every company of this deployment has that can be used now. */
export async function readEquipment({
  shards,
  nowMs,
}: Pick<Context, "nowMs"> & { readonly shards: readonly Pick<Context, "db">[] }): Promise<Equipment> {
  const now = new Date(nowMs()).toISOString();
  const today = dateInBogota(nowMs());
  const isCurrent = and(isNull(certificates.disabledAt), gt(certificates.notAfter, now));
  const isUsable = and(eq(ranges.isActive, true), isNull(ranges.stoppedBy), gt(ranges.validTo, today));
  const has = new Set<string>();
  for (const { db } of shards) {
    const [signing, numbering, contracted, owned] = await db.batch([
      build.selectDistinct({ id: certificates.companyId }).from(certificates).where(isCurrent),
      build.selectDistinct({ id: ranges.companyId, kind: ranges.kind }).from(ranges).where(isUsable),
      build
        .select({ id: plans.companyId, module: plans.module })
        .from(plans)
        .where(eq(plans.year, yearOf(today))),
      build
        .select({ id: software.companyId, module: software.module, environment: moduleEnvironment })
        .from(software)
        .innerJoin(companies, eq(companies.id, software.companyId)),
    ]);
    for (const { id } of signing) has.add(`${id} certificate`);
    for (const { id, kind } of numbering) has.add(`${id} range ${kind}`);
    for (const { id, module } of contracted) has.add(`${id} plan ${module}`);
    for (const { id, module, environment } of owned) {
      has.add(`${id} software ${module}`);
      if (environment === "habilitacion") has.add(`${id} test ${module}`);
    }
  }
  return has;
}

/**
 * What a company lacks for modules.
 * @param isAdded its software comes with this very line.
 * @param isPlanned whether a plan of a module does, or needs none.
 */
export function listMissing(
  has: Equipment,
  id: number,
  modules: readonly Module[],
  { isAdded, isPlanned }: { readonly isAdded: boolean; readonly isPlanned: (module: Module) => boolean },
): readonly string[] {
  const missing = modules.flatMap((module) => [
    ...(!isAdded && !has.has(`${id} software ${module}`) ? [`${module} software`] : []),
    ...(has.has(`${id} range ${FIRST_RANGES[module]}`) ? [] : [`${module} range`]),
    ...(has.has(`${id} plan ${module}`) || isPlanned(module) ? [] : [`${module} plan`]),
  ]);
  const none = modules.length === 0 ? ["software"] : [];
  return [...none, ...(has.has(`${id} certificate`) ? [] : ["certificate"]), ...missing];
}

/** What a company that is registered lacks, for the modules that it has a software for. */
export function listMissingNow(has: Equipment, id: number): readonly string[] {
  const modules = MODULES.filter((module) => has.has(`${id} software ${module}`));
  // What a test set takes counts against no plan.
  const isPlanned = (module: Module) => has.has(`${id} test ${module}`);
  return listMissing(has, id, modules, { isAdded: false, isPlanned });
}

/** The same of one company, of its own database. */
export async function findMissingNow({ db, nowMs }: Pick<Context, "db" | "nowMs">, id: number) {
  return listMissingNow(await readEquipment({ nowMs, shards: [{ db }] }), id);
}

/** What a company does that lacks these things. */
export function describeMissing(missing: readonly string[]): string {
  return missing.length === 0 ? "it issues" : `it lacks ${missing.join(", ")}, and issues nothing that needs it`;
}

/** A command for each kind of what is missing, for the first company that lacks it. */
export function adviseMissing(
  rows: readonly { readonly company: number; readonly missing: string }[],
): readonly string[] {
  const find = (what: RegExp) => rows.filter(({ missing }) => what.test(missing));
  const modulesOf = (missing: string, what: string) =>
    MODULES.filter((module) => missing.includes(`${module} ${what}`));
  const [signing, numbering] = [find(/certificate/), find(/range/)];
  const [[pin], [uncertified], [unnumbered], [plan]] = [
    find(/software|PIN|test set/),
    signing,
    numbering,
    find(/plan/),
  ];
  return [
    ...(pin === undefined ? [] : [`operator company edit --company ${pin.company} --file software.json`]),
    ...(uncertified === undefined
      ? []
      : [
          signing.length > 1
            ? "operator certificate import --folder FOLDER --passwords FILE"
            : `operator certificate import --company ${uncertified.company} FILE.p12 --password-file FILE`,
        ]),
    ...(unnumbered === undefined
      ? []
      : numbering.length > 1
        ? [
            `operator range import --rows FILE${describeCommon(numbering.map(({ missing }) => modulesOf(missing, "range")))}`,
          ]
        : modulesOf(unnumbered.missing, "range").map(
            (module) => `operator range import --company ${unnumbered.company} --kind ${FIRST_RANGES[module]}`,
          )),
    ...(plan === undefined
      ? []
      : modulesOf(plan.missing, "plan").map(
          (module) => `operator plan set --company ${plan.company} --module ${module} --allowance N`,
        )),
  ];
}

/** Where all lack a range of one kind, it stands on the line. */
function describeCommon(lacking: readonly (readonly Module[])[]): string {
  const [module, ...others] = new Set(lacking.flat());
  return module === undefined || others.length > 0 ? "" : ` --kind ${FIRST_RANGES[module]}`;
}
