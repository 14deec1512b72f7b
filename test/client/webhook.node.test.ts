// Tests that the typed client takes what the service signs, and nothing else, also where there is no Node.
import { createContext, runInContext } from "node:vm";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, it } from "vitest";
import { verifyWebhook, WebhookError } from "../../client/src/webhook.ts";
import { createSecret, importSecret, signContent } from "../../src/delivery/signature.ts";
import { bundleCheck } from "./webhook-bundle.ts";

const NOW_MS = 1_790_000_000_000;
const BODY = '{"type":"documento.aceptado","timestamp":"2026-09-21T14:13:20.000Z","data":{"id":"chg_1_2"}}';

interface Made {
  readonly secrets?: readonly string[];
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sentMs?: number;
}

async function makeRequest({ secrets = [], body = BODY, headers = {}, sentMs = NOW_MS }: Made): Promise<Request> {
  const timestamp = Math.floor(sentMs / 1_000);
  const keys = await Promise.all(secrets.map(importSecret));
  const signature = await signContent(keys, { id: "chg_1_2", timestamp, body: BODY });
  const signed = { "webhook-id": "chg_1_2", "webhook-timestamp": String(timestamp), "webhook-signature": signature };
  return new Request("https://hooks.example.com/", { method: "POST", body, headers: { ...signed, ...headers } });
}

describe("a webhook", () => {
  it("that was signed with the secret is read", async () => {
    const secret = createSecret();
    expect(await verifyWebhook(await makeRequest({ secrets: [secret] }), secret, NOW_MS)).toEqual({
      ...{ id: "chg_1_2", type: "documento.aceptado", timestamp: "2026-09-21T14:13:20.000Z", data: { id: "chg_1_2" } },
    });
  });

  it("is read with either secret while one is rotated", async () => {
    const [old, fresh, other] = [createSecret(), createSecret(), createSecret()];
    for (const secret of [old, fresh, [other, old]]) {
      const request = await makeRequest({ secrets: [fresh, old] });
      expect(await verifyWebhook(request, secret, NOW_MS)).toMatchObject({ id: "chg_1_2" });
    }
  });

  const secret = createSecret();
  const REFUSED: Readonly<Record<string, Made>> = {
    "that was signed with another secret": { secrets: [createSecret()] },
    "whose body was altered": { secrets: [secret], body: BODY.replace("aceptado", "rechazado") },
    "whose id was altered": { secrets: [secret], headers: { "webhook-id": "chg_1_3" } },
    "whose time was altered": { secrets: [secret], headers: { "webhook-timestamp": String(NOW_MS / 1_000 + 1) } },
    "that is too old": { secrets: [secret], sentMs: NOW_MS - 301_000 },
    "that is from the future": { secrets: [secret], sentMs: NOW_MS + 302_000 },
    "without a signature": { secrets: [] },
    "with a signature of another form": { secrets: [secret], headers: { "webhook-signature": "v2,AAAA v1,%%%" } },
  };

  it.each(Object.entries(REFUSED))("%s is refused", async (_, made) => {
    await expect(verifyWebhook(await makeRequest(made), secret, NOW_MS)).rejects.toThrow(WebhookError);
  });
});

describe("verifying a webhook needs nothing but the Web's own names", () => {
  it("in a realm that has no other, none of Node's among them", async () => {
    const realm = createContext({ crypto, Request, TextEncoder, atob, btoa });
    const script = `${await bundleCheck()}\n[typeof process, typeof Buffer, typeof require, check.checkWebhook()]`;
    const [hasProcess, hasBuffer, hasRequire, outcome] = runInContext(script, realm);
    expect([hasProcess, hasBuffer, hasRequire]).toEqual(["undefined", "undefined", "undefined"]);
    expect(await outcome).toBe("verified");
  });

  it("in workerd", async () => {
    const script = `${await bundleCheck()}\nexport default { fetch: async () => new Response(await check.checkWebhook()) };`;
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({ modules: true, script, compatibilityDate: "2026-09-15" }),
    );
    try {
      expect(await (await miniflare.dispatchFetch("http://receiver/")).text()).toBe("verified");
    } finally {
      await miniflare.dispose();
    }
  });
});
