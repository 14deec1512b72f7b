// Tests every sample answer in its class, and then broken in every way: no verdict without the whole answer.
import { describe, expect, it } from "vitest";
import { readAcquirer, readNumberingRange, readXmlDocument } from "../../src/authority/lookup.ts";
import { classifyAnswer, type DocumentOperation, type Outcome } from "../../src/authority/outcome.ts";
import { cases } from "../support/cases.ts";
import { describeShared } from "../support/describe-shared.ts";
import { listShared, readSharedBytes } from "../support/shared.ts";

const FOLDER = "authority/samples/soap/";
const KEY = `7a5c${"0".repeat(92)}`;
/** Processor time of one answer. Work by the square of 2 MiB would take hours, so a slow processor may have its time. */
const SLOW_MS = 2_000;
const MUTATIONS = cases(30_000);

/** File, and its class; look-ups have their own words. */
const CLASSES: Readonly<Record<string, string>> = {
  "GetAcquirer.found.response.xml": "found",
  "GetAcquirer.not-found-404.response.xml": "not-found",
  "GetNumberingRange.100.response.xml": "ranges",
  "GetNumberingRange.empty-301.response.xml": "none",
  "GetStatus.accepted-00.response.xml": "accepted",
  "GetStatus.not-found-66.response.xml": "absent",
  "GetStatusZip.accepted-00.response.xml": "accepted",
  "GetStatusZip.batch-in-process.response.xml": "processing",
  "GetStatusZip.rejected-99.response.xml": "rejected",
  "GetStatusZip.test-set-accepted-2.response.xml": "unknown: test-set-accepted",
  "GetXmlByDocumentKey.100.response.xml": "found",
  "SendBillAsync.errors.response.xml": "unknown: upload-refused",
  "SendBillAsync.zipkey.response.xml": "acknowledged",
  "SendBillSync.accepted-00.response.xml": "accepted",
  "SendBillSync.accepted-with-notifications.response.xml": "accepted",
  "SendBillSync.duplicate-90.response.xml": "duplicate",
  "SendBillSync.rejected-99.response.xml": "rejected",
  // It names no document: the file was refused before the authority read whose it is.
  "SendBillSync.schema-ZB01.response.xml": "rejected",
  "SendTestSetAsync.zipkey.response.xml": "acknowledged",
  "fault.DestinationUnreachable.http500.xml": "unknown: fault",
  "fault.InvalidSecurity.http500.xml": "not-processed",
};

type Result = Outcome | ReturnType<typeof readAcquirer | typeof readNumberingRange | typeof readXmlDocument>;

function classify(file: string, body: Uint8Array): Result {
  const isFault = file.startsWith("fault.");
  const answer = { httpStatus: isFault ? 500 : 200, contentType: "application/soap+xml; charset=utf-8", body };
  const operation = isFault ? "SendBillSync" : (file.split(".")[0] ?? "");
  if (operation === "GetAcquirer") return readAcquirer(answer);
  if (operation === "GetNumberingRange") return readNumberingRange(answer);
  if (operation === "GetXmlByDocumentKey") return readXmlDocument(answer);
  return classifyAnswer(operation as DocumentOperation, KEY, answer);
}

function nameOf(result: Result): string {
  return result.type === "unknown" ? `unknown: ${result.reason}` : result.type;
}

/** A seeded generator: the same mutations in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const TEMPTING = [
  "true",
  "false",
  "00",
  "99",
  "66",
  "90",
  "</",
  "<b:IsValid>true</b:IsValid>",
  "&#x74;",
  "<![CDATA[",
  "<!--",
  "\u0000",
  "98",
];

/** One to three edits: another byte, a dropped or repeated stretch, a swap, or a piece that an attacker would like. */
function mutate(source: Uint8Array, random: (limit: number) => number): Uint8Array {
  let bytes = source;
  for (let edits = 1 + random(3); edits > 0; edits -= 1) {
    const at = random(bytes.length);
    const length = 1 + random(40);
    const before = bytes.subarray(0, at);
    const stretch = bytes.subarray(at, at + length);
    const piece = new TextEncoder().encode(TEMPTING[random(TEMPTING.length)] ?? "");
    const parts = [
      [before, Uint8Array.of(random(256)), bytes.subarray(at + 1)],
      [before, Uint8Array.of((bytes[at] ?? 0) ^ (1 << random(8))), bytes.subarray(at + 1)],
      [before, bytes.subarray(at + length)],
      [before, stretch, stretch, bytes.subarray(at + length)],
      [before, piece, bytes.subarray(at)],
      [before, piece, bytes.subarray(at + piece.length)],
    ][random(6)];
    bytes = Buffer.concat(parts ?? []);
    if (bytes.length === 0) return bytes;
  }
  return bytes;
}

/** What a broken answer may still be taken for: what it was, unknown, or something that claims less. */
function mayBecome(original: string, broken: string): boolean {
  if (broken.startsWith("unknown") || broken === original) return true;
  // A refusal whose rule or document is no longer legible is no verdict either.
  if (broken === "refused-unnamed") return original === "rejected";
  // Without its name, an acquirer is one that the authority does not know; without its code, so is an XML.
  if (broken === "not-found") return original === "found";
  // The key that rule 90 names is a letter away from another; our own is asked about either way.
  if (broken === "number-taken") return original === "duplicate";
  // Its code 2 is a digit away from those of an answer in process; neither is a verdict.
  return broken === "processing" && original.startsWith("unknown: test-set");
}

describeShared("the sample answers", () => {
  const files = listShared(FOLDER).filter((file) => file.endsWith(".xml"));

  it("are all in the table", () => {
    expect(files).toEqual(Object.keys(CLASSES).sort());
  });

  it.each(Object.entries(CLASSES))("%s is %s", (file, expected) => {
    expect(nameOf(classify(file, readSharedBytes(FOLDER + file)))).toBe(expected);
  });

  it.each(files)("cut anywhere, %s says nothing", (file) => {
    const whole = readSharedBytes(FOLDER + file);
    const end = new TextDecoder().decode(whole).trimEnd().length;
    const decided: string[] = [];
    for (let length = 0; length < end; length += 1) {
      const result = classify(file, whole.subarray(0, length));
      if (result.type !== "unknown") decided.push(`${length}: ${result.type}`);
    }
    expect(decided).toEqual([]);
  });

  it(`${MUTATIONS} mutations of their bytes bring no verdict that they did not carry, and none is slow`, () => {
    const sources = files.map((file) => ({ file, bytes: readSharedBytes(FOLDER + file), type: CLASSES[file] ?? "" }));
    const random = createRandom(20_261_120);
    const wrong: string[] = [];
    for (let index = 0; index < MUTATIONS; index += 1) {
      const { file, bytes, type } = sources[random(sources.length)] ?? { file: "", bytes: new Uint8Array(), type: "" };
      const broken = mutate(bytes, random);
      const startMs = performance.now();
      const name = nameOf(classify(file, broken));
      // A slow one is measured again, alone.
      const isSlow = performance.now() - startMs > SLOW_MS && measureMs(() => classify(file, broken)) > SLOW_MS;
      if (isSlow) wrong.push(`${file}: slow, ${broken.length} bytes`);
      if (!mayBecome(type, name)) wrong.push(`${file}: ${name} from ${new TextDecoder().decode(broken)}`);
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});

/** Time of this thread on a processor: what else the machine does is no fault of the reader's. */
function measureMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const MEGABYTES = 2 * 1024 * 1024;
const fill = (unit: string, limit = MEGABYTES) => unit.repeat(Math.floor(limit / unit.length));

const HOSTILE: readonly (readonly [string, () => string])[] = [
  ["2 MiB of open elements", () => fill("<a>")],
  ["2 MiB of empty elements", () => `<a>${fill("<b/>", MEGABYTES - 7)}</a>`],
  ["2 MiB of attributes", () => `<a ${fill('b="" ', MEGABYTES - 5)}/>`],
  [
    "2 MiB of namespaces",
    () => `<a ${Array.from({ length: 60_000 }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(" ")}/>`,
  ],
  ["2 MiB of text", () => `<a>${fill("x", MEGABYTES - 7)}</a>`],
  ["2 MiB of character references", () => `<a>${fill("&#120;", MEGABYTES - 7)}</a>`],
  ["2 MiB of ampersands", () => fill("&")],
  ["2 MiB of one name", () => `<${fill("a", MEGABYTES - 3)}/>`],
  ["2 MiB of comments", () => `<a>${fill("<!---->", MEGABYTES - 7)}</a>`],
  ["2 MiB of CDATA", () => `<a>${fill("<![CDATA[]]>", MEGABYTES - 7)}</a>`],
  ["2 MiB of white space", () => fill(" ")],
  ["2 MiB of <", () => fill("<")],
  [
    "2 MiB of rules",
    () =>
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${fill("Regla: ", MEGABYTES - 200)}</s:Body></s:Envelope>`,
  ],
  [
    "entities of entities",
    () => '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><l>&b;&b;&b;</l>',
  ],
];

describe("hostile answers", () => {
  it.each(HOSTILE)("of %s are unknown, and read in less than two seconds of a processor", (_, make) => {
    const body = new TextEncoder().encode(make());
    const work = () => classify("SendBillSync.x.xml", body);
    expect(work().type).toBe("unknown");
    expect(Math.min(measureMs(work), measureMs(work), measureMs(work))).toBeLessThan(SLOW_MS);
  });

  it("2 MiB of a rule inside a whole answer are read in time too", () => {
    const rules = `<c:string>Regla: FAD06, Rechazo: ${fill("á, ", MEGABYTES / 2)}</c:string>`;
    const body = new TextEncoder().encode(
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><SendBillSyncResponse xmlns="http://wcf.dian.colombia"><SendBillSyncResult xmlns:b="http://schemas.datacontract.org/2004/07/DianResponse"><b:ErrorMessage xmlns:c="http://schemas.microsoft.com/2003/10/Serialization/Arrays">${rules}</b:ErrorMessage><b:IsValid>false</b:IsValid><b:StatusCode>99</b:StatusCode><b:XmlDocumentKey>${KEY}</b:XmlDocumentKey></SendBillSyncResult></SendBillSyncResponse></s:Body></s:Envelope>`,
    );
    const work = () => classify("SendBillSync.x.xml", body);
    expect(work().type).toBe("rejected");
    expect(Math.min(measureMs(work), measureMs(work), measureMs(work))).toBeLessThan(SLOW_MS);
  });
});
