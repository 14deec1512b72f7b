// Computes the digest that distinguishes a replay from a conflict: the same request in any spelling has the same fingerprint.
import { Buffer } from "node:buffer";
import { isJsonList, JsonNumber, type JsonValue } from "../domain/value/json.ts";

/** Grows when the canonical form changes; old fingerprints keep the version that they were taken with. */
const VERSION = "1";
/** Texts that normalising and quoting leave as they are: ASCII without controls, quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

const encoder = new TextEncoder();

/**
 * Fingerprint of a payload, taken before defaults are filled (`docs/design.md`, Fingerprint).
 * @param payload aliases already resolved at every level.
 * @param keyNames members of the payload itself that carry the idempotency key; they do not count.
 * @returns `1:` and 64 hexadecimal digits.
 */
export function computeFingerprint(payload: JsonValue, keyNames: readonly string[]): Promise<string> {
  // Printed at once, so that nothing holds the payload while its text is digested.
  return digestPrinted(encoder.encode(printCanonical(payload, keyNames)));
}

async function digestPrinted(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return `${VERSION}:${Buffer.from(digest).toString("hex")}`;
}

/**
 * Canonical JSON (RFC 8785 style): members sorted by code unit, no blanks, texts in NFC, numbers by exact decimal value.
 * @param leftOut members of the outermost object to skip.
 */
export function printCanonical(value: JsonValue, leftOut: readonly string[] = []): string {
  if (typeof value === "string") return printText(value);
  if (value instanceof JsonNumber) return value.text;
  if (value === null || typeof value === "boolean") return String(value);
  let printed = "";
  if (isJsonList(value)) {
    for (const element of value) printed += `${printed === "" ? "" : ","}${printCanonical(element)}`;
    return `[${printed}]`;
  }
  for (const name of sortNames(Object.keys(value))) {
    if (leftOut.includes(name)) continue;
    printed += `${printed === "" ? "" : ","}${printText(name)}:${printCanonical(value[name] ?? null)}`;
  }
  return `{${printed}}`;
}

/** By their NFC. Plain names are their own: nearly all, and sorting them so takes half the time. */
function sortNames(names: string[]): readonly string[] {
  if (names.every((name) => PLAIN.test(name))) return names.sort();
  return names
    .map((name) => [name.normalize("NFC"), name] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([, name]) => name);
}

function printText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text.normalize("NFC"));
}
