// The flags --remote and --dry-run into the database and the files that a command works on.
import { join } from "node:path";
import type { GetPlatformProxyOptions } from "wrangler";
import type { Database } from "../../src/store/database.ts";
import type { ListedFile } from "../../src/store/rebuild.ts";
import { OperatorError } from "../error.ts";
import { renderSql, tellWrites } from "./database.ts";
import { findLocalFile, openSqlite } from "./sqlite.ts";
import { findStand } from "./stand.ts";
import { describeCall, nameDatabase, openRemote, remoteExecuteCall, type Wrangler } from "./wrangler.ts";

/** What a command works on. */
export interface Access {
  readonly db: Database;
  /** Reads a file of the archive; undefined when it is not there. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Every file of the archive whose path begins so, in the order of their paths. */
  readonly listFiles: (prefix: string) => AsyncIterable<ListedFile>;
  readonly close: () => Promise<void>;
}

export interface AccessOptions {
  /** The folder that the local platform persists to. */
  readonly persistFolder: string;
  readonly isRemote: boolean;
  readonly isDryRun: boolean;
  /** What reaches the deployment. */
  readonly wrangler: Wrangler;
  /** Receives each line that a dry run would have carried out. */
  readonly tell: (line: string) => void;
}

/**
 * Opens the local or the remote database.
 * @throws OperatorError when there is no local database yet.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { isRemote, isDryRun, wrangler } = options;
  if (isRemote && !isDryRun) {
    const { read, list, close } = openFiles({ configPath: join(import.meta.dirname, "wrangler-remote.toml") });
    return { db: openRemote(nameDatabase(true, ""), wrangler), readFile: read, listFiles: list, close };
  }
  const local = await openLocal(options);
  return isDryRun ? rehearse(local, options) : local;
}

async function openLocal(options: AccessOptions): Promise<Access> {
  const files = openFiles({
    // A configuration of its own: the service's other bindings would be complained about.
    configPath: join(import.meta.dirname, "wrangler.toml"),
    envFiles: [],
    persist: { path: join(options.persistFolder, "v3") },
  });
  const stand = await findStand(options.persistFolder);
  const archive = { readFile: files.read, listFiles: files.list };
  if (stand !== undefined) return { db: stand, ...archive, close: files.close };
  const path = findLocalFile(options.persistFolder);
  if (path === undefined) {
    throw new OperatorError("there is no local database yet", "run `npm start`, or `npm run operator -- migrate`");
  }
  const sqlite = openSqlite(path);
  const close = async () => {
    await sqlite.close();
    await files.close();
  };
  return { db: sqlite.db, ...archive, close };
}

/** Writes are told instead of done. Remote reads are answered by the local copy: nothing is contacted. */
function rehearse(local: Access, { isRemote, tell }: AccessOptions): Access {
  const db = tellWrites(local.db, (writes) => {
    if (isRemote) tell(describeCall(remoteExecuteCall(writes)));
    else for (const statement of writes) tell(`${renderSql(statement)};`);
  });
  return { ...local, db };
}

interface OpenFiles {
  readonly read: Access["readFile"];
  readonly list: Access["listFiles"];
  readonly close: Access["close"];
}

/** The archive through the platform's proxy, opened when it is first asked. */
function openFiles(options: GetPlatformProxyOptions): OpenFiles {
  let platform: Promise<{ env: { FILES: R2Bucket }; dispose: () => Promise<void> }> | undefined;
  const open = async () => {
    const { getPlatformProxy } = await import("wrangler");
    return getPlatformProxy<{ FILES: R2Bucket }>(options);
  };
  const getFiles = async () => {
    platform ??= open();
    return (await platform).env.FILES;
  };
  return {
    read: async (path) => {
      const file = await (await getFiles()).get(path);
      return file === null ? undefined : new Uint8Array(await file.arrayBuffer());
    },
    list: (prefix) => listBucket(getFiles, prefix),
    close: async () => (await platform)?.dispose(),
  };
}

async function* listBucket(getFiles: () => Promise<R2Bucket>, prefix: string): AsyncGenerator<ListedFile> {
  const files = await getFiles();
  let cursor: string | undefined;
  do {
    const resumed = cursor === undefined ? {} : { cursor };
    const page = await files.list({ prefix, include: ["customMetadata"], ...resumed });
    for (const { key, customMetadata } of page.objects) yield { path: key, label: customMetadata };
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}
