// Defines what can be asked of the Durable Object of one idempotency key, and what it answers an audit.
import type { CloseResult, IssueCommand, IssueResult, OrderCommand, ResendResult } from "./command.ts";
import type { IssueRecord, LedgerRow } from "./ports.ts";

/** What an object answers an audit. */
export type JournalAudit =
  | { readonly type: "agrees" }
  /** The object remembers nothing. */
  | { readonly type: "lost" }
  /** It went on at each look: nothing can be said of it now. */
  | { readonly type: "moving" }
  | { readonly type: "different"; readonly differences: readonly string[] };

/** What can be asked of the Durable Object of one idempotency key; `object.ts` implements it. */
export interface IssuanceCalls extends Rpc.DurableObjectBranded {
  /** Issues the document of this key, or returns its present state; answered within 25 s in every case. */
  issue(command: IssueCommand): Promise<IssueResult>;
  /**
   * The cron's call: begins what is due and returns at once. @param name of this object, to adopt a lost journal.
   * @param isAtOnce what waits is due now, whatever its schedule says.
   */
  wake(name: string, isAtOnce?: boolean): Promise<void>;
  /** The cron's call: empties the object of a document that has been at rest for long, if row and archive agree with it. */
  retire(name: string): Promise<void>;
  /** Two people's order to send a `send_unknown` document again; answered when the barrier stands. */
  resend(order: OrderCommand): Promise<ResendResult>;
  /** Two people's order to close a document that can never be sent, because another one has its number. */
  close(order: OrderCommand): Promise<CloseResult>;
  /** Compares what it remembers with what D1 says, and changes nothing. @param row as the caller read it. */
  audit(name: string, row: LedgerRow): Promise<JournalAudit>;
  /** A file that waits for the archive; undefined when none waits under this path. */
  readPending(path: string): Promise<Uint8Array | undefined>;
  /** The record as it stands, for tests and operators. */
  read(): Promise<IssueRecord | undefined>;
}
