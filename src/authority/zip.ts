// Names the files as the annex prescribes (6.5.7 and 6.5.8) and packs the ZIP for authority and buyer: the same files, the same bytes.
import { zipSync } from "fflate";
import type { FileTag } from "../domain/kind.ts";

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

/** Whose file it is, and which of the year. */
interface FileIdentity {
  /** NIT without check digit, at most 10 digits. */
  readonly nit: string;
  /** Three digits: 000 own software, else the provider's code. */
  readonly providerCode: string;
  /** Calendar year, four digits. */
  readonly year: number;
  /** Counter of files sent in that year, from 1 to 0xffffffff. */
  readonly sequence: number;
}

/**
 * `{tag}{NIT 10}{ppp}{yy}{8 hex}.xml`.
 * @throws Error when a part does not fit: with a wrong length the authority would leave the file "in process" for ever.
 */
export function buildXmlFileName(tag: FileTag, identity: FileIdentity): string {
  return `${tag}${buildStem(identity)}.xml`;
}

/** The ZIP's name for an XML file's name: the tag becomes `z`. */
export function toZipFileName(xmlFileName: string): string {
  const [, stem] = /^[a-z]{2,3}(\d{15}[0-9a-f]{8})\.xml$/.exec(xmlFileName) ?? [];
  if (stem === undefined) throw new Error("not the name of an XML file as the annex asks");
  return `z${stem}.zip`;
}

function buildStem({ nit, providerCode, year, sequence }: FileIdentity): string {
  if (!/^\d{1,10}$/.test(nit)) throw new Error("the NIT of a file name has 1 to 10 digits");
  if (!/^\d{3}$/.test(providerCode)) throw new Error("the provider code of a file name has 3 digits");
  if (!Number.isInteger(year) || year < 2000 || year > 2099) throw new Error("the year of a file name is 2000 to 2099");
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 0xffffffff) {
    throw new Error("the counter of a file name is 1 to 0xffffffff");
  }
  const hex = sequence.toString(16).padStart(8, "0");
  return nit.padStart(10, "0") + providerCode + String(year % 100).padStart(2, "0") + hex;
}
