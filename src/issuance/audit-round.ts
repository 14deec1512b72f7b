// Open orders to compare journals with their rows into questions to the objects, a bounded number per minute, and into findings.
import type { Env } from "../env.ts";
import {
  type AuditedDocument,
  type JournalFinding,
  listOpenAudits,
  moveAudit,
  type OpenAudit,
  readAuditPage,
  readEntries,
} from "../store/audit.ts";
import type { LedgerEntry } from "../store/record.ts";
import type { JournalAudit } from "./audit.ts";
import { eachOf } from "./overdue.ts";
import { getIssuance } from "./stub.ts";
import { describeError } from "./turn.ts";

/** Objects asked per run, beside those that the run pokes; the next minute asks the next ones. */
const ASKED_PER_RUN = 300;
/** Rows looked at for one order per run: those in another state cost no question. */
const LOOKED_AT = 5_000;
const ORDERS_PER_RUN = 50;
const TRIES = 2;

/**
 * Asks the next objects of the open orders whether their journals say what their rows say.
 * @param nowMs epoch milliseconds.
 * @param most objects asked in one run.
 * @returns how many were asked.
 */
export async function auditJournals(env: Env, nowMs: number, most = ASKED_PER_RUN): Promise<number> {
  let left = most;
  for (const audit of await listOpenAudits(env.DB, ORDERS_PER_RUN)) {
    if (left === 0) break;
    left -= await auditPage(env, audit, left, new Date(nowMs).toISOString());
  }
  return most - left;
}

async function auditPage(env: Env, audit: OpenAudit, most: number, nowIso: string): Promise<number> {
  const limit = audit.state === "" ? most : LOOKED_AT;
  const page = await readAuditPage(env.DB, audit, limit);
  const wanted = page.filter(({ state, issuanceName }) => {
    return issuanceName !== null && (audit.state === "" || state === audit.state);
  });
  const taken = wanted.slice(0, most);
  const isDone = page.length < limit && taken.length === wanted.length;
  const last = taken.length === wanted.length ? page.at(-1) : taken.at(-1);
  const findings = await askAll(env, taken);
  const reached = isDone ? audit.lastId : (last?.id ?? audit.lastId);
  await moveAudit(env.DB, audit, { reached, asked: taken.length, isDone, findings }, nowIso);
  return taken.length;
}

async function askAll(env: Env, documents: readonly AuditedDocument[]): Promise<readonly JournalFinding[]> {
  if (documents.length === 0) return [];
  const ids = documents.map(({ id }) => id);
  const entries = await readEntries(env.DB, ids);
  const findings: JournalFinding[] = [];
  await eachOf(documents, async ({ id, issuanceName }) => {
    const finding = await ask(env, issuanceName ?? "", entries.get(id));
    if (finding !== undefined) findings.push({ documentId: id, ...finding });
  });
  return findings;
}

type Answer = Pick<JournalFinding, "what" | "detail">;

async function ask(env: Env, name: string, entry: LedgerEntry | undefined): Promise<Answer | undefined> {
  if (entry === undefined) return { what: "different", detail: "its row names a range that D1 does not have" };
  for (let tries = 1; ; tries += 1) {
    try {
      // An answer of an object comes typed as its own stub; it is plain data.
      return toAnswer((await getIssuance(env, name).audit(name, entry)) as JournalAudit);
    } catch (cause) {
      // An object that moved or was replaced answers the second time.
      if (tries === TRIES) return { what: "unanswered", detail: describeError(cause) };
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
