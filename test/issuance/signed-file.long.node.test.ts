// Tests every kind of document, signed by the real signer: same bytes twice, its own hashes inside, and sound to a foreign
// verifier. The signed files stay in `.demo/verify/`, where `.ci/run` shows them to the foreign verifiers once more.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { fullNumber } from "../../src/domain/company.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import type { SignedFile } from "../../src/issuance/contract/ports.ts";
import { buildSignedFile } from "../../src/issuance/file/signed-file.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { COMPANY, invoiceNumber, ivaLine, makeInvoice } from "../ubl/fixture.ts";
import { KINDS, type Kind } from "../ubl/kinds.ts";
import { PIN, signKind, TECHNICAL_KEY } from "../ubl/signed.ts";

const FOLDER = resolve(import.meta.dirname, "../../.demo/verify");
/** The Ids that the signature refers to, which no schema declares. */
const VERIFY = [
  "--verify",
  "--enabled-key-data",
  "x509",
  "--insecure",
  "--id-attr:Id",
  "http://www.w3.org/2000/09/xmldsig#:KeyInfo",
  "--id-attr:Id",
  "http://uri.etsi.org/01903/v1.3.2#:SignedProperties",
];
const kinds = Object.entries(KINDS);

function textOf(file: SignedFile): string {
  return new TextDecoder().decode(file.bytes);
}

/** The value of the first element of a name, looked for after a place in the text. */
function textOfElement(xml: string, element: string, after = ""): string {
  const [, value = ""] = new RegExp(`<${element}[^>]*>([^<]*)<`).exec(xml.slice(xml.indexOf(after))) ?? [];
  return value;
}

function sha384(text: string): string {
  return createHash("sha384").update(text, "utf8").digest("hex");
}

/** The fiscal id by another reading of the annex: out of the values that the XML shows, in order. */
function hashByHand(xml: string, kind: Kind): string {
  const { taxes, typeCode } = kind.document;
  const taxOf = (code: string) => {
    const cents = taxes.filter((tax) => tax.code === code).map((tax) => Number(tax.amount.replace(".", "")));
    return `${code}${(cents.reduce((total, each) => total + each, 0) / 100).toFixed(2)}`;
  };
  const isSupport = typeCode === "05";
  return sha384(
    [
      fullNumber(kind.numbering),
      textOfElement(xml, "cbc:IssueDate"),
      textOfElement(xml, "cbc:IssueTime"),
      textOfElement(xml, "cbc:LineExtensionAmount", "<cac:LegalMonetaryTotal>"),
      ...(isSupport ? ["01"] : ["01", "04", "03"]).map(taxOf),
      textOfElement(xml, "cbc:PayableAmount"),
      textOfElement(xml, "cbc:CompanyID", "<cac:AccountingSupplierParty>"),
      textOfElement(xml, "cbc:CompanyID", "<cac:AccountingCustomerParty>"),
      typeCode === "01" ? TECHNICAL_KEY : PIN,
      textOfElement(xml, "cbc:ProfileExecutionID"),
    ].join(""),
  );
}

describe("the signed file", () => {
  it.each(kinds)("of %s is the same twice, and says its own hashes", async (name, kind) => {
    const file = await signKind(kind);
    const again = await signKind(kind);
    expect(again).toEqual(file);
    const xml = textOf(file);
    expect(file.sha256).toBe(createHash("sha256").update(file.bytes).digest("hex"));
    expect(file.fiscalId).toBe(hashByHand(xml, kind));
    expect(textOfElement(xml, "cbc:UUID")).toBe(file.fiscalId);
    expect(textOfElement(xml, "sts:QRCode").endsWith(`/document/searchqr?documentkey=${file.fiscalId}`)).toBe(true);
    const software = textOfElement(xml, "sts:SoftwareID");
    expect(textOfElement(xml, "sts:SoftwareSecurityCode")).toBe(sha384(software + PIN + fullNumber(kind.numbering)));
    expect(textOfElement(xml, "xades:SigningTime")).toBe(`${kind.document.issueDate}T${kind.document.issueTime}`);
    expect(file.fileName).toBe(
      `${name.startsWith("fe") ? "fv" : "ds"}0900373115000${kind.document.issueDate.slice(2, 4)}00000001.xml`,
    );
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}.xml`), file.bytes);
  });

  it.skipIf(!hasTools("xmlsec1")).each(kinds)(
    "of %s passes xmlsec1, and fails with one digit changed",
    async (_, kind) => {
      const { bytes } = await signKind(kind);
      const sound = runOnFiles("xmlsec1", VERIFY, { "sound.xml": bytes });
      expect(sound.output).toContain("SignedInfo References (ok/all): 3/3");
      expect(sound.isOk).toBe(true);
      const changed = new TextDecoder()
        .decode(bytes)
        .replace(
          /(<cbc:PayableAmount[^>]*>)(\d)/,
          (_match, start: string, digit: string) => `${start}${(Number(digit) + 1) % 10}`,
        );
      expect(runOnFiles("xmlsec1", VERIFY, { "changed.xml": changed }).isOk).toBe(false);
    },
  );
});

describe("a file that cannot be signed", () => {
  const document = makeInvoice([ivaLine(1, "100000.00", "19.00", "19000.00")]);
  const secrets = {
    getPin: async () => PIN,
    getTechnicalKey: async () => TECHNICAL_KEY,
    getSigner: async () => {
      throw new Error("not reached");
    },
  };
  const input = {
    company: COMPANY,
    document,
    numbering: invoiceNumber(1),
    reservedAt: "2026-03-04T15:11:12Z",
    secrets,
  };

  it("for lack of any certificate is refused as such", async () => {
    const refused = await buildSignedFile(input).catch((error: unknown) => error);
    expect(refused instanceof Refusal && refused.code).toBe("certificate_missing");
  });

  it("for an expired certificate is refused as such", async () => {
    const certificates = [
      { location: "vault", serialNumber: "1", notBefore: "2020-01-01T00:00:00Z", notAfter: "2026-03-04T15:11:11Z" },
    ];
    const refused = await buildSignedFile({ ...input, company: { ...COMPANY, certificates } }).catch(
      (error: unknown) => error,
    );
    expect(refused instanceof Refusal && refused.code).toBe("certificate_expired");
  });
});
