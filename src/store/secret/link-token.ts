// Makes and reads the token of a link for the buyer: which document, until when, and a code that only this deployment can write.
import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { Pepper } from "../company/clients.ts";

/** What a link opens, and until when. */
export interface LinkTarget {
  readonly companyId: number;
  readonly documentId: number;
  /** Links of another generation of the document are ended. */
  readonly generation: number;
  /** Last day of Bogotá on which it opens, counted from 1970-01-01. */
  readonly lastDay: number;
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
/** Keeps these codes apart from any other use of HMAC. */
const PURPOSE = "factura-edge link 1\n";
/** 128 bits of the code. */
const CODE_BYTES = 16;
/** Five numbers of at most eight bytes each, and the code. */
const TOKEN = /^[A-Za-z0-9_-]{28,76}$/;
const FIELDS = 5;

/** A link's token under the newest key: base64url of five numbers and 128 bits of their HMAC-SHA-256; 34 characters as a rule. */
export async function writeLinkToken([newest]: readonly [Pepper, ...Pepper[]], target: LinkTarget): Promise<string> {
  const { companyId, documentId, generation, lastDay } = target;
  const facts = Buffer.from([newest.version, companyId, documentId, generation, lastDay].flatMap(writeNumber));
  return Buffer.concat([facts, await computeCode(newest, facts)]).toString("base64url");
}

/** What a token says, or undefined for one that no key of the deployment wrote; the comparison takes the same time for any code. */
export async function readLinkToken(
  keys: readonly [Pepper, ...Pepper[]],
  text: string,
): Promise<LinkTarget | undefined> {
  const bytes = TOKEN.test(text) ? Buffer.from(text, "base64url") : Buffer.alloc(0);
  const facts = bytes.subarray(0, Math.max(0, bytes.length - CODE_BYTES));
  const numbers = readNumbers(facts);
  const [version, companyId = 0, documentId = 0, generation = 0, lastDay = 0] = numbers;
  const key = keys.find((one) => one.version === version) ?? keys[0];
  const expected = await computeCode(key, facts);
  const code = Buffer.concat([bytes.subarray(facts.length), Buffer.alloc(CODE_BYTES)]).subarray(0, CODE_BYTES);
  const isSame = timingSafeEqual(expected, code);
  const isCanonical = bytes.toString("base64url") === text && numbers.length === FIELDS && key.version === version;
  return isSame && isCanonical ? { companyId, documentId, generation, lastDay } : undefined;
}

async function computeCode(pepper: Pepper, facts: Uint8Array): Promise<Buffer> {
  const key = await crypto.subtle.importKey("raw", pepper.key, HMAC, false, ["sign"]);
  const signed = await crypto.subtle.sign(HMAC, key, Buffer.concat([Buffer.from(PURPOSE), facts]));
  return Buffer.from(signed).subarray(0, CODE_BYTES);
}

/** Seven bits in each byte, the lowest first; all but the last have the highest bit set. */
function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...writeNumber(Math.floor(value / 128))];
}

function readNumbers(bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0;
    scale = 1;
  }
  return numbers;
}
