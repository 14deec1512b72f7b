// The pages for operators name commands that exist, with flags that they have, and runbooks that are there.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ALL_COMMANDS } from "../../operator/commands.ts";
import { ROOT } from "../../operator/deployment.ts";
import { judgeCommand } from "./said-command.ts";

const PAGES = [
  "docs/operations.md",
  "docs/deploy.md",
  "docs/scale.md",
  "operator/README.md",
  "README.md",
  "SECURITY.md",
];

/** Texts of a page that are lines of the program: after `operator` or `npm run operator --`, or from the name of a command on. */
function listLines(path: string): string[] {
  const page = readFileSync(`${ROOT}/${path}`, "utf8").replaceAll("\\\n", " ");
  const inline = [...page.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, text = ""]) => text.replaceAll("\n", " "));
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, text = ""]) => text.split("\n"));
  return [...inline, ...blocks].flatMap((text) => {
    const whole = text.replace(/ {2,}.*$/, "").trim();
    const isCommand = ALL_COMMANDS.some(({ name }) => `${whole} `.startsWith(`${name} `));
    const [, line] = isCommand ? [whole, whole] : (/^(?:npm run )?operator (?:-- )?(\S.*)$/.exec(whole) ?? []);
    return line === undefined || /^(?:help|COMMAND|[.-])/.test(line) ? [] : [line];
  });
}

describe.each(PAGES)("%s", (path) => {
  it("names commands and flags that the program has", () => {
    expect(listLines(path).flatMap((line) => judgeCommand(line) ?? [])).toEqual([]);
  });
});

describe("docs/operations.md", () => {
  const page = readFileSync(`${ROOT}/docs/operations.md`, "utf8");

  it("has each runbook that it refers to", () => {
    const named = new Set([...page.matchAll(/runbook `([^`]+)`/g)].map(([, name]) => name));
    const present = new Set([...page.matchAll(/^## Runbook `([^`]+)`/gm)].map(([, name]) => name));
    expect([...named].filter((name) => !present.has(name))).toEqual([]);
  });

  it("has a runbook for what only an operator can put right", () => {
    const commands = new Set(listLines("docs/operations.md").map((line) => line.split(" ").slice(0, 2).join(" ")));
    const needed = [
      "document explain",
      "document resend",
      "document close",
      "range import",
      "range resume",
      "certificate disable",
      "event confirm",
      "secret init",
      "ledger rebuild",
      "plan set",
    ];
    expect(needed.filter((name) => !commands.has(name))).toEqual([]);
  });
});
