// Defines the states of an e-mail that hands a document over, which of them outranks which, and why one is not sent.

/** `enviando` is written before the transport is called, `incierto` where it gave no answer, `enviado` once it took the message. */
export const MAIL_STATES = [
  "pendiente",
  "enviando",
  "incierto",
  "enviado",
  "demorado",
  "entregado",
  "rebotado",
  "rechazado",
  "omitido",
  "quejado",
] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** An event brings a delivery only to a state of a higher rank: what decides is the rank, not which event arrives last. */
const RANK: Readonly<Record<MailState, number>> = {
  pendiente: 0,
  enviando: 1,
  incierto: 2,
  enviado: 3,
  demorado: 4,
  entregado: 5,
  rebotado: 5,
  rechazado: 5,
  omitido: 5,
  quejado: 6,
};

/** Whether an event that says `next` changes a delivery in `present`. */
export function isOutranked(present: MailState, next: MailState): boolean {
  return RANK[next] > RANK[present];
}

/** Of these the feed tells; the trigger `deliveries_change_shown` writes a change for exactly these. */
export const MAIL_CHANGES = ["enviado", "entregado", "rebotado", "rechazado", "quejado"] as const satisfies MailState[];
export type MailChange = (typeof MAIL_CHANGES)[number];

/** Why a message was not sent, or did not arrive. */
export const MAIL_REASONS = [
  // Nothing is owed by e-mail.
  "sin_correo",
  "consumidor_final",
  "desactivado",
  // Refused before it left.
  "suprimido",
  "direccion_invalida",
  "adjunto_grande",
  "mensaje_rechazado",
  "remitente_no_verificado",
  // It left, or may have, and did not arrive.
  "buzon_inexistente",
  "buzon_lleno",
  "fallo_del_servicio",
  "sin_respuesta",
  "vencida",
  "queja",
] as const;
export type MailReason = (typeof MAIL_REASONS)[number];

/** By the company's switch or the request, or by a later order of a client. */
export const MAIL_KINDS = ["automatico", "manual"] as const;

/** What names a delivery: the `ordinal`-th of its document, from 1 on. */
export interface MailKey {
  readonly companyId: number;
  readonly documentId: number;
  readonly ordinal: number;
}

/** The id of a delivery as clients and messages carry it. */
export function nameMail({ companyId, documentId, ordinal }: MailKey): string {
  return `ent_${companyId}_${documentId}_${ordinal}`;
}

/** An address with all but the first letter of its mailbox hidden: `c***@cliente.co`; half a pair of surrogates is no letter. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address;
  return at < 1 ? "***" : `${first}***${address.slice(at)}`;
}
