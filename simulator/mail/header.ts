// Checks the headers that a sender adds, by the platform's published rules.
import { refuse } from "./refusal.ts";

const words = (text: string): string[] => text.split(" ");

const OWN: ReadonlySet<string> = new Set([
  ...words("date message-id mime-version content-type content-transfer-encoding dkim-signature return-path"),
  ...words("received feedback-id tls-required tls-report-domain tls-report-submitter cfbl-address"),
  ...words("cfbl-feedback-id"),
]);
const FIELDS: ReadonlySet<string> = new Set(["from", "to", "cc", "bcc", "subject", "reply-to"]);
const ALLOWED: ReadonlySet<string> = new Set([
  ...words("in-reply-to references list-unsubscribe list-unsubscribe-post list-id list-archive list-help"),
  ...words("list-owner list-post list-subscribe precedence auto-submitted content-language keywords comments"),
  ...words("importance priority sensitivity organization expires reply-by require-recipient-valid-since"),
  ...words("archived-at"),
]);
const NAME = /^(?:x-[a-z0-9_-]{1,98}|(?!x-)[a-z0-9-]{1,100})$/;
const VALUE_BYTES_MOST = 2_048;
const ALL_BYTES_MOST = 16 * 1_024;
const LISTED_MOST = 20;
/** `: ` and the end of the line. */
const BYTES_AROUND = 4;

/** @throws Error with the platform's code for the first header that it would refuse. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  for (const [name, value] of entries) checkHeader(name, value);
  const bytes = entries.reduce((sum, [name, value]) => sum + name.length + countBytes(value) + BYTES_AROUND, 0);
  if (bytes > ALL_BYTES_MOST)
    throw refuse("E_HEADERS_TOO_LARGE", `headers of ${bytes} bytes, at most ${ALL_BYTES_MOST}`);
  const listed = entries.filter(([name]) => !/^x-/i.test(name)).length;
  if (listed > LISTED_MOST) throw refuse("E_HEADERS_TOO_MANY", `${listed} headers of the list, at most ${LISTED_MOST}`);
}

function checkHeader(name: string, value: string): void {
  const lower = name.toLowerCase();
  if (!NAME.test(lower)) throw refuse("E_HEADER_NAME_INVALID", `header name "${name}"`);
  if (FIELDS.has(lower)) throw refuse("E_HEADER_USE_API_FIELD", `header "${name}" has a field of its own`);
  const isAllowed = lower.startsWith("x-") || (ALLOWED.has(lower) && !OWN.has(lower));
  if (!isAllowed) throw refuse("E_HEADER_NOT_ALLOWED", `header "${name}" is the platform's own, or not on its list`);
  if (value === "" || /[\r\n\0]/.test(value)) throw refuse("E_HEADER_VALUE_INVALID", `value of header "${name}"`);
  const bytes = countBytes(value);
  if (bytes > VALUE_BYTES_MOST) throw refuse("E_HEADER_VALUE_TOO_LONG", `header "${name}" has ${bytes} bytes`);
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
