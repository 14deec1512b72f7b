// Rebuilds the rows of documents, third parties and counters from the archive, after D1 was lost.
import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { build, type Database, run } from "../base/db.ts";
import { documents } from "../base/schema.ts";
import { ARCHIVE_ROOT, digestFile, type FileLabel, isClosedPath, readPath } from "./files.ts";
import { type Filed, restoreCounters, restoreDocuments } from "./restore.ts";
import { DETAIL, readLabel, readSnapshot, type Snapshot, STUB_VERSION } from "./snapshot.ts";

const RESERVATION = documents.reservationId.name;
/** Rows per query. */
const PAGE = 5_000;
/** Documents that are read at the same time, and written in one transaction as far as they fit. */
const GROUP = 24;
/** A call of the operator's program holds 128 KiB, in which a document takes so much besides what is known of it. */
const TRANSACTION_BYTES = 100_000;
const DOCUMENT_BYTES = 8_000;

/** A file of the archive, as its list shows it. */
export interface ListedFile {
  readonly path: string;
  readonly label: FileLabel | undefined;
  /** Bytes, the bucket's own digest of them, and epoch milliseconds of their writing; where the listing says so. */
  readonly size?: number;
  readonly etag?: string;
  readonly uploadedMs?: number;
}

/** How the archive is read. Files come in the order of their paths. */
export interface ArchiveReader {
  list(prefix: string): AsyncIterable<ListedFile>;
  read(path: string): Promise<Uint8Array | undefined>;
}

/** What became of the files. */
interface RebuildReport {
  /** Rows written whole, from the snapshot of a settled document. */
  restored: number;
  /** Rows written from a signed file alone: the issuance, or the cron, brings them further. */
  stubs: number;
  /** Documents whose rows were there. */
  present: number;
  readonly problems: { readonly path: string; readonly problem: string }[];
}

/** A document as the archive has it. */
interface FiledDocument {
  readonly companyId: number;
  readonly signed: ListedFile;
  /** Path of its snapshot; undefined while it is not settled. */
  readonly snapshot: string | undefined;
}

/** What a walk through the archive has to do with. */
interface Walk {
  readonly db: Database;
  readonly archive: ArchiveReader;
  readonly nowIso: string;
  readonly known: KnownVersions;
  readonly report: RebuildReport;
}

/** Versions of rows by reservation. */
type KnownVersions = ReadonlyMap<unknown, number>;

/**
 * Writes every row that the archive knows and D1 does not. Safe to repeat and to interrupt: rows that are there stay.
 * The configuration (companies, ranges, plans, tokens) must be there first; counters only move forward.
 * @param nowIso when stubs are due: an ISO instant.
 */
export async function rebuildDocuments(db: Database, archive: ArchiveReader, nowIso: string): Promise<RebuildReport> {
  const report: RebuildReport = { restored: 0, stubs: 0, present: 0, problems: [] };
  const walk: Walk = { db, archive, nowIso, known: await readKnown(db), report };
  const companies = new Set<number>();
  for await (const own of gatherByCompany(listMissing(walk, companies))) {
    own.sort(compareDays);
    for (let from = 0; from < own.length; from += GROUP) await restoreGroup(walk, own.slice(from, from + GROUP));
  }
  for (const companyId of companies) await restoreCounters(db, companyId);
  return report;
}

/** A signed file comes right before its folder, which holds the snapshot once the document is settled. */
async function* listDocuments({ archive, report }: Walk): AsyncGenerator<FiledDocument> {
  let open: FiledDocument | undefined;
  for await (const file of archive.list(ARCHIVE_ROOT)) {
    const place = readPath(file.path);
    if (place?.type === "signed") {
      if (open !== undefined) yield open;
      open = { companyId: place.companyId, signed: file, snapshot: undefined };
    } else if (place?.type === "snapshot") {
      if (open?.signed.path === place.xmlPath) open = { ...open, snapshot: file.path };
      else report.problems.push({ path: file.path, problem: "its signed file is missing" });
    }
  }
  if (open !== undefined) yield open;
}

/** A document that is to be written: what is held of it, a few hundred bytes, until those of its company are in order. */
interface Missing {
  readonly companyId: number;
  readonly path: string;
  readonly snapshot: string | undefined;
  /** Empty where its label cannot be read. */
  readonly day: string;
  /** Of one without a snapshot; that of another is listed again if its snapshot cannot be read. */
  readonly label: FileLabel | undefined;
}

/** @param companies learns whose documents there are. */
async function* listMissing(walk: Walk, companies: Set<number>): AsyncGenerator<Missing> {
  const { known, report } = walk;
  for await (const { companyId, signed, snapshot } of listDocuments(walk)) {
    companies.add(companyId);
    const { path } = signed;
    const stub = await attempt(report, path, async () => readStub(signed, snapshot, walk.nowIso));
    if (stub !== undefined && (known.get(stub.row[RESERVATION]) ?? STUB_VERSION) > STUB_VERSION) report.present += 1;
    else {
      const day = String(stub?.row[documents.issueDate.name] ?? "");
      yield { companyId, path, snapshot, day, label: snapshot === undefined ? signed.label : undefined };
    }
  }
}

/** The documents of one company after another: their paths follow each other. */
async function* gatherByCompany(all: AsyncIterable<Missing>): AsyncGenerator<Missing[]> {
  let own: Missing[] = [];
  for await (const document of all) {
    if (own[0] !== undefined && own[0].companyId !== document.companyId) {
      yield own;
      own = [];
    }
    own.push(document);
  }
  if (own.length > 0) yield own;
}

/** By their days: one that comes before days that are there changes the sums of all of them. */
function compareDays({ day: one }: Missing, { day: other }: Missing): number {
  return one < other ? -1 : Number(one > other);
}

/**
 * Reads which reservations have a row, and its version.
 * @param companyId whose; of every company unless given.
 */
export async function readKnown(db: Database, companyId?: number): Promise<KnownVersions> {
  const { id, reservationId, version } = documents;
  const known = new Map<unknown, number>();
  let after = 0;
  for (;;) {
    const rows = build.select({ id, reservationId, version }).from(documents);
    const isOf = companyId === undefined ? undefined : eq(documents.companyId, companyId);
    const page = await run(
      db,
      rows
        .where(and(gt(id, after), isOf))
        .orderBy(id)
        .limit(PAGE),
    );
    for (const row of page) known.set(row.reservationId, row.version);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return known;
    after = last.id;
  }
}

/** A document that was read, and is written if its row says less. */
interface ReadDocument extends Filed {
  readonly path: string;
  readonly isClosed: boolean;
}

/** What one of them is refused for stops no other. */
async function restoreGroup(walk: Walk, group: readonly Missing[]): Promise<void> {
  const read = await Promise.all(group.map((missing) => readMissing(walk, missing)));
  for (const pack of makePacks(read.filter((one) => one !== undefined))) {
    const isWritten = pack.length > 1 && (await tryTogether(walk.db, pack));
    if (isWritten) for (const one of pack) count(walk.report, one);
    else for (const one of pack) await restoreOne(walk, one);
  }
}

function count(report: RebuildReport, { fileSha256 }: Filed): void {
  if (fileSha256 === null) report.stubs += 1;
  else report.restored += 1;
}

/** @returns false where nothing may have been written: each is tried by itself then, which says why, and repeated changes nothing. */
async function tryTogether(db: Database, pack: readonly Filed[]): Promise<boolean> {
  try {
    await restoreDocuments(db, pack);
    return true;
  } catch (cause) {
    if (cause instanceof Error) return false;
    throw cause;
  }
}

/** As many together as one transaction takes; all of one size but for what is known of them. */
function makePacks(read: readonly ReadDocument[]): readonly (readonly ReadDocument[])[] {
  const packs: ReadDocument[][] = [];
  let room = 0;
  for (const one of read) {
    const { row, thirdParty } = one.snapshot;
    const kept = one.fileSha256 === null ? row : { ...row, [DETAIL]: null };
    const bytes = DOCUMENT_BYTES + JSON.stringify([kept, thirdParty]).length;
    const last = packs.at(-1);
    if (last !== undefined && bytes <= room) last.push(one);
    else packs.push([one]);
    room = (last !== undefined && bytes <= room ? room : TRANSACTION_BYTES) - bytes;
  }
  return packs;
}

/** A snapshot that cannot be read leaves the label of the signed file: its number, at least, is never given again. */
async function readMissing(walk: Walk, missing: Missing): Promise<ReadDocument | undefined> {
  const { archive, known, report } = walk;
  const { path: signed, snapshot: path } = missing;
  const whole =
    path === undefined ? undefined : await attempt(report, path, async () => readWhole(await archive.read(path)));
  const snapshot = whole?.snapshot ?? (await findStub(walk, missing));
  if (snapshot === undefined) return undefined;
  const version = known.get(snapshot.row[RESERVATION]);
  if (version !== undefined && (version > STUB_VERSION || snapshot.row[documents.version.name] === STUB_VERSION)) {
    report.present += 1;
    return undefined;
  }
  return { snapshot, fileSha256: whole?.fileSha256 ?? null, path: path ?? signed, isClosed: isClosedPath(signed) };
}

async function restoreOne({ db, report }: Walk, document: ReadDocument): Promise<void> {
  await attempt(report, document.path, async () => {
    if (await restoreOrExplain(db, document)) count(report, document);
    else report.present += 1;
  });
}

/**
 * Where a document was closed unsent because another one has its number, and that one has its id too, it has no row.
 * @returns whether it was written.
 * @throws Error that names the document which was given the id or the number since D1 was set back.
 */
async function restoreOrExplain(db: Database, { snapshot, fileSha256, isClosed }: ReadDocument): Promise<boolean> {
  try {
    await restoreDocuments(db, [{ snapshot, fileSha256 }]);
    return true;
  } catch (cause) {
    const holder = await findHolder(db, snapshot);
    if (holder === undefined) throw cause;
    if (isClosed) return false;
    const { id, fullNumber, state } = holder;
    const held = `its id or its number is held by document ${id} (${fullNumber}, ${state}), which came after D1 was set back`;
    throw new Error(`${held}: docs/operations.md, runbook \`journal_lost\`, 3`, { cause });
  }
}

/** Another document with the id or the number of a snapshot. */
async function findHolder(db: Database, { row }: Snapshot) {
  const { id, reservationId, fullNumber, state, companyId, environment, typeCode } = documents;
  const isSame = (column: SQLiteColumn) => sql`${column} = ${row[column.name] ?? null}`;
  const hasNumber = and(...[companyId, environment, typeCode, fullNumber].map(isSame));
  const isOther = ne(reservationId, String(row[reservationId.name]));
  const holders = build.select({ id, fullNumber, state }).from(documents);
  const [holder] = await run(db, holders.where(and(isOther, or(isSame(id), hasNumber))).limit(1));
  return holder;
}

/** What the label of a document says; undefined where that could not be read before. */
async function findStub({ archive, nowIso }: Walk, missing: Missing): Promise<Snapshot | undefined> {
  const { path, snapshot, day } = missing;
  if (day === "") return undefined;
  let { label } = missing;
  if (label === undefined) {
    for await (const file of archive.list(path)) if (file.path === path) label = file.label;
  }
  return readStub({ path, label }, snapshot, nowIso);
}

function readStub({ path, label }: ListedFile, snapshot: string | undefined, nowIso: string): Snapshot | undefined {
  const stub = readLabel(path, label, nowIso);
  if (stub === undefined && snapshot === undefined)
    throw new Error("a signed file without a snapshot and without a label");
  return stub;
}

async function readWhole(bytes: Uint8Array | undefined) {
  if (bytes === undefined) throw new Error("the file went away");
  return { snapshot: readSnapshot(bytes), fileSha256: await digestFile(bytes) };
}

/** What one step gives; undefined when it fails, which is a problem of the report. */
async function attempt<Result>(
  report: RebuildReport,
  path: string,
  step: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await step();
  } catch (cause) {
    report.problems.push({ path, problem: cause instanceof Error ? cause.message : String(cause) });
    return undefined;
  }
}
