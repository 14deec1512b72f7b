// Sends documents and status questions to the authority and classifies its answers. The only code that fetches from it,
// and only from a closed list of addresses.
import { startDeadline } from "../deadline.ts";
import type { Environment } from "../domain/company.ts";
import { encodeBase64 } from "../signature/base64.ts";
import type { Signer } from "../signature/xmldsig.ts";
import { XML_LIMIT_BYTES } from "../xml/parse.ts";
import type { RawAnswer } from "./answer.ts";
import {
  type AcquirerResult,
  type NumberingRangeResult,
  readAcquirer,
  readNumberingRange,
  readXmlDocument,
  unknownLookup,
  type XmlDocumentResult,
} from "./lookup.ts";
import { classifyAnswer, type DocumentOperation, type Outcome, type UnknownReason, unknown } from "./outcome.ts";
import {
  buildSoapRequest,
  type Operation,
  type OperationValues,
  type SecurityVariant,
  type SoapContext,
  type SoapRequest,
} from "./soap.ts";
import { REAL_ORIGIN, REAL_ORIGINS, SERVICE_PATH } from "./wire-literal.ts";

/** The part of `fetch` that is used. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface AuthorityClientOptions {
  /** Origin: one of the authority's, or a stand (see `buildEndpoint`). */
  readonly baseUrl: string;
  readonly signer: Signer;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly fetch: Fetch;
  /** Deadline of one exchange, body included; 90 s unless given. */
  readonly timeoutMs?: number;
  /** Form of the security header; `plain` unless given. */
  readonly variant?: SecurityVariant;
}

/** One exchange: what it means, and what was received. */
export interface Exchange<Result> {
  readonly outcome: Result;
  /** The body as received, also when it broke off; null when nothing came or it was over 2 MiB. */
  readonly raw: Uint8Array | null;
  readonly httpStatus: number | null;
}

/** The authority's operations. None throws when the exchange fails: that, too, is an outcome. */
export interface AuthorityClient {
  sendBillSync(fileName: string, zip: Uint8Array, documentKey: string): Promise<Exchange<Outcome>>;
  sendBillAsync(fileName: string, zip: Uint8Array, documentKey: string): Promise<Exchange<Outcome>>;
  sendTestSetAsync(
    fileName: string,
    zip: Uint8Array,
    testSetId: string,
    documentKey: string,
  ): Promise<Exchange<Outcome>>;
  /** Asks by CUFE, CUDE or CUDS. */
  getStatus(documentKey: string): Promise<Exchange<Outcome>>;
  /** Asks by the ZipKey of an acknowledged file; the verdict must name the document. */
  getStatusZip(zipKey: string, documentKey: string): Promise<Exchange<Outcome>>;
  getNumberingRange(nit: string, providerNit: string, softwareId: string): Promise<Exchange<NumberingRangeResult>>;
  getAcquirer(identificationType: string, identificationNumber: string): Promise<Exchange<AcquirerResult>>;
  getXmlByDocumentKey(documentKey: string): Promise<Exchange<XmlDocumentResult>>;
}

const TIMEOUT_MS = 90_000;

/**
 * A client of one environment with one company's certificate.
 * @throws Error when the address is not on the closed list.
 */
export function createAuthorityClient(options: AuthorityClientOptions): AuthorityClient {
  const endpoint = buildEndpoint(options.baseUrl);
  const context: SoapContext = { signer: options.signer, endpoint, variant: options.variant ?? "plain" };
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;

  async function call<O extends Operation, Result>(
    operation: O,
    values: OperationValues[O],
    read: (answer: RawAnswer) => Result,
    fail: (reason: UnknownReason, detail: string) => Result,
  ): Promise<Exchange<Result>> {
    const request = await buildSoapRequest(context, operation, values, options.now());
    const received = await post(options.fetch, endpoint, request, timeoutMs);
    const { failure, httpStatus, contentType, raw } = received;
    const outcome =
      failure === null && httpStatus !== null && raw !== null
        ? read({ httpStatus, contentType, body: raw })
        : fail(failure ?? "network", httpStatus === null ? "no answer" : `HTTP ${httpStatus}, body incomplete`);
    return { outcome, raw, httpStatus };
  }

  function callAbout<O extends DocumentOperation>(operation: O, values: OperationValues[O], documentKey: string) {
    return call<O, Outcome>(operation, values, (answer) => classifyAnswer(operation, documentKey, answer), unknown);
  }

  return {
    sendBillSync: (fileName, zip, documentKey) =>
      callAbout("SendBillSync", { fileName, contentFile: encodeBase64(zip) }, documentKey),
    sendBillAsync: (fileName, zip, documentKey) =>
      callAbout("SendBillAsync", { fileName, contentFile: encodeBase64(zip) }, documentKey),
    sendTestSetAsync: (fileName, zip, testSetId, documentKey) =>
      callAbout("SendTestSetAsync", { fileName, contentFile: encodeBase64(zip), testSetId }, documentKey),
    getStatus: (documentKey) => callAbout("GetStatus", { trackId: documentKey }, documentKey),
    getStatusZip: (zipKey, documentKey) => callAbout("GetStatusZip", { trackId: zipKey }, documentKey),
    getNumberingRange: (accountCode, accountCodeT, softwareCode) =>
      call("GetNumberingRange", { accountCode, accountCodeT, softwareCode }, readNumberingRange, unknownLookup),
    getAcquirer: (identificationType, identificationNumber) =>
      call("GetAcquirer", { identificationType, identificationNumber }, readAcquirer, unknownLookup),
    getXmlByDocumentKey: (trackId) => call("GetXmlByDocumentKey", { trackId }, readXmlDocument, unknownLookup),
  };
}

interface Received {
  /** Null when the body came to its end. */
  readonly failure: UnknownReason | null;
  readonly httpStatus: number | null;
  readonly contentType: string | null;
  readonly raw: Uint8Array | null;
}

async function post(fetch: Fetch, endpoint: string, request: SoapRequest, timeoutMs: number): Promise<Received> {
  const deadline = startDeadline(timeoutMs);
  try {
    return await postWithin(deadline.signal, fetch, endpoint, request);
  } finally {
    deadline.clear();
  }
}

async function postWithin(
  signal: AbortSignal,
  fetch: Fetch,
  endpoint: string,
  request: SoapRequest,
): Promise<Received> {
  const headers = { "content-type": request.contentType };
  let response: Response;
  try {
    response = await fetch(endpoint, { method: "POST", headers, body: request.body, redirect: "manual", signal });
  } catch {
    return { failure: failureOf(signal), httpStatus: null, contentType: null, raw: null };
  }
  const { failure, bytes } = await readBody(response, signal);
  const contentType = response.headers.get("content-type");
  return { failure, httpStatus: response.status, contentType, raw: bytes };
}

/** Reads at most 2 MiB, counting while reading. */
async function readBody(
  response: Response,
  signal: AbortSignal,
): Promise<{ readonly failure: UnknownReason | null; readonly bytes: Uint8Array | null }> {
  if (response.body === null) return { failure: null, bytes: new Uint8Array() };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.length;
      if (length > XML_LIMIT_BYTES) {
        await reader.cancel();
        return { failure: "oversize", bytes: null };
      }
      chunks.push(read.value);
    }
  } catch {
    return { failure: failureOf(signal), bytes: join(chunks, length) };
  }
  return { failure: null, bytes: join(chunks, length) };
}

function failureOf(signal: AbortSignal): "timeout" | "network" {
  return signal.aborted ? "timeout" : "network";
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

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
