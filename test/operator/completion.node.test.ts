// The shells complete what the program has: its commands, their flags, and the values of those that have few.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { createCompletion } from "../../operator/command/completion.ts";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { runLine } from "../../operator/program.ts";

async function writeScript(shell: string): Promise<string> {
  const out: string[] = [];
  const code = await runLine([createCompletion(() => ALL_COMMANDS)], ["completion", shell], {
    root: "/nowhere",
    environment: {},
    isInteractive: false,
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    nowMs: Date.now,
  });
  expect({ code, out }).toMatchObject({ code: 0 });
  return out.join("\n");
}

it.each([
  ["ra", ["range"]],
  ["range ", ["add", "edit", "import", "list", "resume"]],
  ["range add --val", ["--valid-from", "--valid-to"]],
  ["document list --state acep", ["aceptado"]],
  ["status --wat", ["--watch"]],
  ["till ", ["add", "edit", "list"]],
  ["range add --kind p", ["pos"]],
  ["plan set --module d", ["dee", "dse"]],
])("bash completes `operator %s`", async (typed, expected) => {
  const words = ["operator", ...typed.split(" ")].map((word) => `'${word}'`).join(" ");
  const ask = `\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _operator; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", (await writeScript("bash")) + ask], { encoding: "utf8" });
  expect({ found: stdout.trim().split("\n").sort(), stderr }).toEqual({ found: expected, stderr: "" });
});

it("zsh is given every command, and text that its shell can quote", async () => {
  const script = await writeScript("zsh");
  const names = new Set(ALL_COMMANDS.map(({ name }) => name));
  expect([...names].filter((name) => !script.includes(`    '${name}') found=(`))).toEqual([]);
  // The texts of flags have quotes of their own; sh reads them alike.
  const quoted = [...script.matchAll(/found=\((.*)\) ;;$/gm)].map(([, words = ""]) => `set -- ${words}`).join("\n");
  expect(spawnSync("sh", ["-n"], { input: quoted, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});
