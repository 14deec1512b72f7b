// Writes a PDF file: numbered objects, their table, and nothing that differs between two runs.
import { zlibSync } from "fflate";

const ENCODER = new TextEncoder();
/** Bytes above 127 in a comment mark the file as binary for programs that transfer it. */
const HEADER = Uint8Array.of(...ENCODER.encode("%PDF-1.7\n%"), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a);

/** A reference to an object, as it is written: `7 0 R`. */
export type Reference = `${number} 0 R`;

/** Entries of a dictionary; values are PDF syntax. */
export type Dictionary = Readonly<Record<string, string | number>>;

/** Collects the objects of a file. */
export class PdfFile {
  readonly #objects: Uint8Array[] = [];

  /** A number for an object that others refer to before it is written. */
  reserve(): Reference {
    this.#objects.push(new Uint8Array());
    return `${this.#objects.length} 0 R`;
  }

  addDictionary(entries: Dictionary, reference = this.reserve()): Reference {
    return this.#put(reference, ENCODER.encode(printDictionary(entries)));
  }

  /** A stream, compressed unless its dictionary names the filter that it has already. */
  addStream(entries: Dictionary, content: Uint8Array | string): Reference {
    const bytes = typeof content === "string" ? ENCODER.encode(content) : content;
    const isReady = "Filter" in entries;
    const data = isReady ? bytes : zlibSync(bytes, { level: 6 });
    const filter = isReady ? {} : { Filter: "/FlateDecode" };
    const start = ENCODER.encode(`${printDictionary({ ...entries, ...filter, Length: data.length })}\nstream\n`);
    return this.#put(this.reserve(), join([start, data, ENCODER.encode("\nendstream")]));
  }

  /** The whole file. */
  finish(root: Reference, info: Reference): Uint8Array<ArrayBuffer> {
    const parts: Uint8Array[] = [HEADER];
    const offsets: number[] = [];
    let at = HEADER.length;
    for (const [index, object] of this.#objects.entries()) {
      const part = join([ENCODER.encode(`${index + 1} 0 obj\n`), object, ENCODER.encode("\nendobj\n")]);
      offsets.push(at);
      parts.push(part);
      at += part.length;
    }
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = offsets.length + 1;
    const trailer = printDictionary({ Size: size, Root: root, Info: info });
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join("")}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`;
    return join([...parts, ENCODER.encode(table)]);
  }

  #put(reference: Reference, bytes: Uint8Array): Reference {
    this.#objects[Number.parseInt(reference, 10) - 1] = bytes;
    return reference;
  }
}

function printDictionary(entries: Dictionary): string {
  return `<< ${Object.entries(entries)
    .map(([name, value]) => `/${name} ${value}`)
    .join(" ")} >>`;
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A text of the document's description, in UTF-16 with its mark. */
export function printUnicode(text: string): string {
  let hex = "FEFF";
  for (let index = 0; index < text.length; index += 1) hex += text.charCodeAt(index).toString(16).padStart(4, "0");
  return `<${hex}>`;
}
