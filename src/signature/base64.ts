// Turns bytes into base64 text and back; text that is not exactly base64 is refused.
import { Buffer } from "node:buffer";

/** Base64 with padding, one line. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

/**
 * The bytes of xs:base64Binary text: the alphabet, white space between, padding complete.
 * @returns undefined when the text is anything else.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const compact = text.replace(/[\t\n\r ]+/g, "");
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  return Uint8Array.from(Buffer.from(compact, "base64"));
}
