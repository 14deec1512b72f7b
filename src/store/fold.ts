// A name as written into the name that searches compare.

/** Without accents, lower case, single spaces: `Compañía  ÁGIL` gives `compania agil`. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/gu, " ").trim();
}
