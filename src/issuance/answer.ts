// Turns a record into what its caller sees: the present state of the document, as plain data.
import { isUnsent, type State } from "../domain/state.ts";
import type { DocumentView, IssueResult } from "./command.ts";
import { findEnvironment } from "./environment.ts";
import type { IssueRecord } from "./ports.ts";

/** A request may have left, and its outcome is unknown. */
const UNCERTAIN: readonly State[] = ["sending", "en_proceso_http", "send_unknown"];

/** The answer about a record; a replay shows the state as it is now. */
export function toResult(record: IssueRecord, isReplay: boolean): IssueResult {
  return {
    type: "issued",
    isReplay,
    document: toView(record),
    verdict: record.verdict,
    isUncertain: UNCERTAIN.includes(record.state),
  };
}

/** The document as answers show it; null while it has no number. */
export function toView(record: IssueRecord): DocumentView | null {
  const { documentId, numbering, summary, companyId, module, fiscalId, zipKey, state } = record;
  if (documentId === null || numbering === null || summary === null) return null;
  const { prefix, number } = numbering;
  // A sending that was refused before processing leaves the document as if it had not been sent.
  // One that two people closed has no verdict, and never left.
  const wasSent = !isUnsent(state) && (state !== "rechazado" || record.verdict !== null);
  const environment = findEnvironment(record) ?? null;
  return {
    ...summary,
    id: documentId,
    companyId,
    module,
    environment,
    prefix,
    number,
    fiscalId,
    zipKey,
    state,
    wasSent,
  };
}
