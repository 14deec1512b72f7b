// Keeps digests and ids as bytes: half as long as their text, in the row and in every index; other texts without what all of them have.
import { Buffer } from "node:buffer";
import { customType } from "drizzle-orm/sqlite-core";

/** A digest as the program has it; a shorter or a foreign text is kept as it is. */
const DIGEST = /^(?:[0-9a-f]{2}){16,}$/;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** What a database takes and gives: bytes, which D1 gives as a list of numbers, or a text. */
type Packed = string | Uint8Array;

/** SHA-256, CUFE, CUDE or CUDS in hexadecimal. */
export const digestColumn = customType<{ data: string; driverData: Packed }>({
  dataType: () => "blob",
  toDriver: (text) => (DIGEST.test(text) ? toBytes(text) : text),
  fromDriver: (value) => (typeof value === "string" ? value : toHex(value)),
});

/** A UUID. */
export const uuidColumn = customType<{ data: string; driverData: Packed }>({
  dataType: () => "blob",
  toDriver: (text) => (UUID.test(text) ? toBytes(text.replaceAll("-", "")) : text),
  fromDriver: (value) =>
    typeof value === "string" ? value : toHex(value).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
});

/**
 * A text that always ends alike, without its end; one that was written whole is read as it is.
 * @throws Error, when it is written, for a text with another end.
 */
export function endingColumn(end: string) {
  return customType<{ data: string; driverData: string }>({
    dataType: () => "text",
    toDriver: (text) => {
      if (!text.endsWith(end)) throw new Error(`a text of this column ends with ${end}`);
      return text.slice(0, -end.length);
    },
    fromDriver: (text) => (text.endsWith(end) ? text : `${text}${end}`),
  });
}

/** In memory of its own: D1 sends the whole of that. */
function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

function toHex(value: Exclude<Packed, string>): string {
  return Buffer.from(value).toString("hex");
}
