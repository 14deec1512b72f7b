// Reads a message as the binding takes it, within the platform's limits.
import { checkHeaders } from "./header.ts";
import { refuse } from "./refusal.ts";

export interface Mailbox {
  readonly name: string;
  readonly email: string;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A message that the platform would take. */
export interface Message {
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly replyTo: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly Attachment[];
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+$/;
const RECIPIENTS_MOST = 50;
const SUBJECT_MOST = 998;

/** @param domain that alone may send; empty: every one. @throws Error with the platform's code for what it would refuse. */
export function readMessage(builder: EmailMessageBuilder, domain: string): Message {
  const { from, to, cc, bcc, replyTo, subject, text, html, headers = {}, attachments = [] } = builder;
  const recipients = [to, cc, bcc].flatMap((one) => (one === undefined ? [] : [one].flat())).map(readMailbox);
  if (!from || recipients.length === 0 || !subject || !(text || html)) {
    throw refuse("E_FIELD_MISSING", "from, a recipient, subject, and text or html are needed");
  }
  // What is sent here is read by people and tests, and the service sends text alone.
  if (html !== undefined) throw refuse("E_VALIDATION_ERROR", "the pretend mail takes no html");
  const sender = readMailbox(from);
  for (const { email } of [sender, ...recipients]) {
    if (!ADDRESS.test(email)) throw refuse("E_VALIDATION_ERROR", "an address is none");
  }
  if (domain !== "" && !sender.email.endsWith(`@${domain}`)) {
    throw refuse("E_SENDER_NOT_VERIFIED", `only addresses of ${domain} may send`);
  }
  if (recipients.length > RECIPIENTS_MOST) throw refuse("E_TOO_MANY_RECIPIENTS", `${recipients.length} recipients`);
  if (subject.length > SUBJECT_MOST || /[\r\n]/.test(subject)) {
    throw refuse("E_VALIDATION_ERROR", `a subject has one line of at most ${SUBJECT_MOST} characters`);
  }
  checkHeaders(headers);
  return {
    from: sender,
    to: recipients,
    replyTo: replyTo === undefined ? undefined : readMailbox(replyTo),
    subject,
    text: text ?? "",
    headers,
    attachments: attachments.map(({ filename, type, content }) => ({ name: filename, type, bytes: toBytes(content) })),
  };
}

function readMailbox(address: string | EmailAddress): Mailbox {
  return typeof address === "string" ? { name: "", email: address } : { name: address.name, email: address.email };
}

/** A string is its text, as on the platform: base64 is not decoded. */
function toBytes(content: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof content === "string") return new TextEncoder().encode(content);
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
}
