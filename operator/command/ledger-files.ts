// Re-reads the files of documents for `ledger verify`: all of them, those of the last time, or some at random; a bounded number at once.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { and, asc, count, eq, gt, gte, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { startOfDayInBogota } from "../../src/domain/value/calendar.ts";
import { readFiled } from "../../src/store/archive/filed.ts";
import { DamagedFileError, snapshotPath } from "../../src/store/archive/files.ts";
import { build, type Database, isAmong, run } from "../../src/store/base/db.ts";
import { overParts } from "../../src/store/base/home.ts";
import { documents, events } from "../../src/store/base/schema.ts";
import type { Context } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional } from "../flag.ts";
import { openCompany } from "../home.ts";
import { readDate, readInteger, readText } from "../reader.ts";
import { FINDINGS, type Finding, isDocumentOf } from "./ledger-finding.ts";
import { checkSignedFile } from "./signed-file.ts";
import { checkVerdict, isClosed, type VerdictFault } from "./verdict-file.ts";

/** Rows per query: a whole ledger is walked in pages. */
const PAGE = 500;
/** Documents whose files are read at once. */
const WIDTH = 12;
const MOST_DRAWN = 100_000;

export const FILE_FLAGS = [
  optional("since", "only documents begun on this day or later, YYYY-MM-DD"),
  optional("sample", "only so many documents of each database, drawn at random"),
  optional("cursor", "file that keeps how far it is after each page: the same line goes on there after it was ended"),
];

/** Which documents are looked at. */
export interface Scope {
  readonly companyId: number | null;
  readonly sinceIso?: string;
  readonly sample?: number;
  /** Path of the file that keeps how far it is. */
  readonly cursor?: string;
}

/** What the line says. @throws OperatorError for a cursor of a sample, which is drawn anew each time. */
export async function readScope({ input }: Context, companyId: number | null): Promise<Scope> {
  const since = input.find("since", readDate);
  const sample = input.find("sample", readInteger(1, MOST_DRAWN));
  const cursor = input.find("cursor", readText);
  if (sample !== undefined && cursor !== undefined) {
    throw new OperatorError("--cursor is for what is read in order, --sample is drawn anew", "leave one of them out");
  }
  return {
    companyId,
    ...(since === undefined ? {} : { sinceIso: startOfDayInBogota(since) }),
    ...(sample === undefined ? {} : { sample }),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** Whether some documents are left out. */
export function isPartial({ sinceIso, sample }: Scope): boolean {
  return sinceIso !== undefined || sample !== undefined;
}

/** What was read so far of one database, and where it goes on: in a part of it, after an id. */
const POSITION = z.object({
  part: z.int(),
  after: z.int(),
  files: z.int(),
  signers: z.record(z.string(), z.int()),
  findings: FINDINGS,
});
type Position = z.output<typeof POSITION>;
/** Positions by what the line is about, and its database. */
const CURSOR = z.record(z.string(), POSITION);

/** Reads the files of every document of the scope. */
export async function verifyFiles(
  context: Context,
  scope: Scope,
): Promise<Pick<Position, "files" | "findings" | "signers">> {
  const ordered = await listCloseOrders(context);
  const all = scope.companyId === null ? context.db : await openCompany(context, scope.companyId);
  const parts = (await overParts(all, (each) => Promise.resolve(each))).toReversed();
  const total = await countWanted(parts, scope);
  const keeper = openKeeper(context, scope);
  const position = keeper.read() ?? { part: 0, after: 0, files: 0, signers: {}, findings: [] };
  if (position.files > 0) context.complain(`goes on after ${position.files} documents, as ${scope.cursor} says`);
  else if (scope.cursor === undefined && scope.sample === undefined && total > PAGE) {
    context.complain(`${total} documents; with --cursor FILE the same line would go on where it was ended`);
  }
  context.progress("documents", position.files, total);
  for (; position.part < parts.length; position.part += 1, position.after = 0) {
    const db = parts[position.part]?.db;
    if (db === undefined) break;
    const drawn = await draw(db, scope);
    for (;;) {
      const rows = await readFiledPage(db, scope, position.after, drawn);
      const checked = await mapBounded(rows, WIDTH, async (row) => {
        const one = await checkDocument(context, { ...row, isCloseOrdered: ordered.has(row.id) });
        position.files += 1;
        context.progress("documents", position.files, total);
        return one;
      });
      for (const { findings, signer } of checked) {
        position.findings.push(...findings);
        if (signer !== null) position.signers[signer] = (position.signers[signer] ?? 0) + 1;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      position.after = last.id;
      keeper.write(position);
    }
  }
  keeper.close();
  return position;
}

async function countWanted(parts: readonly { readonly db: Database }[], scope: Scope): Promise<number> {
  const counting = build.select({ total: count() }).from(documents).where(isWanted(scope));
  const counted = await Promise.all(parts.map(({ db }) => run(db, counting)));
  const total = counted.flat().reduce((sum, one) => sum + one.total, 0);
  return scope.sample === undefined ? total : Math.min(scope.sample, total);
}

/** Ids of a sample; undefined where all are read. */
async function draw(db: Database, scope: Scope): Promise<readonly number[] | undefined> {
  if (scope.sample === undefined) return undefined;
  const ids = build.select({ id: documents.id }).from(documents).where(isWanted(scope));
  return (await run(db, ids.orderBy(sql`random()`).limit(scope.sample))).map(({ id }) => id);
}

/** Keeps the position in the file of --cursor, beside those of other databases; without one nothing is kept. */
function openKeeper({ db, shards }: Context, { cursor, companyId, sinceIso = "" }: Scope) {
  const name = `company ${companyId ?? "all"}, since ${sinceIso}, database ${shards.findIndex((one) => one.db === db)}`;
  if (cursor === undefined) return { read: () => undefined, write: () => undefined, close: () => undefined };
  const readAll = () => (existsSync(cursor) ? readCursor(cursor) : {});
  return {
    read: (): Position | undefined => readAll()[name],
    write: (position: Position) => writeFileSync(cursor, JSON.stringify({ ...readAll(), [name]: position })),
    close: () => {
      const { [name]: _done, ...others } = readAll();
      if (Object.keys(others).length > 0) writeFileSync(cursor, JSON.stringify(others));
      else rmSync(cursor, { force: true });
    },
  };
}

/** @throws OperatorError for a file that is no cursor: it is not written over. */
function readCursor(path: string): z.output<typeof CURSOR> {
  try {
    return CURSOR.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    throw new OperatorError(`${path} is not what --cursor wrote`, "give the path of a file that is not there yet");
  }
}

/** Does the work for each item, so many at once; the results in the order of the items. */
async function mapBounded<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

interface Checked {
  readonly findings: readonly Finding[];
  /** Who signed the acknowledgement; null where there is none. */
  readonly signer: string | null;
}

async function checkDocument(context: Context, document: FiledDocument): Promise<Checked> {
  const finding = await verifyFile(context, document);
  const told = await readTold(context.readFile, document);
  const verdict = "faults" in told ? told : await checkVerdict(context.readFile, told);
  const faults = (verdict?.faults ?? []).map((one): Finding => ({ company: document.companyId, ...one }));
  return { findings: [...(finding === undefined ? [] : [finding]), ...faults], signer: verdict?.signer ?? null };
}

type FiledDocument = Awaited<ReturnType<typeof readFiledPage>>[number] & { readonly isCloseOrdered: boolean };

/** Documents that must have a file, before `firmado` there is none: those of a scope. */
function isWanted({ companyId, sinceIso }: Scope) {
  const { state, reservedAt } = documents;
  return and(
    ne(state, "creating"),
    isDocumentOf(companyId),
    sinceIso === undefined ? undefined : gte(reservedAt, sinceIso),
  );
}

/** The next of them after an id, or those that were drawn. */
function readFiledPage(db: Database, scope: Scope, after: number, drawn: readonly number[] | undefined) {
  const { id, issuanceName, fullNumber, state, fiscalId, xmlPath, xmlSha256 } = documents;
  const page = build
    .select({
      id,
      companyId: documents.companyId,
      issuanceName,
      fullNumber,
      state,
      fiscalId,
      xmlPath,
      xmlSha256,
      fileSha256: documents.fileSha256,
      // Its text, which somebody may have spoiled.
      timeline: sql<string | null>`${documents.timeline}`.as("timeline"),
    })
    .from(documents)
    .where(and(gt(id, after), isWanted(scope), drawn === undefined ? undefined : isAmong(id, drawn)));
  return run(db, page.orderBy(asc(id)).limit(PAGE));
}

/** Documents whose end was ordered: an older one may be kept in another database than its company's events. */
async function listCloseOrders({ db, shards }: Context): Promise<ReadonlySet<number | null>> {
  const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
  const orders = build.select({ id: events.documentId }).from(events).where(eq(events.action, "document.close.order"));
  const found = await Promise.all(databases.map((one) => run(one, orders)));
  return new Set(found.flat().map(({ id }) => id));
}

/** The document with its time line, wherever it is kept; a fault where the file that has it is gone, or another. */
async function readTold(
  readFile: Context["readFile"],
  document: FiledDocument,
): Promise<FiledDocument | { readonly faults: readonly VerdictFault[]; readonly signer: null }> {
  try {
    const filed = await readFiled(readFile, document);
    return filed === undefined ? document : { ...document, timeline: JSON.stringify(filed.timeline) };
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    const path = snapshotPath(document.xmlPath ?? "");
    const detail =
      cause.damage === "missing-file"
        ? `${path}, to which its row left its lines and its time line, is not in the archive`
        : `${path} has other bytes than when its row left its lines and its time line to it`;
    return { faults: [{ what: cause.damage, detail: `document ${document.id}: ${detail}` }], signer: null };
  }
}

async function verifyFile(context: Context, document: FiledDocument): Promise<Finding | undefined> {
  const { id, companyId: company, xmlPath, xmlSha256, fiscalId } = document;
  if (xmlPath === null || xmlSha256 === null || fiscalId === null) {
    // Signed bytes may still be in the journal alone; once it has left, the archive holds them.
    if (document.state === "firmado" || isClosed(document)) return undefined;
    return {
      company,
      what: "missing-digest",
      detail: `document ${id} is ${document.state} without path, digest or key`,
    };
  }
  const fault = await checkSignedFile(context.readFile, document);
  return fault && { company, ...fault };
}
