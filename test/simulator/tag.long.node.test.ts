// Tests every behaviour tag, for invoices and support documents, synchronous and through the test set.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeShared } from "../support/describe-shared.ts";
import { makeDocument } from "./document-maker.ts";
import { contentOf, setContent } from "./element-scan.ts";
import {
  type Reply,
  readSample,
  readSigner,
  readValue,
  rulesOf,
  SECRETS,
  type Simulator,
  startSimulator,
} from "./harness.ts";

const COMPANY = "cac:Party/cac:PartyTaxScheme/cbc:RegistrationName";
const KINDS = {
  invoice: { sample: "fe01-exento-0", prefix: "SETP99200", name: `cac:AccountingCustomerParty/${COMPANY}` },
  support: {
    sample: "ds05-residente-por-operacion",
    prefix: "SEDS98420",
    name: `cac:AccountingSupplierParty/${COMPANY}`,
  },
} as const;
type Kind = keyof typeof KINDS;

interface Tagged {
  readonly xml: string;
  readonly key: string;
  readonly number: string;
}

describeShared("a tag in the counterpart's name", () => {
  const signer = readSigner();
  let simulator: Simulator;
  let last = 1000;
  beforeAll(async () => {
    simulator = await startSimulator(readSigner());
  });
  afterAll(() => simulator?.stop());

  function tagged(kind: Kind, tag: string): Tagged {
    const { sample, prefix, name } = KINDS[kind];
    last += 1;
    const number = `${prefix}${last}`;
    const xml = makeDocument(readSample(sample, "unsigned"), SECRETS, signer, {
      before: (text) => setContent(setContent(text, name, `Doña Ñusta ${tag} &amp; Cía`), "cbc:ID", number),
    });
    return { xml, key: contentOf(xml.slice(xml.indexOf("<Invoice")), "cbc:UUID"), number };
  }
  const status = async (key: string): Promise<string | undefined> =>
    readValue((await simulator.call("GetStatus", { trackId: key })).text, "StatusCode");
  const verdicts = async (key: string): Promise<unknown[]> =>
    (await simulator.ledger(`?document_key=${key}`)).map((one) => `${one.operation} ${one.verdict}`);
  const isComplete = ({ text }: Reply): boolean => text.endsWith("</s:Envelope>");

  describe.each(["invoice", "support"] as const)("on an %s", (kind) => {
    it("none: accepted", async () => {
      const { xml, key } = tagged(kind, "");
      const { text } = await simulator.send(xml);
      expect([readValue(text, "StatusCode"), rulesOf(text).notices]).toEqual(["00", []]);
      expect(await verdicts(key)).toEqual(["SendBillSync accepted"]);
    });

    it("#aviso, however written: accepted with notices", async () => {
      const { text } = await simulator.send(tagged(kind, "S.A.S.#AvIsO").xml);
      expect(readValue(text, "StatusCode")).toBe("00");
      expect(rulesOf(text)).toEqual({ rejections: [], notices: [kind === "invoice" ? "FAJ44a" : "DSAJ44a", "RUT01"] });
    });

    it("#rechazo: rejected under a named rule, also when asked", async () => {
      const { xml, key } = tagged(kind, "#rechazo");
      const { text } = await simulator.send(xml);
      expect(readValue(text, "StatusCode")).toBe("99");
      expect(rulesOf(text).rejections).toEqual([kind === "invoice" ? "FAJ43b" : "DSAJ43b"]);
      expect(readValue(text, "XmlDocumentKey")).toBe(key);
      expect(await status(key)).toBe("99");
    });

    it("#silencio: the connection breaks, yet the document is there", async () => {
      const { xml, key } = tagged(kind, "#silencio");
      await expect(simulator.send(xml)).rejects.toThrow();
      expect(await status(key)).toBe("00");
      expect(await verdicts(key)).toEqual(["SendBillSync accepted", "GetStatus accepted"]);
    });

    it("#perdido: the connection breaks and the document is never there", async () => {
      const { xml, key } = tagged(kind, "#perdido");
      await expect(simulator.send(xml)).rejects.toThrow();
      for (let i = 0; i < 5; i++) expect(await status(key)).toBe("66");
      expect((await verdicts(key))[0]).toBe("SendBillSync lost");
    });

    it("#tarde: there from the third question on", async () => {
      const { xml, key } = tagged(kind, "#tarde");
      await expect(simulator.send(xml)).rejects.toThrow();
      expect([await status(key), await status(key), await status(key), await status(key)]).toEqual([
        "66",
        "66",
        "00",
        "00",
      ]);
    });

    it("#proceso: in process, settled at the second question", async () => {
      const { xml, key } = tagged(kind, "#proceso");
      const { text } = await simulator.send(xml);
      expect([readValue(text, "StatusCode"), readValue(text, "IsValid")]).toEqual(["98", "false"]);
      expect(readValue(text, "StatusDescription")).toMatch(/en proceso/);
      expect([await status(key), await status(key)]).toEqual(["98", "00"]);
    });

    it("#duplicado: processed, but answered with rule 90 alone", async () => {
      const { xml, key } = tagged(kind, "#duplicado");
      const { text } = await simulator.send(xml);
      expect(rulesOf(text)).toEqual({ rejections: ["90"], notices: [] });
      expect(readValue(text, "XmlDocumentKey")).toBe(key);
      expect(await status(key)).toBe("00");
    });

    it("#cortado: processed, the answer stops in the middle", async () => {
      const { xml, key } = tagged(kind, "#cortado");
      const reply = await simulator.send(xml);
      expect([reply.status, isComplete(reply)]).toEqual([200, false]);
      expect(await status(key)).toBe("00");
    });

    it("#html: HTTP 503 with a page, not processed", async () => {
      const { xml, key } = tagged(kind, "#html");
      const { status: http, text } = await simulator.send(xml);
      expect([http, text.includes("<HTML>")]).toEqual([503, true]);
      expect(await status(key)).toBe("66");
    });

    it("#fault: refused before processing once, then normal", async () => {
      const { xml, key } = tagged(kind, "#fault");
      const first = await simulator.send(xml);
      expect([first.status, first.text.includes("o:InvalidSecurity")]).toEqual([500, true]);
      expect(await status(key)).toBe("66");
      expect(readValue((await simulator.send(xml)).text, "StatusCode")).toBe("00");
    });

    it("#lento: processed at once, answered late", async () => {
      const { xml, key } = tagged(kind, "#lento");
      const started = Date.now();
      const sending = simulator.send(xml);
      const early = await new Promise<string | undefined>((resolve) => setTimeout(() => resolve(status(key)), 120));
      expect(early).toBe("00");
      expect(readValue((await sending).text, "StatusCode")).toBe("00");
      expect(Date.now() - started).toBeGreaterThanOrEqual(290);
    });

    it("on an unsound document changes nothing of its rejection", async () => {
      const { xml, key } = tagged(kind, "#duplicado");
      const harmed = xml.replace(/(<cbc:PayableAmount[^>]*>)\d/, "$19");
      expect(rulesOf((await simulator.send(harmed)).text).rejections).toContain("ZE02");
      expect(await status(key)).toBe("99");
      await simulator.send(xml);
      expect(await status(key)).toBe("00");
    });
  });

  describe("through the test set", () => {
    const enroll = (xml: string): Promise<Reply> => simulator.send(xml, "SendTestSetAsync", { testSetId: "5e7" });
    const askZip = async (zipKey: string): Promise<{ code: string | undefined; rules: string[]; text: string }> => {
      const { text } = await simulator.call("GetStatusZip", { trackId: zipKey });
      return { code: readValue(text, "StatusCode"), rules: rulesOf(text).rejections, text };
    };
    const zipKeyOf = (reply: Reply): string => readValue(reply.text, "ZipKey") ?? "";

    it.each([
      ["", "00", []],
      ["#aviso", "00", []],
      ["#rechazo", "99", ["DSAJ43b"]],
      ["#duplicado", "99", ["90"]],
      ["#lento", "00", []],
    ])("'%s': a ZipKey, then %s", async (tag, code, rules) => {
      const { xml, key } = tagged("support", tag);
      const answer = await askZip(zipKeyOf(await enroll(xml)));
      expect([answer.code, answer.rules]).toEqual([code, rules]);
      expect(readValue(answer.text, "XmlDocumentKey")).toBe(key);
    });

    it("#proceso: the batch is in process, then settled", async () => {
      const zipKey = zipKeyOf(await enroll(tagged("support", "#proceso").xml));
      const first = await askZip(zipKey);
      expect([first.code, readValue(first.text, "StatusDescription")]).toEqual(["", "Batch en proceso de validación."]);
      expect((await askZip(zipKey)).code).toBe("00");
    });

    it("#silencio and #perdido: no ZipKey ever arrives", async () => {
      const silent = tagged("support", "#silencio");
      await expect(enroll(silent.xml)).rejects.toThrow();
      expect(await status(silent.key)).toBe("00");
      const lost = tagged("support", "#perdido");
      await expect(enroll(lost.xml)).rejects.toThrow();
      expect(await status(lost.key)).toBe("66");
    });

    it("#fault and #html answer in place of the ZipKey", async () => {
      expect((await enroll(tagged("support", "#fault").xml)).status).toBe(500);
      expect((await enroll(tagged("support", "#html").xml)).status).toBe(503);
    });

    it("an unknown set is refused without a ZipKey", async () => {
      const { text } = await simulator.send(tagged("support", "").xml, "SendTestSetAsync", { testSetId: "otro" });
      expect(text).toContain("Set de prueba con identificador otro no se encuentra.");
      expect(readValue(text, "ZipKey")).toBeUndefined();
    });

    it("a file name of the wrong length leaves the batch in process for ever", async () => {
      const { xml, key } = tagged("support", "");
      const { text } = await simulator.send(xml, "SendTestSetAsync", { testSetId: "5e7", fileName: "z1.zip" });
      const zipKey = readValue(text, "ZipKey") ?? "";
      for (let i = 0; i < 3; i++) expect((await askZip(zipKey)).code).toBe("");
      expect(await status(key)).toBe("66");
    });

    it("an unknown ZipKey is not known", async () => {
      expect((await askZip("00000000-0000-0000-0000-000000000000")).code).toBe("66");
    });
  });
});
