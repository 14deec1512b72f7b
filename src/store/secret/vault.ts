// Seals secrets and opens them: AES-256-GCM under a random data key, itself wrapped by a versioned key of the deployment.

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
