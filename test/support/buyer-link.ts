// Asks the service as one that gives links to buyers.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "../../src/api/app.ts";
import type { Env } from "../../src/env.ts";

export const LINK_ORIGIN = "https://facturas.example.com";
export const LINK_KEY = `7:${btoa("a key of links, of 32 bytes, new")}`;
export const OLDER_LINK_KEY = `6:${btoa("a key of links, of 32 bytes, old")}`;

/** Of every answer below `/d/`, whatever it says. */
export const LINK_HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "x-content-type-options": "nosniff",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

const app = createApp();

/** The answer, once all that the request began has ended. @param more bindings that this request has otherwise. */
export async function askWithLinks(request: Request, more: Partial<Env> = {}): Promise<Response> {
  const context = createExecutionContext();
  const keys = `${LINK_KEY},${OLDER_LINK_KEY}`;
  const bindings = { ...(env as Env), PUBLIC_ORIGIN: LINK_ORIGIN, LINK_KEY: keys, ...more };
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}
