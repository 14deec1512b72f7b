// Draws a document: signed XML in, PDF out, nothing else; the same input gives the same bytes.
import type { PrintedDocument, PrintedRecord } from "./document/model.ts";
import { readDocument } from "./document/read.ts";
import { layOutCarta } from "./layout/carta.ts";
import { type Maker, printTitle } from "./layout/facts.ts";
import { DEFAULT_ACCENT } from "./layout/palette.ts";
import { layOutTicket } from "./layout/ticket.ts";
import { assemble } from "./pdf/assemble.ts";
import { readPicture } from "./pdf/picture.ts";
import { Typesetter } from "./pdf/typesetter.ts";

export const LAYOUTS = ["carta", "tirilla-80", "tirilla-58"] as const;
export type Layout = (typeof LAYOUTS)[number];

export interface RenderInput {
  /** The signed XML, as it was archived. */
  readonly document: string;
  /** The authority's ApplicationResponse; null before there is one. */
  readonly response: string | null;
  readonly layout: Layout;
  /** PNG or JPEG. */
  readonly logo: Uint8Array | null;
  /** `#rrggbb`; null for the usual one. */
  readonly accent: string | null;
  readonly maker: Maker | null;
  readonly resolutionDate: string | null;
  readonly record: PrintedRecord;
}

export interface Rendering {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
  /** Characters that the typeface does not have: each was drawn as an empty box. */
  readonly replaced: number;
}

/**
 * Draws one document.
 * @throws Refused when the document, the answer or the logo cannot be read.
 */
export function render(input: RenderInput): Rendering {
  const document = readDocument(input.document, input.response, input.record);
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
