// `ledger verify` re-reads every file, verdict, event and journal.
import { and, asc, count, eq, gt, ne, sql } from "drizzle-orm";
import { readFiled } from "../../src/store/archive/filed.ts";
import { DamagedFileError, snapshotPath } from "../../src/store/archive/files.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { overParts } from "../../src/store/base/home.ts";
import { documents, events } from "../../src/store/base/schema.ts";
import type { Command, Context } from "../command.ts";
import { optional, toggle } from "../flag.ts";
import { openCompany } from "../home.ts";
import { findCompanyId } from "./company.ts";
import { verifyEvents } from "./event-audit.ts";
import { JOURNAL_FLAGS, type JournalReport, orderJournalAudit } from "./journal-audit.ts";
import { conclude, type Finding, isDocumentOf, isOf } from "./ledger-finding.ts";
import { findGaps } from "./ledger-gaps.ts";
import { checkSignedFile } from "./signed-file.ts";
import { findUnlistedFiles } from "./unlisted-file.ts";
import { checkVerdict, isClosed, type VerdictFault } from "./verdict-file.ts";

/** Rows per query: a whole ledger is walked in pages. */
const PAGE = 500;

const verify: Command = {
  name: "ledger verify",
  isOfAll: true,
  about:
    "re-reads every signed file, every verdict's answer and acknowledgement, every event and its head: present, unchanged, of this document, soundly signed; names files of the archive that no row knows; with --journals, every object's memory as well",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    toggle("journals", "let the cron ask each document's object whether its journal says what D1 says"),
    ...JOURNAL_FLAGS,
  ],
  run: async (context) => {
    const companyId = await findCompanyId(context);
    // Ordered first: the cron works while the files are read.
    const awaitJournals = await orderJournalAudit(context);
    const findings: Finding[] = [];
    let files = 0;
    const signers = new Map<string, number>();
    const isFiled = and(ne(documents.state, "creating"), isOf(documents.companyId, companyId));
    const [counted] = await run(context.db, build.select({ total: count() }).from(documents).where(isFiled));
    for await (const document of walkFiled(context, companyId)) {
      files += 1;
      context.progress("files", files, counted?.total);
      const finding = await verifyFile(context, document);
      if (finding !== undefined) findings.push(finding);
      const told = await readTold(context.readFile, document);
      const verdict = "faults" in told ? told : await checkVerdict(context.readFile, told);
      findings.push(...(verdict?.faults ?? []).map((one): Finding => ({ company: document.companyId, ...one })));
      const signer = verdict?.signer ?? null;
      if (signer !== null) signers.set(signer, (signers.get(signer) ?? 0) + 1);
    }
    findings.push(...(await findUnlistedFiles(context, companyId)));
    const record = await verifyEvents(context, companyId);
    findings.push(...record.findings);
    const journals = await awaitJournals?.();
    findings.push(...(journals?.findings ?? []).map(toFinding));
    const { chains, heads, days, notes } = record;
    const output = conclude(findings, { files, chains, heads, days, signers: Object.fromEntries(signers), journals }, [
      ...(heads + days === 0 ? [] : [`${heads} heads of events and those of ${days} days compared`]),
      ...notes,
      `${files} files and ${chains} chains of events read`,
      ...[...signers].map(([signer, count]) => `${count} acknowledgements signed by ${signer}`),
      ...(journals === undefined ? [] : describeJournals(journals)),
    ]);
    const isUnfinished = output.exitCode === 0 && journals !== undefined && journals.openCompanies.length > 0;
    return isUnfinished ? { ...output, exitCode: UNFINISHED } : output;
  },
};

/** Nothing is wrong so far, but not all of it was looked at. */
const UNFINISHED = 3;

function toFinding({ companyId, documentId, what, detail }: JournalReport["findings"][number]): Finding {
  return { company: companyId, what: `${what}-journal`, detail: `document ${documentId}: ${detail}` };
}

function describeJournals({ asked, openCompanies, finishedAt }: JournalReport): readonly string[] {
  if (openCompanies.length === 0)
    return [`${asked} journals compared${finishedAt === null ? "" : `, until ${finishedAt}`}`];
  const companies = `not yet all of company ${openCompanies.join(", ")}`;
  return [`${asked} journals compared`, `${companies}: give it longer with --wait, or come back for --report`];
}

type FiledDocument = Awaited<ReturnType<typeof readFiledPage>>[number] & { readonly isCloseOrdered: boolean };

/** Documents after an id that must have a file: before `firmado` there is none. */
function readFiledPage(db: Database, companyId: number | null, after: number) {
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
    .where(and(gt(id, after), ne(state, "creating"), isDocumentOf(companyId)));
  return run(db, page.orderBy(asc(id)).limit(PAGE));
}

async function* walkFiled(context: Context, companyId: number | null): AsyncGenerator<FiledDocument> {
  const ordered = await listCloseOrders(context);
  const all = companyId === null ? context.db : await openCompany(context, companyId);
  const parts = await overParts(all, (each) => Promise.resolve(each));
  for (const { db } of parts.toReversed()) yield* walkFiledPart(db, companyId, ordered);
}

/** Documents whose end was ordered: an older one may be kept in another database than its company's events. */
async function listCloseOrders({ db, shards }: Context): Promise<ReadonlySet<number | null>> {
  const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
  const orders = build.select({ id: events.documentId }).from(events).where(eq(events.action, "document.close.order"));
  const found = await Promise.all(databases.map((one) => run(one, orders)));
  return new Set(found.flat().map(({ id }) => id));
}

async function* walkFiledPart(
  db: Database,
  companyId: number | null,
  ordered: ReadonlySet<number | null>,
): AsyncGenerator<FiledDocument> {
  let after = 0;
  for (;;) {
    const rows = await readFiledPage(db, companyId, after);
    yield* rows.map((row) => ({ ...row, isCloseOrdered: ordered.has(row.id) }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
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

export const LEDGER_COMMANDS: readonly Command[] = [findGaps, verify];
