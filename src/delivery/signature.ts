// Signs webhooks in the form of Standard Webhooks: HMAC-SHA256 over id, time and body, by WebCrypto.

const PREFIX = "whsec_";

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function createSecret(): string {
  return PREFIX + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
}

/** @throws Error when a text is no secret. */
export async function importSecret(secret: string): Promise<CryptoKey> {
  if (!secret.startsWith(PREFIX)) throw new Error("a secret of a webhook begins with whsec_");
  const bytes = Uint8Array.from(atob(secret.slice(PREFIX.length)), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** What is sent: `timestamp` in whole seconds since 1970. */
interface SignedContent {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** `webhook-signature`: one signature for each key, separated by blanks. */
export async function signContent(keys: readonly CryptoKey[], content: SignedContent): Promise<string> {
  const bytes = new TextEncoder().encode(`${content.id}.${content.timestamp}.${content.body}`);
  const signatures = keys.map(async (key) => {
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
    return `v1,${btoa(String.fromCharCode(...mac))}`;
  });
  return (await Promise.all(signatures)).join(" ");
}
