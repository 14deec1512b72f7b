// Shows e-mails as answers do, and finds those of a document that was created or is read.
import { type MailKey, maskAddress, nameMail } from "../../domain/document/mail-delivery.ts";
import type { IssueResult } from "../../issuance/contract/command.ts";
import type { Database } from "../../store/base/db.ts";
import { listMailOfDocument, type MailRow } from "../../store/delivery/mail-deliveries.ts";
import { writeWarning } from "../../telemetry/alert.ts";
import { describeError } from "../../telemetry/describe-error.ts";
import type { Call } from "../app/route.ts";
import { MAIL_REASON_TEXTS } from "../message/mail.ts";

/** No document has more: so many may be ordered, and three are sent by themselves. */
const OF_DOCUMENT_MOST = 100;

/** An address that was replaced by its hash is shown as none that can be read. */
const HASHED = /^hmac:/;

/** An e-mail as clients see it: its address is masked. */
export function toWireMail(mail: MailRow) {
  const { documentId, kind, recipient, state, reason, attempts, createdAt, sentAt, deliveredAt, dueAt } = mail;
  return {
    id: nameMail(mail satisfies MailKey),
    documento_id: documentId,
    tipo: kind,
    correo: recipient === null ? null : HASHED.test(recipient) ? "***" : maskAddress(recipient),
    estado: state,
    motivo: reason === null ? null : { codigo: reason, texto: MAIL_REASON_TEXTS[reason] },
    intentos: attempts,
    creado: createdAt,
    enviado: sentAt,
    entregado: deliveredAt,
    proximo_intento: state === "pendiente" || state === "incierto" ? dueAt : null,
  };
}

type WireMail = ReturnType<typeof toWireMail>;

/** `envios` of a document; without a query where its company sends none. */
export async function listWireMail(
  { db, caller: { company } }: Pick<Call, "db" | "caller">,
  documentId: number,
): Promise<{ readonly envios: readonly WireMail[] }> {
  return company.mail ? listAllWireMail(db, company.id, documentId) : { envios: [] };
}

/** The same of a company that may have sent some before. */
export async function listAllWireMail(db: Database, companyId: number, documentId: number) {
  const found = await listMailOfDocument(db, companyId, documentId, OF_DOCUMENT_MOST);
  return { envios: found.map(toWireMail) };
}

/** `envios` of a document that was created: what was issued is answered, whether they can be read or not. */
export async function listIssuedMail(
  call: Call,
  result: IssueResult,
): Promise<{ readonly envios: readonly WireMail[] }> {
  if (result.type !== "issued" || result.document?.state !== "aceptado") return { envios: [] };
  const { id } = result.document;
  try {
    return await listWireMail(call, id);
  } catch (cause) {
    writeWarning("mail_not_read", { documentId: id, error: describeError(cause) });
    return { envios: [] };
  }
}
