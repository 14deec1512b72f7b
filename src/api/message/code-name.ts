// Names the codes of official lists, and suggests the ones that were meant.
import { type CatalogueEntry, listTaxes, type Municipality } from "../../domain/catalogue/catalogue.ts";
import { findMeantMeans, findMeantTypes } from "../../domain/catalogue/everyday-word.ts";
import { foldName } from "../../domain/catalogue/place.ts";
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
  return ask(findMeantMeans(word));
}

/** Asks for the type of identification that a word names: ` (¿quiso decir "13", Cédula de ciudadanía?)`. */
export function suggestTypes(word: string): string {
  return ask(findMeantTypes(word));
}

function ask(meant: readonly CatalogueEntry[]): string {
  return meant.length === 0 ? "" : ` (¿quiso decir ${listMeant(meant)}?)`;
}

function listMeant(meant: readonly CatalogueEntry[]): string {
  return meant.map(({ code, name }) => `"${code}", ${name}`).join(", o ");
}

/** ` (¿quiso decir "credito"?)`: the choice that a text spells in other letters; empty for none. */
export const suggestChoice =
  (choices: readonly string[]) =>
  (text: string): string => {
    const said = foldName(text);
    const meant = said === "" ? undefined : choices.find((choice) => foldName(choice) === said);
    return meant === undefined ? "" : ` (¿quiso decir "${meant}"?)`;
  };

/** What a form of payment is called, and how a module spells it. */
interface Forms {
  readonly cash: string;
  readonly credit: string;
  /** The field of the means, which is often what the word names. */
  readonly means: string;
}

export const SUPPORT_FORMS: Forms = { cash: "1", credit: "2", means: "medio_pago_codigo" };

/** ` (¿quiso decir "contado", con \`means_code\` "10", Efectivo?)`: the form of payment that a word names; empty for none. */
export const suggestForm =
  ({ cash, credit, means }: Forms) =>
  (word: string): string => {
    const said = foldName(word);
    if (["contado", "1"].includes(said)) return ` (¿quiso decir "${cash}"?)`;
    if (["credito", "credit", "2"].includes(said)) return ` (¿quiso decir "${credit}"?)`;
    const meant = findMeantMeans(word);
    return meant.length === 0 ? "" : ` (¿quiso decir "${cash}", con \`${means}\` ${listMeant(meant)}?)`;
  };

export function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}
