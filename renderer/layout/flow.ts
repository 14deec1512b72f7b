// Runs a document down its pages: where the next thing goes, and when a new page begins.
import { Sheet } from "../pdf/sheet.ts";
import { Element } from "../pdf/structure.ts";
import { clip, measure, type Typesetter } from "../pdf/typesetter.ts";
import type { Facts } from "./facts.ts";
import { GRAY, HAIRLINE, INK, legible } from "./palette.ts";

/** Letter paper, in points. */
export const PAGE_WIDTH = 612;
export const PAGE_HEIGHT = 792;
export const MARGIN = 40;
export const RIGHT = PAGE_WIDTH - MARGIN;
export const CONTENT_WIDTH = RIGHT - MARGIN;
/** Where the foot begins. */
export const FOOT_TOP = 688;
const BODY_END = FOOT_TOP - 10;
const LATER_TOP = 62;
/** Points of a page that is not the first. */
export const PAGE_ROOM = BODY_END - LATER_TOP;
const BAR_HEIGHT = 5;

/** The pages so far, and the height at which the last one goes on. */
export class Flow {
  readonly sheets: Sheet[] = [];
  /** What is read of it. */
  readonly root = new Element("Document");
  #drawn: Element | null = null;
  y = MARGIN;
  readonly #typesetter: Typesetter;
  readonly #facts: Facts;
  readonly #prepare: (sheet: Sheet) => void;
  #sheet: Sheet;

  /** @param prepare draws what lies under everything else of a page. */
  constructor(typesetter: Typesetter, facts: Facts, prepare: (sheet: Sheet) => void) {
    this.#typesetter = typesetter;
    this.#facts = facts;
    this.#prepare = prepare;
    this.#sheet = this.#addSheet();
  }

  get sheet(): Sheet {
    return this.#sheet;
  }

  /** What is drawn from here on, also on the pages to come; null: an ornament. */
  tag(element: Element | null): void {
    this.#drawn = element;
    this.#sheet.tag(element);
  }

  /** Points left on this page. */
  get room(): number {
    return BODY_END - this.y;
  }

  /** Goes on to a new page when less than this is left; true when it did. */
  ensure(height: number): boolean {
    if (height <= this.room || this.y <= LATER_TOP) return false;
    this.turn();
    return true;
  }

  /** Begins a page, with one line that says whose it is. */
  turn(): void {
    const { document } = this.#facts;
    this.#sheet = this.#addSheet();
    const style = { size: 8, weight: "semibold", color: INK } as const;
    const left = clip(`${document.title} ${document.number}`, style, CONTENT_WIDTH * 0.6);
    this.#sheet.text(left, style, { x: MARGIN, y: 40 });
    const faint = { size: 8, color: GRAY } as const;
    const right = clip(document.issuer.name, faint, CONTENT_WIDTH - measure(left, style) - 20);
    this.#sheet.text(right, faint, { x: RIGHT, y: 40, align: "right" });
    this.#sheet.rule(MARGIN, 48, CONTENT_WIDTH, HAIRLINE);
    this.#sheet.tag(this.#drawn);
    this.y = LATER_TOP;
  }

  #addSheet(): Sheet {
    const sheet = new Sheet(this.#typesetter, PAGE_WIDTH);
    this.#prepare(sheet);
    sheet.fill({ x: 0, y: 0, width: PAGE_WIDTH, height: BAR_HEIGHT }, legible(this.#facts.accent));
    this.sheets.push(sheet);
    return sheet;
  }
}
