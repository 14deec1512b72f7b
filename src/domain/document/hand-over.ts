// Decides to whom a document goes by e-mail once it is accepted, by the company's settings, the request, and who the buyer is.
import { FINAL_CONSUMER } from "../catalogue/identification.ts";
import type { Environment, MailSettings, Module } from "../company.ts";
import { isAmong, isMailAddress } from "../value/mail-address.ts";
import type { MailReason } from "./mail-delivery.ts";

/** What a request says of its e-mail; null: nothing. */
export interface HandOverWish {
  readonly send: boolean | null;
  readonly recipients: readonly string[] | null;
  readonly message: string | null;
}

/** Where one e-mail goes, or why it is not sent. */
export interface Recipient {
  readonly address: string | null;
  readonly reason: MailReason | null;
}

/** What is owed by e-mail once a document is accepted. */
export interface HandOver {
  readonly message: string | null;
  readonly recipients: readonly Recipient[];
}

/** A document to be handed over, and its buyer. */
interface Sold {
  readonly module: Module;
  readonly environment: Environment;
  readonly counterpart: { readonly identificationNumber: string; readonly email: string | null };
}

/** What is owed; undefined where nothing is, and nothing needs to be said of it. */
export function planHandOver(
  settings: MailSettings | null,
  wish: HandOverWish | null,
  { module, environment, counterpart }: Sold,
): HandOver | undefined {
  if (settings === null || module === "dse" || !(wish?.send ?? settings.isAutomatic)) return undefined;
  const named = wish?.recipients ?? [];
  const wanted = named.length > 0 || counterpart.email === null ? named : [counterpart.email];
  const message = wish?.message ?? null;
  if (environment === "habilitacion") {
    const allowed = wanted.filter((address) => isAmong(settings.testAddresses, address));
    return allowed.length === 0 ? undefined : { message, recipients: allowed.map(toRecipient) };
  }
  // Nobody is there to whom the mailbox of a final consumer belongs, unless the request names one.
  const isNobody = named.length === 0 && counterpart.identificationNumber === FINAL_CONSUMER.number;
  if (isNobody) return { message, recipients: [{ address: null, reason: "consumidor_final" }] };
  if (wanted.length === 0) return { message, recipients: [{ address: null, reason: "sin_correo" }] };
  return { message, recipients: [...new Set(wanted)].map(toRecipient) };
}

/** An invoice takes more for an address than a message can be sent to. */
function toRecipient(address: string): Recipient {
  return { address, reason: isMailAddress(address) ? null : "direccion_invalida" };
}
