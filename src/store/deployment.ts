// Marks the databases and the bucket with the name of the deployment that uses them first, and refuses those of another one.
import { createArchive, digestFile, markPath } from "./archive/files.ts";
import { build, type Database, findOne, run } from "./base/db.ts";
import { type Bindings, openAll } from "./base/home.ts";
import { deployments } from "./base/schema.ts";

const MARK_ID = 1;

/** What is stored here belongs to another deployment. Nothing was read of it, and nothing written. */
export class ForeignStorageError extends Error {
  override readonly name = "ForeignStorageError";

  constructor(what: string, owner: string, deployment: string) {
    super(`${what} belongs to the deployment ${owner}, not to ${deployment}`);
  }
}

interface Storage extends Bindings {
  readonly FILES: R2Bucket;
  /** The Worker's name; without it nothing is marked or compared. */
  readonly DEPLOYMENT?: string;
}

const confirmed = new WeakSet<Storage>();

/**
 * Compares the marks of every database and of the bucket with the deployment's own name, until all have been seen once in this
 * isolate. One that does not answer is asked by the next call: an outage must not shut what works without it.
 * @throws ForeignStorageError for those of another one.
 */
export async function confirmStorage(storage: Storage): Promise<void> {
  const name = storage.DEPLOYMENT ?? "";
  if (name === "" || confirmed.has(storage)) return;
  const databases = openAll(storage).map((db, shard) => ({ what: `database ${shard}`, mark: markDatabase(db, name) }));
  const parts = [...databases, { what: "the bucket", mark: markBucket(storage.FILES, name) }];
  const marks = await Promise.allSettled(parts.map(({ mark }) => mark));
  for (const [index, { what }] of parts.entries()) {
    const mark = marks[index];
    if (mark?.status === "fulfilled" && mark.value !== name) throw new ForeignStorageError(what, mark.value, name);
  }
  if (marks.every(({ status }) => status === "fulfilled")) confirmed.add(storage);
}

const readMark = () => build.select({ name: deployments.name }).from(deployments);

/** @returns whose database it is: who marks first has it. */
async function markDatabase(db: Database, name: string): Promise<string> {
  const before = await findOne(db, readMark());
  if (before !== undefined) return before.name;
  await run(db, build.insert(deployments).values({ id: MARK_ID, name }).onConflictDoNothing());
  const mark = await findOne(db, readMark());
  return mark?.name ?? name;
}

/** @returns whose bucket it is. */
async function markBucket(bucket: R2Bucket, name: string): Promise<string> {
  const before = await readBucketMark(bucket);
  if (before !== undefined) return before;
  const bytes = new TextEncoder().encode(name);
  const put = await createArchive(bucket).putOnce(markPath(), bytes, await digestFile(bytes));
  return put === "other-bytes" ? ((await readBucketMark(bucket)) ?? name) : name;
}

async function readBucketMark(bucket: R2Bucket): Promise<string | undefined> {
  const bytes = await createArchive(bucket).get(markPath());
  return bytes && new TextDecoder().decode(bytes);
}
