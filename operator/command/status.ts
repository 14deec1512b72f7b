// `status` shows everything that needs an operator on one screen, with what to do and an exit code for monitoring; `event list`
// shows who did what.
import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, eq, inArray, isNotNull, min, sql } from "drizzle-orm";
import { ADVICE } from "../../src/cron/alert-advice.ts";
import { listLasting } from "../../src/cron/alert-matter.ts";
import { findUnknownYear } from "../../src/domain/ticket/ticket.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";
import { COPY_LOOK_BACK_DAYS, findLastCopy, isCopyLate } from "../../src/store/audit/configuration-copy.ts";
import { listEvents } from "../../src/store/audit/events.ts";
import { build, type Database, findOne, run } from "../../src/store/base/db.ts";
import { companies, documents } from "../../src/store/base/schema.ts";
import { countPending, hasTicketSeller, openDocuments, type PendingGroup } from "../../src/store/watch/health.ts";
import type { Severity } from "../../src/store/watch/quiet.ts";
import type { Command, Context, Output } from "../command.ts";
import { countOf } from "../count.ts";
import { CSV } from "../csv.ts";
import { listHeard, type Quieted, type Reported, readNames, type Warned } from "../data/heard.ts";
import { describeMail, isMailTrouble, readMailHealth } from "../data/mail-health.ts";
import { type Away, listOutages } from "../data/outage.ts";
import { adviseStanding, describeStanding, readStanding, type Standing } from "../data/standing.ts";
import { adviseAlike, adviseWarning } from "../data/warning-advice.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { printInstant, printMoment } from "../moment.ts";
import { readInteger, readText } from "../reader.ts";
import { answerRows, printTable } from "../table.ts";
import { type AuthorityHealth, readAuthorityHealth } from "./authority-health.ts";
import { findCompanyId } from "./company.ts";
import { describeUnreached, listUnreached } from "./shard.ts";

/** Exit codes of `status`: 1 and 2 are refusals of the program itself. */
const EXIT = { warning: 3, critical: 4 } as const;
/** The youngest first. */
const AGES: readonly PendingGroup["age"][] = ["under 1 min", "under 10 min", "under 1 h", "under 24 h", "over 24 h"];
const WATCH_SECONDS = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Warnings of one code that are listed, each with its own command; of more the first few, behind one line for all. */
const ALIKE_MOST = 5;
const ALIKE_SHOWN = 3;
/** Companies whose calls the authority refused, by name. */
const REFUSED_SHOWN = 5;

/** Whether a document is not settled. */
export const isOpen = inArray(documents.id, build.select({ id: sql<number>`${documents.id}` }).from(openDocuments));

const status: Command = {
  name: "status",
  reads: true,
  isOfAll: true,
  about:
    "one screen: the authority, pending documents, certificates, ranges, plans, what the service reported and last errors; exits 3 or 4 on trouble",
  flags: [
    optional("company", "id of the company; all of them unless given"),
    optional(
      "only",
      "severities (critical, warning) or codes, commas between: no more than these, in the exit code too",
    ),
    optional("every", `with --watch: seconds between two looks; ${WATCH_SECONDS} unless given`),
    toggle("watch", "look again and again, until Ctrl-C"),
    CSV,
  ],
  run: async (context) => {
    if (context.input.has("watch")) {
      if (context.input.has("csv")) throw new OperatorError("--csv is one look", "leave --watch out");
      return watch(context);
    }
    if (context.input.has("every")) throw new OperatorError("--every is for --watch", "give --watch as well");
    return look(context);
  },
};

/** Shows one screen after another until it is stopped; what ends the watch is answered like a single look. */
async function watch(context: Context): Promise<Output> {
  const everyMs = (context.input.find("every", readInteger(1, 3600)) ?? WATCH_SECONDS) * 1000;
  for (;;) {
    const output = await look(context);
    if (context.stopped.aborted) return output;
    context.showScreen(`${printInstant(context.nowMs())} in Bogotá, every ${everyMs / 1000} s\n\n${output.text}`);
    await sleep(everyMs, undefined, { signal: context.stopped }).catch((cause: unknown) => {
      if (!context.stopped.aborted) throw cause;
    });
  }
}

async function look(context: Context): Promise<Output> {
  const { db, paint } = context;
  const nowMs = context.nowMs();
  const companyId = await findCompanyId(context);
  const isWanted = readOnly(context);
  const isNarrow = companyId !== null || context.input.has("only");
  const heard = await listHeard(context, companyId, isWanted);
  const { warnings, quiet } = heard;
  const reported = heard.reported.map(({ detail: _facts, ...one }): Reported => one);
  // Severities and codes that are asked for are not its state.
  const isState = companyId !== null && !context.input.has("only");
  const standing = isState ? await readStanding(context, companyId) : undefined;
  const errors = await listErrors(context, companyId);
  const outages = await listOutages(context.shards[0]?.db ?? db, nowMs, companyId);
  const names = await readNames(db, [...warnings, ...reported, ...quiet, ...errors]);
  const nameOf = (id: number | null) => [id ?? "-", names.get(id ?? 0) ?? ""].join(" ").trimEnd();
  const isCritical = warnings.some(({ severity }) => severity === "critical");
  const none = paint("good", "none");
  const line = standing === undefined ? "" : describeStanding(standing, nowMs);
  const listed = [
    ...(standing === undefined ? [] : [paint(standing.issues ? "warn" : "bad", line)]),
    ...(isNarrow ? outages.map((one) => describeAway(context, one)) : []),
    `${isNarrow ? "" : "\n"}Warnings:\n${printWarnings(context, warnings, nameOf).join("\n") || none}`,
    `\nReported by the service in the last 24 hours:\n${printTable(groupReported(reported, nameOf), none, nowMs)}${describeLeftOut(heard.leftOut)}`,
    ...(quiet.length === 0
      ? []
      : [
          `\nKept quiet (\`operator alert wake\` ends it):\n${quiet.map((one) => describeQuiet(one, nameOf(one.company))).join("\n")}`,
        ]),
  ];
  // It is reported once: later an operator has read it, or it is over.
  const hourAgo = new Date(nowMs - HOUR_MS).toISOString();
  const isRecent = reported.some(({ raised_at: at }) => at >= hourAgo);
  const isListed = warnings.length > 0 || reported.length > 0;
  const next = [
    ...(standing === undefined ? [] : adviseStanding(standing)),
    ...(isListed ? ["docs/operations.md says for each code what to do, and what at night, and names its runbook"] : []),
  ];
  const answer = (data: object, text: readonly string[], isOther: boolean): Output => {
    const isAway = outages.some(({ state }) => state === "silent" || state === "failing");
    const isTrouble = isOther || isAway || standing?.issues === false || warnings.length > 0 || isRecent;
    const exitCode = isTrouble ? EXIT[isCritical ? "critical" : "warning"] : 0;
    const shown = warnings.map(({ warning }) => ({ ...warning, name: names.get(warning.companyId) ?? null }));
    return {
      data: {
        ...data,
        ...(isState && { standing: standing ?? null }),
        warnings: shown,
        reported,
        left_out: heard.leftOut,
        quiet,
      },
      rows: [
        ...(standing === undefined ? [] : [toStateRow(standing, nowMs)]),
        ...warnings.map(({ code, severity, company, warning }) => {
          const about = { code, severity, company, name: names.get(company ?? 0) ?? null, document: null };
          return { kind: "warning", ...about, about: adviseWarning(warning), raised_at: null };
        }),
        ...reported.map(({ code, severity, company, document, about, raised_at: at }) => {
          const named = { code, severity, company, name: names.get(company ?? 0) ?? null, document };
          return { kind: "reported", ...named, about: about.join(", "), raised_at: at };
        }),
      ],
      text: text.join("\n"),
      exitCode,
      next,
    };
  };
  if (isNarrow) return answer({ outages, last_errors: errors }, listed, false);
  return answerWhole(context, { listed, errors, outages, nameOf, answer });
}

/** The state of a company as a row of the CSV. */
function toStateRow(standing: Standing, nowMs: number) {
  return {
    kind: "state",
    code: standing.state,
    severity: standing.issues ? null : "warning",
    company: standing.company,
    name: standing.name,
    document: null,
    about: describeStanding(standing, nowMs),
    raised_at: standing.since,
  };
}

interface Screen {
  readonly listed: readonly string[];
  readonly errors: Awaited<ReturnType<typeof listErrors>>;
  readonly outages: readonly Away[];
  readonly nameOf: (company: number) => string;
  readonly answer: (data: object, text: readonly string[], isOther: boolean) => Output;
}

/** With what no company is asked for alone: the authority, what is open, the databases and e-mail. */
async function answerWhole(context: Context, { listed, errors, outages, nameOf, answer }: Screen): Promise<Output> {
  const { db, paint, shards } = context;
  const authority = await readAuthorityHealth(context);
  const refusedNames = await readNames(
    db,
    authority.flatMap(({ refusals }) => refusals.slice(0, REFUSED_SHOWN)),
  );
  const pending = await summarizePending(context);
  const mail = await readMailHealth(db, context.nowMs(), isNotLeftBehind(companies.id));
  const busy = mail.filter((one) => one.waiting > 0 || one.uncertain > 0 || isMailTrouble(one));
  // The directory is in the first database.
  const unreached = db === shards[0]?.db ? await listUnreached(db, shards.length) : [];
  const lost = unreached.map((one) => `  ${paint("bad", "critical")}  ${describeUnreached(one)}`);
  const unknownYear = await findUnknownUnit(context);
  const copy = await readLastCopy(context);
  const none = paint("good", "none");
  const rows = errors.map((one) => ({ ...one, company: nameOf(one.company) }));
  const text = [
    authority.map((one) => describeAuthority(context, one, refusedNames)).join("\n") ||
      "Authority: nothing was sent in the last hour",
    ...outages.map((one) => describeAway(context, one)),
    `\nPending documents by age:\n${printTable(pending, none)}`,
    ...(lost.length === 0 ? [] : [`\nDatabases:\n${lost.join("\n")}`]),
    ...listed,
    `\nLast errors of pending documents:\n${printTable(rows, none, context.nowMs())}`,
    ...(unknownYear === null ? [] : [`\n${paint("warn", describeUnknownUnit(unknownYear))}`]),
    `\n${describeCopy(context, copy)}`,
    ...(busy.length === 0 ? [] : [`\nE-mail:\n${busy.map((one) => describeMail(paint, one)).join("\n")}`]),
  ];
  const output = answer(
    {
      authority,
      outages,
      pending,
      unreached,
      last_errors: errors,
      mail,
      unknown_tax_unit: unknownYear,
      daily_copy: copy,
    },
    text,
    mail.some(isMailTrouble) || unknownYear !== null || copy.is_late,
  );
  return unreached.length === 0 ? output : { ...output, exitCode: EXIT.critical };
}

function describeAway({ paint, nowMs }: Context, { environment, state, since, only_of: only }: Away): string {
  const [who, at] = [`Authority (${environment})`, printMoment(since, nowMs())];
  const held = "what is signed waits and leaves by itself";
  if (state === "silent") return paint("bad", `${who} answers nothing since ${at}; ${held}`);
  if (state === "leaving") {
    const what = only === null ? "what waited" : `what waited of company ${only}`;
    return paint("warn", `${who} answers sendings again since ${at}; ${what} is leaving, the oldest first`);
  }
  if (state === "untried") return paint("warn", `${who} answers questions since ${at}; no sending was answered yet`);
  const whose = only === null ? "" : ` of company ${only}`;
  return paint("bad", `${who} answers questions, fails sendings${whose} since ${at}; ${held}`);
}

/** The newest copy of the configuration; `unknown` says why it is not known, which is no trouble of the service. */
interface KnownCopy {
  readonly day: string | null;
  readonly days: number | null;
  readonly is_late: boolean;
  /** Less than a day ago the first company was registered, if there is any: the first copy is still to come. */
  readonly is_young: boolean;
  readonly unknown: string | null;
}

async function readLastCopy({ db, keyring, readFile, nowMs }: Context): Promise<KnownCopy> {
  const none = { day: null, days: null, is_late: false, is_young: false } as const;
  const not = (unknown: string): KnownCopy => ({ ...none, unknown });
  // The service, too, makes none without it.
  if ((await keyring.auditKeys()) === undefined) return not("AUDIT_KEY is not at hand");
  try {
    const last = await findLastCopy(readFile, dateInBogota(nowMs()));
    if (last === undefined && (await isYoung(db, nowMs()))) return { ...none, is_young: true, unknown: null };
    return { ...none, ...last, is_late: isCopyLate(last), unknown: null };
  } catch (cause) {
    // Who may read the database alone is told of it all the same.
    if (cause instanceof OperatorError || !(cause instanceof Error)) throw cause;
    return not(`the archive cannot be read here (${cause.message})`);
  }
}

async function isYoung(db: Database, nowMs: number): Promise<boolean> {
  const first = await findOne(db, build.select({ at: min(companies.createdAt) }).from(companies));
  return first?.at == null || Date.parse(first.at) > nowMs - DAY_MS;
}

function describeCopy({ paint }: Context, { day, days, is_late: isLate, is_young: isNew, unknown }: KnownCopy): string {
  if (isNew) return "Daily copy of the configuration: none yet, the first one comes within a day";
  if (unknown !== null) return `Daily copy of the configuration: not known, ${unknown}`;
  const last =
    day === null || days === null
      ? `none in the last ${COPY_LOOK_BACK_DAYS} days`
      : `${day}, ${days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`}`;
  const told = `Daily copy of the configuration: ${last}`;
  return isLate
    ? paint("warn", `${told}; is \`cron_failed\` reported of step \`copy\`, and has the Worker its AUDIT_KEY?`)
    : told;
}

/** The year whose tax unit wrangler.toml does not say, while a company sells tickets; null where none is wanted. */
async function findUnknownUnit({ db, deployment, nowMs }: Context): Promise<number | null> {
  const year = findUnknownYear(dateInBogota(nowMs()), deployment.taxUnits);
  return year !== undefined && (await hasTicketSeller(db)) ? year : null;
}

function describeUnknownUnit(year: number): string {
  return `The tax unit (UVT) of ${year} is not known: no ticket counts as a large one in ${year}; TAX_UNITS = "${year}:PESOS" in wrangler.toml, then \`operator deploy --remote\``;
}

/** What a warning may be beside its code. */
const SEVERITIES: readonly string[] = ["critical", "warning"] satisfies readonly Severity[];

/** Severities and codes that `--only` names. */
function readOnlyWords({ input }: Context): readonly string[] | undefined {
  return input.find("only", readText)?.split(/\s*,\s*/);
}

/** Whether `--only` names something, by its severity or its code. */
function readOnly(context: Context): (one: { readonly code: string; readonly severity: string }) => boolean {
  const words = readOnlyWords(context);
  const wrong = words?.find((word) => !SEVERITIES.includes(word) && !Object.hasOwn(ADVICE, word));
  if (wrong !== undefined)
    throw new OperatorError(`--only: "${wrong}" is no severity and no code`, "see docs/operations.md");
  return ({ code, severity }) => words === undefined || words.includes(code) || words.includes(severity);
}

/** With what tells it from others of its company and code, such as the kind of range. */
function describeQuiet({ code, subject, until, actor, reason }: Quieted, company: string): string {
  const about = listLasting(subject).filter((word) => !word.startsWith("company:"));
  const why = reason === null ? "" : `: ${reason}`;
  return `  ${[code, ...about].join(" ")}  company ${company}, ${until === null ? "read" : `until ${until}`} by ${actor}${why}`;
}

/** Of what was reported, and is not listed. */
function describeLeftOut(count: number): string {
  if (count === 0) return "";
  return `\n${count} more ${count === 1 ? "is over or stands above" : "are over or stand above"}; \`operator alert list\` has all`;
}

/** Many documents of one company and code in a line, with the newest moment. */
function groupReported(reported: readonly Reported[], nameOf: (company: number | null) => string) {
  const groups = Map.groupBy(reported, ({ code, company, document, about }) => {
    return document === null ? `${code} ${company} ${about}` : `${code} ${company}`;
  });
  return [...groups.values()].flatMap((rows) => {
    const [newest] = rows;
    if (newest === undefined) return [];
    const { code, company, raised_at } = newest;
    const documents = rows.map(({ document }) => document).filter((id) => id !== null);
    return [{ code, company: nameOf(company), documents, about: rows.length === 1 ? newest.about : [], raised_at }];
  });
}

function describeAuthority(
  { paint, nowMs }: Context,
  health: AuthorityHealth,
  names: ReadonlyMap<number, string>,
): string {
  const {
    environment,
    answered,
    rejected,
    failed,
    last_answer: answer,
    failing_since: since,
    last_failure: failure,
  } = health;
  const moment = (iso: string) => printMoment(iso, nowMs());
  // A changed key, PIN or range shows in them alone: runbook `refused_unprocessed`, 2.
  const rejections = rejected === 0 ? "" : `, ${paint("warn", `${rejected} of them rejections`)}`;
  const counts = `${answered} answers${rejections}, ${paint(failed === 0 ? "good" : "bad", `${failed} failures`)}`;
  const lines = [
    `Authority (${environment}), last hour: ${counts}; last answer ${answer === null ? "not known" : moment(answer)}`,
  ];
  if (health.not_made > 0) {
    lines.push(
      paint("bad", `  ${health.not_made} requests were not made, for a reason of our own: see the last errors below`),
    );
  }
  if (since !== null) {
    const alone = health.failing_companies === 1 ? `, all of company ${failure?.company ?? "-"}` : "";
    const many = `${health.failures_in_a_row} failures and no answer${alone}`;
    lines.push(paint("bad", `  failing since ${moment(since)}: ${many}`));
  }
  for (const { company, times, is_all, document, detail } of health.refusals.slice(0, REFUSED_SHOWN)) {
    const whose = [`company ${company}`, names.get(company) ?? ""].join(" ").trimEnd();
    const how = `${is_all ? "takes nothing" : "refused calls"} of ${whose} (${times}, the newest of document ${document})`;
    lines.push(paint("bad", `  it answers, and ${how}: ${detail ?? "no words"}`));
  }
  const others = health.refusals.length - REFUSED_SHOWN;
  if (others > 0) lines.push(paint("bad", `  … and of ${others} more companies`));
  if (failure !== null) {
    const { company, document, number, kind, outcome, detail } = failure;
    const why = detail === null ? outcome : `${outcome}, ${detail}`;
    lines.push(
      `  last failure ${moment(failure.at)}: ${kind} of document ${document} (${number}, company ${company}): ${why}`,
    );
  }
  return lines.join("\n");
}

function listErrors({ db }: Context, company: number | null) {
  const { id, companyId, state, lastStatusError, updatedAt } = documents;
  const shown = { document: id, company: companyId, state, error: lastStatusError, updated_at: updatedAt };
  const whose = company === null ? isNotLeftBehind(companyId) : eq(companyId, company);
  const failed = build
    .select(shown)
    .from(documents)
    .where(and(isOpen, isNotNull(lastStatusError), whose));
  return run(db, failed.orderBy(desc(updatedAt)).limit(5));
}

async function summarizePending({ db, nowMs }: Context) {
  const groups = await countPending(db, nowMs());
  return AGES.flatMap((age) => {
    const own = groups.filter((group) => group.age === age);
    const documents = own.reduce((total, group) => total + group.documents, 0);
    const states = own
      .map(({ state }) => state)
      .sort()
      .join(", ");
    return own.length === 0 ? [] : [{ age, documents, states }];
  });
}

/** Many of one code behind one line with what ends all of them, unless this code or one company was asked for. */
function printWarnings(
  context: Context,
  warnings: readonly Warned[],
  nameOf: (company: number | null) => string,
): readonly string[] {
  const asked = readOnlyWords(context);
  const isOfOne = context.input.has("company");
  const groups = Map.groupBy(warnings, ({ code, severity }) => `${severity} ${code}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const { code } = first;
    const print = (one: Warned) =>
      `${printHead(context, one)}  company ${nameOf(one.company)}: ${adviseWarning(one.warning)}`;
    if (isOfOne || alike.length <= ALIKE_MOST || asked?.includes(code) === true) return alike.map(print);
    const those = new Set(alike.map(({ company }) => company)).size;
    const advice = adviseAlike(alike.map(({ warning }) => warning));
    return [
      `${printHead(context, first)}  ${countOf(those, "company", "companies")}, ${countOf(alike.length, "warning")}: ${advice}`,
      ...alike.slice(0, ALIKE_SHOWN).map(print),
      `  … and ${alike.length - ALIKE_SHOWN} more: \`operator status --only ${code}\``,
    ];
  });
}

function printHead({ paint }: Context, { warning: { code, severity } }: Warned): string {
  return `  ${paint(severity === "critical" ? "bad" : "warn", severity.padEnd(8))}  ${code}`;
}

const listEntries: Command = {
  name: "event list",
  reads: true,
  about: "lists what operators did for a company, oldest first",
  flags: [required("company", "id of the company; 0 for what concerns no single one"), CSV],
  run: async ({ db, input }) => {
    const companyId = await input.get("company", readInteger(0, 1e12));
    const data = await listEvents(db, companyId);
    if (data.length === 0) throw new OperatorError(`no event of company ${companyId}`, "see `operator company list`");
    const rows = data.map(({ sequence, at, actor, action, reason, detail }) => ({
      sequence,
      at,
      actor,
      action,
      reason,
      detail,
    }));
    return { ...answerRows(rows, ""), data };
  },
};

export const STATUS_COMMANDS: readonly Command[] = [status, listEntries];
