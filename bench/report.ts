// Prints what a run found: the table on screen, and the page `docs/bench.md`.
import { isMet, printGoal, printValue, type Row } from "./goal.ts";
import { type Machine, printMachine } from "./machine.ts";
import { spreadOf } from "./measure.ts";
import type { Curve } from "./scale.ts";
import type { SigningResult } from "./signing.ts";

/** Everything that one run found; parts that were not asked for are absent. */
export interface Report {
  readonly machine: Machine;
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly signing?: SigningResult;
  readonly p50Ms?: Readonly<Record<string, number>>;
  readonly curves: readonly Curve[];
}

/** The one table of ratios, in columns. */
export function printTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.what, row.against, ...figuresOf(row)]);
  const heads = ["what", "against", "median", "rounds", "goal", ""];
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}

function figuresOf(row: Row): readonly [string, string, string, string] {
  const { ratio, unit } = row;
  const rounds = ratio.low === ratio.high ? "" : `${printValue(ratio.low, unit)}–${printValue(ratio.high, unit)}`;
  const met = isMet(row);
  return [printValue(ratio.median, unit), rounds, printGoal(row), met === undefined ? "" : met ? "met" : "NOT MET"];
}

/** Stages of the document path: where the time of one document goes. */
export function printStages({ stages, rsaMs }: SigningResult): string {
  const lines = stages.map(({ stage, share, ms }) => {
    const figures = `${ms.toFixed(4)} ms  ${share.median.toFixed(3)} of RSA`;
    return `${stage.padEnd(16)} ${figures}`;
  });
  return [`${"rsa".padEnd(16)} ${rsaMs.median.toFixed(4)} ms  1`, ...lines].join("\n");
}

/** The page `docs/bench.md`, which docs/evidence.md quotes. */
export function printPage(report: Report): string {
  const { machine, rounds, rows, signing, p50Ms, curves } = report;
  const sections = [
    "# Measured",
    "Written by `npm run bench`; nothing here is typed by hand. Ratios of one run on one machine: each round measures the\n" +
      "floor beside what stands on it, and the ratio is taken round by round. Milliseconds are of that machine only.",
    `${printMachine(machine)}\n- ${rounds} rounds; ${clockOf(signing)}`,
    "## Ratios",
    printMarkdown(
      ["what", "against", "median", "rounds", "goal", ""],
      rows.map((row) => [row.what, row.against, ...figuresOf(row)]),
    ),
  ];
  if (signing !== undefined) sections.push("## Where the time of one document goes", describeStages(signing));
  if (p50Ms !== undefined) sections.push("## One request over HTTP", describeRequests(p50Ms));
  if (curves.length > 0) sections.push("## As everything grows", "![Growth](scale.svg)", describeCurves(curves));
  return `${sections.join("\n\n")}\n`;
}

function clockOf(signing: SigningResult | undefined): string {
  if (signing?.clock !== "processor") return "times of the wall clock";
  return "the document path in processor time of workerd's request thread, requests over HTTP by the wall clock";
}

function describeStages({ stages, rsaMs, documentBytes, verified }: SigningResult): string {
  const table = printMarkdown(
    ["stage", "ms", "of one RSA signature"],
    [
      ["rsa (the floor)", rsaMs.median.toFixed(4), "1"],
      ...stages.map(({ stage, share, ms }) => [stage, ms.toFixed(4), share.median.toFixed(3)]),
    ],
  );
  return [
    `A 10-line invoice of ${documentBytes} bytes signed. \`freeze\` is the fiscal id, the security code, \`ubl\`, \`xades\` and the digest of`,
    "the file together; all stages leave RSA out.",
    "",
    table,
    "",
    `Signatures checked by xmldom, xmldsigjs and node:crypto: ${verified.join(", ")}.`,
  ].join("\n");
}

function describeRequests(p50Ms: Readonly<Record<string, number>>): string {
  return printMarkdown(
    ["who answers", "ms, p50"],
    Object.entries(p50Ms).map(([who, ms]) => [who, ms.toFixed(1)]),
  );
}

function describeCurves(curves: readonly Curve[]): string {
  return curves
    .map(({ title, across, up, points }) =>
      printMarkdown(
        [`${title}: ${across}`, ...points.map(({ x }) => x.toLocaleString("en"))],
        [[up, ...points.map(({ y }) => Number(y.toPrecision(3)).toLocaleString("en"))]],
      ),
    )
    .join("\n\n");
}

export function printMarkdown(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** How steady the rounds were, for the reader of a run on a busy machine. */
export function describeSpread(rows: readonly Row[]): string {
  const worst = Math.max(0, ...rows.map(({ ratio }) => spreadOf(ratio)).filter(Number.isFinite));
  return `widest spread between rounds: ${(worst * 100).toFixed(0)} % of the median`;
}
