// Verifies webhooks in the form of Standard Webhooks, by WebCrypto: Node, Workers, Bun, Deno.
import type { Change } from "./schema-v2.ts";

/** The clocks of both sides may be this far apart, in seconds; an older message may be a repeated one. */
const TOLERANCE_SECONDS = 300;

/** What a webhook says. */
export interface WebhookMessage {
  /** The same at each retry: remember it, and a message that comes twice is handled once. */
  readonly id: string;
  readonly type: Change["tipo"] | "webhook.prueba";
  readonly timestamp: string;
  /** As `GET …/cambios` lists it; empty in the test message, `webhook.prueba`. */
  readonly data: Change;
}

/** The message is not from this service, was altered, or is too old: answer 401. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookError";
  }
}

/** Headers as the Web has them, or as Node does. */
export type WebhookHeaders = Pick<Headers, "get"> | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads a webhook and checks its signature and age.
 * @param body what came, byte by byte: not parsed and written again.
 * @param secret `whsec_…`, or several while one is rotated.
 * @param nowMs epoch milliseconds.
 * @throws WebhookError.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  nowMs: number = Date.now(),
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    findHeader(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError("a header of the signature is missing");
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookError("the message is too old, or the clocks differ");
  }
  const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = Uint8Array.from([...new TextEncoder().encode(`${id}.${timestamp}.`), ...content]);
  const secrets = typeof secret === "string" ? [secret] : secret;
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
  for (const one of secrets) {
    const key = await importKey(one);
    for (const signature of given)
      if (await isGenuine(key, signature, signed)) return readMessage(id, new TextDecoder().decode(content));
  }
  throw new WebhookError("no signature is right");
}

function findHeader(headers: WebhookHeaders, name: string): string {
  if (isFetchHeaders(headers)) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : (found?.join(" ") ?? "");
}

/** A record may have a header of that name, which is no function. */
function isFetchHeaders(headers: WebhookHeaders): headers is Pick<Headers, "get"> {
  return typeof headers.get === "function";
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decode(secret.replace(/^whsec_/, ""));
  if (bytes === undefined) throw new WebhookError("the secret is not base64");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** WebCrypto compares in constant time. */
async function isGenuine(key: CryptoKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = decode(signature);
  return bytes !== undefined && crypto.subtle.verify("HMAC", key, bytes, signed);
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Not base64.
    return undefined;
  }
}

function readMessage(id: string, body: string): WebhookMessage {
  const message = JSON.parse(body) as Omit<WebhookMessage, "id">;
  return { id, type: message.type, timestamp: message.timestamp, data: message.data };
}
