// Measures the gzip size of the Worker as `npm run deploy` uploads it, and the processor time of its start; wrangler does both.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleService, readModules } from "../test/support/worker-bundle.ts";
import { exactly, type Row } from "./goal.ts";
import { summarize } from "./measure.ts";
import { ROOT } from "./stack.ts";

/** The most that the bundle may weigh after gzip, in units of 1,024 bytes: a tenth of what the platform takes (10 MB). */
export const BUDGET_KB = 1_024;
const ENVIRONMENT = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" };

/** The part of a CPU profile that is used: nodes with their function, and the samples among them. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

/** The modules that `npm run deploy` uploads, the entry first. */
export function bundleAsDeployed(): ReturnType<typeof readModules> {
  const folder = mkdtempSync(join(tmpdir(), "bench-bundle-"));
  try {
    return readModules(bundleService(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bytes of the bundle after gzip, each of its files by itself. */
export function measureBundle(): number {
  return bundleAsDeployed().reduce((total, { contents }) => total + gzipSync(contents, { level: 9 }).length, 0);
}

/** Rows of the bundle's size and of its start, the start measured in several fresh processes. */
export function benchBundle(rounds: number): readonly Row[] {
  const starts = Array.from({ length: rounds }, measureStartMs);
  return [
    {
      what: "Worker bundle, gzip",
      against: "",
      ratio: exactly(measureBundle() / 1024),
      goal: { most: BUDGET_KB },
      unit: "KB",
    },
    {
      what: "start of an isolate, active time (wrangler check startup)",
      against: "",
      ratio: summarize(starts),
      unit: "ms",
    },
  ];
}

/** Active milliseconds of one start of the Worker as deployed, in a fresh process, as the profile of `wrangler check startup` shows them. */
export function measureStartMs(): number {
  const folder = mkdtempSync(join(tmpdir(), "bench-start-"));
  try {
    const path = join(folder, "start.cpuprofile");
    wrangler("check", "startup", "--outfile", path);
    const profile = JSON.parse(readFileSync(path, "utf8")) as CpuProfile;
    const idle = profile.nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id);
    const active = profile.samples.map((id, i) => (idle.includes(id) ? 0 : (profile.timeDeltas[i] ?? 0)));
    return active.reduce((sum, microseconds) => sum + microseconds, 0) / 1_000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function wrangler(...words: string[]): void {
  execFileSync(process.execPath, [join(ROOT, "node_modules/wrangler/bin/wrangler.js"), ...words], {
    cwd: ROOT,
    env: ENVIRONMENT,
    stdio: "pipe",
  });
}
