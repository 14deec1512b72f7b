// Defines what the service asks the renderer to draw: facts and decoration, as they cross to a Worker of its own in JSON.
import type { DateAndTime, WholeDocument } from "./signed-document.ts";

/** Letter paper, and strips by their width in millimetres. */
export type Layout = "carta" | "tirilla-80" | "tirilla-58";

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
  /** What was rounded off or up of a payment in coins, by the payment's number from 1; negative in the buyer's favour. */
  readonly roundings: readonly { readonly payment: number; readonly amount: string }[];
  /** Who carries the goods. */
  readonly carrier: string | null;
}

export interface DrawingRequest {
  readonly document: WholeDocument;
  /** When the authority validated it; null before it did. */
  readonly validated: DateAndTime | null;
  readonly layout: Layout;
  /** PNG or JPEG in base64. */
  readonly logo: string | null;
  /** `#rrggbb`; null for the usual one. */
  readonly accent: string | null;
  readonly maker: Maker | null;
  /** Date of the numbering resolution, `YYYY-MM-DD`: the signed document has it nowhere. */
  readonly resolutionDate: string | null;
  readonly record: PrintedRecord;
}
