// Makes and reads the tokens of API clients, and finds the client of one, together with the company of the path.
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Company, Module } from "../../domain/company.ts";
import { build, type Database, run, runNamed, statement } from "../base/db.ts";
import { type Bindings, isRead, openAll, openHome, runInKept } from "../base/home.ts";
import { apiClients, tokens } from "../base/schema.ts";
import { type StoredDocument, selectDocument } from "../document/documents.ts";
import { selectCompany, toCompany } from "./companies.ts";

type TokenRow = Readonly<typeof tokens.$inferSelect>;

/** A token as stored: its digest, never itself; scopes and company are its client's. `lastUsedDay`: `YYYY-MM-DD`. */
export type StoredToken = Pick<
  TokenRow,
  "id" | "clientId" | "digest" | "pepperVersion" | "expiresAt" | "revokedAt" | "lastUsedDay"
> &
  Readonly<Pick<typeof apiClients.$inferSelect, "companyId" | "scopes">>;

const findToken = statement(["id"], (value) =>
  build
    .select({
      id: tokens.id,
      clientId: tokens.clientId,
      companyId: apiClients.companyId,
      scopes: apiClients.scopes,
      digest: tokens.digest,
      pepperVersion: tokens.pepperVersion,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
      lastUsedDay: tokens.lastUsedDay,
    })
    .from(tokens)
    .innerJoin(apiClients, eq(apiClients.id, tokens.clientId))
    .where(eq(tokens.id, value.id)),
);

/** A document by its id, as a path names it. */
export interface NamedDocument {
  readonly module: Module;
  readonly id: number;
}

// Behind a company that left, its tokens are what they were then.
const selectRead = statement(["id"], (value) =>
  build
    .select({ id: tokens.id })
    .from(tokens)
    .innerJoin(apiClients, eq(apiClients.id, tokens.clientId))
    .where(and(eq(tokens.id, value.id), isRead(apiClients.companyId))),
);

/**
 * The token, the company of the path and, where one is named, its document, in one round trip; the caller compares the token's
 * company with it. A token that does not live with the company may be that of a company of another database.
 */
export async function findTokenWithCompany(
  bindings: Bindings,
  tokenId: string,
  companyId: number,
  named?: NamedDocument,
): Promise<{
  readonly token: StoredToken | undefined;
  readonly company: Company | undefined;
  readonly document: StoredDocument | undefined;
}> {
  const db = openHome(bindings, companyId);
  const asked = { token: findToken({ id: tokenId }), ...selectCompany(companyId) };
  const rows =
    named === undefined
      ? { document: [], ...(await runNamed(db, asked)) }
      : await runNamed(db, { document: selectDocument({ ...named, companyId }), ...asked });
  const [token] = rows.token;
  const [document] = rows.document;
  return {
    token: token ?? (await findElsewhere(bindings, tokenId)),
    company: toCompany(rows),
    document: document ?? (named && (await findKept(db, companyId, named))),
  };
}

/** A document that an older database of its company keeps. */
async function findKept(db: Database, companyId: number, named: NamedDocument): Promise<StoredDocument | undefined> {
  const [document] = await runInKept(db, selectDocument({ ...named, companyId }));
  return document;
}

async function findElsewhere(bindings: Bindings, tokenId: string): Promise<StoredToken | undefined> {
  const databases = openAll(bindings);
  if (databases.length === 1) return undefined;
  const looking = databases.map((db) => db.batch([findToken({ id: tokenId }), selectRead({ id: tokenId })]));
  const found = await Promise.all(looking);
  return found.find(([, [read]]) => read !== undefined)?.[0][0];
}

/** Remembers the day (`YYYY-MM-DD`) of a token's last use; writes once a day at most. */
export async function touchToken(db: Database, tokenId: string, day: string): Promise<void> {
  const isOlder = or(isNull(tokens.lastUsedDay), lt(tokens.lastUsedDay, day));
  await run(
    db,
    build
      .update(tokens)
      .set({ lastUsedDay: day })
      .where(and(eq(tokens.id, tokenId), isOlder)),
  );
}

/** What a token's text carries. */
interface TokenText {
  /** What the row is found by. */
  readonly id: string;
  readonly secret: string;
}

/** A secret that digests are made with, and the number under which a token's row names it. */
export interface Pepper {
  readonly version: number;
  readonly key: Uint8Array<ArrayBuffer>;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
/** 43 characters out of 62 hold 256 bits. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const TOKEN = /^fed_[a-z]{2,16}_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;
const HMAC = { name: "HMAC", hash: "SHA-256" };
/** Compared with when no such token exists, so that both cases cost the same. */
const NO_DIGEST = new Uint8Array(32);

/**
 * Makes a token: `fed_<environment>_<id>_<secret>_<crc32>`. The text is shown once and never stored.
 * @param environment lower-case letters that show scanners and people where the token belongs, such as `produccion`.
 */
export function createTokenText(environment: string): TokenText & { readonly text: string } {
  const id = createRandomText(ID_LENGTH);
  const secret = createRandomText(SECRET_LENGTH);
  const body = `fed_${environment}_${id}_${secret}`;
  return { id, secret, text: `${body}_${computeChecksum(body)}` };
}

/** A digest of an address that only this deployment can make: hexadecimal. */
export async function hashAddress({ key }: Pepper, address: string): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", key, HMAC, false, ["sign"]);
  const text = new TextEncoder().encode(`factura-edge address 1\n${address}`);
  return Buffer.from(await crypto.subtle.sign("HMAC", imported, text)).toString("hex");
}

/** Reads a token's text; undefined for a text that cannot be one of ours, found without any look-up. */
export function parseToken(text: string): TokenText | undefined {
  const found = TOKEN.exec(text);
  if (found === null) return undefined;
  const [, id = "", secret = "", checksum = ""] = found;
  return computeChecksum(text.slice(0, -(CHECKSUM_LENGTH + 1))) === checksum ? { id, secret } : undefined;
}

/**
 * Reads the versions of a secret, peppers or keys of links: `version:base64` separated by commas, the newest first.
 * @param name of the secret.
 * @throws Error when there is none or one is malformed; the text itself is never repeated.
 */
export function readPeppers(text: string, name = "TOKEN_PEPPER"): readonly [Pepper, ...Pepper[]] {
  const peppers = text.split(",").map((part): Pepper => {
    const [, version, key] = /^\s*(\d{1,6}):([A-Za-z0-9+/]{22,}={0,2})\s*$/.exec(part) ?? [];
    if (version === undefined || key === undefined) throw new Error(`${name} is not version:base64[,…]`);
    return { version: Number(version), key: Uint8Array.from(atob(key), (character) => character.charCodeAt(0)) };
  });
  const [newest, ...others] = peppers;
  if (newest === undefined) throw new Error(`${name} is empty`);
  return [newest, ...others];
}

/** Digest to store: HMAC-SHA-256 of the secret under a pepper, 64 hexadecimal digits. */
export async function digestToken(pepper: Pepper, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", pepper.key, HMAC, false, ["sign"]);
  const digest = await crypto.subtle.sign(HMAC, key, new TextEncoder().encode(secret));
  return Buffer.from(digest).toString("hex");
}

/**
 * Whether a secret is the one behind a stored digest. The comparison is WebCrypto's own, whose time does not depend on the bytes.
 * @param stored undefined when no such token exists: the same work is done, and the answer is false.
 */
export async function verifyToken(
  peppers: readonly [Pepper, ...Pepper[]],
  secret: string,
  stored: { readonly digest: string; readonly pepperVersion: number } | undefined,
): Promise<boolean> {
  const pepper = peppers.find(({ version }) => version === stored?.pepperVersion);
  const key = await crypto.subtle.importKey("raw", (pepper ?? peppers[0]).key, HMAC, false, ["verify"]);
  const expected = (stored === undefined ? undefined : parseDigest(stored.digest)) ?? NO_DIGEST;
  const isSame = await crypto.subtle.verify(HMAC, key, expected, new TextEncoder().encode(secret));
  return isSame && pepper !== undefined && stored !== undefined;
}

function parseDigest(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Uniform characters: bytes that would favour the first ones are thrown away. */
function createRandomText(length: number): string {
  const limit = 256 - (256 % ALPHABET.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && text.length < length) text += ALPHABET[byte % ALPHABET.length] ?? "";
    }
  }
  return text;
}

/** CRC-32 (as in zip) in base 62, six characters. */
function computeChecksum(text: string): string {
  let rest = crc32(text);
  let printed = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    printed = (ALPHABET[rest % ALPHABET.length] ?? "") + printed;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return printed;
}
