// The limit of requests per token into a decision, and into the headers that tell clients of it.
import { Refusal } from "../domain/refusal.ts";
import type { Env } from "../env.ts";

/** What wrangler.toml sets for the binding, which does not say it itself; a test compares the two. */
export const RATE_LIMIT = { requests: 600, periodSeconds: 60 } as const;

/** Whether this deployment limits at all: a local stand may lift the limit for load tests. */
export function isLimited(env: Env): boolean {
  return env.RATE_LIMITED !== "false";
}

/**
 * Counts a request of a token; coarse, by location. Asked before idempotency, so a refused request left no trace.
 * @throws Refusal `rate_limited`.
 */
export async function limitRate(env: Env, tokenId: string): Promise<void> {
  if (!isLimited(env)) return;
  const { success } = await env.RATE_LIMIT.limit({ key: tokenId });
  if (success) return;
  throw new Refusal(
    "rate_limited",
    "Demasiadas solicitudes con este token; espere lo que indica Retry-After y repita.",
  );
}

/**
 * Headers of an answer to a known token. The platform tells only "yes" or "no", so what remains is said when it is nothing.
 */
export function describeRate(status: number): Readonly<Record<string, string>> {
  const { requests, periodSeconds } = RATE_LIMIT;
  const policy = {
    "X-RateLimit-Limit": String(requests),
    "RateLimit-Policy": `"token";q=${requests};w=${periodSeconds}`,
  };
  if (status !== 429) return policy;
  return { ...policy, "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(periodSeconds) };
}
