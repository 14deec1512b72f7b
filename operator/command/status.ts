// `status` shows everything that needs an operator on one screen, with what to do and an exit code for monitoring; `event list`
// shows who did what.
import { setTimeout as sleep } from "node:timers/promises";
import { and, desc, gte, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import { listEvents } from "../../src/store/audit/events.ts";
import { build, run } from "../../src/store/base/db.ts";
import { alerts, companies, documents } from "../../src/store/base/schema.ts";
import {
  countPending,
  findWarnings,
  openDocuments,
  type PendingGroup,
  type Warning,
} from "../../src/store/watch/health.ts";
import type { Command, Context, Output } from "../command.ts";
import { CSV } from "../csv.ts";
import { describeMail, isMailTrouble, readMailHealth } from "../data/mail-health.ts";
import { adviseWarning } from "../data/warning-advice.ts";
import { OperatorError } from "../error.ts";
import { optional, required, toggle } from "../flag.ts";
import { isNotLeftBehind } from "../left-behind.ts";
import { printInstant, printMoment } from "../moment.ts";
import { readInteger } from "../reader.ts";
import { answerRows, printTable } from "../table.ts";
import { type AuthorityHealth, readAuthorityHealth } from "./authority-health.ts";
import { describeUnreached, listUnreached } from "./shard.ts";

/** Exit codes of `status`: 1 and 2 are refusals of the program itself. */
const EXIT = { warning: 3, critical: 4 } as const;
/** The youngest first. */
const AGES: readonly PendingGroup["age"][] = ["under 1 min", "under 10 min", "under 1 h", "under 24 h", "over 24 h"];
const WATCH_SECONDS = 5;
const HOUR_MS = 3_600_000;
const REPORTED_MS = 24 * HOUR_MS;
const REPORTED_MOST = 100;
/** Reported as well, but looked for anew by each `status`. */
const LOOKED_FOR: readonly Warning["code"][] = [
  "certificate_missing",
  "certificate_ending",
  "range_missing",
  "range_ending",
  "series_stopped",
  "plan_missing",
  "plan_ending",
  "documents_pending",
];

/** Whether a document is not settled. */
export const isOpen = inArray(documents.id, build.select({ id: sql<number>`${documents.id}` }).from(openDocuments));

const status: Command = {
  name: "status",
  isOfAll: true,
  about:
    "one screen: the authority, pending documents, certificates, ranges, plans, what the service reported and last errors; exits 3 or 4 on trouble",
  flags: [
    optional("every", `with --watch: seconds between two looks; ${WATCH_SECONDS} unless given`),
    toggle("watch", "look again and again, until Ctrl-C"),
  ],
  run: async (context) => {
    if (context.input.has("watch")) return watch(context);
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
  const warnings = await findWarnings(context.db, context.nowMs());
  const authority = await readAuthorityHealth(context);
  const pending = await summarizePending(context);
  const errors = await listErrors(context);
  const reported = await listReported(context);
  const mail = await readMailHealth(context.db, context.nowMs(), isNotLeftBehind(companies.id));
  // The directory is in the first database.
  const unreached = context.db === context.shards[0]?.db ? await listUnreached(context.db, context.shards.length) : [];
  const isCritical = unreached.length > 0 || warnings.some(({ severity }) => severity === "critical");
  const data = { authority, pending, warnings, unreached, reported, last_errors: errors, mail };
  const none = context.paint("good", "none");
  const lost = unreached.map((one) => `  ${context.paint("bad", "critical")}  ${describeUnreached(one)}`);
  const text = [
    authority.map((one) => describeAuthority(context, one)).join("\n") ||
      "Authority: nothing was sent in the last hour",
    `\nPending documents by age:\n${printTable(pending, none)}`,
    `\nWarnings:\n${[...lost, ...warnings.map((one) => printWarning(context, one))].join("\n") || none}`,
    `\nReported by the service in the last 24 hours:\n${printTable(groupReported(reported), none, context.nowMs())}`,
    `\nLast errors of pending documents:\n${printTable(errors, none, context.nowMs())}`,
    ...(mail.length === 0 ? [] : [`\nE-mail:\n${mail.map((one) => describeMail(context.paint, one)).join("\n")}`]),
  ].join("\n");
  // It is reported once: later an operator has read it, or it is over.
  const hourAgo = new Date(context.nowMs() - HOUR_MS).toISOString();
  const isTrouble =
    isCritical ||
    warnings.length > 0 ||
    mail.some(isMailTrouble) ||
    reported.some(({ raised_at: at }) => at >= hourAgo);
  const isListed = warnings.length > 0 || reported.length > 0;
  return {
    data,
    text,
    exitCode: isTrouble ? EXIT[isCritical ? "critical" : "warning"] : 0,
    ...(isListed && { next: ["docs/operations.md says for each code what to do, and names its runbook"] }),
  };
}

/** Warnings of single documents, secrets and webhooks of the last day, the newest first: the service raised them once. */
async function listReported({ db, nowMs }: Context) {
  const { code, companyId, detail, raisedAt } = alerts;
  const since = new Date(nowMs() - REPORTED_MS).toISOString();
  const isShown = and(gte(raisedAt, since), notInArray(code, [...LOOKED_FOR]));
  const found = build.select({ code, companyId, detail, raisedAt }).from(alerts).where(isShown);
  const rows = await run(db, found.orderBy(desc(raisedAt)).limit(REPORTED_MOST));
  return rows.map((row) => {
    const { companyId: _same, documentId = null, ...facts } = row.detail;
    const about = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    return { code: row.code, company: row.companyId, document: documentId, about, raised_at: row.raisedAt };
  });
}

/** Many documents of one company and code in a line, with the newest moment. */
function groupReported(reported: Awaited<ReturnType<typeof listReported>>) {
  const groups = Map.groupBy(reported, ({ code, company, document, about }) => {
    return document === null ? `${code} ${company} ${about}` : `${code} ${company}`;
  });
  return [...groups.values()].flatMap((rows) => {
    const [newest] = rows;
    if (newest === undefined) return [];
    const { code, company, raised_at } = newest;
    const documents = rows.map(({ document }) => document).filter((id) => id !== null);
    return [{ code, company, documents, about: rows.length === 1 ? newest.about : [], raised_at }];
  });
}

function describeAuthority({ paint, nowMs }: Context, health: AuthorityHealth): string {
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
    lines.push(paint("bad", `  failing since ${moment(since)}: ${health.failures_in_a_row} failures and no answer`));
  }
  if (failure !== null) {
    const { company, document, number, kind, outcome, detail } = failure;
    const why = detail === null ? outcome : `${outcome}, ${detail}`;
    lines.push(
      `  last failure ${moment(failure.at)}: ${kind} of document ${document} (${number}, company ${company}): ${why}`,
    );
  }
  return lines.join("\n");
}

function listErrors({ db }: Context) {
  const { id, companyId, state, lastStatusError, updatedAt } = documents;
  const shown = { document: id, company: companyId, state, error: lastStatusError, updated_at: updatedAt };
  const failed = build
    .select(shown)
    .from(documents)
    .where(and(isOpen, isNotNull(lastStatusError), isNotLeftBehind(companyId)));
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

function printWarning({ paint }: Context, warning: Warning): string {
  const { code, companyId, severity } = warning;
  const tone = severity === "critical" ? "bad" : "warn";
  return `  ${paint(tone, severity.padEnd(8))}  ${code}  company ${companyId}: ${adviseWarning(warning)}`;
}

const listEntries: Command = {
  name: "event list",
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
