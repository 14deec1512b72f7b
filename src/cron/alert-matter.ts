// Names the matter that alerts are about, which an alert shares with its repeats and with its end.
import type { StoredAlert } from "../store/watch/alerts.ts";
import { causeOf } from "./alert-advice.ts";
import { ENDS } from "./alert-severity.ts";

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
