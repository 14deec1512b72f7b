// `ledger gaps` accounts for every number that was given: by a document and its state, or by the action that skipped it.
import { and, count, eq, gt, isNotNull, isNull, like, max, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { StoredEvent } from "../../src/store/audit/events.ts";
import { build, type Database, type RowOf } from "../../src/store/base/db.ts";
import { documents, events, plans, ranges, series } from "../../src/store/base/schema.ts";
import { planYear } from "../../src/store/number/allocation.ts";
import type { Command } from "../command.ts";
import { optional } from "../flag.ts";
import type { Progress } from "../progress.ts";
import { findCompanyId } from "./company.ts";
import { conclude, type Finding, isDocumentOf, isOf, sayFinding } from "./ledger-finding.ts";
import { type GivenNumbers, type NumberIndex, nameRange, nameSeries, readNumbers, type Span } from "./number-runs.ts";
import type { RangeRow } from "./range-overlap.ts";

type SeriesRow = typeof series.$inferSelect;

/** A database that was set back knows nothing of what it lost. */
const RIGHT = "nothing is wrong in what D1 knows; `operator ledger verify` compares it with the archive";
/** So many numbers are read at once: a database sorts them within its time limit. */
const NUMBERS_AT_ONCE = 1_000_000;

export const findGaps: Command = {
  name: "ledger gaps",
  reads: true,
  isOfAll: true,
  about:
    "accounts for every number of every range and of every series of notes: document and state, or the action that skipped it; reports holes and twins",
  flags: [optional("company", "id of the company; all of them unless given")],
  run: async (context) => {
    const { db, shards, progress } = context;
    // Older documents of a company may be kept in another database than its ranges.
    const databases = shards.length > 1 ? shards.map((one) => one.db) : [db];
    const { findings, ...accounted } = await accountLedger(db, databases, await findCompanyId(context), progress);
    const { ranges: ofRanges, series: ofSeries, lines } = accounted;
    const { verdict, ...output } = conclude(findings, { ranges: ofRanges, series: ofSeries }, [], RIGHT);
    const alike = Map.groupBy(findings, ({ company, what }) => `${what} of company ${company}`);
    const shown = [...alike].flatMap(([name, own]) => fold(own.map(sayFinding), `of the kind ${name}`));
    return { ...output, text: [verdict, ...shown, ...fold(lines, "ranges and series")].join("\n") };
  },
};

/** Lines of one kind that are shown; --json has all. */
const SHOWN = 20;

function fold(lines: readonly string[], what: string): readonly string[] {
  const others = lines.length - SHOWN;
  return others <= 0 ? lines : [...lines.slice(0, SHOWN), `… and ${others} more ${what}: --json has all`];
}

/**
 * Accounts for the numbers of one company, or of all (null); reads each document a fixed number of times.
 * @param databases all those that may hold documents.
 */
export async function accountLedger(
  db: Database,
  databases: readonly Database[],
  companyId: number | null,
  progress: Progress,
) {
  const [allRanges, allSeries, entries] = await db.batch([
    build.select().from(ranges).where(isOf(ranges.companyId, companyId)).orderBy(ranges.companyId, ranges.id),
    build.select().from(series).where(isOf(series.companyId, companyId)),
    build
      .select()
      .from(events)
      .where(
        and(isOf(events.companyId, companyId), or(like(events.action, "range.%"), like(events.action, "series.%"))),
      )
      .orderBy(events.companyId, events.sequence),
  ]);
  const byCompany = Map.groupBy(entries, (entry) => entry.companyId);
  const entriesOf = (row: { readonly companyId: number }) => byCompany.get(row.companyId) ?? [];
  const accounts: Account[] = [];
  const portions = divide(allRanges, allSeries);
  const given = portions.reduce((sum, { numbers }) => sum + numbers, 0);
  let done = 0;
  for (const { least, most, numbers: own } of portions) {
    const isOne = (row: { readonly companyId: number }) => row.companyId >= least && row.companyId <= most;
    const numbers = await readNumbers(databases, least, most);
    accounts.push(
      ...allRanges
        .filter(isOne)
        .map((range) => accountRange(range, entriesOf(range), numbers.get(nameRange(range.id)))),
      ...allSeries.filter(isOne).flatMap((row) => accountSeries(row, entriesOf(row), numbers)),
    );
    done += own;
    progress("numbers", done, given);
  }
  const [twins, counted] = await db.batch([selectTwins(companyId), selectCounters(companyId)]);
  return {
    findings: [
      ...accounts.flatMap((account) => account.findings),
      ...twins.map(describeTwin),
      ...counted.map(describeCounter),
    ],
    ranges: accounts.flatMap(({ range }) => range ?? []),
    series: accounts.flatMap((one) => one.series ?? []),
    lines: accounts.flatMap(({ line }) => line ?? []),
  };
}

/** Companies in portions, by how many numbers they have given. */
function divide(allRanges: readonly RangeRow[], allSeries: readonly SeriesRow[]) {
  const given = new Map<number, number>();
  const add = (company: number, numbers: number) => given.set(company, (given.get(company) ?? 0) + numbers);
  for (const { companyId, fromNumber, nextNumber } of allRanges) add(companyId, nextNumber - fromNumber);
  for (const { companyId, firstNumber, nextNumber } of allSeries) add(companyId, nextNumber - firstNumber);
  const portions: { least: number; most: number; numbers: number }[] = [];
  for (const [company, numbers] of [...given].toSorted(([one], [other]) => one - other)) {
    const last = portions.at(-1);
    if (last === undefined || last.numbers + numbers > NUMBERS_AT_ONCE) {
      portions.push({ least: company, most: company, numbers });
      continue;
    }
    last.most = company;
    last.numbers += numbers;
  }
  return portions;
}

interface Use {
  readonly states: Readonly<Record<string, number>>;
  readonly skipped: number;
}

function describeUse({ states, skipped }: Use): string {
  const used = Object.entries(states).map(([state, count]) => `${count} ${state}`);
  return [...used, ...(skipped === 0 ? [] : [`${skipped} skipped, as recorded`])].join(", ") || "unused";
}

/** What one range or series came to. */
interface Account {
  readonly findings: readonly Finding[];
  /** A sentence for people; none of a series without notes. */
  readonly line?: string;
  readonly range?: object;
  readonly series?: object;
}

/** @param entries about ranges and series of its company. */
function accountRange(range: RangeRow, entries: readonly StoredEvent[], given: GivenNumbers): Account {
  const { id, companyId: company, prefix, fromNumber: first, nextNumber: next } = range;
  const skips = listSkips(range, entries);
  const { findings, use } = accountNumbers(given, { company, prefix, first, next, name: `range ${id}`, skips });
  return {
    findings,
    line: `range ${id} of company ${company} (${prefix}): ${describeUse(use)}`,
    range: { range: id, company, prefix, next, ...use },
  };
}

/** A series of notes under its present prefix, and under those that it had before. */
function accountSeries(row: SeriesRow, entries: readonly StoredEvent[], numbers: NumberIndex): Account[] {
  const { companyId: company, typeCode: type, environment } = row;
  const facts = entries
    .filter(({ action }) => action.startsWith("series."))
    .map(({ detail }) => readSeriesFacts(detail))
    .filter((one) => one.type === type && one.environment === environment);
  const present = { prefix: row.prefix, first: row.firstNumber, next: row.nextNumber };
  return [present, ...listFormer(facts, row.prefix)].map(({ prefix, first, next }) => {
    const { findings, use } = accountNumbers(numbers.get(nameSeries(company, type, environment, prefix)), {
      company,
      prefix,
      first,
      next,
      skips: listSeriesSkips(facts, prefix),
      name: `the notes ${type} in ${environment}`,
    });
    const line = `notes ${type} of company ${company} in ${environment} (${prefix}): ${describeUse(use)}`;
    return {
      findings,
      ...(Object.keys(use.states).length > 0 && { line }),
      series: { company, type, environment, prefix, next, ...use },
    };
  });
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

function accountNumbers(
  { runs, states }: GivenNumbers,
  { name, company, prefix, first, next, skips }: Numbers,
): { readonly findings: readonly Finding[]; readonly use: Use } {
  const findings: Finding[] = [];
  const miss = (from: number, to: number) => {
    const detail =
      from === to
        ? `${prefix}${from} of ${name} has no document`
        : `${prefix}${from} to ${prefix}${to} of ${name} have no documents (${to - from + 1} numbers)`;
    findings.push({ company, what: "hole", detail });
  };
  let expected = first;
  for (const { from, to } of runs) {
    if (to < expected) continue;
    missBetween(expected, from - 1, skips, miss);
    expected = to + 1;
  }
  missBetween(expected, next - 1, skips, miss);
  if (expected > next) {
    findings.push({ company, what: "counter", detail: `${name} would give ${next} next, which is used already` });
  }
  const skipped = skips.reduce((total, { from, to }) => total + to - from + 1, 0);
  return { findings, use: { states, skipped } };
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

/** What is missing between two numbers, but for what was skipped on record. */
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

/** Numbers that more than one document has. */
function selectTwins(companyId: number | null) {
  const { companyId: company, module, environment, conceptCode, typeCode, fullNumber: number } = documents;
  // Each type of note has numbers of its own.
  const noteType = sql`iif(${conceptCode} IS NULL, '', ${typeCode})`;
  const ids = sql<string>`group_concat(${documents.id}, ', ')`.as("ids");
  const groups = build.select({ company, number, ids }).from(documents).where(isDocumentOf(companyId));
  return groups.groupBy(company, module, environment, noteType, number).having(gt(count(), 1));
}

function describeTwin({ company, number, ids }: RowOf<ReturnType<typeof selectTwins>>): Finding {
  return { company, what: "twin", detail: `number ${number} is on the documents ${ids}` };
}

/** Plans move with every document, in the year of its reservation: more documents than the counter says is a row from nowhere. */
function selectCounters(companyId: number | null) {
  const { companyId: company, module } = documents;
  const year = planYear(documents.reservedAt);
  const highest = max(documents.planSequence);
  const isOwn = and(eq(plans.companyId, company), eq(plans.module, module), eq(plans.year, year));
  return build
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
}

function describeCounter({ company, module, year, used, highest }: RowOf<ReturnType<typeof selectCounters>>): Finding {
  const detail = `plan ${module} ${year} counts ${used ?? "nothing"}, a document has position ${highest}`;
  return { company, what: "counter", detail };
}
