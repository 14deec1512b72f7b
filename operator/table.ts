// Prints rows as aligned text for a terminal.

/** Columns are the members of the first row, in their order; `empty` when there is no row. */
export function printTable(rows: readonly Readonly<Record<string, unknown>>[], empty: string): string {
  const [first] = rows;
  if (first === undefined) return empty;
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => printCell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? "").length)));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function printCell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
