// Reads what the report shows: documents by company, day and state, the authority by day, and what ends when.
import { and, count, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { severityOf } from "../../src/cron/alert-matter.ts";
import { codeOfRange, KINDS } from "../../src/domain/kind.ts";
import { addDays, dateInBogota, yearOf } from "../../src/domain/value/calendar.ts";
import { build, type Database, run } from "../../src/store/base/db.ts";
import { isRead } from "../../src/store/base/home.ts";
import { certificates, companies, documents, plans, series, webhooks } from "../../src/store/base/schema.ts";
import { attempt, attempts } from "../../src/store/document/exchange.ts";
import { countPending, findWarnings, measurePaces, type Warning } from "../../src/store/watch/health.ts";
import { findQuieting, listQuiet, type Quiet, toHeard } from "../../src/store/watch/quiet.ts";
import type { Context } from "../command.ts";
import { COUNTED, countedDays } from "../counted-days.ts";
import { listReported } from "../data/heard.ts";
import { readMailHealth } from "../data/mail-health.ts";
import { listMissingNow, readEquipment } from "../data/missing.ts";
import { countHeld, listOutages } from "../data/outage.ts";
import { listRanges } from "../data/range-list.ts";
import { countUsage, mergeUsage } from "../data/usage-count.ts";
import { sortWarnings } from "../data/warning-order.ts";
import { describeWebhook } from "../data/webhook-state.ts";
import { isShown } from "../left-behind.ts";

const DAY_MS = 86_400_000;
/** Durations are counted in steps of so many milliseconds. */
const STEP_MS = 100;

/** What a line above all says. */
const OF_OUTAGE: readonly string[] = ["authority_down", "authority_back"];

/** A warning that an operator keeps quiet: acknowledged, or until a day. */
export type QuietWarning = Warning & { readonly by: Pick<Quiet, "actor" | "reason" | "until"> };

/** What a report is read from: all databases, of which there may be one. */
type ReportSource = Pick<Context, "db" | "nowMs"> & { readonly shards: readonly Pick<Context, "db">[] };

/** Everything that the report shows; `from` and `to` are days of Bogotá, both counted. */
export type ReportData = Awaited<ReturnType<typeof readReport>>;

/** Of all databases. @param days how many, up to today. */
export async function readReport(context: ReportSource, days: number) {
  const { nowMs, shards } = context;
  const to = dateInBogota(nowMs());
  const from = addDays(to, 1 - days);
  const databases = shards.length === 0 ? [context] : shards;
  const [has, news, ...parts] = await Promise.all([
    readEquipment({ shards: databases, nowMs }),
    readNews(context),
    ...databases.map((reached) => readPart({ ...context, ...reached }, from, to)),
  ]);
  const usage = mergeUsage(parts.flatMap((part) => part.usage));
  const counted = usage.map((one) => [nameModule(one.company, one.module), one.documents / days] as const);
  const planned = parts
    .flatMap((part) => part.paces)
    .map(({ companyId, module, perDay }) => [nameModule(companyId, module), perDay] as const);
  // As the warnings reckon; what has used no plan is reckoned by the documents of these days.
  const paces = new Map([...counted, ...planned.filter(([, perDay]) => perDay > 0)]);
  return {
    at: new Date(nowMs()).toISOString(),
    from,
    to,
    companies: parts
      .flatMap((part) => part.companies)
      // Of an active one the warnings say it.
      .map((company) => ({ ...company, missing: company.state === "draft" ? listMissingNow(has, company.id) : [] }))
      .toSorted((one, other) => one.id - other.id),
    usage,
    days: addUp(
      parts.flatMap((part) => part.days),
      ({ day, outcome }) => `${day} ${outcome}`,
    ),
    types: addUp(
      parts.flatMap((part) => part.types),
      ({ type, state }) => `${type} ${state}`,
    ),
    pending: addUp(
      parts.flatMap((part) => part.pending),
      ({ state, age }) => `${state} ${age}`,
    ),
    authority: measureAuthority(parts.flatMap((part) => part.exchanges)),
    plans: parts
      .flatMap((part) => part.plans)
      .map((plan) => {
        const left = plan.allowance - plan.used;
        return { ...plan, left, ends: forecast(left, paces.get(nameModule(plan.company, plan.module)) ?? 0, to) };
      }),
    ranges: parts
      .flatMap((part) => part.ranges)
      .filter(({ active }) => active)
      .map((range) => {
        const { module } = KINDS[codeOfRange(range.kind)];
        // What is kept for contingency is not used up day by day.
        const pace = range.kind === "contingency" ? 0 : (paces.get(nameModule(range.company, module)) ?? 0);
        const usedUp = forecast(range.numbers_left, pace, to);
        return {
          ...range,
          used_up: usedUp,
          ends: usedUp !== null && usedUp < range.valid_to ? usedUp : range.valid_to,
        };
      })
      .toSorted((one, other) => one.ends.localeCompare(other.ends)),
    series: parts.flatMap((part) => part.series),
    certificates: parts
      .flatMap((part) => part.certificates)
      .map((one) => ({
        ...one,
        days_left: Math.floor((Date.parse(one.not_after) - nowMs()) / DAY_MS),
        signs: Date.parse(one.not_before) <= nowMs() && nowMs() <= Date.parse(one.not_after),
      }))
      .toSorted((one, other) => one.not_after.localeCompare(other.not_after)),
    webhooks: parts.flatMap((part) => part.webhooks),
    mail: parts.flatMap((part) => part.mail),
    warnings: sortWarnings(parts.flatMap((part) => part.warnings)),
    ...news,
    quiet: sortWarnings(parts.flatMap((part) => part.quiet)),
  };
}

/** Outages of the authority, and what the service reported in the last day and is not over: an outage says itself, and an end needs nobody. */
async function readNews({ db, nowMs, shards }: ReportSource) {
  const [directory = db, ...others] = shards.map((shard) => shard.db);
  const [known, { reported }] = await Promise.all([
    listOutages(directory, nowMs()),
    listReported([directory, ...others], nowMs()),
  ]);
  return {
    outages: await countHeld([directory, ...others], known),
    reported: reported.filter((one) => severityOf(one) !== "resolved" && !OF_OUTAGE.includes(one.code)),
  };
}

/** What one database holds of the companies that live in it. */
async function readPart(context: Pick<Context, "db" | "nowMs">, from: string, to: string) {
  const { db, nowMs } = context;
  const found = await findWarnings(db, nowMs());
  const quiets = await listQuiet(
    db,
    found.map(({ companyId }) => companyId),
  );
  const quietingOf = (warning: Warning) => findQuieting(quiets, toHeard(warning, nowMs()), nowMs());
  return {
    companies: await listCompanies(db),
    usage: await countUsage(context, null, from, to),
    days: await countDays(db, from, to),
    types: await countTypes(db, from, to),
    pending: await countPending(db, nowMs()),
    exchanges: await countExchanges(db, from, to),
    plans: await listPlans(db, to),
    paces: await measurePaces(db, to),
    ranges: await listRanges(context, null),
    series: await listUsedSeries(db),
    certificates: await listEnds(db),
    webhooks: await listWebhooks(db, nowMs),
    mail: await readMailHealth(db, nowMs(), isRead(companies.id)),
    warnings: found.filter((warning) => quietingOf(warning) === undefined),
    quiet: found.flatMap((warning): QuietWarning[] => {
      const by = quietingOf(warning);
      return by === undefined ? [] : [{ ...warning, by: { actor: by.actor, reason: by.reason, until: by.until } }];
    }),
  };
}

function listCompanies(db: Database) {
  const { id, name, state } = companies;
  return run(db, build.select({ id, name, state }).from(companies).where(isRead(id)).orderBy(id));
}

function nameModule(company: number, module: string): string {
  return `${company} ${module}`;
}

/** Counts of the same thing in several databases become one, in the order of what is counted. */
function addUp<Counted extends { readonly documents: number }>(
  rows: readonly Counted[],
  nameIt: (row: Counted) => string,
): readonly Counted[] {
  const named = new Map<string, Counted>();
  for (const row of rows) {
    const name = nameIt(row);
    named.set(name, { ...row, documents: row.documents + (named.get(name)?.documents ?? 0) });
  }
  return [...named.entries()].toSorted(([one], [other]) => one.localeCompare(other)).map(([, row]) => row);
}

/** The day on which so many are used up at a pace per day; null when that is not to be expected. */
function forecast(left: number, pace: number, today: string): string | null {
  if (pace <= 0) return null;
  const days = Math.floor(Math.max(0, left) / pace);
  return days > 36_500 ? null : addDays(today, days);
}

function isBetween(from: string, to: string) {
  return and(
    eq(documents.environment, "produccion"),
    gte(documents.issueDate, from),
    lte(documents.issueDate, to),
    isShown(documents.companyId),
  );
}

/** Production documents by day of issue and how they ended. */
async function countDays(db: Database, from: string, to: string) {
  const { day, accepted, rejected, open } = COUNTED;
  const sum = (column: SQL<number>, name: string) => sql<number>`sum(${column})`.as(name);
  const counted = build
    .select({
      day: day.as("counted_day"),
      accepted: sum(accepted, "accepted"),
      open: sum(open, "open"),
      rejected: sum(rejected, "rejected"),
    })
    .from(countedDays(from, to, null));
  const rows = await run(db, counted.groupBy(day).orderBy(day));
  const outcomes = ["accepted", "open", "rejected"] as const;
  return rows.flatMap((row) => {
    const each = outcomes.map((outcome) => ({ day: row.day, outcome, documents: row[outcome] }));
    return each.filter((one) => one.documents > 0);
  });
}

/** Production documents by type and state; open ones state by state. */
async function countTypes(db: Database, from: string, to: string) {
  const { typeCode, accepted, rejected } = COUNTED;
  const settled = build
    .select({
      type: typeCode.as("counted_type"),
      aceptado: sql<number>`sum(${accepted})`.as("aceptado"),
      rechazado: sql<number>`sum(${rejected})`.as("rechazado"),
    })
    .from(countedDays(from, to, null));
  const { typeCode: type, state } = documents;
  const open = build.select({ type, state, documents: count().as("documents") }).from(documents);
  const isOpen = and(isBetween(from, to), isNotNull(documents.dueAt));
  const [ended, waiting] = await db.batch([settled.groupBy(typeCode), open.where(isOpen).groupBy(type, state)]);
  const each = ended.flatMap((row) => [
    { type: row.type, state: "aceptado", documents: row.aceptado },
    { type: row.type, state: "rechazado", documents: row.rechazado },
  ]);
  const rows = [...each, ...waiting].filter((row) => row.documents > 0);
  return rows.toSorted((one, other) => `${one.type} ${one.state}`.localeCompare(`${other.type} ${other.state}`));
}

/** How often the authority was asked about documents of these days, by the day of the exchange and how long it took. */
function countExchanges(db: Database, from: string, to: string) {
  const { startedAt: started, endedAt: ended } = attempt;
  const day = sql<string>`date(${ended}, '-5 hours')`;
  const fails = sql<number>`${attempt.outcome} IN ('unknown', 'not-processed')`;
  const step = sql<number>`CAST(round((julianday(${ended}) - julianday(${started})) * ${DAY_MS} / ${STEP_MS}) AS INTEGER)`;
  return run(
    db,
    build
      .select({
        day: day.as("day"),
        fails: fails.as("fails"),
        step: step.as("step"),
        exchanges: count().as("exchanges"),
      })
      .from(documents)
      .innerJoin(attempts, and(isNotNull(ended), isNotNull(started)))
      .where(isBetween(from, to))
      .groupBy(sql`1, 2, 3`),
  );
}

/** How the authority answered on each day. Durations in milliseconds. */
function measureAuthority(exchanges: Awaited<ReturnType<typeof countExchanges>>) {
  const rows = exchanges.toSorted((one, other) => one.day.localeCompare(other.day) || one.step - other.step);
  return [...Map.groupBy(rows, (row) => row.day)].map(([day, all]) => {
    const answers = all.filter((row) => row.fails === 0);
    const sum = (of: typeof all) => of.reduce((total, row) => total + row.exchanges, 0);
    return {
      day,
      answers: sum(answers),
      failures: sum(all) - sum(answers),
      median_ms: findPercentile(answers, sum(answers) * 0.5),
      p95_ms: findPercentile(answers, sum(answers) * 0.95),
    };
  });
}

function findPercentile(rows: readonly { readonly step: number; readonly exchanges: number }[], rank: number) {
  let seen = 0;
  for (const { step, exchanges } of rows) {
    seen += exchanges;
    if (seen >= rank) return step * STEP_MS;
  }
  return null;
}

function listPlans(db: Database, today: string) {
  const { companyId, module, year, allowance, used } = plans;
  const ofYear = build
    .select({ company: companyId, name: companies.name, module, year, allowance, used })
    .from(plans)
    .innerJoin(companies, eq(companies.id, companyId));
  return run(db, ofYear.where(and(eq(year, yearOf(today)), isRead(companyId))).orderBy(companyId, module));
}

/** Series that have given a number. */
function listUsedSeries(db: Database) {
  const isUsed = gte(series.nextNumber, sql`${series.firstNumber} + 1`);
  return run(
    db,
    build
      .select()
      .from(series)
      .where(and(isUsed, isRead(series.companyId))),
  );
}

/** Certificates that may sign, those that end first at the top. */
function listEnds(db: Database) {
  const { companyId, serialNumber, notBefore, notAfter, disabledAt } = certificates;
  const ends = build
    .select({
      company: companyId,
      name: companies.name,
      serial_number: serialNumber,
      not_before: notBefore,
      not_after: notAfter,
    })
    .from(certificates)
    .innerJoin(companies, eq(companies.id, companyId));
  return run(db, ends.where(and(isNull(disabledAt), isRead(companyId))).orderBy(notAfter));
}

/** How the deliveries to each webhook stand; of its address only the host, because the rest of it may be a secret. */
async function listWebhooks(db: Database, nowMs: () => number) {
  const owned = build
    .select({ row: webhooks, name: companies.name })
    .from(webhooks)
    .innerJoin(companies, eq(companies.id, webhooks.companyId));
  const rows = await run(db, owned.where(isRead(webhooks.companyId)).orderBy(webhooks.companyId, webhooks.id));
  const found = [];
  for (const { row, name } of rows) {
    const { url, ...facts } = await describeWebhook({ db, nowMs }, row);
    found.push({ company: row.companyId, name, host: new URL(url).host, ...facts });
  }
  return found;
}
