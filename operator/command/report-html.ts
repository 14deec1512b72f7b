// Writes pieces of the report's HTML: tables, cells with a tone, numbers as in Colombia, and what is folded away.
import { sayInstants } from "../moment.ts";

/** A piece of HTML; every text in it is escaped already. */
export type Html = string;

export type Cell = string | number | null | { readonly html: Html };
export type Tone = "good" | "warn" | "bad" | "faint";

/** What is shown when its line is opened. @param kind the class of the whole. */
export function fold(kind: string, line: Html, body: Html): Html {
  return `<details class="${kind}"><summary>${line}</summary>${body}</details>`;
}

export function drawMeter(used: number, whole: number): Html {
  const share = whole === 0 ? 0 : Math.min(1, used / whole);
  const tone = share >= 1 ? "over" : share >= 0.9 ? "near" : "";
  return `<span class="meter"><i class="${tone}" style="width: ${fix(share * 100)}%"></i></span>${printShare(share, 1)}`;
}

/** Columns of numbers stand at the right. */
export function drawTable(titles: readonly string[], rows: readonly (readonly Cell[])[], empty: string): Html {
  if (rows.length === 0) return `<p class="faint">${escapeText(empty)}</p>`;
  const isNumber = titles.map((_, column) => rows.every((row) => isNumeric(row[column])));
  const classOf = (column: number) => (isNumber[column] === true ? ' class="number"' : "");
  const head = titles.map((title, column) => `<th${classOf(column)}>${escapeText(title)}</th>`).join("");
  // On a narrow screen each cell says the title of its column itself, below the first one.
  const titleOf = (column: number) => (column === 0 ? "" : ` data-title="${escapeText(titles[column] ?? "")}"`);
  const body = rows.map((row) => {
    const cells = row.map((cell, column) => `<td${classOf(column)}${titleOf(column)}>${drawCell(cell)}</td>`);
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

/** Whether a cell holds a number, toned or written out, or nothing. */
function isNumeric(cell: Cell | undefined): boolean {
  if (typeof cell === "string") return /^[\d.,]+$/.test(cell) && cell.length < 8;
  if (typeof cell !== "object" || cell === null) return true;
  return /^<span class="\w+">[\d.,]+<\/span>$/.test(cell.html);
}

function drawCell(cell: Cell): Html {
  if (cell === null) return '<span class="faint">-</span>';
  if (typeof cell === "number") return printNumber(cell);
  return typeof cell === "string" ? escapeText(cell) : cell.html;
}

export function toned(tone: Tone, value: string | number): Cell {
  const text = typeof value === "number" ? printNumber(value) : escapeText(value);
  return { html: `<span class="${tone}">${text}</span>` };
}

/** As in Colombia: a point between thousands, a comma before decimals. */
export function printNumber(value: number): string {
  const [whole = "", decimals] = String(value).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ".");
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
}

export function printShare(part: number, whole: number): string {
  return whole === 0 ? "-" : `${printNumber(fix((part / whole) * 100))} %`;
}

export function printSeconds(ms: number | null): string | null {
  return ms === null ? null : (ms / 1000).toFixed(1).replace(".", ",");
}

/** To a tenth. */
export function fix(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Also with every instant by the clock of Bogotá. */
export function escapeText(text: string): Html {
  return sayInstants(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
