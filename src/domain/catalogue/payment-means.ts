// Finds the payment means that a word names, for clients that send the word in place of its code.
import { type CatalogueEntry, findPaymentMeans, listPaymentMeans } from "./catalogue.ts";
import { foldName } from "./place.ts";

/** What people say, and the codes that mean it. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
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
/** A word that names more than these names none. */
const MOST_MEANT = 3;
const LONGEST_WORD = 60;

/** The means that a word of everyday use, or a part of a name of the list, stands for; none when it names too many. */
export function findMeantMeans(word: string): readonly CatalogueEntry[] {
  if (word.length > LONGEST_WORD) return [];
  const wanted = foldWords(word);
  if (wanted.length === 0 || wanted.every((one) => /^\d*$/.test(one))) return [];
  const said = wanted.join(" ");
  const codes = Object.hasOwn(WORDS, said) ? (WORDS[said] ?? []) : [];
  if (codes.length > 0) return codes.flatMap((code) => findPaymentMeans(code) ?? []);
  const named = listPaymentMeans().filter(({ name }) => {
    const words = foldWords(name);
    return wanted.every((one) => words.includes(one));
  });
  return named.length > MOST_MEANT ? [] : named;
}

/** Its words without case and accents, but the small ones between them. */
function foldWords(text: string): readonly string[] {
  const words = foldName(text).split(" ");
  return words.filter((word) => word !== "" && word !== "de" && word !== "en");
}
