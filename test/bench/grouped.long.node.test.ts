import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const PROGRAMME = join(import.meta.dirname, "../../bench/grouped/run.ts");

it("numbers that are committed in groups come out whole, although answers are lost and a batch is refused", () => {
  const options = [PROGRAMME, "--documents", "240", "--commit-ms", "2"];
  const lines = execFileSync(process.execPath, options, { encoding: "utf8" }).trim().split("\n");
  expect(lines.filter((line) => line.startsWith("groups of"))).toHaveLength(4);
  expect(lines.at(-1)).toBe("0 problems");
});
