// Writes rows as CSV (RFC 4180) that a spreadsheet opens without running any of it, and reads them back.
import { dateInBogota, timeInBogota } from "../src/domain/value/calendar.ts";
import { OperatorError } from "./error.ts";
import { toggle } from "./flag.ts";
import { readInstant } from "./moment.ts";
import { toSnakeCase } from "./table.ts";

/** The flag of every command that lists rows; `Output.rows` are what it answers. */
export const CSV = toggle("csv", "answer in CSV: names of columns first, instants by the clock of Bogotá");

/** A spreadsheet takes a text that begins so for a formula; with a ' before it for a text. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Columns are the members of the first row, spelled as in a table; lines end with CR LF, the last one without. */
export function writeCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const names = Object.keys(first);
  return [names.map(toSnakeCase), ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(writeCell).join(","))
    .join("\r\n");
}

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = writeText(value);
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

function writeText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(",");
  if (typeof value !== "string") return JSON.stringify(value);
  const instant = readInstant(value);
  return instant === undefined ? value : `${dateInBogota(instant)}T${timeInBogota(instant).slice(0, 8)}-05:00`;
}

/** A record of a file with the line on which it begins, the first one being 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quoted cell or a plain one, and what ends it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** The records of a file that `writeCsv` or a spreadsheet wrote; blank lines are none. @throws OperatorError that names a line. */
export function readCsv(text: string): readonly CsvRecord[] {
  const whole = text.replace(/^\uFEFF/, "");
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let [line, begin, at] = [1, 1, 0];
  while (at < whole.length || cells.length > 0) {
    CELL.lastIndex = at;
    const [found, quoted, bare = "", end] = CELL.exec(whole) ?? [];
    if (found === undefined)
      throw new OperatorError(`line ${line}: a quotation mark that is not closed, or not doubled`);
    const cell = quoted === undefined ? bare : quoted.replaceAll('""', '"');
    cells.push(cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);
    line += found.split("\n").length - 1;
    at += found.length;
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") records.push({ line: begin, cells });
    cells = [];
    begin = line;
  }
  return records;
}
