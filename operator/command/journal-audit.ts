// `ledger verify --journals` gives an order that the cron hands to the objects, and shows what they answer.
import { setTimeout as sleep } from "node:timers/promises";
import { and, count, eq } from "drizzle-orm";
import { STATES } from "../../src/domain/document/state.ts";
import {
  type AuditProgress,
  type AuditScope,
  insertAudits,
  type JournalFinding,
  listJournalFindings,
  listNewestAudits,
} from "../../src/store/audit/journal-audits.ts";
import { build, findOne } from "../../src/store/base/db.ts";
import { documents } from "../../src/store/base/schema.ts";
import { type Context, commit } from "../command.ts";
import { OperatorError } from "../error.ts";
import { optional, toggle } from "../flag.ts";
import { readChoice, readId, readInteger } from "../reader.ts";

const POLL_MS = 5_000;
const WAIT_MINUTES = 10;

/** Flags that go with --journals. */
export const JOURNAL_FLAGS = [
  toggle("report", "with --journals: give no new order, show what the newest one found"),
  optional("state", "with --journals: only documents in this state"),
  optional("wait", `with --journals: minutes to wait for the cron; ${WAIT_MINUTES} unless given`),
];

/** What the objects answered so far. */
export interface JournalReport {
  /** Journals that were compared. */
  readonly asked: number;
  /** Companies whose journals are not all compared yet. */
  readonly openCompanies: readonly number[];
  /** ISO instant of the last answer; null while some are missing. */
  readonly finishedAt: string | null;
  readonly findings: readonly (JournalFinding & { readonly companyId: number })[];
}

export type JournalWait = () => Promise<JournalReport>;

/**
 * Gives the order, with its audit entry, unless only its report is asked for.
 * @returns what waits for the answers; undefined in a rehearsal, or when the journals are not asked for.
 */
export async function orderJournalAudit(context: Context): Promise<JournalWait | undefined> {
  const { input, isDryRun } = context;
  if (!input.has("journals")) {
    const stray = JOURNAL_FLAGS.map((flag) => flag.name()).find((name) => input.has(name));
    if (stray === undefined) return undefined;
    throw new OperatorError(`--${stray} is for --journals`, "give --journals as well, or leave it out");
  }
  const companyId = input.find("company", readId) ?? null;
  const state = input.find("state", readChoice(...STATES)) ?? "";
  const minutes = input.find("wait", readInteger(0, 24 * 60)) ?? WAIT_MINUTES;
  const scope: AuditScope = { companyId, state };
  if (input.has("report")) return () => awaitAudits(context, scope, 0);
  if (companyId !== null) await requireDocuments(context, companyId);
  const entry = { companyId: companyId ?? 0, action: "ledger.verify.journals", detail: { state: state || "all" } };
  await commit(context, entry, [insertAudits(scope)]);
  return isDryRun ? undefined : () => awaitAudits(context, scope, minutes * 60_000);
}

/** An order for a company that was named must find something to compare. */
async function requireDocuments({ db }: Context, companyId: number): Promise<void> {
  const some = build.select({ id: documents.id }).from(documents).where(eq(documents.companyId, companyId)).limit(1);
  const found = await findOne(db, some);
  if (found === undefined)
    throw new OperatorError(`company ${companyId} has no documents`, "see `operator company list`");
}

/** Looks again and again until every journal is compared or the time is over. */
async function awaitAudits(
  { db, input, progress }: Context,
  scope: AuditScope,
  waitMs: number,
): Promise<JournalReport> {
  const untilMs = performance.now() + waitMs;
  const { companyId, state } = scope;
  const isOfCompany = companyId === null ? undefined : eq(documents.companyId, companyId);
  const isOfState = STATES.find((one) => one === state);
  const counted = build.select({ total: count() }).from(documents);
  const isWanted = and(isOfCompany, isOfState && eq(documents.state, isOfState));
  const total = (await findOne(db, counted.where(isWanted)))?.total;
  for (;;) {
    const audits = await listNewestAudits(db, scope);
    if (audits.length === 0 && input.has("report")) {
      throw new OperatorError("no such order was given yet", "leave out --report to give it");
    }
    const open = audits.filter(({ closedAt }) => closedAt === null);
    const asked = audits.reduce((sum, one) => sum + one.asked, 0);
    progress("journals compared", asked, total);
    if (open.length === 0 || performance.now() + POLL_MS > untilMs) return report(db, audits, open);
    await sleep(POLL_MS);
  }
}

async function report(
  db: Context["db"],
  audits: readonly AuditProgress[],
  open: readonly AuditProgress[],
): Promise<JournalReport> {
  const ends = audits.map(({ closedAt }) => closedAt ?? "").sort();
  return {
    asked: audits.reduce((total, { asked }) => total + asked, 0),
    openCompanies: open.map(({ companyId }) => companyId),
    finishedAt: open.length === 0 ? (ends.at(-1) ?? null) : null,
    findings: await listJournalFindings(
      db,
      audits.map(({ id }) => id),
    ),
  };
}
