// Picks what a document is issued with by its company's settings: branch, software, certificate, e-mails; or says that the company begins none.

import { FINAL_CONSUMER } from "../catalogue/catalogue.ts";
import type { Branch, CertificateSummary, Company, Environment, MailSettings, Module, Software } from "../company.ts";
import type { MailReason } from "../document/mail-delivery.ts";
import { KINDS, type TypeCode } from "../kind.ts";
import type { ProblemList } from "../refusal/problem-list.ts";
import { Refusal } from "../refusal/refusal.ts";
import { dateInBogota, timeInBogota } from "../value/calendar.ts";
import { isAmong, isMailAddress } from "../value/mail-address.ts";

/** The branch of a code, to stand in a document; nothing where no code was sent, or, with a problem, where there is none. */
export function resolveBranch(
  code: string | undefined,
  { branches }: Pick<Company, "branches">,
  problems: ProblemList,
): { readonly branch?: Branch } {
  if (code === undefined) return {};
  const branch = branches.find((one) => one.code === code);
  if (branch !== undefined) return { branch };
  problems.add({ field: ["branch"], reason: "branch-unknown", value: code, known: branches.map((one) => one.code) });
  return {};
}

/** The software of the kind's module; undefined where the company has none. */
export function softwareOf({ software }: Pick<Company, "software">, typeCode: TypeCode): Software | undefined {
  return software[KINDS[typeCode].module];
}

/**
 * The newest certificate that is valid both now and at the stated signing time (ZD01, ZD02): a certificate cannot have signed
 * before it existed. Checked before a number is taken, and again when signing.
 * @param nowMs epoch milliseconds.
 * @param signingMs epoch milliseconds of the document's own date and time, which is its SigningTime (FAD09e).
 * @throws Refusal `certificate_missing` when the company has none, `certificate_expired` when none is valid now,
 * `business_rule` when none of those valid now was valid at the stated signing time.
 */
export function pickCertificate(
  company: Pick<Company, "certificates">,
  nowMs: number,
  signingMs: number = nowMs,
): CertificateSummary {
  const validNow = company.certificates.filter((certificate) => isValidAt(certificate, nowMs));
  let picked: CertificateSummary | undefined;
  for (const certificate of validNow) {
    const isValid = isValidAt(certificate, signingMs);
    if (isValid && (picked === undefined || Date.parse(certificate.notBefore) > Date.parse(picked.notBefore))) {
      picked = certificate;
    }
  }
  if (picked !== undefined) return picked;
  if (company.certificates.length === 0) {
    throw new Refusal([{ field: [], reason: "no-certificate", rule: "ZD01" }]);
  }
  if (validNow.length > 0) throw refuseSigningTime(signingMs);
  const ends = company.certificates.map((certificate) => certificate.notAfter).sort();
  const lastEnd = (ends.at(-1) ?? "").slice(0, 10);
  throw new Refusal([{ field: [], reason: "no-valid-certificate", lastEnd, rule: "ZD02" }]);
}

function isValidAt(certificate: CertificateSummary, instantMs: number): boolean {
  return Date.parse(certificate.notBefore) <= instantMs && instantMs <= Date.parse(certificate.notAfter);
}

/** Replacing the certificate would not help: the document must carry a date on which one was valid. */
function refuseSigningTime(signingMs: number): Refusal {
  const instant = `${dateInBogota(signingMs)} ${timeInBogota(signingMs).slice(0, 8)}`;
  return new Refusal([{ field: ["documentDate"], reason: "signed-without-certificate", instant, rule: "ZD02" }]);
}

/** Why a company begins no document, whichever; undefined where it does. */
export function findSuspension({ state }: Pick<Company, "state">): Refusal | undefined {
  return state === "suspended" || state === "archived" ? new Refusal({ reason: "company-suspended" }) : undefined;
}

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
