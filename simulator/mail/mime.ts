// Writes a message as it would travel: ASCII lines of at most 76 characters, all content in base64.
import { Buffer } from "node:buffer";
import type { Mailbox, Message } from "./message.ts";

const EOL = "\r\n";
const LINE = /.{1,76}/g;
/** Of an encoded word, which has 75 characters at most. */
const WORD_BYTES = 45;
const PLAIN = /^[\x20-\x7e]{0,60}$/;
const ATOMS = /^[A-Za-z0-9 ]*$/;

/** @param id what stands in `Message-ID`, with its brackets. */
export function writeMime(message: Message, id: string, at: Date): string {
  const { from, to, replyTo, subject, text, headers, attachments } = message;
  const boundary = `=_${crypto.randomUUID()}`;
  const head = [
    `Message-ID: ${id}`,
    `Date: ${at.toUTCString().replace("GMT", "+0000")}`,
    `From: ${writeMailbox(from)}`,
    `To: ${to.map(writeMailbox).join(`,${EOL} `)}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${writeMailbox(replyTo)}`]),
    `Subject: ${writeWords(subject)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${writeWords(value)}`),
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ];
  const parts = [
    writePart(["Content-Type: text/plain; charset=utf-8"], Buffer.from(text)),
    ...attachments.map(({ name, type, bytes }) =>
      writePart([`Content-Type: ${type}`, `Content-Disposition: attachment; filename="${name}"`], Buffer.from(bytes)),
    ),
  ];
  const body = parts.map((part) => `--${boundary}${EOL}${part}`).join(EOL);
  return `${head.join(EOL)}${EOL}${EOL}${body}${EOL}--${boundary}--${EOL}`;
}

function writePart(head: readonly string[], bytes: Buffer): string {
  const lines = bytes.toString("base64").match(LINE) ?? [];
  return [...head, "Content-Transfer-Encoding: base64", "", ...lines].join(EOL);
}

function writeMailbox({ name, email }: Mailbox): string {
  if (name === "") return email;
  return `${ATOMS.test(name) && PLAIN.test(name) ? `"${name}"` : writeWords(name, true)} <${email}>`;
}

/** Encoded words (RFC 2047), one a line, where a text is long or not plain. */
function writeWords(text: string, isForced = false): string {
  if (!isForced && PLAIN.test(text)) return text;
  const words = [""];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) > WORD_BYTES) words.push(character);
    else words.splice(-1, 1, longer);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(`${EOL} `);
}
