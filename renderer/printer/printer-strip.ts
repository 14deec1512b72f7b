// Writes a strip as bytes for a receipt printer (ESC/POS): rows of characters in a code page, and a QR code that it draws itself.
import type { CodePage, Strip as Paper } from "../../src/domain/document/drawing.ts";
import { makeCode } from "../layout/code.ts";
import { type Align, Strip } from "../layout/strip.ts";
import { toDrawable } from "../pdf/characters.ts";
import type { TextStyle } from "../pdf/typesetter.ts";
import { encodeText, findByte, numberOf } from "./code-page.ts";

const [ESC, GS, LF] = [0x1b, 0x1d, 0x0a];
/** What a printer of 203 dots to the inch has beside each other on its paper: characters of its first font, and dots. */
const PAPERS = { "tirilla-80": { columns: 48, dots: 576 }, "tirilla-58": { columns: 32, dots: 384 } } as const;
const ALIGNMENTS = { left: 0, center: 1, right: 2 } as const;
/** From this size on, text is twice as wide and high. */
const DOUBLE_SCALE = 1.5;
const DOUBLE = 0x11;
/** Of a module of the code: what most readers like, and the side that the code must have, 2 cm. */
const MODULE_DOTS = 6;
const SMALLEST_CODE_DOTS = 160;
const QUIET_MODULES = 4;

export class PrinterStrip extends Strip {
  override readonly width: number;
  override readonly gap = 1;
  readonly #page: CodePage;
  readonly #dots: number;
  readonly #bytes: number[] = [ESC, 0x40];
  #replaced = 0;
  #look = { align: 0, bold: 0, size: 0 };

  constructor(paper: Paper, page: CodePage) {
    super();
    const { columns, dots } = PAPERS[paper];
    this.width = columns;
    this.#dots = dots;
    this.#page = page;
    const number = numberOf(page);
    if (number !== null) this.#bytes.push(ESC, 0x74, number);
  }

  readonly #has = (character: string) => findByte(character, this.#page) !== undefined;

  override style(weight: "regular" | "semibold" = "regular", scale = 1): TextStyle {
    return { size: scale >= DOUBLE_SCALE ? 2 : 1, weight, has: this.#has };
  }

  override begin(): void {
    // Paper is read by eyes alone.
  }

  override line(text: string, style: TextStyle, align: Align): void {
    this.#turn({
      align: ALIGNMENTS[align],
      bold: style.weight === "semibold" ? 1 : 0,
      size: style.size > 1 ? DOUBLE : 0,
    });
    // Words of the layout itself come as they are, with a sign or two that the page may lack.
    const { bytes, replaced } = encodeText(toDrawable(text, this.#has), this.#page);
    this.#replaced += replaced;
    this.#bytes.push(...bytes, LF);
  }

  override beside(lines: readonly string[], value: string, style: TextStyle): void {
    const [first = "", ...others] = lines;
    this.line(`${first}${value.padStart(Math.floor(this.width / style.size) - first.length)}`, style, "left");
    for (const other of others) this.line(other, style, "left");
  }

  /** Characters have one size. */
  override fit(_: string, style: TextStyle): TextStyle {
    return style;
  }

  override space(): void {
    // Paper is saved.
  }

  override divide(): void {
    this.line("-".repeat(this.width), this.style(), "left");
  }

  override logo(): void {
    // The printer keeps its own, and the till prints it before.
  }

  /** Model 2, dots of a module, correction M, the text, print; empty rows are the margin without which no reader finds it. */
  override code(text: string): void {
    const modules = makeCode(text).length;
    const fitting = Math.floor(this.#dots / (modules + 2 * QUIET_MODULES));
    const dots = Math.max(Math.min(MODULE_DOTS, fitting), Math.ceil(SMALLEST_CODE_DOTS / modules));
    this.line("", this.style(), "center");
    this.#command(0x31, 0x41, 0x32, 0);
    this.#command(0x31, 0x43, dots);
    this.#command(0x31, 0x45, 0x31);
    this.#command(0x31, 0x50, 0x30, ...new TextEncoder().encode(text));
    this.#command(0x31, 0x51, 0x30);
    this.line("", this.style(), "center");
  }

  /** With the cut; and how many characters the page does not have. */
  finish(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly replaced: number } {
    return { bytes: Uint8Array.from([...this.#bytes, GS, 0x56, 0x42, 0]), replaced: this.#replaced };
  }

  #command(...parameters: readonly number[]): void {
    const { length } = parameters;
    this.#bytes.push(GS, 0x28, 0x6b, length & 0xff, length >> 8, ...parameters);
  }

  /** Says only what changes. */
  #turn(look: { readonly align: number; readonly bold: number; readonly size: number }): void {
    if (look.align !== this.#look.align) this.#bytes.push(ESC, 0x61, look.align);
    if (look.bold !== this.#look.bold) this.#bytes.push(ESC, 0x45, look.bold);
    if (look.size !== this.#look.size) this.#bytes.push(GS, 0x21, look.size);
    this.#look = look;
  }
}
