// Sends one message through the platform's binding, and reads what became of it: bytes, one recipient, no answer is no end.
import { withDeadline } from "../deadline.ts";
import type { SendOutcome } from "../delivery/mail/ports.ts";
import type { MailReason } from "../domain/document/mail-delivery.ts";
import type { MailMessage } from "./message.ts";

/** Longer than the platform takes for a message of two megabytes. */
const ANSWER_WITHIN_MS = 30_000;

const REFUSED: Readonly<Record<string, MailReason>> = {
  E_RECIPIENT_SUPPRESSED: "suprimido",
  E_RECIPIENT_NOT_ALLOWED: "direccion_invalida",
  E_VALIDATION_ERROR: "direccion_invalida",
  E_CONTENT_TOO_LARGE: "adjunto_grande",
  E_FIELD_MISSING: "mensaje_rechazado",
  E_TOO_MANY_RECIPIENTS: "mensaje_rechazado",
};
const HELD: Readonly<Record<string, Extract<SendOutcome, { type: "held" }>["because"]>> = {
  E_RATE_LIMIT_EXCEEDED: "rate",
  E_DAILY_LIMIT_EXCEEDED: "quota",
  E_SENDER_NOT_VERIFIED: "sender",
  E_SENDER_DOMAIN_NOT_AVAILABLE: "sender",
};

/** Sends a message once; it never throws. */
export async function sendThrough(binding: SendEmail, message: MailMessage): Promise<SendOutcome> {
  const { id, senderName, sender, recipient, replyTo, subject, text, zipName, zip } = message;
  try {
    const sending = binding.send({
      from: { name: senderName, email: sender },
      to: recipient,
      replyTo,
      subject,
      text,
      headers: { "X-Entrega": id, "Auto-Submitted": "auto-generated" },
      // As bytes: a text would be delivered as it stands, whatever it encodes.
      attachments: [{ disposition: "attachment", filename: zipName, type: "application/zip", content: zip }],
    });
    const { messageId } = await withDeadline(sending, ANSWER_WITHIN_MS, "sending of an e-mail");
    return { type: "accepted", id: trimId(messageId) };
  } catch (cause) {
    return judgeError(cause);
  }
}

/** Ids come with angle brackets or without. */
export function trimId(id: string): string {
  return id.trim().replace(/^<|>$/g, "");
}

/** What an error of the binding says; one without a known code says nothing of the message. */
export function judgeError(cause: unknown): SendOutcome {
  const code: unknown = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (typeof code !== "string") return { type: "uncertain" };
  if (code === "E_DELIVERY_FAILED") return { type: "bounced" };
  const because = HELD[code];
  if (because !== undefined) return { type: "held", because };
  const reason = REFUSED[code] ?? (code.startsWith("E_HEADER") ? "mensaje_rechazado" : undefined);
  return reason === undefined ? { type: "uncertain" } : { type: "refused", reason };
}
