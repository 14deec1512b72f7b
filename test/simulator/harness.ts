// Runs the pretend authority's bundle in workerd, and speaks to it as a client and as its operator.
import { createPrivateKey, X509Certificate } from "node:crypto";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { readShared } from "../support/shared.ts";
import { bundleSimulator } from "../support/worker-bundle.ts";
import { ADDRESS, type RequestOptions, type Signer, soapHeaders, soapRequest, zipped } from "./soap-client.ts";

const SAMPLES = "authority/samples/synthetic/";

export const SOFTWARE = { id: "11111111-2222-3333-4444-555555555555", pin: "75315" };
export const TECHNICAL_KEY = "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c";
export const SECRETS = { pin: SOFTWARE.pin, technicalKey: TECHNICAL_KEY };
export const NIT = "900373115";

/** What the authority would hold about the samples' issuer. */
export const TAXPAYER = {
  name: "EMPRESA DE PRUEBA SAS",
  software: [SOFTWARE],
  test_sets: [{ id: "5e7", software_id: SOFTWARE.id }],
  ranges: [
    {
      kind: "fe",
      resolution: "18760000001",
      resolution_date: "2019-01-19",
      prefix: "SETP",
      from: 990000000,
      to: 995000000,
      valid_from: "2019-01-19",
      valid_to: "2030-01-19",
      technical_key: TECHNICAL_KEY,
    },
    {
      kind: "contingency",
      resolution: "18760000005",
      prefix: "CONT",
      from: 1,
      to: 1000,
      valid_from: "2019-01-19",
      valid_to: "2030-01-19",
      technical_key: null,
    },
    {
      kind: "dse",
      resolution: "18760000003",
      prefix: "SEDS",
      from: 984000000,
      to: 985000000,
      valid_from: "2024-01-01",
      valid_to: "2030-12-31",
      technical_key: null,
    },
  ],
};

/** What stands in a document, and the first letters of its file. */
const TAGS: readonly (readonly [mark: string, tag: string])[] = [
  ["<cbc:InvoiceTypeCode>05<", "ds"],
  ["<cbc:InvoiceTypeCode>20<", "ds"],
  ["al documento equivalente</cbc:ProfileID>", "ncs"],
  ["<cbc:CreditNoteTypeCode>91<", "nc"],
  ["<DebitNote ", "nd"],
  ["<cbc:CreditNoteTypeCode>95<", "nas"],
];

export interface Reply {
  readonly status: number;
  readonly text: string;
}

export interface Simulator {
  readonly fetch: (
    path: string,
    init?: { method?: string; body?: string; headers?: Record<string, string> },
  ) => Promise<Reply>;
  /** Sends an envelope as it is. */
  readonly post: (operation: string, envelope: string) => Promise<Reply>;
  /** Signs and sends a call. */
  readonly call: (operation: string, parameters: Record<string, string>, options?: RequestOptions) => Promise<Reply>;
  /** SendBillSync of a signed file. */
  readonly send: (xml: string | Uint8Array, operation?: string, more?: Record<string, string>) => Promise<Reply>;
  readonly ledger: (query?: string) => Promise<readonly Record<string, unknown>[]>;
  readonly stop: () => Promise<void>;
}

/** Bundles and starts the Worker with the samples' issuer in its register; the samples are of 2024, so dates are let be. */
export async function startSimulator(
  signer: Signer,
  vars: Record<string, string> = {},
  persist?: string,
): Promise<Simulator> {
  const options = convertV4MiniflareOptions({
    modules: [{ type: "ESModule", path: "index.js", contents: await bundleSimulator() }],
    compatibilityDate: "2026-09-15",
    compatibilityFlags: ["nodejs_compat"],
    durableObjects: { AUTHORITY: { className: "Authority", useSQLite: true } },
    bindings: { SILENCE_MS: "20", SLOW_MS: "300", DATE_TOLERANCE_DAYS: "off", ...vars },
    handleStructuredLogs: ({ level, message }) => console.log(`${level}: ${message}`),
  });
  const miniflare = new Miniflare(persist === undefined ? options : { ...options, resourcePersistencePath: persist });
  const origin = new URL(ADDRESS).origin;
  const fetch: Simulator["fetch"] = async (path, init) => {
    const response = await miniflare.dispatchFetch(origin + path, init);
    return { status: response.status, text: await response.text() };
  };
  const post: Simulator["post"] = (operation, envelope) =>
    fetch(new URL(ADDRESS).pathname, { method: "POST", headers: soapHeaders(operation), body: envelope });
  const call: Simulator["call"] = (operation, parameters, options) =>
    post(operation, soapRequest(operation, parameters, signer, options));
  const send: Simulator["send"] = (xml, operation = "SendBillSync", more = {}) => {
    const text = typeof xml === "string" ? xml : new TextDecoder().decode(xml);
    const [, tag = "fv"] = TAGS.find(([mark]) => text.includes(mark)) ?? [];
    const contentFile = zipped(`${tag}09003731150002400000001.xml`, xml);
    return call(operation, { fileName: "z09003731150002400000001.zip", contentFile, ...more });
  };
  const put = await fetch(`/taxpayers/${NIT}`, { method: "PUT", body: JSON.stringify(TAXPAYER) });
  if (put.status !== 200) throw new Error(`the register refused the taxpayer: ${put.text}`);
  return {
    fetch,
    post,
    call,
    send,
    ledger: async (query = "") => {
      const { text } = await fetch(`/ledger${query}`);
      return (JSON.parse(text) as { arrivals: Record<string, unknown>[] }).arrivals;
    },
    stop: () => miniflare.dispose(),
  };
}

/** The reference's throw-away signer. */
export function readSigner(): Signer {
  return {
    key: createPrivateKey(readShared(`${SAMPLES}test-key.pem`)),
    certificate: new X509Certificate(readShared(`${SAMPLES}test-cert.pem`)),
  };
}

/** A sample of the reference, signed or not. */
export function readSample(name: string, kind: "signed" | "unsigned"): string {
  return readShared(`${SAMPLES}${name}${kind === "unsigned" ? ".unsigned" : ""}.xml`);
}

/** What stands in the first element with this local name. */
export function readValue(text: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?(?<!/)>([^<]*)<`).exec(text)?.[1];
}

/** Rule codes of an answer, by severity. */
export function rulesOf(text: string): { rejections: string[]; notices: string[] } {
  const lines = [...text.matchAll(/<c:string>Regla: (\S+), (\S+): /g)];
  const of = (word: string): string[] => lines.filter((one) => one[2] === word).map((one) => one[1] ?? "");
  return { rejections: of("Rechazo"), notices: of("Notificación") };
}
