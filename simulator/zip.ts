// Turns the uploaded zip into its one XML file, within limits.
import { unzipSync } from "fflate";

/** XML files over 500 KB are refused by the authority (rule ZA01). */
export const MAX_XML_BYTES = 500 * 1024;
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024;

export interface ZippedXml {
  readonly fileName: string;
  readonly xml: Uint8Array;
}

/** Opens the zip; a sentence in Spanish instead when it does not hold exactly one readable XML file. */
export function openZip(zip: Uint8Array): ZippedXml | string {
  let declared = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(zip, {
      filter: (file) => {
        declared += file.originalSize;
        if (declared > MAX_UNPACKED_BYTES) throw new RangeError("the zip unpacks to too much");
        return true;
      },
    });
  } catch (cause) {
    return `El archivo zip no se puede leer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
  const names = Object.keys(entries);
  const fileName = names[0];
  const xml = fileName === undefined ? undefined : entries[fileName];
  if (fileName === undefined || !xml || names.length !== 1) {
    return `El archivo zip debe contener un solo archivo XML y contiene ${names.length}`;
  }
  if (!fileName.toLowerCase().endsWith(".xml")) return `El archivo dentro del zip no es XML: ${fileName}`;
  return { fileName, xml };
}
