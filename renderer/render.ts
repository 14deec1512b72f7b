// Draws a document: facts in, PDF out, nothing else; the same input gives the same bytes.
import {
  type Drawing,
  type DrawingRequest,
  describeDrawing,
  findReceipt,
  isLayout,
  type Layout,
  type Strip,
} from "../src/domain/document/drawing.ts";
import { describeDocument } from "./document/describe.ts";
import type { PrintedDocument } from "./document/model.ts";
import { layOutCarta } from "./layout/carta.ts";
import { drawPng, drawSvg } from "./layout/code-picture.ts";
import { type Facts, printTitle } from "./layout/facts.ts";
import { DEFAULT_ACCENT } from "./layout/palette.ts";
import { PaperStrip } from "./layout/paper-strip.ts";
import { writeTicket } from "./layout/ticket.ts";
import { assemble, type Drawn } from "./pdf/assemble.ts";
import { readPicture } from "./pdf/picture.ts";
import { Typesetter } from "./pdf/typesetter.ts";
import { PrinterStrip } from "./printer/printer-strip.ts";

/** What the service asks for, its logo as the bytes of a PNG or JPEG. */
export interface RenderInput extends Omit<DrawingRequest, "logo"> {
  readonly logo: Uint8Array | null;
}

export interface Rendering {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly media: string;
  readonly pages: number;
  /** Characters that the typeface does not have, or the code page: each was drawn as an empty box, or printed as a question mark. */
  readonly replaced: number;
}

/**
 * Draws one document.
 * @throws Refused when the code or the logo cannot be drawn.
 */
export function render(input: RenderInput): Rendering {
  const document = describeDocument(input.document, input.validated, input.record);
  const { layout, maker, resolutionDate } = input;
  const logo = input.logo === null ? null : readPicture(input.logo);
  const facts = { document, maker, resolutionDate, logo, accent: input.accent ?? DEFAULT_ACCENT };
  const { media } = describeDrawing(layout);
  if (isLayout(layout)) return { ...drawPages(facts, layout), media };
  const receipt = findReceipt(layout);
  if (receipt === undefined) return { bytes: drawPicture(document, layout), media, pages: 1, replaced: 0 };
  const strip = new PrinterStrip(receipt.strip, receipt.page);
  writeTicket(strip, facts);
  return { ...strip.finish(), media, pages: 1 };
}

function drawPages(facts: Facts, layout: Layout): Omit<Rendering, "media"> {
  const { document, logo } = facts;
  const typesetter = new Typesetter();
  const drawn = layout === "carta" ? layOutCarta(facts, typesetter) : layOutStrip(facts, typesetter, layout);
  const bytes = assemble(drawn, typesetter, logo, {
    title: printTitle(document),
    author: document.issuer.name,
    date: printDate(document),
  });
  return { bytes, pages: drawn.pages.length, replaced: typesetter.replaced };
}

function drawPicture(document: PrintedDocument, name: Drawing): Uint8Array<ArrayBuffer> {
  return name === "qr.png" ? drawPng(document.qr) : drawSvg(document.qr, `Código QR de ${printTitle(document)}`);
}

function layOutStrip(facts: Facts, typesetter: Typesetter, layout: Strip): Drawn {
  const strip = new PaperStrip(typesetter, layout);
  writeTicket(strip, facts);
  return strip.finish();
}

/** The document's own date as the date of the file: the day of drawing would change its bytes. */
function printDate({ date, time }: PrintedDocument): string {
  const digits = `${date}${time.slice(0, 8)}`.replace(/\D/g, "");
  return `D:${digits}-05'00'`;
}
