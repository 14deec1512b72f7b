// Reads a file of many rows, CSV or JSON lines, whose columns are named like the flags of a command.
import { z } from "zod";
import { readCsv } from "./csv.ts";
import { OperatorError } from "./error.ts";
import { readInputText } from "./input-file.ts";

/** What a row says; without a value there is no member. */
export type Members = Readonly<Record<string, unknown>>;

/** A row, and the line on which it begins, the first one being 1. */
export interface FileRow {
  readonly line: number;
  readonly members: Members;
  /** Why it says nothing that can be read; other rows do. */
  readonly fault?: OperatorError;
}

const OBJECT = z.record(z.string(), z.unknown());

/**
 * The rows of a file.
 * @param known names of its columns; any unless given.
 * @param hint where its form is shown.
 * @throws OperatorError for a file that is neither, is empty, or has a column that says nothing.
 */
export function readRowFile(path: string, known: readonly string[] | undefined, hint: string): readonly FileRow[] {
  const text = readInputText(path);
  const isJson = text.trimStart().startsWith("{");
  const rows = isJson ? readJsonLines(text) : readTable(text);
  if (rows.length === 0) throw new OperatorError("the file has no row", hint);
  if (known === undefined) return rows;
  const unknown = [...new Set(rows.flatMap(({ members }) => Object.keys(members)))].filter(
    (one) => !known.includes(one),
  );
  if (unknown.length === 0) return rows;
  // A table names its columns once; of JSON lines the first that has one of them is shown.
  const first = rows.find(({ members }) => unknown.some((one) => one in members));
  throw new OperatorError(
    `line ${isJson ? first?.line : 1}: no column is named ${unknown.join(", ")}`,
    `known: ${known.join(", ")}`,
  );
}

function readTable(text: string): readonly FileRow[] {
  const [head, ...records] = readCsv(text);
  const names = (head?.cells ?? []).map((cell) => cell.trim());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new OperatorError(`line 1: column ${twice} stands there twice`);
  return records.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      const fault = new OperatorError(`${cells.length} cells, and line 1 names ${names.length} columns`);
      return { line, members: {}, fault };
    }
    const named = names.map((name, place) => [name, (cells[place] ?? "").trim()] as const);
    return { line, members: Object.fromEntries(named.filter(([, cell]) => cell !== "")) };
  });
}

function readJsonLines(text: string): readonly FileRow[] {
  return text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    const line = index + 1;
    const { data } = OBJECT.safeParse(parseJson(content, line));
    if (data === undefined) throw new OperatorError(`line ${line}: it is not a JSON object`);
    const said = Object.entries(data).filter(([, value]) => value !== null && value !== "");
    return [{ line, members: Object.fromEntries(said) }];
  });
}

function parseJson(content: string, line: number): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new OperatorError(`line ${line}: it is not JSON (${cause.message})`);
  }
}

/** `line 3, column email: …`: what a flag is refused for, said of the column that is named like it. */
export function describeFault(line: number, { message, hint }: OperatorError): string {
  const [, column, words = message] = /^--([a-z-]+):? (.*)$/s.exec(message) ?? [];
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  const isFlag = hint.includes("--file");
  return `${place}: ${words}${hint === "" || isFlag ? "" : ` (${hint})`}`;
}
