// Opens the database and the files that a command works on: the local or the remote ones, or a rehearsal that writes nothing.
import { markPath } from "../../src/store/archive/files.ts";
import type { SqlQuery } from "../../src/store/base/db.ts";
import { OperatorError } from "../error.ts";
import { type Archive, openBucket } from "./archive.ts";
import type { Configured } from "./configuration.ts";
import { describeWrites, type Reached, reach, renderSql, reportWrites } from "./database.ts";
import { findLocalFile, listOtherFiles, openSqlite } from "./sqlite.ts";
import { findStand } from "./stand.ts";
import {
  address,
  type Beforehand,
  describeCall,
  describeLocal,
  nameDatabase,
  openRemote,
  remoteExecuteCall,
  type Target,
  type Wrangler,
} from "./wrangler.ts";

/** What a command works on. */
export interface Access extends Archive, Reached {
  /** Every database by its number; the first one is the one that a command works on unless it is about another one's. */
  readonly shards: readonly Reached[];
  /** Of a deployment: rejects where another one has marked the bucket. One that does not answer says nothing. */
  readonly confirmArchive?: () => Promise<void>;
}

export interface AccessOptions extends Target, Beforehand, Pick<Configured, "bucket" | "accountId" | "worker"> {
  readonly isDryRun: boolean;
  /** Whether a dry run says its writes in SQL instead of words. */
  readonly isSql: boolean;
  /** What reaches the deployment. */
  readonly wrangler: Wrangler;
  /** An archive that serves several lines; each opens one of its own unless given. */
  readonly archive?: Archive | undefined;
  /** Receives each line that a dry run would have carried out. */
  readonly print: (line: string) => void;
}

/**
 * Opens the local or the remote database.
 * @throws OperatorError when there is no local database yet.
 */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { isRemote, isDryRun, wrangler } = options;
  if (isRemote && !isDryRun) {
    const { admission, worker } = options;
    const { archive, confirm } = markArchive(borrow(options) ?? openBucket(options), options);
    const putFile: Archive["putFile"] = async (file) => {
      await admission;
      return archive.putFile(file);
    };
    const open = (shard: number) => openRemote(nameDatabase(options, shard), wrangler, worker, options);
    const shards = options.databases.map((_, shard) => open(shard));
    const first = shards[0] ?? open(0);
    return { ...first, shards, ...archive, putFile, confirmArchive: confirm };
  }
  const local = await openLocal(options);
  return isDryRun ? rehearse(local, options) : local;
}

/** An archive whose mark is compared with the Worker's name, once, before anything of it is read or written. */
function markArchive(archive: Archive, { worker, bucket }: Pick<AccessOptions, "worker" | "bucket">) {
  let reading: Promise<Uint8Array | undefined> | undefined;
  const compare = async () => {
    reading ??= archive.readFile(markPath());
    const bytes = await reading;
    const mark = bytes === undefined ? worker : new TextDecoder().decode(bytes);
    if (mark === worker) return;
    throw new OperatorError(
      `the bucket ${bucket ?? "FILES"} is marked by another deployment, ${mark}: is its name in wrangler.toml right?`,
      "nothing was changed",
    );
  };
  const guarded: Archive = {
    ...archive,
    readFile: async (path) => {
      await compare();
      return archive.readFile(path);
    },
    listFiles: async function* (prefix) {
      await compare();
      yield* archive.listFiles(prefix);
    },
    putFile: async (file) => {
      await compare();
      return archive.putFile(file);
    },
  };
  const confirm = async () => {
    try {
      await compare();
    } catch (cause) {
      if (cause instanceof OperatorError) throw cause;
      // What does not answer is asked again by who needs it, and complains then.
      reading = undefined;
    }
  };
  return { archive: guarded, confirm };
}

async function openLocal(options: AccessOptions): Promise<Access> {
  const archive = borrow(options) ?? openLocalArchive(options.persistFolder);
  const stand = await findStand(options.persistFolder);
  if (stand !== undefined) return { ...archive, ...stand };
  const path = findLocalFile(options.persistFolder);
  if (path === undefined) {
    throw new OperatorError("there is no local database yet", "run `npm start`, or `npm run operator -- migrate`");
  }
  const sqlite = openSqlite(path);
  const others = listOtherFiles(options.persistFolder).map(openSqlite);
  const close = async () => {
    for (const one of [sqlite, ...others]) await one.close();
    await archive.close();
  };
  return { ...archive, ...sqlite, shards: [sqlite, ...others], close };
}

/** The archive of a stand that is not running. */
export function openLocalArchive(persistFolder: string): Archive {
  return openBucket(describeLocal(persistFolder));
}

/** An archive that outlives the line stays open when the line ends. */
function borrow({ archive }: AccessOptions): Archive | undefined {
  return archive && { ...archive, close: async () => undefined };
}

/** Writes are reported instead of done. Remote reads are answered by the local copy: nothing is contacted. */
function rehearse(local: Access, options: AccessOptions): Access {
  const { isRemote, isSql, print } = options;
  const reporting = ({ execute, limits }: Reached, shard: number) => {
    const report = (writes: readonly SqlQuery[]) => {
      if (!isSql) print(describeWrites(writes));
      else if (isRemote) {
        print(describeCall(address(remoteExecuteCall(writes, nameDatabase(options, shard)), options)));
      } else for (const query of writes) print(`${renderSql(query)};`);
    };
    return reach(reportWrites(execute, report), limits);
  };
  return { ...local, ...reporting(local, 0), shards: local.shards.map(reporting) };
}
