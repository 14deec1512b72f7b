// Names the matter of an alert, shared with its repeats and its end, and says how bad it is: one rule for all receivers.
import type { StoredAlert } from "../store/watch/alerts.ts";
import { causeOf } from "./alert-advice.ts";

/** Two reports of one matter: a document has the number of another system, and nothing more is given after it. */
const STOPPED: readonly string[] = ["number_taken", "series_stopped"];
/** Words of a subject that say when, or how bad: the matter is the same tomorrow. */
const PASSING = /^(?:on|hour|days|until|since|of):|^(?:critical|warning|over|numbers)$/;
/** Characters of a key that each receiver takes. */
const KEY_MOST = 250;

/** The document that an alert is about. */
export function documentOf({ documentId }: StoredAlert["detail"]): number | null {
  return typeof documentId === "number" ? documentId : null;
}

/** Words of a subject that stay the same as long as the matter does: whose it is, and of which kind, range or document. */
export function listLasting(subject: string): readonly string[] {
  return subject.split(" ").filter((word) => !PASSING.test(word));
}

/** What all alerts of a deployment about one matter share, also the one that ends it. */
export function keyOf(deployment: string, alert: Omit<StoredAlert, "raisedAt">): string {
  const matter = nameStopped(alert) ?? [ENDS[alert.code] ?? alert.code, ...listLasting(alert.subject)];
  return [`${deployment}:`, ...matter].join(" ").slice(0, KEY_MOST);
}

/** The range that another system's number stopped, or for a series of notes the document that found out; undefined for all else. */
function nameStopped({ code, companyId, detail }: Omit<StoredAlert, "raisedAt">): readonly string[] | undefined {
  const documentId = documentOf(detail);
  if (!STOPPED.includes(causeOf(code, documentId)) || documentId === null) return undefined;
  const what = typeof detail.rangeId === "number" ? `range:${detail.rangeId}` : `document:${documentId}`;
  return ["number_taken", ...(companyId === null ? [] : [`company:${companyId}`]), what];
}

export type AlertSeverity = "critical" | "warning" | "resolved";

/** What ends another matter, by the code of its end. */
export const ENDS: Readonly<Record<string, string>> = {
  authority_back: "authority_down",
  cron_works: "cron_failed",
  errors_over: "errors_many",
  alert_test_over: "alert_test",
};
/** Raised without a severity, of nothing that anybody has to do at night: it passes by itself, or waits until the morning. */
const MILD: readonly string[] = [
  "webhook_disabled",
  "authority_down",
  "sending_refused",
  "send_unknown",
  "key_mismatch",
  "answer_contradicts_itself",
  "mail_held",
  "mail_unanswered",
  "number_taken",
];
/** How bad it is; `resolved` is the end of something that was reported before. */
export function severityOf({ code, detail }: Pick<StoredAlert, "code" | "detail">): AlertSeverity {
  if (code in ENDS) return "resolved";
  return detail.severity === "warning" || MILD.includes(code) ? "warning" : "critical";
}
