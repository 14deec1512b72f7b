// Writes rows as CSV (RFC 4180) that a spreadsheet opens without running any of it.

/** Columns are the members of the first row; lines end with CR LF, the last one without. */
export function writeCsv(rows: readonly Readonly<Record<string, string | number | null>>[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const names = Object.keys(first);
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))]
    .map((cells) => cells.map(writeCell).join(","))
    .join("\r\n");
}

function writeCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  // A spreadsheet takes a text that begins so for a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
