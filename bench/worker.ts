// Repeats one named piece of work inside workerd; the clock stands still there, so the caller takes the time.
import { INVOICE_KEY } from "../src/api/creation/create.ts";
import { zipFile } from "../src/authority/soap.ts";
import { computeFingerprint } from "../src/issuance/reserve.ts";
import { signDocument } from "../src/signature/xades.ts";
import { buildXml, type Fixture, freeze, getFixture, issue, price, readObject, readRequest, wrap } from "./fixture.ts";
import { signWithXadesjs, signWithXmlCrypto } from "./peer.ts";

const RSA = { name: "RSASSA-PKCS1-v1_5" };
/** As long as the SignedInfo that the product signs. */
const SIGNED_INFO_LENGTH = 2_000;
const message = new Uint8Array(SIGNED_INFO_LENGTH).fill(120);

type Work = (fixture: Fixture) => unknown;

/** The floor, the product whole, its stages one by one, and the peers. */
const WORKS: Readonly<Record<string, Work>> = {
  nothing: () => undefined,
  rsa: ({ issuer }) => crypto.subtle.sign(RSA, issuer.signer.key, message),
  signed: ({ issuer, body }) => issue(issuer, body),
  soap: async ({ issuer, body }) => {
    const file = await issue(issuer, body);
    return wrap(issuer, file, zipFile(file.fileName, file.bytes));
  },
  json: ({ body }) => readObject(body),
  wire: ({ object }) => readRequest(object),
  fingerprint: ({ request }) => computeFingerprint(request.canonical, [INVOICE_KEY]),
  price: ({ issuer, request }) => price(issuer, request.draft),
  freeze: ({ issuer, document }) => freeze(issuer, document),
  ubl: ({ issuer, document, file }) => buildXml(issuer, document, file.fiscalId),
  xades: ({ issuer, xml, document }) => {
    const signingTime = `${document.issueDate}T${document.issueTime}`;
    return signDocument({ document: xml, signer: issuer.signer, signingTime });
  },
  zip: ({ file }) => zipFile(file.fileName, file.bytes),
  envelope: ({ issuer, file, zip }) => wrap(issuer, file, zip),
  unsigned: ({ xml }) => xml.head + xml.tail,
  xadesjs: ({ issuer, xml }) => signWithXadesjs(issuer, xml.head + xml.tail),
  "xml-crypto": ({ issuer, xml }) => signWithXmlCrypto(issuer, xml.head + xml.tail),
};

/** Stands for RSA while the rest is measured: the right length, at once. */
const standIn = async () => new ArrayBuffer(256);
const { sign } = SubtleCrypto.prototype;

const worker = {
  async fetch(request) {
    const { searchParams: query, pathname } = new URL(request.url);
    const fixture = await getFixture(Number(query.get("lines")));
    const work = WORKS[query.get("work") ?? ""];
    if (work === undefined) return new Response("no such work", { status: 404 });
    if (pathname === "/result") return toResponse(await work(fixture));
    const count = Number(query.get("count"));
    try {
      if (query.has("without-rsa")) SubtleCrypto.prototype.sign = standIn;
      for (let i = 0; i < count; i += 1) await work(fixture);
    } finally {
      SubtleCrypto.prototype.sign = sign;
    }
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler;

export default worker;

/** What a work made, to be looked at: text, bytes, or the bytes of a signed file. */
function toResponse(result: unknown): Response {
  if (typeof result === "string" || result instanceof Uint8Array) return new Response(result as BodyInit);
  const { bytes } = result as { readonly bytes: Uint8Array };
  return new Response(bytes as BodyInit);
}
