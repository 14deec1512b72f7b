// The files that a verdict rests on, as the archive keeps them, whole and tampered with: `ledger verify` knows one from the other.
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkVerdict, type JudgedDocument, type VerdictCheck } from "../../operator/command/verdict-file.ts";
import { readSample, readSigner, readValue, type Simulator, startSimulator } from "../simulator/harness.ts";
import { describeShared } from "../support/describe-shared.ts";

const ID = "11111111-2222-4333-8444-555555555555";
const FOLDER = `companies/1/2024/SETP1/${ID}`;
const ANSWER = `${FOLDER}.answer.xml`;
const FACTS = "companies/1/2024/SETP1/document.json.gz";

type Files = Map<string, string>;

describeShared("what a verdict rests on", () => {
  let simulator: Simulator;
  let accepted: Files;
  let rejected: Files;
  let other: Files;

  beforeAll(async () => {
    simulator = await startSimulator(readSigner());
    accepted = await judge(readSample("fe01-inc8", "signed"));
    other = await judge(readSample("fe01-usd", "signed"));
    rejected = await judge(readSample("fe01-exento-0", "signed").replace("Bien exento", "Bien exenta"));
  });

  afterAll(() => simulator.stop());

  /** The files of an exchange as the service keeps them. */
  async function judge(xml: string): Promise<Files> {
    return new Map([[ANSWER, (await simulator.send(xml)).text]]);
  }

  /** The check of a document that these files settled; `kept` is what the archive has of them by now. */
  function check(
    files: Files,
    state: JudgedDocument["state"],
    kept: Files = files,
    change: Partial<JudgedDocument> = {},
  ): Promise<VerdictCheck | undefined> {
    const answer = files.get(ANSWER) ?? "";
    const outcome = state === "rechazado" ? "rejected" : "accepted";
    const answerSha256 = createHash("sha256").update(answer).digest("hex");
    const document: JudgedDocument = {
      id: 7,
      issuanceName: "fe:1:sale-7",
      state,
      fiscalId: readValue(answer, "XmlDocumentKey") ?? null,
      xmlPath: "companies/1/2024/SETP1.xml",
      isCloseOrdered: false,
      timeline: JSON.stringify({
        attempts: [
          { id: "x", outcome: "unknown" },
          { id: ID, outcome, answerSha256 },
        ],
      }),
      ...change,
    };
    return checkVerdict(async (path) => {
      const text = kept.get(path);
      if (text === undefined) return undefined;
      return path === FACTS ? gzipSync(text) : new TextEncoder().encode(text);
    }, document);
  }

  function without(files: Files, path: string): Files {
    return new Map([...files].filter(([name]) => name !== path));
  }

  function changed(files: Files, path: string, change: (text: string) => string): Files {
    const before = files.get(path) ?? "";
    const after = change(before);
    expect(after).not.toBe(before);
    return new Map([...files, [path, after]]);
  }

  it("is sound for an acceptance and for a rejection, and says who signed", async () => {
    expect(await check(accepted, "aceptado")).toEqual({ faults: [], signer: expect.stringMatching(/./) });
    expect(await check(rejected, "rechazado")).toEqual({ faults: [], signer: expect.stringMatching(/./) });
  });

  it("is the answer that another document has the number, once a question confirmed it", async () => {
    const answer = rejected.get(ANSWER) ?? "";
    const answerSha256 = createHash("sha256").update(answer).digest("hex");
    const taken = { id: ID, kind: "send", outcome: "number-taken", answerSha256 };
    const confirmed = { id: "q", kind: "status", outcome: "absent", answerSha256: "ab" };
    const ours = "ab".repeat(48);
    const settle = (attempts: readonly unknown[], fiscalId: string | null) =>
      check(rejected, "rechazado", rejected, { fiscalId, timeline: JSON.stringify({ attempts }) });
    expect(await settle([taken, confirmed], ours)).toEqual({ faults: [], signer: expect.stringMatching(/./) });
    const FALSE = [
      ["not confirmed", [taken], ours],
      ["confirmed by the question before", [confirmed, taken], ours],
      ["about ourselves", [taken, confirmed], readValue(answer, "XmlDocumentKey") ?? null],
    ] as const;
    for (const [, attempts, key] of FALSE)
      expect((await settle(attempts, key))?.faults).toMatchObject([{ what: "false-verdict" }]);
  });

  it("is nothing for a document that is not settled, or was imported", async () => {
    expect(await check(accepted, "en_proceso_http")).toBeUndefined();
    const imported = { issuanceName: null, timeline: null };
    expect(await check(accepted, "aceptado", accepted, imported)).toBeUndefined();
  });

  it("is false when the state was changed by hand: no answer in the time line says so", async () => {
    const timeline = JSON.stringify({ attempts: [{ id: ID, outcome: "rejected", answerSha256: "ab" }] });
    for (const change of [{ timeline }, { timeline: null }]) {
      expect((await check(accepted, "aceptado", accepted, change))?.faults).toEqual([
        { what: "false-verdict", detail: "document 7: it is aceptado, and no answer in its time line says so" },
      ]);
    }
  });

  it.each(["{", "null", '{"attempts": 7}', "[]"])(
    "with the time line %s is a finding, not the end of the check",
    async (timeline) => {
      const found = await check(accepted, "aceptado", accepted, { timeline });
      expect(found?.faults).toEqual([
        { what: expect.stringMatching(/spoiled-row|false-verdict/), detail: expect.stringContaining("time line") },
      ]);
    },
  );

  it("may come without an acknowledgement, when the answer carried none", async () => {
    const bare = changed(accepted, ANSWER, (text) => text.replace(/<b:XmlBase64Bytes>[^<]*</, "<b:XmlBase64Bytes><"));
    expect(await check(bare, "aceptado")).toEqual({ faults: [], signer: null });
  });

  const shift = (text: string) =>
    text.replace(/(<ds:SignatureValue[^>]*>)(.)/, (_, tag, first) => tag + (first === "A" ? "B" : "A"));
  /** An answer with another acknowledgement, whose digest was noted as it is. */
  function acknowledge(files: Files, change: (text: string) => string): Files {
    return changed(files, ANSWER, (answer) =>
      answer.replace(/(<b:XmlBase64Bytes>)([^<]*)/, (_, tag: string, base64: string) => {
        const text = change(Buffer.from(base64, "base64").toString("utf8"));
        return tag + Buffer.from(text).toString("base64");
      }),
    );
  }

  it.each<[string, string, () => Files]>([
    ["a lost answer", "missing-file", () => without(accepted, ANSWER)],
    ["another answer", "changed-file", () => changed(accepted, ANSWER, (text) => text.replace(">00<", ">99<"))],
    ["another acknowledgement in it", "changed-file", () => acknowledge(accepted, shift)],
  ])("with %s is %s", async (_, what, kept) => {
    expect(await check(accepted, "aceptado", kept())).toEqual({
      faults: [{ what, detail: expect.stringContaining("document 7: ") }],
      signer: null,
    });
  });

  it("is found behind the facts of its document, and nowhere else", async () => {
    const behind = (path: string) => {
      const facts = JSON.stringify({ format: 1, row: {}, thirdParty: null, answerPath: path });
      return new Map([[FACTS, `${facts}\n${accepted.get(ANSWER)}`]]);
    };
    expect(await check(accepted, "aceptado", behind(ANSWER))).toMatchObject({ faults: [] });
    const other = await check(accepted, "aceptado", behind(ANSWER.replace("1111", "2222")));
    expect(other?.faults).toMatchObject([{ what: "missing-file" }]);
  });

  const FALSE: readonly (readonly [string, () => Files])[] = [
    ["a changed text", () => acknowledge(accepted, (text) => text.replace("Documento validado", "Documento Validado"))],
    ["a changed signature", () => acknowledge(accepted, shift)],
    ["no signature", () => acknowledge(accepted, (text) => text.replace(/<ds:Signature .*<\/ds:Signature>/s, ""))],
    ["a signed acknowledgement inside a false one", () => acknowledge(accepted, wrap)],
    ["the acknowledgement of another document", () => acknowledge(accepted, () => readAcknowledgement(other))],
    ["that of the other verdict", () => acknowledge(accepted, () => readAcknowledgement(rejected))],
    ["something else", () => acknowledge(accepted, () => "<Invoice/>")],
  ];

  const readAcknowledgement = (files: Files) =>
    Buffer.from(readValue(files.get(ANSWER) ?? "", "XmlBase64Bytes") ?? "", "base64").toString("utf8");

  /** The oldest trick: what is signed is there, but what is read is something else. */
  function wrap(text: string): string {
    const [declaration = ""] = /^<\?xml[^>]*\?>/.exec(text) ?? [];
    const inner = text.slice(declaration.length);
    const outer = inner.replace(/<ds:Signature .*<\/ds:Signature>/s, "");
    return declaration + outer.replace("</ext:ExtensionContent>", `${inner}</ext:ExtensionContent>`);
  }

  it.each(FALSE)("with %s is a false verdict", async (_, make) => {
    const files = make();
    const fiscalId = readValue(accepted.get(ANSWER) ?? "", "XmlDocumentKey") ?? null;
    const found = await check(files, "aceptado", files, { fiscalId });
    expect(found?.faults).toEqual([{ what: "false-verdict", detail: expect.stringContaining("document 7: ") }]);
    expect(found?.signer).toBeNull();
  });
});

it("the end of a document that was sent rests on the order of two people and on the answer that denies it", async () => {
  const kept = "<denied/>";
  const answerSha256 = createHash("sha256").update(kept).digest("hex");
  const attempts = [
    { id: "s", kind: "send", outcome: "refused-unnamed", answerSha256: "00" },
    { id: ID, kind: "status", outcome: "absent", answerSha256 },
  ];
  const check = (files: readonly string[], isCloseOrdered = true) =>
    checkVerdict(async () => (files[0] === undefined ? undefined : new TextEncoder().encode(files[0])), {
      ...{ id: 7, issuanceName: "fe:1:sale-7", state: "rechazado", fiscalId: "ab", isCloseOrdered },
      xmlPath: "companies/1/2024/SETP1.xml",
      timeline: JSON.stringify({ attempts, changes: [{ event: "operator-close" }] }),
    });
  expect(await check([kept])).toEqual({ faults: [], signer: null });
  expect((await check([]))?.faults).toMatchObject([{ what: "missing-file" }]);
  expect((await check(["<other/>"]))?.faults).toMatchObject([{ what: "changed-file" }]);
  expect((await check([kept], false))?.faults).toMatchObject([{ what: "false-verdict" }]);
});
