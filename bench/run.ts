// Runs `npm run bench`: documents, whole requests, growth, bundle and start, as one table of ratios, JSON, and docs/bench.md.
// Options: --json, --quick (few rounds, small growth), --only signing,http,load,lists,renderer,bundle, --rounds N.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { benchBundle } from "./bundle-size.ts";
import { benchBuyer } from "./buyer.ts";
import { benchDrawing } from "./drawing.ts";
import { benchIssuing } from "./http/issuing.ts";
import { readMachine } from "./machine.ts";
import { drawPlot } from "./plot.ts";
import { describeSpread, printPage, printStages, printTable, type Report } from "./report.ts";
import { benchLists, benchLoad, type Curve } from "./scale.ts";
import { benchSigning, type SigningResult } from "./signing.ts";
import { ROOT } from "./stack.ts";

const PARTS = ["signing", "http", "load", "lists", "renderer", "bundle"] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string", default: PARTS.join(",") },
    rounds: { type: "string" },
  },
});
const rounds = Number(values.rounds ?? (values.quick ? 3 : 7));
const wanted = new Set<string>(values.only.split(","));
const unknown = [...wanted].filter((part) => !PARTS.some((known) => known === part));
if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(", ")}; there are ${PARTS.join(", ")}`);

const report = await run();
if (values.json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
else print(report);
// Figures of a part, or of a hasty run, never become the page.
if (!values.quick && PARTS.every((part) => wanted.has(part))) write(report);

async function run(): Promise<Report> {
  const machine = readMachine();
  const signing = await of("signing", () => benchSigning(rounds));
  const issuing = await of("http", () => benchIssuing(rounds));
  const load = await of("load", () => benchLoad(values.quick ? 100 : 2_000));
  const lists = await of("lists", benchLists);
  const drawing = await of("renderer", async () => [...(await benchDrawing(rounds)), ...(await benchBuyer(rounds))]);
  const bundle = await of("bundle", async () => benchBundle(Math.min(rounds, 5)));
  const rows = [signing?.rows, issuing?.rows, lists?.rows, drawing, bundle].flatMap((some) => some ?? []);
  return {
    machine,
    rounds,
    rows,
    curves: [...describeLines(signing), ...(load ?? []), ...(lists?.curves ?? [])],
    ...(signing === undefined ? {} : { signing }),
    ...(issuing === undefined ? {} : { p50Ms: issuing.p50Ms }),
  };
}

async function of<Result>(part: Part, work: () => Promise<Result>): Promise<Result | undefined> {
  if (!wanted.has(part)) return undefined;
  const startedAt = Date.now();
  const result = await work();
  process.stderr.write(`${part}: ${((Date.now() - startedAt) / 1_000).toFixed(0)} s\n`);
  return result;
}

function describeLines(signing: SigningResult | undefined): readonly Curve[] {
  if (signing === undefined) return [];
  const points = signing.growth.map(({ lines, ms }) => ({ x: lines, y: ms }));
  return [{ title: "JSON to signed XML by lines, RSA left out", across: "lines", up: "ms", points }];
}

function print({ rows, signing }: Report): void {
  const stages = signing === undefined ? "" : `\n\n${printStages(signing)}`;
  process.stdout.write(`${printTable(rows)}${stages}\n\n${describeSpread(rows)}\n`);
}

function write(whole: Report): void {
  const docs = join(ROOT, "docs");
  mkdirSync(docs, { recursive: true });
  const { machine } = whole;
  writeFileSync(join(docs, "bench.md"), printPage(whole));
  writeFileSync(
    join(docs, "scale.svg"),
    drawPlot(whole.curves, `${machine.processor}, ${machine.date} UTC, commit ${machine.commit}`),
  );
}
