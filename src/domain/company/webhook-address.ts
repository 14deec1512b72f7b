// Decides whether a webhook may go to an address: only public names over https, so that no webhook reaches a private network.

/** Why an address is refused. */
export type AddressFault =
  | "not-an-address"
  | "too-long"
  | "not-https"
  | "credentials"
  | "port"
  | "fragment"
  | "address-literal"
  | "private-name"
  | "not-a-public-name";

/** Characters of an address. */
const MOST = 2_000;
const MOST_HOST = 253;
/** The ports of https that hosts of receivers use. */
const PORTS: readonly string[] = ["", "8443"];
/** Names that resolve inside a network, that are reserved, or that a provider answers itself (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const PRIVATE_SUFFIXES: readonly string[] = [
  ...["localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "arpa", "alt"],
  ...[
    "test",
    "example",
    "invalid",
    "onion",
    "mail",
    "host",
    "docker",
    "kubernetes",
    "cluster",
    "svc",
    "consul",
    "domain",
  ],
];
/** Public names that resolve to an address spelled in them, or to the machine itself. */
const REBINDING_SUFFIXES: readonly string[] = [
  ...["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "yoogle.com"],
  ...["rbndr.us", "1u.ms", "traefik.me", "local.gd", "readme.localhost.run", "fbi.com", "backname.io", "ip6.name"],
];
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** A last label that a resolver may read as part of a number: digits, or hexadecimal digits behind 0x. */
const NUMERIC_LABEL = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * What forbids an address; undefined when it may be sent to.
 * @param isLocalAllowed on a stand alone: `http://127.0.0.1` with any port is allowed as well.
 */
export function findAddressFault(text: string, isLocalAllowed = false): AddressFault | undefined {
  if (text.length > MOST) return "too-long";
  // Checked before parsing: the URL parser drops blanks and line ends and turns a backslash into a slash.
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return "not-an-address";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) return "credentials";
  if (url.hash !== "" || text.includes("#")) return "fragment";
  if (isLocalAllowed && url.protocol === "http:" && url.hostname === "127.0.0.1") return undefined;
  if (url.protocol !== "https:" || !/^https:\/\/[^/]/i.test(text)) return "not-https";
  return findHostFault(url.hostname) ?? (PORTS.includes(url.port) ? undefined : "port");
}

/** @param host as a parser of addresses normalises it: lower case, punycode, numbers as IPv4. */
function findHostFault(host: string): AddressFault | undefined {
  if (host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+\.?$/.test(host)) return "address-literal";
  if (host.endsWith(".") || host.length > MOST_HOST) return "not-a-public-name";
  const labels = host.split(".");
  if (NUMERIC_LABEL.test(labels.at(-1) ?? "")) return "address-literal";
  if (!labels.every((label) => LABEL.test(label))) return "not-a-public-name";
  const isUnder = (suffix: string) => host === suffix || host.endsWith(`.${suffix}`);
  if (PRIVATE_SUFFIXES.some(isUnder) || REBINDING_SUFFIXES.some(isUnder)) return "private-name";
  return labels.length < 2 ? "not-a-public-name" : undefined;
}
