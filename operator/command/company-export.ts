// `company export` copies all documents of a company and period out of the archive into a folder, with a list of them and of every file's digest.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { and, asc, between, eq, gt, inArray, sql } from "drizzle-orm";
import { render } from "../../renderer/render.ts";
import { readRequest } from "../../renderer/request.ts";
import { DRAWINGS, describeDrawing } from "../../src/domain/document/drawing.ts";
import { listCodes } from "../../src/domain/kind.ts";
import { completeDocument, type WholeDocument } from "../../src/store/archive/filed.ts";
import { DamagedFileError, snapshotPath } from "../../src/store/archive/files.ts";
import type { Database } from "../../src/store/base/db.ts";
import { runAcross } from "../../src/store/base/home.ts";
import { documents } from "../../src/store/base/schema.ts";
import { type Letterhead, loadLetterhead } from "../../src/store/company/letterhead.ts";
import { type StoredDocument, selectDocuments } from "../../src/store/document/documents.ts";
import type { Command, Context } from "../command.ts";
import { readCsv, writeCsv } from "../csv.ts";
import { describePdf, type PdfSource } from "../data/pdf-request.ts";
import { OperatorError } from "../error.ts";
import { required } from "../flag.ts";
import { openCompany } from "../home.ts";
import { readDate, readText } from "../reader.ts";
import { getCompany } from "./company.ts";
import { collectFiles } from "./document-files.ts";
import { isFileDue } from "./signed-file.ts";

/** Documents hold names and addresses of people. */
const PRIVATE = { file: 0o600, folder: 0o700 } as const;
/** Rows of one page; files are copied one document at a time. */
const AT_ONCE = 100;
const LIST = "documents.csv";
const MANIFEST = "manifest.csv";
const LIST_COLUMNS = [
  "document",
  "type",
  "number",
  "fiscal_id",
  "issue_date",
  "state",
  "currency",
  "subtotal",
  "taxes",
  "total",
  "party",
  "files",
  "missing",
];
const MANIFEST_COLUMNS = ["document", "file", "bytes", "sha256", "finding"];

const NOT_DRAWN = "not drawn";
const FAULT = new RegExp(`^(?:missing|differs|${NOT_DRAWN})`);

type Row = Readonly<Record<string, string | number | null>>;

export const exportCompany: Command = {
  name: "company export",
  reads: true,
  about:
    "copies the production documents of a company and period out of the archive into a folder: signed XML, answers, containers, and the PDF of each accepted one, as it was handed over or drawn now; documents.csv lists them, manifest.csv every file with its SHA-256. The same line again goes on where it ended",
  flags: [
    required("company", "id of the company"),
    required("from", "first day of issue, YYYY-MM-DD"),
    required("to", "last day"),
    required("output", "folder; made when it is not there"),
  ],
  run: async (context) => {
    const { input, isDryRun } = context;
    const { id } = await getCompany(context);
    const [from, to] = [await input.get("from", readDate), await input.get("to", readDate)];
    if (from > to) throw new OperatorError(`--from ${from} is after --to ${to}`);
    const folder = await input.get("output", readText);
    const done = readDone(folder);
    if (!isDryRun) beginFolder(folder);
    const letterhead = await loadLetterhead(context.db, id);
    const counts = { documents: 0, before: done.size, files: 0, bytes: 0, faults: 0 };
    for await (const row of listPeriod(await openCompany(context, id), { companyId: id, from, to })) {
      if (done.has(String(row.id))) continue;
      context.progress("documents", counts.documents);
      const copied = await copyDocument(context, letterhead, row, folder);
      counts.documents += 1;
      counts.files += copied.files;
      counts.bytes += copied.bytes;
      counts.faults += copied.faults;
    }
    const { documents: copied, before, files, bytes, faults } = counts;
    const again = before === 0 ? "" : `, ${before} were there`;
    const wrong = faults === 0 ? "" : `; ${faults} files are missing or differ, see ${MANIFEST}`;
    return {
      data: { company: id, from, to, folder, ...counts },
      text: `${folder}: ${copied} documents${again}, ${files} files, ${bytes} bytes${wrong}`,
      ...(faults === 0 ? {} : { exitCode: 4, next: [`operator ledger verify --company ${id}`] }),
    };
  },
};

/** Documents that an earlier run copied whole: each is written to the list after its files. */
function readDone(folder: string): ReadonlySet<string> {
  const path = join(folder, LIST);
  if (!existsSync(path)) return new Set();
  // The last line of a run that was ended may be half a line.
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole !== text) writeFileSync(path, whole, { mode: PRIVATE.file });
  const [, ...lines] = readCsv(whole);
  return new Set(lines.map(({ cells: [document = ""] }) => document));
}

function beginFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE.folder });
  for (const [name, columns] of [
    [LIST, LIST_COLUMNS],
    [MANIFEST, MANIFEST_COLUMNS],
  ] as const) {
    const path = join(folder, name);
    if (!existsSync(path)) writeFileSync(path, `${columns.join(",")}\r\n`, { mode: PRIVATE.file });
  }
}

interface Period {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
}

/** Documents of a period in the order of their ids, page by page, wherever the company keeps them. */
async function* listPeriod(db: Database, { companyId, from, to }: Period): AsyncGenerator<StoredDocument> {
  for (let after = 0; ; ) {
    const isNext = and(
      sql`${eq(documents.companyId, companyId)} AND ${documents.environment} = 'produccion'`,
      inArray(documents.typeCode, [...listCodes({})]),
      between(documents.issueDate, from, to),
      gt(documents.id, after),
    );
    const page = await runAcross(db, selectDocuments().where(isNext).orderBy(asc(documents.id)).limit(AT_ONCE));
    const rows = page.toSorted((one, other) => one.id - other.id).slice(0, AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || page.length < AT_ONCE) return;
    after = last.id;
  }
}

async function copyDocument(context: Context, letterhead: Letterhead, row: StoredDocument, folder: string) {
  const { id, xmlPath, fullNumber, typeCode } = row;
  const { found, absent } =
    xmlPath === null ? { found: [], absent: [] } : await findFiles(context, letterhead, row, xmlPath);
  const missing = absent.filter(() => isFileDue(row));
  // A number is printed the same by several types.
  const name = `${typeCode}-${fullNumber}`;
  const lines: Row[] = missing.map((path) => ({
    document: id,
    file: path,
    bytes: 0,
    sha256: null,
    finding: "missing",
  }));
  if (!context.isDryRun) mkdirSync(join(folder, name), { recursive: true, mode: PRIVATE.folder });
  let bytes = 0;
  for (const { name: own, bytes: content, finding } of found) {
    const path = join(name, own);
    if (content !== undefined && !context.isDryRun) writeFileSync(join(folder, path), content, { mode: PRIVATE.file });
    bytes += content?.length ?? 0;
    const sha256 = content === undefined ? null : createHash("sha256").update(content).digest("hex");
    lines.push({ document: id, file: path, bytes: content?.length ?? 0, sha256, finding });
  }
  const faults = lines.filter(({ finding }) => FAULT.test(String(finding))).length;
  const { fiscalId, issueDate, state, currency, subtotal, taxes, total, thirdParty } = row;
  const listed: Row = {
    document: id,
    type: typeCode,
    number: fullNumber,
    fiscal_id: fiscalId,
    issue_date: issueDate,
    state,
    currency,
    subtotal,
    taxes,
    total,
    party: thirdParty?.identificationNumber ?? null,
    files: found.length,
    missing: missing.length,
  };
  if (!context.isDryRun) {
    append(join(folder, MANIFEST), lines);
    append(join(folder, LIST), [listed]);
  }
  return { files: found.length, bytes, faults };
}

/** What was drawn, the longest name first: that of a receipt begins with that of its strip. */
const DRAWN = DRAWINGS.toSorted((one, other) => other.length - one.length);

/** The name of a file in its document's folder; undefined for what says which template a drawing keeps. */
function nameFile(path: string, fullNumber: string): string | undefined {
  const base = basename(path);
  if (base.endsWith(".template")) return undefined;
  const drawing = DRAWN.find((one) => base.startsWith(`${one}.`));
  return drawing === undefined ? base : `${fullNumber}${describeDrawing(drawing).suffix}`;
}

interface NamedFile {
  readonly name: string;
  /** Undefined where it could not be made. */
  readonly bytes: Uint8Array | undefined;
  readonly finding: string;
}

/** The files of a document with its PDF: as it was handed over, or drawn by the template of today. */
async function nameFiles(
  { deployment, readFile }: Context,
  letterhead: Letterhead,
  document: WholeDocument,
  found: Awaited<ReturnType<typeof collectFiles>>["found"],
): Promise<readonly NamedFile[]> {
  const named = new Map<string, NamedFile>();
  for (const { path, bytes, digest } of found) {
    const name = nameFile(path, document.fullNumber);
    if (name !== undefined) named.set(name, { name, bytes, finding: digest });
  }
  const name = `${document.fullNumber}.pdf`;
  const drawn = named.has(name)
    ? undefined
    : await drawPdf({ readFile, letterhead, maker: deployment.maker ?? null }, document);
  if (drawn !== undefined) named.set(name, { name, ...drawn });
  return [...named.values()];
}

/** A document that cannot be drawn is named, and stops no other. */
async function drawPdf(source: PdfSource, document: WholeDocument): Promise<Omit<NamedFile, "name"> | undefined> {
  try {
    const request = await describePdf(source, document);
    return request && { bytes: render(readRequest(JSON.stringify(request))).bytes, finding: "drawn now" };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "unknown";
    return { bytes: undefined, finding: `${NOT_DRAWN}: ${why}` };
  }
}

async function findFiles(context: Context, letterhead: Letterhead, row: StoredDocument, xmlPath: string) {
  try {
    const document = await completeDocument(context.readFile, row);
    const { found, absent } = await collectFiles(context, document, xmlPath);
    return { found: await nameFiles(context, letterhead, document, found), absent };
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    // The file that has what the row left to it is lost: what there is of the rest is copied all the same.
    const bytes = await context.readFile(xmlPath);
    const found = bytes === undefined ? [] : [{ name: basename(xmlPath), bytes, finding: "not known" }];
    return { found, absent: [snapshotPath(xmlPath)] };
  }
}

/** Rows below a file's head. */
function append(path: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const [, ...lines] = writeCsv(rows).split(/\r\n(?=\d+,)/);
  appendFileSync(path, `${lines.join("\r\n")}\r\n`);
}
