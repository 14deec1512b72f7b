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
  /** Numbers of those that are packed together, and what they are. */
  readonly #packed: [number: number, object: string][] = [];

  /** A number for an object that others refer to before it is written. */
  reserve(): Reference {
    this.#objects.push(new Uint8Array());
    return `${this.#objects.length} 0 R`;
  }

  addDictionary(entries: Dictionary, reference = this.reserve()): Reference {
    return this.#put(reference, ENCODER.encode(printDictionary(entries)));
  }

  /** A small object among many: they are compressed together. */
  addPacked(entries: Dictionary, reference: Reference): void {
    this.#packed.push([Number.parseInt(reference, 10), printDictionary(entries)]);
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
    const pack = this.#pack();
    const packed = new Map(this.#packed.map(([number], index) => [number, index]));
    const table = this.reserve();
    const parts: Uint8Array[] = [HEADER];
    const rows: number[][] = [[0, 0, 0xffff]];
    let at = HEADER.length;
    for (const [index, object] of this.#objects.entries()) {
      const place = packed.get(index + 1);
      if (place !== undefined) {
        rows.push([2, pack, place]);
        continue;
      }
      rows.push([1, at, 0]);
      if (index + 1 === Number.parseInt(table, 10)) break;
      const part = join([ENCODER.encode(`${index + 1} 0 obj\n`), object, ENCODER.encode("\nendobj\n")]);
      parts.push(part);
      at += part.length;
    }
    const data = zlibSync(
      Uint8Array.from(rows.flatMap(([type = 0, where = 0, place = 0]) => toBytes(type, where, place))),
    );
    const entries = printDictionary({
      Type: "/XRef",
      Size: rows.length,
      W: "[1 4 2]",
      Root: root,
      Info: info,
      Filter: "/FlateDecode",
      Length: data.length,
    });
    const start = ENCODER.encode(`${Number.parseInt(table, 10)} 0 obj\n${entries}\nstream\n`);
    const end = ENCODER.encode(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`);
    return join([...parts, start, data, end]);
  }

  /** @returns the number of the object that has all the packed ones. */
  #pack(): number {
    const objects = this.#packed.map(([, object]) => object);
    let at = 0;
    const places = this.#packed.map(([number, object]) => {
      const place = `${number} ${at}`;
      at += object.length + 1;
      return place;
    });
    const head = `${places.join(" ")}\n`;
    const content = `${head}${objects.join("\n")}`;
    const entries = { Type: "/ObjStm", N: objects.length, First: head.length };
    return Number.parseInt(this.addStream(entries, content), 10);
  }

  #put(reference: Reference, bytes: Uint8Array): Reference {
    this.#objects[Number.parseInt(reference, 10) - 1] = bytes;
    return reference;
  }
}

/** A row of the table: a byte, four and two. */
function toBytes(type: number, where: number, place: number): number[] {
  return [type, where >>> 24, (where >>> 16) & 0xff, (where >>> 8) & 0xff, where & 0xff, place >>> 8, place & 0xff];
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
