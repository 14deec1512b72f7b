// Holds containers against the official schema, xmlsec1, unzip and the sample: both files are in them byte for byte, and the
// signature holds after a reader rewrote them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Signer } from "../../src/signature/xmldsig.ts";
import { buildContainerXml } from "../../src/ubl/container.ts";
import { anyValidated, createSigner, findFaults, signFiles } from "../foreign/container-check.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools } from "../support/foreign-tool.ts";
import { readShared } from "../support/shared.ts";
import { loadSchema } from "./foreign-xml.ts";

const SAMPLE = "authority/samples/delivery/ad09003731150002400000001.xml";
const INVOICE = "authority/samples/synthetic/fe01-estandar-iva19-iva5-excluido.xml";
const ANSWER = "authority/samples/delivery/application-response.SETP990000101.xml";

let folder: string;
let signer: Signer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "factura-edge-container-"));
  signer = await createSigner();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeShared("a container", () => {
  describe.skipIf(!hasTools("xmlsec1"))("before foreign verifiers", () => {
    it("holds for every document and answer", async () => {
      const schema = loadSchema("AttachedDocument");
      const types = new Set<string>();
      for (const validated of fc.sample(anyValidated, cases(6))) {
        types.add(validated.issued.document.typeCode);
        expect(await findFaults(folder, validated, signer, schema), JSON.stringify(validated)).toEqual([]);
      }
      expect(types.size).toBeGreaterThan(1);
    });
  });

  it("says of the sample's document what the sample says", () => {
    const { signed, writtenTail } = buildContainerXml({ document: readShared(INVOICE), response: readShared(ANSWER) });
    const strip = (xml: string) => xml.replace(/<!\[CDATA\[.*?\]\]>(?=<\/cbc:Description>)/gs, "…");
    const sample = strip(
      readShared(SAMPLE).replace(/<ds:Signature .*?<\/ds:Signature>(?=<\/ext:ExtensionContent>)/s, ""),
    );
    const ours = strip(`${signed.head}${writtenTail}`);
    const listElements = (xml: string) => [...xml.matchAll(/<((?:cbc|cac|ext):\w+)[^>]*>([^<]*)/g)];
    const brief = (xml: string) => listElements(xml).map(([, name, value]) => `${name} ${value}`);
    // The sample was made one second after its answer.
    const expected = brief(sample).map((one) => one.replace(/^(cbc:IssueTime) .*/, "$1 10:11:15-05:00"));
    expect(brief(ours)).toEqual(expected);
  });
});

describe("the time of a container", () => {
  it("is that of the authority's answer, and of nothing else", async () => {
    const [validated] = fc.sample(anyValidated, { numRuns: 1, seed: 7 });
    if (validated === undefined) throw new Error("nothing was drawn");
    const files = await signFiles({ ...validated, time: "23:59:58-05:00" }, signer);
    const [document, response] = [files.xml, files.response].map((bytes) => new TextDecoder().decode(bytes));
    const { issued, writtenTail } = buildContainerXml({ document: document ?? "", response: response ?? "" });
    expect(issued).toEqual({ date: validated.issued.document.issueDate, time: "23:59:58-05:00" });
    for (const name of ["IssueTime", "ValidationTime"]) {
      expect(writtenTail).toContain(`<cbc:${name}>23:59:58-05:00</cbc:${name}>`);
    }
  });
});
