// Measures the renderer inside workerd: processor time of a drawing by lines and layout, and the exact sizes.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { inputOf, signText } from "../test/renderer/drawing.ts";
import { makeLong } from "../test/renderer/show-piece.ts";
import { exactly, type Row } from "./goal.ts";
import { divide, type Figure, summarize } from "./measure.ts";
import { bundle, COMPATIBILITY, type Stack, startStack } from "./stack.ts";

const LINES = [1, 10, 100, 500] as const;
/** Drawings of one measurement: what a single one takes is near the clock's grain. */
const BATCH = 8;
const WARM_UP = 20;
const LONG = 500;
const SHORT = 10;

interface Drawing {
  readonly pages: number;
  readonly bytes: number;
}

/** Rows of letter paper by lines, of a strip, and of the renderer's bundle. */
export async function benchDrawing(rounds: number): Promise<readonly Row[]> {
  const scriptPath = await bundle("renderer/index.ts");
  const stack = await startStack({ modules: true, scriptPath, ...COMPATIBILITY });
  try {
    const bodies = new Map<number, string>();
    for (const lines of LINES) bodies.set(lines, JSON.stringify(inputOf(await signText(makeLong(lines)))));
    for (let count = 0; count < WARM_UP; count += 1) await draw(stack, bodies.get(SHORT) ?? "");
    const rows: Row[] = [];
    const perPage = new Map<number, readonly number[]>();
    for (const [lines, body] of bodies) {
      const drawing = await draw(stack, body);
      const times = await measure(stack, body, rounds);
      const shares = times.map((ms) => ms / drawing.pages);
      perPage.set(lines, shares);
      rows.push(...describe(`letter paper, ${lines} lines`, drawing, shares));
    }
    const strip = (bodies.get(SHORT) ?? "").replace('"layout":"carta"', '"layout":"tirilla-80"');
    rows.push(
      ...describe(`strip of 80 mm, ${SHORT} lines`, await draw(stack, strip), await measure(stack, strip, rounds)),
    );
    rows.push({
      what: `a page of ${LONG} lines, processor time`,
      against: `a page of ${SHORT} lines`,
      ratio: divide(perPage.get(LONG) ?? [], perPage.get(SHORT) ?? []),
      goal: { most: 2 },
    });
    rows.push(sizeRow(scriptPath));
    return rows;
  } finally {
    await stack.stop();
  }
}

function describe(what: string, { pages, bytes }: Drawing, shares: readonly number[]): Row[] {
  const figure: Figure = summarize(shares);
  return [
    { what: `${what}: processor time of a page`, against: `${pages} pages`, ratio: figure, unit: "ms" },
    { what: `${what}: size`, against: `${pages} pages`, ratio: exactly(bytes / 1024), unit: "KB" },
  ];
}

function sizeRow(scriptPath: string): Row {
  const script = readFileSync(scriptPath);
  return {
    what: "renderer bundle, gzip",
    against: `${Math.round(script.length / 1024)} KB as written`,
    ratio: exactly(gzipSync(script, { level: 9 }).length / 1024),
    unit: "KB",
  };
}

async function draw(stack: Stack, body: string): Promise<Drawing> {
  const answer = await stack.miniflare.dispatchFetch("http://renderer/", { method: "POST", body });
  const bytes = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the renderer answered ${answer.status}: ${Buffer.from(bytes)}`);
  return { pages: Number(answer.headers.get("x-pages")), bytes: bytes.byteLength };
}

/** Milliseconds of one drawing, in each round. */
async function measure(stack: Stack, body: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = stack.readRequestThreadMs() ?? performance.now();
    for (let count = 0; count < BATCH; count += 1) await draw(stack, body);
    times.push(((stack.readRequestThreadMs() ?? performance.now()) - before) / BATCH);
  }
  return times;
}
