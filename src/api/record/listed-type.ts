// Lists the types of documents that the list of invoices shows.
import { listCodes } from "../../domain/kind.ts";

/** Of v1. */
export const LISTED_TYPES = ["01", "03", "91"] as const;
/** Of v2. */
export const LISTED_TYPES_OF_V2 = listCodes({ module: "fe" });

/** The type of a document among those that an answer may show. @throws Error for another, which is a bug of ours. */
export function pickType<Type extends string>(typeCode: string, types: readonly Type[]): Type {
  const found = types.find((one) => one === typeCode);
  if (found === undefined) throw new Error(`a document of type ${typeCode} where only ${types.join(", ")} are shown`);
  return found;
}
