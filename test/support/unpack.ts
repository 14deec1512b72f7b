// Reads out of plain rows what the product keeps as bytes: digests and ids, as texts.
import { Buffer } from "node:buffer";

const UUID_BYTES = 16;

/** A value of a row as SQLite or D1 gives it; anything but bytes stays as it is. */
export function unpack(value: unknown): unknown {
  const bytes = value instanceof ArrayBuffer || Array.isArray(value) ? new Uint8Array(value) : value;
  if (!(bytes instanceof Uint8Array)) return value;
  const hex = Buffer.from(bytes).toString("hex");
  return bytes.length === UUID_BYTES ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") : hex;
}

/** A row with every such value read. */
export function unpackRow<Row extends object>(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]: [string, unknown]) => [name, unpack(value)]);
  return Object.fromEntries(entries) as Row;
}
