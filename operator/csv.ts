// Writes rows as CSV (RFC 4180) that a spreadsheet opens without running any of it, and reads them back.
import { CsvError, parse } from "csv-parse/sync";
import { dateInBogota, timeInBogota } from "../src/domain/value/calendar.ts";
import { OperatorError } from "./error.ts";
import { toggle } from "./flag.ts";
import { readInstant } from "./moment.ts";
import { toSnakeCase } from "./table.ts";

/** The flag of every command that lists rows; `Output.rows` are what it answers. */
export const CSV = toggle("csv", "answer in CSV: names of columns first, instants by the clock of Bogotá");

/** A spreadsheet takes a text that begins so for a formula; with a ' before it for a text. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Columns are the members of the first row, spelled as in a table; lines end with CR LF unless `end` says otherwise, the last one without. */
export function writeCsv(rows: readonly Readonly<Record<string, unknown>>[], end = "\r\n"): string {
  const [first] = rows;
  if (first === undefined) return "";
  const names = Object.keys(first);
  return [names.map(toSnakeCase), ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => cells.map(writeCell).join(","))
    .join(end);
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

/** What stands between the cells: names of columns have neither, and a spreadsheet of a land with decimal commas writes `;`. */
function findSeparator(text: string): string {
  const [head = ""] = text.split("\n", 1);
  return head.includes(";") && !head.includes(",") ? ";" : ",";
}

/**
 * The records of a file that `writeCsv` or a spreadsheet wrote, with `,` or `;` between the cells; blank lines are none, and every
 * line end is LF.
 * @throws OperatorError that names a line.
 */
export function readCsv(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(text.replaceAll("\r\n", "\n"), {
      bom: true,
      delimiter: findSeparator(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells, { lines }) => {
        // `lines` says where the record ends.
        records.push({ line: lines - (cells.join("").split("\n").length - 1), cells: cells.map(unquoteFormula) });
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new OperatorError(`line ${String(cause.lines)}: a quotation mark that is not closed, or not doubled`);
  }
  return records;
}

function unquoteFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
