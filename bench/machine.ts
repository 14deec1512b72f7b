// Reads the machine, the versions and the commit that every table of ratios names.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { ROOT } from "./stack.ts";

/** Where a run took place. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Whether RSA has its fast instructions; undefined where the system does not say. */
  readonly hasIfma: boolean | undefined;
  readonly memoryGib: number;
  /** Load of the last minute when the run began: above the number of cores, neighbours disturb it. */
  readonly load: number;
  readonly platform: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly commit: string;
  readonly date: string;
}

const PACKAGES = ["workerd", "miniflare", "wrangler", "xadesjs", "xml-crypto", "xmldsigjs", "zod", "hono"] as const;

export function readMachine(): Machine {
  const [first] = cpus();
  return {
    processor: first?.model ?? "unknown",
    cores: cpus().length,
    hasIfma: findIfma(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0] ?? 0,
    platform: `${process.platform} ${process.arch}`,
    versions: Object.fromEntries([
      ["node", process.versions.node],
      ...PACKAGES.map((name) => [name, readVersion(name)]),
    ]),
    commit: readCommit(),
    date: new Date().toISOString().slice(0, 16).replace("T", " "),
  };
}

/** AVX-512-IFMA halves the time of an RSA signature, so every ratio to one must say whether it was there. */
function findIfma(): boolean | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  return /^flags\s*:.*\bavx512ifma\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
}

function readVersion(name: string): string {
  const text = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}

function readCommit(): string {
  try {
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
    const isChanged = git("status", "--porcelain", "--", "src") !== "";
    return git("rev-parse", "--short", "HEAD") + (isChanged ? " with changes" : "");
  } catch (error) {
    if (error instanceof Error) return "not a git tree";
    throw error;
  }
}

/** The machine in lines of Markdown. */
export function printMachine(machine: Machine): string {
  const ifma = machine.hasIfma === undefined ? "not known" : machine.hasIfma ? "yes" : "no";
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- ${machine.processor}, ${machine.cores} cores, ${machine.memoryGib} GiB, ${machine.platform}; AVX-512-IFMA: ${ifma}`,
    `- load when the run began: ${machine.load.toFixed(1)}`,
    `- ${versions.join(", ")}`,
    `- commit ${machine.commit}, ${machine.date} UTC`,
  ].join("\n");
}
