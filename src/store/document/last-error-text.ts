// Keeps the last error of a document as one text, in the journal and in D1.
import type { LastError, LastErrorReason } from "../../domain/document/last-error.ts";

type Classed = Exclude<LastErrorReason, "step-failed" | "other-bytes">;

/** What the text of each class of error begins with; the detail follows. */
const CLASSES: Readonly<Record<Classed, string>> = {
  timeout: "unknown: ",
  network: "unknown: ",
  "instance-ended": "unknown: ",
  unknown: "unknown: ",
  absent: "absent: ",
  duplicate: "duplicate: ",
  processing: "processing: ",
  "not-processed": "not-processed: ",
  "number-taken": "number-taken: ",
  closed: "closed: ",
  "closed-sent": "closed after sending: ",
  "journal-lost": "journal lost: ",
  "file-lost": "file lost: ",
  held: "held: ",
};

/** How a text of each reason begins; the first that fits counts. */
const OPENINGS: readonly (readonly [string, Classed])[] = [
  ["unknown: timeout", "timeout"],
  ["unknown: network", "network"],
  ["unknown: the instance", "instance-ended"],
  ["unknown: ", "unknown"],
  ["absent: ", "absent"],
  ["duplicate: ", "duplicate"],
  ["processing: ", "processing"],
  ["not-processed: ", "not-processed"],
  ["number-taken: ", "number-taken"],
  ["closed: ", "closed"],
  ["closed after sending: ", "closed-sent"],
  ["journal lost: ", "journal-lost"],
  ["file lost: ", "file-lost"],
  ["held: ", "held"],
];
const OTHER_BYTES: LastError = { step: "archive", reason: "other-bytes", detail: "other bytes at the path" };

/** The text that stands in the journal and in D1. */
export function printLastError(error: LastError | null): string | null {
  if (error === null) return null;
  const { step, reason, detail } = error;
  if (reason === "step-failed" || reason === "other-bytes") return step === null ? detail : `${step}: ${detail}`;
  return CLASSES[reason] + detail;
}

/** A text read back; the only place that looks into it. */
export function parseLastError(text: string | null): LastError | null {
  if (text === null) return null;
  if (text === printLastError(OTHER_BYTES)) return OTHER_BYTES;
  const [, reason] = OPENINGS.find(([opening]) => text.startsWith(opening)) ?? [];
  if (reason !== undefined) return { step: null, reason, detail: text.slice(CLASSES[reason].length) };
  const end = text.indexOf(": ");
  if (end < 0) return { step: null, reason: "step-failed", detail: text };
  return { step: text.slice(0, end), reason: "step-failed", detail: text.slice(end + 2) };
}
