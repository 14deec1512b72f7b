// Draws a strip as the one page of a PDF, 80 or 58 mm wide and as long as its content, in black.
import { type Drawn, LOGO_NAME } from "../pdf/assemble.ts";
import { Sheet } from "../pdf/sheet.ts";
import { Element } from "../pdf/structure.ts";
import { shrink, type TextStyle, type Typesetter } from "../pdf/typesetter.ts";
import { fitLogo } from "./carta-head.ts";
import { makeCode } from "./code.ts";
import type { Facts } from "./facts.ts";
import { type Align, Strip } from "./strip.ts";

const POINTS_PER_MM = 72 / 25.4;
/** Of a usual printer: 203 to the inch. */
const DOT = 72 / 203;
/** Paper and what a printer of that width prints of it, in millimetres. */
const PAPERS = { "tirilla-80": { paper: 80, printed: 72 }, "tirilla-58": { paper: 58, printed: 48 } } as const;
const SMALLEST_CODE = 20 * POINTS_PER_MM;
const CODE_DOTS = [4, 3];
const QUIET_MODULES = 4;
const SIZES = { "tirilla-80": 7.6, "tirilla-58": 6.8 } as const;
const LEAST_SIZE = 4.5;

export class PaperStrip extends Strip {
  override readonly width: number;
  override readonly gap = 6;
  readonly #sheet: Sheet;
  readonly #left: number;
  readonly #size: number;
  readonly #root = new Element("Document");
  #y = 4 * POINTS_PER_MM;

  constructor(typesetter: Typesetter, layout: keyof typeof PAPERS) {
    super();
    const { paper, printed } = PAPERS[layout];
    this.#sheet = new Sheet(typesetter, paper * POINTS_PER_MM);
    this.#left = ((paper - printed) / 2) * POINTS_PER_MM;
    this.width = printed * POINTS_PER_MM;
    this.#size = SIZES[layout];
  }

  get #right(): number {
    return this.#left + this.width;
  }

  override style(weight: "regular" | "semibold" = "regular", scale = 1): TextStyle {
    return { size: this.#size * scale, weight };
  }

  override begin(role: "H1" | "P"): void {
    this.#sheet.tag(this.#root.add(role));
  }

  override line(text: string, style: TextStyle, align: Align): void {
    const x = { left: this.#left, center: this.#left + this.width / 2, right: this.#right }[align];
    this.#y += style.size * 1.36;
    this.#sheet.text(text, style, { x, y: this.#y - style.size * 0.3, align });
  }

  override beside(lines: readonly string[], value: string, style: TextStyle, valueStyle: TextStyle): void {
    const start = this.#y;
    for (const line of lines) this.line(line, style, "left");
    this.#sheet.text(value, valueStyle, { x: this.#right, y: start + style.size * 1.06, align: "right" });
  }

  override fit(value: string, style: TextStyle, width: number): TextStyle {
    return shrink(value, style, width, LEAST_SIZE);
  }

  override space(points: number): void {
    this.#y += points;
  }

  /** A dashed line, as printers of strips draw it. */
  override divide(): void {
    this.space(4);
    for (let x = this.#left; x < this.#right - 1; x += 4) {
      this.#sheet.fill({ x, y: this.#y, width: 2, height: 0.7 }, "#000000");
    }
    this.space(3);
  }

  override logo(logo: Facts["logo"], name: string): void {
    if (logo === null) return;
    this.#sheet.tag(this.#root.add("Figure", `Logotipo de ${name}`));
    const size = fitLogo(logo, { width: this.width * 0.7, height: 20 * POINTS_PER_MM });
    this.#sheet.picture(LOGO_NAME, logo.orientation, {
      x: this.#left + (this.width - size.width) / 2,
      y: this.#y,
      ...size,
    });
    this.space(size.height + 4);
  }

  /** Modules of a whole number of dots: four where that fits the paper, else three, more where 2 cm ask for it. */
  override code(text: string): void {
    const rows = makeCode(text);
    const room = this.#sheet.width - 2 * DOT;
    const sides = CODE_DOTS.map((dots) => ({ dots, side: rows.length * dots * DOT }));
    const fitting = sides.find(({ dots, side }) => side + 2 * QUIET_MODULES * dots * DOT <= room)?.side;
    const smallest = Math.ceil(SMALLEST_CODE / (rows.length * DOT)) * rows.length * DOT;
    const side = Math.max(fitting ?? Math.min(room, SMALLEST_CODE), smallest);
    const quiet = (QUIET_MODULES * side) / rows.length;
    this.space(Math.max(quiet, 6));
    this.#sheet.tag(this.#root.add("Figure", `Código QR: ${text}`));
    this.#sheet.modules(rows, (this.#sheet.width - side) / 2, this.#y, side);
    this.space(side + Math.max(quiet, 6) - 4);
  }

  finish(): Drawn {
    return { pages: [{ sheet: this.#sheet, height: this.#y + 6 * POINTS_PER_MM }], root: this.#root };
  }
}
