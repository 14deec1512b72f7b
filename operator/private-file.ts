// Writes files that only their owner may read, and tells of those that others may read as well.
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Bits of a file's mode with which others than its owner reach it. */
const OTHERS = 0o077;

/** Writes a whole file that only its owner reads, and makes its folder; what was there before is replaced at once, or not at all. */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.new`;
  rmSync(beside, { force: true });
  writeFileSync(beside, content, { mode: 0o600 });
  renameSync(beside, path);
}

/** Whether others of this machine may read a file; Windows says nothing of it. */
export function isOpenToOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & OTHERS) !== 0;
}
