// Writes a company's state for clients: what it issues with, and what will stop it.
import type * as z from "zod";
import type { CertificateSummary, Company, Module, RangeKind } from "../../domain/company.ts";
import type { Condition } from "../../domain/document/brake.ts";
import { KINDS } from "../../domain/kind.ts";
import { countDaysInclusive, DAY_MS, dateInBogota, yearOf } from "../../domain/value/calendar.ts";
import type { CompanyState, RangeInUse } from "../../store/company/company-state.ts";
import { COMING_PLAN_WARNING, type ConfigurationWarning } from "../../store/watch/health.ts";
import type { ReadonlyDeep } from "../app/reply.ts";
import { describeWarning } from "../message/warning.ts";
import { RANGE_NAMES, STATE_NAMES } from "./name.ts";
import type { companyStateSchema } from "./reply-schema.ts";

type CompanyBody = ReadonlyDeep<z.infer<typeof companyStateSchema>>;
type ModuleBody = NonNullable<CompanyBody["modulos"]["fe"]>;

const MODULE_OF_RANGE: Readonly<Record<RangeKind, Module>> = {
  fe: "fe",
  contingency: "fe",
  dse: "dse",
  pos: "dee",
};

/**
 * @param read the modules that the caller reads: nothing is said of the others.
 * @param authority how it answers all companies of the environment.
 */
export function describeCompany(
  company: Company,
  read: readonly Module[],
  state: CompanyState,
  authority: Condition,
): CompanyBody {
  const { id, nit, checkDigit, name, environment, certificates } = company;
  const standing = STATE_NAMES[company.state ?? "active"];
  const nowMs = state.readAtMs;
  const modules = read.map((module): [Module, ModuleBody] => [module, describeModule(module, company, state)]);
  return {
    ok: true,
    empresa: { id, nit, dv: checkDigit, nombre: name, ambiente: environment, estado: standing },
    modulos: Object.fromEntries(modules),
    certificado: describeCertificate(certificates, nowMs),
    autoridad: {
      estado: authority.state,
      desde: authority.sinceMs === null ? null : new Date(authority.sinceMs).toISOString(),
    },
    avisos: state.warnings
      .filter((warning) => concerns(warning, read))
      .toSorted((one, other) => Number(other.severity === "critical") - Number(one.severity === "critical"))
      .map((warning) => ({
        codigo: warning.code,
        mensaje: describeWarning(warning),
        desde: findSince(warning, state),
      })),
  };
}

function describeModule(module: Module, { modules }: Company, state: CompanyState): ModuleBody {
  const plan = state.plans.find((one) => one.module === module);
  const today = dateInBogota(state.readAtMs);
  return {
    contratado: modules.includes(module),
    plan: plan === undefined ? null : { anio: plan.year, cupo: plan.allowance, usados: plan.used },
    rangos: state.ranges
      .filter(({ kind }) => MODULE_OF_RANGE[kind] === module)
      .map((range) => describeRange(range, today)),
    series: state.series
      .filter(({ typeCode }) => KINDS[typeCode].module === module)
      .map(({ typeCode, prefix, nextNumber }) => ({
        tipo_authority: typeCode,
        prefijo: prefix,
        siguiente: nextNumber,
      })),
  };
}

function describeRange(range: RangeInUse, today: string) {
  const { kind, prefix, resolution, fromNumber, toNumber, nextNumber, left, validTo } = range;
  return {
    tipo: RANGE_NAMES[kind],
    prefijo: prefix,
    resolucion: resolution,
    desde: fromNumber,
    hasta: toNumber,
    siguiente: left > 0 ? nextNumber : null,
    quedan: left,
    vigente_hasta: validTo,
    dias: countDaysInclusive(today, validTo) - 1,
  };
}

/** Until when the company can sign without a pause; where it cannot now, until when it could. */
function describeCertificate(certificates: readonly CertificateSummary[], nowMs: number): CompanyBody["certificado"] {
  const spans = certificates
    .map(({ notBefore, notAfter }) => ({ fromMs: Date.parse(notBefore), toMs: Date.parse(notAfter) }))
    .sort((one, other) => one.fromMs - other.fromMs);
  const begun = spans.filter(({ fromMs }) => fromMs <= nowMs);
  if (begun.length === 0) return null;
  let endMs = Math.max(...begun.map(({ toMs }) => toMs));
  for (const { fromMs, toMs } of spans) if (endMs >= nowMs && fromMs <= endMs) endMs = Math.max(endMs, toMs);
  return { vence: new Date(endMs).toISOString(), dias: Math.floor((endMs - nowMs) / DAY_MS) };
}

/** What of a company a warning is about. */
function concerns(warning: ConfigurationWarning, read: readonly Module[]): boolean {
  const module = moduleOf(warning);
  return module === null || read.includes(module);
}

/** Null: of all that the company issues. */
function moduleOf(warning: ConfigurationWarning): Module | null {
  switch (warning.code) {
    case "certificate_missing":
    case "certificate_ending":
      return null;
    case "range_missing":
    case "range_ending":
      return MODULE_OF_RANGE[warning.kind];
    case "series_stopped":
      return KINDS[warning.typeCode].module;
    case "plan_missing":
    case "plan_ending":
      return warning.module;
  }
}

/**
 * The day (`YYYY-MM-DD` in Bogotá) since which a warning holds: that of the operator's first alert of it; the present one while there
 * is none.
 */
function findSince(warning: ConfigurationWarning, state: CompanyState): string {
  const today = dateInBogota(state.readAtMs);
  if (warning.code === "plan_missing") {
    return warning.year > yearOf(today) ? `${yearOf(today)}-${COMING_PLAN_WARNING}` : `${warning.year}-01-01`;
  }
  const subject = `company:${warning.companyId} ${nameSubject(warning)}`;
  const from = findBeginning(warning, state, today);
  const first = state.raised.find(
    (alert) =>
      alert.code === warning.code &&
      alert.subject.startsWith(subject) &&
      !OF_BRANCH.test(alert.subject.slice(subject.length)) &&
      alert.raisedAt >= from,
  );
  return first === undefined ? today : dateInBogota(Date.parse(first.raisedAt));
}

/** How the rest of a subject begins when the ranges are a branch's: what else stands there has lower case. */
const OF_BRANCH = /^[A-Z0-9]+ /;

/** How the subjects of alerts about the same thing begin, behind the company. */
function nameSubject(warning: Exclude<ConfigurationWarning, { readonly code: "plan_missing" }>): string {
  switch (warning.code) {
    case "certificate_missing":
      return "certificate ";
    case "certificate_ending":
      return warning.daysLeft < 0 ? "over " : `until:${warning.notAfter} `;
    case "range_missing":
    case "range_ending":
      return warning.prefix === undefined ? `${warning.kind} ` : `${warning.kind} ${warning.prefix} `;
    case "series_stopped":
      return `${warning.typeCode} `;
    case "plan_ending":
      return `${warning.module} `;
  }
}

/** The day before which an alert was about something else: another range, another year's plan, another certificate. */
function findBeginning(warning: ConfigurationWarning, { ranges }: CompanyState, today: string): string {
  if (warning.code === "plan_ending") return `${yearOf(today)}-01-01`;
  if (warning.code !== "range_missing" && warning.code !== "range_ending") return "";
  const begun = ranges.filter(
    ({ kind, prefix, validFrom }) =>
      kind === warning.kind && prefix === (warning.prefix ?? prefix) && validFrom <= today,
  );
  return (
    begun
      .map(({ validFrom }) => validFrom)
      .sort()
      .at(-1) ?? ""
  );
}
