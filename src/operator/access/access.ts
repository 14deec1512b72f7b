// The flags --remote and --dry-run into the database and the files that a command works on.
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GetPlatformProxyOptions } from "wrangler";
import type { Database } from "../../store/database.ts";
import type { ListedFile } from "../../store/rebuild.ts";
import { OperatorError } from "../command.ts";
import { createDatabase, isReading, renderSql, type SqlStatement } from "./database.ts";
import { findLocalFile, openSqlite } from "./sqlite.ts";
import { findStand } from "./stand.ts";
import { BUCKET_NAME, describeCall, openRemote, remoteExecuteCall, runWrangler } from "./wrangler.ts";

/** What a command works on. */
export interface Access {
  readonly db: Database;
  /** Reads a file of the archive; undefined when it is not there. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Every file of the archive whose path begins so, in the order of their paths. */
  readonly listFiles: (prefix: string) => AsyncIterable<ListedFile>;
  /** Sets a Worker secret. */
  readonly putSecret: (name: string, value: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AccessOptions {
  /** The folder that the local platform persists to. */
  readonly persistFolder: string;
  /** Where local secrets are kept (`.dev.vars`). */
  readonly writeLocalSecret: (name: string, value: string) => void;
  readonly isRemote: boolean;
  readonly isDryRun: boolean;
  /** Receives each line that a dry run would have carried out. */
  readonly tell: (line: string) => void;
}

/**
 * Opens the local or the remote database.
 * @throws OperatorError when there is no local database yet.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { isRemote, isDryRun } = options;
  if (isRemote && !isDryRun) {
    const { list, close } = openFiles({ configPath: join(import.meta.dirname, "wrangler-remote.toml") });
    return { db: openRemote(), readFile: readRemoteFile, listFiles: list, putSecret: putRemoteSecret, close };
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
  const putSecret = async (name: string, value: string) => options.writeLocalSecret(name, value);
  const stand = await findStand(options.persistFolder);
  const archive = { readFile: files.read, listFiles: files.list };
  if (stand !== undefined) return { db: stand, ...archive, putSecret, close: files.close };
  const path = findLocalFile(options.persistFolder);
  if (path === undefined) {
    throw new OperatorError("there is no local database yet", "run `npm start`, or `npm run operator -- migrate`");
  }
  const sqlite = openSqlite(path);
  const close = async () => {
    await sqlite.close();
    await files.close();
  };
  return { db: sqlite.db, ...archive, putSecret, close };
}

/** Reads go through, writes are told instead of done. Remote reads are answered by the local copy: nothing is contacted. */
function rehearse(local: Access, { isRemote, tell }: AccessOptions): Access {
  const show = (statements: readonly SqlStatement[]) => {
    if (isRemote) tell(describeCall(remoteExecuteCall(statements)));
    else for (const statement of statements) tell(`${renderSql(statement)};`);
  };
  const db = createDatabase(async (statements) => {
    const reads = statements.every(isReading);
    if (!reads || isRemote) show(statements);
    if (!reads) return statements.map(() => ({ rows: [], changes: 1 }));
    const results = await local.db.batch<Record<string, unknown>>(
      statements.map(({ sql, parameters }) => local.db.prepare(sql).bind(...parameters)),
    );
    return results.map(({ results: rows, meta }) => ({ rows, changes: meta.changes }));
  });
  const putSecret = async (name: string) => tell(describeCall(["secret", "put", name]));
  return { ...local, db, putSecret };
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

async function readRemoteFile(path: string): Promise<Uint8Array | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "operator-"));
  const target = join(folder, "file");
  try {
    await runWrangler(["r2", "object", "get", `${BUCKET_NAME}/${path}`, "--remote", "--file", target]);
    return existsSync(target) ? Uint8Array.from(await readFile(target)) : undefined;
  } catch (cause) {
    if (cause instanceof OperatorError && /does not exist|404/.test(cause.message)) return undefined;
    throw cause;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function putRemoteSecret(name: string, value: string): Promise<void> {
  await runWrangler(["secret", "put", name], value);
}
