// Tests the control interface: register, ledger, random faults, and a memory that outlives the process.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FAULT_NAMES } from "../../simulator/plan.ts";
import { SENDING } from "../../simulator/soap-request.ts";
import { describeShared } from "../support/describe-shared.ts";
import { makeDocument } from "./document-maker.ts";
import { setContent } from "./element-scan.ts";
import {
  NIT,
  readSample,
  readSigner,
  readValue,
  rulesOf,
  SECRETS,
  type Simulator,
  SOFTWARE,
  startSimulator,
  TAXPAYER,
} from "./harness.ts";
import { soapRequest, zipped } from "./soap-client.ts";

const SAMPLE = "ds05-residente-por-operacion";
const put = (body: unknown) => ({ method: "PUT", body: JSON.stringify(body) });

function document(number: number, edit: (xml: string) => string = (xml) => xml): { xml: string; key: string } {
  const xml = makeDocument(readSample(SAMPLE, "unsigned"), SECRETS, readSigner(), {
    before: (text) => edit(setContent(text, "cbc:ID", `SEDS${number}`)),
  });
  return { xml, key: /<cbc:UUID[^>]*>([^<]*)</.exec(xml)?.[1] ?? "" };
}

it("is described with every fault and every operation that may suffer one", () => {
  const page = readFileSync(join(import.meta.dirname, "../../simulator/README.md"), "utf8");
  const named = [...FAULT_NAMES, ...SENDING, "operations", "delay_ms"];
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describeShared("the control surface", () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator(readSigner());
  });
  afterAll(() => simulator?.stop());

  it("says plainly that it is not the authority", async () => {
    const { text } = await simulator.fetch("/");
    expect(text).toContain("NO es la autoridad");
    expect(text).toContain("NOT the tax authority");
    expect((await simulator.fetch("/otra")).status).toBe(404);
  });

  describe("the register", () => {
    it("shows what was put", async () => {
      const { taxpayers } = JSON.parse((await simulator.fetch("/taxpayers")).text) as { taxpayers: unknown[] };
      expect(taxpayers).toMatchObject([{ nit: NIT, ...TAXPAYER }]);
    });

    it.each([
      ["no name", "900", {}],
      ["a NIT with letters", "90A", TAXPAYER],
      ["a range of an unknown kind", NIT, { ...TAXPAYER, ranges: [{ ...TAXPAYER.ranges[0], kind: "otro" }] }],
      ["a range without dates", NIT, { ...TAXPAYER, ranges: [{ ...TAXPAYER.ranges[0], valid_from: null }] }],
      ["a range that starts nowhere", NIT, { ...TAXPAYER, ranges: [{ ...TAXPAYER.ranges[0], from: "x" }] }],
      ["software that is no list", NIT, { ...TAXPAYER, software: {} }],
      ["no object", NIT, [1]],
    ])("refuses %s with 400 and a sentence", async (_name, nit, body) => {
      const { status, text } = await simulator.fetch(`/taxpayers/${nit}`, put(body));
      expect(status).toBe(400);
      expect((JSON.parse(text) as { error: string }).error).toMatch(/expected/);
    });

    it.each([
      ["one acquirer that stands in no list", { type: "31", number: "900123456", name: "Acme" }],
      ["nothing", {}],
      ["no object", null],
      ["an acquirer without number", [{ type: "31", name: "Acme" }]],
    ])("refuses, as acquirers, %s", async (_name, body) => {
      const { status, text } = await simulator.fetch("/acquirers", put(body));
      expect(status).toBe(400);
      expect((JSON.parse(text) as { error: string }).error).toMatch(/expected/);
    });

    it("refuses JSON that is none", async () => {
      expect((await simulator.fetch(`/taxpayers/${NIT}`, { method: "PUT", body: "{" })).status).toBe(400);
    });

    it("software that is switched off is rejected", async () => {
      await simulator.fetch(`/taxpayers/${NIT}`, put({ ...TAXPAYER, software: [{ ...SOFTWARE, active: false }] }));
      const { text } = await simulator.send(document(984990002).xml);
      await simulator.fetch(`/taxpayers/${NIT}`, put(TAXPAYER));
      expect(rulesOf(text).rejections).toEqual(["DSAB24c"]);
    });

    it("an issuer that is not in it is rejected", async () => {
      const stranger = document(984990001, (xml) =>
        xml.replaceAll("900373115", "800197268").replaceAll('schemeID="3"', 'schemeID="4"'),
      );
      const { text } = await simulator.send(stranger.xml);
      expect(rulesOf(text).rejections).toEqual(["ZE03", "DSAK21"]);
    });
  });

  describe("the ledger", () => {
    it("keeps every request in order, with nulls for what is not known", async () => {
      const before = (await simulator.ledger()).length;
      const { xml, key } = document(984990010);
      await simulator.call("GetStatus", { trackId: key });
      await simulator.send(xml);
      await simulator.call("GetNumberingRange", { accountCode: "1", accountCodeT: "1", softwareCode: "x" });
      await simulator.post("GetStatus", "<x/>");
      const arrivals = (await simulator.ledger()).slice(before);
      expect(arrivals.map((one) => [one.operation, one.number, one.document_key, one.verdict])).toEqual([
        ["GetStatus", null, key, "unknown"],
        ["SendBillSync", "SEDS984990010", key, "accepted"],
        ["GetNumberingRange", null, null, "unknown"],
        [null, null, null, "fault"],
      ]);
      expect(Object.keys(arrivals[0] ?? {})).toEqual(
        expect.arrayContaining(["at", "operation", "file_name", "nit", "number", "document_key", "sha256", "verdict"]),
      );
    });

    it("gives back the request byte for byte and the document as it was signed", async () => {
      const { xml, key } = document(984990011);
      const contentFile = zipped("ds09003731150002400000001.xml", xml);
      const envelope = soapRequest(
        "SendBillSync",
        { fileName: "z09003731150002400000001.zip", contentFile },
        readSigner(),
      );
      await simulator.post("SendBillSync", envelope);
      expect((await simulator.fetch(`/ledger/${key}.soap`)).text).toBe(envelope);
      expect((await simulator.fetch(`/ledger/${key}.xml`)).text).toBe(xml);
      expect((await simulator.fetch("/ledger/00.xml")).status).toBe(404);
    });

    it("is filtered by document, by sequence and by length", async () => {
      const { xml, key } = document(984990012);
      await simulator.send(xml);
      await simulator.call("GetStatus", { trackId: key });
      const own = await simulator.ledger(`?document_key=${key}`);
      expect(own.map((one) => one.operation)).toEqual(["SendBillSync", "GetStatus"]);
      expect(await simulator.ledger(`?since=${own[0]?.seq}&limit=1`)).toEqual([own[1]]);
      expect((await simulator.fetch("/ledger?since=x")).status).toBe(400);
    });

    it("remarks on what the authority would let pass", async () => {
      const { xml, key } = document(984990013, (text) =>
        setContent(text, "cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount", "1200000.01"),
      );
      const contentFile = zipped("SEDS1.xml", xml);
      const { text } = await simulator.call("SendBillSync", { fileName: "1.zip", contentFile });
      expect(readValue(text, "StatusCode")).toBe("00");
      const [arrival] = await simulator.ledger(`?document_key=${key}`);
      expect(arrival?.remarks).toEqual([
        expect.stringContaining("TaxInclusiveAmount"),
        expect.stringContaining("PayableAmount"),
        expect.stringContaining("1.zip"),
        expect.stringContaining("SEDS1.xml"),
      ]);
    });
  });

  describe("numbers", () => {
    it("another document under an accepted number is rule 90, with the first one's response", async () => {
      const first = document(984990020);
      const second = document(984990020, (xml) => xml.replace("<cbc:IssueTime>10", "<cbc:IssueTime>11"));
      expect(second.key).not.toBe(first.key);
      await simulator.send(first.xml);
      const { text } = await simulator.send(second.xml);
      expect(rulesOf(text).rejections).toEqual(["90"]);
      expect(readValue(text, "XmlDocumentKey")).toBe(first.key);
      expect((await simulator.ledger(`?document_key=${second.key}`))[0]?.verdict).toBe("duplicate");
    });

    it("the number of a rejected document may be used again", async () => {
      const wrong = document(984990021, (xml) => setContent(xml, "cbc:LineCountNumeric", "9"));
      expect(rulesOf((await simulator.send(wrong.xml)).text).rejections).toEqual(["DSAD16"]);
      expect(readValue((await simulator.send(document(984990021).xml)).text, "StatusCode")).toBe("00");
    });

    it("fifty at once under one number: one is accepted", async () => {
      const variants = Array.from({ length: 50 }, (_, i) =>
        document(984990022, (xml) =>
          xml.replace(
            "10:11:12-05:00</cbc:IssueTime>",
            `10:11:${String(10 + i).padStart(2, "0")}-05:00</cbc:IssueTime>`,
          ),
        ),
      );
      const answers = await Promise.all(variants.map(({ xml }) => simulator.send(xml)));
      const codes = answers.map(({ text }) => readValue(text, "StatusCode"));
      expect(codes.filter((code) => code === "00")).toHaveLength(1);
      expect(codes.filter((code) => code === "99")).toHaveLength(49);
    });
  });

  describe("dates", () => {
    it("a signing date far from today is refused unless the variable lets it", async () => {
      const strict = await startSimulator(readSigner(), { DATE_TOLERANCE_DAYS: "5" });
      try {
        expect(rulesOf((await strict.send(readSample(SAMPLE, "signed"))).text).rejections).toEqual(["DSAD09e"]);
        const today = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10);
        const fresh = document(984990030, (xml) => xml.replaceAll("2024-05-17", today));
        expect(rulesOf((await strict.send(fresh.xml)).text).rejections).toEqual([]);
      } finally {
        await strict.stop();
      }
    });
  });

  describe("random faults", () => {
    const faults = (body: unknown) => simulator.fetch("/faults", { method: "POST", body: JSON.stringify(body) });
    const outcome = async (xml: string): Promise<string> => {
      try {
        const { status, text } = await simulator.send(xml);
        if (status !== 200) return String(status);
        return text.endsWith("</s:Envelope>") ? (readValue(text, "StatusCode") ?? "") : "cut";
      } catch (cause) {
        if (cause instanceof Error) return "dropped";
        throw cause;
      }
    };
    afterAll(() => simulator?.fetch("/faults", { method: "DELETE" }));

    it.each([
      ["drop_before", "dropped", "66"],
      ["drop_after", "dropped", "00"],
      ["http_503", "503", "66"],
      ["fault", "500", "66"],
      ["truncate", "cut", "00"],
      ["delay", "00", "00"],
      ["in_process", "98", "98"],
      ["process_lost", "98", "66"],
    ])("%s: the sender sees %s, the first question %s", async (name, seen, asked) => {
      await faults({ seed: 7, rates: { [name]: 1 }, delay_ms: 20 });
      const { xml, key } = document(984991000 + name.length * 10 + (name.charCodeAt(0) % 10));
      expect(await outcome(xml)).toBe(seen);
      expect(readValue((await simulator.call("GetStatus", { trackId: key })).text, "StatusCode")).toBe(asked);
      await simulator.fetch("/faults", { method: "DELETE" });
      if (asked === "66") expect(await outcome(xml)).toBe("00");
    });

    it("strike the same documents for the same seed, others for another", async () => {
      const strike = async (seed: number, offset: number): Promise<string[]> => {
        await faults({ seed, rates: { fault: 0.5 } });
        const seen: string[] = [];
        for (let i = 0; i < 12; i++) seen.push(await outcome(document(984992000 + offset + i).xml));
        await simulator.fetch("/ledger", { method: "DELETE" });
        return seen;
      };
      const first = await strike(11, 0);
      expect(await strike(11, 0)).toEqual(first);
      expect(await strike(12, 0)).not.toEqual(first);
      expect(new Set(first)).toEqual(new Set(["500", "00"]));
    });

    it("strike questions only when configured to", async () => {
      await faults({ seed: 1, rates: { http_503: 1 } });
      expect((await simulator.call("GetStatus", { trackId: "a" })).status).toBe(200);
      await faults({ seed: 1, rates: { http_503: 1 }, operations: ["GetStatus"] });
      expect((await simulator.call("GetStatus", { trackId: "a" })).status).toBe(503);
      expect(JSON.parse((await simulator.fetch("/faults")).text)).toMatchObject({ seed: 1, rates: { http_503: 1 } });
    });

    it.each([
      { rates: { otro: 1 } },
      { rates: { fault: 2 } },
      { rates: "x" },
      { seed: "x" },
      { operations: "x" },
      null,
      [],
    ])("refuse %j", async (body) => {
      expect((await faults(body)).status).toBe(400);
    });
  });

  it.each([
    ["999000500", 500],
    ["999000503", 503],
    ["999000408", 200],
  ])("acquirer %s answers %d", async (identificationNumber, status) => {
    const reply = await simulator.call("GetAcquirer", { identificationType: "13", identificationNumber });
    expect(reply.status).toBe(status);
  });

  it("acquirer 999000504 drops the connection", async () => {
    await expect(
      simulator.call("GetAcquirer", { identificationType: "13", identificationNumber: "999000504" }),
    ).rejects.toThrow();
  });
});

describeShared("its memory", () => {
  it("outlives the process: register, ledger, verdicts, responses and their key", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pretend-authority-"));
    try {
      const first = await startSimulator(readSigner(), {}, folder);
      const { xml, key } = document(984993000);
      const sent = await first.send(xml);
      await first.stop();
      const second = await startSimulator(readSigner(), {}, folder);
      const asked = await second.call("GetStatus", { trackId: key });
      expect(readValue(asked.text, "XmlBase64Bytes") === readValue(sent.text, "XmlBase64Bytes")).toBe(true);
      expect(rulesOf((await second.send(xml)).text).rejections).toEqual(["90"]);
      expect((await second.ledger()).map((one) => one.verdict)).toEqual(["accepted", "accepted", "duplicate"]);
      const another = await second.send(document(984993001).xml);
      const certificate = (text: string): string | undefined =>
        readValue(Buffer.from(readValue(text, "XmlBase64Bytes") ?? "", "base64").toString(), "X509Certificate");
      expect(certificate(another.text)).toBe(certificate(sent.text));
      await second.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
