// How far a long command is: at most twice a second, with rate and time left once they mean something.
import { expect, it } from "vitest";
import { createProgress } from "../../operator/progress.ts";

it("shows what is done, how fast, and how long the rest takes", () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(
    (line) => lines.push(line),
    () => now,
  );
  for (let done = 1; done <= 40; done += 1) {
    now += 100;
    progress("files", done, 1000);
  }
  expect(lines).toHaveLength(8);
  expect(lines[0]).toBe("5 of 1000 files, 10/s");
  expect(lines.at(-1)).toBe("40 of 1000 files, 10/s, 1 min left");
});

it("shows no end that is not known, and nothing where no terminal is", () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(
    (line) => lines.push(line),
    () => now,
  );
  now = 4000;
  progress("files read", 10);
  expect(lines).toEqual(["10 files read, 2.5/s"]);
  expect(() => createProgress(undefined, () => now)("files", 1, 2)).not.toThrow();
});
