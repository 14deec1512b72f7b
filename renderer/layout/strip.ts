// Defines a strip of paper that is written from top to bottom, and how its rows are filled.

import { balance, breakEvenly, breakLines, measure, packParts, type TextStyle } from "../pdf/typesetter.ts";
import type { Facts } from "./facts.ts";

export type Align = "left" | "center" | "right";

/** Lines of a label in a narrow column beside its value; a longer one stands above it. */
const MOST_BESIDE = 2;
/** Of the strip, at most, for a value beside its label. */
const VALUE_SHARE = 0.72;

/** What draws on it says how wide it is, in units of its own. */
export abstract class Strip {
  abstract readonly width: number;
  /** Between a label and its value, at least. */
  abstract readonly gap: number;

  abstract style(weight?: "regular" | "semibold", scale?: number): TextStyle;
  /** What is written from here on is one thing, to who has it read. */
  abstract begin(role: "H1" | "P"): void;
  /** One line. */
  abstract line(text: string, style: TextStyle, align: Align): void;
  /** Lines at the left, and a value at the right end of the first. */
  abstract beside(lines: readonly string[], value: string, style: TextStyle, valueStyle: TextStyle): void;
  /** The style of a value that must fit into a width. */
  abstract fit(value: string, style: TextStyle, width: number): TextStyle;
  abstract space(points: number): void;
  abstract divide(): void;
  /** The issuer's logo, where the strip can carry one. */
  abstract logo(logo: Facts["logo"], name: string): void;
  abstract code(text: string): void;

  /** A paragraph over the whole width; in the middle its lines are about as long. */
  paragraph(text: string, style = this.style(), align: Align = "left", role: "H1" | "P" = "P"): void {
    this.lines((align === "center" ? balance : breakLines)(text, style, this.width), style, align, role);
  }

  /** Lines that are broken already. */
  lines(lines: readonly string[], style = this.style(), align: Align = "left", role: "H1" | "P" = "P"): void {
    this.begin(role);
    for (const line of lines) this.line(line, style, align);
  }

  /** Parts that may share a line. */
  parts(parts: readonly string[], style = this.style(), align: Align = "left"): void {
    this.lines(packParts(parts, style, this.width), style, align);
  }

  /** One long word, in pieces about as long. */
  word(word: string, style = this.style(), align: Align = "left"): void {
    this.lines(breakEvenly(word, style, this.width), style, align);
  }

  /** Whether a label and its value stand on one line. */
  fits(label: string, value: string, style = this.style(), gap = this.gap): boolean {
    return !value.includes("\n") && measure(label, style) + measure(value, style) + gap <= this.width;
  }

  /** A label, broken where it must be, and a value at the right end. */
  pair(label: string, value: string, style = this.style()): void {
    const valueStyle = this.fit(value, style, this.width * VALUE_SHARE);
    const room = this.width - measure(value, valueStyle) - this.gap;
    if (room < this.width / 2 && breakLines(label, style, room).length > MOST_BESIDE) {
      this.paragraph(label, style);
      this.paragraph(value, valueStyle, "right");
      return;
    }
    this.begin("P");
    this.beside(breakLines(label, style, room), value, style, valueStyle);
  }

  /** The same with an addition to the label: behind it where there is room, else on a line of its own. */
  pairWith(label: string, addition: string, value: string): void {
    if (addition === "") {
      this.pair(label, value);
    } else if (this.fits(`${label} · ${addition}`, value)) {
      this.pair(`${label} · ${addition}`, value);
    } else if (this.fits(label, value)) {
      this.pair(label, value);
      this.paragraph(addition, this.style("regular", 0.92));
    } else {
      this.paragraph(label);
      this.pair(addition, value);
    }
  }
}
