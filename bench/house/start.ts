// Measures what the start of an isolate takes: the service and an empty Worker in turns, each in isolates of their own.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, summarize } from "../measure.ts";
import { COMPATIBILITY, ROOT, startStack } from "../stack.ts";

const EMPTY = "export default { fetch: () => new Response() };";
/** A Worker that evaluates the module beside it when it is asked, as the platform does before the first request. */
const STARTER = `export default {
  async fetch() {
    await import("./worker.js");
    return new Response();
  },
};`;

/** Milliseconds on a processor that the start of the service takes beyond that of an empty Worker. */
export async function measureStart(rounds: number): Promise<Figure> {
  const script = buildAsDeployed();
  const names = Array.from({ length: rounds }, (_, round) => [`service-${round}`, `empty-${round}`] as const);
  const toWorker = (name: string, contents: string) => ({
    name,
    ...COMPATIBILITY,
    modules: [
      { type: "ESModule", path: "index.js", contents: STARTER },
      { type: "ESModule", path: "worker.js", contents },
    ],
  });
  const stack = await startStack({
    workers: names.flatMap(([service, empty]) => [toWorker(service, script), toWorker(empty, EMPTY)]),
  } as Parameters<typeof startStack>[0]);
  try {
    const start = async (name: string) => {
      const worker = await stack.miniflare.getWorker(name);
      const before = stack.readRequestThreadMs() ?? Number.NaN;
      await (await worker.fetch("http://start.test")).text();
      return (stack.readRequestThreadMs() ?? Number.NaN) - before;
    };
    const taken: number[] = [];
    for (const [service, empty] of names) {
      const emptyMs = await start(empty);
      taken.push((await start(service)) - emptyMs);
    }
    return summarize(taken);
  } finally {
    await stack.stop();
  }
}

/** The text of the bundle that `npm run deploy` uploads. */
function buildAsDeployed(): string {
  const folder = mkdtempSync(join(tmpdir(), "house-start-"));
  try {
    const wrangler = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
    execFileSync(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", folder], {
      cwd: ROOT,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
      stdio: "pipe",
    });
    const [name = ""] = readdirSync(folder).filter((one) => one.endsWith(".js"));
    return readFileSync(join(folder, name), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
