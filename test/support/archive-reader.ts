// Reads the test's bucket as the archive from which a rebuild works.
import { env } from "cloudflare:workers";
import type { ArchiveReader } from "../../src/store/archive/rebuild.ts";

/** Reads the files of one company alone, so that other tests' files stay out of the way. */
export function readArchiveOf(companyId: number): ArchiveReader {
  return {
    async *list(prefix) {
      let cursor: string | undefined;
      do {
        const page = await env.FILES.list({
          prefix: `${prefix}${companyId}/`,
          include: ["customMetadata"],
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        });
        for (const { key, customMetadata } of page.objects) yield { path: key, label: customMetadata };
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
    },
    read: async (path) => {
      const file = await env.FILES.get(path);
      return file === null ? undefined : new Uint8Array(await file.arrayBuffer());
    },
  };
}
