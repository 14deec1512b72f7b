// Skips a group of tests, with a notice, when the reference folder that it needs is absent.
import { describe, it } from "vitest";
import { hasShared } from "./shared.ts";

/** As `describe`; without the folder the body is not even collected, since it may read files. Under CI it fails. */
export function describeShared(name: string, body: () => void): void {
  if (hasShared()) describe(name, body);
  else describe.skip(name, () => it("needs the reference folder ../shared", () => undefined));
}
