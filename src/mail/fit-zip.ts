// Makes the ZIP of a document small enough for a message, where it is not.
import { unzipSync } from "fflate";
import { zipFile } from "../authority/zip.ts";

/** The largest ZIP whose message, in base64 with its head, stays within the two megabytes of the annex. */
const ZIP_BYTES_MOST = 1_531_072;

/** A ZIP that a message can carry: as archived, or without its PDF, which the annex asks for as an option; undefined: too large. */
export function fitZip(
  zip: Uint8Array,
  most = ZIP_BYTES_MOST,
): { readonly zip: Uint8Array; readonly hasPdf: boolean } | undefined {
  if (zip.byteLength <= most) return { zip, hasPdf: true };
  const [entry] = Object.entries(unzipSync(zip, { filter: ({ name }) => name.endsWith(".xml") }));
  if (entry === undefined) return undefined;
  const alone = zipFile(entry[0], entry[1]);
  return alone.byteLength <= most ? { zip: alone, hasPdf: false } : undefined;
}
