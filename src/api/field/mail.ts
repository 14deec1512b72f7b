// Reads what a client of v2 asks about sending a document to the buyer by e-mail.
import type { HandOverWish } from "../../domain/document/hand-over.ts";
import { MAIL } from "../message/mail.ts";
import { blankableTextField, booleanField, FieldTypeError, field, listField, objectField, readCode } from "./field.ts";

/** The most addresses of one wish, and the most characters of its message. */
const RECIPIENTS_MOST = 3;
const MESSAGE_MOST = 500;
/** No mailbox has a longer address, and no name before the `@` is longer. */
const ADDRESS_MOST = 254;
const MAILBOX_MOST = 64;
/** What programs put around an address, or between two. */
const AROUND = /[\s,;:<>()[\]\\"]|@.*@/u;
/** Names without quotes, in any script, as mail servers take them. */
const MAILBOX = /^[^.@]+(?:\.[^.@]+)*$/u;
/** A part of a host's name, in any script. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** The address of a mailbox, as the message is addressed. */
export function addressField(description: string) {
  const about = { description, example: MAIL.example, format: "email", maxLength: ADDRESS_MOST };
  return field("string", about, (input) => {
    const text = readCode(input);
    if (text instanceof FieldTypeError) return text;
    if (text === undefined || text.length > ADDRESS_MOST) return new FieldTypeError(MAIL.address(ADDRESS_MOST));
    if (AROUND.test(text)) return new FieldTypeError(MAIL.oneAddress);
    return isAddress(text) ? text : new FieldTypeError(MAIL.address(ADDRESS_MOST));
  });
}

function isAddress(text: string): boolean {
  const [mailbox = "", host = ""] = text.split("@");
  const labels = host.split(".");
  // The number of a machine is no host of mailboxes.
  const isHost = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/\.\d+$/.test(host);
  return mailbox.length <= MAILBOX_MOST && MAILBOX.test(mailbox) && isHost;
}

/** What the issuer tells the buyer in the message. */
export function messageField() {
  return blankableTextField({
    description: "Texto para el comprador, un párrafo del correo; admite saltos de línea.",
    example: "Gracias por su compra.",
    max: MESSAGE_MOST,
    allowsLines: true,
  }).nullish();
}

/** The field of every creation that may be followed by a message. */
export const mailFields = {
  envio: objectField(
    {
      enviar: booleanField({
        description: "Si se envía al comprador cuando quede `aceptado`; sin él, lo que tenga la empresa.",
        example: true,
      }).nullish(),
      correos: listField(addressField("Correo de un destinatario."), {
        description: "A quiénes; sin ellos, al correo del receptor.",
        max: RECIPIENTS_MOST,
      }).nullish(),
      mensaje: messageField(),
    },
    {
      description:
        "Envío por correo al comprador, una vez `aceptado`. No se firma ni se imprime; cuenta para reconocer un reintento.",
    },
  ).nullish(),
};

interface MailWire {
  readonly enviar?: boolean | null | undefined;
  readonly correos?: readonly string[] | null | undefined;
  readonly mensaje?: string | null | undefined;
}

/** Null where it asks for nothing of its own. An address that comes twice counts once. */
export function toHandOverWish(wire: MailWire | null | undefined): HandOverWish | null {
  const { enviar: send = null, correos, mensaje: message = null } = wire ?? {};
  const recipients = [...new Map((correos ?? []).map((address) => [address.toLowerCase(), address])).values()];
  if (send === null && recipients.length === 0 && message === null) return null;
  return { send, recipients: recipients.length === 0 ? null : recipients, message };
}
