// Finds the entries of an official list that a word of everyday use names, for clients that send the word in place of its code.
import { type CatalogueEntry, listIdentificationTypes, listPaymentMeans } from "./catalogue.ts";
import { foldName } from "./place.ts";

/** What people say, and the codes that mean it. */
type Words = Readonly<Record<string, readonly string[]>>;

const MEANS: Words = {
  efectivo: ["10"],
  contado: ["10"],
  cash: ["10"],
  cheque: ["20"],
  consignacion: ["42"],
  "consignacion bancaria": ["42"],
  deposito: ["42"],
  transferencia: ["47"],
  "transferencia bancaria": ["47"],
  transfer: ["47"],
  pse: ["47"],
  nequi: ["47"],
  daviplata: ["47"],
  debito: ["49"],
  tarjeta: ["48", "49"],
  card: ["48", "49"],
  datafono: ["48", "49"],
  bono: ["71"],
  vale: ["72"],
};

const IDENTIFICATION_TYPES: Words = {
  rc: ["11"],
  ti: ["12"],
  cc: ["13"],
  cedula: ["13"],
  te: ["21"],
  ce: ["22"],
  ni: ["31"],
  nit: ["31"],
  rut: ["31"],
  pa: ["41"],
  pas: ["41"],
  passport: ["41"],
  die: ["42"],
  pe: ["47"],
  pt: ["48"],
};

/** A word that names more than these names none. */
const MOST_MEANT = 3;
const LONGEST_WORD = 60;

/** The means that a word of everyday use, or a part of a name of the list, stands for; none when it names too many. */
export function findMeantMeans(word: string): readonly CatalogueEntry[] {
  return findMeant(word, MEANS, listPaymentMeans());
}

/** The types of identification that a word of everyday use names. */
export function findMeantTypes(word: string): readonly CatalogueEntry[] {
  return findMeant(word.replaceAll(".", ""), IDENTIFICATION_TYPES, listIdentificationTypes());
}

function findMeant(word: string, words: Words, entries: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  if (word.length > LONGEST_WORD) return [];
  const wanted = foldWords(word);
  if (wanted.length === 0 || wanted.every((one) => /^\d*$/.test(one))) return [];
  const said = wanted.join(" ");
  const codes = Object.hasOwn(words, said) ? (words[said] ?? []) : [];
  if (codes.length > 0) return entries.filter(({ code }) => codes.includes(code));
  const named = entries.filter(({ name }) => {
    const own = foldWords(name);
    return wanted.every((one) => own.includes(one));
  });
  return named.length > MOST_MEANT ? [] : named;
}

/** Its words without case and accents, but the small ones between them. */
function foldWords(text: string): readonly string[] {
  const words = foldName(text).split(" ");
  return words.filter((word) => word !== "" && word !== "de" && word !== "en");
}
