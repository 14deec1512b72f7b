// Makes every kind of credential that a client could show for a company, good and bad.
import { crc32 } from "node:zlib";
import { createTokenText } from "../../src/store/company/clients.ts";
import { createClient, type Tenant } from "./tenant.ts";

/** What a token allows, when it allows anything. */
export interface Grant {
  readonly companyId: number;
  readonly scopes: readonly string[];
}

export interface Credential {
  readonly title: string;
  /** Value of the Authorization header; null sends none. */
  readonly authorization: string | null;
  /** Null: not a credential at all. */
  readonly grant: Grant | null;
}

export const SCOPES = ["fe.read", "fe.write", "dse.read", "dse.write", "dee.read", "dee.write"] as const;

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A token that only its text makes one: right form and right checksum around any id and secret. */
function forgeToken(id: string, secret: string): string {
  const body = `fed_test_${id}_${secret}`;
  let rest = crc32(body);
  let printed = "";
  for (let length = 0; length < 6; length += 1) {
    printed = (ALPHABET[rest % 62] ?? "") + printed;
    rest = Math.floor(rest / 62);
  }
  return `${body}_${printed}`;
}

/** The same text with its last character exchanged: only the checksum is wrong. */
export function spoil(token: string): string {
  // The next character of the alphabet: spoiling twice must not restore it.
  const place = ALPHABET.indexOf(token.at(-1) ?? "");
  return token.slice(0, -1) + (ALPHABET[(place + 1) % ALPHABET.length] ?? "");
}

/** Every credential that names a company: all scopes, each one missing, revoked, expired, and three that look like it. */
export async function makeCredentials(tenant: Tenant): Promise<readonly Credential[]> {
  const { companyId, token } = tenant;
  const { id, secret } = createTokenText("test");
  const [, , knownId = "", knownSecret = ""] = token.split("_");
  const bearer = (title: string, text: string, grant: Grant | null): Credential => ({
    title: `${title} of company ${companyId}`,
    authorization: `Bearer ${text}`,
    grant,
  });
  const missing = await Promise.all(
    SCOPES.map(async (scope) => {
      const scopes = SCOPES.filter((one) => one !== scope);
      const client = await createClient(companyId, scopes);
      return bearer(`a token without ${scope}`, client.token, { companyId, scopes });
    }),
  );
  const none = await createClient(companyId, []);
  const past = new Date(Date.now() - 1_000).toISOString();
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const revoked = await createClient(companyId, SCOPES, { revokedAt: past });
  const expired = await createClient(companyId, SCOPES, { expiresAt: past });
  const expiring = await createClient(companyId, SCOPES, { expiresAt: future });
  return [
    bearer("the token", token, { companyId, scopes: SCOPES }),
    {
      title: "the token after the scheme in lower case and two blanks",
      authorization: `bearer  ${token}`,
      grant: { companyId, scopes: SCOPES },
    },
    bearer("a token that expires later", expiring.token, { companyId, scopes: SCOPES }),
    ...missing,
    bearer("a token without scopes", none.token, { companyId, scopes: [] }),
    bearer("a revoked token", revoked.token, null),
    bearer("an expired token", expired.token, null),
    bearer("the token's id with another secret", forgeToken(knownId, secret), null),
    bearer("the token's secret with another id", forgeToken(id, knownSecret), null),
    bearer("the token with a bad checksum", spoil(token), null),
  ];
}

/** Headers that are no credential for any company. */
export function makeNonCredentials({ token }: Tenant): readonly Credential[] {
  const { text } = createTokenText("test");
  const values: readonly (readonly [string, string | null])[] = [
    ["nothing", null],
    ["an empty header", ""],
    ["the scheme alone", "Bearer"],
    ["a malformed token", "Bearer fed_test_abc"],
    ["a token of somebody else's making", `Bearer ${"x".repeat(64)}`],
    ["an unknown token", `Bearer ${text}`],
    ["the scheme Basic", `Basic ${btoa(`user:${token}`)}`],
    ["the scheme Token", `Token ${token}`],
    ["no scheme", token],
    ["two tokens", `Bearer ${token}, Bearer ${token}`],
  ];
  return values.map(([title, authorization]) => ({ title, authorization, grant: null }));
}
