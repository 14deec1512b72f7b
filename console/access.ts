// Decides who reads: a person whom Cloudflare Access let in, and who is listed; on a stand its fixed local user.
import * as z from "zod";

/** What the deployment says of it; all three, or nobody reads. */
export interface AccessSettings {
  /** Origin of the team's Access domain: who signs the tokens. */
  readonly ACCESS_TEAM?: string;
  /** The audience tag of the console's own application. */
  readonly ACCESS_AUDIENCE?: string;
  /** Mailboxes of those who may read, separated by commas. */
  readonly READERS?: string;
}

export type Admission =
  | { readonly type: "reader"; readonly name: string }
  | { readonly type: "refused"; readonly status: 401 | 403 | 503 };

/** Finds the key of a team under which a token is signed; undefined for a key that the team does not have. */
export type FindKey = (issuer: string, keyId: string) => Promise<CryptoKey | undefined>;

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
/** Far more than Access writes. */
const LONGEST_TOKEN = 16_384;
/** Clocks differ by less. */
const LEEWAY_S = 60;

const HEADER = z.object({ alg: z.literal("RS256"), kid: z.string().min(1).max(200) });
const CLAIMS = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  email: z.string().min(3),
});

/**
 * Whether a request may read.
 * @param token out of the header `Cf-Access-Jwt-Assertion`.
 * @throws Error when the team's keys cannot be read.
 */
export async function admit(
  settings: AccessSettings,
  token: string | undefined,
  findKey: FindKey,
  nowMs: number,
): Promise<Admission> {
  const { ACCESS_TEAM: issuer = "", ACCESS_AUDIENCE: audience = "", READERS: listed = "" } = settings;
  const readers = listed
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== "");
  if (!/^https:\/\/[^/]+$/.test(issuer) || audience === "" || readers.length === 0) {
    return { type: "refused", status: 503 };
  }
  const email = token === undefined ? undefined : await readEmail(token, { issuer, audience }, findKey, nowMs);
  if (email === undefined) return { type: "refused", status: 401 };
  return readers.includes(email.toLowerCase()) ? { type: "reader", name: email } : { type: "refused", status: 403 };
}

/** The person of a token that is good now; undefined for any other. */
async function readEmail(
  token: string,
  { issuer, audience }: { readonly issuer: string; readonly audience: string },
  findKey: FindKey,
  nowMs: number,
): Promise<string | undefined> {
  const [head = "", body = "", signature = "", ...more] = token.length > LONGEST_TOKEN ? [] : token.split(".");
  const header = HEADER.safeParse(readJson(head));
  const signed = decode(signature);
  if (!header.success || signed === undefined || more.length > 0) return undefined;
  const key = await findKey(issuer, header.data.kid);
  if (key === undefined) return undefined;
  const text = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(ALGORITHM, key, signed, text))) return undefined;
  const claims = CLAIMS.safeParse(readJson(body));
  if (!claims.success) return undefined;
  const { iss, aud, exp, nbf = 0, email } = claims.data;
  const isMeant = typeof aud === "string" ? aud === audience : aud.includes(audience);
  const nowS = nowMs / 1000;
  return iss === issuer && isMeant && nowS < exp && nbf - LEEWAY_S <= nowS ? email : undefined;
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  return Uint8Array.from(Buffer.from(text, "base64url"));
}

function readJson(text: string): unknown {
  const bytes = decode(text);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError) return undefined;
    throw cause;
  }
}

const KEY_SET = z.object({
  keys: z.array(z.object({ kid: z.string(), kty: z.string(), n: z.string().optional(), e: z.string().optional() })),
});
/** Access keeps a key that it replaced for a week: one that was withdrawn is not taken for longer than this. */
const KEPT_MS = 60 * 60_000;
/** An unknown key asks for the set anew, which nobody may make us do for each request. */
const ASKED_AGAIN_MS = 30_000;
const TIMEOUT_MS = 5_000;

interface KnownKeys {
  readonly askedMs: number;
  readonly keys: ReadonlyMap<string, CryptoKey>;
}

/** Reads the keys of a team where it publishes them, and remembers them for a while. */
export function createKeySource(
  ask: (address: string, init: RequestInit) => Promise<Response>,
  nowMs: () => number,
): FindKey {
  const known = new Map<string, KnownKeys>();
  return async (issuer, keyId) => {
    const before = known.get(issuer);
    const age = nowMs() - (before?.askedMs ?? 0);
    const isFresh = before !== undefined && age < KEPT_MS && (before.keys.has(keyId) || age < ASKED_AGAIN_MS);
    if (isFresh) return before.keys.get(keyId);
    const keys = await readKeys(
      await ask(`${issuer}/cdn-cgi/access/certs`, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    );
    known.set(issuer, { askedMs: nowMs(), keys });
    return keys.get(keyId);
  };
}

async function readKeys(response: Response): Promise<ReadonlyMap<string, CryptoKey>> {
  if (!response.ok) throw new Error(`the keys of Access: an answer with ${response.status}`);
  const { keys } = KEY_SET.parse(await response.json());
  const found = new Map<string, CryptoKey>();
  for (const { kid, kty, n, e } of keys) {
    if (kty !== "RSA" || n === undefined || e === undefined) continue;
    const jwk = { kty, n, e, alg: "RS256", ext: true };
    found.set(kid, await crypto.subtle.importKey("jwk", jwk, ALGORITHM, false, ["verify"]));
  }
  return found;
}
