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

/** Headers and body of a message. */
async function make({ secrets = [], body = BODY, headers = {}, sentMs = NOW_MS }: Made) {
  const timestamp = Math.floor(sentMs / 1_000);
  const keys = await Promise.all(secrets.map(importSecret));
  const signature = await signContent(keys, { id: "chg_1_2", timestamp, body: BODY });
  const signed = { "webhook-id": "chg_1_2", "webhook-timestamp": String(timestamp), "webhook-signature": signature };
  return { headers: { ...signed, ...headers }, body };
}

describe("a webhook", () => {
  it("that was signed with the secret is read", async () => {
    const secret = createSecret();
    const { headers, body } = await make({ secrets: [secret] });
    expect(await verifyWebhook(headers, body, secret, NOW_MS)).toEqual({
      ...{ id: "chg_1_2", type: "documento.aceptado", timestamp: "2026-09-21T14:13:20.000Z", data: { id: "chg_1_2" } },
    });
  });

  it("is read with either secret while one is rotated", async () => {
    const [old, fresh, other] = [createSecret(), createSecret(), createSecret()];
    for (const secret of [old, fresh, [other, old]]) {
      const { headers, body } = await make({ secrets: [fresh, old] });
      expect(await verifyWebhook(headers, body, secret, NOW_MS)).toMatchObject({ id: "chg_1_2" });
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
    const { headers, body } = await make(made);
    await expect(verifyWebhook(headers, body, secret, NOW_MS)).rejects.toThrow(WebhookError);
  });

  it("is read from the headers of the Web, of Node, and of any spelling, and from its bytes", async () => {
    const { headers, body } = await make({ secrets: [secret] });
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const one of [new Headers(headers), headers, capitals, lists, { ...headers, get: "a header of this name" }]) {
      for (const content of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
        expect((await verifyWebhook(one, content, secret, NOW_MS)).data.id).toBe("chg_1_2");
      }
    }
  });

  it("is refused when bytes that are not UTF-8 stand in it", async () => {
    const { headers, body } = await make({ secrets: [secret] });
    const bytes = Uint8Array.from([...new TextEncoder().encode(body), 0xff]);
    await expect(verifyWebhook(headers, bytes, secret, NOW_MS)).rejects.toThrow(WebhookError);
  });
});

describe("verifying a webhook needs nothing but the Web's own names", () => {
  it("in a realm that has no other, none of Node's among them", async () => {
    const realm = createContext({ crypto, Headers, TextEncoder, TextDecoder, atob, btoa });
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
