// Defines what the service asks the renderer to draw: facts and decoration, as they cross to a Worker of its own in JSON.
import type { Rounding } from "./document.ts";
import type { DateAndTime, WholeDocument } from "./signed-document.ts";

/** Strips by the width of their paper in millimetres. */
export const STRIPS = ["tirilla-80", "tirilla-58"] as const;
export type Strip = (typeof STRIPS)[number];
/** Of a PDF: letter paper and strips. */
export const LAYOUTS = ["carta", ...STRIPS] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Code pages of receipt printers, the usual one first; the last has plain letters alone, which every printer has. */
export const CODE_PAGES = ["cp1252", "cp858", "cp850", "cp437", "ascii"] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** What a receipt printer is sent: a strip in a code page. */
export interface Receipt {
  readonly strip: Strip;
  readonly page: CodePage;
}
type ReceiptName = `${Strip}.${CodePage}`;
/** All that is drawn of a document: PDFs, its QR code as a picture, and receipts. */
export type Drawing = Layout | "qr.svg" | "qr.png" | ReceiptName;

const RECEIPTS: ReadonlyMap<string, Receipt> = new Map(
  STRIPS.flatMap((strip) => CODE_PAGES.map((page) => [nameReceipt({ strip, page }), { strip, page }] as const)),
);
export const DRAWINGS: readonly Drawing[] = [
  ...LAYOUTS,
  "qr.svg",
  "qr.png",
  ...[...RECEIPTS.values()].map(nameReceipt),
];

export function isLayout(drawing: Drawing): drawing is Layout {
  return LAYOUTS.some((layout) => layout === drawing);
}

export function nameReceipt({ strip, page }: Receipt): ReceiptName {
  return `${strip}.${page}`;
}

/** Undefined for what is no receipt. */
export function findReceipt(drawing: Drawing): Receipt | undefined {
  return RECEIPTS.get(drawing);
}

/** The media type of a drawing, and what stands behind the name of its document. */
export function describeDrawing(drawing: Drawing): { readonly media: string; readonly suffix: string } {
  const receipt = findReceipt(drawing);
  if (receipt !== undefined) return { media: "application/octet-stream", suffix: `-${receipt.strip}.escpos` };
  if (drawing === "qr.svg") return { media: "image/svg+xml", suffix: "-qr.svg" };
  if (drawing === "qr.png") return { media: "image/png", suffix: "-qr.png" };
  return { media: "application/pdf", suffix: drawing === "carta" ? ".pdf" : `-${drawing}.pdf` };
}

/** Who made the software: a mandatory content that no signed document has. */
export interface Maker {
  readonly name: string;
  readonly nit: string;
  readonly software: string;
}

/** A withholding that stands in no signed document. */
interface UnsignedWithholding {
  readonly name: string;
  readonly rate: string;
  readonly base: string;
  readonly amount: string;
}

/** What the service knows of a document that its signed file does not say. */
export interface PrintedRecord {
  /** Code of the identification of a support document's supplier, as the buyer gave it: a resident is signed as a NIT. Null where it is not known. */
  readonly supplierType: string | null;
  /** Sum of all withholdings of a support document; null where the file has all that there are. */
  readonly withheld: string | null;
  /** Those of them that have no place in its file. */
  readonly withholdings: readonly UnsignedWithholding[];
  /** Numbers of the lines whose price, as it was agreed, held the taxes: a signed price is without them in any case. */
  readonly taxIncluded: readonly number[];
  readonly roundings: readonly Rounding[];
  /** Who carries the goods. */
  readonly carrier: string | null;
  /** Of a document that a stand's pretend authority validated, whatever environment it names. */
  readonly isPretend?: true;
}

export interface DrawingRequest {
  readonly document: WholeDocument;
  /** When the authority validated it; null before it did. */
  readonly validated: DateAndTime | null;
  readonly layout: Drawing;
  /** PNG or JPEG in base64. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the usual one. */
  readonly accent: string | null;
  readonly maker: Maker | null;
  /** Date of the numbering resolution, `YYYY-MM-DD`: the signed document has it nowhere. */
  readonly resolutionDate: string | null;
  readonly record: PrintedRecord;
}
