// Lists the types of documents that the list of invoices shows.
import { listCodes } from "../../domain/kind.ts";

/** Of v1. */
export const LISTED_TYPES = ["01", "03", "91"] as const;
/** Of v2. */
export const LISTED_TYPES_OF_V2 = listCodes({ module: "fe" });
