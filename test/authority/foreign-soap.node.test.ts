// Tests our SOAP against a foreign library, driven by the authority's own service description: as server it reads our requests,
// as client it sends its own signed requests to the simulator and reads the answers. (GetAcquirer is not in the stored
// description, which is older than it.)
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, createClientAsync, listen, WSSecurityCert } from "soap";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AuthorityClient, createAuthorityClient } from "../../src/authority/client.ts";
import { zipFile } from "../../src/authority/soap.ts";
import { encodeBase64 } from "../../src/signature/base64.ts";
import {
  NIT,
  readSample,
  readSigner,
  type Simulator,
  SOFTWARE,
  startSimulator,
  TECHNICAL_KEY,
} from "../simulator/harness.ts";
import { ADDRESS, zipped } from "../simulator/soap-client.ts";
import { describeShared } from "../support/describe-shared.ts";
import { readShared, SHARED_PATH } from "../support/shared.ts";
import { makeSigner } from "../support/signer.ts";

const SERVICE = "WcfDianCustomerServices";
const PORT_TYPE = "WSHttpBinding_IWcfDianCustomerServices";
const DESCRIPTION = `authority/wsdl/hab/${SERVICE}.wsdl`;
const DESCRIPTION_PATH = `${SHARED_PATH}${DESCRIPTION}`;
const KEY = "ab".repeat(48);
const WCF = "http://wcf.dian.colombia";

async function openPort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

describeShared("our requests, as a foreign server reads them", () => {
  const server = createServer();
  const calls: { readonly operation: string; readonly values: unknown; readonly headers: readonly string[] }[] = [];
  let client: AuthorityClient;

  beforeAll(async () => {
    const baseUrl = await openPort(server);
    const operations = [
      ...["SendBillSync", "SendBillAsync", "SendTestSetAsync", "GetStatus", "GetStatusZip"],
      ...["GetNumberingRange", "GetXmlByDocumentKey"],
    ];
    const port = Object.fromEntries(
      operations.map((operation) => [
        operation,
        (values: unknown, _done: unknown, headers: object) => {
          calls.push({ operation, values, headers: Object.keys(headers) });
          return { [`${operation}Result`]: {} };
        },
      ]),
    );
    await new Promise<void>((resolve, reject) => {
      listen(server, {
        path: `/${SERVICE}.svc`,
        services: { [SERVICE]: { [PORT_TYPE]: port } },
        xml: readShared(DESCRIPTION),
        uri: DESCRIPTION_PATH,
        forceSoap12Headers: true,
        callback: (cause: unknown) => (cause ? reject(cause) : resolve()),
      });
    });
    const { signer } = await makeSigner();
    client = createAuthorityClient({ baseUrl, signer, now: Date.now, fetch, timeoutMs: 10_000 });
  });

  afterAll(() => close(server));

  const zip = zipFile("fv09003731150002600000001.xml", new TextEncoder().encode("<a>ñ</a>"));
  const contentFile = encodeBase64(zip);
  const fileName = "z09003731150002600000001.zip";

  it.each<[string, () => Promise<unknown>, Readonly<Record<string, string>>]>([
    ["SendBillSync", () => client.sendBillSync(fileName, zip, KEY), { fileName, contentFile }],
    ["SendBillAsync", () => client.sendBillAsync(fileName, zip, KEY), { fileName, contentFile }],
    [
      "SendTestSetAsync",
      () => client.sendTestSetAsync(fileName, zip, SOFTWARE.id, KEY),
      { fileName, contentFile, testSetId: SOFTWARE.id },
    ],
    ["GetStatus", () => client.getStatus(KEY), { trackId: KEY }],
    ["GetStatusZip", () => client.getStatusZip("<zip & key>", KEY), { trackId: "<zip & key>" }],
    ["GetXmlByDocumentKey", () => client.getXmlByDocumentKey(KEY), { trackId: KEY }],
    [
      "GetNumberingRange",
      () => client.getNumberingRange(NIT, "800197268", SOFTWARE.id),
      { accountCode: NIT, accountCodeT: "800197268", softwareCode: SOFTWARE.id },
    ],
  ])("%s with its values, under its action, with its header", async (operation, ask, values) => {
    await ask();
    expect(calls.at(-1)).toEqual({ operation, values, headers: ["Security", "Action", "To"] });
  });
});

describeShared("the simulator, as a foreign client sees it", () => {
  const signer = readSigner();
  const server = createServer();
  let simulator: Simulator;
  let client: Client;

  beforeAll(async () => {
    simulator = await startSimulator(signer);
    server.on("request", async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status, text } = await simulator.fetch(new URL(ADDRESS).pathname, {
        method: "POST",
        headers: { "content-type": request.headers["content-type"] ?? "" },
        body: Buffer.concat(chunks).toString("utf8"),
      });
      response.writeHead(status, { "content-type": "application/soap+xml; charset=utf-8" }).end(text);
    });
    client = await createClientAsync(DESCRIPTION_PATH, { forceSoap12Headers: true });
    client.setEndpoint(`${await openPort(server)}/${SERVICE}.svc`);
    const pem = signer.certificate.raw.toString("base64");
    const security = new WSSecurityCert(signer.key.export({ type: "pkcs8", format: "pem" }), pem, "", {
      signatureTransformations: ["http://www.w3.org/2001/10/xml-exc-c14n#"],
      digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
      additionalReferences: ["wsa:To"],
      excludeReferencesFromSigning: ["Body", "Timestamp"],
      signerOptions: { idMode: "wssecurity" },
    });
    client.setSecurity(security);
  });

  afterAll(async () => {
    await close(server);
    await simulator?.stop();
  });

  /** A call as the library makes it; the answer's one result object. */
  async function ask(operation: string, values: object): Promise<unknown> {
    client.clearSoapHeaders();
    const addressing = 'xmlns:wsa="http://www.w3.org/2005/08/addressing"';
    client.addSoapHeader(`<wsa:Action ${addressing}>${WCF}/IWcf${SERVICE.slice(3)}/${operation}</wsa:Action>`);
    client.addSoapHeader(`<wsa:To ${addressing}>${ADDRESS}</wsa:To>`);
    const [answer] = await client[`${operation}Async`](values);
    return answer[`${operation}Result`];
  }

  const SAMPLE = "fe01-inc8";
  const FILE = { fileName: "z09003731150002400000001.zip" };
  const contentOf = (name: string, change = (xml: string) => xml) =>
    zipped("fv09003731150002400000001.xml", change(readSample(name, "signed")));
  const keyOf = (name: string) => /<cbc:UUID[^>]*>([^<]+)</.exec(readSample(name, "signed"))?.[1] ?? "";

  it("takes a document, accepts it, and hands out its acknowledgement; asked again, it says the same", async () => {
    const key = keyOf(SAMPLE);
    const accepted = {
      IsValid: true,
      StatusCode: "00",
      StatusDescription: "Procesado Correctamente.",
      XmlDocumentKey: key,
      XmlFileName: "fv09003731150002400000001",
    };
    const sent = await ask("SendBillSync", { ...FILE, contentFile: contentOf(SAMPLE) });
    expect(sent).toMatchObject(accepted);
    const asked = await ask("GetStatus", { trackId: key });
    expect(asked).toMatchObject(accepted);
    const { XmlBase64Bytes: response } = asked as { readonly XmlBase64Bytes: string };
    expect(Buffer.from(response, "base64").toString("utf8")).toContain(`<cbc:UUID>${key}</cbc:UUID>`);
  });

  it("gives the document's XML back", async () => {
    const found = await ask("GetXmlByDocumentKey", { trackId: keyOf(SAMPLE) });
    expect(found).toMatchObject({ Code: "100" });
    const { XmlBytesBase64: bytes } = found as { readonly XmlBytesBase64: string };
    expect(Buffer.from(bytes, "base64").toString("utf8")).toBe(readSample(SAMPLE, "signed"));
  });

  it("rejects with a list of rules", async () => {
    const change = (xml: string) => xml.replace(/>(\d+)\.00<\/cbc:PayableAmount>/, ">1.00</cbc:PayableAmount>");
    const sent = await ask("SendBillSync", { ...FILE, contentFile: contentOf("fe01-exento-0", change) });
    expect(sent).toMatchObject({ IsValid: false, StatusCode: "99" });
    const { ErrorMessage: list } = sent as { readonly ErrorMessage: { readonly string: readonly string[] } };
    expect(list.string.filter((line) => /^Regla: (FAU14|FAD06), Rechazo: /.test(line))).toHaveLength(2);
  });

  it("does not know what it never saw", async () => {
    expect(await ask("GetStatus", { trackId: KEY })).toMatchObject({ IsValid: false, StatusCode: "66" });
    expect(await ask("GetXmlByDocumentKey", { trackId: KEY })).toMatchObject({ Code: "404" });
  });

  it.each([
    ["SendTestSetAsync", "fe01-usd", { testSetId: "5e7" }],
    ["SendBillAsync", "fe01-retenciones", {}],
  ])("%s is acknowledged with a key, under which the verdict is found", async (operation, name, more) => {
    const sent = await ask(operation, { ...FILE, contentFile: contentOf(name), ...more });
    const { ZipKey: zipKey } = sent as { readonly ZipKey: string };
    expect(zipKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask("GetStatusZip", { trackId: zipKey })).toMatchObject({
      DianResponse: [{ IsValid: true, StatusCode: "00", XmlDocumentKey: keyOf(name) }],
    });
  });

  it("lists the ranges of the register", async () => {
    const values = { accountCode: NIT, accountCodeT: NIT, softwareCode: SOFTWARE.id };
    expect(await ask("GetNumberingRange", values)).toMatchObject({
      OperationCode: "100",
      ResponseList: {
        NumberRangeResponse: [
          { Prefix: "SETP", FromNumber: 990_000_000, TechnicalKey: TECHNICAL_KEY, ResolutionNumber: "18760000001" },
          { Prefix: "CONT" },
          { Prefix: "SEDS" },
        ],
      },
    });
  });
});
