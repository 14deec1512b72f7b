// Holds the authority's address that every document carries, exactly as it is sent.
import type { Environment } from "./company.ts";

/** Public catalogue in which a document can be found by its fiscal id. */
export const CATALOGUE_URL: Readonly<Record<Environment, string>> = {
  produccion: "https://catalogo-vpfe.dian.gov.co",
  habilitacion: "https://catalogo-vpfe-hab.dian.gov.co",
};
