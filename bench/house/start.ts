// Measures what the start of an isolate takes: the service and an empty Worker in turns, each in isolates of their own.
import { bundleAsDeployed } from "../bundle-size.ts";
import { type Figure, summarize } from "../measure.ts";
import { COMPATIBILITY, startStack } from "../stack.ts";

const EMPTY = { type: "ESModule", path: "index.js", contents: "export default { fetch: () => new Response() };" };
/** A Worker that evaluates the entry beside it when it is asked, as the platform does before the first request. */
const STARTER = {
  type: "ESModule",
  path: "starter.js",
  contents: `export default {
    async fetch() {
      await import("./index.js");
      return new Response();
    },
  };`,
};

/** Milliseconds on a processor that the start of the service takes beyond that of an empty Worker. */
export async function measureStart(rounds: number): Promise<Figure> {
  const modules = bundleAsDeployed();
  const names = Array.from({ length: rounds }, (_, round) => [`service-${round}`, `empty-${round}`] as const);
  const toWorker = (name: string, evaluated: readonly object[]) => ({
    name,
    ...COMPATIBILITY,
    modules: [STARTER, ...evaluated],
  });
  const stack = await startStack({
    workers: names.flatMap(([service, empty]) => [toWorker(service, modules), toWorker(empty, [EMPTY])]),
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
