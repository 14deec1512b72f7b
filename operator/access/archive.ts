// Opens the archive of a deployment or of the local stand: its files are read, listed and, once each, written.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GetPlatformProxyOptions } from "wrangler";
import { createArchive, digestFile, type PutResult } from "../../src/store/archive/files.ts";
import type { ListedFile } from "../../src/store/archive/rebuild.ts";
import type { HeadFile } from "../../src/store/audit/event-head.ts";
import { OperatorError } from "../error.ts";
import type { Configured } from "./configuration.ts";
import type { Target } from "./wrangler.ts";

/** What the program does with the archive; opened when it is first asked. */
export interface Archive {
  /** Reads a file; undefined when it is not there. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Every file whose path begins so, in the order of their paths. */
  readonly listFiles: (prefix: string) => AsyncIterable<ListedFile>;
  /** Writes a file unless its path is taken, and says what is there then. */
  readonly putFile: (file: HeadFile) => Promise<PutResult>;
  readonly close: () => Promise<void>;
}

interface Platform {
  readonly env: { readonly FILES: R2Bucket };
  readonly dispose: () => Promise<void>;
}

/** A bucket that is opened: of a deployment, through the operator's login, or of the platform that persists to a folder. */
export type Bucket = Pick<Configured, "bucket" | "accountId"> & Pick<Target, "isRemote" | "persistFolder">;

/** The archive of a deployment or of a stand that is not running. */
export function openBucket(bucket: Bucket): Archive {
  let folder: string | undefined;
  const archive = openArchive(() => {
    folder ??= mkdtempSync(join(tmpdir(), "operator-archive-"));
    return describeBucket(bucket, join(folder, "wrangler.json"));
  });
  const close = async () => {
    await archive.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { ...archive, close };
}

/** A configuration of its own, written to a path: the service's other bindings would be opened and complained about. */
export function describeBucket(
  { bucket, accountId, isRemote, persistFolder }: Bucket,
  path: string,
): GetPlatformProxyOptions {
  if (bucket === undefined) throw new OperatorError("no bucket is bound as FILES", "see wrangler.toml");
  const configuration = {
    name: "operator",
    compatibility_date: "2026-09-15",
    ...(accountId === undefined ? {} : { account_id: accountId }),
    r2_buckets: [{ binding: "FILES", bucket_name: bucket, ...(isRemote ? { remote: true } : {}) }],
  };
  writeFileSync(path, JSON.stringify(configuration));
  if (isRemote) return { configPath: path };
  return { configPath: path, envFiles: [], persist: { path: join(persistFolder, "v3") } };
}

/** The archive through the platform's own proxy. */
export function openArchive(describe: () => GetPlatformProxyOptions): Archive {
  let opening: Promise<Platform> | undefined;
  let platform: Platform | undefined;
  const open = async () => {
    const { getPlatformProxy } = await import("wrangler");
    return getPlatformProxy<{ FILES: R2Bucket }>(describe());
  };
  const getFiles = async () => {
    opening ??= open();
    try {
      platform = await opening;
    } catch (cause) {
      // Asked again, it is tried again; what did not open is not to be closed.
      opening = undefined;
      throw cause;
    }
    return platform.env.FILES;
  };
  return {
    readFile: async (path) => {
      const file = await (await getFiles()).get(path);
      return file === null ? undefined : new Uint8Array(await file.arrayBuffer());
    },
    listFiles: (prefix) => listBucket(getFiles, prefix),
    putFile: async ({ path, bytes, label }) => {
      return createArchive(await getFiles()).putOnce(path, bytes, await digestFile(bytes), label);
    },
    close: async () => platform?.dispose(),
  };
}

async function* listBucket(getFiles: () => Promise<R2Bucket>, prefix: string): AsyncGenerator<ListedFile> {
  const files = await getFiles();
  let cursor: string | undefined;
  do {
    const resumed = cursor === undefined ? {} : { cursor };
    const page = await files.list({ prefix, include: ["customMetadata"], ...resumed });
    for (const object of page.objects) yield describeListed(object);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/** Through the proxy each member of an object is a call of its own, which waits: it is made where somebody reads the member. */
function describeListed(object: R2Object): ListedFile {
  return {
    path: object.key,
    get label() {
      return object.customMetadata;
    },
    get size() {
      return object.size;
    },
    get etag() {
      return object.etag;
    },
    get uploadedMs() {
      return object.uploaded.getTime();
    },
  };
}
