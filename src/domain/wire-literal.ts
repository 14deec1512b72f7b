// Holds the authority's names that a document's own facts carry, exactly as they travel.
import type { Environment } from "./company.ts";

/** Public catalogue where anybody finds a document by its fiscal id. */
export const CATALOGUE_URL: Readonly<Record<Environment, string>> = {
  produccion: "https://catalogo-vpfe.dian.gov.co",
  habilitacion: "https://catalogo-vpfe-hab.dian.gov.co",
};
