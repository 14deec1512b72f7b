// Says how bad what was reported is, and what each end is the end of: one rule for receivers, `status` and the console.
import type { StoredAlert } from "../store/watch/alerts.ts";

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
