// Measures what a buyer's files of a long document cost inside workerd: processor time and heap of the container, of the printable
// facts and of the drawing.
import { answerAbout, inputOf, signText } from "../test/renderer/drawing.ts";
import { makeLong } from "../test/renderer/show-piece.ts";
import { makeCertificate } from "../test/support/certificate.ts";
import { exactly, type Row } from "./goal.ts";
import { readHeapMb } from "./heap.ts";
import { summarize } from "./measure.ts";
import { bundle, COMPATIBILITY, type Stack, startStack } from "./stack.ts";

const LINES = 500;
/** Of one measurement: what a single one takes is near the clock's grain. */
const BATCH = 10;
/** What the platform gives a Worker. */
const MEMORY_MB = 128;
const CPU_MS = 30_000;

/** Rows of processor time and heap, with 500 lines. */
export async function benchBuyer(rounds: number): Promise<readonly Row[]> {
  const xml = await signText(makeLong(LINES));
  const service = JSON.stringify({ xml, response: answerAbout(xml), ...(await makeCertificate("900373115")) });
  const renderer = JSON.stringify(inputOf(xml));
  const rows: Row[] = [];
  for (const work of ["container", "representacion"]) {
    const url = `http://service/?work=${work}`;
    rows.push(...(await measure(`${work} of ${LINES} lines`, "bench/buyer-worker.ts", url, service, rounds)));
  }
  rows.push(
    ...(await measure(`letter paper of ${LINES} lines`, "renderer/index.ts", "http://renderer/", renderer, rounds)),
  );
  return rows;
}

async function measure(what: string, entry: string, url: string, body: string, rounds: number): Promise<Row[]> {
  const options = { modules: true, scriptPath: await bundle(entry), ...COMPATIBILITY };
  const against = `${Math.round(body.length / 1024)} KB posted`;
  const heapMb = await withStack({ ...options, inspectorPort: 0 }, async (stack) => {
    await post(stack, url, body);
    return readHeapMb(stack);
  });
  const times = await withStack(options, async (stack) => {
    const readMs = () => stack.readRequestThreadMs() ?? performance.now();
    const found: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = readMs();
      // Each is a request of its own, as in life: reading the body is part of it.
      for (let count = 0; count < BATCH; count += 1) await post(stack, url, body);
      found.push((readMs() - before) / BATCH);
    }
    // The first round compiles.
    return found.slice(1);
  });
  return [
    { what: `${what}: processor time`, against, ratio: summarize(times), goal: { most: CPU_MS }, unit: "ms" },
    { what: `${what}: heap after the first`, against, ratio: exactly(heapMb), goal: { most: MEMORY_MB }, unit: "MB" },
  ];
}

async function withStack<Result>(
  options: Parameters<typeof startStack>[0],
  work: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const stack = await startStack(options);
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}

async function post(stack: Stack, url: string, body: string): Promise<void> {
  const answer = await stack.miniflare.dispatchFetch(url, { method: "POST", body });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${Buffer.from(bytes)}`);
}
