// Checks `verifyWebhook` with nothing but what every runtime has: the tests run it, bundled, in runtimes that are not Node.
import { verifyWebhook } from "../../client/src/webhook.ts";

const NOW_MS = 1_790_000_000_000;
const SECRET = "whsec_bWluIHNlY3JldCBmb3IgcnVudGltZXM=";
const BODY = '{"type":"documento.aceptado","timestamp":"2026-09-21T14:13:20.000Z","data":{"id":"chg_1_2","ñ":"€"}}';

/** @returns "verified", or what was taken or refused wrongly. */
export async function checkWebhook(): Promise<string> {
  const genuine = await sign(BODY);
  const { id, data } = await verifyWebhook(toHeaders(genuine), BODY, SECRET, NOW_MS);
  if (id !== "chg_1_2" || JSON.stringify(data) !== '{"id":"chg_1_2","ñ":"€"}')
    return `read ${id} ${JSON.stringify(data)}`;
  const refused: Readonly<Record<string, () => Promise<unknown>>> = {
    "an altered body": () => verifyWebhook(toHeaders(genuine), BODY.replace("aceptado", "rechazado"), SECRET, NOW_MS),
    "another secret": () => verifyWebhook(toHeaders(genuine), BODY, "whsec_b3RoZXI=", NOW_MS),
    "an old message": () => verifyWebhook(toHeaders(genuine), BODY, SECRET, NOW_MS + 301_000),
    "no signature": () => verifyWebhook(toHeaders(""), BODY, SECRET, NOW_MS),
  };
  for (const [what, verify] of Object.entries(refused)) {
    const outcome = await verify().then(
      () => "taken",
      (cause) => (cause as Error).name,
    );
    if (outcome !== "WebhookError") return `${what}: ${outcome}`;
  }
  return "verified";
}

function toHeaders(signature: string): Headers {
  return new Headers({ "webhook-id": "chg_1_2", "webhook-timestamp": "1790000000", "webhook-signature": signature });
}

async function sign(body: string): Promise<string> {
  const raw = Uint8Array.from(atob(SECRET.slice("whsec_".length)), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const content = new TextEncoder().encode(`chg_1_2.1790000000.${body}`);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, content));
  return `v1,${btoa(String.fromCharCode(...digest))}`;
}
