// Runs PRETEND MAIL behind the binding that sends e-mail: nothing leaves this machine, everything taken is in the outbox of the
// pretend authority, and the platform's events come through the local queue.
import { WorkerEntrypoint } from "cloudflare:workers";
import { findFate, writeEvent } from "./fate.ts";
import { type Message, readMessage } from "./message.ts";
import { writeMime } from "./mime.ts";
import { refuse } from "./refusal.ts";

export interface PretendMailEnv {
  /** Origin of the pretend authority, whose `/mail` is the outbox. */
  readonly AUTHORITY_URL: string;
  readonly MAIL_EVENTS: Queue;
  /** The domain that may send; empty: every one. */
  readonly MAIL_DOMAIN?: string;
  /** How long a call that gets no answer is held, in milliseconds; then it is dropped. */
  readonly HOLD_MS?: string;
}

const MESSAGE_BYTES_MOST = 5 * 1_024 * 1_024;
const HOLD_MS = "120000";

export class PretendMail extends WorkerEntrypoint<PretendMailEnv> {
  /** @throws Error with the platform's code, as the binding does. */
  async send(builder: EmailMessageBuilder): Promise<EmailSendResult> {
    const message = readMessage(builder, this.env.MAIL_DOMAIN ?? "");
    const [{ email: recipient } = { email: "" }] = message.to;
    const fate = findFate(recipient);
    if (fate.error !== undefined) throw fate.error();
    const at = new Date();
    const messageId = `<${crypto.randomUUID()}@${message.from.email.split("@")[1]}>`;
    const raw = writeMime(message, messageId, at);
    if (raw.length > MESSAGE_BYTES_MOST) {
      throw refuse("E_CONTENT_TOO_LARGE", `a message of ${raw.length} bytes, at most ${MESSAGE_BYTES_MOST}`);
    }
    await this.#keep(message, { at, messageId, raw });
    const sent = { messageId, sender: message.from.email, recipient, subject: message.subject };
    for (const report of fate.reports) await this.env.MAIL_EVENTS.send(writeEvent(report, sent, at));
    if (fate.isSilent !== true) return { messageId };
    await new Promise((resolve) => setTimeout(resolve, Number(this.env.HOLD_MS ?? HOLD_MS)));
    throw new Error("Network connection lost.");
  }

  async #keep(message: Message, { at, messageId, raw }: { at: Date; messageId: string; raw: string }): Promise<void> {
    const { from, to, replyTo, subject, text, headers, attachments } = message;
    const facts = {
      at: at.toISOString(),
      message_id: messageId,
      from: from.email,
      to: to.map(({ email }) => email),
      reply_to: replyTo?.email ?? null,
      subject,
      text,
      headers,
      size: raw.length,
      attachments: attachments.map(({ name, type, bytes }) => ({ name, type, size: bytes.byteLength })),
    };
    const response = await fetch(`${this.env.AUTHORITY_URL}/mail`, {
      method: "POST",
      body: JSON.stringify({ message_id: messageId, facts, raw }),
    });
    if (!response.ok) throw new Error(`the outbox answered ${response.status}`);
  }
}
