// Keeps files in R2, written once: the signed XML and the raw answers of the authority are never overwritten. Says where each lies, and
// whose bucket and database it is.
import { Buffer } from "node:buffer";
import { withDeadline } from "../../deadline.ts";
import { type Company, type Environment, fullNumber, type Numbering } from "../../domain/company.ts";
import type { TypeCode } from "../../domain/kind.ts";
import { build, type Database, findOne, run } from "../base/db.ts";
import { type Bindings, openAll } from "../base/home.ts";
import { deployments } from "../base/schema.ts";

const FILE_TIMEOUT_MS = 10_000;
/** What R2 takes beside a file: 8 KB where it is deployed, this much on the local platform. */
export const LABEL_MOST_BYTES = 2_048;

export type PutResult = "stored" | "same-bytes" | "other-bytes";

/** Names and values in ASCII. */
export type FileLabel = Readonly<Record<string, string>>;

/** Signed files and raw answers, write-once. */
export interface FileArchive {
  /** @param label small facts that travel with the file. */
  putOnce(path: string, bytes: Uint8Array, sha256Hex: string, label?: FileLabel): Promise<PutResult>;
  get(path: string): Promise<Uint8Array | undefined>;
}

/**
 * The archive over an R2 bucket. A put is conditional on the path being free, and R2 verifies the digest on upload.
 * Every call throws when R2 does not answer within 10 s: then nothing is known about its effect.
 */
export function createArchive(bucket: R2Bucket): FileArchive {
  return {
    putOnce: (path, bytes, sha256Hex, label) => putOnce(bucket, path, bytes, { sha256: sha256Hex, label }),
    get: (path) => readFile(bucket, path),
  };
}

/** A file of the archive on its way to a client. */
export interface OpenFile {
  /** Hex. */
  readonly sha256: string;
  readonly size: number;
  readonly body: ReadableStream | Uint8Array;
}

/**
 * Opens a file to be streamed; its digest is the one that it was stored under.
 * @returns undefined when there is none.
 * @throws Error when R2 does not answer within 10 s.
 */
export async function openArchived(bucket: R2Bucket, path: string): Promise<OpenFile | undefined> {
  const file = await withDeadline(bucket.get(path), FILE_TIMEOUT_MS, "R2 get");
  if (file === null) return undefined;
  const digest = file.checksums.sha256;
  if (digest !== undefined) return { sha256: Buffer.from(digest).toString("hex"), size: file.size, body: file.body };
  // Stored by something else without a digest.
  const bytes = new Uint8Array(await withDeadline(file.arrayBuffer(), FILE_TIMEOUT_MS, "R2 get"));
  return { sha256: await digestFile(bytes), size: bytes.length, body: bytes };
}

/** What the row of a document says of its signed file; without a digest there is nothing to compare. */
interface SignedFile {
  readonly xmlPath: string;
  readonly xmlSha256: string | null;
}

export type FileDamage = "missing-file" | "changed-file";

/** The archive has not the file that was signed: it is gone, or others stand under its name. */
export class DamagedFileError extends Error {
  readonly damage: FileDamage;

  constructor(damage: FileDamage) {
    super(`the signed file in the archive: ${damage}`);
    this.name = "DamagedFileError";
    this.damage = damage;
  }
}

/**
 * Opens a signed file to be streamed.
 * @returns undefined when there is none.
 * @throws DamagedFileError when it is not the one that was signed; Error when R2 does not answer within 10 s.
 */
export async function openSigned(bucket: R2Bucket, { xmlPath, xmlSha256 }: SignedFile): Promise<OpenFile | undefined> {
  const file = await openArchived(bucket, xmlPath);
  if (file === undefined || xmlSha256 === null || file.sha256 === xmlSha256) return file;
  if (file.body instanceof ReadableStream) await file.body.cancel();
  throw new DamagedFileError("changed-file");
}

/**
 * Reads a signed file whole.
 * @returns undefined when there is none.
 * @throws DamagedFileError when it is not the one that was signed; Error when R2 does not answer within 10 s.
 */
export async function readSigned(
  bucket: R2Bucket,
  { xmlPath, xmlSha256 }: SignedFile,
): Promise<Uint8Array | undefined> {
  const bytes = await readFile(bucket, xmlPath);
  if (bytes === undefined || xmlSha256 === null || (await digestFile(bytes)) === xmlSha256) return bytes;
  throw new DamagedFileError("changed-file");
}

/** Hex SHA-256 of bytes. */
export async function digestFile(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString("hex");
}

async function putOnce(
  bucket: R2Bucket,
  path: string,
  bytes: Uint8Array,
  { sha256: sha256Hex, label }: { readonly sha256: string; readonly label: FileLabel | undefined },
): Promise<PutResult> {
  const onlyIf = { etagDoesNotMatch: "*" };
  // Rather a file without its label than a document that never leaves.
  const labelled = label === undefined || !isLabelShort(label) ? {} : { customMetadata: { ...label } };
  const put = bucket.put(path, bytes, { onlyIf, sha256: sha256Hex, ...labelled });
  const stored = await withDeadline(put, FILE_TIMEOUT_MS, "R2 put");
  if (stored !== null) return "stored";
  const present = await withDeadline(bucket.head(path), FILE_TIMEOUT_MS, "R2 head");
  const digest = present?.checksums.sha256;
  if (digest !== undefined) return Buffer.from(digest).toString("hex") === sha256Hex ? "same-bytes" : "other-bytes";
  // Stored by something else without a digest.
  const found = await readFile(bucket, path);
  if (found === undefined) throw new Error("R2 refused a put because the path is taken, and the path is free");
  return Buffer.from(found).equals(bytes) ? "same-bytes" : "other-bytes";
}

async function readFile(bucket: R2Bucket, path: string): Promise<Uint8Array | undefined> {
  const read = async () => {
    const file = await bucket.get(path);
    return file === null ? undefined : new Uint8Array(await file.arrayBuffer());
  };
  return withDeadline(read(), FILE_TIMEOUT_MS, "R2 get");
}

/** Whether every platform takes a label beside its file. */
export function isLabelShort(label: FileLabel): boolean {
  return Object.entries(label).reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= LABEL_MOST_BYTES;
}

/** A logo of a company, by its digest: documents that were drawn with another keep it. */
export function logoPathOf(companyId: number, sha256: string): string {
  return `logos/${companyId}/${sha256}`;
}

/** Everything that the archive holds of documents lies below this. */
export const ARCHIVE_ROOT = "documents/";

/** Where the bucket says which deployment uses it. */
export function markPath(): string {
  return "deployment";
}

/** Where the signed file lives: by number, so that two different files of one number collide instead of passing. */
export function xmlPathOf(
  company: Pick<Company, "id" | "environment">,
  typeCode: TypeCode,
  numbering: Pick<Numbering, "prefix" | "number">,
): string {
  return `${ARCHIVE_ROOT}${company.id}/${company.environment}/${typeCode}/${fullNumber(numbering)}.xml`;
}

/** Where the signed file of a document lives whose number turned out to be another's: no number has a tilde. */
export function closedPathOf(xmlPath: string, documentId: number): string {
  return `${folderOf(xmlPath)}~${documentId}.xml`;
}

/** Whether a path is such a document's. */
export function isClosedPath(xmlPath: string): boolean {
  return /~\d+\.xml$/.test(xmlPath);
}

/** The raw answer of one attempt, beside the signed file. */
export function answerPath(xmlPath: string, attemptId: string): string {
  return `${folderOf(xmlPath)}/${attemptId}.answer.xml`;
}

/** The file in which a settled document outlives D1; the authority's last answer lies in it too. */
export function snapshotPath(xmlPath: string): string {
  return `${folderOf(xmlPath)}/document.json.gz`;
}

/**
 * The ZIP that the buyer of a validated document gets.
 * @param source digest of what it is made of: what was once made of a damaged file is not found when the file is right again.
 */
export function containerPath(xmlPath: string, source: string): string {
  return `${folderOf(xmlPath)}/container.${source}.zip`;
}

/** Says under which version of the template a drawing was first made, so that the document keeps it. */
export function templatePath(xmlPath: string, layout: string, source: string): string {
  return `${folderOf(xmlPath)}/${layout}.${source}.template`;
}

/** A drawing of a validated document, by the version of what it looks like and, like a container, by its source. */
export function drawingPath(xmlPath: string, layout: string, templateVersion: string, source: string): string {
  return `${folderOf(xmlPath)}/${layout}.${templateVersion}.${source}`;
}

function folderOf(xmlPath: string): string {
  return xmlPath.replace(/\.xml$/, "");
}

/** What a path of the archive says. */
interface ArchivePath {
  readonly type: "signed" | "snapshot" | "other";
  readonly companyId: number;
  readonly environment: Environment;
  /** The signed file to which it belongs, itself when it is that. */
  readonly xmlPath: string;
}

const PATH = /^(documents\/(\d+)\/(produccion|habilitacion)\/\d\d\/[^/]+?)(\.xml|\/[^/]+)$/;

/** @returns undefined for a path that no document of this service has. */
export function readPath(path: string): ArchivePath | undefined {
  const [, folder, companyId, environment, rest] = PATH.exec(path) ?? [];
  if (folder === undefined) return undefined;
  const xmlPath = `${folder}.xml`;
  const type = path === xmlPath ? "signed" : rest === "/document.json.gz" ? "snapshot" : "other";
  return { type, companyId: Number(companyId), environment: environment as Environment, xmlPath };
}

/** What a document is called, to people and to the authority. */
interface DocumentNames {
  /** Prefix and number, as `SETP990000001`. */
  readonly fullNumber: string;
  /** CUFE, CUDE or CUDS. */
  readonly fiscalId: string;
}

/** Whether a signed file is the document of these names; a mere mention of them is not enough. */
export function isFileOf(bytes: Uint8Array, { fullNumber, fiscalId }: DocumentNames): boolean {
  const text = new TextDecoder().decode(bytes);
  return text.includes(`>${fullNumber}</cbc:ID>`) && text.includes(`>${fiscalId}</cbc:UUID>`);
}

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
