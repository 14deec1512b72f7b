// Prints the tool's report as a table of scores and a list of the mutants that no test noticed.
import { SCORE_MIN } from "./folder.ts";

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** The part of the mutation testing report schema that is read here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

export interface Score {
  readonly name: string;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  /** No test reaches them. */
  readonly uncovered: number;
  readonly ignored: number;
  /** Share that was noticed, of all that were tried. */
  readonly percent: number;
}

/** The most mutants, in percent, that may run into the time limit: a slow machine would make all of them look noticed. */
const TIMEOUTS_MOST = 3;
const UNNOTICED = ["Survived", "NoCoverage"];

export function scoreOf(name: string, report: MutationReport): Score {
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  const [killed, timedOut, survived, uncovered] = ["Killed", "Timeout", "Survived", "NoCoverage"].map(count);
  const noticed = (killed ?? 0) + (timedOut ?? 0);
  const tried = noticed + (survived ?? 0) + (uncovered ?? 0);
  return {
    name,
    killed: killed ?? 0,
    timedOut: timedOut ?? 0,
    survived: survived ?? 0,
    uncovered: uncovered ?? 0,
    ignored: count("Ignored"),
    percent: tried === 0 ? 0 : (100 * noticed) / tried,
  };
}

/** Mutants that were run, or that no test reaches. */
function countTried({ killed, timedOut, survived, uncovered }: Score): number {
  return killed + timedOut + survived + uncovered;
}

/** @returns why scores do not suffice; empty when they do. */
export function findWeak(scores: readonly Score[]): string[] {
  return scores.flatMap((score) => {
    const { name, percent, timedOut } = score;
    const timeouts = (100 * timedOut) / Math.max(1, countTried(score));
    return [
      ...(percent >= SCORE_MIN ? [] : [`${name}: ${percent.toFixed(1)} % noticed, ${SCORE_MIN} % wanted`]),
      ...(timeouts <= TIMEOUTS_MOST ? [] : [`${name}: ${timeouts.toFixed(1)} % timed out, which proves little`]),
    ];
  });
}

/** As the page `docs/mutation.md` shows them. */
export function printScores(scores: readonly Score[]): string {
  const rows = scores.map((score) => {
    const { killed, timedOut, survived, uncovered, ignored } = score;
    const cells = [countTried(score), killed, timedOut, survived, uncovered, ignored];
    return `| \`${score.name}\` | ${cells.join(" | ")} | **${score.percent.toFixed(1)} %** |`;
  });
  const head = "| folder | tried | killed | timed out | survived | not reached | ignored | noticed |";
  return [head, "|---|---|---|---|---|---|---|---|", ...rows, ""].join("\n");
}

/** One line per mutant: where, what stood there, and what stands there instead. */
export function printSurvivors(report: MutationReport): string {
  const lines = Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => UNNOTICED.includes(status))
      .map(({ location, mutatorName, replacement = "", status }) => {
        const original = cut(source.split("\n"), location.start, location.end);
        const mark = status === "NoCoverage" ? " (not reached)" : "";
        return `${file}:${location.start.line} ${mutatorName}${mark}: ${shorten(original)} -> ${shorten(replacement)}`;
      }),
  );
  return `${lines.join("\n")}\n`;
}

function cut(lines: readonly string[], start: Position, end: Position): string {
  const [first = "", ...rest] = lines.slice(start.line - 1, end.line);
  const last = rest.at(-1);
  if (last === undefined) return first.slice(start.column - 1, end.column - 1);
  return [first.slice(start.column - 1), ...rest.slice(0, -1), last.slice(0, end.column - 1)].join("\n");
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}
