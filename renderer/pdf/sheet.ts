// Collects what is drawn on one page; coordinates are points from the upper left corner.
import { type Orientation, SHOWN } from "./exif.ts";
import type { Element } from "./structure.ts";
import { measure, type TextStyle, type Typesetter } from "./typesetter.ts";

export interface TextPlace {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly align?: "left" | "center" | "right";
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Numbers of the font resources. */
const FONT_NAMES = { regular: "F1", semibold: "F2" } as const;
const BLACK = "#000000";

/** Hundredths of a point are finer than any printer. */
function num(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** One page, whose height may be found at the end. */
export class Sheet {
  readonly width: number;
  readonly #typesetter: Typesetter;
  readonly #commands: string[] = [];
  #fill = "";
  /** What is drawn now, and what the last command belongs to; null: an ornament, which nobody reads. */
  #drawn: Element | null = null;
  #open: Element | null | undefined;
  #stretches = 0;

  constructor(typesetter: Typesetter, width: number) {
    this.#typesetter = typesetter;
    this.width = width;
  }

  /** How many stretches of its commands belong to something that is read. */
  get stretches(): number {
    return this.#stretches;
  }

  /** What is drawn from here on, if it is text, or a picture in a figure; null: an ornament. */
  tag(element: Element | null): void {
    this.#drawn = element;
  }

  /** Sets one line of text; aligned at x to the left, the middle or the right. */
  text(text: string, style: TextStyle, { x, y, align = "left" }: TextPlace): void {
    if (text === "") return;
    const { size, weight = "regular", color = BLACK } = style;
    const shift = align === "left" ? 0 : measure(text, style) * (align === "right" ? 1 : 0.5);
    this.#begin(this.#drawn);
    this.#setFill(color);
    // Whoever has it read aloud hears lines of one thing apart by the blank between them.
    const hex = this.#typesetter.encode(this.#drawn === null ? text : `${text} `, weight);
    this.#commands.push(
      `BT /${FONT_NAMES[weight]} ${num(size)} Tf 1 0 0 -1 ${num(x - shift)} ${num(y)} Tm <${hex}> Tj ET`,
    );
  }

  /** Sets one line in the middle of a place, turned by so many degrees against the clock. */
  turnedText(text: string, style: TextStyle, x: number, y: number, degrees: number): void {
    const { size, weight = "regular", color = BLACK } = style;
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    this.#begin(null);
    const half = measure(text, style) / 2;
    const matrix = [cos, -sin, -sin, -cos].map((value) => String(Math.round(value * 1e5) / 1e5)).join(" ");
    this.#setFill(color);
    const hex = this.#typesetter.encode(text, weight);
    this.#commands.push(
      `BT /${FONT_NAMES[weight]} ${num(size)} Tf ${matrix} ${num(x - half * cos)} ${num(y + half * sin)} Tm <${hex}> Tj ET`,
    );
  }

  /** Fills a rectangle. */
  fill({ x, y, width, height }: Box, color: string): void {
    this.#begin(null);
    this.#setFill(color);
    this.#commands.push(`${num(x)} ${num(y)} ${num(width)} ${num(height)} re f`);
  }

  /** A horizontal line. */
  rule(x: number, y: number, width: number, color: string, thickness = 0.5): void {
    this.fill({ x, y: y - thickness / 2, width, height: thickness }, color);
  }

  /** Fills the dark modules of a square code, row by row, runs of a row together. */
  modules(rows: readonly (readonly boolean[])[], x: number, y: number, side: number): void {
    const step = side / rows.length;
    this.#begin(this.#drawn?.role === "Figure" ? this.#drawn : null);
    this.#setFill(BLACK);
    const runs = rows.flatMap((row, down) =>
      listRuns(row).map(([start, length]) => {
        // Modules meet exactly: both edges are computed from the corner of the code.
        const [left, right] = [x + start * step, x + (start + length) * step];
        return `${fine(left)} ${fine(y + down * step)} ${fine(right - left)} ${fine(step)} re`;
      }),
    );
    this.#commands.push(`${runs.join("\n")}\nf`);
  }

  /** Draws a picture of the page's resources, turned into its orientation. */
  picture(name: string, orientation: Orientation, { x, y, width, height }: Box): void {
    this.#begin(this.#drawn?.role === "Figure" ? this.#drawn : null);
    const [a, b, c, d, e, f] = SHOWN[orientation];
    // A picture's own coordinates count upwards.
    const matrix = [a * width, b * height, -c * width, -d * height, x + (c + e) * width, y + (d + f) * height];
    this.#commands.push(`q ${matrix.map(num).join(" ")} cm /${name} Do Q`);
  }

  /** The content stream of a page of this height. */
  print(height: number, scale = 1): string {
    const end = this.#open === undefined ? "" : "\nEMC";
    return `${scale} 0 0 ${-scale} 0 ${num(height * scale)} cm\n${this.#commands.join("\n")}${end}`;
  }

  /** Commands of one thing stand together between marks. */
  #begin(element: Element | null): void {
    if (element === this.#open) return;
    if (this.#open !== undefined) this.#commands.push("EMC");
    this.#open = element;
    if (element === null) {
      this.#commands.push("/Artifact BMC");
      return;
    }
    this.#commands.push(`/${element.role} << /MCID ${this.#stretches} >> BDC`);
    element.hold({ sheet: this, number: this.#stretches });
    this.#stretches += 1;
  }

  #setFill(color: string): void {
    if (color === this.#fill) return;
    this.#fill = color;
    this.#commands.push(`${printColor(color)} rg`);
  }
}

function fine(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function listRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [index, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === index) last[1] += 1;
    else runs.push([index, 1]);
  }
  return runs;
}

/** Three parts from 0 to 1. */
function printColor(color: string): string {
  return [1, 3, 5]
    .map((at) => String(Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1e3) / 1e3))
    .join(" ");
}
