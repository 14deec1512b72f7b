// `ledger gaps` accounts for every number; `ledger verify` re-reads every file, verdict, event and journal.
import { and, asc, count, eq, gt, isNotNull, isNull, max, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { planYear } from "../../src/store/allocation.ts";
import { build, type Database, run } from "../../src/store/db.ts";
import { listEvents, type StoredEvent } from "../../src/store/events.ts";
import { toParts } from "../../src/store/home.ts";
import { documents, events, plans, ranges, series } from "../../src/store/schema.ts";
import type { Command, Context } from "../command.ts";
import { listParts } from "../home.ts";
import { isNoCopy, isNotLeftBehind } from "../left-behind.ts";
import { findCompanyId } from "./company.ts";
import { verifyEvents } from "./event-audit.ts";
import { JOURNAL_FLAGS, JOURNAL_SWITCHES, type JournalReport, orderJournalAudit } from "./journal-audit.ts";
import type { RangeRow } from "./range-overlap.ts";
import { checkSignedFile } from "./signed-file.ts";
import { findUnlistedFiles } from "./unlisted-file.ts";
import { checkVerdict, isClosed } from "./verdict-file.ts";

/** Rows per query: a whole ledger is walked in pages. */
const PAGE = 500;

interface Finding {
  readonly company: number;
  readonly what:
    | "hole"
    | "twin"
    | "counter"
    | "missing-file"
    | "changed-file"
    | "swapped-file"
    | "missing-row"
    | "missing-digest"
    | "false-verdict"
    | "spoiled-row"
    | "lost-journal"
    | "different-journal"
    | "unanswered-journal"
    | "event";
  readonly detail: string;
}

type Numbered = Pick<typeof documents.$inferSelect, "number" | "state">;

const gaps: Command = {
  name: "ledger gaps",
  isOfAll: true,
  about:
    "accounts for every number of every range and of every series of notes: document and state, or the action that skipped it; reports holes and twins",
  flags: { company: "id of the company; all of them unless given" },
  run: async (context) => {
    const companyId = await findCompanyId(context);
    const ranges = await listRanges(context, companyId);
    const findings: Finding[] = [];
    const accounts = [];
    for (const range of ranges) {
      const account = await accountRange(context, range);
      findings.push(...account.findings);
      accounts.push(account.summary);
    }
    const ofNotes = await accountSeries(context, companyId);
    findings.push(...ofNotes.findings);
    findings.push(...(await findTwins(context, companyId)));
    findings.push(...(await findCounterTrouble(context, companyId)));
    const lines = accounts.map(
      (one) => `range ${one.range} of company ${one.company} (${one.prefix}): ${describeUse(one)}`,
    );
    const noted = ofNotes.accounts.filter(({ states }) => Object.keys(states).length > 0);
    const noteLines = noted.map(({ company, type, environment, prefix, ...use }) => {
      return `notes ${type} of company ${company} in ${environment} (${prefix}): ${describeUse(use)}`;
    });
    return conclude(findings, { ranges: accounts, series: ofNotes.accounts }, [...lines, ...noteLines]);
  },
};

interface Use {
  readonly states: Readonly<Record<string, number>>;
  readonly skipped: number;
}

function describeUse({ states, skipped }: Use): string {
  const used = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  return [...used, ...(skipped === 0 ? [] : [`${skipped} skipped, as recorded`])].join(", ") || "unused";
}

function conclude(findings: readonly Finding[], data: Record<string, unknown>, lines: readonly string[]) {
  const shown = findings.map(({ company, what, detail }) => `${what}: company ${company}, ${detail}`);
  const verdict = findings.length === 0 ? "nothing is wrong" : `${findings.length} findings`;
  return {
    data: { ...data, findings },
    text: [...lines, ...shown, verdict].join("\n"),
    exitCode: findings.length === 0 ? 0 : 4,
    ...(findings.length > 0 && { next: ["docs/operations.md, runbook `ledger verify`: what each finding means"] }),
  };
}

function isOf(column: SQLiteColumn, companyId: number | null) {
  return companyId === null ? isNotLeftBehind(column) : eq(column, companyId);
}

/** The same of documents, older ones of which a database may keep. */
function isDocumentOf(companyId: number | null) {
  return companyId === null ? isNoCopy(documents.companyId) : eq(documents.companyId, companyId);
}

function listRanges({ db }: Context, companyId: number | null): Promise<RangeRow[]> {
  const which = build.select().from(ranges).where(isOf(ranges.companyId, companyId));
  return run(db, which.orderBy(ranges.companyId, ranges.id));
}

async function accountRange(context: Context, range: RangeRow) {
  const entries = await listEvents(context.db, range.companyId);
  const { id, companyId: company, prefix, fromNumber: first, nextNumber: next } = range;
  const account = await accountNumbers(walkDocuments(context, company, eq(documents.rangeId, id)), {
    ...{ company, prefix, first, next },
    name: `range ${id}`,
    skips: listSkips(range, entries),
  });
  return { findings: account.findings, summary: { range: id, company, prefix, next, ...account.use } };
}

/** Consecutive numbers that were to be given. */
interface Numbers {
  readonly name: string;
  readonly company: number;
  readonly prefix: string;
  readonly first: number;
  readonly next: number;
  /** In ascending order. */
  readonly skips: readonly Span[];
}

async function accountNumbers(
  walk: AsyncGenerator<Numbered>,
  { name, company, prefix, first, next, skips }: Numbers,
): Promise<{ readonly findings: readonly Finding[]; readonly use: Use }> {
  const isSkipped = (number: number) => skips.some(({ from, to }) => number >= from && number <= to);
  const states: Record<string, number> = {};
  const findings: Finding[] = [];
  const miss = (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      if (isSkipped(number)) continue;
      findings.push({ company, what: "hole", detail: `${prefix}${number} of ${name} has no document` });
    }
  };
  let expected = first;
  for await (const document of walk) {
    states[document.state] = (states[document.state] ?? 0) + 1;
    if (document.number < expected) continue;
    missBetween(expected, document.number - 1, skips, miss);
    expected = document.number + 1;
  }
  missBetween(expected, next - 1, skips, miss);
  if (expected > next) {
    findings.push({ company, what: "counter", detail: `${name} would give ${next} next, which is used already` });
  }
  const skipped = skips.reduce((total, { from, to }) => total + to - from + 1, 0);
  return { findings, use: { states, skipped } };
}

/** The series of notes under their present prefixes, and under those that they had before. */
async function accountSeries(context: Context, companyId: number | null) {
  const rows = await run(context.db, build.select().from(series).where(isOf(series.companyId, companyId)));
  const findings: Finding[] = [];
  const accounts = [];
  for (const row of rows) {
    const { companyId: company, typeCode: type, environment } = row;
    const entries = (await listEvents(context.db, company)).filter(({ action }) => action.startsWith("series."));
    const facts = entries
      .map(({ detail }) => readSeriesFacts(detail))
      .filter((one) => one.type === type && one.environment === environment);
    const present = { prefix: row.prefix, first: row.firstNumber, next: row.nextNumber };
    for (const { prefix, first, next } of [present, ...listFormer(facts, row.prefix)]) {
      const isOwn = and(
        eq(documents.companyId, company),
        eq(documents.typeCode, type),
        eq(documents.environment, environment),
        eq(documents.prefix, prefix),
      );
      const account = await accountNumbers(walkDocuments(context, company, isOwn), {
        ...{ company, prefix, first, next, skips: listSeriesSkips(facts, prefix) },
        name: `the notes ${type} in ${environment}`,
      });
      findings.push(...account.findings);
      accounts.push({ company, type, environment, prefix, next, ...account.use });
    }
  }
  return { findings, accounts };
}

/** What audit entries about series say. */
const SERIES_FACTS = z.object({
  type: z.string().optional(),
  environment: z.string().optional(),
  prefix: z.string().optional(),
  next: z.number().optional(),
  before: z.object({ prefix: z.string(), next: z.number() }).optional(),
});
type SeriesFacts = z.output<typeof SERIES_FACTS>;

/** Facts of an audit entry; one that was spoiled has none. */
function readSeriesFacts(detail: string): SeriesFacts {
  try {
    return SERIES_FACTS.safeParse(JSON.parse(detail)).data ?? {};
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}

/** Prefixes that a series had before, with the first number under each and the one at which it was left. */
function listFormer(facts: readonly SeriesFacts[], present: string) {
  const former = new Map<string, { readonly prefix: string; readonly first: number; readonly next: number }>();
  const firsts = new Map<string, number>();
  for (const { before, prefix, next } of facts) {
    if (before !== undefined && before.prefix !== prefix && before.prefix !== present) {
      const first = former.get(before.prefix)?.first ?? firsts.get(before.prefix) ?? 1;
      former.set(before.prefix, { prefix: before.prefix, first, next: before.next });
    }
    if (prefix !== undefined && next !== undefined && !firsts.has(prefix)) firsts.set(prefix, next);
  }
  return [...former.values()];
}

/** Numbers that an operator moved a series over, under this prefix. */
function listSeriesSkips(facts: readonly SeriesFacts[], ofPrefix: string): Span[] {
  const spans: Span[] = [];
  let left: number | undefined;
  for (const { before, prefix, next } of facts) {
    if (before?.prefix === ofPrefix) left = before.next;
    if (prefix === ofPrefix && next !== undefined && left !== undefined && next > left) {
      spans.push({ from: left, to: next - 1 });
    }
  }
  return spans.sort((a, b) => a.from - b.from);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Leaves out whole skipped spans before walking number by number: a span may hold millions. */
function missBetween(from: number, to: number, skips: readonly Span[], miss: (from: number, to: number) => void): void {
  let start = from;
  for (const skip of skips) {
    if (skip.to < start || skip.from > to) continue;
    if (skip.from > start) miss(start, skip.from - 1);
    start = skip.to + 1;
  }
  if (start <= to) miss(start, to);
}

/** What audit entries about ranges say of the numbers that they skip. */
const RANGE_FACTS = z.object({
  kind: z.string().optional(),
  resolution: z.string().optional(),
  prefix: z.string().optional(),
  fromNumber: z.number().optional(),
  next: z.number().optional(),
  nextNumber: z.number().optional(),
  range: z.number().optional(),
  before: z.object({ next: z.number() }).optional(),
});

/** Facts of an audit entry; one that was spoiled has none. */
function readRangeFacts(detail: string): z.output<typeof RANGE_FACTS> {
  try {
    return RANGE_FACTS.safeParse(JSON.parse(detail)).data ?? {};
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}

/** Numbers that were never to be given: used elsewhere before the range came here, or moved over by an operator. */
function listSkips(range: RangeRow, entries: readonly StoredEvent[]): Span[] {
  const spans = entries.flatMap(({ action, detail }): Span[] => {
    if (!action.startsWith("range.")) return [];
    const { kind, resolution, prefix, fromNumber, next, nextNumber, range: id, before } = readRangeFacts(detail);
    const isAdded =
      kind === range.kind &&
      resolution === range.resolution &&
      prefix === range.prefix &&
      fromNumber === range.fromNumber;
    if (action === "range.add" && isAdded && next !== undefined) return [{ from: range.fromNumber, to: next - 1 }];
    const moved = action === "range.edit" ? nextNumber : action === "range.resume" ? next : undefined;
    if (id !== range.id || moved === undefined || before === undefined) return [];
    return [{ from: before.next, to: moved - 1 }];
  });
  return spans.filter(({ from, to }) => to >= from).sort((a, b) => a.from - b.from);
}

/** Numbers of an older database come before those of a newer one. */
async function* walkDocuments(context: Context, companyId: number, isOwn: SQL | undefined): AsyncGenerator<Numbered> {
  const parts = await listParts(context, companyId);
  for (const { db } of parts.toReversed()) yield* walkPart(db, isOwn);
}

async function* walkPart(db: Database, isOwn: SQL | undefined): AsyncGenerator<Numbered> {
  const { number, state } = documents;
  let after = 0;
  for (;;) {
    const isNext = and(isOwn, gt(number, after));
    const page = build.select({ number, state }).from(documents).where(isNext).orderBy(asc(number)).limit(PAGE);
    const rows = await run(db, page);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.number;
  }
}

async function findTwins({ db }: Context, companyId: number | null): Promise<Finding[]> {
  const { companyId: company, module, environment, conceptCode, typeCode, fullNumber: number } = documents;
  // Each type of note has numbers of its own.
  const noteType = sql`iif(${conceptCode} IS NULL, '', ${typeCode})`;
  const ids = sql<string>`group_concat(${documents.id}, ', ')`.as("ids");
  const groups = build.select({ company, number, ids }).from(documents).where(isDocumentOf(companyId));
  const twins = groups.groupBy(company, module, environment, noteType, number).having(gt(count(), 1));
  return (await run(db, twins)).map((twin) => {
    return { company: twin.company, what: "twin", detail: `number ${twin.number} is on the documents ${twin.ids}` };
  });
}

/** Plans move with every document, in the year of its reservation: more documents than the counter says is a row from nowhere. */
async function findCounterTrouble({ db }: Context, companyId: number | null): Promise<Finding[]> {
  const { companyId: company, module } = documents;
  const year = planYear(documents.reservedAt);
  const highest = max(documents.planSequence);
  const isOwn = and(eq(plans.companyId, company), eq(plans.module, module), eq(plans.year, year));
  const counted = build
    .select({
      company,
      module,
      year: year.as("year"),
      highest: sql<number>`${highest}`.as("highest"),
      used: plans.used,
    })
    .from(documents)
    .leftJoin(plans, isOwn)
    .where(and(isNotNull(documents.planSequence), isOf(company, companyId)))
    .groupBy(company, module, year)
    .having(or(isNull(plans.used), gt(highest, plans.used)));
  return (await run(db, counted)).map((one): Finding => {
    const detail = `plan ${one.module} ${one.year} counts ${one.used ?? "nothing"}, a document has position ${one.highest}`;
    return { company: one.company, what: "counter", detail };
  });
}

const verify: Command = {
  name: "ledger verify",
  isOfAll: true,
  about:
    "re-reads every signed file, every verdict's answer and acknowledgement, every event and its head: present, unchanged, of this document, soundly signed; names files of the archive that no row knows; with --journals, every object's memory as well",
  flags: { company: "id of the company; all of them unless given", ...JOURNAL_FLAGS },
  switches: JOURNAL_SWITCHES,
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
      const verdict = await checkVerdict(context.readFile, document);
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
      // Its text, which somebody may have spoiled.
      timeline: sql<string | null>`${documents.timeline}`.as("timeline"),
    })
    .from(documents)
    .where(and(gt(id, after), ne(state, "creating"), isDocumentOf(companyId)));
  return run(db, page.orderBy(asc(id)).limit(PAGE));
}

async function* walkFiled(context: Context, companyId: number | null): AsyncGenerator<FiledDocument> {
  const ordered = await listCloseOrders(context);
  const parts = companyId === null ? toParts(context.db) : await listParts(context, companyId);
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

export const LEDGER_COMMANDS: readonly Command[] = [gaps, verify];
