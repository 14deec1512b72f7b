// Tests that a line lets go of the keyboard, also when it is refused, and of a reader that has enough: a program that still listens never ends.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT } from "../../operator/deployment.ts";
import { runLine } from "../../operator/program.ts";
import { NOW, openWorkbench, type Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = openWorkbench();
});
afterEach(() => bench.close());

it.each([
  { what: "is done", line: "company list", folder: "", code: 0 },
  { what: "is refused for its flags", line: "company list --sql", folder: "", code: 1 },
  { what: "finds no database", line: "company list", folder: "none", code: 1 },
  { what: "finds no company", line: "company show --company 9", folder: "", code: 1 },
])("a line at a terminal that $what no longer listens", async ({ line, folder, code }) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = await runLine(ALL_COMMANDS, line.split(" "), {
    root: join(bench.root, folder),
    environment: bench.environment,
    isInteractive: true,
    keyboard: { input, output },
    print: () => undefined,
    complain: () => undefined,
    nowMs: () => Date.parse(NOW),
  });
  expect({ ended, listeners: input.listenerCount("keypress") }).toEqual({ ended: code, listeners: 0 });
});

it("an answer whose reader has gone ends without a word", () => {
  const { stderr } = spawnSync("sh", ["-c", `'${process.execPath}' --no-warnings operator/main.ts help | true`], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
});
