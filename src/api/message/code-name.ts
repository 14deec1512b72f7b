// Names the codes of official lists, and suggests the ones that were meant.
import { type CatalogueEntry, listTaxes, type Municipality } from "../../domain/catalogue/catalogue.ts";
import { findMeantMeans } from "../../domain/catalogue/payment-means.ts";
import type { TaxKind } from "../../domain/tax-table.ts";

/** ` ¿Quiso decir Rionegro, Antioquia (05615), o Rionegro, Santander (68615)?` */
export function askWhichMeant(candidates: readonly Municipality[]): string {
  if (candidates.length === 0) return "";
  const names = candidates.map(({ name, departmentName, code }) => `${name}, ${departmentName} (${code})`);
  return ` ¿Quiso decir ${names.join("; o ")}?`;
}

/** `11 (Registro civil), 12 (Tarjeta de identidad)`. */
export function nameCodes(entries: readonly CatalogueEntry[]): string {
  return entries.map(({ code, name }) => `${code} (${name})`).join(", ");
}

/** The taxes of an item that are computed in this way, by a rule that the authority publishes. */
export function nameTaxes(kind: TaxKind): string {
  return nameCodes(listTaxes().filter((tax) => tax.kind === kind && tax.isRulePublished));
}

/** ` (¿quiso decir "10", Efectivo?)`: the codes of the payment means that a word names; empty for none. */
export function suggestMeans(word: string): string {
  const meant = findMeantMeans(word).map(({ code, name }) => `"${code}", ${name}`);
  return meant.length === 0 ? "" : ` (¿quiso decir ${meant.join(", o ")}?)`;
}

export function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}
