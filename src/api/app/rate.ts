// Limits requests per token, company and address, searches apart from the rest, and writes the headers that describe the limits.
import type { Env } from "../../env.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";

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
export async function limitRate(env: Env, { tokenId, companyId, isSearch }: Counted): Promise<void> {
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
