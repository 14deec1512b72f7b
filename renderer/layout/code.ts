// Draws the QR code of a document as filled squares.
import { encode } from "uqr";
import { Refused } from "../refused.ts";

/** Rows of a square code without margin; dark modules are true. Fifteen percent of it may be unreadable. */
export function makeCode(text: string): readonly (readonly boolean[])[] {
  if (text === "") throw new Refused("document", "no text for the QR code");
  try {
    return encode(text, { ecc: "M", border: 0 }).data;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new Refused("document", "the text of the QR code is too long");
  }
}
