// Holds the authority's address that every document carries, exactly as it is sent, and the name that buyers know it by.
import type { Environment } from "../company.ts";

/** Public catalogue in which a document can be found by its fiscal id. */
export const CATALOGUE_URL: Readonly<Record<Environment, string>> = {
  produccion: "https://catalogo-vpfe.dian.gov.co",
  habilitacion: "https://catalogo-vpfe-hab.dian.gov.co",
};

/** What buyers call the authority. */
export const AUTHORITY_NAME = "DIAN";
