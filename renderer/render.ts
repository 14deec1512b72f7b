// Draws a document: facts in, PDF out, nothing else; the same input gives the same bytes.
import type { DrawingRequest, Layout } from "../src/domain/document/drawing.ts";
import { describeDocument } from "./document/describe.ts";
import type { PrintedDocument } from "./document/model.ts";
import { layOutCarta } from "./layout/carta.ts";
import { printTitle } from "./layout/facts.ts";
import { DEFAULT_ACCENT } from "./layout/palette.ts";
import { layOutTicket } from "./layout/ticket.ts";
import { assemble } from "./pdf/assemble.ts";
import { readPicture } from "./pdf/picture.ts";
import { Typesetter } from "./pdf/typesetter.ts";

export const LAYOUTS = ["carta", "tirilla-80", "tirilla-58"] as const satisfies readonly Layout[];

/** What the service asks for, its logo as the bytes of a PNG or JPEG. */
export interface RenderInput extends Omit<DrawingRequest, "logo"> {
  readonly logo: Uint8Array | null;
}

export interface Rendering {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  /** Characters that the typeface does not have: each was drawn as an empty box. */
  readonly replaced: number;
}

/**
 * Draws one document.
 * @throws Refused when the code or the logo cannot be drawn.
 */
export function render(input: RenderInput): Rendering {
  const document = describeDocument(input.document, input.validated, input.record);
  const logo = input.logo === null ? null : readPicture(input.logo);
  const { maker, resolutionDate } = input;
  const facts = { document, maker, resolutionDate, logo, accent: input.accent ?? DEFAULT_ACCENT };
  const typesetter = new Typesetter();
  const pages =
    input.layout === "carta" ? layOutCarta(facts, typesetter) : [layOutTicket(facts, typesetter, input.layout)];
  const bytes = assemble(pages, typesetter, logo, {
    title: printTitle(document),
    author: document.issuer.name,
    date: printDate(document),
  });
  return { bytes, pages: pages.length, replaced: typesetter.replaced };
}

/** The document's own date as the date of the file: the day of drawing would change its bytes. */
function printDate({ date, time }: PrintedDocument): string {
  const digits = `${date}${time.slice(0, 8)}`.replace(/\D/g, "");
  return `D:${digits}-05'00'`;
}
