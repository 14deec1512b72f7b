// Says with which software a document is issued: the authority knows each by a PIN of its own.
import type { Company, Software } from "../company.ts";
import { KINDS, type TypeCode } from "../kind.ts";

/** The software of the kind's module; undefined where the company has none. */
export function softwareOf({ software }: Pick<Company, "software">, typeCode: TypeCode): Software | undefined {
  return software[KINDS[typeCode].module];
}
