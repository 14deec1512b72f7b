// Limits requests per token and per address, and writes the headers that describe the limits.
import type { Env } from "../../env.ts";
import { ApiError } from "../base/error.ts";
import { TEXT } from "../message/request.ts";

/** The limit that wrangler.toml sets; a binding does not expose its own, so a test compares the two. */
interface RateLimitPolicy {
  /** As headers name it. */
  readonly name: "token" | "address";
  readonly requests: number;
  readonly periodSeconds: number;
}

/** Of each token. */
export const RATE_LIMIT: RateLimitPolicy = { name: "token", requests: 600, periodSeconds: 60 };
/** Per address, for all its tokens: a guard against floods. Ten times a token's limit, because many tills share an address. */
export const ADDRESS_LIMIT: RateLimitPolicy = { name: "address", requests: 6000, periodSeconds: 60 };

/** Groups of an IPv6 address that name its network: a client with one address there can use them all. */
const NETWORK_GROUPS = 4;
const ALL_GROUPS = 8;

/** Whether this deployment limits requests; a local stand may lift the limits for load tests. */
export function isLimited(env: Env): boolean {
  return env.RATE_LIMITED !== "false";
}

/**
 * Counts a request of a token; coarse, per location. Checked before idempotency, so a refused request leaves no trace.
 * @throws ApiError `rate_limited`.
 */
export async function limitRate(env: Env, tokenId: string): Promise<void> {
  if (!isLimited(env)) return;
  const { success } = await env.RATE_LIMIT.limit({ key: tokenId });
  if (!success) throw new ApiError("rate_limited", TEXT.tokenLimited);
}

/**
 * Counts a request of an address before the database is queried, so that guessed tokens cost the service little.
 * @param address as the platform gives it (`CF-Connecting-IP`, which clients cannot set); null where nothing stands before
 * the Worker, and nothing is counted.
 * @returns whether the address is within its limit.
 */
export async function countAddress(env: Env, address: string | null): Promise<boolean> {
  if (address === null || !isLimited(env)) return true;
  return (await env.ADDRESS_LIMIT.limit({ key: findNetwork(address) })).success;
}

/** The error of an address that is over its limit: `rate_limited`. */
export function refuseAddress(): ApiError {
  return new ApiError("rate_limited", TEXT.addressLimited);
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
export function describeRate(status: number, limit: RateLimitPolicy = RATE_LIMIT): Readonly<Record<string, string>> {
  const { name, requests, periodSeconds } = limit;
  const policy = {
    "X-RateLimit-Limit": String(requests),
    "RateLimit-Policy": `"${name}";q=${requests};w=${periodSeconds}`,
  };
  if (status !== 429) return policy;
  return { ...policy, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(periodSeconds) };
}
