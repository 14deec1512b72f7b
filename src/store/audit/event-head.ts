// Writes the last event of a chain to the archive as a head: a file that is written once and carries an HMAC, so that a person who
// can only write the database cannot forge it.
import { Buffer } from "node:buffer";
import type { FileLabel } from "../archive/files.ts";

/** Heads of single events lie below this, by company and sequence. */
export const HEAD_ROOT = "audit/heads/";
/** One file per day with the head of every chain. */
export const DAY_ROOT = "audit/days/";
const SEQUENCE_DIGITS = 9;
const HMAC = { name: "HMAC", hash: "SHA-256" };
const KEY_BYTES = 32;

/** Which event of which chain, and its hash, which covers all events before it. */
export interface Head {
  /** 0 for what concerns no single company. */
  readonly companyId: number;
  readonly sequence: number;
  /** Hex SHA-256. */
  readonly hash: string;
}

/** The keys of a deployment's heads, the newest first. */
export interface AuditKeys {
  readonly newest: number;
  readonly byVersion: ReadonlyMap<number, CryptoKey>;
}

/** A file of the archive with the facts that a listing shows of it. */
export interface HeadFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly label: FileLabel;
}

/** A head as the archive has it. */
export interface KeptHead extends Head {
  /** Whether a holder of the key wrote it; undefined when the keys are not at hand. */
  readonly isGenuine: boolean | undefined;
}

/** The heads of all chains on a day. */
export interface KeptDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly heads: readonly Head[];
  readonly isGenuine: boolean | undefined;
  /** What the file itself is known by; it is never read out of the database. */
  readonly mac: string;
}

/**
 * Reads `AUDIT_KEY`: `version:base64` of 32 bytes, separated by commas, the newest first.
 * @throws Error when an entry has another form or a version comes twice; the text itself is never repeated.
 */
export async function importAuditKeys(text: string): Promise<AuditKeys> {
  const byVersion = new Map<number, CryptoKey>();
  for (const entry of text.split(",")) {
    const [, version = "", body = ""] = /^\s*(\d{1,9}):([A-Za-z0-9+/]{43}=)\s*$/.exec(entry) ?? [];
    const raw = Uint8Array.from(Buffer.from(body, "base64"));
    if (raw.length !== KEY_BYTES) throw new Error("AUDIT_KEY must be a list of version:base64 of 32 bytes");
    if (byVersion.has(Number(version))) throw new Error(`AUDIT_KEY has version ${version} twice`);
    byVersion.set(Number(version), await crypto.subtle.importKey("raw", raw, HMAC, false, ["sign", "verify"]));
  }
  const [newest = 0] = byVersion.keys();
  return { newest, byVersion };
}

/** Where the head of an event lies. */
export function headPath({ companyId, sequence }: Omit<Head, "hash">): string {
  return `${HEAD_ROOT}${companyId}/${String(sequence).padStart(SEQUENCE_DIGITS, "0")}.json`;
}

/** Where the heads of a day lie (YYYY-MM-DD). */
export function dayPath(day: string): string {
  return `${DAY_ROOT}${day}.json`;
}

/** The file of a head: the same head under the same key has the same bytes. */
export async function buildHeadFile(keys: AuditKeys, head: Head): Promise<HeadFile> {
  const mac = await sign(keys, toHeadText(head));
  const label = { hash: head.hash, key: String(keys.newest), mac };
  const { companyId: company, sequence } = head;
  return { path: headPath(head), bytes: encode(JSON.stringify({ company, sequence, ...label })), label };
}

/**
 * A head out of a listing of the archive.
 * @param keys undefined where they are not known: then it cannot be said who wrote it.
 * @returns undefined for a path that no head has.
 */
export async function readHead(
  keys: AuditKeys | undefined,
  path: string,
  label: FileLabel | undefined,
): Promise<KeptHead | undefined> {
  const [, companyId, sequence] = /^audit\/heads\/(\d{1,15})\/(\d{9,16})\.json$/.exec(path) ?? [];
  if (companyId === undefined || sequence === undefined) return undefined;
  const head = { companyId: Number(companyId), sequence: Number(sequence), hash: label?.hash ?? "" };
  return { ...head, isGenuine: await isSigned(keys, toHeadText(head), label?.key, label?.mac) };
}

/** The file of a day. */
export async function buildDayFile(keys: AuditKeys, day: string, heads: readonly Head[]): Promise<HeadFile> {
  const mac = await sign(keys, toDayText(day, heads));
  const label = { key: String(keys.newest), mac };
  return { path: dayPath(day), bytes: encode(JSON.stringify({ day, heads, ...label })), label };
}

/** The heads of a day out of its file; one that cannot be read is not genuine. */
export async function readDay(keys: AuditKeys | undefined, path: string, bytes: Uint8Array): Promise<KeptDay> {
  const day = path.slice(DAY_ROOT.length).replace(/\.json$/, "");
  const file = parse(bytes);
  if (file === undefined || file.day !== day) return { day, heads: [], isGenuine: false, mac: "" };
  const { heads, key, mac } = file;
  return { day, heads, isGenuine: await isSigned(keys, toDayText(day, heads), key, mac), mac: String(mac) };
}

interface DayFile {
  readonly day: string;
  readonly heads: readonly Head[];
  readonly key: string;
  readonly mac: string;
}

function parse(bytes: Uint8Array): DayFile | undefined {
  try {
    const file = JSON.parse(new TextDecoder().decode(bytes)) as DayFile;
    return Array.isArray(file.heads) ? file : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

function toHeadText({ companyId, sequence, hash }: Head): string {
  return JSON.stringify(["head", companyId, sequence, hash]);
}

function toDayText(day: string, heads: readonly Head[]): string {
  return JSON.stringify(["day", day, heads.map(({ companyId, sequence, hash }) => [companyId, sequence, hash])]);
}

/** HMAC of a text under the newest key, in hexadecimal. */
export async function sign({ newest, byVersion }: AuditKeys, text: string): Promise<string> {
  const key = byVersion.get(newest);
  if (key === undefined) throw new Error("AUDIT_KEY is empty");
  return Buffer.from(await crypto.subtle.sign(HMAC, key, encode(text))).toString("hex");
}

/** Whether a holder of the key signed a text; undefined when the keys are not at hand. */
export async function isSigned(
  keys: AuditKeys | undefined,
  text: string,
  version: string | undefined,
  mac: string | undefined,
): Promise<boolean | undefined> {
  if (keys === undefined) return undefined;
  const key = keys.byVersion.get(Number(version));
  if (key === undefined || mac === undefined) return false;
  return crypto.subtle.verify(HMAC, key, Uint8Array.from(Buffer.from(mac, "hex")), encode(text));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
