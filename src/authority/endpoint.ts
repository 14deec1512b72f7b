// Turns a configured origin into the service's URL, from a closed list: no setting can point the service elsewhere.
import { REAL_ORIGINS, SERVICE_PATH } from "./wire-literal.ts";

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

function parseUrl(baseUrl: string): URL {
  if (!URL.canParse(baseUrl)) throw new Error("the authority's address is not a URL");
  return new URL(baseUrl);
}

function isStand(url: URL): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  const { hostname } = url;
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return isLoopback || hostname.endsWith(".test");
}
