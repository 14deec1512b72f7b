// Draws curves as one SVG of small panels with logarithmic axes: a straight line at 45 degrees grows in proportion.
import type { Curve } from "./scale.ts";

const PANEL = { width: 300, height: 220, left: 52, right: 14, top: 34, bottom: 42 } as const;
const COLUMNS = 3;
const INK = "#1f2937";
const FAINT = "#d1d5db";
const LINE = "#0f766e";

/** Draws the curves, each in a panel of its own, readable on light and dark pages alike. */
export function drawPlot(curves: readonly Curve[], caption: string): string {
  const rows = Math.ceil(curves.length / COLUMNS);
  const width = COLUMNS * PANEL.width;
  const height = rows * PANEL.height + 26;
  const panels = curves.map((curve, i) => {
    const x = (i % COLUMNS) * PANEL.width;
    const y = Math.floor(i / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">${drawPanel(curve)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="${INK}">`,
    `<title>What one document costs as everything grows</title><rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...panels,
    `<text x="${width / 2}" y="${height - 9}" text-anchor="middle" fill="#6b7280">${escapeText(caption)}</text></svg>\n`,
  ].join("\n");
}

function drawPanel({ title, across, up, points }: Curve): string {
  const x = makeScale(
    points.map((point) => point.x),
    PANEL.left,
    PANEL.width - PANEL.right,
  );
  const y = makeScale(
    points.map((point) => point.y),
    PANEL.height - PANEL.bottom,
    PANEL.top,
  );
  const bottom = PANEL.height - PANEL.bottom;
  const path = points.map((point, i) => `${i === 0 ? "M" : "L"}${x.place(point.x)} ${y.place(point.y)}`).join("");
  return [
    `<text x="${PANEL.left}" y="18" font-weight="600">${escapeText(title)}</text>`,
    ...x.ticks.map(
      (tick) => `<text x="${x.place(tick)}" y="${bottom + 15}" text-anchor="middle">${shorten(tick)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<line x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${y.place(tick)}" y2="${y.place(tick)}" stroke="${FAINT}"/>` +
        `<text x="${PANEL.left - 6}" y="${y.place(tick) + 4}" text-anchor="end">${shorten(tick)}</text>`,
    ),
    `<text x="${(PANEL.left + PANEL.width - PANEL.right) / 2}" y="${bottom + 31}" text-anchor="middle" fill="#6b7280">${escapeText(across)}; ${escapeText(up)}</text>`,
    `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...points.map((point) => `<circle cx="${x.place(point.x)}" cy="${y.place(point.y)}" r="3" fill="${LINE}"/>`),
  ].join("");
}

interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Powers of ten around the values; where they all lie within one, a tick at either end. */
function makeScale(values: readonly number[], from: number, to: number): Scale {
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values) * 1.0001));
  const span = Math.log10(high) - Math.log10(low);
  const place = (value: number) =>
    Math.round((from + ((Math.log10(value) - Math.log10(low)) / span) * (to - from)) * 10) / 10;
  const ticks = Array.from({ length: Math.round(span) + 1 }, (_, i) => low * 10 ** i);
  return { place, ticks };
}

function shorten(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`;
  if (value >= 1_000) return `${value / 1_000}k`;
  return String(Number(value.toPrecision(3)));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
