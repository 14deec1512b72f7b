// Tests the worst bodies and texts that a client can send, at three sizes: reading, naming and fingerprinting take time that
// grows with the size and not faster.
import { describe, expect, it } from "vitest";
import { readAcquirerQuestion } from "../../src/api/acquirer/request.ts";
import { toErrorBody } from "../../src/api/app/error-table.ts";
import { ApiError } from "../../src/api/base/error.ts";
import { readCursor } from "../../src/api/change/cursor.ts";
import { findKey, INVOICE_KEY, KEY_NAMES, NOTE_KEY_NAMES, readHeaderKey } from "../../src/api/creation/idempotency.ts";
import { readJsonObject } from "../../src/api/field/json.ts";
import { type InvoiceRequest, readInvoice } from "../../src/api/invoice/request.ts";
import { describeProblem } from "../../src/api/message/refusal.ts";
import { readNote } from "../../src/api/note/request.ts";
import { readDocumentListQuery } from "../../src/api/record/document-list-query.ts";
import { readListQuery } from "../../src/api/record/list-query.ts";
import { readSupportDocument, type SupportDocumentRequest } from "../../src/api/support-document/request.ts";
import { findInvoiceProblems } from "../../src/domain/invoice/invoice.ts";
import type { Problem } from "../../src/domain/refusal/problem.ts";
import { Refusal } from "../../src/domain/refusal/refusal.ts";
import {
  findDraftProblems,
  findNewDocumentProblems,
  priceSupportDocument,
} from "../../src/domain/support/support-document.ts";
import type { JsonObject } from "../../src/domain/value/json.ts";
import { computeFingerprint } from "../../src/issuance/fingerprint.ts";
import { priceCommand, priceNote } from "../../src/issuance/price/price.ts";
import { EXPENSIVE_BODIES, EXPENSIVE_TEXTS } from "../fuzz/expensive-body.ts";
import { COMPANY, NOW_MS } from "../support/company.ts";

const SIZES = [10_000, 100_000, 1_000_000] as const;
/** Ten times the input; two more for the machine's mood. */
const GROWTH_MOST = 12;
/** Milliseconds of the processor; what takes less is mostly noise, of the garbage collector and of memory that is cold. */
const FLOOR_MS = 50;
/** How often it is run for each try: what is linear at once is; what is not may have met a moment of noise. */
const RUNS = [1, 3, 3] as const;
/** Nothing takes so long unless it grows too fast: it is not run again, nor with more. */
const HOPELESS_MS = 4_000;

/** What a note corrects that names a period, or a document of elsewhere. */
const OF_NOTHING = { target: null, correction: null } as const;
/** Both lists of v2. */
const LISTS = [
  { types: ["01", "91", "92"], reference: "factura_id" },
  { types: ["05", "95"], reference: "documento_id" },
] as const;
/** It buys on any day: the bodies are of today. */
const BUYER = {
  ...COMPANY,
  certificates: [
    { location: "vault", serialNumber: "1", notBefore: "2025-01-01T00:00:00Z", notAfter: "2125-01-01T00:00:00Z" },
  ],
} as const;
const LIST_PARAMETERS = ["q", "page", "per_page", "tipo", "estado", "desde", "hasta", "after", "orden"] as const;

const encoder = new TextEncoder();

/** Everything that the API does with a body before it asks anybody else. */
async function readWhole(bytes: Uint8Array): Promise<void> {
  const body = readAny(bytes);
  if (body === undefined) return;
  for (const [names, max] of [
    [[INVOICE_KEY], 80],
    [KEY_NAMES, 120],
  ] as const) {
    refuseQuietly(() => findKey(undefined, body, names, max));
  }
  readAcquirerQuestion(body);
  const invoice = readInvoice(body);
  price(readInvoice(body, "v2"));
  const document = readSupportDocument(body);
  const broken = pricePurchase(document).map((problem) => describeProblem(problem, document.naming));
  await computeFingerprint(invoice.canonical, [INVOICE_KEY]);
  const details = [...invoice.typeErrors, ...document.typeErrors, ...broken];
  JSON.stringify(toErrorBody({ code: "invalid_payload", message: "", details }, "cost"));
}

/** The same with a body that comes as a note. */
async function readWholeNote(bytes: Uint8Array): Promise<void> {
  const body = readAny(bytes);
  if (body === undefined) return;
  for (const typeCode of ["91", "95"] as const) {
    refuseQuietly(() => findKey(undefined, body, NOTE_KEY_NAMES, 120));
    const { draft, canonical, typeErrors, unused } = readNote(body, typeCode);
    if (draft !== undefined) refuseQuietly(() => priceNote({ draft, company: COMPANY }, NOW_MS, OF_NOTHING));
    await computeFingerprint(canonical, NOTE_KEY_NAMES);
    const details = [...typeErrors, ...unused];
    JSON.stringify(toErrorBody({ code: "invalid_payload", message: "", details }, "cost"));
  }
}

function readAny(bytes: Uint8Array): JsonObject | undefined {
  try {
    return readJsonObject(bytes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    JSON.stringify(toErrorBody(error, "cost"));
    return undefined;
  }
}

/** The invoice as it would be priced and measured before anything is written; of a broken one what can be judged. */
function price({ draft, parts }: InvoiceRequest): void {
  findInvoiceProblems(parts, COMPANY, NOW_MS);
  if (draft !== undefined) refuseQuietly(() => priceCommand({ draft, company: COMPANY }, NOW_MS));
}

/** The support document likewise, on the day on which the body was written. */
function pricePurchase({ draft, parts }: SupportDocumentRequest): readonly Problem[] {
  const nowMs = Date.now();
  if (draft !== undefined) refuseQuietly(() => priceCommand({ draft, company: BUYER }, nowMs));
  return [...findDraftProblems(parts, true), ...findNewDocumentProblems(parts, BUYER, nowMs)];
}

function refuseQuietly(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof Refusal)) throw error;
  }
}

/** Median of so many runs, in milliseconds of this thread's processor time: other programs do not count. */
async function time(runs: number, work: () => void | Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1_000);
    if ((times.at(-1) ?? 0) > HOPELESS_MS) return Number.POSITIVE_INFINITY;
  }
  return times.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}

async function expectLinear(work: (size: number) => void | Promise<void>): Promise<void> {
  const tries: string[] = [];
  for (const runs of RUNS) {
    const taken: number[] = [];
    for (const size of SIZES) {
      if (Number.isFinite(taken.at(-1) ?? 0)) taken.push(await time(runs, () => work(size)));
    }
    const isLinear = taken.every((ms, index) => ms <= GROWTH_MOST * Math.max(FLOOR_MS, taken[index - 1] ?? 0));
    if (isLinear) return;
    tries.push(taken.map((ms, index) => `${SIZES[index]} bytes: ${Math.round(ms)} ms`).join(", "));
    if (taken.includes(Number.POSITIVE_INFINITY)) break;
  }
  expect(tries).toEqual([]);
}

describe("the largest support document", () => {
  it("is wrong by its size alone, so that its price is part of what is measured", () => {
    const write = EXPENSIVE_BODIES.find(({ name }) => name === "a document at its largest")?.write ?? String;
    const { draft } = readSupportDocument(readJsonObject(encoder.encode(write(10_000))));
    if (draft === undefined) throw new Error("the largest document has no shape");
    const { lines, withholdings } = priceSupportDocument(draft, BUYER, Date.now());
    expect(lines.length).toBeGreaterThan(50);
    expect(withholdings.length).toBeGreaterThan(20);
    expect(() => priceCommand({ draft, company: BUYER }, Date.now())).toThrow("xml-too-large");
  });
});

describe("the cost of a body grows with its size", () => {
  it.each(EXPENSIVE_BODIES)("$name", async ({ write }) => {
    const bodies = new Map(SIZES.map((size) => [size as number, encoder.encode(write(size))]));
    for (const [size, bytes] of bodies) expect(bytes.length).toBeLessThanOrEqual(size * 1.1 + 1_000);
    await expectLinear((size) => readWhole(bodies.get(size) ?? new Uint8Array(0)));
    await expectLinear((size) => readWholeNote(bodies.get(size) ?? new Uint8Array(0)));
  });
});

describe("the cost of a text outside the body grows with its size", () => {
  it.each(EXPENSIVE_TEXTS)("$name", async ({ write }) => {
    const texts = new Map(SIZES.map((size) => [size as number, write(size)]));
    await expectLinear((size) => {
      const text = texts.get(size) ?? "";
      refuseQuietly(() => readListQuery(new URLSearchParams({ q: text, page: text, tipo: text, estado: text })));
      for (const kind of LISTS) {
        const every = [...LIST_PARAMETERS, kind.reference].map((name) => [name, text]);
        refuseQuietly(() => readDocumentListQuery(new URLSearchParams(every), kind));
      }
      readCursor(text);
      refuseQuietly(() => findKey(undefined, { draft_key: text }, ["draft_key"], 80));
      // What the platform's own headers would not take is given as they would give it.
      const headers = { get: () => text } as Pick<Headers, "get">;
      refuseQuietly(() => readHeaderKey(headers, 120));
    });
  });
});
