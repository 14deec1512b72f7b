// Gives Node tests the reference material that lies beside the project, or a clear reason why it cannot.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Absolute path of the reference folder; tests that use it stand in a `describeShared`. */
export const SHARED_PATH = fileURLToPath(import.meta.resolve("../../../shared/"));

/** Whether the reference folder is there. Under CI its absence is a failure, elsewhere the tests say that they skip. */
export function hasShared(): boolean {
  if (existsSync(SHARED_PATH)) return true;
  if (process.env.CI === "true") throw new Error("the reference folder ../shared is missing; CI needs it");
  console.warn("skipped: the reference folder ../shared is not here, so there is nothing to compare with");
  return false;
}

/** A text file of the reference folder. */
export function readShared(path: string): string {
  return readFileSync(SHARED_PATH + path, "utf8");
}

/** The same, as bytes. */
export function readSharedBytes(path: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(SHARED_PATH + path));
}

/** File names of one folder of the reference, sorted. */
export function listShared(path: string): readonly string[] {
  return readdirSync(SHARED_PATH + path).sort();
}
