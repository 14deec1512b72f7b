// Prints lines of toned text in a terminal, plain where it has no colours, and draws them as a picture.
import { styleText } from "node:util";

/** What a piece of a line means to its reader. */
export type Tone = "plain" | "strong" | "faint" | "good" | "bad";

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export type Line = readonly Span[];

const STYLES = { strong: "bold", faint: "dim", good: "green", bad: "red" } as const;
const INKS: Readonly<Record<Tone, string>> = {
  plain: "#d1d5db",
  strong: "#f9fafb",
  faint: "#9ca3af",
  good: "#34d399",
  bad: "#f87171",
};
/** Characters of a line in the picture; longer ones go on in the next, as far in as they began. */
const COLUMNS = 116;
const CELL = { width: 7.83, height: 19 } as const;
const MARGIN = 18;

/** A line with colours where the standard output is a terminal that wants them (NO_COLOR), plain elsewhere. */
export function printLine(line: Line): string {
  const paint = ({ text, tone }: Span) =>
    tone === "plain" ? text : styleText(STYLES[tone], text, { stream: process.stdout });
  return line.map(paint).join("");
}

/** The lines as an SVG. */
export function drawTerminal(lines: readonly Line[], title: string): string {
  const rows = lines.flatMap(wrap);
  const [width, height] = [COLUMNS * CELL.width + 2 * MARGIN, rows.length * CELL.height + 2 * MARGIN];
  const texts = rows.map((row, index) => {
    const y = MARGIN + (index + 0.75) * CELL.height;
    const spans = row.map(({ text, tone }) => {
      const weight = tone === "strong" ? ' font-weight="bold"' : "";
      return `<tspan fill="${INKS[tone]}"${weight}>${escapeText(text)}</tspan>`;
    });
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${spans.join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="13">`,
    `<title>${escapeText(title)}</title><rect width="${width}" height="${height}" rx="8" fill="#111827"/>`,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

/** Breaks at the last space that fits. */
function wrap(line: Line): readonly Line[] {
  const whole = line.map(({ text }) => text).join("");
  if (whole.length <= COLUMNS) return [line];
  const indent = /^ */.exec(whole)?.[0] ?? "";
  const space = whole.lastIndexOf(" ", COLUMNS);
  const end = space > indent.length ? space : COLUMNS;
  const [head, tail] = cut(line, end);
  const [first, ...others] = tail;
  const rest = first === undefined ? [] : [{ ...first, text: indent + first.text.trimStart() }, ...others];
  return [head, ...wrap(rest)];
}

function cut(line: Line, at: number): readonly [Line, Line] {
  const head: Span[] = [];
  const tail: Span[] = [];
  let position = 0;
  for (const span of line) {
    const inHead = Math.min(Math.max(at - position, 0), span.text.length);
    if (inHead > 0) head.push({ ...span, text: span.text.slice(0, inHead) });
    if (inHead < span.text.length) tail.push({ ...span, text: span.text.slice(inHead) });
    position += span.text.length;
  }
  return [head, tail];
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
