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
  now = 8000;
  progress("files read", 20);
  expect(lines).toEqual(["10 files read", "20 files read, 2.5/s"]);
  expect(() => createProgress(undefined, () => now)("files", 1, 2)).not.toThrow();
});

it("counts how fast it goes from where a work begins or goes on: neither what was done before nor an earlier work is part of it", () => {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(
    (line) => lines.push(line),
    () => now,
  );
  now = 10_000;
  progress("documents", 5000, 6000);
  now = 15_000;
  progress("documents", 5050, 6000);
  now = 60_000;
  progress("heads read", 0);
  now = 62_000;
  progress("heads read", 100);
  expect(lines.filter((line) => line.includes("/s"))).toEqual([
    "5050 of 6000 documents, 10/s, 1 min left",
    "100 heads read, 50/s",
  ]);
});
