// Reads what a client of v2 asks about sending a document to the buyer by e-mail.
import type { HandOverWish } from "../../domain/company/choice.ts";
import { ADDRESS_MOST, foldAddress, hasMoreThanAddress, isMailAddress } from "../../domain/value/mail-address.ts";
import { MAIL } from "../message/mail.ts";
import { blankableTextField, booleanField, FieldTypeError, field, listField, objectField, readCode } from "./field.ts";

/** The most addresses of one wish, and the most characters of its message. */
const RECIPIENTS_MOST = 3;
const MESSAGE_MOST = 500;

/** The address of a mailbox, as the message is addressed. */
export function addressField(description: string) {
  const about = { description, example: MAIL.example, format: "email", maxLength: ADDRESS_MOST };
  return field("string", about, (input) => {
    const text = readCode(input);
    if (text instanceof FieldTypeError) return text;
    if (text !== undefined && isMailAddress(text)) return text;
    const hasMore = text !== undefined && text.length <= ADDRESS_MOST && hasMoreThanAddress(text);
    return new FieldTypeError(hasMore ? MAIL.oneAddress : MAIL.address(ADDRESS_MOST));
  });
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
  const recipients = [...new Map((correos ?? []).map((address) => [foldAddress(address), address])).values()];
  if (send === null && recipients.length === 0 && message === null) return null;
  return { send, recipients: recipients.length === 0 ? null : recipients, message };
}
