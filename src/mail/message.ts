// Writes the message that hands a document over, as the annex asks: subject of five fields, the mailbox for answers, one ZIP.
import { KIND_TEXTS } from "../api/message/kind-text.ts";
import { isFinalConsumer } from "../domain/catalogue/catalogue.ts";
import type { SignedDocument } from "../domain/document/signed-document.ts";

/** What is handed to the transport. */
export interface MailMessage {
  /** Of the delivery, the same whenever it is sent. */
  readonly id: string;
  readonly senderName: string;
  readonly sender: string;
  readonly recipient: string;
  readonly replyTo: string;
  readonly subject: string;
  readonly text: string;
  readonly zipName: string;
  readonly zip: Uint8Array;
}

/** `;` separates the fields, and a line's end would begin another header. */
const IN_NO_FIELD = /[;\p{Cc}\u2028\u2029]+/gu;

function toField(text: string): string {
  return text.replace(IN_NO_FIELD, " ").trim();
}

/** `NIT;name;number;type;trade name`, of the issuer as signed. */
export function writeSubject({ supplier, number, typeCode }: SignedDocument): string {
  const { identificationNumber, name, tradeName } = supplier;
  return [identificationNumber, name, number, typeCode, tradeName ?? name].map(toField).join(";");
}

/** What else the text says. */
interface TextFacts {
  /** Where the buyer sends receipt, acceptance and claim. */
  readonly mailbox: string;
  /** A paragraph of the client's. */
  readonly message: string | null;
  /** Whether the ZIP holds the printed form. */
  readonly hasPdf: boolean;
}

export function writeText(document: SignedDocument, { mailbox, message, hasPdf }: TextFacts): string {
  const { supplier, customer, number, typeCode, issued, fiscalIdKind, fiscalId } = document;
  const title = KIND_TEXTS[typeCode].title;
  const contents = hasPdf
    ? "El archivo ZIP adjunto contiene el documento electrónico con su validación y su representación gráfica en PDF."
    : "El archivo ZIP adjunto contiene el documento electrónico con su validación. La representación gráfica no cabe en este correo: pídala al emisor.";
  const paragraphs = [
    isFinalConsumer(customer.identificationNumber) ? "Cordial saludo:" : `Cordial saludo, ${toField(customer.name)}:`,
    `${toField(supplier.name)}, NIT ${supplier.identificationNumber}, les entrega este documento:`,
    [
      `${title} ${number}`,
      `Fecha de emisión: ${issued.date}`,
      `Total: ${document.total}${document.exchange === null ? " COP" : ""}`,
      `${fiscalIdKind}: ${fiscalId}`,
    ].join("\n"),
    ...(message === null ? [] : [message]),
    contents,
    `Correo de autorrespuesta, para acuse de recibo, recepción de los bienes o servicios, aceptación o reclamo: ${mailbox}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}
