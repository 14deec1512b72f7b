// Tests who may read the console: the matrix of tokens, the configuration without which nobody reads, and how keys change.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { admit, createKeySource } from "../../console/access.ts";
import { createConsole } from "../../console/app.ts";
import type { Env } from "../../console/index.ts";
import { guardBucket, guardDatabase, openLedger } from "../../console/ledger.ts";
import type { Env as Service } from "../../src/env.ts";

const TEAM = "https://team.cloudflareaccess.com";
const SETTINGS = {
  ACCESS_TEAM: TEAM,
  ACCESS_AUDIENCE: "aud-of-the-console",
  READERS: "ana@example.com, luis@example.com",
};
const NOW_MS = Date.parse("2026-11-20T15:00:00.000Z");
const NOW_S = NOW_MS / 1000;
const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const HEADER = { alg: "RS256", kid: "first" };
const CLAIMS = {
  iss: TEAM,
  aud: [SETTINGS.ACCESS_AUDIENCE],
  exp: NOW_S + 60,
  nbf: NOW_S - 60,
  email: "ana@example.com",
};

interface Pair {
  readonly privateKey: CryptoKey;
  readonly jwk: JsonWebKey;
}
let first: Pair;
let second: Pair;

async function makePair(): Promise<Pair> {
  const generated = await crypto.subtle.generateKey(
    { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  if (!("privateKey" in generated)) throw new Error("a pair has a private key");
  const { privateKey, publicKey } = generated;
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  if (jwk instanceof ArrayBuffer) throw new Error("a JWK is no buffer");
  return { privateKey, jwk };
}

beforeAll(async () => {
  [first, second] = await Promise.all([makePair(), makePair()]);
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function sign(header: object, claims: object, { privateKey }: Pair = first): Promise<string> {
  const text = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(RSA.name, privateKey, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

/** HMAC under the text of the public key, as who confuses algorithms would take it. */
async function signWithPublicKey(): Promise<string> {
  const text = `${encode({ alg: "HS256", kid: "first" })}.${encode(CLAIMS)}`;
  const secret = new TextEncoder().encode(JSON.stringify(first.jwk));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

/** The team's address, with the keys that it has at the moment; counts who asks. */
function publish(keys: () => Readonly<Record<string, Pair>>) {
  const asked: string[] = [];
  const ask = async (address: string) => {
    asked.push(address);
    return Response.json({ keys: Object.entries(keys()).map(([kid, { jwk }]) => ({ ...jwk, kid })) });
  };
  return { asked, ask };
}

const PATHS = [
  "/",
  "/es",
  "/en/search?q=1",
  "/es/documents/1",
  "/es/documents/1/xml",
  "/es/documents/1/pdf",
  "/en/companies",
].concat(["/en/companies/1", "/es/pending", "/es/authority", "/es/webhooks", "/en/report", "/console.css", "/none"]);

async function visit(path: string, token?: string, settings: object = SETTINGS, method = "GET"): Promise<Response> {
  const findKey = createKeySource(publish(() => ({ first })).ask, () => NOW_MS);
  const app = createConsole<Env>({
    admit: (bindings, request) =>
      admit(bindings, request.headers.get("cf-access-jwt-assertion") ?? undefined, findKey, NOW_MS),
    open: openLedger,
    target: () => "",
    runbooks: () => "",
    nowMs: () => NOW_MS,
  });
  const { DB, FILES } = env as Service;
  const headers = token === undefined ? {} : { "cf-access-jwt-assertion": token };
  return app.fetch(new Request(`https://console.example.com${path}`, { method, headers }), { DB, FILES, ...settings });
}

describe("the console lets in", () => {
  const REFUSED: Readonly<Record<string, readonly [number, () => string | undefined | Promise<string>]>> = {
    "no token": [401, () => undefined],
    "an empty token": [401, () => ""],
    "what is no token": [401, () => "a.b.c"],
    "a token without a signature": [401, async () => (await sign(HEADER, CLAIMS)).replace(/[^.]+$/, "")],
    "another issuer": [401, () => sign(HEADER, { ...CLAIMS, iss: "https://other.cloudflareaccess.com" })],
    "the audience of another application": [401, () => sign(HEADER, { ...CLAIMS, aud: ["another"] })],
    "no audience": [401, () => sign(HEADER, { ...CLAIMS, aud: [] })],
    "a token that is over": [401, () => sign(HEADER, { ...CLAIMS, exp: NOW_S })],
    "a token that begins later": [401, () => sign(HEADER, { ...CLAIMS, nbf: NOW_S + 3600 })],
    "a token without an end": [401, () => sign(HEADER, { ...CLAIMS, exp: undefined })],
    "a program without a mailbox": [401, () => sign(HEADER, { ...CLAIMS, email: undefined, common_name: "robot" })],
    "alg none": [401, () => `${encode({ alg: "none", kid: "first" })}.${encode(CLAIMS)}.`],
    "alg none with a signature": [401, async () => await sign({ alg: "none", kid: "first" }, CLAIMS)],
    "HS256 under the public key": [401, signWithPublicKey],
    "a key that the team does not have": [401, () => sign({ ...HEADER, kid: "second" }, CLAIMS, second)],
    "another key under a name that the team has": [401, () => sign(HEADER, CLAIMS, second)],
    "a key that it brings itself": [401, () => sign({ alg: "RS256", kid: "second", jwk: second.jwk }, CLAIMS, second)],
    "claims that were changed": [
      401,
      async () => {
        const [head, , signature] = (await sign(HEADER, CLAIMS)).split(".");
        return `${head}.${encode({ ...CLAIMS, email: "luis@example.com" })}.${signature}`;
      },
    ],
    "a person who is not listed": [403, () => sign(HEADER, { ...CLAIMS, email: "eva@example.com" })],
    "part of a listed mailbox": [403, () => sign(HEADER, { ...CLAIMS, email: "na@example.com" })],
  };

  it.each(Object.entries(REFUSED))("nobody with %s", async (_, [status, make]) => {
    const token = await make();
    for (const path of PATHS) {
      const response = await visit(path, token);
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.text()).not.toMatch(/href="\/(?:es|en)/);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    }
  });

  it.each([
    ["without a team", { ...SETTINGS, ACCESS_TEAM: "" }],
    ["without an audience", { ...SETTINGS, ACCESS_AUDIENCE: "" }],
    ["without readers", { ...SETTINGS, READERS: " , " }],
    ["with a team over http", { ...SETTINGS, ACCESS_TEAM: "http://team.cloudflareaccess.com" }],
    ["with nothing", {}],
  ])("nobody %s, whatever the token", async (_, settings) => {
    for (const path of PATHS) expect((await visit(path, await sign(HEADER, CLAIMS), settings)).status).toBe(503);
  });

  it.each(["ana@example.com", "LUIS@example.com"])("%s, who is listed", async (email) => {
    const response = await visit("/en/companies", await sign(HEADER, { ...CLAIMS, email }));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(email);
  });

  it("a token whose audience is one text", async () => {
    const token = await sign(HEADER, { ...CLAIMS, aud: SETTINGS.ACCESS_AUDIENCE });
    expect((await visit("/es", token)).status).toBe(200);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("no %s, not even of a reader", async (method) => {
    expect((await visit("/es", await sign(HEADER, CLAIMS), SETTINGS, method)).status).toBe(405);
  });
});

describe("the keys of the team", () => {
  it("change: a new one is asked for, the old one is known no longer than an hour", async () => {
    let nowMs = NOW_MS;
    let keys: Record<string, Pair> = { first };
    const { asked, ask } = publish(() => keys);
    const findKey = createKeySource(ask, () => nowMs);
    expect(await findKey(TEAM, "first")).toBeDefined();
    keys = { second };
    nowMs += 31_000;
    expect(await findKey(TEAM, "second")).toBeDefined();
    expect(await findKey(TEAM, "first")).toBeUndefined();
    keys = { first };
    nowMs += 61 * 60_000;
    expect(await findKey(TEAM, "second")).toBeUndefined();
    expect(new Set(asked)).toEqual(new Set([`${TEAM}/cdn-cgi/access/certs`]));
  });

  it("are asked for once in half a minute, however many unknown ones are named", async () => {
    const { asked, ask } = publish(() => ({ first }));
    const findKey = createKeySource(ask, () => NOW_MS);
    for (let count = 0; count < 20; count += 1) await findKey(TEAM, `unknown-${count}`);
    expect(asked).toHaveLength(1);
  });
});

describe("the ledger of the console", () => {
  it("prepares nothing that writes, and writes no file", async () => {
    const { DB, FILES } = env as Service;
    const database = guardDatabase(DB);
    for (const text of [
      "DELETE FROM companies",
      "UPDATE plans SET used = 0",
      "WITH a AS (SELECT 1) DELETE FROM plans",
    ]) {
      expect(() => database.prepare(text)).toThrow("the console only reads");
    }
    expect(() => database.exec("DELETE FROM companies")).toThrow("the console only reads");
    expect(() => database.withSession()).toThrow("the console only reads");
    const files = guardBucket(FILES);
    expect(() => files.put("documents/1", "x")).toThrow("the console only reads");
    expect(() => files.delete("documents/1")).toThrow("the console only reads");
    expect((await database.prepare("SELECT 1 AS one").first())?.one).toBe(1);
  });
});

it("says on a page what to do where the ledger does not answer, and leads back to what was asked for", async () => {
  const db = { batch: () => Promise.reject(new TypeError("fetch failed")) };
  const app = createConsole<object>({
    admit: async () => ({ type: "reader", name: "local@stand" }),
    open: () => ({
      databases: [db],
      open: () => db,
      readFile: async () => undefined,
      listFiles: async () => [],
      draw: () => Promise.reject(new Error("no renderer is bound")),
      maker: null,
    }),
    target: () => "",
    runbooks: () => "",
    nowMs: () => NOW_MS,
    unanswered: (words) => words.noStand,
  });
  for (const [language, said, again] of [
    ["en", "The stand does not answer", "Try again"],
    ["es", "El entorno local no responde", "Intentar de nuevo"],
  ] as const) {
    const response = await app.request(`/${language}/companies?name=a`);
    const text = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([500, "text/html; charset=UTF-8"]);
    expect(text).toContain(said);
    expect(text).toContain(`<a href="/${language}/companies?name=a">${again}</a>`);
  }
});
