// Sends the reference's samples through the pretend authority, in workerd.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { hasTools, runOnFiles } from "../support/foreign-tool.ts";
import { listShared, SHARED_PATH } from "../support/shared.ts";
import { makeDocument } from "./document-maker.ts";
import { readSample, readSigner, readValue, rulesOf, SECRETS, type Simulator, startSimulator } from "./harness.ts";

const keyOf = (xml: string): string => /<cbc:UUID[^>]*>([^<]*)</.exec(xml)?.[1] ?? "";

describeShared("the synthetic samples", () => {
  const samples = listShared("authority/samples/synthetic")
    .filter((name) => name.endsWith(".xml") && !name.includes("unsigned"))
    .map((name) => name.slice(0, -4));
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator(readSigner());
  });
  afterAll(() => simulator?.stop());

  it("are fourteen", () => {
    expect(samples).toHaveLength(14);
  });

  it.each(samples)("%s is accepted without a remark, and found by its key", async (name) => {
    const xml = readSample(name, "signed");
    const { status, text } = await simulator.send(xml);
    expect({
      status,
      rules: rulesOf(text),
      code: readValue(text, "StatusCode"),
      valid: readValue(text, "IsValid"),
    }).toEqual({
      status: 200,
      rules: { rejections: [], notices: [] },
      code: "00",
      valid: "true",
    });
    expect(readValue(text, "XmlDocumentKey")).toBe(keyOf(xml));
    const asked = await simulator.call("GetStatus", { trackId: keyOf(xml) });
    expect(readValue(asked.text, "StatusCode")).toBe("00");
    expect(readValue(asked.text, "XmlBase64Bytes")).toBe(readValue(text, "XmlBase64Bytes"));
    const [arrival] = await simulator.ledger(`?document_key=${keyOf(xml)}`);
    expect(arrival).toMatchObject({
      operation: "SendBillSync",
      document_key: keyOf(xml),
      nit: "900373115",
      verdict: "accepted",
      remarks: [],
      sha256: createHash("sha256").update(xml).digest("hex"),
    });
    const kept = await simulator.fetch(`/ledger/${keyOf(xml)}.xml`);
    expect(kept.text).toBe(xml);
    const fetched = await simulator.call("GetXmlByDocumentKey", { trackId: keyOf(xml) });
    expect(Buffer.from(readValue(fetched.text, "XmlBytesBase64") ?? "", "base64").toString()).toBe(xml);
  });

  it.each(samples)("%s sent again answers rule 90 with the first ApplicationResponse", async (name) => {
    const xml = readSample(name, "signed");
    const first = await simulator.call("GetStatus", { trackId: keyOf(xml) });
    const { text } = await simulator.send(xml);
    expect(rulesOf(text)).toEqual({ rejections: ["90"], notices: [] });
    expect(readValue(text, "StatusCode")).toBe("99");
    expect(readValue(text, "XmlBase64Bytes")).toBe(readValue(first.text, "XmlBase64Bytes"));
  });

  it.each(samples.filter((name) => !name.includes("fe04")))(
    "%s made again by this test's own signer is sound",
    async (name) => {
      const number = name.startsWith("ds") ? "SEDS984500000" : name.startsWith("fe03") ? "CONT900" : "SETP994000000";
      const fresh = number.replace(/\d{3}$/, (tail) => String(Number(tail) + samples.indexOf(name)).padStart(3, "0"));
      const xml = makeDocument(readSample(name, "unsigned"), SECRETS, readSigner(), {
        before: (text) => text.replace(/<cbc:ID>(SETP|SEDS|CONT)\d+<\/cbc:ID>/, `<cbc:ID>${fresh}</cbc:ID>`),
      });
      expect(rulesOf((await simulator.send(xml)).text).rejections).toEqual([]);
    },
  );

  it.skipIf(!hasTools("xmllint", "xmlsec1"))(
    "are answered with ApplicationResponses that xmllint and xmlsec1 accept",
    async () => {
      const files: Record<string, string> = {};
      for (const name of samples) {
        const { text } = await simulator.call("GetStatus", { trackId: keyOf(readSample(name, "signed")) });
        files[`${name}.xml`] = Buffer.from(readValue(text, "XmlBase64Bytes") ?? "", "base64").toString();
      }
      const rejected = await simulator.send(
        readSample("fe01-inc8", "signed").replace("SETP990000103", "SETP990000999"),
      );
      files["rejected.xml"] = Buffer.from(readValue(rejected.text, "XmlBase64Bytes") ?? "", "base64").toString();
      expect(files["rejected.xml"]).toContain("<cbc:ResponseCode>04</cbc:ResponseCode>");
      expect(files["fe01-inc8.xml"]).toContain("<cbc:ResponseCode>02</cbc:ResponseCode>");
      const { output, isOk } = runOnFiles(`${SHARED_PATH}tools/verify-signed-xml`, [], files);
      expect(output).not.toContain("expected");
      expect(isOk).toBe(true);
    },
  );
});
