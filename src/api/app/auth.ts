// Decides whether a request is admitted: by its token, the company in its path, and how many came before it.
import type { Company } from "../../domain/company.ts";
import { type Env, findSecret } from "../../env.ts";
import {
  findTokenWithCompany,
  type NamedDocument,
  parseToken,
  readPeppers,
  type StoredToken,
  verifyToken,
} from "../../store/company/clients.ts";
import type { StoredDocument } from "../../store/document/documents.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";
import { type Caller, findId, moduleOfScope, type Scope } from "./route.ts";

/** The scheme in any case and one or more blanks (RFC 9110, 11.4), then the token. */
const BEARER = /^bearer[ \t]+(\S+)$/i;
/** Matches no row: a path that names no company at all. */
const NO_COMPANY = 0;

/** Whose token came with a request; its text and secret are never logged. */
export interface KnownToken {
  readonly tokenId: string;
  readonly clientId: number;
  readonly companyId: number;
}

/** A request that asks to be let in. */
export interface Entry {
  readonly authorization: string | null;
  /** The company id as the path writes it. */
  readonly companyText: string;
  /** Of which one is enough, with its module. */
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly nowMs: number;
  /** Whether it searches, which has a rate of its own. */
  readonly isSearch: boolean;
  /** The document that the request reads, loaded together with the caller. */
  readonly named?: NamedDocument | undefined;
  /** Called with a token that exists, before it is judged, so that refused attempts are logged with it. */
  readonly onToken: (known: KnownToken) => void;
}

/** An admitted caller, with the day of the token's last use (`YYYY-MM-DD`). */
type Admitted = Caller &
  Pick<StoredToken, "lastUsedDay"> & {
    /** What the request reads, where the company has it. */
    readonly document?: StoredDocument;
  };

/**
 * Authenticates and authorizes in the pinned order: 401, 403 company, 403 scope, 403 module, 429.
 * The row is read from the primary each time, so a revocation counts from the next request on.
 * @throws ApiError. Every 401 has the same text, and for a well-formed token the same cost, whichever the reason.
 */
export async function authenticate(env: Env, entry: Entry): Promise<Admitted> {
  if ((findSecret(env, "TOKEN_PEPPER") ?? "") === "") throw new ApiError("internal_error", TEXT.noSecrets);
  const { token, company, document } = await findCaller(env, entry);
  const admitted = admit(entry, token, company);
  await limitRate(env, { tokenId: token.id, companyId: token.companyId, isSearch: entry.isSearch });
  return { ...admitted, ...(document && { document }) };
}

/** Authenticates a caller again that was let in; the rate is not counted. @throws ApiError as `authenticate`. */
export async function confirmCaller(env: Env, entry: Entry): Promise<void> {
  const { token, company } = await findCaller(env, entry);
  admit(entry, token, company);
}

/** @throws ApiError of a 403. */
function admit({ companyText, scopes }: Entry, token: StoredToken, company: Company | undefined): Admitted {
  if (String(token.companyId) !== companyText || company === undefined) {
    throw new ApiError("wrong_company", TEXT.wrongCompany);
  }
  const [held] = scopes.filter((scope) => token.scopes.includes(scope));
  if (held === undefined) throw refuseScopes(scopes);
  const isContracted = (scope: Scope) => token.scopes.includes(scope) && company.modules.includes(moduleOfScope(scope));
  if (!scopes.some(isContracted)) throw refuseModule(held);
  const { id, clientId, lastUsedDay } = token;
  return { tokenId: id, clientId, company, scopes: token.scopes, lastUsedDay };
}

/** The refusal of a token with none of the scopes of a route. */
export function refuseScopes(scopes: readonly Scope[]): ApiError {
  return new ApiError("missing_scope", TEXT.missingScope(scopes.join(" o ")));
}

/** The refusal of a company without the module of a scope. */
export function refuseModule(scope: Scope): ApiError {
  return new ApiError("module_not_contracted", TEXT.noModule(moduleOfScope(scope)));
}

async function findCaller(
  env: Env,
  { authorization, companyText, nowMs, named, onToken }: Entry,
): Promise<{
  readonly token: StoredToken;
  readonly company: Company | undefined;
  readonly document: StoredDocument | undefined;
}> {
  const text = parseToken(BEARER.exec(authorization ?? "")?.[1] ?? "");
  if (text === undefined) throw refuseToken();
  const companyId = findId(companyText) ?? NO_COMPANY;
  const { token, company, document } = await findTokenWithCompany(env, text.id, companyId, named);
  if (token !== undefined) onToken({ tokenId: token.id, clientId: token.clientId, companyId: token.companyId });
  const isGenuine = await verifyToken(readPeppers(env.TOKEN_PEPPER), text.secret, token);
  if (!isGenuine || token === undefined || !isLive(token, nowMs)) throw refuseToken();
  return { token, company, document };
}

function isLive(token: StoredToken, nowMs: number): boolean {
  return token.revokedAt === null && (token.expiresAt === null || nowMs < Date.parse(token.expiresAt));
}

function refuseToken(): ApiError {
  return new ApiError("unauthorized", TEXT.unauthorized);
}

/** What requests are counted by, as headers name it: `search` are those of a token that search, which count nowhere else. */
export type LimitName = "token" | "search" | "company" | "address" | "link";

/** The binding of each limit, and the variable that says how many requests a minute it lets through: a binding does not tell. */
const LIMITS = {
  token: { binding: "RATE_LIMIT", variable: "TOKEN_REQUESTS", text: TEXT.tokenLimited },
  search: { binding: "SEARCH_LIMIT", variable: "SEARCH_REQUESTS", text: TEXT.searchLimited },
  company: { binding: "COMPANY_LIMIT", variable: "COMPANY_REQUESTS", text: TEXT.companyLimited },
  address: { binding: "ADDRESS_LIMIT", variable: "ADDRESS_REQUESTS", text: TEXT.addressLimited },
  link: { binding: "LINK_LIMIT", variable: "LINK_REQUESTS", text: TEXT.linkLimited },
} as const;
/** What answers say of the limits. */
type Settings = Pick<Env, (typeof LIMITS)[LimitName]["variable"]>;
/** Of every limit. */
export const PERIOD_SECONDS = 60;

/** `rate_limited`: a request over one of the limits. */
export class RateLimitError extends ApiError {
  readonly limit: LimitName;

  constructor(limit: LimitName) {
    super("rate_limited", LIMITS[limit].text);
    this.limit = limit;
  }
}

/** Groups of an IPv6 address that name its network: a client with one address there can use them all. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/** Whether this deployment limits requests; a local stand may lift the limits for load tests. */
export function isLimited(env: Env): boolean {
  return env.RATE_LIMITED !== "false";
}

/** Whose request is counted. */
interface Counted {
  readonly tokenId: string;
  readonly companyId: number;
  readonly isSearch: boolean;
}

/**
 * Counts a request of a token, and of its company; coarse, per location. Checked before idempotency, so a refused request leaves no
 * trace. Searches and everything else are counted apart, so that neither takes the rate of the other.
 * @throws RateLimitError
 */
async function limitRate(env: Env, { tokenId, companyId, isSearch }: Counted): Promise<void> {
  await count(env, isSearch ? "search" : "token", tokenId);
  await count(env, "company", isSearch ? `${companyId}:search` : String(companyId));
}

async function count(env: Env, limit: LimitName, key: string): Promise<void> {
  if (!isLimited(env)) return;
  const { success } = await env[LIMITS[limit].binding].limit({ key });
  if (!success) throw new RateLimitError(limit);
}

/**
 * Counts a request of an address before the database is queried, so that guessed tokens cost the service little.
 * @param address as the platform gives it (`CF-Connecting-IP`, which clients cannot set); null where nothing stands before
 * the Worker, and nothing is counted.
 * @param limit `link` of who visits a buyer's link, which counts nowhere else.
 * @throws RateLimitError
 */
export async function limitAddress(
  env: Env,
  address: string | null,
  limit: "address" | "link" = "address",
): Promise<void> {
  if (address !== null) await count(env, limit, findNetwork(address));
}

/** An IPv4 address, or the first half of an IPv6 one. */
function findNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const between = Array.from({ length: Math.max(0, ALL_GROUPS - head.length - tail.length) }, () => "0");
  return [...head, ...between, ...tail].slice(0, NETWORK_GROUPS).join(":");
}

/**
 * Headers of an answer to a known token. The platform answers only "yes" or "no", so the remaining number is stated only when 0.
 */
export function describeRate(settings: Settings, status: number, limit: LimitName): Readonly<Record<string, string>> {
  const requests = settings[LIMITS[limit].variable];
  const policy = {
    "X-RateLimit-Limit": requests,
    "RateLimit-Policy": `"${limit}";q=${requests};w=${PERIOD_SECONDS}`,
  };
  if (status !== 429) return policy;
  return { ...policy, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(PERIOD_SECONDS) };
}
