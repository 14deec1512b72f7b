// Measures the document path inside workerd: each piece of work against one bare RSA signature, in interleaved rounds.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./goal.ts";
import { divide, type Figure, summarize } from "./measure.ts";
import { bundle, COMPATIBILITY, ROOT, type Stack, startStack } from "./stack.ts";
import { verifySignature } from "./verify.ts";

/** A work of `bench/worker.ts`, with how it is run. */
interface Work {
  readonly name: string;
  readonly lines?: number;
  readonly withoutRsa?: boolean;
}

export interface StageCost {
  readonly stage: string;
  /** Of one bare RSA signature. */
  readonly share: Figure;
  readonly ms: number;
}

export interface LinePoint {
  readonly lines: number;
  /** Milliseconds of one document, RSA left out. */
  readonly ms: number;
}

export interface SigningResult {
  readonly rows: readonly Row[];
  readonly stages: readonly StageCost[];
  readonly growth: readonly LinePoint[];
  readonly rsaMs: Figure;
  readonly documentBytes: number;
  /** Signatures that xmldsigjs found valid. */
  readonly verified: readonly string[];
  readonly clock: "processor" | "wall";
}

/** Longer batches would average the neighbours of the machine into every figure. */
const BATCH_MS = 60;
const LINES = 10;
const GROWTH = [10, 25, 50, 100, 200, 350, 500] as const;
/** From the body to the request; what is not named in a stage is in `signed` and `soap` as a whole. */
const STAGES: readonly Work[] = [
  { name: "json" },
  { name: "wire" },
  { name: "fingerprint" },
  { name: "price" },
  { name: "ubl" },
  { name: "xades", withoutRsa: true },
  { name: "freeze", withoutRsa: true },
  { name: "zip" },
  { name: "envelope" },
];
const RSA: Work = { name: "rsa" };
const SIGNED: Work = { name: "signed" };
const SOAP: Work = { name: "soap" };
const SIGNED_BARE: Work = { name: "signed", withoutRsa: true };
const SOAP_BARE: Work = { name: "soap", withoutRsa: true };
const XADESJS: Work = { name: "xadesjs" };
const XML_CRYPTO: Work = { name: "xml-crypto" };
const GROWTH_WORKS: readonly Work[] = GROWTH.map((lines) => ({ name: "signed", withoutRsa: true, lines }));

/** Runs the whole document bench. */
export async function benchSigning(rounds: number): Promise<SigningResult> {
  const stack = await startStack({ modules: true, scriptPath: await bundle("bench/worker.ts"), ...COMPATIBILITY });
  try {
    const verified = await checkSignatures(stack);
    const works = [RSA, SIGNED, SOAP, SIGNED_BARE, SOAP_BARE, XADESJS, XML_CRYPTO, ...STAGES, ...GROWTH_WORKS];
    const times = await measureAll(stack, works, rounds);
    const of = (work: Work): readonly number[] => times.get(work) ?? [];
    const rsa = of(RSA);
    const file = await readResult(stack, SIGNED);
    const ownGrowth = (work: Work | undefined) => (work === undefined ? [] : of(work));
    return {
      rows: [
        row("request JSON → signed XML", divide(of(SIGNED), rsa), { most: 1.55 }),
        row("request JSON → complete SOAP request", divide(of(SOAP), rsa), { most: 1.86 }),
        row("request JSON → signed XML, RSA left out", divide(of(SIGNED_BARE), rsa), { most: 0.24 }),
        row("request JSON → complete SOAP request, RSA left out", divide(of(SOAP_BARE), rsa)),
        {
          what: "500 lines, RSA left out",
          against: "10 lines",
          ratio: divide(ownGrowth(GROWTH_WORKS.at(-1)), ownGrowth(GROWTH_WORKS[0])),
          goal: { most: 55 },
        },
        {
          ...row("xadesjs, XML → signed XML", divide(of(XADESJS), of(SIGNED)), { least: 12 }),
          against: "request JSON → signed XML",
        },
        {
          ...row("xml-crypto, XML → one reference", divide(of(XML_CRYPTO), of(SIGNED)), { least: 12 }),
          against: "request JSON → signed XML",
        },
      ],
      stages: [...STAGES, SIGNED_BARE, SOAP_BARE].map((work) => ({
        stage: work.name + (work === SIGNED_BARE || work === SOAP_BARE ? ", whole" : ""),
        share: divide(of(work), rsa),
        ms: summarize(of(work)).median,
      })),
      growth: GROWTH_WORKS.map((work) => ({ lines: work.lines ?? LINES, ms: summarize(of(work)).median })),
      rsaMs: summarize(rsa),
      documentBytes: file.length,
      verified,
      clock: stack.readRequestThreadMs() === undefined ? "wall" : "processor",
    };
  } finally {
    await stack.stop();
  }
}

function row(what: string, ratio: Figure, goal?: NonNullable<Row["goal"]>): Row {
  return { what, against: "one bare WebCrypto RSA-2048 signature", ratio, ...(goal === undefined ? {} : { goal }) };
}

/** Every work once per round, in the same order, so that other load falls on all of them alike. */
async function measureAll(
  stack: Stack,
  works: readonly Work[],
  rounds: number,
): Promise<ReadonlyMap<Work, readonly number[]>> {
  const counts = new Map<Work, number>();
  for (const work of works) {
    await run(stack, work, 30);
    const once = (await run(stack, work, 20)) / 20;
    counts.set(work, Math.max(3, Math.min(5_000, Math.round(BATCH_MS / once))));
  }
  const times = new Map<Work, number[]>(works.map((work) => [work, []]));
  for (let round = 0; round < rounds; round += 1) {
    const empty = await run(stack, { name: "nothing" }, 0);
    for (const work of works) {
      const count = counts.get(work) ?? 1;
      times.get(work)?.push(Math.max(0, (await run(stack, work, count)) - empty) / count);
    }
  }
  return times;
}

/** Milliseconds that a batch took: of the processor where the system says, else of the clock. */
async function run(stack: Stack, work: Work, count: number): Promise<number> {
  const cpuBefore = stack.readRequestThreadMs();
  const before = performance.now();
  const response = await stack.miniflare.dispatchFetch(`http://bench.test/?${queryOf(work)}&count=${count}`);
  const text = await response.text();
  const wall = performance.now() - before;
  const cpuAfter = stack.readRequestThreadMs();
  if (response.status !== 204) throw new Error(`${work.name}: ${text}`);
  return cpuBefore === undefined || cpuAfter === undefined ? wall : cpuAfter - cpuBefore;
}

async function readResult(stack: Stack, work: Work): Promise<Uint8Array> {
  const response = await stack.miniflare.dispatchFetch(`http://bench.test/result?${queryOf(work)}`);
  if (response.status !== 200) throw new Error(`${work.name}: ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

function queryOf({ name, lines = LINES, withoutRsa = false }: Work): string {
  return `work=${name}&lines=${lines}${withoutRsa ? "&without-rsa" : ""}`;
}

/** What the bench signs is a document that others accept: verified here by xmldsigjs, and left for xmlsec1. */
async function checkSignatures(stack: Stack): Promise<readonly string[]> {
  const folder = join(ROOT, ".demo/verify");
  mkdirSync(folder, { recursive: true });
  const verified: string[] = [];
  for (const lines of [LINES, 100, 500]) {
    const bytes = await readResult(stack, { name: "signed", lines });
    verifySignature(bytes, 3);
    const name = `bench-${lines}-lines.xml`;
    writeFileSync(join(folder, name), bytes);
    verified.push(name);
  }
  await checkPeers(stack);
  return verified;
}

/** The peers sign the same document: by parsing and canonicalising they come to the digest of the text that we print. */
async function checkPeers(stack: Stack): Promise<void> {
  const unsigned = await readResult(stack, { name: "unsigned" });
  const digest = createHash("sha256").update(unsigned).digest("base64");
  for (const peer of [XADESJS, XML_CRYPTO]) {
    const signed = new TextDecoder().decode(await readResult(stack, peer));
    if (!signed.includes(`DigestValue>${digest}<`)) throw new Error(`${peer.name} digests another document`);
  }
}
