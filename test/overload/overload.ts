// Offers a stand more than its emulated database can do, and says how much of the ceiling is served meanwhile, and how long
// nothing but that is left behind.
import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "esbuild";
import { writeSupportBody } from "../../bench/document.ts";
import { type Stand, startStand } from "../../bench/http/stand.ts";
import { dateInBogota } from "../../src/domain/value/calendar.ts";

/** What is emulated and offered. */
export interface Plan {
  /** How long the database takes for a batch, milliseconds. */
  readonly batchMs: number;
  /** How long it is overloaded, and how long it is watched afterwards, milliseconds. */
  readonly overloadMs: number;
  readonly afterMs: number;
  /** What is offered, in ceilings. */
  readonly times: readonly number[];
  /** Of the ceiling, what is to be served while it is overloaded. */
  readonly servedLeast: number;
  /** After the overload, nothing is to be refused from then on, milliseconds. */
  readonly normalWithinMs: number;
}

/** What D1 was seen to do at worst: 12.5 batches a second. */
export const LONG: Plan = {
  batchMs: 80,
  overloadMs: 25_000,
  afterMs: 6_000,
  times: [1, 3],
  servedLeast: 0.8,
  normalWithinMs: 500,
};
/** In seconds, beside other work of the machine. Where nothing is turned away, half of the ceiling is served. */
export const SHORT: Plan = {
  batchMs: 40,
  overloadMs: 5_000,
  afterMs: 2_500,
  times: [3],
  servedLeast: 0.65,
  normalWithinMs: 1_500,
};

/** Of the ceiling: ordinary traffic after the overload. */
const AFTERWARDS = 0.25;
/** Documents that are issued in peace, to know what one takes. */
const PEACEFUL = 20;
/** An answer this quick was one of the gate: nothing may have begun. */
const AT_ONCE_MS = 1_000;
/** Objects that had to give up come back within this. */
const SETTLE_MS = 12_000;

/** One of so many clients leaves after so long: what it asked for goes on, and holds no place for ever. */
const LEAVING = 5;
const LEAVE_MS = 500;
/** What a client that left knows. */
const LEFT = 0;

interface Sent {
  readonly key: string;
  readonly atMs: number;
  /** `LEFT` where the client did not wait for it. */
  readonly status: number;
  readonly tookMs: number;
}

/** @returns what is not as it should be. @param plugins of the bundle: a planted bug. */
export async function overload(
  plan: Plan,
  print: (line: string) => void,
  plugins: readonly Plugin[] = [],
): Promise<readonly string[]> {
  const stand = await startStand("swift", "test/overload/worker.ts", {}, plugins);
  try {
    const problems: string[] = [];
    const offer = await openOffer(stand);
    const batches = await countBatches(stand, offer);
    const ceiling = 1_000 / plan.batchMs / batches;
    print(
      `a document takes ${batches.toFixed(1)} batches: at ${1_000 / plan.batchMs} batches a second, the ceiling is ${ceiling.toFixed(2)} documents a second`,
    );
    for (const times of plan.times) problems.push(...(await offerOnce(stand, offer, { plan, ceiling, times }, print)));
    return problems;
  } finally {
    await stand.stop();
  }
}

/** Sends a document at each of so many instants a second; each of so many clients leaves without its answer. */
type Offer = (name: string, perSecond: number, forMs: number, leaving?: number) => Promise<Promise<Sent>[]>;

async function openOffer(stand: Stand): Promise<Offer> {
  const tenant = await stand.createTenant();
  const body = writeSupportBody(1, dateInBogota(Date.now()));
  const send = async (key: string, signal?: AbortSignal): Promise<Sent> => {
    const atMs = performance.now();
    const status = await stand.issue(tenant, key, body, signal).then(
      (answer) => answer.status,
      (cause: unknown) => {
        if (signal?.aborted === true) return LEFT;
        throw cause;
      },
    );
    return { key, atMs, status, tookMs: performance.now() - atMs };
  };
  return async (name, perSecond, forMs, leaving = 0) => {
    const sent: Promise<Sent>[] = [];
    const startMs = performance.now();
    for (let index = 0; index < (perSecond * forMs) / 1_000; index += 1) {
      await sleep(Math.max(0, startMs + (index * 1_000) / perSecond - performance.now()));
      const isLeaving = leaving > 0 && index % leaving === 0;
      sent.push(send(`${name}-${index}`, isLeaving ? AbortSignal.timeout(LEAVE_MS) : undefined));
    }
    await sleep(Math.max(0, startMs + forMs - performance.now()));
    return sent;
  };
}

async function setQueue(stand: Stand, batchMs: number) {
  const { text } = await stand.call("product", `/overload/queue?batch_ms=${batchMs}`);
  return JSON.parse(text) as { readonly batches: number; readonly longestMs: number };
}

/** Batches of one document, with what is shown after its answer. */
async function countBatches(stand: Stand, offer: Offer): Promise<number> {
  await Promise.all(await offer("warm", 10, 500));
  await sleep(500);
  await setQueue(stand, 0);
  await Promise.all(await offer("peace", 10, PEACEFUL * 100));
  await sleep(500);
  return (await setQueue(stand, 0)).batches / PEACEFUL;
}

/** Keys of the documents that have numbers. */
async function listKeys(stand: Stand): Promise<ReadonlySet<string>> {
  return new Set(JSON.parse((await stand.call("product", "/overload/keys")).text) as readonly string[]);
}

interface Load {
  readonly plan: Plan;
  readonly ceiling: number;
  readonly times: number;
}

async function offerOnce(
  stand: Stand,
  offer: Offer,
  { plan, ceiling, times }: Load,
  print: (line: string) => void,
): Promise<readonly string[]> {
  await setQueue(stand, plan.batchMs);
  const startMs = performance.now();
  const during = await offer(`during-${times}`, times * ceiling, plan.overloadMs, LEAVING);
  const endMs = performance.now();
  const issued = await listKeys(stand);
  const after = await Promise.all(await offer(`after-${times}`, AFTERWARDS * ceiling, plan.afterMs));
  const before = await Promise.all(during);
  const { batches, longestMs } = await setQueue(stand, 0);
  const inTime = before.filter(({ key, status, atMs, tookMs }) =>
    status === LEFT ? issued.has(key) : status === 201 && atMs + tookMs <= endMs,
  );
  const served = inTime.length / ((ceiling * (endMs - startMs)) / 1_000);
  const normalMs = Math.max(0, ...after.filter(({ status }) => status !== 201).map(({ atMs }) => atMs - endMs));
  const refused = before.filter(({ status }) => status === 503);
  const quick = refused.filter(({ tookMs }) => tookMs < AT_ONCE_MS);
  print(
    `${times}x: ${before.length} documents offered, ${inTime.length} issued meanwhile: ${(100 * served).toFixed(0)} % of the ceiling; ${refused.length} refused, ${quick.length} of them at once; ${batches} batches, the longest waited ${longestMs} ms in the database; after ${Math.round(normalMs)} ms everything was served`,
  );
  await sleep(SETTLE_MS);
  const known = await listKeys(stand);
  const begun = quick.filter(({ key }) => known.has(key));
  const lost = [...before, ...after].filter(({ key, status }) => status === 201 && !known.has(key));
  const others = before.filter(({ status }) => ![LEFT, 201, 202, 503].includes(status));
  return [
    ...(served < plan.servedLeast ? [`${times}x: ${(100 * served).toFixed(0)} % of the ceiling was served`] : []),
    ...(normalMs > plan.normalWithinMs
      ? [`${times}x: something was refused ${Math.round(normalMs)} ms afterwards`]
      : []),
    ...begun.map(({ key }) => `${times}x: ${key} was refused at once, and issued`),
    ...lost.map(({ key }) => `${times}x: ${key} was answered 201, and is not there`),
    ...others.map(({ key, status }) => `${times}x: ${key} was answered ${status}`),
  ];
}
