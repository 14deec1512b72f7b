// Prints rows as aligned text for a terminal: instants by the clock of Bogotá, the names of columns in one spelling.
import { stripVTControlCharacters } from "node:util";
import { printInstant, printMoment, readInstant } from "./moment.ts";

/**
 * Columns are the members of the first row, in their order; `empty` when there is no row.
 * @param nowMs epoch milliseconds: then instants are shown with their age.
 */
export function printTable(rows: readonly Readonly<Record<string, unknown>>[], empty: string, nowMs?: number): string {
  const [first] = rows;
  if (first === undefined) return empty;
  const names = Object.keys(first);
  const isOfInstants = (name: string) => rows.some((row) => instantOf(row[name]) !== undefined);
  const titles = names.map((name) => `${toSnakeCase(name)}${isOfInstants(name) ? " (Bogotá)" : ""}`);
  const cells = [titles, ...rows.map((row) => names.map((name) => printCell(row[name], nowMs)))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => widthOf(line[column] ?? ""))));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The answer of a command that lists rows: data, a table, and what --csv says. */
export function answerRows<Row extends object>(rows: readonly Row[], empty: string, nowMs?: number) {
  const copies = rows.map((row): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(row)));
  return { data: rows, rows: copies, text: printTable(copies, empty, nowMs) };
}

/** Names with their values, one below the other. */
export function printFacts(facts: Readonly<Record<string, unknown>>, nowMs?: number): string {
  const entries = Object.entries(facts).map(([name, value]) => [toSnakeCase(name), printCell(value, nowMs)] as const);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `${name.padEnd(width)}  ${cell}`).join("\n");
}

/** The name of a member as columns spell it. */
export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

function instantOf(value: unknown): number | undefined {
  return typeof value === "string" ? readInstant(value) : undefined;
}

function printCell(value: unknown, nowMs: number | undefined): string {
  if (value === null || value === undefined) return "-";
  const instant = instantOf(value);
  if (instant !== undefined) return nowMs === undefined ? printInstant(instant) : printMoment(String(value), nowMs);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return oneLine(value.join(", ")) || "-";
  return typeof value === "object" ? JSON.stringify(value) : oneLine(String(value));
}

/** A line end in a value would look like a row of its own. */
function oneLine(text: string): string {
  return text.replace(/\r?\n|\r/g, "\\n");
}
