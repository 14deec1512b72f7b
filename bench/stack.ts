// Runs an entry file as a Worker in workerd, and reads the processor time that its process has used.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

export const ROOT = resolve(import.meta.dirname, "..");
export const COMPATIBILITY = { compatibilityDate: "2026-09-15", compatibilityFlags: ["nodejs_compat"] };

type Options = Parameters<typeof convertV4MiniflareOptions>[0];

/** Bundles an entry file (path under the root) as wrangler would; returns the path of the bundle. */
export async function bundle(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
  const outfile = resolve(ROOT, ".wrangler/bench", entry.replaceAll("/", "-").replace(/\.ts$/, ".js"));
  await build({
    entryPoints: [resolve(ROOT, entry)],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2024",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["module", "main"],
    external: ["cloudflare:*", "node:*"],
    // Packages of the old module system ask for the platform's modules at run time.
    alias: { crypto: "node:crypto", util: "node:util" },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///worker.js");' },
    plugins: [...plugins],
    logLevel: "error",
  });
  return outfile;
}

/** Memory that looks like a disk: where there is one, the machine's disk is no part of what is measured. */
const STORAGE_FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export interface Stack {
  readonly miniflare: Miniflare;
  /** Processor milliseconds that workerd has used so far; undefined where the system does not say. */
  readonly readCpuMs: () => number | undefined;
  /** The same of the one thread that runs requests: without V8's helpers, which spin when a machine is busy. */
  readonly readRequestThreadMs: () => number | undefined;
  /** The folder of its databases. */
  readonly storage: string;
  readonly stop: () => Promise<void>;
}

/** Starts workerd and waits until it serves. */
export async function startStack(options: Options): Promise<Stack> {
  const before = new Set(listWorkerds());
  // The product's log lines are dropped here; failures show in the answers.
  const storage = mkdtempSync(join(STORAGE_FOLDER, "bench-"));
  const quiet = { handleStructuredLogs: () => undefined, resourcePersistencePath: storage };
  const miniflare = new Miniflare(convertV4MiniflareOptions({ ...options, ...quiet }));
  try {
    await miniflare.ready;
  } catch (error) {
    // What did not start would keep this process.
    await miniflare.dispose();
    throw error;
  }
  const mine = listWorkerds().filter((pid) => !before.has(pid));
  const stop = async () => {
    await miniflare.dispose();
    rmSync(storage, { recursive: true });
  };
  return {
    miniflare,
    storage,
    readCpuMs: () => readCpuMs(mine, listThreads),
    readRequestThreadMs: () => readCpuMs(mine, (pid) => [pid]),
    stop,
  };
}

/** Resident bytes of the processes named workerd that this process started. */
export function readResidentBytes(): number | undefined {
  const pids = listWorkerds();
  if (pids.length === 0) return undefined;
  return pids.reduce((sum, pid) => {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readProc(`${pid}/status`)) ?? [];
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** Process ids of our workerds: Linux only, elsewhere none. */
function listWorkerds(): readonly string[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readProc(`${pid}/stat`)) ?? [];
        return name === "workerd" && Number(parent) === process.pid;
      });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Time on a processor, which the system counts in nanoseconds: what other processes take does not count. */
function readCpuMs(pids: readonly string[], threadsOf: (pid: string) => readonly string[]): number | undefined {
  if (pids.length === 0) return undefined;
  let nanoseconds = 0;
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) {
      const [time = "0"] = readProc(`${pid}/task/${thread}/schedstat`).split(" ");
      nanoseconds += Number(time);
    }
  }
  return nanoseconds / 1e6;
}

function listThreads(pid: string): readonly string[] {
  return readdirSync(`/proc/${pid}/task`);
}

/** A process may end between being listed and being read: then it has nothing to say. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return "";
    throw error;
  }
}
