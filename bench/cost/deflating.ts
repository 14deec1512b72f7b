// Measures what writing the deflated file of a settled document takes of what issuing it takes, in turns in one run.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "fflate";
import { readSnapshot, writeSnapshot } from "../../src/store/archive/snapshot.ts";
import { withStand } from "../http/issuing.ts";
import type { Stand } from "../http/stand.ts";
import { divide, type Figure, summarize } from "../measure.ts";

export interface Deflating {
  /** Bytes of the file, and of what is in it. */
  readonly packed: number;
  readonly whole: number;
  /** Milliseconds of one file. */
  readonly ms: Figure;
  /** Of the processor time of workerd's thread for one document; undefined where the system does not say. */
  readonly share: Figure | undefined;
}

const DOCUMENTS = 60;
const ROUNDS = 9;
const REST_MS = 400;
const LINE_END = 10;
const MICROSECONDS_PER_MS = 1_000;

/** Of a support document of ten lines: its file from a stand that judges, what issuing takes from one that accepts at once. */
export async function measureDeflating(): Promise<Deflating> {
  const packed = await withStand("simulator", async (stand, body) => {
    const tenant = await stand.createTenant();
    await stand.issue(tenant, "filed", body);
    await rest();
    return findFile(stand);
  });
  const whole = gunzipSync(packed);
  const answer = { path: "answer.xml", bytes: whole.subarray(whole.indexOf(LINE_END) + 1) };
  const snapshot = readSnapshot(packed);
  const [deflating, issuing]: [number[], number[]] = [[], []];
  await withStand("swift", async (stand, body) => {
    const tenant = await stand.createTenant();
    for (let round = 0; round <= ROUNDS; round += 1) {
      const threadBefore = stand.stack.readRequestThreadMs();
      for (let n = 0; n < DOCUMENTS; n += 1) await stand.issue(tenant, `deflating-${round}-${n}`, body);
      await rest();
      const threadAfter = stand.stack.readRequestThreadMs();
      if (threadBefore !== undefined && threadAfter !== undefined) issuing.push(threadAfter - threadBefore);
      const before = process.cpuUsage();
      for (let n = 0; n < DOCUMENTS; n += 1) writeSnapshot(snapshot, answer);
      deflating.push(process.cpuUsage(before).user / MICROSECONDS_PER_MS);
    }
  });
  // The first round compiles.
  const [times, floors] = [deflating.slice(1), issuing.slice(1)];
  return {
    packed: packed.length,
    whole: whole.length,
    ms: summarize(times.map((ms) => ms / DOCUMENTS)),
    share: floors.length < ROUNDS ? undefined : divide(times, floors),
  };
}

/** The only deflated file that a stand keeps. */
function findFile({ stack: { storage } }: Stand): Uint8Array {
  for (const entry of readdirSync(storage, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.includes("sqlite")) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return bytes;
  }
  throw new Error("the stand keeps no deflated file");
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
