// A payload under canonical names into its fingerprint: the same request in any spelling gives the same text.
import { JsonNumber, type JsonValue } from "../domain/json.ts";

/** Grows when the canonical form changes; old fingerprints keep the version that they were taken with. */
const VERSION = "1";

/**
 * Fingerprint of a payload, taken before defaults are filled (design: Fingerprint; contract 4.7 rule 4).
 * @param payload aliases already resolved at every level.
 * @param keyNames members of the payload itself that carry the idempotency key; they do not count.
 * @returns `1:` and 64 hexadecimal digits.
 */
export async function computeFingerprint(payload: JsonValue, keyNames: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(printCanonical(payload, keyNames));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `${VERSION}:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Canonical JSON (RFC 8785 style): members sorted by code unit, no blanks, texts in NFC, numbers by exact decimal value.
 * @param leftOut members of the outermost object to skip.
 */
export function printCanonical(value: JsonValue, leftOut: readonly string[] = []): string {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "string") return JSON.stringify(value.normalize("NFC"));
  if (value === null || typeof value === "boolean") return String(value);
  if (isList(value)) return `[${value.map((element) => printCanonical(element)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, member]) => [name.normalize("NFC"), member] as const)
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${printCanonical(member)}`).join(",")}}`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
