// Says of each alert which command comes first and where its runbook is, as docs/operations.md has both ("Woken at night").

/** What an operator who reads an alert does next. */
interface Advice {
  /** A line of the operator's program; `N` is the company, or the document, that the alert is about. */
  readonly command: string;
  /** The section of docs/operations.md, as its address has it. */
  readonly section: string;
}

const AT_NIGHT = "woken-at-night";
const STATUS: Advice = { command: "status", section: AT_NIGHT };
const EXPLAIN = "document explain --document N";
const JOURNAL: Advice = {
  command: "ledger gaps",
  section: "runbook-journal_lost-storage-remembers-something-else",
};
const RENEWAL: Advice = {
  command: "range list --company N",
  section: "runbook-range_ending-a-range-is-renewed-range-import---resolution",
};
const CERTIFICATE: Advice = { command: "certificate list --company N", section: "what-it-reports" };
const PLAN: Advice = { command: "plan list --company N", section: "what-it-reports" };
const MAIL: Advice = {
  command: "mail status",
  section: "runbook-mail-e-mail-is-held-bounces-or-nobody-hears-of-it",
};
const UNKNOWN: Advice = {
  command: EXPLAIN,
  section: "runbook-send_unknown-it-is-not-known-what-became-of-a-document",
};
const OUTAGE: Advice = { command: "status", section: "runbook-authority_down-the-authority-does-not-answer" };

/** By the code of an alert; of every other code `status` says more. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  authority_down: OUTAGE,
  authority_back: OUTAGE,
  sending_refused: {
    command: "status",
    section: "runbook-sending_refused-the-company-may-not-send-status-89",
  },
  documents_pending: { command: "pending --limit 20", section: "runbook-documents_pending-documents-wait" },
  errors_many: { command: "version", section: "runbook-object_unreachable-the-platform-is-down" },
  secret_unopened: { ...CERTIFICATE, section: AT_NIGHT },
  certificate_missing: CERTIFICATE,
  certificate_ending: CERTIFICATE,
  range_missing: RENEWAL,
  range_ending: RENEWAL,
  next_number_held: { ...RENEWAL, section: AT_NIGHT },
  number_taken: {
    ...RENEWAL,
    section: "runbook-number_taken-another-system-used-a-number-and-its-range-is-stopped-range-resume",
  },
  series_stopped: { command: "series list --company N", section: "series-of-notes" },
  plan_ending: PLAN,
  plan_missing: PLAN,
  send_unknown: UNKNOWN,
  key_mismatch: UNKNOWN,
  answer_contradicts_itself: UNKNOWN,
  archive_conflict: {
    ...JOURNAL,
    section: "runbook-archive_conflict-another-document-has-the-number-document-close",
  },
  journal_lost: JOURNAL,
  journal_stale: JOURNAL,
  journal_not_retired: JOURNAL,
  adopted_without_payload: JOURNAL,
  adoption_differs: JOURNAL,
  adoption_refused: JOURNAL,
  file_lost: {
    command: "ledger verify --company N",
    section: "runbook-file_lost-what-was-signed-is-not-in-r2",
  },
  events_changed: { command: "ledger verify", section: "runbook-events_changed-the-record-of-actions" },
  mail_held: MAIL,
  mail_unanswered: MAIL,
  webhook_disabled: {
    command: "webhook list",
    section: "runbook-webhook_disabled-a-webhook-hears-nothing-more-webhook-enable",
  },
};

/** By the code of an alert: what it means, and whether it waits until the morning. */
export const MEANINGS: Readonly<Record<string, string>> = {
  authority_down: "The authority does not answer: nothing to do, it goes on by itself.",
  authority_back: "The authority takes documents again: nothing to do.",
  sending_refused: "The authority takes nothing of this company: in the morning.",
  documents_pending: "Documents wait for a verdict: look at what holds them now.",
  errors_many: "Many requests fail: look now.",
  secret_unopened: "A secret does not open, and documents wait: put it right now.",
  certificate_missing: "Nothing can sign for the company: now, if its next certificate is at hand.",
  certificate_ending: "A certificate ends: in the morning, unless no day is left.",
  range_missing: "No range gives a number, and its clients get 400: now, if one is granted.",
  range_ending: "Numbers end: in the morning, unless few or no days are left.",
  next_number_held: "The next number is another document's, and its clients get 400: move it now.",
  number_taken: "Another system used a number, and the range is stopped: leave it so until the morning.",
  series_stopped: "Another system used a number of notes, and the series is stopped: leave it so until the morning.",
  plan_ending: "A plan is nearly or all used: now, if you may decide it.",
  plan_missing: "There is no plan, and its clients are refused: now, if you may decide it.",
  send_unknown: "It is not known what became of a document: in the morning, send nothing again.",
  key_mismatch: "An answer was about another document and counts for nothing: in the morning.",
  answer_contradicts_itself: "An answer says two things and counts for nothing: in the morning.",
  archive_conflict: "Another file has this number; nothing is sent: a single one waits until the morning.",
  journal_lost: "An object lost its memory; nothing is sent: a single one waits until the morning.",
  journal_stale: "An object remembers an earlier moment; nothing is sent: a single one waits until the morning.",
  journal_not_retired: "An old journal says something else than its row and stays: in the morning.",
  adopted_without_payload:
    "A document waits until its client repeats the request: a single one waits until the morning.",
  adoption_differs: "Storage disagrees about a document: a single one waits until the morning.",
  adoption_refused: "Storage disagrees about a document: a single one waits until the morning.",
  file_lost: "A file in R2 is gone or another one: one waits until the morning, many do not.",
  events_changed: "The record of operators' actions was changed: look now.",
  mail_held: "E-mail is held, and all of it is kept: in the morning.",
  mail_unanswered: "It is not known whether an e-mail arrived: in the morning.",
  webhook_disabled: "A webhook hears nothing more, its feed has everything: in the morning.",
};

/** What to do next about an alert: of a document, of a company, or of several or the service (null). */
export function adviseAlert(code: string, documentId: number | null, companyId: number | null): Advice {
  const { command, section } = ADVICE[code] ?? STATUS;
  const id = command.includes("--document") ? documentId : companyId;
  if (id !== null) return { command: command.replace(/\bN$/, String(id)), section };
  return { command: command.endsWith(" N") ? `status --only ${code}` : command, section };
}
