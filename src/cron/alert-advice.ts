// Says of each alert what it means, which command comes first and where its runbook is, as docs/operations.md has both ("Woken at night").

/** Where to go on. */
interface Step {
  /** A line of the operator's program; `N` is the company, or the document, that the alert is about. */
  readonly command: string;
  /** The section of docs/operations.md, as its address has it. */
  readonly section: string;
}

/** What an operator who reads an alert makes of it. */
interface Advice extends Step {
  /** What has happened, and whether it waits until the morning; empty for what has no row. */
  readonly meaning: string;
}

const AT_NIGHT = "woken-at-night";
const STATUS: Step = { command: "status", section: AT_NIGHT };
const EXPLAIN = "document explain --document N";
const JOURNAL: Step = {
  command: "ledger gaps",
  section: "runbook-journal_lost-storage-remembers-something-else",
};
const RENEWAL: Step = {
  command: "range list --company N",
  section: "runbook-range_ending-a-range-is-renewed-range-import---resolution",
};
const CERTIFICATE: Step = { command: "certificate list --company N", section: "what-it-reports" };
const PLAN: Step = { command: "plan list --company N", section: "what-it-reports" };
const MAIL: Step = {
  command: "mail status",
  section: "runbook-mail-e-mail-is-held-bounces-or-nobody-hears-of-it",
};
const UNKNOWN: Step = {
  command: EXPLAIN,
  section: "runbook-send_unknown-it-is-not-known-what-became-of-a-document",
};
const TEST: Step = { command: "alert list", section: "what-it-reports" };
const OUTAGE: Step = { command: "status", section: "runbook-authority_down-the-authority-does-not-answer" };

/** By the code of an alert; of every other code `status` says more. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  authority_down: {
    ...OUTAGE,
    meaning: "The authority does not answer, or no sending: nothing to do, it goes on by itself.",
  },
  authority_back: { ...OUTAGE, meaning: "The authority takes documents again: nothing to do." },
  sending_refused: {
    meaning: "The authority takes nothing of this company: in the morning.",
    command: "status",
    section: "runbook-sending_refused-the-company-may-not-send-status-89",
  },
  documents_pending: {
    meaning: "Documents wait for a verdict: look at what holds them now.",
    command: "pending --limit 20",
    section: "runbook-documents_pending-documents-wait",
  },
  errors_many: {
    meaning: "Many requests fail: look now.",
    command: "version",
    section: "runbook-object_unreachable-the-platform-is-down",
  },
  secret_unopened: {
    ...CERTIFICATE,
    meaning: "A secret does not open, and documents wait: put it right now.",
    section: AT_NIGHT,
  },
  software_missing: {
    meaning: "A company has no software for what it is to issue: in the morning.",
    command: "company show --company N",
    section: "what-it-reports",
  },
  certificate_missing: {
    ...CERTIFICATE,
    meaning: "Nothing can sign for the company: now, if its next certificate is at hand.",
  },
  certificate_ending: { ...CERTIFICATE, meaning: "A certificate ends: in the morning, unless no day is left." },
  range_missing: { ...RENEWAL, meaning: "No range gives a number, and its clients get 400: now, if one is granted." },
  range_ending: { ...RENEWAL, meaning: "Numbers end: in the morning, unless few or no days are left." },
  next_number_held: {
    ...RENEWAL,
    meaning: "The next number is another document's, and its clients get 400: move it now.",
    section: AT_NIGHT,
  },
  number_taken: {
    ...RENEWAL,
    meaning: "Another system used a number, and the range is stopped: leave it so until the morning.",
    section: "runbook-number_taken-another-system-used-a-number-and-its-range-is-stopped-range-resume",
  },
  series_stopped: {
    meaning: "Another system used a number of notes, and the series is stopped: leave it so until the morning.",
    command: "series list --company N",
    section: "series-of-notes",
  },
  plan_ending: { ...PLAN, meaning: "A plan is nearly or all used: now, if you may decide it." },
  plan_missing: { ...PLAN, meaning: "There is no plan, and its clients are refused: now, if you may decide it." },
  tax_unit_missing: {
    meaning: "The tax unit (UVT) of a year is not known, and no ticket counts as a large one in it: in the morning.",
    command: "status",
    section: "december",
  },
  send_unknown: {
    ...UNKNOWN,
    meaning: "It is not known what became of a document: in the morning, send nothing again.",
  },
  key_mismatch: { ...UNKNOWN, meaning: "An answer was about another document and counts for nothing: in the morning." },
  answer_contradicts_itself: {
    ...UNKNOWN,
    meaning: "An answer says two things and counts for nothing: in the morning.",
  },
  archive_conflict: {
    ...JOURNAL,
    meaning: "Another file has this number; nothing is sent: a single one waits until the morning.",
    section: "runbook-archive_conflict-another-document-has-the-number-document-close",
  },
  journal_lost: {
    ...JOURNAL,
    meaning: "An object lost its memory; nothing is sent: a single one waits until the morning.",
  },
  journal_stale: {
    ...JOURNAL,
    meaning: "An object remembers an earlier moment; nothing is sent: a single one waits until the morning.",
  },
  journal_not_retired: {
    ...JOURNAL,
    meaning: "An old journal says something else than its row and stays: in the morning.",
  },
  adopted_without_payload: {
    ...JOURNAL,
    meaning: "A document waits until its client repeats the request: a single one waits until the morning.",
  },
  adoption_differs: {
    ...JOURNAL,
    meaning: "Storage disagrees about a document: a single one waits until the morning.",
  },
  adoption_refused: {
    ...JOURNAL,
    meaning: "Storage disagrees about a document: a single one waits until the morning.",
  },
  file_lost: {
    meaning: "A file in R2 is gone or another one: one waits until the morning, many do not.",
    command: "ledger verify --company N",
    section: "runbook-file_lost-what-was-signed-is-not-in-r2",
  },
  events_changed: {
    meaning: "The record of operators' actions was changed: look now.",
    command: "ledger verify",
    section: "runbook-events_changed-the-record-of-actions",
  },
  mail_held: { ...MAIL, meaning: "E-mail is held, and all of it is kept: in the morning." },
  mail_unanswered: { ...MAIL, meaning: "It is not known whether an e-mail arrived: in the morning." },
  webhook_disabled: {
    meaning: "A webhook hears nothing more, its feed has everything: in the morning.",
    command: "webhook list",
    section: "runbook-webhook_disabled-a-webhook-hears-nothing-more-webhook-enable",
  },
  alert_test: { ...TEST, meaning: "Somebody ordered this test, and nothing is wrong: it closes by itself." },
  alert_test_over: { ...TEST, meaning: "The end of a test that somebody ordered: nothing to do." },
};

/** What an alert comes to: of a range that gives nothing, that another system's number stopped it, where a document found that out. */
export function causeOf(code: string, documentId: number | null): string {
  return code === "range_missing" && documentId !== null ? "number_taken" : code;
}

/** What to do next about an alert: of a document, of a company, or of several or the service (null). */
export function adviseAlert(code: string, documentId: number | null, companyId: number | null): Advice {
  const advice = ADVICE[causeOf(code, documentId)] ?? { ...STATUS, meaning: "" };
  const { command } = advice;
  const id = command.includes("--document") ? documentId : companyId;
  if (id !== null) return { ...advice, command: command.replace(/\bN$/, String(id)) };
  return { ...advice, command: command.endsWith(" N") ? `status --only ${code}` : command };
}

const PAGE = "docs/operations.md";

/** Where a section of docs/operations.md is read: `href` where a deployment says at which address (https) it is, and its name for people. */
export function describeRunbook(pages: string, section: string): { readonly href?: string; readonly name: string } {
  const [, runbook] = /^runbook-([a-z_]+)-/.exec(section) ?? [];
  const words = section.replaceAll("-", " ");
  const name = runbook === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : `Runbook ${runbook}`;
  return isAddress(pages) ? { href: `${pages}#${section}`, name } : { name: `${PAGE}, ${name}` };
}

/** Where the sections are read: the address that a deployment names, or the page's path. */
export function placeRunbooks(pages: string): string {
  return isAddress(pages) ? pages : PAGE;
}

function isAddress(pages: string): boolean {
  return /^https:\/\/[^\s#]+$/.test(pages);
}
