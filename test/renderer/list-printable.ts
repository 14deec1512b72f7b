// Lists the characters that a drawing shows otherwise than as a box. `node test/renderer/list-printable.ts` writes the list for the service.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { toDrawable } from "../../renderer/pdf/characters.ts";
import { isInTypeface } from "../../renderer/pdf/typesetter.ts";

const FILE = join(import.meta.dirname, "../../src/domain/doubt/printable-characters.json");
const LAST = 0x10ffff;

/** Whether nothing of a text is drawn as a box. */
export function isDrawn(text: string): boolean {
  return [...toDrawable(text, isInTypeface)].every((character) => character === "\n" || isInTypeface(character));
}

/** Hexadecimal ranges of code points, as the file has them. */
export function listPrintable(): string {
  const ranges: string[] = [];
  let first: number | undefined;
  for (let code = 0; code <= LAST + 1; code += 1) {
    const isPrintable = code <= LAST && isDrawn(String.fromCodePoint(code));
    if (isPrintable) first ??= code;
    else if (first !== undefined) {
      ranges.push(first === code - 1 ? hex(first) : `${hex(first)}-${hex(code - 1)}`);
      first = undefined;
    }
  }
  return ranges.join(",");
}

function hex(code: number): string {
  return code.toString(16);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  writeFileSync(FILE, `${JSON.stringify({ ranges: listPrintable() }, null, 2)}\n`);
}
