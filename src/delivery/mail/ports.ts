// Declares the ports of the engine that sends a company's e-mail (rows, composer, transport), and the calls that its object offers.
import type { MailReason } from "../../domain/document/mail-delivery.ts";
import type { DueMail, MailPatch, MailRow } from "../../store/delivery/mail-deliveries.ts";

/** Why a company sends nothing for a while. */
export type Hold = "quota" | "sender" | "rate";

/** What the transport said of one message. */
export type SendOutcome =
  | { readonly type: "accepted"; readonly id: string }
  /** Not taken, and never will be. */
  | { readonly type: "refused"; readonly reason: MailReason }
  /** Not taken by the recipient's server, which may take it later. */
  | { readonly type: "bounced" }
  /** Not taken, and nothing of this company or account is taken now. */
  | { readonly type: "held"; readonly because: Hold }
  /** Whether it was taken is not known. */
  | { readonly type: "uncertain" };

/** A message that is ready, or why there will never be one. */
export type Composed<Message> =
  | { readonly type: "ready"; readonly message: Message; readonly subjectHash: string }
  | { readonly type: "refused"; readonly reason: MailReason };

/** Calls that leave the object may throw; their effect is then unknown, and they are repeated. */
export interface MailPorts<Message> {
  nowMs(): number;
  /** Whether the company sends e-mail and the deployment has what sends it. */
  isOn(): Promise<boolean>;
  listDue(nowMs: number, limit: number): Promise<readonly DueMail[]>;
  /** When the next row is due, in epoch milliseconds. */
  findNext(): Promise<number | undefined>;
  /** By compare-and-set: undefined when another change was faster. */
  change(mail: MailRow, patch: MailPatch): Promise<MailRow | undefined>;
  find(mail: MailRow): Promise<MailRow | undefined>;
  /** The same message for the same row. @throws Error when a file cannot be had for now. */
  compose(mail: MailRow): Promise<Composed<Message>>;
  /** Never throws. */
  send(message: Message): Promise<SendOutcome>;
  /** Until when the company sends nothing, in epoch milliseconds; 0: it sends. */
  readHold(): number;
  hold(untilMs: number, because: Hold): Promise<void>;
  /** A place among the messages of this minute; else the instant at which there is one. */
  takeTurn(nowMs: number): number | undefined;
  /** What no repetition settles: that a message got no answer twice. */
  report(mail: MailRow, code: "mail_unanswered"): void;
  /** Wakes the object at an instant instead of any other. */
  arm(atMs: number): Promise<void>;
  disarm(): Promise<void>;
}

/** What can be asked of the Durable Object of a company's e-mail. */
export interface MailerCalls extends Rpc.DurableObjectBranded {
  /** Begins to send what is due and returns at once. */
  wake(companyId: number): Promise<void>;
}
