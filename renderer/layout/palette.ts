// Holds the colours of the page; the issuer's accent is kept legible on white.

export const WHITE = "#ffffff";
export const INK = "#16191d";
export const GRAY = "#5b636d";
export const HAIRLINE = "#d9dde2";
export const PANEL = "#f5f6f8";
export const WARNING = "#b42318";
export const WATERMARK = "#f8e8e6";
export const DEFAULT_ACCENT = "#1d4e89";

/** Contrast that small text needs (WCAG 2, level AA). */
const LEGIBLE = 4.5;

/** The accent itself where it can be read as text on white, else a darker one. */
export function legible(accent: string): string {
  let share = 1;
  let color = accent;
  while (contrastWithWhite(color) < LEGIBLE && share > 0) {
    share -= 0.05;
    color = darken(accent, share);
  }
  return color;
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function darken(color: string, share: number): string {
  const parts = partsOf(color).map((part) =>
    Math.round(part * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${parts.join("")}`;
}

function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
