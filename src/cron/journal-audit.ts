// Carries out operators' orders to compare journals with rows: asks a bounded number of objects per minute and stores what
// they find.
import { DeadlineError, withDeadline } from "../deadline.ts";
import type { Env } from "../env.ts";
import type { JournalAudit } from "../issuance/contract/calls.ts";
import { getIssuance } from "../issuance/contract/stub.ts";
import {
  type AuditedDocument,
  type JournalFinding,
  listOpenAudits,
  moveAudit,
  type OpenAudit,
  readAuditPage,
} from "../store/audit/journal-audits.ts";
import type { Database } from "../store/base/db.ts";
import { fromAll, openHome, overParts, type Parts } from "../store/base/home.ts";
import { type LedgerEntry, readEntries, type UnreadableRow } from "../store/document/documents.ts";
import { writeWarning } from "../telemetry/alert.ts";
import { describeError } from "../telemetry/describe-error.ts";
import { runInParallel } from "./in-parallel.ts";

/** Objects asked per run, beside those that the run wakes; the next minute asks the next ones. */
const ASKED_PER_RUN = 300;
/** Rows taken for one order per run, out of up to four times as many that are read: those in another state cost no question. */
const LOOKED_AT = 5_000;
const ORDERS_PER_RUN = 50;
const TRIES = 2;
/** Time limit for one object's answer: all questions of a run must fit into the cron's 15 minutes. */
const ANSWER_WITHIN_MS = 10_000;
/** Warning code for an order that is left to the next run. */
const FAILURE_CODE = "cron_failed";

/**
 * Asks the next objects of the open orders whether their journals say what their rows say.
 * @param nowMs epoch milliseconds.
 * @param most objects asked in one run.
 * @returns how many were asked.
 */
export async function auditJournals(env: Env, nowMs: number, most = ASKED_PER_RUN): Promise<number> {
  const budget: Budget = { left: most };
  for (const audit of await fromAll(env, (db) => listOpenAudits(db, ORDERS_PER_RUN))) {
    if (budget.left === 0) break;
    try {
      await auditPage(env, audit, budget, new Date(nowMs).toISOString());
    } catch (cause) {
      const { companyId } = audit;
      writeWarning(FAILURE_CODE, { step: "audit", companyId, error: describeError(cause) });
    }
  }
  return most - budget.left;
}

/** Questions left in this run; counted even when the order that asked them fails. */
interface Budget {
  left: number;
}

async function auditPage(env: Env, audit: OpenAudit, budget: Budget, nowIso: string): Promise<void> {
  const most = budget.left;
  const limit = audit.state === "" ? most : LOOKED_AT;
  const home = openHome(env, audit.companyId);
  const { db, page, last: end } = await overParts(home, (parts) => readPart(parts, audit, limit));
  const wanted = page.filter(({ state, issuanceName }) => {
    return issuanceName !== null && (audit.state === "" || state === audit.state);
  });
  const taken = wanted.slice(0, most);
  const isWhole = page.length < limit && taken.length === wanted.length;
  const isDone = isWhole && end >= audit.lastId;
  const last = taken.length === wanted.length ? page.at(-1) : taken.at(-1);
  budget.left -= taken.length;
  const findings = await askAll(env, db, taken);
  const reached = isWhole ? Math.min(end, audit.lastId) : (last?.id ?? audit.lastId);
  await moveAudit(home, audit, { reached, asked: taken.length, isDone, findings }, nowIso);
}

/** The next documents of an order, out of the database that has them, and the last id that this one may have. */
async function readPart(parts: Parts, audit: OpenAudit, limit: number) {
  const index = parts.findLastIndex((_, at) => (parts[at - 1]?.from ?? Number.POSITIVE_INFINITY) > audit.reached + 1);
  const { db } = parts[index] ?? parts[0];
  return {
    db,
    page: await readAuditPage(db, audit, limit),
    last: (parts[index - 1]?.from ?? Number.POSITIVE_INFINITY) - 1,
  };
}

async function askAll(
  env: Env,
  db: Database,
  documents: readonly AuditedDocument[],
): Promise<readonly JournalFinding[]> {
  if (documents.length === 0) return [];
  const ids = documents.map(({ id }) => id);
  const entries = await readEntries(db, ids);
  const findings: JournalFinding[] = [];
  await runInParallel(documents, FAILURE_CODE, async ({ id, issuanceName }) => {
    const finding = await ask(env, issuanceName ?? "", entries.get(id));
    if (finding !== undefined) findings.push({ documentId: id, ...finding });
  });
  return findings;
}

type Answer = Pick<JournalFinding, "what" | "detail">;

async function ask(env: Env, name: string, row: LedgerEntry | UnreadableRow | undefined): Promise<Answer | undefined> {
  if (row === undefined) return { what: "different", detail: "its row names a range that D1 does not have" };
  if ("unreadable" in row) return { what: "different", detail: `its row cannot be read (${row.unreadable})` };
  for (let tries = 1; ; tries += 1) {
    try {
      // An answer of an object comes typed as its own stub; it is plain data.
      const asked = getIssuance(env, name).audit(name, row) as Promise<JournalAudit>;
      return toAnswer(await withDeadline(asked, ANSWER_WITHIN_MS, "audit"));
    } catch (cause) {
      // An object that moved or was replaced answers the second time; one that is silent would only cost its time again.
      if (tries === TRIES || cause instanceof DeadlineError)
        return { what: "unanswered", detail: describeError(cause) };
    }
  }
}

function toAnswer(audit: JournalAudit): Answer | undefined {
  switch (audit.type) {
    case "agrees":
      return undefined;
    case "lost":
      return { what: "lost", detail: "its object remembers nothing" };
    case "moving":
      return { what: "unanswered", detail: "it went on at each look: compare it again" };
    case "different":
      return { what: "different", detail: audit.differences.join("; ") };
  }
}
