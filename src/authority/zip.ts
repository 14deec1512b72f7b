// Packs the ZIP sent in `contentFile` and the ZIP for the buyer. Deterministic: the same files give the same bytes.
import { zipSync } from "fflate";

/** The first date of the format, in the local time that it counts in, so that the bytes depend on no clock. */
const FIRST_DATE = new Date(1980, 0, 1);
/** Best ratio of size to time for a document (4.7 KB instead of 24 KB). */
const LEVEL = 3;

/** A file to be packed; its name is ASCII. */
interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Packs one file, deflated.
 * @param name name inside the archive, `{tag}{NIT}{ppp}{yy}{hex}.xml` (annex 6.5.7): ASCII.
 */
export function zipFile(name: string, bytes: Uint8Array): Uint8Array {
  return zipFiles([{ name, bytes }]);
}

/** Packs files in their order. */
export function zipFiles(files: readonly NamedFile[]): Uint8Array<ArrayBuffer> {
  const entries = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return zipSync(entries, { level: LEVEL, mtime: FIRST_DATE });
}
