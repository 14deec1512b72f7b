// Says what becomes of a message by the name of its recipient's mailbox, as test cards do.
import { refuse } from "./refusal.ts";

type Outcome = "delivered" | "deferred" | "bounced" | "failed" | "rejected" | "complained";

/** One report, in the platform's members. */
interface Report {
  readonly outcome: Outcome;
  readonly members: Readonly<Record<string, unknown>>;
}

export interface Fate {
  /** What `send` throws, with nothing taken. */
  readonly error?: () => Error;
  /** The message is taken, and the call gets no answer. */
  readonly isSilent?: boolean;
  readonly reports: readonly Report[];
}

/** @param reply of the recipient's server: status, enhanced status, words. */
function smtp(outcome: Outcome, reply: string, more: Readonly<Record<string, unknown>> = {}): Report {
  const [smtpStatusCode, smtpEnhancedStatusCode] = reply.split(" ");
  const delivery = { status: outcome, smtpStatusCode, smtpEnhancedStatusCode, smtpResponse: reply };
  return { outcome, members: { delivery, ...more } };
}

function bounce(type: "hard" | "soft", reply: string): Report {
  const classification = type === "hard" ? "permanent_failure" : "temporary_failure";
  return smtp("bounced", reply, { bounce: { type, classification, reason: reply } });
}

const DELIVERED = smtp("delivered", "250 2.0.0 OK");
const USUAL: Fate = { reports: [DELIVERED] };

/** Names of mailboxes; what follows a `+` is free. */
const FATES: Readonly<Record<string, Fate>> = {
  noexiste: { reports: [bounce("hard", "550 5.1.1 User unknown")] },
  lleno: { reports: [smtp("deferred", "452 4.2.2 Mailbox full"), bounce("soft", "552 5.2.2 Mailbox full")] },
  queja: { reports: [DELIVERED, { outcome: "complained", members: { complaint: { type: "abuse" } } }] },
  rechaza: { reports: [{ outcome: "rejected", members: { rejection: { reason: "spam", party: "platform" } } }] },
  falla: { reports: [{ outcome: "failed", members: { failure: { reason: "internal_error" } } }] },
  calla: { isSilent: true, reports: [DELIVERED] },
  cae: { error: () => new Error("Network connection lost."), reports: [] },
  suprimido: { error: () => refuse("E_RECIPIENT_SUPPRESSED", "Recipient is suppressed"), reports: [] },
  limite: { error: () => refuse("E_RATE_LIMIT_EXCEEDED", "Rate limit exceeded"), reports: [] },
};

export function findFate(recipient: string): Fate {
  const [, name = ""] = /^([^+@]+)/.exec(recipient.toLowerCase()) ?? [];
  return FATES[name] ?? USUAL;
}

/** What a report is about. */
interface Sent {
  readonly messageId: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
}

/** The platform's event: a complaint names no subject, and only `deferred` is not the last word. */
export function writeEvent({ outcome, members }: Report, { messageId, sender, recipient, subject }: Sent, at: Date) {
  return {
    type: `cf.email.sending.message.${outcome}`,
    source: { type: "email.sending", zoneId: "pretend", domain: sender.split("@")[1] ?? "" },
    payload: {
      eventId: crypto.randomUUID(),
      messageId,
      sender,
      recipient,
      ...(outcome === "complained" ? {} : { subject }),
      terminal: outcome !== "deferred",
      ...members,
    },
    metadata: {
      accountId: "pretend",
      eventSubscriptionId: "pretend",
      eventSchemaVersion: 1,
      eventTimestamp: at.toISOString(),
    },
  };
}
