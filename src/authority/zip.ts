// Turns one signed XML file into the ZIP that travels in `contentFile`: the same file, the same bytes.
import { zipSync } from "fflate";

/** DOS time has no zone: a local date gives the same bytes everywhere. 1980 is the format's first year. */
const FIXED_TIME = new Date(1980, 0, 1, 12, 0, 0);

/**
 * Packs one file.
 * @param name name inside the archive, `{tag}{NIT}{ppp}{yy}{hex}.xml` (annex 6.5.7).
 */
export function zipFile(name: string, bytes: Uint8Array): Uint8Array {
  return zipSync({ [name]: bytes }, { level: 0, mtime: FIXED_TIME });
}
