// Writes the sentences of what will stop a company from issuing, for whoever sells with it.

import type { Module, RangeKind } from "../../domain/company.ts";
import { dateInBogota } from "../../domain/value/calendar.ts";
import type { ConfigurationWarning } from "../../store/watch/health.ts";
import { KIND_TEXTS } from "./kind-text.ts";

const RANGE_TEXTS: Readonly<Record<RangeKind, string>> = {
  fe: "facturas",
  contingency: "facturas de contingencia",
  dse: "documentos soporte",
  pos: "tiquetes POS",
};
const PLAN_TEXTS: Readonly<Record<Module, string>> = {
  fe: "facturación electrónica",
  dse: "documento soporte",
  dee: "tiquetes POS",
};

/** One warning in plain Spanish: what ends or is missing, when, and what it stops. */
export function describeWarning(warning: ConfigurationWarning): string {
  switch (warning.code) {
    case "certificate_missing":
      return `La empresa no tiene un certificado vigente: no puede firmar documentos.${writeNext(warning.begins, "certificado")}`;
    case "certificate_ending":
      return describeCertificate(warning);
    case "range_missing":
      return `La empresa no tiene un rango vigente y con números para ${RANGE_TEXTS[warning.kind]}${writeBranch(warning.prefix)}: no puede emitirlos.${writeNext(warning.begins, "rango")}`;
    case "range_ending":
      return describeRange(warning);
    case "series_stopped":
      return `La serie de ${KIND_TEXTS[warning.typeCode].name} con prefijo ${warning.prefix} está detenida: otro sistema usó uno de sus números.`;
    case "plan_missing":
      return `La empresa no tiene plan de ${PLAN_TEXTS[warning.module]} para ${warning.year}: sin él no puede emitir en ese año.`;
    case "plan_ending":
      return describePlan(warning);
  }
}

type Of<Code extends ConfigurationWarning["code"]> = Extract<ConfigurationWarning, { readonly code: Code }>;

function describeCertificate({ daysLeft, notAfter, begins }: Of<"certificate_ending">): string {
  const day = dateInBogota(Date.parse(notAfter));
  const next = writeNext(begins, "certificado");
  if (daysLeft < 0) return `El certificado venció el ${day}: la empresa no puede firmar documentos.${next}`;
  return `El certificado vence el ${day}, en ${count(daysLeft, "día", "días")}: desde entonces la empresa no puede firmar documentos.${next}`;
}

function describeRange({ kind, prefix, size, numbersLeft, daysLeft, cause, begins }: Of<"range_ending">): string {
  const left = `A la numeración de ${RANGE_TEXTS[kind]}${writeBranch(prefix)} le quedan ${numbersLeft} de ${size} números`;
  const days = count(daysLeft, "día", "días");
  const next = writeNext(begins, "rango");
  if (cause === "numbers") return `${left}: al ritmo de ahora se acaban en ${days}.${next}`;
  return `${left} y ${days} para usarlos: hace falta otro rango autorizado.${next}`;
}

function describePlan({ module, used, allowance, daysLeft }: Of<"plan_ending">): string {
  const plan = `Del plan de ${PLAN_TEXTS[module]} de este año se han usado ${used} de ${allowance} documentos`;
  if (used >= allowance) return `${plan}: se agotó, y la empresa no puede emitir más.`;
  return daysLeft === undefined
    ? `${plan}: está por agotarse.`
    : `${plan}: al ritmo de ahora se agota en ${count(daysLeft, "día", "días")}.`;
}

/** @param prefix of the branch whose own ranges are meant. */
function writeBranch(prefix: string | undefined): string {
  return prefix === undefined ? "" : ` con el prefijo ${prefix} de un establecimiento`;
}

/** @param begins a day, or an instant. */
function writeNext(begins: string | undefined, what: string): string {
  if (begins === undefined) return "";
  const day = begins.length > 10 ? dateInBogota(Date.parse(begins)) : begins;
  return ` El siguiente ${what} empieza a valer el ${day}.`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
