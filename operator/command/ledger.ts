// ledger gaps and verify: every number accounted for, every file the one that was signed, every verdict as it was answered, every event where it was, every journal as its row.
import { createHash } from "node:crypto";
import { planYearSql } from "../../src/store/allocation.ts";
import { readAll } from "../../src/store/database.ts";
import { listEvents, type StoredEvent } from "../../src/store/events.ts";
import { isFileOf } from "../../src/store/signed-file.ts";
import type { Command, Context } from "../command.ts";
import { findCompanyId } from "./company.ts";
import { verifyEvents } from "./event-audit.ts";
import { JOURNAL_FLAGS, JOURNAL_SWITCHES, type JournalReport, orderJournalAudit } from "./journal-audit.ts";
import type { RangeRow } from "./range-overlap.ts";
import { checkVerdict, isClosed, type JudgedDocument } from "./verdict-file.ts";

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
    | "missing-digest"
    | "false-verdict"
    | "spoiled-row"
    | "lost-journal"
    | "different-journal"
    | "unanswered-journal"
    | "event";
  readonly detail: string;
}

interface Numbered {
  readonly id: number;
  readonly number: number;
  readonly state: string;
}

const gaps: Command = {
  name: "ledger gaps",
  about:
    "accounts for every number of every range: document and state, or the action that skipped it; reports holes and twins",
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
    findings.push(...(await findTwins(context, companyId)));
    findings.push(...(await findCounterTrouble(context, companyId)));
    const lines = accounts.map((one) => {
      const states = Object.entries(one.states).map(([state, count]) => `${count} ${state}`);
      const skipped = one.skipped === 0 ? [] : [`${one.skipped} skipped, as recorded`];
      return `range ${one.range} of company ${one.company} (${one.prefix}): ${[...states, ...skipped].join(", ") || "unused"}`;
    });
    return conclude(findings, { ranges: accounts }, lines);
  },
};

function conclude(findings: readonly Finding[], data: Record<string, unknown>, lines: readonly string[]) {
  const told = findings.map(({ company, what, detail }) => `${what}: company ${company}, ${detail}`);
  const verdict = findings.length === 0 ? "nothing is wrong" : `${findings.length} findings`;
  return {
    data: { ...data, findings },
    text: [...lines, ...told, verdict].join("\n"),
    exitCode: findings.length === 0 ? 0 : 4,
  };
}

async function listRanges({ binding }: Context, companyId: number | null): Promise<RangeRow[]> {
  const sql = "SELECT * FROM ranges WHERE ?1 IS NULL OR company_id = ?1 ORDER BY company_id, id";
  return readAll<RangeRow>(binding.prepare(sql).bind(companyId));
}

async function accountRange(context: Context, range: RangeRow) {
  const events = await listEvents(context.binding, range.company_id);
  const skips = listSkips(range, events);
  const isSkipped = (number: number) => skips.some(({ from, to }) => number >= from && number <= to);
  const states: Record<string, number> = {};
  const findings: Finding[] = [];
  const miss = (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) {
      if (isSkipped(number)) continue;
      const detail = `${range.prefix}${number} of range ${range.id} has no document`;
      findings.push({ company: range.company_id, what: "hole", detail });
    }
  };
  let expected = range.from_number;
  for await (const document of walkRange(context, range.id)) {
    states[document.state] = (states[document.state] ?? 0) + 1;
    if (document.number < expected) continue;
    missBetween(expected, document.number - 1, skips, miss);
    expected = document.number + 1;
  }
  missBetween(expected, range.next_number - 1, skips, miss);
  if (expected > range.next_number) {
    const detail = `range ${range.id} would give ${range.next_number} next, which is used already`;
    findings.push({ company: range.company_id, what: "counter", detail });
  }
  const skipped = skips.reduce((total, { from, to }) => total + to - from + 1, 0);
  const { id, company_id: company, prefix, next_number: next } = range;
  return { findings, summary: { range: id, company, prefix, next, states, skipped } };
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

/** Numbers that were never to be given: used elsewhere before the range came here, or moved over by an operator. */
function listSkips(range: RangeRow, events: readonly StoredEvent[]): Span[] {
  const spans: Span[] = [];
  for (const { action, detail } of events) {
    const facts = JSON.parse(detail) as {
      readonly kind?: string;
      readonly resolution?: string;
      readonly prefix?: string;
      readonly fromNumber?: number;
      readonly next?: number;
      readonly nextNumber?: number;
      readonly range?: number;
      readonly before?: { readonly next: number };
    };
    const isOwn =
      facts.kind === range.kind &&
      facts.resolution === range.resolution &&
      facts.prefix === range.prefix &&
      facts.fromNumber === range.from_number;
    if (action === "range.add" && isOwn && facts.next !== undefined) {
      spans.push({ from: range.from_number, to: facts.next - 1 });
    }
    if (action === "range.edit" && facts.range === range.id && facts.nextNumber !== undefined && facts.before) {
      spans.push({ from: facts.before.next, to: facts.nextNumber - 1 });
    }
    if (action === "range.resume" && facts.range === range.id && facts.next !== undefined && facts.before) {
      spans.push({ from: facts.before.next, to: facts.next - 1 });
    }
  }
  return spans.filter(({ from, to }) => to >= from).sort((a, b) => a.from - b.from);
}

async function* walkRange({ binding }: Context, rangeId: number): AsyncGenerator<Numbered> {
  let after = 0;
  for (;;) {
    const sql = `SELECT id, number, state FROM documents WHERE range_id = ?1 AND number > ?2 ORDER BY number LIMIT ${PAGE}`;
    const rows = await readAll<Numbered>(binding.prepare(sql).bind(rangeId, after));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.number;
  }
}

async function findTwins({ binding }: Context, companyId: number | null): Promise<Finding[]> {
  const sql = `SELECT company_id AS company, full_number AS number, group_concat(id, ', ') AS ids FROM documents
    WHERE ?1 IS NULL OR company_id = ?1 GROUP BY company_id, module, environment, full_number HAVING count(*) > 1`;
  const rows = await readAll<{ company: number; number: string; ids: string }>(binding.prepare(sql).bind(companyId));
  return rows.map(({ company, number, ids }) => {
    return { company, what: "twin", detail: `number ${number} is on the documents ${ids}` };
  });
}

/** Plans move with every document, in the year of its reservation: more documents than the counter says is a row from nowhere. */
async function findCounterTrouble({ binding }: Context, companyId: number | null): Promise<Finding[]> {
  const sql = `SELECT d.company_id AS company, d.module, ${planYearSql("d")} AS year, max(d.plan_sequence) AS highest,
      p.used FROM documents d LEFT JOIN plans p ON p.company_id = d.company_id AND p.module = d.module
      AND p.year = ${planYearSql("d")}
    WHERE d.plan_sequence IS NOT NULL AND (?1 IS NULL OR d.company_id = ?1)
    GROUP BY d.company_id, d.module, year HAVING p.used IS NULL OR highest > p.used`;
  const rows = await readAll<{ company: number; module: string; year: number; highest: number; used: number | null }>(
    binding.prepare(sql).bind(companyId),
  );
  return rows.map(({ company, module, year, highest, used }) => {
    const detail = `plan ${module} ${year} counts ${used ?? "nothing"}, a document has position ${highest}`;
    return { company, what: "counter", detail };
  });
}

interface FiledDocument extends JudgedDocument {
  readonly company_id: number;
  readonly full_number: string;
  readonly xml_sha256: string | null;
}

const verify: Command = {
  name: "ledger verify",
  about:
    "re-reads every signed file, every verdict's answer and acknowledgement, every event and its head: present, unchanged, of this document, soundly signed; with --journals, every object's memory as well",
  flags: { company: "id of the company; all of them unless given", ...JOURNAL_FLAGS },
  switches: JOURNAL_SWITCHES,
  run: async (context) => {
    const companyId = await findCompanyId(context);
    // Ordered first: the cron works while the files are read.
    const awaitJournals = await orderJournalAudit(context);
    const findings: Finding[] = [];
    let files = 0;
    const signers = new Map<string, number>();
    for await (const document of walkFiled(context, companyId)) {
      files += 1;
      const finding = await verifyFile(context, document);
      if (finding !== undefined) findings.push(finding);
      const verdict = await checkVerdict(context.readFile, document);
      findings.push(...(verdict?.faults ?? []).map((one): Finding => ({ company: document.company_id, ...one })));
      const signer = verdict?.signer ?? null;
      if (signer !== null) signers.set(signer, (signers.get(signer) ?? 0) + 1);
    }
    const events = await verifyEvents(context, companyId);
    findings.push(...events.findings);
    const journals = await awaitJournals?.();
    findings.push(...(journals?.findings ?? []).map(toFinding));
    const { chains, heads, days, notes } = events;
    const output = conclude(findings, { files, chains, heads, days, signers: Object.fromEntries(signers), journals }, [
      ...(heads + days === 0 ? [] : [`${heads} heads of events and those of ${days} days compared`]),
      ...notes,
      `${files} files and ${chains} chains of events read`,
      ...[...signers].map(([signer, count]) => `${count} acknowledgements signed by ${signer}`),
      ...(journals === undefined ? [] : tellJournals(journals)),
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

function tellJournals({ asked, openCompanies, finishedAt }: JournalReport): readonly string[] {
  if (openCompanies.length === 0)
    return [`${asked} journals compared${finishedAt === null ? "" : `, until ${finishedAt}`}`];
  const companies = `not yet all of company ${openCompanies.join(", ")}`;
  return [`${asked} journals compared`, `${companies}: give it longer with --wait, or come back for --report`];
}

async function* walkFiled({ binding }: Context, companyId: number | null): AsyncGenerator<FiledDocument> {
  let after = 0;
  for (;;) {
    // Before `firmado` there is no file; after it there must be one.
    const sql = `SELECT id, company_id, issuance_name, full_number, state, fiscal_id, xml_path, xml_sha256, timeline,
        EXISTS (SELECT 1 FROM events e WHERE e.company_id = documents.company_id AND e.document_id = documents.id
          AND e.action = 'document.close.order') AS is_close_ordered FROM documents
      WHERE id > ?2 AND state <> 'creating' AND (?1 IS NULL OR company_id = ?1) ORDER BY id LIMIT ${PAGE}`;
    const rows = await readAll<FiledDocument>(binding.prepare(sql).bind(companyId, after));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function verifyFile(context: Context, document: FiledDocument): Promise<Finding | undefined> {
  const { id, company_id: company, xml_path: path, xml_sha256: sha256, fiscal_id: fiscalId } = document;
  if (path === null || sha256 === null || fiscalId === null) {
    // Signed bytes may still be in the journal alone; once it has left, the archive holds them.
    if (document.state === "firmado" || isClosed(document)) return undefined;
    return {
      company,
      what: "missing-digest",
      detail: `document ${id} is ${document.state} without path, digest or key`,
    };
  }
  const bytes = await context.readFile(path);
  if (bytes === undefined) {
    if (document.state === "firmado") return undefined;
    return { company, what: "missing-file", detail: `${path} of document ${id} is not in the archive` };
  }
  if (!isFileOf(bytes, { fullNumber: document.full_number, fiscalId }))
    return { company, what: "swapped-file", detail: `${path} is not document ${id} (${document.full_number})` };
  if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
    return { company, what: "changed-file", detail: `${path} of document ${id} has other bytes than its row says` };
  }
  return undefined;
}

export const LEDGER_COMMANDS: readonly Command[] = [gaps, verify];
