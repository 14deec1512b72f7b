// Seals secrets and opens them (AES-256-GCM under a random data key, itself wrapped by a versioned key of the deployment), and finds those
// that a document needs.

import { eq, isNull, sql } from "drizzle-orm";
import { build, type Database, runNamed, statement } from "../base/db.ts";
import { certificates, ranges, software } from "../base/schema.ts";

const ALGORITHM = "AES-GCM";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const FORMAT = "v1";

/** What a sealed text belongs to; it opens only under the same three (additional authenticated data). */
export interface SealContext {
  readonly companyId: number;
  /** Certificate serial, software id or range identity. */
  readonly subject: string;
  /** `probe`: a constant, whose opening shows that a key is the one it was sealed with. */
  readonly purpose: "certificate" | "software-pin" | "technical-key" | "webhook-secret" | "probe";
}

/** The wrapping keys of a deployment, the newest first. */
export interface VaultKeys {
  readonly newest: number;
  readonly byVersion: ReadonlyMap<number, CryptoKey>;
}

/** The vault cannot be used: says why, never what it holds. */
export class VaultError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "VaultError";
  }
}

/**
 * Reads `VAULT_KEY`: `version:base64` of 32 bytes, separated by commas, the newest first.
 * @throws VaultError when an entry has another form or a version comes twice.
 */
export async function importVaultKeys(text: string): Promise<VaultKeys> {
  const byVersion = new Map<number, CryptoKey>();
  let newest: number | undefined;
  for (const entry of text.split(",")) {
    const [, version = "", body = ""] = /^\s*(\d{1,9}):([A-Za-z0-9+/=]+)\s*$/.exec(entry) ?? [];
    const raw = body === "" ? undefined : decodeBase64(body);
    if (raw === undefined || raw.length !== KEY_BYTES) {
      throw new VaultError("VAULT_KEY must be a list of version:base64 of 32 bytes, separated by commas");
    }
    if (byVersion.has(Number(version))) throw new VaultError(`VAULT_KEY has version ${version} twice`);
    byVersion.set(Number(version), await importKey(raw));
    newest ??= Number(version);
  }
  if (newest === undefined) throw new VaultError("VAULT_KEY is empty");
  return { newest, byVersion };
}

/** Seals a text under a fresh data key, wrapped by the newest wrapping key: `v1.version.wrapped.sealed`. */
export async function seal(keys: VaultKeys, context: SealContext, plain: string): Promise<string> {
  const dataKey = new Uint8Array(KEY_BYTES);
  crypto.getRandomValues(dataKey);
  const sealed = await encrypt(await importKey(dataKey), context, encodeText(plain));
  const wrapped = await encrypt(findWrappingKey(keys, keys.newest), context, dataKey);
  dataKey.fill(0);
  return [FORMAT, keys.newest, wrapped, sealed].join(".");
}

/**
 * Opens a sealed text.
 * @throws VaultError when its wrapping key is not at hand, or it was sealed for something else, or it was altered.
 */
export async function open(keys: VaultKeys, context: SealContext, text: string): Promise<string> {
  const { version, wrapped, sealed } = splitSealed(text);
  const dataKey = await decrypt(findWrappingKey(keys, version), context, wrapped);
  const plain = await decrypt(await importKey(dataKey), context, sealed);
  dataKey.fill(0);
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(plain);
}

/**
 * Wraps the same data key under the newest wrapping key; the sealed secret itself is not opened.
 * @returns the new text, or the same one when it already is under the newest key.
 */
export async function rewrap(keys: VaultKeys, context: SealContext, text: string): Promise<string> {
  const { version, wrapped, sealed } = splitSealed(text);
  if (version === keys.newest) return text;
  const dataKey = await decrypt(findWrappingKey(keys, version), context, wrapped);
  const again = await encrypt(findWrappingKey(keys, keys.newest), context, dataKey);
  dataKey.fill(0);
  return [FORMAT, keys.newest, again, sealed].join(".");
}

/** Version of the wrapping key that a sealed text needs. */
export function versionOf(text: string): number {
  return splitSealed(text).version;
}

function splitSealed(text: string): { version: number; wrapped: string; sealed: string } {
  const [format, version = "", wrapped, sealed, more] = text.split(".");
  const isWhole = format === FORMAT && /^\d{1,9}$/.test(version) && more === undefined;
  if (!isWhole || wrapped === undefined || sealed === undefined)
    throw new VaultError("a sealed text has an unknown form");
  return { version: Number(version), wrapped, sealed };
}

function findWrappingKey(keys: VaultKeys, version: number): CryptoKey {
  const key = keys.byVersion.get(version);
  if (key === undefined) throw new VaultError(`VAULT_KEY has no version ${version}, which a sealed text needs`);
  return key;
}

function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw, ALGORITHM, false, ["encrypt", "decrypt"]);
}

function authenticated(context: SealContext): Uint8Array<ArrayBuffer> {
  return encodeText(JSON.stringify([context.companyId, context.subject, context.purpose]));
}

function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}

/** base64 of iv + ciphertext + tag. */
async function encrypt(key: CryptoKey, context: SealContext, plain: Uint8Array<ArrayBuffer>): Promise<string> {
  const iv = new Uint8Array(IV_BYTES);
  crypto.getRandomValues(iv);
  const parameters = { name: ALGORITHM, iv, additionalData: authenticated(context) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parameters, key, plain));
  const whole = new Uint8Array(IV_BYTES + sealed.length);
  whole.set(iv);
  whole.set(sealed, IV_BYTES);
  return encodeBase64(whole);
}

async function decrypt(key: CryptoKey, context: SealContext, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const whole = decodeBase64(text);
  if (whole === undefined || whole.length <= IV_BYTES) throw new VaultError("a sealed text is cut short");
  const parameters = { name: ALGORITHM, iv: whole.slice(0, IV_BYTES), additionalData: authenticated(context) };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, whole.slice(IV_BYTES)));
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : "unknown";
    throw new VaultError(`a sealed ${context.purpose} of company ${context.companyId} does not open (${name})`);
  }
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (cause) {
    if (cause instanceof DOMException) return undefined;
    throw cause;
  }
}

type SoftwareRow = Readonly<typeof software.$inferSelect>;
type RangeRow = Readonly<typeof ranges.$inferSelect>;

/** A certificate's row: its key material is in `sealedBundle`, or in the Worker secret that `location` names. */
export type CertificateRow = Readonly<
  Pick<
    typeof certificates.$inferSelect,
    "location" | "sealedBundle" | "issuerName" | "serialNumber" | "certDigest" | "chain" | "notBefore" | "notAfter"
  >
>;

/** Everything sealed that one company has, still sealed. */
export interface SealedSecrets {
  readonly companyId: number;
  readonly software: readonly Pick<SoftwareRow, "module" | "softwareId" | "sealedPin">[];
  readonly ranges: readonly SealedRange[];
  readonly certificates: readonly CertificateRow[];
}

/** What distinguishes a numbering range from all others of its company. */
export type RangeIdentity = Pick<RangeRow, "kind" | "resolution" | "prefix" | "fromNumber">;

/** A numbering range with its key, and what says whether it is drawn from; the days are `YYYY-MM-DD`. */
type SealedRange = RangeIdentity &
  Pick<RangeRow, "id" | "sealedTechnicalKey" | "nextNumber" | "validFrom" | "validTo"> & {
    /** False when it is disabled or stopped. */
    readonly isActive: boolean;
    readonly lastNumber: number;
  };

/** What the PIN of a software is sealed for. */
export function pinContext(companyId: number, softwareId: string): SealContext {
  return { companyId, subject: softwareId, purpose: "software-pin" };
}

/** What the technical key of a range is sealed for. */
export function technicalKeyContext(companyId: number, range: RangeIdentity): SealContext {
  const subject = `${range.kind}:${range.resolution}:${range.prefix}:${range.fromNumber}`;
  return { companyId, subject, purpose: "technical-key" };
}

/** What a certificate's PEM bundle is sealed for. */
export function certificateContext(companyId: number, serialNumber: string): SealContext {
  return { companyId, subject: serialNumber, purpose: "certificate" };
}

/** What the secret of a webhook is sealed for. */
export function webhookContext(companyId: number, id: string): SealContext {
  return { companyId, subject: id, purpose: "webhook-secret" };
}

const findSoftware = statement(["companyId"], (value) =>
  build
    .select({ module: software.module, softwareId: software.softwareId, sealedPin: software.sealedPin })
    .from(software)
    .where(eq(software.companyId, value.companyId)),
);

const findRanges = statement(["companyId"], (value) =>
  build
    .select({
      id: ranges.id,
      kind: ranges.kind,
      resolution: ranges.resolution,
      prefix: ranges.prefix,
      fromNumber: ranges.fromNumber,
      sealedTechnicalKey: ranges.sealedTechnicalKey,
      isActive: sql`${ranges.isActive} AND ${isNull(ranges.stoppedBy)}`.mapWith(ranges.isActive),
      lastNumber: sql<number>`coalesce(${ranges.lastNumber}, ${ranges.toNumber})`,
      nextNumber: ranges.nextNumber,
      validFrom: ranges.validFrom,
      validTo: ranges.validTo,
    })
    .from(ranges)
    .where(eq(ranges.companyId, value.companyId)),
);

const findCertificates = statement(["companyId"], (value) =>
  build
    .select({
      location: certificates.location,
      sealedBundle: certificates.sealedBundle,
      issuerName: certificates.issuerName,
      serialNumber: certificates.serialNumber,
      certDigest: certificates.certDigest,
      chain: certificates.chain,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
    })
    .from(certificates)
    .where(eq(certificates.companyId, value.companyId)),
);

/** Reads the sealed secrets of a company in one round trip. */
export async function loadSealedSecrets(db: Database, companyId: number): Promise<SealedSecrets> {
  const of = { companyId };
  const sealed = { software: findSoftware(of), ranges: findRanges(of), certificates: findCertificates(of) };
  return { companyId, ...(await runNamed(db, sealed)) };
}

/**
 * The PIN of a company's software.
 * @returns undefined when the company has no such software.
 * @throws VaultError when it does not open.
 */
export async function openPin(
  keys: VaultKeys,
  secrets: SealedSecrets,
  softwareId: string,
): Promise<string | undefined> {
  const row = secrets.software.find((software) => software.softwareId === softwareId);
  return row && open(keys, pinContext(secrets.companyId, softwareId), row.sealedPin);
}

/** Which range an invoice draws from. */
export interface RangeWish {
  readonly issueDate: string;
  /** Prefixes of the company's branches. */
  readonly reserved: readonly (string | null)[];
  /** That of the invoice's branch; null where it has none. */
  readonly own: string | null;
}

/** The range that an invoice draws from, chosen as the allocation chooses it. */
export function findNextRange({ ranges }: SealedSecrets, { issueDate, reserved, own }: RangeWish): number | undefined {
  const ofInvoices = ranges.filter(({ kind }) => kind === "fe");
  const hasOwn = ofInvoices.some(({ prefix }) => prefix === own);
  const open = ofInvoices.filter(
    ({ isActive, nextNumber, lastNumber, validFrom, validTo, prefix }) =>
      isActive &&
      (hasOwn ? prefix === own : !reserved.includes(prefix)) &&
      nextNumber <= lastNumber &&
      validFrom <= issueDate &&
      issueDate <= validTo,
  );
  return open.sort((one, other) => one.validTo.localeCompare(other.validTo) || one.id - other.id)[0]?.id;
}

/**
 * The technical key of a numbering range.
 * @returns undefined when the company has no such range, or the range has no key.
 * @throws VaultError when it does not open.
 */
export async function openTechnicalKey(
  keys: VaultKeys,
  secrets: SealedSecrets,
  rangeId: number,
): Promise<string | undefined> {
  const range = secrets.ranges.find(({ id }) => id === rangeId);
  if (range === undefined || range.sealedTechnicalKey === null) return undefined;
  return open(keys, technicalKeyContext(secrets.companyId, range), range.sealedTechnicalKey);
}

/**
 * The PEM bundle of a certificate that is in the vault.
 * @throws VaultError when it does not open.
 */
export async function openBundle(
  keys: VaultKeys,
  companyId: number,
  certificate: { readonly serialNumber: string; readonly sealedBundle: string },
): Promise<string> {
  return open(keys, certificateContext(companyId, certificate.serialNumber), certificate.sealedBundle);
}
