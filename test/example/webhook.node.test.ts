// Runs the receivers of the guide to webhooks, in each language, against the vector of the Standard Webhooks specification and
// changes of it, and compares the guide with them.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { receive } from "../../examples/typescript/webhook.ts";
import { createSecret } from "../../src/delivery/signature.ts";

const ROOT = join(import.meta.dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/reference/v2/05-cambios-y-webhooks.md"), "utf8");
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  /** Epoch seconds of the receiver. */
  readonly now: number;
}

const VECTOR: Message = {
  headers: {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": SIGNATURE,
  },
  body: '{"test": 2432232314}',
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  now: 1_614_265_330,
};
const withHeader = (name: string, value: string): Message => ({
  ...VECTOR,
  headers: { ...VECTOR.headers, [`webhook-${name}`]: value },
});

const MESSAGES: readonly (readonly [what: string, message: Message, isGenuine: boolean])[] = [
  ["the public vector", VECTOR, true],
  ["the vector after five minutes", { ...VECTOR, now: VECTOR.now + 300 }, true],
  ["two signatures, the second right", withHeader("signature", `v1,${"A".repeat(43)}= ${SIGNATURE}`), true],
  ["an altered body", { ...VECTOR, body: '{"test": 2432232315}' }, false],
  ["another secret", { ...VECTOR, secret: createSecret() }, false],
  ["another id", withHeader("id", "msg_other"), false],
  ["another time", withHeader("timestamp", "1614265331"), false],
  ["a message that is too old", { ...VECTOR, now: VECTOR.now + 301 }, false],
  ["a message from the future", { ...VECTOR, now: VECTOR.now - 302 }, false],
  ["a time that is none", withHeader("timestamp", "1e9"), false],
  ["a signature of another version", withHeader("signature", SIGNATURE.replace("v1", "v2")), false],
  ["a signature with a letter beyond ASCII", withHeader("signature", "v1,ñ"), false],
  ["no headers", { ...VECTOR, headers: {} }, false],
];

const PYTHON =
  "import json,sys;sys.path.insert(0,'examples/python');from webhook import verify;print(json.dumps([verify(m['headers'],m['body'].encode(),m['secret'],m['now']) for m in json.load(sys.stdin)]))";
const PHP =
  "require 'examples/php/webhook.php';echo json_encode(array_map(fn($m)=>verify((array)$m['headers'],$m['body'],$m['secret'],$m['now']),json_decode(stream_get_contents(STDIN),true)));";
const LANGUAGES = [
  { language: "python", program: ["python3", "-B", "-W", "error", "-c", PYTHON], file: "examples/python/webhook.py" },
  { language: "php", program: ["php", "-d", "display_errors=1", "-r", PHP], file: "examples/php/webhook.php" },
] as const;

function isInstalled({ program: [command] }: (typeof LANGUAGES)[number]): boolean {
  if (spawnSync(command, ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error(`CI has no ${command}`);
  console.warn(`skipped: ${command} is not installed here`);
  return false;
}

/** What the guide shows of a language. */
function readSnippet(language: string, name: string): string {
  const blocks = [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code]) => code);
  return blocks.find((code) => code?.includes(name)) ?? "";
}

describe("the receiver of the guide in", () => {
  it.each(LANGUAGES.filter(isInstalled))(
    "$language takes the public vector and refuses what differs",
    ({ program }) => {
      const [command, ...parameters] = program;
      const input = JSON.stringify(MESSAGES.map(([, message]) => message));
      const { stdout, stderr } = spawnSync(command, parameters, { cwd: ROOT, input, encoding: "utf8" });
      expect(stderr).toBe("");
      const verdicts: unknown = JSON.parse(stdout);
      expect(verdicts).toEqual(MESSAGES.map(([, , isGenuine]) => isGenuine));
    },
  );

  it.each(MESSAGES)("TypeScript: %s", async (_, { headers, body, secret, now }, isGenuine) => {
    const request = new Request("https://hooks.example.com/", { method: "POST", headers, body });
    expect((await receive(request, secret, now * 1_000)).status).toBe(isGenuine ? 204 : 401);
  });

  it.each(LANGUAGES)("$language is what the guide shows", ({ language, file }) => {
    const code = readFileSync(join(ROOT, file), "utf8").replace("<?php\n", "");
    expect(readSnippet(language, "verify(")).toBe(code);
  });

  it("TypeScript is what the guide shows, with the name of the package", () => {
    const code = readFileSync(join(ROOT, "examples/typescript/webhook.ts"), "utf8");
    const shown = code.replace("../../client/src/client-v2.ts", "factura-edge-client/v2");
    expect(readSnippet("ts", "verifyWebhook")).toBe(shown);
  });
});
