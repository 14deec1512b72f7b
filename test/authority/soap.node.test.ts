// Compares our SOAP requests with the reference's signed samples, and has xmlsec1 verify every operation and variant.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import {
  buildSoapRequest,
  type Operation,
  type OperationValues,
  SECURITY_VARIANTS,
  type SecurityVariant,
  zipFile,
} from "../../src/authority/soap.ts";
import { encodeBase64 } from "../../src/signature/base64.ts";
import { describeShared } from "../support/describe-shared.ts";
import { importFixtureSigner, SYNTHETIC_PATH } from "../support/fixture-signer.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { readShared, readSharedBytes, SHARED_PATH } from "../support/shared.ts";

const ENDPOINT = "https://vpfe-hab.dian.gov.co/WcfDianCustomerServices.svc";
const INSTANT_MS = Date.parse("2024-05-17T15:11:12Z");
const KEY = "3c248b1af7f8a4a45fbda1dcb638d5eb5edbf0d2420fd42991d7242a131d2e56ed1e4123e53f455e59378918f36b00b7";
const SOFTWARE_ID = "11111111-2222-3333-4444-555555555555";

/** Our text writes empty elements with an end tag; the samples do not. Nothing else may differ. */
function shorten(xml: string): string {
  return xml.replace(/<([\w:]+)([^<>]*)><\/\1>/g, "<$1$2/>");
}

async function build<O extends Operation>(
  operation: O,
  values: OperationValues[O],
  variant: SecurityVariant = "plain",
) {
  const context = { signer: await importFixtureSigner(), endpoint: ENDPOINT, variant };
  return buildSoapRequest(context, operation, values, INSTANT_MS);
}

/** One call of each operation, with text that needs escaping. */
function buildAll(contentFile: string, variant: SecurityVariant) {
  const file = { fileName: "z09003731150002400000001.zip", contentFile };
  return {
    SendBillSync: () => build("SendBillSync", file, variant),
    SendBillAsync: () => build("SendBillAsync", file, variant),
    SendTestSetAsync: () => build("SendTestSetAsync", { ...file, testSetId: SOFTWARE_ID }, variant),
    GetStatus: () => build("GetStatus", { trackId: KEY }, variant),
    GetStatusZip: () => build("GetStatusZip", { trackId: SOFTWARE_ID }, variant),
    GetXmlByDocumentKey: () => build("GetXmlByDocumentKey", { trackId: KEY }, variant),
    GetNumberingRange: () =>
      build("GetNumberingRange", { accountCode: "1", accountCodeT: "2", softwareCode: SOFTWARE_ID }, variant),
    GetAcquirer: () => build("GetAcquirer", { identificationType: "13", identificationNumber: "<1&2>" }, variant),
  } satisfies Record<Operation, () => Promise<{ body: string }>>;
}

describeShared("SOAP requests", () => {
  const accounts = { accountCode: "900373115", accountCodeT: "900373115", softwareCode: SOFTWARE_ID };

  it.each([
    ["GetStatus", () => build("GetStatus", { trackId: KEY })],
    ["GetNumberingRange", () => build("GetNumberingRange", accounts)],
  ] as const)("are the sample of %s to the letter", async (operation, make) => {
    const { body, contentType } = await make();
    expect(shorten(body)).toBe(readShared(`${SYNTHETIC_PATH}soap/${operation}.request.xml`));
    expect(contentType).toBe(
      `application/soap+xml; charset=utf-8; action="http://wcf.dian.colombia/IWcfDianCustomerServices/${operation}"`,
    );
  });

  it.each(["GetStatus", "GetNumberingRange"])("sign the canonical bytes that the sample of %s signs", async (name) => {
    const { body } = await build("GetStatus", { trackId: KEY });
    const scope = ["ds", "soap", "wcf", "wsa"].map((prefix) => new RegExp(` xmlns:${prefix}="[^"]*"`).exec(body)?.[0]);
    const [signedInfo = ""] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/.exec(body) ?? [];
    expect(signedInfo.replace("<ds:SignedInfo>", `<ds:SignedInfo${scope.join("")}>`)).toBe(
      readShared(`${SYNTHETIC_PATH}soap/${name}.signedinfo.c14n.txt`),
    );
  });

  it.each(["GetStatus", "GetNumberingRange"])("digest the canonical wsa:To of the sample of %s", async (name) => {
    const { body } = await build("GetStatus", { trackId: KEY });
    const canonical = readSharedBytes(`${SYNTHETIC_PATH}soap/${name}.to.c14n.txt`);
    expect(/<ds:DigestValue>([^<]*)</.exec(body)?.[1]).toBe(createHash("sha256").update(canonical).digest("base64"));
  });

  const contentFile = encodeBase64(
    zipFile("fv09003731150002400000001.xml", readSharedBytes(`${SYNTHETIC_PATH}fe01-inc8.xml`)),
  );

  it.skipIf(!hasTools("xmllint", "xmlsec1", "openssl")).each(SECURITY_VARIANTS)(
    "verify with xmlsec1 for every operation, variant %s",
    async (variant) => {
      const files: Record<string, string> = {};
      for (const [operation, make] of Object.entries(buildAll(contentFile, variant))) {
        files[`${operation}.xml`] = (await make()).body;
      }
      const { output, isOk } = runOnFiles(`${SHARED_PATH}tools/verify-soap-request`, [], files);
      const references = variant === "thumbprint" ? "2/2" : "1/1";
      expect({ isOk, verified: output.split(`(ok/all): ${references}`).length - 1, output }).toMatchObject({
        isOk: true,
        verified: 8,
      });
    },
  );

  it.skipIf(!hasTools("xmllint", "xmlsec1", "openssl")).each(SECURITY_VARIANTS)(
    "fail at xmlsec1 when wsa:To is another, variant %s",
    async (variant) => {
      const { body } = await build("GetStatus", { trackId: KEY }, variant);
      const moved = body.replace(`>${ENDPOINT}</wsa:To>`, ">https://example.test/</wsa:To>");
      expect(moved).not.toBe(body);
      expect(runOnFiles(`${SHARED_PATH}tools/verify-soap-request`, [], { "moved.xml": moved }).isOk).toBe(false);
    },
  );
});
