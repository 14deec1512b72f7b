// Reads a file that the operator named.
import { readFileSync } from "node:fs";
import { OperatorError } from "./error.ts";

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this login may not read it",
  EISDIR: "it is a folder",
};

const UTF16_MARKS = ["fffe", "feff"];

/**
 * The text of a file, without its mark. What an editor saved in the code page of Windows would lose its accents in silence.
 * @throws OperatorError when it cannot be read, or is not UTF-8: then by the first line that is not.
 */
export function readInputText(path: string): string {
  const bytes = readInputFile(path);
  const hint = "save it as UTF-8, in a spreadsheet as `CSV UTF-8`";
  if (UTF16_MARKS.includes(Buffer.from(bytes.subarray(0, 2)).toString("hex"))) {
    throw new OperatorError(`${path} is UTF-16, not UTF-8`, hint);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const lines: readonly string[] = Buffer.from(bytes).toString("utf8").split("\n");
    const line = lines.findIndex((content) => content.includes("\ufffd")) + 1;
    throw new OperatorError(`line ${line}: ${path} is not UTF-8`, hint);
  }
}

/** The bytes of a file. @throws OperatorError when it cannot be read. */
export function readInputFile(path: string): Uint8Array {
  try {
    return Uint8Array.from(readFileSync(path));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new OperatorError(`${path} cannot be read (${code})`, HINTS[code] ?? "");
  }
}
