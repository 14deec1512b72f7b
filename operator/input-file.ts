// Reads a file that the operator named.
import { readFileSync } from "node:fs";
import { OperatorError } from "./error.ts";

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "this login may not read it",
  EISDIR: "it is a folder",
};

/** The bytes of a file. @throws OperatorError when it cannot be read. */
export function readInputFile(path: string): Uint8Array {
  try {
    return Uint8Array.from(readFileSync(path));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unreadable";
    throw new OperatorError(`${path} cannot be read (${code})`, HINTS[code] ?? "");
  }
}
