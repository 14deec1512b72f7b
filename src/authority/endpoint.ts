// Turns a configured origin into the authority's URL, checked against a closed list: no setting can send documents elsewhere.
import type { Environment } from "../domain/company.ts";
import { REAL_ORIGIN, REAL_ORIGINS, SERVICE_PATH } from "./wire-literal.ts";

/**
 * The absolute URL of the service.
 * @param baseUrl one of the authority's two origins, or a stand: a loopback host or one under `.test`, any port.
 * @throws Error on any other host, on credentials, paths, queries and fragments (OWASP API7).
 */
export function buildEndpoint(baseUrl: string): string {
  const url = parseUrl(baseUrl);
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  if (!isBare || !(REAL_ORIGINS.includes(url.origin) || isStand(url))) {
    throw new Error("the authority's address is not one of the two known environments nor a local stand");
  }
  return `${url.origin}${SERVICE_PATH}`;
}

/**
 * The configured origin of one environment: the authority's, or a stand.
 * @throws Error on the other environment's origin: a test sent to production would be a fiscal act, a sale sent to test none.
 */
export function pinOrigin(environment: Environment, baseUrl: string): string {
  const { origin } = parseUrl(baseUrl);
  if (REAL_ORIGINS.includes(origin) && origin !== REAL_ORIGIN[environment]) {
    throw new Error(`the authority's address for ${environment} is that of the other environment`);
  }
  return baseUrl;
}

/** Whether an origin is a stand; only there may waits be shortened. */
export function isStandOrigin(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isStand(new URL(baseUrl));
}

/** Whether an origin is on this very machine. */
export function isLoopbackOrigin(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl));
}

function parseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new Error("the authority's address is not a URL");
  return new URL(baseUrl);
}

function isStand(url: URL): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  return isLoopback(url) || url.hostname.endsWith(".test");
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
