// Logs a warning and, if an operator must act on it, stores it in D1 for the alert webhook and `operator status`.
import type { Env } from "../env.ts";
import { openDatabase } from "../store/base/db.ts";
import type { AlertDetail } from "../store/base/schema.ts";
import { type NewAlert, raiseAlerts } from "../store/watch/alerts.ts";
import { describeError } from "./describe-error.ts";
import { createMetrics } from "./metrics.ts";

/** Warnings of single documents that do not resolve by themselves: kept until the operator received them. */
export const URGENT_CODES: readonly string[] = [
  /** Another file stands under this number in the archive. */
  "archive_conflict",
  /** The archive has not a signed file, or the authority's answer, that it was given. */
  "file_lost",
  /** The object of a document that D1 knows had no journal of it. */
  "journal_lost",
  /** Its journal is older than what D1 knows: storage was set back. */
  "journal_stale",
  /** Row or archive disagree with the journal of an old document, which is therefore kept. */
  "journal_not_retired",
  "adopted_without_payload",
  "adoption_differs",
  "adoption_refused",
  /** The authority's answer names another document. */
  "key_mismatch",
  /** Its parts, or its ApplicationResponse, say different things of the document. */
  "answer_contradicts_itself",
  /** The authority does not say what became of it: two people may order it sent again. */
  "send_unknown",
  /** It refuses, in words, everything that the company sends: its software or provider is not associated. */
  "sending_refused",
  /** Another system used a number of the range: no further number of it is given. */
  "number_taken",
  /** A PIN, a technical key or a certificate's key is not there or does not open: the company issues nothing. */
  "secret_unopened",
  /** The platform takes no e-mail of a company: the account's quota is used up, or its sender is not verified. */
  "mail_held",
  /** An e-mail got no answer twice, and no event said what became of it. */
  "mail_unanswered",
  /** The next number of a range is another document's: two prefixes meet, and the range gives nothing. */
  "next_number_held",
];

/** One line of the log; the only form that warnings take. */
export function writeWarning(code: string, detail: AlertDetail): void {
  console.warn(JSON.stringify({ level: "warn", code, ...detail }));
}

/**
 * Logs and measures a warning of one document, and keeps it for the operator if its code is urgent.
 * @param keepRunning takes the work of keeping it.
 */
export function raiseWarning(
  env: Env | undefined,
  code: string,
  detail: AlertDetail,
  keepRunning: (work: Promise<unknown>) => void,
): void {
  writeWarning(code, detail);
  if (env === undefined) return;
  createMetrics(env.METRICS).measure({ name: "alert", code });
  if (URGENT_CODES.includes(code)) keepRunning(keepWarning(env, code, detail));
}

/** What is reported only once: a document that went out again by order is a new matter. */
function nameSubject({ documentId = null, companyId = null, sendings = 1, ...about }: AlertDetail): string {
  const { module = null, secret = module, number = secret, day = null } = about;
  if (documentId === null && day !== null) return `company:${companyId} ${number} on:${day}`;
  if (documentId === null) return `company:${companyId}`;
  return Number(sendings) > 1 ? `document:${documentId} sending:${sendings}` : `document:${documentId}`;
}

async function keepWarning(env: Env, code: string, detail: AlertDetail): Promise<void> {
  const { companyId = null } = detail;
  const alert: NewAlert = {
    code,
    subject: nameSubject(detail),
    companyId: typeof companyId === "number" ? companyId : null,
    detail,
  };
  await keepAlert(env, alert);
}

/** Keeps an alert for the operator; one that D1 does not take is a line of the log. */
export async function keepAlert(env: Env, alert: NewAlert): Promise<void> {
  try {
    await raiseAlerts(openDatabase(env.DB, "alert"), [alert], new Date().toISOString());
  } catch (cause) {
    // The line is already in the log, and D1 itself may be the problem.
    writeWarning("alert_not_kept", { alert: alert.code, error: describeError(cause) });
  }
}
