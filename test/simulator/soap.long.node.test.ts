// Tests the service's protocol: security variants, faults for harmed requests, and answers of the shape that the reference
// shows.
import { DOMParser, type Element, type Node } from "@xmldom/xmldom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { readShared, SHARED_PATH } from "../support/shared.ts";
import { makeDocument } from "./document-maker.ts";
import { setContent } from "./element-scan.ts";
import {
  NIT,
  readSample,
  readSigner,
  readValue,
  SECRETS,
  type Simulator,
  SOFTWARE,
  startSimulator,
} from "./harness.ts";
import { ADDRESS, type RequestOptions, type Signer, soapRequest, zipped } from "./soap-client.ts";

const NAME = "cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:RegistrationName";
const UNKNOWN = "0".repeat(96);

/** Namespace and name of every element, with what is nil, as an indented list. */
function shapeOf(xml: string): string[] {
  const lines: string[] = [];
  const walk = (node: Node | null, depth: number): void => {
    for (let one = node; one; one = one.nextSibling) {
      if (one.nodeType !== 1) continue;
      const element = one as Element;
      const nil = element.getAttribute("i:nil") === "true" ? " nil" : "";
      lines.push(`${" ".repeat(depth)}{${element.namespaceURI}}${element.localName}${nil}`);
      walk(element.firstChild, depth + 1);
    }
  };
  walk(new DOMParser().parseFromString(xml, "application/xml").documentElement, 0);
  return lines;
}

describeShared("the SOAP service", () => {
  let simulator: Simulator;
  let signer: Signer;
  let last = 0;
  beforeAll(async () => {
    signer = readSigner();
    simulator = await startSimulator(signer);
  });
  afterAll(() => simulator?.stop());

  const document = (tag = ""): string => {
    last += 1;
    return makeDocument(readSample("ds05-residente-por-operacion", "unsigned"), SECRETS, signer, {
      before: (text) => setContent(setContent(text, NAME, `VENDEDOR ${tag}`), "cbc:ID", `SEDS98410${1000 + last}`),
    });
  };
  const ask = (options?: RequestOptions) => simulator.call("GetStatus", { trackId: UNKNOWN }, options);
  const golden = (name: string): string[] => shapeOf(readShared(`authority/samples/soap/${name}`));

  describe("security", () => {
    it.each(["prefixLists", "plain", "thumbprint"] as const)("takes the variant %s", async (variant) => {
      const { status, text } = await ask({ variant });
      expect([status, readValue(text, "StatusCode")]).toEqual([200, "66"]);
    });

    it.each([
      "https://vpfe.dian.gov.co/WcfDianCustomerServices.svc",
      "https://vpfe-hab.dian.gov.co/WcfDianCustomerServices.svc",
      "http://127.0.0.1:8790/WcfDianCustomerServices.svc",
    ])("takes wsa:To %s", async (to) => {
      expect((await ask({ to })).status).toBe(200);
    });

    it.each(["http://example.com/WcfDianCustomerServices.svc", "http://simulator.test/otro.svc", ""])(
      "does not take wsa:To '%s'",
      async (to) => {
        const { status, text } = await ask({ to });
        expect(status).toBe(500);
        expect(shapeOf(text)).toEqual(golden("fault.DestinationUnreachable.http500.xml"));
      },
    );

    it("verifies the reference's own requests when its clock is set wide", async () => {
      const patient = await startSimulator(signer, { CLOCK_SKEW_MS: "1000000000000" });
      try {
        for (const operation of ["GetStatus", "GetNumberingRange"]) {
          const { status } = await patient.post(
            operation,
            readShared(`authority/samples/synthetic/soap/${operation}.request.xml`),
          );
          expect(status).toBe(200);
        }
      } finally {
        await patient.stop();
      }
    });

    it("refuses them under its normal clock", async () => {
      const { status } = await simulator.post(
        "GetStatus",
        readShared("authority/samples/synthetic/soap/GetStatus.request.xml"),
      );
      expect(status).toBe(500);
    });

    const harms: readonly (readonly [name: string, options: RequestOptions, from: string | RegExp, to: string])[] = [
      ["an expired timestamp", { created: Date.now() - 3_600_000 }, "", ""],
      ["a timestamp of the future", { created: Date.now() + 3_600_000 }, "", ""],
      ["a timestamp that ends before it starts", { lifetimeMs: -1000 }, "", ""],
      ["no timestamp", {}, /<wsu:Timestamp.*?<\/wsu:Timestamp>/, ""],
      ["two timestamps", {}, /(<wsu:Timestamp.*?<\/wsu:Timestamp>)/, "$1$1"],
      ["an unreadable timestamp", {}, /(<wsu:Created>[^<]*)Z/, "$1"],
      ["no security header", {}, /<wsse:Security.*<\/wsse:Security>/, ""],
      ["no token", {}, /<wsse:BinarySecurityToken.*?<\/wsse:BinarySecurityToken>/, ""],
      ["a token of another type", {}, "#X509v3", "#X509PKIPathv1"],
      ["a token that is no certificate", {}, /(wsu:Id="X509-1">)MII/, "$1AAA"],
      ["a changed certificate", {}, /(wsu:Id="X509-1">.{900})./, "$1="],
      ["no signature", {}, /<ds:Signature .*<\/ds:Signature>/, ""],
      ["another signature value", {}, /(<ds:SignatureValue>.{10})./, "$1="],
      ["another digest", {}, /(<ds:DigestValue>.{10})./, "$1="],
      ["another wsa:To under the old signature", {}, ">http://simulator.test/Wcf", ">http://127.0.0.1/Wcf"],
      ["another Id of wsa:To", {}, 'wsu:Id="id-1"', 'wsu:Id="id-2"'],
      ["two elements with the signed Id", {}, 'wsu:Id="STR-1"', 'wsu:Id="id-1"'],
      ["the signature led to another element", {}, 'URI="#id-1"', 'URI="#X509-1"'],
      [
        "inclusive canonicalization",
        {},
        /(<ds:CanonicalizationMethod Algorithm=")[^"]*/,
        "$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
      ],
      ["RSA with SHA-1", {}, "2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#rsa-sha1"],
      ["another prefix list", {}, 'PrefixList="soap wcf"', 'PrefixList="soap"'],
      ["another prefix list of SignedInfo", {}, 'PrefixList="wsa soap wcf"', 'PrefixList="wsa soap"'],
      ["no transform", {}, /<ds:Transforms>.*?<\/ds:Transforms>/, ""],
      [
        "another transform",
        {},
        /(<ds:Transform Algorithm=")[^"]*/,
        "$1http://www.w3.org/2000/09/xmldsig#enveloped-signature",
      ],
      ["a key reference to nothing", {}, 'URI="#X509-1"', 'URI="#X509-2"'],
      ["no key reference", {}, /<wsse:SecurityTokenReference.*<\/wsse:SecurityTokenReference>/, ""],
      ["another thumbprint", { variant: "thumbprint" }, /(ThumbprintSHA1">)./, "$1="],
      ["a changed signed timestamp", { variant: "thumbprint" }, /(<wsu:Expires>[^<.]*)[^<]*Z/, "$1.0001Z"],
      ["no wsa:To", {}, /<wsa:To .*<\/wsa:To>/, ""],
      ["two wsa:To", {}, /(<wsa:To .*<\/wsa:To>)/, "$1<wsa:To>x</wsa:To>"],
    ];
    it.each(harms)("refuses %s", async (_name, options, from, to) => {
      const sound = soapRequest("GetStatus", { trackId: UNKNOWN }, signer, options);
      const harmed = from === "" ? sound : sound.replace(from, to);
      if (from !== "") expect(harmed).not.toBe(sound);
      const { status, text } = await simulator.post("GetStatus", harmed);
      expect(status).toBe(500);
      expect(shapeOf(text)).toEqual(golden("fault.InvalidSecurity.http500.xml"));
      expect((await simulator.ledger()).at(-1)).toMatchObject({ operation: "GetStatus", verdict: "fault" });
    });
  });

  describe("addressing and form", () => {
    const sound = (): string => soapRequest("GetStatus", { trackId: UNKNOWN }, signer);
    it.each([
      [
        "an action that is unknown",
        "ActionNotSupported",
        (xml: string) => xml.replace("IWcfDianCustomerServices/GetStatus", "IWcfDianCustomerServices/Otro"),
      ],
      [
        "an action of another operation",
        "ActionNotSupported",
        (xml: string) => xml.replace("Services/GetStatus<", "Services/GetAcquirer<"),
      ],
      [
        "a body of another operation",
        "DeserializationFailed",
        (xml: string) => xml.replaceAll("wcf:GetStatus>", "wcf:GetStatusZip>"),
      ],
      [
        "two calls",
        "DeserializationFailed",
        (xml: string) => xml.replace("</soap:Body>", "<wcf:GetStatus></wcf:GetStatus></soap:Body>"),
      ],
      [
        "an empty body",
        "DeserializationFailed",
        (xml: string) => xml.replace(/<soap:Body>.*<\/soap:Body>/, "<soap:Body></soap:Body>"),
      ],
      [
        "SOAP 1.1",
        "DeserializationFailed",
        (xml: string) =>
          xml.replaceAll("http://www.w3.org/2003/05/soap-envelope", "http://schemas.xmlsoap.org/soap/envelope/"),
      ],
      ["half an envelope", "DeserializationFailed", (xml: string) => xml.slice(0, xml.length / 2)],
      ["a DOCTYPE", "DeserializationFailed", (xml: string) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}`],
    ])("answers %s with a fault", async (_name, code, harm) => {
      const { status, text } = await simulator.post("GetStatus", harm(sound()));
      expect([status, text.includes(`:${code}<`)]).toEqual([500, true]);
    });

    it("answers other methods and content types without SOAP", async () => {
      const path = new URL(ADDRESS).pathname;
      expect((await simulator.fetch(path)).status).toBe(405);
      expect(
        (await simulator.fetch(path, { method: "POST", body: sound(), headers: { "content-type": "text/xml" } }))
          .status,
      ).toBe(415);
      const huge = await simulator.fetch(path, {
        method: "POST",
        body: "x".repeat(2_000_000),
        headers: { "content-type": "application/soap+xml" },
      });
      expect(huge.status).toBe(413);
    });
  });

  describe("answers have the shape of the reference's", () => {
    it.each([
      ["SendBillSync", "", "SendBillSync.accepted-00.response.xml"],
      ["SendBillSync", "#aviso", "SendBillSync.accepted-with-notifications.response.xml"],
      ["SendBillSync", "#duplicado", "SendBillSync.duplicate-90.response.xml"],
      ["SendBillAsync", "", "SendBillAsync.zipkey.response.xml"],
    ])("%s %s as %s", async (operation, tag, name) => {
      const { text } = await simulator.send(document(tag), operation);
      expect(shapeOf(text)).toEqual(golden(name));
    });

    it("SendTestSetAsync, and errors without a ZipKey", async () => {
      const known = await simulator.send(document(), "SendTestSetAsync", { testSetId: "5e7" });
      expect(shapeOf(known.text)).toEqual(golden("SendTestSetAsync.zipkey.response.xml"));
      const unknown = await simulator.send(document(), "SendTestSetAsync", { testSetId: "no" });
      const expected = golden("SendBillAsync.errors.response.xml").map((line) =>
        line.replace("SendBillAsync", "SendTestSetAsync"),
      );
      expect(shapeOf(unknown.text)).toEqual(expected);
    });

    it("a document that fails its schema", async () => {
      const { text } = await simulator.send(
        document().replace("<cbc:ProfileID>", "<cbc:Perfil>").replace("</cbc:ProfileID>", "</cbc:Perfil>"),
      );
      expect(shapeOf(text)).toEqual(golden("SendBillSync.schema-ZB01.response.xml"));
      expect(text).toContain("Regla: ZB01, Rechazo: Fallo en el schema XML del archivo");
    });

    it("GetStatus, GetStatusZip and GetXmlByDocumentKey", async () => {
      const xml = document();
      const key = /<cbc:UUID[^>]*>([^<]*)</.exec(xml)?.[1] ?? "";
      const zipKey = readValue((await simulator.send(xml, "SendBillAsync")).text, "ZipKey") ?? "";
      const rejected = readValue((await simulator.send(document("#rechazo"), "SendBillAsync")).text, "ZipKey") ?? "";
      const waiting = readValue((await simulator.send(document("#proceso"), "SendBillAsync")).text, "ZipKey") ?? "";
      const shape = async (operation: string, trackId: string) =>
        shapeOf((await simulator.call(operation, { trackId })).text);
      expect(await shape("GetStatus", key)).toEqual(golden("GetStatus.accepted-00.response.xml"));
      expect(await shape("GetStatus", UNKNOWN)).toEqual(golden("GetStatus.not-found-66.response.xml"));
      expect(await shape("GetStatusZip", zipKey)).toEqual(golden("GetStatusZip.accepted-00.response.xml"));
      expect(await shape("GetStatusZip", rejected)).toEqual(golden("GetStatusZip.rejected-99.response.xml"));
      expect(await shape("GetStatusZip", waiting)).toEqual(golden("GetStatusZip.batch-in-process.response.xml"));
      expect(await shape("GetXmlByDocumentKey", key)).toEqual(golden("GetXmlByDocumentKey.100.response.xml"));
    });

    it("GetNumberingRange with ranges and without", async () => {
      const range = (more: Record<string, string>) =>
        simulator.call("GetNumberingRange", {
          accountCode: NIT,
          accountCodeT: NIT,
          softwareCode: SOFTWARE.id,
          ...more,
        });
      const { text } = await range({});
      expect(new Set(shapeOf(text))).toEqual(
        new Set([
          ...golden("GetNumberingRange.100.response.xml"),
          ...shapeOf(text).filter((line) => line.endsWith("TechnicalKey nil")),
        ]),
      );
      expect(readValue(text, "TechnicalKey")).toBe(SECRETS.technicalKey);
      expect(shapeOf((await range({ softwareCode: "otro" })).text)).toEqual(
        golden("GetNumberingRange.empty-301.response.xml"),
      );
      expect(shapeOf((await range({ accountCode: "1" })).text)).toEqual(
        golden("GetNumberingRange.empty-301.response.xml"),
      );
    });

    it("GetAcquirer for test acquirers, registered ones and unknown ones", async () => {
      const acquirer = (type: string, number: string) =>
        simulator.call("GetAcquirer", { identificationType: type, identificationNumber: number });
      const found = await acquirer("13", "1399995");
      expect(shapeOf(found.text)).toEqual(golden("GetAcquirer.found.response.xml"));
      expect(readValue(found.text, "ReceiverName")).toBe("Nombre Cédula de ciudadanía 5");
      expect(readValue((await acquirer("50", "50999910")).text, "ReceiverName")).toBe("Nombre NIT de otro país 10");
      for (const [type, number] of [
        ["13", "13999911"],
        ["13", "3199995"],
        ["99", "9999995"],
        ["31", "900123"],
      ] as const) {
        expect(shapeOf((await acquirer(type, number)).text)).toEqual(golden("GetAcquirer.not-found-404.response.xml"));
      }
      const body = JSON.stringify({
        acquirers: [{ type: "31", number: "900123", name: "Ñandú & Cía", email: "a@b.co" }],
      });
      expect((await simulator.fetch("/acquirers", { method: "PUT", body })).status).toBe(200);
      expect(readValue((await acquirer("31", "900123")).text, "ReceiverName")).toBe("Ñandú &amp; Cía");
    });
  });

  it.skipIf(!hasTools("xmllint"))("answers are valid by the service's own schema", async () => {
    const xml = document();
    const key = /<cbc:UUID[^>]*>([^<]*)</.exec(xml)?.[1] ?? "";
    const asynchronous = await simulator.send(document(), "SendBillAsync");
    const zipKey = readValue(asynchronous.text, "ZipKey") ?? "";
    const account = { accountCode: NIT, accountCodeT: NIT, softwareCode: SOFTWARE.id };
    const answers: Record<string, string> = {
      accepted: (await simulator.send(xml)).text,
      duplicate: (await simulator.send(xml)).text,
      noticed: (await simulator.send(document("#aviso"))).text,
      rejected: (await simulator.send(document("#rechazo"))).text,
      waiting: (await simulator.send(document("#proceso"))).text,
      asynchronous: asynchronous.text,
      refused: (await simulator.send(document(), "SendTestSetAsync", { testSetId: "no" })).text,
      known: (await simulator.call("GetStatus", { trackId: key })).text,
      unknown: (await simulator.call("GetStatus", { trackId: UNKNOWN })).text,
      batch: (await simulator.call("GetStatusZip", { trackId: zipKey })).text,
      ranges: (await simulator.call("GetNumberingRange", account)).text,
      noRanges: (await simulator.call("GetNumberingRange", { ...account, softwareCode: "x" })).text,
      file: (await simulator.call("GetXmlByDocumentKey", { trackId: key })).text,
    };
    const bodies = Object.entries(answers).map(([name, text]) => {
      return [`${name}.xml`, /<s:Body>(.*)<\/s:Body>/s.exec(text)?.[1] ?? ""] as const;
    });
    const schema = `${SHARED_PATH}authority/wsdl/hab/wcf_dian_colombia.xsd`;
    const { output, isOk } = runOnFiles(
      "xmllint",
      ["--noout", "--nonet", "--schema", schema],
      Object.fromEntries(bodies),
    );
    expect(output.split("\n").filter((line) => !line.endsWith("validates") && line !== "")).toEqual([]);
    expect(isOk).toBe(true);
  });

  describe("files", () => {
    const send = async (contentFile: string) =>
      (await simulator.call("SendBillSync", { fileName: "z09003731150002400000001.zip", contentFile })).text;
    it.each([
      ["text that is no base64", "%%%"],
      ["base64 that is no zip", Buffer.from("hola").toString("base64")],
      ["a zip without files", "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="],
    ])("%s is refused", async (_name, content) => {
      expect(await send(content)).toContain("Regla: ZB01, Rechazo: ");
    });

    it("an XML of another name, or no XML, is refused", async () => {
      expect(await send(zipped("factura.txt", document()))).toContain("no es XML");
    });
  });
});
