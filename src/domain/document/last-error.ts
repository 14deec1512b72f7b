// Describes, as data, the last thing that went wrong with a document.

/** Why a document does not progress. */
export type LastErrorReason =
  /** The authority did not answer in time. */
  | "timeout"
  /** The connection broke before a whole answer. */
  | "network"
  /** The instance that sent the document ended before the answer. */
  | "instance-ended"
  /** Any other answer that does not say what became of the document. */
  | "unknown"
  /** The authority says that it does not know the document. */
  | "absent"
  /** The authority says that it has the document already. */
  | "duplicate"
  /** The authority is still working on it. */
  | "processing"
  /** The authority refused it before processing. */
  | "not-processed"
  /** The authority says that its number is another document's. */
  | "number-taken"
  /** Two people closed it: another document has its number. */
  | "closed"
  /** Two people closed it after it was sent: the authority denies it, and gives no verdict. */
  | "closed-sent"
  /** Its journal was lost, and the document taken over from D1. */
  | "journal-lost"
  /** Its journal was set back, and the file to which D1 left the rest is lost: a person puts the file back. */
  | "file-lost"
  /** The archive holds other bytes where its file belongs. */
  | "other-bytes"
  /** The authority was down, or what an outage held is still leaving: nothing was sent. */
  | "held"
  /** A step failed, and is tried again. */
  | "step-failed";

/** The last thing that went wrong with a document. */
export interface LastError {
  /** The step of the document's life that failed; null where no step did. */
  readonly step: string | null;
  readonly reason: LastErrorReason;
  /** In English, for the operator, without personal data. */
  readonly detail: string;
}
